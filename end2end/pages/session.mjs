/** One conversation, as a recording or a host shows it. */
export class Session {
  constructor(page) {
    this.page = page;
    this.main = page.getByRole("main");
    this.heading = page.getByRole("heading", { level: 1 });
    this.flow = page.getByRole("log");
    this.persons = page.locator(".person");
    this.answers = page.locator(".answer-text");
    this.cards = page.locator(".card");
    this.notices = page.locator(".notice");
    this.sessions = page.locator("nav.sessions a");
  }

  /** Opens a recording by its own address, as a deep link does, and waits until it is read to its end. */
  async open(name, session) {
    const query = new URLSearchParams({ recording: name, ...(session && { session }) });
    await this.page.goto(`./?${query}`);
    await this.read();
  }

  async read() {
    await this.page.locator('.flow[aria-busy="false"]').waitFor();
  }

  /** The card whose headline speaks of this subject. */
  card(subject) {
    return new Card(this.cards.filter({ has: this.page.locator(".subject", { hasText: subject }) }).first());
  }
}

/** The card of one tool call. */
export class Card {
  constructor(root) {
    this.root = root;
    this.headline = root.locator(".headline");
    this.verb = root.locator(".verb");
    this.chips = root.locator(".chips .chip");
    this.json = root.locator(".json-switch");
    this.body = root.locator(".body");
    this.answer = root.locator(".answer");
    this.sources = root.locator(".sources > li");
    this.content = root.locator("pre.plain");
  }

  source(number) {
    return this.root.locator(`.sources > li[value="${number}"]`);
  }
}

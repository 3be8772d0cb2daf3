/** One conversation, as a recording or a host shows it. */
export class Session {
  constructor(page) {
    this.page = page;
    this.heading = page.getByRole("heading", { level: 1 });
  }

  /** Opens a recording by its own address, as a deep link does. */
  async open(name) {
    await this.page.goto(`./?recording=${name}`);
  }
}

// The conversation around the cards, for every sort of reader.
import { expect, test } from "../fixtures.mjs";
import { serveSlowly } from "../slow.mjs";

test("a person, software and the agent are told apart", async ({ page, session }) => {
  await session.open("jobs");
  await expect(session.persons).toHaveCount(1);
  const context = page.locator(".context");
  await expect(context.first()).toContainText("Context added by @deepseek-ai/dsh-system-prompt");
  await expect(page.getByText("Approval policy: ask.")).toHaveCount(0);
  await context.first().getByRole("button").click();
  await expect(page.getByText("Approval policy: ask.").first()).toBeVisible();
});

test("an answer in markdown: headings, lists, tasks, a table, code", async ({ session }) => {
  await session.open("markdown");
  const answer = session.answers.first();
  await expect(answer.getByRole("heading", { name: "Heading one" })).toBeVisible();
  await expect(answer.locator("td")).toHaveText(["dioxus", "20k", "leptos", "16k"]);
  await expect(answer.getByRole("checkbox")).toHaveCount(2);
  await expect(answer.locator("del")).toHaveText("struck");
  await expect(answer.locator(".code pre")).toContainText("fn main()");
  await expect(answer).toContainText("<b>raw html</b>");
});

test("reasoning is folded, a failed turn says why", async ({ page, session }) => {
  await session.open("search-basic");
  await expect(page.getByText("I should search first.")).toHaveCount(0);
  await page.getByRole("button", { name: "Thought" }).click();
  await expect(page.getByText("I should search first.")).toBeVisible();
  await session.open("model-error");
  await expect(session.notices.filter({ hasText: "The turn failed." })).toContainText("mock invalid request");
});

test("a recording of two sessions shows its root first and leads to the other", async ({ page, session }) => {
  await session.open("subagent");
  await expect(session.heading).toHaveText("Mock subagent");
  await expect(session.sessions).toHaveCount(2);
  await expect(session.persons).toHaveText("[[scenario:subagent]] go");
  await session.sessions.nth(1).click();
  await expect(session.heading).toContainText("Say hello");
  await expect(session.persons).toHaveText("[[scenario:child]] Say hello and read src/main.rs");
  await page.reload();
  await session.read();
  await expect(session.heading).toContainText("Say hello");
  await page.goBack();
  await expect(session.heading).toHaveText("Mock subagent");
});

test("a recording or session that is not there is named", async ({ session }) => {
  await session.page.goto("./?recording=no-such-thing");
  await expect(session.notices).toHaveText("There is no recording named “no-such-thing” here.");
  await session.open("search-basic", "nobody");
  await expect(session.notices).toHaveText("This recording has no session “nobody”.");
  await session.page.goto("./?recording=%E0%A4%A");
  await expect(session.notices).toContainText("There is no recording named");
});

test("back to a session that is not there shows nothing of the one before", async ({ page, session }) => {
  await session.open("subagent", "nobody");
  await session.sessions.first().click();
  await expect(session.persons).toHaveText("[[scenario:subagent]] go");
  await page.goBack();
  await expect(session.notices).toHaveText("This recording has no session “nobody”.");
  await expect(session.persons).toHaveCount(0);
});

test("a recording that cannot be fetched, or is none, says so", async ({ page, session, complaints }) => {
  complaints.expect(/404/);
  await page.route("**/recordings/*", (route) => route.fulfill({ status: 404, body: "" }));
  await session.open("search-basic");
  await expect(session.notices).toContainText("The server answered 404.");
  await page.unroute("**/recordings/*");
  await page.route("**/recordings/*", (route) => route.fulfill({ status: 200, body: "<html>hello" }));
  await session.open("search-basic");
  await expect(session.notices).toContainText("Line 1 is neither an event stream nor JSON: “<html>hello”");
});

test("an unknown card is logged once, by name", async ({ complaints, page, session }) => {
  complaints.expect(/hologram/);
  const logged = [];
  page.on("console", (message) => logged.push(message.text()));
  await page.route("**/recordings/search-basic.sse", async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replaceAll('"card":"web"', '"card":"hologram"');
    await route.fulfill({ status: 200, contentType: "text/event-stream", body });
  });
  await session.open("search-basic");
  await expect(session.card("rust wasm frameworks").content).toContainText("Sources:");
  expect(logged.filter((text) => text.includes("hologram"))).toEqual(['no card for card "hologram"']);
});

test("a recording is shown while it arrives, not when all of it is there", async ({ page, session, site, traffic }) => {
  const whole = await (await fetch(`${site.url}recordings/search-basic.sse`)).text();
  const half = whole.indexOf("\n\n", whole.indexOf("tool/call")) + 2;
  const slow = await serveSlowly(site, [whole.slice(0, half), whole.slice(half)]);
  traffic.allow(new URL(slow.url).origin);
  await page.goto(`${slow.url}?recording=search-basic`);
  const card = session.card("rust wasm frameworks");
  await expect(card.verb).toHaveText("Searching");
  await expect(card.chips).toHaveText(["running"]);
  await expect(session.flow).toHaveAttribute("aria-busy", "true");
  slow.release();
  await expect(card.verb).toHaveText("Searched");
  await expect(session.flow).toHaveAttribute("aria-busy", "false");
  await slow.close();
});

test("a connection that breaks off is told apart from a recording that ends", async ({ complaints, page, session }) => {
  complaints.expect(/ERR_|Failed to load/);
  await page.route("**/recordings/*", (route) => route.abort());
  await page.goto("./?recording=search-basic");
  await expect(session.notices).toContainText("The file could not be fetched.");
  await expect(page.getByText("The recording ends here")).toHaveCount(0);
});

test("the keyboard alone: skip, fold, open a card, open a source", async ({ context, page, session, traffic }) => {
  await session.open("search-basic");
  await page.keyboard.press("Tab");
  await expect(page.getByText("Skip to the conversation")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(session.main).toBeFocused();
  const focused = () => page.evaluate(() => document.activeElement.className || document.activeElement.tagName);
  const seen = [];
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press("Tab");
    seen.push(await focused());
    expect(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle)).toBe("solid");
  }
  expect(seen).toEqual(["fold", "headline", "json-switch", "title", "title", "title", "title", "fold"]);
  traffic.allow("https://dioxuslabs.com");
  await context.route("https://dioxuslabs.com/**", (route) => route.fulfill({ body: "" }));
  const card = session.card("rust wasm frameworks");
  await card.source(1).getByRole("link").focus();
  const [popup] = await Promise.all([context.waitForEvent("page"), page.keyboard.press("Enter")]);
  expect(popup.url()).toBe("https://dioxuslabs.com/");
  await popup.close();
  await card.headline.focus();
  await expect(card.headline).toHaveAttribute("aria-expanded", "true");
  await page.keyboard.press("Enter");
  await expect(card.headline).toHaveAttribute("aria-expanded", "false");
  await expect(card.sources).toHaveCount(0);
  await page.keyboard.press("Space");
  await expect(card.sources).toHaveCount(4);
});

test.describe("at 360 px", () => {
  test.use({ viewport: { width: 360, height: 780 } });

  for (const name of ["search-basic", "search-variants", "fetch", "files", "bash", "markdown", "subagent", "jobs"]) {
    test(`${name} fits`, async ({ page, session, snapshot }) => {
      await session.open(name);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
      await snapshot(`360-${name}`);
    });
  }
});

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });

  test("the page is dark, unless the reader wants it light, and remembers that", async ({ page, home, session }) => {
    const lightness = () => page.evaluate(() => Number(getComputedStyle(document.body).backgroundColor.match(/\d+/)[0]));
    await session.open("search-basic");
    expect(await lightness()).toBeLessThan(60);
    await page.getByLabel("Theme").selectOption("Light");
    await expect.poll(lightness).toBeGreaterThan(200);
    await page.reload();
    await session.read();
    expect(await lightness()).toBeGreaterThan(200);
    await home.open();
    await page.getByLabel("Theme").selectOption("As the system");
    expect(await lightness()).toBeLessThan(60);
  });
});

test.describe("in Chinese", () => {
  test.use({ locale: "zh-CN" });

  test("every word of the app is Chinese, every word of the wire is as sent", async ({ page, session }) => {
    await session.open("search-basic");
    const card = session.card("rust wasm frameworks");
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
    await expect(card.verb).toHaveText("已搜索");
    await expect(card.chips).toHaveText(["4 个来源"]);
    await expect(card.source(1).locator("time")).toHaveText("2026年7月1日");
    await expect(card.source(2).locator(".title")).toHaveText("Leptos");
  });
});

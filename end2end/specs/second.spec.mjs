// The app's second part: fetched when it is first wanted, and not before.
import { readFileSync } from "node:fs";
import { expect, test } from "../fixtures.mjs";

const parts = (traffic) => traffic.fetched.filter((request) => request.url().endsWith("_second.wasm")).length;

/** The recordings that are said to be shown without it. */
const shelf = readFileSync(new URL("../../src/page/shelf.rs", import.meta.url), "utf8");
const plain = [...shelf.matchAll(/Shelved \{[^}]*?name: "([^"]+)"[^}]*?plain: true/g)].map(([, name]) => name);

test("there are recordings that are shown without it", () => {
  expect(plain).toContain("search-basic");
  expect(plain).toHaveLength(shelf.match(/plain: true/g).length);
});

for (const name of plain) {
  test(`a first look at ${name} does without it`, async ({ page, session, traffic }) => {
    await session.open(name);
    await expect(session.cards.first()).toBeVisible();
    await page.waitForTimeout(300);
    expect(parts(traffic)).toBe(0);
  });
}

test("what a first look shows has its style without it", async ({ page, session, traffic }) => {
  await session.open("search-basic");
  const ground = (locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor);
  for (const button of [page.getByRole("button", { name: "Play" }), page.getByRole("button", { name: "Open a file" })]) {
    expect(await ground(button)).not.toBe("rgba(0, 0, 0, 0)");
  }
  expect(parts(traffic)).toBe(0);
});

test("the first sign of a person fetches it once", async ({ page, session, traffic }) => {
  await session.open("search-basic");
  await expect(session.card("rust wasm frameworks").sources).toHaveCount(4);
  expect(parts(traffic)).toBe(0);
  const arrival = page.waitForResponse(/_second\.wasm$/);
  await page.mouse.move(200, 200);
  await arrival;
  await page.mouse.move(300, 300);
  await page.keyboard.press("Tab");
  await page.waitForTimeout(200);
  expect(parts(traffic)).toBe(1);
});

test("what is called before it is there waits for it", async ({ page, session, traffic }) => {
  await session.open("search-basic");
  expect(parts(traffic)).toBe(0);
  // A click that no movement of a pointer has announced.
  await page.evaluate(() => document.querySelector(".json-switch").click());
  await expect(page.locator("pre.json").first()).toContainText('"card": "web"');
  expect(parts(traffic)).toBe(1);
});

test("what a person does when it cannot be had costs nothing of what is shown, and is done once it is there", async ({ complaints, page, session, notice, traffic }) => {
  complaints.expect(/ERR_|Failed to load|status 404|CompileError/);
  await page.addInitScript(() => {
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (...given) {
      window.heldUp = true;
      return open.apply(this, given);
    };
  });
  for (const answer of [(route) => route.abort(), (route) => route.fulfill({ status: 404 }), (route) => route.fulfill({ body: "\0asm" })]) {
    await page.route(/_second\.wasm$/, answer);
    await session.open("search-basic");
    const card = session.card("rust wasm frameworks");
    await card.headline.click();
    await expect(notice.part).toBeVisible();
    await expect(notice.crashed).toBeHidden();
    await expect(card.sources).toHaveCount(4);
    await page.unroute(/_second\.wasm$/);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(card.sources, "the click that was waiting has folded the card").toHaveCount(0);
    await expect(notice.part).toBeHidden();
  }
  expect(await page.evaluate(() => window.heldUp), "the page was never held up").toBeUndefined();
  expect(parts(traffic)).toBeGreaterThan(5);
});

test("a recording that needs it is shown once it is there, without holding up the page", async ({ page, session, traffic }) => {
  await page.addInitScript(() => {
    const { open } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.open = function (...given) {
      window.heldUp = true;
      return open.apply(this, given);
    };
  });
  for (const name of ["bash", "files", "todo", "ask", "approve-allowed", "subagent", "jobs", "fetch", "search-variants", "markdown", "model-error"]) {
    await session.open(name);
    expect(await page.evaluate(() => window.heldUp), name).toBeUndefined();
  }
  expect(parts(traffic)).toBeGreaterThan(0);
});

test("when it cannot be had, that is said, and can be tried again", async ({ complaints, page, session }) => {
  complaints.expect(/ERR_|Failed to load/);
  await page.route(/_second\.wasm$/, (route) => route.abort());
  await page.goto("./?recording=bash");
  await expect(session.notices).toContainText("This recording could not be read.");
  await page.unroute(/_second\.wasm$/);
  await page.getByRole("button", { name: "Try again" }).click();
  await session.read();
  await expect(session.cards.first()).toBeVisible();
});

test("the home page needs it as well, and says so when it cannot be had", async ({ complaints, page, home }) => {
  complaints.expect(/ERR_|Failed to load/);
  await page.route(/_second\.wasm$/, (route) => route.abort());
  await home.open();
  await expect(page.getByRole("alert").filter({ hasText: "Webcard could not be loaded" })).toBeVisible();
  await page.unroute(/_second\.wasm$/);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(home.recordings.first()).toBeVisible();
});

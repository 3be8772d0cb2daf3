// A recording played, paused and wound by its time line.
import { expect, test } from "../fixtures.mjs";
import { thinking } from "../thinking.mjs";

/** The conversation as the page shows it, without what merely belongs to the moment. */
const shown = (session) => session.flow.evaluate((flow) => flow.innerHTML);

test("a recording stands at its end, and winding there and back changes nothing", async ({ session, tape }) => {
  await session.open("search-basic");
  const total = await tape.total();
  expect(await tape.at()).toBe(total);
  const end = await shown(session);
  const card = session.card("rust wasm frameworks");
  await tape.wind(0);
  await expect(session.cards).toHaveCount(0);
  await expect(session.notices).toHaveCount(0);
  await tape.wind(total);
  expect(await shown(session)).toBe(end);
  await expect(card.sources).toHaveCount(4);
});

test("the time line leads through every state of a call, forth and back", async ({ session, tape }) => {
  await session.open("search-basic");
  const card = session.card("rust wasm frameworks");
  const states = [];
  for (let at = 0; at <= await tape.total(); at += 1) {
    await tape.wind(at);
    const chips = await session.cards.locator(".chips").allTextContents();
    if (chips.join() !== states.at(-1)?.chips) states.push({ at, chips: chips.join() });
  }
  expect(states.map(({ chips }) => chips)).toEqual(["", "pending", "running", "4 sources"]);
  for (const { at, chips } of states.reverse()) {
    await tape.wind(at);
    expect((await session.cards.locator(".chips").allTextContents()).join()).toBe(chips);
  }
  await expect(card.root).toHaveCount(0);
});

test("it is played from its beginning, by the events' own times, and paused", async ({ page, session, tape }) => {
  await session.open("search-basic");
  const total = await tape.total();
  await tape.play.click();
  await expect(tape.pause).toBeVisible();
  await expect.poll(() => tape.at()).toBeLessThan(total / 2);
  await expect.poll(() => tape.at()).toBeGreaterThan(3);
  await tape.pause.click();
  // The last event before it may still be to be drawn.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  const paused = await tape.at();
  await page.waitForTimeout(300);
  expect(await tape.at()).toBe(paused);
  expect(paused).toBeLessThan(total);
  await tape.play.click();
  await expect(tape.play, "it stops at its end").toBeVisible({ timeout: 20_000 });
  expect(await tape.at()).toBe(total);
  await expect(session.card("rust wasm frameworks").sources).toHaveCount(4);
});

test("a quarter as fast takes at least four times the shortest wait, at once takes none", async ({ page, session, tape }) => {
  await page.clock.install();
  await session.open("search-basic");
  const total = await tape.total();
  await tape.wind(0);
  await tape.speed.selectOption("¼×");
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await tape.play.click();
  await page.clock.runFor(79);
  expect(await tape.at()).toBe(0);
  await page.clock.runFor(3_000);
  const slow = await tape.at();
  expect(slow).toBeGreaterThan(0);
  expect(slow).toBeLessThanOrEqual(3_079 / 80);
  await tape.speed.selectOption("at once");
  await page.clock.runFor(100);
  await expect.poll(() => tape.at()).toBe(total);
});

test("the keyboard steps by one event", async ({ page, session, tape }) => {
  await session.open("search-basic");
  const total = await tape.total();
  await tape.line.focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => tape.at()).toBe(total - 1);
  await expect(tape.line).toHaveAttribute("aria-valuetext", `Event ${total - 1} of ${total}`);
  await page.keyboard.press("Home");
  await expect.poll(() => tape.at()).toBe(0);
  await page.keyboard.press("End");
  await expect.poll(() => tape.at()).toBe(total);
});

test("a reader who scrolled up is left alone, and can go back to the newest", async ({ page, session, tape }) => {
  await page.setViewportSize({ width: 900, height: 500 });
  await session.open("search-variants");
  const distance = () => page.evaluate(() => {
    const { scrollHeight, scrollTop, clientHeight } = document.documentElement;
    return scrollHeight - scrollTop - clientHeight;
  });
  await tape.speed.selectOption("¼×");
  await tape.play.click();
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollTop), { timeout: 20_000 }).toBeGreaterThan(200);
  expect(await distance()).toBeLessThan(200);
  await page.mouse.move(400, 200);
  await page.mouse.wheel(0, -300);
  await expect(tape.newest).toBeVisible();
  // The page itself is scrolled a little later than the wheel is heard.
  await expect.poll(distance).toBeGreaterThan(200);
  // What the reader looks at stays where it is.
  const looked = await page.evaluateHandle(() =>
    [...document.querySelectorAll(".flow > *")].find((item) => item.getBoundingClientRect().bottom > 150));
  const top = () => looked.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await top();
  const at = await tape.at();
  await expect.poll(() => tape.at()).toBeGreaterThan(at + 5);
  expect(await top()).toBe(before);
  await tape.newest.click();
  await expect.poll(distance).toBeLessThan(200);
  await tape.pause.click();
});

test("a hundred thousand events are wound at once", async ({ page, session, tape }) => {
  test.setTimeout(60_000);
  const body = thinking(100_000);
  await page.route("**/recordings/search-basic.sse", (route) => route.fulfill({ contentType: "text/event-stream", body }));
  await session.open("search-basic");
  expect(await tape.total()).toBe(100_001);
  const times = [];
  for (const to of [50_000, 1, 99_999, 25_000, 75_000, 100_001]) {
    const began = Date.now();
    await tape.wind(to);
    times.push(Date.now() - began);
    expect(await tape.at()).toBe(to);
  }
  console.log(`  wound to six places of 100,001 events in ${times.join(", ")} ms`);
});

test("a hidden page keeps up, and one frame draws all of it when it is shown", async ({ page, session, tape }) => {
  // What a browser does with a page in the background: no frame, for as long as it is there.
  await page.addInitScript(() => {
    const frames = [];
    window.requestAnimationFrame = (callback) => frames.push(callback);
    window.showFrame = () => frames.splice(0).forEach((callback) => callback(performance.now()));
    window.changes = 0;
  });
  const body = thinking(10_000);
  await page.route("**/recordings/search-basic.sse", (route) => route.fulfill({ contentType: "text/event-stream", body }));
  await page.goto("./?recording=search-basic");
  await page.locator(".flow").waitFor();
  const frame = () => page.evaluate(() => {
    new MutationObserver((records) => { window.changes += records.length; }).observe(document.querySelector(".flow"), { childList: true });
    window.showFrame();
  });
  // Nothing of the page tells how far it is; the reading of this takes a fraction of the time.
  await page.waitForTimeout(2_000);
  await expect(session.persons).toHaveCount(0);
  await frame();
  await expect(session.flow).toHaveAttribute("aria-busy", "false");
  expect(await tape.at()).toBe(10_001);
  await expect(session.persons).toHaveText("think");
  await page.getByRole("button", { name: /Thinking|Thought/ }).click();
  await expect(page.locator(".reasoning").last()).toContainText("word 10000");
  expect(await page.evaluate(() => window.changes), "the items, the sentinel and the end, each once").toBeLessThan(8);
});

test("what the browser does not hold has no play control", async ({ page, session, tape }) => {
  await page.addInitScript(() => {
    const construct = (Real, given) => {
      if (given[0]?.[0] instanceof Uint8Array) throw new Error("no room");
      return new Real(...given);
    };
    window.Blob = new Proxy(Blob, { construct });
  });
  await session.open("search-basic");
  await expect(session.card("rust wasm frameworks").sources).toHaveCount(4);
  await expect(tape.root).toHaveCount(0);
});

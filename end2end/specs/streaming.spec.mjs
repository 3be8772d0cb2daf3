// Text that arrives in very many pieces is drawn as often as the screen is, and no more.
import { expect, test } from "../fixtures.mjs";
import { serveSlowly } from "../slow.mjs";
import { watchTasks } from "../tasks.mjs";
import { thinking } from "../thinking.mjs";

const DELTAS = 100_000;

/** In the page, from now on: the frames, those in which the conversation changed, and the changes of the reasoning. */
function count() {
  const counts = (window.counts = { frames: 0, draws: 0, reasoning: 0 });
  const frame = () => {
    counts.frames += 1;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const element = (node) => node.parentElement ?? node;
  new MutationObserver((changes) => {
    counts.draws += 1;
    counts.reasoning += changes.filter(({ target }) => element(target).closest(".reasoning") !== null).length;
  }).observe(document.querySelector(".flow"), { childList: true, characterData: true, subtree: true });
}

for (const state of ["folded", "unfolded"]) {
  test(`a hundred thousand pieces of reasoning, ${state}: at most one draw a frame`, async ({ page, session, site, tape, traffic }) => {
    test.setTimeout(60_000);
    const whole = thinking(DELTAS);
    const begun = whole.indexOf("\n\n", 1_000) + 2;
    const slow = await serveSlowly(site, [whole.slice(0, begun), whole.slice(begun)]);
    traffic.allow(new URL(slow.url).origin);
    await page.goto(`${slow.url}?recording=bash`);
    const fold = page.getByRole("button", { name: "Thinking" });
    await expect(fold).toBeVisible();
    if (state === "unfolded") await fold.click();
    const longest = await watchTasks(page);
    await page.evaluate(count);
    slow.release();
    await session.read();
    const block = await longest();
    const { draws, frames, reasoning } = await page.evaluate(() => window.counts);
    console.log(`  ${DELTAS} pieces, ${state}: ${draws} draws in ${frames} frames, longest task ${block} ms`);
    expect(draws).toBeLessThanOrEqual(frames);
    // What is folded is not drawn; what is open grows by what came since the last frame.
    if (state === "folded") expect(reasoning).toBe(0);
    else expect(reasoning).toBeGreaterThan(0);
    expect(reasoning).toBeLessThanOrEqual(4 * frames);
    expect(await tape.at()).toBe(DELTAS + 1);
    if (state === "folded") await fold.or(page.getByRole("button", { name: "Thought" })).click();
    await expect(page.locator(".reasoning")).toContainText(`word ${DELTAS}`);
    await slow.close();
  });
}

// How quickly a recording of 10 MB is shown, in rows that follow the table of `cargo bench`: see scripts/bench.
//   node benches/browser.mjs FILE EVENTS
// Counts are asserted, times are printed.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { serveApp } from "../scripts/lib/app.mjs";
import { launch } from "../scripts/lib/browser.mjs";
import { median, number } from "../scripts/lib/report.mjs";

const ROUNDS = 5;
const READ_WITHIN_MS = 60_000;
/** A page of a few windows' height; the recording has more than twenty times as much. */
const MOST_ELEMENTS = 3_000;

const [file, events] = [process.argv[2], Number(process.argv[3])];

/** In the page, before anything else: when the first card and then the time line come to stand, how often the card is drawn. */
function watch() {
  const seen = (window.seen = { firstCard: null, all: null, draws: 0, longest: 0 });
  new MutationObserver((changes) => {
    const first = document.querySelector(".flow .card");
    if (first === null) return;
    seen.firstCard ??= performance.now();
    // It comes with its headline, which later is written anew when there is anything new of the call.
    const headline = first.querySelector(".headline");
    const isDraw = ({ target, addedNodes }) => headline.contains(target) || [...addedNodes].some((node) => node.contains(first));
    seen.draws += changes.filter(isDraw).length;
    // The time line is there once the whole recording was read.
    if (document.querySelector(".time-line") !== null) seen.all ??= performance.now();
  }).observe(document, { childList: true, characterData: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
  }).observe({ type: "longtask", buffered: true });
}

/** In the page: the least that plain JavaScript does with the same bytes. What it parses it lets go. */
async function baseline(url) {
  const start = performance.now();
  const text = await (await fetch(url, { cache: "no-store" })).text();
  const there = performance.now();
  text.split("\n").filter((line) => line.startsWith("data: ")).forEach((line) => JSON.parse(line.slice(6)));
  return { plain: performance.now() - start, plainBlock: performance.now() - there };
}

async function load(browser, site, bytes) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    await context.addInitScript(watch);
    const page = await context.newPage();
    const fetched = [];
    page.on("requestfinished", (request) => {
      if (request.url() === site.recordingUrl) fetched.push(request);
    });
    await page.goto(site.url);
    await page.waitForFunction(() => window.seen.all !== null, null, { timeout: READ_WITHIN_MS });
    // What would be drawn once more, is in these two frames.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const seen = await page.evaluate(() => window.seen);

    assert.equal(fetched.length, 1, "the recording is fetched once");
    assert.equal((await fetched[0].sizes()).responseBodySize, bytes, "all of it");
    assert.equal(await page.locator(".time-line").getAttribute("max"), String(events), "every event is applied");
    assert.equal(seen.draws, 1, "the first card is drawn once, whatever comes after it");
    assert.ok(await page.locator("*").count() <= MOST_ELEMENTS, "what is far below the window is not in the page");
    return { ...seen, ...await page.evaluate(baseline, site.recordingUrl) };
  } finally {
    await context.close();
  }
}

const recording = await readFile(file);
const site = await serveApp(recording);
const browser = await launch();
try {
  const loads = [];
  for (let round = 0; round < ROUNDS; round += 1) loads.push(await load(browser, site, recording.length));
  const value = (key) => median(loads.map((load) => load[key]));
  const row = (what, key, peer, peerKey) =>
    `| ${what} | ${number(value(key))} ms | ${peer} | ${number(value(peerKey))} ms | ${number(value(peerKey) / value(key), 2)} × |`;
  const plain = "fetch and `JSON.parse` alone";
  console.log(row("in Chromium: first card of 10 MB, the app’s start included", "firstCard", plain, "plain"));
  console.log(row("in Chromium: all of 10 MB read", "all", plain, "plain"));
  console.log(row("in Chromium: longest block of the main thread meanwhile", "longest", "`JSON.parse` of all at once", "plainBlock"));
} finally {
  await browser.close();
  await site.close();
}

// How quickly a recording of 10 MB is shown, in rows that follow the table of `cargo bench`: see scripts/bench.
//   node benches/browser.mjs FILE TURNS
// Counts are asserted, times are printed.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { serveApp } from "../scripts/lib/app.mjs";
import { launch } from "../scripts/lib/browser.mjs";
import { median, number } from "../scripts/lib/report.mjs";

const ROUNDS = 5;
const COMPLETE_WITHIN_MS = 120_000;

const [file, turns] = [process.argv[2], Number(process.argv[3])];

/** In the page, before anything else: what comes to stand, and how often the first card is drawn. */
function watch(turns) {
  const seen = (window.seen = { firstCard: null, complete: null, draws: 0, cards: 0, longest: 0 });
  let first = null;
  new MutationObserver((records) => {
    first ??= document.querySelector(".flow .card");
    if (first === null) return;
    // Its headline comes to stand with the card or in it.
    seen.draws += records.filter(({ target, addedNodes }) =>
      [...addedNodes].some((node) => node.contains(first)) || target.closest?.(".headline")?.closest(".card") === first).length;
    seen.firstCard ??= performance.now();
    seen.cards = document.querySelectorAll(".flow .card").length;
    if (seen.cards === turns) seen.complete ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
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
    await context.addInitScript(watch, turns);
    const page = await context.newPage();
    const fetched = [];
    page.on("requestfinished", (request) => {
      if (request.url() === site.recordingUrl) fetched.push(request);
    });
    await page.goto(site.url);
    await page.waitForFunction(() => window.seen.complete !== null, null, { timeout: COMPLETE_WITHIN_MS });
    // What would still be drawn once more is.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const seen = await page.evaluate(() => window.seen);
    assert.equal(fetched.length, 1, "the recording is fetched once");
    assert.equal((await fetched[0].sizes()).responseBodySize, bytes, "all of it");
    assert.equal(seen.cards, turns, "every call has its card, once");
    assert.equal(seen.draws, 1, "the first card is drawn once, whatever comes after it");
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
  console.log(row("in Chromium: all cards of 10 MB", "complete", plain, "plain"));
  console.log(row("in Chromium: longest block of the main thread meanwhile", "longest", "`JSON.parse` at once", "plainBlock"));
} finally {
  await browser.close();
  await site.close();
}

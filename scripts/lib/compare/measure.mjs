// One load of a client in a browser context of its own, with nothing cached.
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const COMPLETE_WITHIN_MS = 30_000;
/** What a client still does after its last line stands is counted for so long. */
const AFTERWARDS_MS = 1_500;

/**
 * @param {import("@playwright/test").Browser} browser
 * @param client one of clients.mjs
 * @returns the figures by name: counts, bytes, and milliseconds (stages since the navigation began, work in all)
 */
export async function measure(browser, client) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB" });
  try {
    await context.addInitScript(watch, { storage: client.storage, marks: client.marks });
    const page = await context.newPage();
    const traffic = new Traffic(context, page);
    const devtools = await context.newCDPSession(page);
    await devtools.send("Performance.enable");
    const before = await counters(devtools);

    await page.goto(client.url);
    await page.waitForFunction(() => window.compared.complete, null, { timeout: COMPLETE_WITHIN_MS }).catch(async () => {
      const reached = Object.keys(await page.evaluate(() => window.compared)).at(-1);
      throw new Error(`${client.name} did not come further than: ${reached}`);
    });
    await sleep(AFTERWARDS_MS);

    const after = await counters(devtools);
    const spent = (...names) => names.reduce((sum, name) => sum + (after[name] - before[name]) * 1_000, 0);
    const { wasmBytes, ...seen } = await page.evaluate(look, client.card);
    await devtools.send("HeapProfiler.collectGarbage");
    const { JSHeapUsedSize } = await counters(devtools);
    return {
      ...await traffic.figures(),
      ...seen,
      memory: JSHeapUsedSize + wasmBytes,
      tasks: spent("TaskDuration"),
      script: spent("ScriptDuration"),
      layout: spent("LayoutDuration", "RecalcStyleDuration"),
    };
  } finally {
    await context.close();
  }
}

/** In the page, before anything else: fills storage, and notes in each frame what has come to stand since the last. */
function watch({ storage, marks }) {
  for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);

  const compared = (window.compared = {});
  const stands = ([selector, text]) => {
    const element = document.querySelector(selector);
    return element !== null && element.getClientRects().length > 0 && element.textContent.includes(text);
  };
  const stages = Object.keys(marks);
  const frame = () => {
    while (stages.length > 0 && stands(marks[stages[0]])) {
      const stage = stages.shift();
      // It is painted at the end of this frame: the next one begins after that.
      requestAnimationFrame((now) => { compared[stage] = now; });
    }
    if (stages.length > 0) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);

  // WebAssembly's memory is no part of the JavaScript heap, so each is noted when a module brings it.
  const memories = (window.comparedMemories = []);
  for (const name of ["instantiate", "instantiateStreaming"]) {
    const original = WebAssembly[name];
    WebAssembly[name] = async (...given) => {
      const result = await original.apply(WebAssembly, given);
      const { exports } = result.instance ?? result;
      memories.push(...Object.values(exports).filter((value) => value instanceof WebAssembly.Memory));
      return result;
    };
  }
}

/** In the page, at the end. */
function look(card) {
  return {
    ...window.compared,
    firstPaint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
    cards: document.querySelectorAll(card).length,
    nodes: document.querySelectorAll("*").length,
    wasmBytes: window.comparedMemories.reduce((sum, memory) => sum + memory.buffer.byteLength, 0),
  };
}

async function counters(devtools) {
  const { metrics } = await devtools.send("Performance.getMetrics");
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

/** All that a page asks for, its workers included, and what comes back. */
class Traffic {
  #requests = [];
  #sockets = 0;
  #frames = 0;

  constructor(context, page) {
    context.on("request", (request) => {
      if (!/^(data|blob):/.test(request.url())) this.#requests.push(request);
    });
    page.on("websocket", (socket) => {
      this.#sockets += 1;
      socket.on("framereceived", ({ payload }) => { this.#frames += Buffer.byteLength(payload); });
    });
  }

  /** Bytes are those of bodies and WebSocket frames. What is still open is counted as a request only. */
  async figures() {
    let [bytes, brotli] = [this.#frames, this.#frames];
    for (const request of this.#requests) {
      const response = request.existingResponse();
      if (!response || request.timing().responseEnd < 0) continue;
      const body = await response.body();
      bytes += body.length;
      brotli += await compressedSize(body);
    }
    return { requests: this.#requests.length + this.#sockets, bytes, brotli };
  }
}

const compress = promisify(brotliCompress);
const sizes = new Map();

/** As a good host would send it. What is the same in every round is compressed once. */
async function compressedSize(body) {
  const key = body.toString("latin1");
  if (!sizes.has(key)) {
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
    sizes.set(key, (await compress(body, { params })).length);
  }
  return sizes.get(key);
}

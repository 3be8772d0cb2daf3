// Shows one session in both clients, in the same browser, and prints what each took: see scripts/compare.
//   node scripts/lib/compare/compare.mjs [--host FOLDER --node FILE] [--rounds N] [--write]
import { readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { serveApp } from "../app.mjs";
import { launch } from "../browser.mjs";
import { median, number, table, write } from "../report.mjs";
import { hostsClient, webcard } from "./clients.mjs";
import { runSession, startHost } from "./host.mjs";
import { measure } from "./measure.mjs";

const count = (value) => number(value);
const milliseconds = (value) => `${number(value)} ms`;
const kilobytes = (bytes) => `${number(bytes / 1e3)} kB`;
const megabytes = (bytes) => `${number(bytes / 1e6, 1)} MB`;

/** The rows of the table: the figure's name in measure.mjs, what it is called, how it is written. */
const ROWS = [
  ["requests", "requests", count],
  ["bytes", "bytes, uncompressed as both are served here", kilobytes],
  ["brotli", "bytes, had each body been sent as brotli", kilobytes],
  ["firstPaint", "first paint", milliseconds],
  ["shell", "the shell stands", milliseconds],
  ["firstCard", "the first card stands", milliseconds],
  ["cards", "cards in the conversation", count],
  ["nodes", "elements in the page", count],
  ["memory", "JavaScript heap and WebAssembly memory", megabytes],
  ["tasks", "main thread busy", milliseconds],
  ["script", "… with scripts and WebAssembly", milliseconds],
  ["layout", "… with style and layout", milliseconds],
];

const { values } = parseArgs({
  options: {
    host: { type: "string" },
    node: { type: "string" },
    rounds: { type: "string", default: "7" },
    write: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);

/** Without a host there is no scripted session, so one that comes with the app is shown. */
async function shelvedSession() {
  return {
    history: await readFile(new URL("../../../public/recordings/search-basic.sse", import.meta.url)),
    firstCard: "rust wasm frameworks",
    lastLine: "I found Dioxus and Leptos.",
  };
}

/** Every client once a round, in turns from either end, so that no one is always the first. */
async function measureAll(browser, clients) {
  const figures = new Map(clients.map((client) => [client, []]));
  // Not counted: its files come from the disk.
  for (const client of clients) await measure(browser, client);
  for (let round = 0; round < rounds; round += 1) {
    for (const client of round % 2 === 0 ? clients : clients.slice().reverse()) {
      const measured = await measure(browser, client);
      console.error(`round ${round + 1}, ${client.name}: first card after ${milliseconds(measured.firstCard)}`);
      figures.get(client).push(measured);
    }
  }
  return figures;
}

function report(clients, figures, browser) {
  const value = (client, key) => median(figures.get(client).map((measured) => measured[key]));
  const [ours, theirs] = clients;
  const head = ["", ...clients.map(({ name }) => name), ...theirs ? ["ratio"] : []];
  const rows = ROWS.map(([key, words, write]) => [
    words,
    ...clients.map((client) => write(value(client, key))),
    ...theirs ? [`${number(value(theirs, key) / value(ours, key), 1)} ×`] : [],
  ]);
  const conditions = `Medians of ${rounds} loads each, every one with an empty cache, Chromium ${browser.version()}, ${cpus().length} cores, over the loopback.`;
  return `${table([head, ...rows])}\n\n${conditions}`;
}

const closing = [];
try {
  const host = values.host ? await startHost({ folder: values.host, node: values.node }) : null;
  if (host) closing.push(host);
  const session = host ? await runSession(host) : await shelvedSession();
  const site = await serveApp(session.history);
  closing.push(site);
  const clients = [webcard(site, session), ...host ? [hostsClient(host, session)] : []];
  const browser = await launch();
  closing.push(browser);

  const text = report(clients, await measureAll(browser, clients), browser);
  console.log(`\n${text}`);
  if (values.write) await write("compare", text);
} finally {
  for (const opened of closing.reverse()) await opened.close();
}

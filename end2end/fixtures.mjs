// What every spec starts from: `import { test, expect } from "../fixtures.mjs"`.
//
//   site        the release build, served for this test alone; `test.use({ prefix: "/a/b/" })` serves it under a path
//   traffic     every request of the test's pages; one that leaves for any other host fails the test
//   complaints  what the browser complains of (errors, warnings, violations of the policy); any of them fails the test
//   home, session, tape, files, notice, snapshot   page objects (pages/*.mjs) and screenshots
import { expect, test as base } from "@playwright/test";
import { fileURLToPath } from "node:url";
import { serve } from "../scripts/static.mjs";
import { Files } from "./pages/files.mjs";
import { Home } from "./pages/home.mjs";
import { Notice } from "./pages/notice.mjs";
import { Session } from "./pages/session.mjs";
import { Tape } from "./pages/tape.mjs";

const dist = fileURLToPath(new URL("../dist", import.meta.url));

/** All requests of a browser context, popups included. Only listens: intercepting would change how the browser caches. */
class Traffic {
  requests = [];
  #ours;
  #allowed = new Set();

  constructor(context, url) {
    this.#ours = new URL(url).origin;
    context.on("request", (request) => this.requests.push(request));
    context.on("page", (page) => page.on("websocket", (socket) => this.requests.push(socket)));
  }

  /** For a test that itself follows a link: requests to this origin are expected. */
  allow(origin) {
    this.#allowed.add(origin);
  }

  /** What went over the network, so not `data:` and `blob:` URLs. */
  get fetched() {
    return this.requests.filter((request) => !/^(data|blob):/.test(request.url()));
  }

  get strangers() {
    return this.fetched
      .map((request) => new URL(request.url()))
      .filter(({ origin }) => origin !== this.#ours && !this.#allowed.has(origin))
      .map(({ href }) => href);
  }
}

/** What the browser's console says, less what a test expects. */
class Complaints {
  #texts = [];
  #expected = [];

  constructor(context) {
    context.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) this.#texts.push(message.text());
    });
    context.on("weberror", (error) => this.#texts.push(String(error.error())));
  }

  expect(...patterns) {
    this.#expected.push(...patterns);
  }

  get texts() {
    return this.#texts.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}

export const test = base.extend({
  prefix: ["/", { option: true }],

  site: async ({ prefix }, use) => {
    const site = await serve({ root: dist, prefix });
    await use(site);
    await site.close();
  },

  baseURL: async ({ site }, use) => use(site.url),

  traffic: [async ({ context, site }, use) => {
    const traffic = new Traffic(context, site.url);
    await use(traffic);
    expect(traffic.strangers, "requests that left for another host").toEqual([]);
  }, { auto: true }],

  complaints: [async ({ context }, use) => {
    const complaints = new Complaints(context);
    await use(complaints);
    expect(complaints.texts, "what the browser complained of").toEqual([]);
  }, { auto: true }],

  home: async ({ page }, use) => use(new Home(page)),
  session: async ({ page }, use) => use(new Session(page)),
  tape: async ({ page }, use) => use(new Tape(page)),
  files: async ({ page }, use) => use(new Files(page)),
  notice: async ({ page }, use) => use(new Notice(page)),

  /** Keeps a picture for a person to look at: results/screenshots/NAME.png. */
  snapshot: async ({ page }, use) => use((name, options = {}) =>
    page.screenshot({
      path: fileURLToPath(new URL(`results/screenshots/${name}.png`, import.meta.url)),
      animations: "disabled",
      fullPage: true,
      ...options,
    })),
});

export { expect };

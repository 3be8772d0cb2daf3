// Code: there at once, coloured later by a worker that is fetched when the first code is shown.
import { readFileSync } from "node:fs";
import { expect, test } from "../fixtures.mjs";
import { watchTasks } from "../tasks.mjs";

const WORKER = "**/highlight.js";

function event(seq, type, data, view) {
  const payload = { type: "session/event", sessionId: "s", event: { type, seq, time: 1, data }, view };
  return `data: ${JSON.stringify({ method: "session/event", payload })}\n\n`;
}

/** A file that was read, as the events of its call and its result. */
function read(seq, path, text) {
  const [turn, step, callId] = [1, 1, `c${seq}`];
  const lines = text.split("\n").map((text, index) => ({ number: index + 1, text }));
  const content = [{ type: "tool-result", toolCallId: callId, content: [{ type: "text", text: "" }], isError: false }];
  const view = { card: "read", path, offset: 1, lines, totalLines: lines.length };
  return event(seq, "tool/call", { turn, step, callId, name: "read", arguments: "{}" }, { for: "call", view: { card: "generic", title: path } })
    + event(seq + 1, "tool/result", { turn, step, message: { source: { callId }, content } }, { for: "result", view });
}

function said(seq, text) {
  return event(seq, "assistant/message", { turn: 1, step: 2, message: { content: [{ type: "text", text }] } });
}

async function open(page, session, body) {
  await page.route("**/recordings/search-basic.sse", (route) => route.fulfill({ contentType: "text/event-stream", body }));
  await session.open("search-basic");
}

/** The texts that have the colour of this kind. */
const coloured = (page, kind) => page.evaluate((name) =>
  [...CSS.highlights.get(name) ?? []].map((range) => range.startContainer.data.slice(range.startOffset, range.endOffset)), `code-${kind}`);

const ranges = (page) => page.evaluate(() => [...CSS.highlights.values()].reduce((sum, { size }) => sum + size, 0));

/** The names of the files that were fetched for the colours. */
const fetched = (traffic) => traffic.fetched.map((request) => new URL(request.url()).pathname.split("/").at(-1))
  .filter((name) => name === "highlight.js" || name.endsWith(".min.js"));

test("a page without code does not fetch what colours it", async ({ page, session, traffic }) => {
  await session.open("search-basic");
  await page.waitForTimeout(600);
  expect(fetched(traffic)).toEqual([]);
});

for (const prefix of ["/", "/a/b/"]) {
  test.describe(`served under ${prefix}`, () => {
    test.use({ prefix });
    test("a file that was read is coloured, and its text stays as it was", async ({ page, session, traffic }) => {
      await session.open("files");
      const card = session.card("src/main.rs");
      await card.headline.click();
      const before = await card.body.locator(".lines").innerHTML();
      await expect.poll(() => coloured(page, "keyword")).toEqual(["fn", "fn"]);
      expect(await coloured(page, "string")).toEqual(['"hello"']);
      expect(await card.body.locator(".lines").innerHTML()).toBe(before);
      expect(fetched(traffic).sort()).toEqual(["core.min.js", "highlight.js", "rust.min.js"]);
      await card.headline.click();
      expect(await ranges(page), "a closed card leaves nothing behind").toBe(0);
    });
  });
}

test("a block of code in an answer is coloured", async ({ page, session }) => {
  await session.open("markdown");
  await expect.poll(() => coloured(page, "comment")).toEqual(["// comment"]);
  await expect(page.locator("figure.code pre")).toHaveText('fn main() {\n    println!("hello {}", 1 + 1); // comment\n}');
  await expect(page.locator("figure.code figcaption bdi")).toHaveText("rust");
});

test("languages that nobody knows stay plain and fetch nothing", async ({ page, session, traffic }) => {
  await open(page, session, said(0, "```klingon\nfn main() {}\n```\n\n```\nfn main() {}\n```\n\n```../x\nfn main() {}\n```"));
  await expect(page.locator("figure.code pre")).toHaveText(["fn main() {}", "fn main() {}", "fn main() {}"]);
  await page.waitForTimeout(600);
  expect(fetched(traffic)).toEqual([]);
});

test("where the worker cannot be fetched, code stays plain and it is asked for once", async ({ page, session, traffic, complaints }) => {
  complaints.expect(/^Failed to load resource: net::ERR_FAILED$/); // the browser's own
  await page.route(WORKER, (route) => route.abort());
  await session.open("markdown");
  await expect.poll(() => fetched(traffic)).toEqual(["highlight.js"]);
  await page.goto("./?recording=files");
  const card = session.card("src/main.rs");
  await card.headline.click();
  await expect(card.body.locator(".lines code").first()).toHaveText("fn main() {");
  await page.waitForTimeout(600);
  expect(await ranges(page)).toBe(0);
});

test("where a language cannot be fetched, its code stays plain and other code does not", async ({ page, session, complaints }) => {
  complaints.expect(/^Failed to load resource: net::ERR_FAILED$/);
  await page.context().route("**/highlight/languages/rust.min.js", (route) => route.abort());
  await open(page, session, said(0, "```rust\nfn main() {}\n```\n\n```python\ndef f(): pass\n```"));
  await expect.poll(() => coloured(page, "keyword")).toEqual(["def", "pass"]);
});

test("a worker that loses itself is ended, its text stays plain, and the next is coloured by a new one", async ({ page, session, traffic }) => {
  const lost = "addEventListener('message', ({ data: { id } }) => { postMessage({ id }); for (;;); })";
  await page.route(WORKER, (route) => route.fulfill({ contentType: "text/javascript", body: lost }), { times: 1 });
  await open(page, session, said(0, "```rust\nfn main() {}\n```\n\n```python\ndef f(): pass\n```"));
  // Which of the two the first worker gets is nobody's business.
  await expect.poll(async () => (await coloured(page, "keyword")).join(" "), { timeout: 10_000 }).toMatch(/^(fn|def pass)$/);
  expect(fetched(traffic).filter((name) => name === "highlight.js")).toHaveLength(2);
  await expect(page.locator("figure.code pre")).toHaveText(["fn main() {}", "def f(): pass"]);
});

test("an answer that makes no sense harms nothing", async ({ page, session }) => {
  const odd = `addEventListener('message', ({ data: { id } }) => {
    postMessage("?"); postMessage(null); postMessage({ id: id + 1, runs: new Uint32Array([0, 1, 0]) }); postMessage({ id, runs: [1] });
    postMessage({ id, runs: new Uint32Array([0, 2, 1, 1, 1, 1, 3, 99, 1, 200, 4294967295, 2, 5, 5, 99, 7]) });
  })`;
  await page.route(WORKER, (route) => route.fulfill({ contentType: "text/javascript", body: odd }));
  await open(page, session, said(0, "```rust\nfn main() {}\n```"));
  await expect.poll(() => ranges(page)).toBeGreaterThan(0);
  await expect(page.locator("figure.code pre")).toHaveText("fn main() {}");
});

test("escapes in a file are to be seen, and colours stand where they belong", async ({ page, session }) => {
  await open(page, session, read(0, "/a.rs", "// \u001b[31m\u0000 中🦊\u202e\r\n/* a\n\n b */ let x = \"<b>&\";"));
  const card = session.card("/a.rs");
  await card.headline.click();
  await expect(card.body.locator(".lines code")).toHaveText(["// ␛[31m␀ 中🦊␍", "/* a", "", "b */ let x = \"<b>&\";"]);
  await expect.poll(() => coloured(page, "comment")).toEqual(["// ␛[31m␀ 中🦊␍", "/* a", " b */"]);
  expect(await coloured(page, "string")).toEqual(['"<b>&"']);
});

test("a file of a megabyte is there at once, and only what is in sight is coloured", async ({ page, session }) => {
  const line = (number) => `    let value_${number} = compute(${number}, "text"); // ${number}`;
  const text = Array.from({ length: 24_000 }, (_, index) => line(index)).join("\n");
  expect(text.length).toBeGreaterThan(1 << 20);
  await open(page, session, read(0, "/big.rs", text));
  const longest = await watchTasks(page);
  const card = session.card("/big.rs");
  await card.headline.click();
  await expect(card.body.locator(".lines code")).toHaveCount(400);
  await expect.poll(() => coloured(page, "comment")).toContain("// 0");
  const first = await ranges(page);
  console.log(`  opened and coloured: ${first} ranges, longest task ${await longest()} ms`);
  expect(first).toBeLessThan(3_000);

  await card.body.getByRole("button", { name: "Show 20000 more of 24000" }).click();
  await card.body.getByRole("button", { name: "Show 3600 more of 24000" }).click();
  await expect(card.body.locator(".lines code")).toHaveCount(24_000);
  console.log(`  all 24,000 lines shown: longest task ${await longest()} ms`);
  await card.body.locator(".lines").evaluate((lines) => { lines.scrollTop = lines.scrollHeight; });
  await expect.poll(() => coloured(page, "comment")).toContain("// 23999");
  const last = await ranges(page);
  console.log(`  scrolled to the end: ${last} ranges, longest task ${await longest()} ms`);
  expect(last).toBeLessThan(3_000);
  expect(await coloured(page, "comment"), "what left the sight has none").not.toContain("// 0");

  await card.body.getByRole("button", { name: "Show less" }).click();
  await expect(card.body.locator(".lines code")).toHaveCount(400);
  await expect.poll(() => coloured(page, "comment"), "and what is gone neither").not.toContain("// 23999");
  await expect.poll(() => coloured(page, "comment")).toContain("// 399");
});

test("a file is copied as it came, without its numbers", async ({ context, page, session }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const text = "a\t\u001b[31m\n\n  中🦊\n";
  await open(page, session, read(0, "/a.txt", text));
  const card = session.card("/a.txt");
  await card.headline.click();
  await card.body.getByRole("button", { name: "Copy" }).click();
  await expect(card.body.getByRole("status")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text);
  await expect(card.body.getByRole("status")).toHaveText("");
});

test("what a command printed is copied as it is shown, all of it", async ({ page, context, session }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await session.open("bash");
  const card = session.card("033");
  await card.body.getByRole("button", { name: "Copy" }).click();
  await expect(card.body.getByRole("status")).toHaveText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("red plain\n/home/user/project");
});

test("what cannot be copied says so", async ({ page, session }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined }));
  await session.open("markdown");
  await page.getByRole("button", { name: "Copy" }).click();
  await expect(page.locator("figure.code [role=status]")).toHaveText("Could not be copied");
});

test("every language that is known by name can be fetched, and the worker names the kinds as the app does", async ({ request }) => {
  const source = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const languages = source("src/text/code/language.rs").match(/LANGUAGES: &str = "\\\n(.*?)"/s)[1].split("\n").map((line) => line.split(" ")[0]);
  expect(languages.length).toBeGreaterThan(50);
  for (const language of languages) {
    expect((await request.get(`./highlight/languages/${language}.min.js`)).status(), language).toBe(200);
  }
  const app = [...source("src/text/code/runs.rs").matchAll(/=> "code-(\w+)"/g)].map(([, kind]) => kind);
  const worker = source("public/highlight.js").match(/KINDS = \[(.*)\]/)[1].split(", ").map((kind) => JSON.parse(kind));
  expect(worker).toEqual(app);
});

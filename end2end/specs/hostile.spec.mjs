// Recordings that nobody means well with.
import { expect, test } from "../fixtures.mjs";

const markup = `<img src=x onerror=alert(1)><script>alert(2)</script>"'\u202e`;
const long = "A".repeat(400);

/** A frame of the event stream. */
function event(seq, type, data, view) {
  const payload = { type: "session/event", sessionId: `s${markup}`, event: { type, seq, time: 1, data }, view };
  return `data: ${JSON.stringify({ method: "session/event", payload })}\n\n`;
}

function call(seq, name, title, view) {
  const data = { turn: 1, step: 1, callId: `c${seq}${title}`, name, arguments: title };
  return event(seq, "tool/call", data, { for: "call", view: { title, ...view } });
}

function result(seq, title, text, view, more = {}) {
  const callId = `c${seq - 1}${title}`;
  const content = [{ type: "tool-result", toolCallId: callId, content: [{ type: "text", text }], isError: false }];
  return event(seq, "tool/result", { turn: 1, step: 1, message: { source: { callId }, content }, ...more }, { for: "result", view });
}

/** A conversation in which every text is the same. */
function everywhere(text) {
  const source = { url: text, title: text, snippet: text, publishedAt: text };
  const nested = Array.from({ length: 70 }, (_, level) => `${"  ".repeat(level)}- ${level}`).join("\n");
  const answer = `${text}\n\n[${text}](${text}) ![${text}](https://a.example/${encodeURIComponent(text)})\n\n# ${text}\n\n`
    + `|${text}|b|\n|-|-|\n|${text}|x|\n\n\`\`\`${text}\n${text}\n\`\`\`\n\n${nested}\n\n${"> ".repeat(200)}deep\n\n[^${text}]\n\n[^${text}]: ${text}`;
  return [
    event(0, "session/title", { title: text }),
    event(1, "user/message", { content: [{ type: "text", text }], source: { kind: "user" } }),
    event(2, "user/message", { content: [{ type: "text", text }, { type: "image", mediaType: text, name: text }], source: { kind: "plugin", plugin: text, summary: text } }),
    event(3, "assistant/message", { turn: 1, step: 1, message: { content: [{ type: "reasoning", text }, { type: "text", text: answer }] } }),
    call(4, text, text, { card: "generic", kind: "other", rawInput: text, locations: [{ path: text, line: 1 }] }),
    result(5, text, text, { card: "generic", title: text }, { error: { name: text, code: text } }),
    call(6, "bash", text, { card: "terminal", description: text, cwd: text }),
    result(7, text, text, { card: "terminal", output: text, signal: text }),
    call(8, "web_search", text, { card: "generic", kind: "search" }),
    result(9, text, text, { card: "web", kind: "search", sources: [source, { ...source, url: `https://${"b".repeat(60)}.example/${encodeURIComponent(text)}` }], answer, truncated: true }),
    call(10, "web_fetch", text, { card: "generic", kind: "fetch" }),
    result(11, text, answer, { card: "web", kind: "fetch", url: text, statusCode: 200, truncated: true }),
    call(12, "edit", text, { card: "diff", diffs: [{ path: text, oldText: text, newText: text }] }),
    result(13, text, text, { card: "diff", diffs: [{ path: text, oldText: text, newText: text }] }),
    call(14, "grep", text, { card: "hologram", kind: text }),
    result(15, text, text, { card: "search", shape: "matches", files: [{ path: text, matches: [{ lineNumber: 1, line: text }] }], truncated: true, total: 9 }),
    call(16, "glob", text, { card: "generic", kind: "search" }),
    result(17, text, text, { card: text }),
    `data: ${text}\n\n`,
    event(30, "turn/end", { turn: 1, reason: { kind: "error", error: { message: text, code: text } } }),
  ].join("");
}

async function open(page, session, body) {
  await page.route("**/recordings/search-basic.sse", (route) => route.fulfill({ contentType: "text/event-stream", body }));
  await session.open("search-basic");
  // Every card open, then everything in the cards that opens.
  for (const closed of ['.headline[aria-expanded="false"]', '.flow .fold[aria-expanded="false"]']) {
    while (await page.locator(closed).count() > 0) await page.locator(closed).first().click();
  }
}

for (const [name, text] of [["markup", markup], ["long words", long]]) {
  test(`${name} in every place is text, fits, and is asked of nobody`, async ({ complaints, page, session }) => {
    complaints.expect(/no card for/);
    await open(page, session, everywhere(text));
    await expect(session.cards).toHaveCount(7);
    await expect(page.locator("main :is(img, script, iframe, object, embed, form, style, link, [onerror], [onclick])")).toHaveCount(0);
    for (const link of await page.locator("main a[target]").all()) {
      await expect(link).toHaveAttribute("href", /^https?:/);
      await expect(link).toHaveAttribute("rel", "noopener noreferrer");
      await expect(link).toHaveAttribute("referrerpolicy", "no-referrer");
    }
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
}

test("what is nested a thousand times deep is read or named, and the rest is shown", async ({ page, session }) => {
  const deep = `${"[".repeat(1000)}1${"]".repeat(1000)}`;
  const frame = `data: {"payload":{"type":"session/event","sessionId":"s","event":{"type":"tool/call","seq":0,"data":${deep}}}}\n\n`;
  const said = (seq, text) => event(seq, "user/message", { content: [{ type: "text", text }], source: { kind: "user" } });
  const body = frame + said(1, "after the frame") + call(2, "tool", "t", { card: "generic", rawInput: "x" })
    + event(4, "assistant/message", { turn: 1, step: 2, message: { content: [{ type: "text", text: `${">".repeat(8000)} a\n\n${"*".repeat(8000)}b\n\n${"[".repeat(8000)}c` }] } })
    + said(5, "after the answer");
  await open(page, session, body);
  await expect(session.persons).toHaveText(["after the frame", "after the answer"]);
  await expect(session.notices.filter({ hasText: "could not be read" })).toHaveCount(1);
});

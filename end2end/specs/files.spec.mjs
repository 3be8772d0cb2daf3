// Recordings of a person's own: picked, dropped, kept in the browser, and refused with a reason.
import { createWriteStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "../fixtures.mjs";
import { zip } from "../zip.mjs";

const recordings = fileURLToPath(new URL("../../tests/recordings/", import.meta.url));
const shipped = fileURLToPath(new URL("../../public/recordings/", import.meta.url));

const SUBAGENT = "e15143a8-4f4c-4f5d-bc5a-1b405bad9f00";

/** The export of a real session with its subagent, packed as the host packs it. */
async function exported() {
  const log = (name) => readFile(path.join(recordings, "ws/export", name));
  return zip([
    ["session.jsonl", await log("session.jsonl")],
    [`subagents/${SUBAGENT}/session.jsonl`, await log(`subagents__${SUBAGENT}__session.jsonl`)],
    ["media/1.png", "never loaded"],
  ]);
}

const file = (name, text) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(text) });

const forms = {
  "an event stream": path.join(shipped, "search-basic.sse"),
  "JSON Lines of frames": path.join(recordings, "ws/search-basic.jsonl"),
  "a history answer": path.join(recordings, "sse/history/search-basic.json"),
  "a page of history in its wrapping": path.join(recordings, "ws/rpc/06-session.history-tail-2.json"),
  "a stored log": path.join(recordings, "ws/export/session.jsonl"),
};
for (const [form, file] of Object.entries(forms)) {
  test(`${form} is opened with the picker`, async ({ page, home, session, files }) => {
    await home.open();
    await expect(files.empty).toBeVisible();
    await files.pick(file);
    await session.read();
    await expect(page).toHaveURL(/\?file=[0-9a-f]+$/);
    await expect(session.cards.first()).toBeVisible();
    await expect(files.rail).toHaveText([path.basename(file)]);
    await expect(files.rail).toHaveAttribute("aria-current", "page");
    await expect(files.messages).toHaveCount(0);
  });
}

test("an exported archive is one recording with the session and its subagent", async ({ home, session, files }) => {
  await home.open();
  await files.pick({ name: "dsh-session-1.zip", mimeType: "application/zip", buffer: await exported() });
  await session.read();
  await expect(session.sessions).toHaveCount(2);
  await expect(session.persons.first()).toContainText("[[scenario:subagent]] go");
  await session.sessions.nth(1).click();
  await expect(session.page).toHaveURL(new RegExp(`session=${SUBAGENT}`));
  await expect(session.cards.first()).toBeVisible();
});

test("a file may be dropped on any page", async ({ page, session, files }) => {
  await session.open("fetch");
  const text = await readFile(forms["JSON Lines of frames"], "utf8");
  const drag = await files.drag({ name: "dropped.recording", text });
  await expect(files.overlay).toBeVisible();
  await drag.leave();
  await expect(files.overlay).toBeHidden();
  await (await files.drag({ name: "dropped.recording", text })).drop();
  await expect(files.overlay).toBeHidden();
  await expect(page).toHaveURL(/file=/);
  await session.read();
  await expect(session.card("rust wasm frameworks").verb).toHaveText("Searched");
  await page.goBack();
  await expect(session.heading).toHaveText("Mock fetch");
});

test("what is dragged and is no file is left alone", async ({ page, home, files }) => {
  await home.open();
  await page.locator("main").evaluate((main) => {
    const data = new DataTransfer();
    data.setData("text/plain", "words");
    main.dispatchEvent(new DragEvent("dragenter", { dataTransfer: data, bubbles: true }));
  });
  await expect(files.overlay).toBeHidden();
});

test("of several files each is kept, and the first is shown", async ({ page, home, session, files }) => {
  await home.open();
  await files.pick(forms["a stored log"], forms["an event stream"]);
  await session.read();
  await expect(files.rail).toHaveCount(2);
  await expect(files.rail.filter({ hasText: "session.jsonl" })).toHaveAttribute("aria-current", "page");
  await page.goto("./");
  await expect(files.list).toHaveCount(2);
});

const bad = {
  "empty.jsonl": ["", /The file is empty/],
  "login.html": ["<!doctype html><title>Log in</title>", /web page/],
  "notes.txt": ["\n\nDear diary", /Line 3 is neither an event stream nor JSON: “Dear diary”/],
  "package.json": ['{"name":"webcard"}', /Line 1: this is no event of a session: event\.type should be a string and is missing/],
  "broken.json": ['{\n  "events": [\n    {,}\n  ]\n}', /Line 3: not readable as JSON \(key must be a string\)/],
  "page.pdf": ["%PDF-1.7\n", /PDF/],
  "session.jsonl.zstd": [Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]), /compressed with Zstandard.*zstd -d/],
  "other.zip": [zip([["a.txt", "x"]]), /no session\.jsonl/],
  "cut.zip": [zip([["session.jsonl", "{}"]]).subarray(0, 60), /damaged or was cut off/],
  "bomb.zip": [zip([["session.jsonl", Buffer.alloc(40_000_000, " ")]]), /unpacks to more than 17 MB/],
  "up.zip": [zip([["../session.jsonl", "{}"]]), /“\.\.\/session\.jsonl”/],
};
test("what is no recording says why, and what is open stays open", async ({ page, session, files }) => {
  await session.open("search-basic");
  const card = session.card("rust wasm frameworks");
  await card.headline.click();
  await expect(card.sources).toHaveCount(0);
  const before = await session.flow.innerText();
  for (const [name, [content, reason]] of Object.entries(bad)) {
    await page.evaluate(() => { document.querySelector(".flow").dataset.same = "yes"; });
    await files.pick(file(name, content));
    await expect(files.messages).toHaveText(reason);
    await expect(files.messages).toContainText(name);
    await expect(files.messages).toContainText("Not opened.");
  }
  await expect(page).toHaveURL(/recording=search-basic$/);
  await expect(session.flow).toHaveAttribute("data-same", "yes");
  expect(await session.flow.innerText()).toBe(before);
  await expect(files.rail).toHaveCount(0);
  await files.messages.getByRole("button", { name: "Dismiss" }).click();
  await expect(files.messages).toHaveCount(0);
});

test("a file is there after a reload, by its address, and until it is removed", async ({ page, home, session, files }) => {
  await home.open();
  const name = `<img src=x onerror=alert(1)> ${"long ".repeat(30)}\u202eexport.jsonl`;
  await files.pick({ ...file(name, await readFile(forms["JSON Lines of frames"])) });
  await session.read();
  const address = page.url();
  await page.goto("./");
  const shown = name.replace("\u202e", "");
  await expect(files.kept(shown)).toBeVisible();
  await page.goto(address);
  await session.read();
  await expect(session.cards.first()).toBeVisible();
  await page.reload();
  await session.read();
  await expect(session.cards.first()).toBeVisible();

  await page.goto("./");
  const remove = page.getByRole("button", { name: `Remove ${shown}` });
  await remove.click();
  await expect(files.list).toHaveCount(0);
  await expect(files.messages).toContainText("Removed from this browser.");
  await files.messages.getByRole("button", { name: "Undo" }).click();
  await expect(files.kept(shown)).toBeVisible();
  await expect(files.messages).toHaveCount(0);
  await remove.click();
  await expect(files.list).toHaveCount(0);
  await expect(files.empty).toBeVisible();
  await page.goto(address);
  await expect(session.notices).toContainText("not in this browser");
  await expect(page.locator("main img")).toHaveCount(0);
});

test("the keyboard goes on with the next file when one is removed, and then with opening", async ({ page, home, session, files }) => {
  await home.open();
  for (const form of ["a stored log", "an event stream"]) {
    await files.pick(forms[form]);
    await session.read();
    await page.goto("./");
  }
  await expect(files.list).toHaveCount(2);
  await expect(page.locator('.opened li[data-kept="true"]')).toHaveCount(2);
  await files.list.first().getByRole("button").focus();
  await page.keyboard.press("Enter");
  await expect(files.list).toHaveCount(1);
  await expect(files.list.getByRole("button")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(files.list).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Open a file…" })).toBeFocused();
});

test("a page of a file that is not here has a heading and a title all the same", async ({ page, session }) => {
  await page.goto("./?file=0");
  await expect(session.notices).toContainText("not in this browser");
  await expect(session.heading).toHaveText("Recording");
  await expect(page).toHaveTitle("Recording – Webcard");
});

test("whoever goes on while an archive is unpacked is left where they are", async ({ page, home, session, files }) => {
  await page.addInitScript(() => {
    const { arrayBuffer } = Blob.prototype;
    const gate = new Promise((open) => { window.openGate = open; });
    Blob.prototype.arrayBuffer = async function () {
      await gate;
      return arrayBuffer.call(this);
    };
  });
  await home.open();
  await files.pick({ name: "late.zip", mimeType: "application/zip", buffer: await exported() });
  await home.recording("search-basic").click();
  await session.read();
  await page.evaluate(() => window.openGate());
  await expect(files.rail).toHaveText(["late.zip"]);
  await expect(files.messages).toContainText("Opened: it is in the list of your files.");
  await expect(page).toHaveURL(/recording=search-basic$/);
  await files.messages.getByRole("link", { name: "Show it" }).click();
  await session.read();
  await expect(page).toHaveURL(/file=/);
  await expect(session.sessions).toHaveCount(2);
  await expect(files.messages).toHaveCount(0);
});

test("lines of something else at the head of a file do not hide the conversation", async ({ home, session, files }) => {
  await home.open();
  const log = await readFile(forms["JSON Lines of frames"], "utf8");
  const foreign = [1, 2, 3, 4, 5, 5, 5].map((x) => JSON.stringify({ x })).join("\n");
  await files.pick(file("tool.jsonl", `{"comment":"exported by tool"}\n${foreign}\n${log}`));
  await session.read();
  await expect(session.cards.first()).toBeVisible();
  await expect(session.sessions).toHaveCount(0);
  await expect(session.notices).toHaveCount(4);
  await session.notices.last().getByRole("button", { name: "Show more (3 left)" }).click();
  await expect(session.notices.last()).toContainText("3 times");
});

for (const [how, forbid] of Object.entries({
  "is forbidden": () => Object.defineProperty(window, "indexedDB", { get() { throw new DOMException("no", "SecurityError"); } }),
  "is not there": () => Object.defineProperty(window, "indexedDB", { value: undefined }),
  "has no room": () => {
    IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
  },
})) {
  test(`where storage ${how}, a file opens for this visit and says so`, async ({ page, home, session, files }) => {
    await page.addInitScript(forbid);
    await home.open();
    await files.pick(forms["an event stream"]);
    await session.read();
    await expect(session.cards.first()).toBeVisible();
    await expect(files.messages).toContainText("after a reload it must be opened again");
    await page.locator(".brand").click();
    await expect(files.list).toHaveText(/this visit only/);
    await files.list.getByRole("link").click();
    await session.read();
    await expect(session.cards.first()).toBeVisible();
    await page.reload();
    await expect(session.notices).toContainText("not in this browser");
  });
}

/** A recording of about so many megabytes: turns of a real session, again and again. */
async function large(megabytes, target) {
  const line = (seq, type, data) =>
    `${JSON.stringify({ frame: { payload: { type: "session/event", sessionId: "large", event: { type, seq, time: seq, data } } } })}\n`;
  const out = createWriteStream(target);
  const text = "What was read is shown as it was read, and nothing is left out of it. ".repeat(4000);
  let [seq, bytes] = [0, 0];
  const write = (piece) => new Promise((resolve) => {
    bytes += piece.length;
    out.write(piece) ? resolve() : out.once("drain", resolve);
  });
  for (let turn = 1; bytes < megabytes * 1_000_000; turn++) {
    await write(line(seq++, "turn/start", { turn })
      + line(seq++, "tool/call", { turn, step: 1, callId: `c${turn}`, name: "read", arguments: `{"path":"${turn}.txt"}` })
      + line(seq++, "tool/result", { turn, step: 1, message: { source: { callId: `c${turn}` },
        content: [{ type: "tool-result", toolCallId: `c${turn}`, content: [{ type: "text", text }], isError: false }] } })
      + line(seq++, "turn/end", { turn, reason: { kind: "completed" } }));
  }
  await new Promise((resolve) => out.end(resolve));
  return seq / 4;
}

// LARGE_MB=200 for a measurement by hand.
const megabytes = Number(process.env.LARGE_MB ?? 50);
test(`${megabytes} MB are read as a stream, with progress, and can be stopped`, async ({ page, home, session, files, tape }, info) => {
  test.setTimeout(180_000);
  const target = info.outputPath("large.jsonl");
  const turns = await large(megabytes, target);
  const { size } = await stat(target);
  await home.open();
  const started = Date.now();
  await files.pick(target);
  await expect(files.progress).toContainText(`of ${Math.round(size / 1_000_000)} MB`);
  await session.cards.first().waitFor();
  const first = Date.now() - started;
  await page.locator('.flow[aria-busy="false"]').waitFor({ timeout: 150_000 });
  const heap = await page.evaluate(() => performance.memory.usedJSHeapSize);
  console.log(`  ${size} bytes, ${turns} turns: first card after ${first} ms, all after ${Date.now() - started} ms, JS heap ${heap} bytes`);
  const events = await tape.total();
  expect(events, "a call, its result, an answer and the turn's end").toBe(4 * turns);
  expect(await tape.at()).toBe(events);
  expect(await session.cards.count(), "only the first of them are mounted").toBeLessThan(turns);
  await expect(files.progress).toHaveCount(0);

  await page.goto("./");
  await files.kept("large.jsonl").getByRole("link").click();
  await files.cancel.click();
  await expect(session.notices).toContainText("stopped here");
  await expect(tape.root, "what was not read to its end cannot be played").toHaveCount(0);
});

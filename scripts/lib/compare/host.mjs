// The real host, run from where scripts/compare installed it, with a home of its own and the scripted model.
import { spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { serveModel } from "./model.mjs";
import { FILES, FIRST_CARD, LAST_LINE, PROMPT } from "./session.mjs";

const STARTS_WITHIN_MS = 30_000;
const ANSWERS_WITHIN_MS = 60_000;

/** Starts the host that is installed in `folder` with the Node.js binary `node`. `close` ends all of it. */
export async function startHost({ folder, node }) {
  const product = path.join(folder, "node_modules/@deepseek-ai/dsh");
  const scratch = await mkdtemp(path.join(tmpdir(), "webcard-compare-"));
  const model = await serveModel();
  const port = await freePort();
  await prepareHome(scratch, product);

  const host = spawn(node, [path.join(product, "lib/bin.js"), "web", "--no-open", "--port", String(port)], {
    cwd: path.join(scratch, "project"),
    env: {
      PATH: `${path.dirname(node)}:/usr/local/bin:/usr/bin:/bin`,
      HOME: path.join(scratch, "home"),
      LANG: "C.UTF-8",
      DEEPSEEK_API_KEY: "none",
      DEEPSEEK_BASE_URL: model.url,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = [];
  host.stdout.on("data", (text) => said.push(text));
  host.stderr.on("data", (text) => said.push(text));
  let running = true;
  const ended = new Promise((resolve) => {
    host.once("exit", resolve);
    host.once("error", (error) => resolve(said.push(error.message)));
  }).then(() => { running = false; });
  // However we end, nothing of it stays.
  const remove = () => {
    host.kill("SIGKILL");
    rmSync(scratch, { recursive: true, force: true, maxRetries: 3 });
  };
  process.once("exit", remove);

  const close = async () => {
    host.kill("SIGTERM");
    await Promise.race([ended, sleep(3_000)]);
    process.off("exit", remove);
    remove();
    await model.close();
  };

  const url = `http://127.0.0.1:${port}`;
  try {
    await until(STARTS_WITHIN_MS, "the host did not start", async () => {
      if (!running) throw new Error("the host ended as soon as it was started");
      return call(url, "host.describe", {}).catch(() => null);
    });
  } catch (error) {
    await close();
    throw new Error(`${error.message}; it said:\n${said.join("").slice(-2_000)}`);
  }
  return { url, close };
}

/** Has the scripted session run. Its `history` is the host's own answer, as text; `firstCard` and `lastLine` stand in it. */
export async function runSession({ url }) {
  const { sessionId } = await call(url, "session.create", {});
  await call(url, "session.prompt", { sessionId, mode: "queue", content: [{ type: "text", text: PROMPT }] });
  const history = await until(ANSWERS_WITHIN_MS, "the session did not come to its end", async () => {
    const { items } = await call(url, "session.list", {});
    if (items.find((item) => item.sessionId === sessionId)?.running) return null;
    // What the host's client asks for, so both clients read the same bytes.
    const body = await post(url, "session.history", { sessionId, maxMessages: 50 });
    const { events } = JSON.parse(body).result.value;
    return events.some(({ event }) => event.type === "turn/end") ? body : null;
  });
  return { id: sessionId, history, firstCard: FIRST_CARD, lastLine: LAST_LINE };
}

/** A home in which the host asks nobody outside, and in which its notice to testers was read already. */
async function prepareHome(scratch, product) {
  const home = path.join(scratch, "home/.dsh");
  const preset = path.join(home, ".agent-presets/scripted");
  await mkdir(path.dirname(preset), { recursive: true });
  await cp(path.join(product, "config/agent-presets/standard"), preset, { recursive: true });
  const agent = path.join(preset, "agent.cordis.yml");
  // Fetching is off in the product.
  await writeFile(agent, (await readFile(agent, "utf8")).replace(/^ {4}fetch: false$/m, "    fetch: true"));
  await writeFile(path.join(preset, "preset.yml"), "name: scripted\ndescription: standard, with fetching\n");
  await writeFile(path.join(home, "settings.yaml"), "ui-onboarding:\n  welcomeNoticeVersion: 2026-08-13.1\n");
  await writeFile(path.join(home, "cordis.patch.yml"), `
- id: web
  config: { searchProvider: scripted, fetchProvider: scripted }
- id: agent-presets
  config: { default: scripted }
- insert:
    - id: scripted-web
      name: ${JSON.stringify(fileURLToPath(new URL("web.mjs", import.meta.url)))}
`);
  for (const [name, text] of Object.entries(FILES)) {
    const file = path.join(scratch, "project", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

async function post(url, method, payload) {
  const response = await fetch(`${url}/api/${method}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ type: "client-request", rpcId: method, method, payload }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`${method}: status ${response.status}: ${body}`);
  return body;
}

async function call(url, method, payload) {
  const { result } = JSON.parse(await post(url, method, payload));
  if (!result.ok) throw new Error(`${method}: ${result.error.message}`);
  return result.value;
}

/** Asks again and again until there is an answer that is not null. */
async function until(milliseconds, otherwise, ask) {
  const end = Date.now() + milliseconds;
  while (Date.now() < end) {
    const answer = await ask();
    if (answer !== null) return answer;
    await sleep(100);
  }
  throw new Error(otherwise);
}

async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

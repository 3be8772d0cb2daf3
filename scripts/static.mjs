// A small server for the built app: static files, streamed, on 127.0.0.1 only, under any path.
//   node scripts/static.mjs [--root DIR] [--port N] [--prefix /PATH/]
import { createReadStream } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".wasm": "application/wasm",
  ".jsonl": "application/x-ndjson",
  ".sse": "text/event-stream; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

// Trunk puts a digest into these names, so what stands behind one never changes.
const HASHED = /-[0-9a-f]{16}(_bg|_second)?\.\w+$/;

/** The file that a URL's path names, or null: nothing outside `root` is ever named, be it by `..` or by a symbolic link. */
async function locate(root, pathname) {
  try {
    let file = await realpath(path.join(root, decodeURIComponent(pathname)));
    if ((await stat(file)).isDirectory()) file = await realpath(path.join(file, "index.html"));
    if (!file.startsWith(root + path.sep)) return null;
    const { size } = await stat(file);
    return { file, size };
  } catch {
    return null; // not there, or a path that cannot be one
  }
}

/** Serves the folder `root` under `prefix`; port 0 takes a free one. */
export async function serve({ root, port = 0, prefix = "/" }) {
  const folder = await realpath(root);

  const server = createServer(async (request, response) => {
    const refuse = (status, headers = {}) => response.writeHead(status, headers).end();
    const pathname = request.url.split(/[?#]/, 1)[0];
    if (request.method !== "GET" && request.method !== "HEAD") return refuse(405, { Allow: "GET, HEAD" });
    if (`${pathname}/` === prefix) return refuse(301, { Location: prefix });
    if (!pathname.startsWith(prefix)) return refuse(404);

    const found = await locate(folder, pathname.slice(prefix.length));
    if (!found) return refuse(404);
    response.writeHead(200, {
      "Content-Type": TYPES[path.extname(found.file)] ?? "application/octet-stream",
      "Content-Length": found.size,
      "Cache-Control": HASHED.test(found.file) ? "max-age=31536000, immutable" : "no-cache",
      "X-Content-Type-Options": "nosniff",
    });
    if (request.method === "HEAD") return response.end();
    // A reader that goes away ends the stream with an error that concerns nobody.
    pipeline(createReadStream(found.file), response, () => {});
  });

  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${server.address().port}${prefix}`,
    close: () => new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      root: { type: "string", default: fileURLToPath(new URL("../dist", import.meta.url)) },
      port: { type: "string", default: "8080" },
      prefix: { type: "string", default: "/" },
    },
  });
  try {
    const { url } = await serve({ ...values, port: Number(values.port) });
    console.log(`Webcard is served at ${url} (Ctrl-C ends it)`);
  } catch (error) {
    console.error(error.code === "EADDRINUSE"
      ? `Port ${values.port} is in use already: end what listens there, or choose another one with --port N.`
      : String(error));
    process.exitCode = 1;
  }
}

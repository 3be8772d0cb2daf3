// The app with recordings that come in two parts, the second of which is held back until the test lets it go.
import { createServer } from "node:http";

/** Serves `site` anew, with `parts` of text in place of every recording. `release()` lets the second part go. */
export async function serveSlowly(site, parts) {
  let release;
  const released = new Promise((resolve) => { release = resolve; });
  const server = createServer(async (request, response) => {
    if (!request.url.includes("/recordings/")) {
      const answer = await fetch(new URL(request.url, site.url));
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") });
      return response.end(Buffer.from(await answer.arrayBuffer()));
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(parts[0]);
    await released;
    return response.end(parts[1]);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    release,
    async close() {
      release();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

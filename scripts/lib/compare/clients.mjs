// The two clients, each with where it is opened and by what one sees how far it is.
import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { serve } from "../../static.mjs";

/** The app in `dist`. It shows the session in place of a recording that comes with it, so that all goes its usual way. */
export async function webcard({ dist, session }) {
  const root = await mkdtemp(path.join(tmpdir(), "webcard-compare-"));
  await cp(dist, root, { recursive: true });
  await writeFile(path.join(root, "recordings/search-basic.sse"), session.history);
  const site = await serve({ root });
  return {
    name: "Webcard",
    url: `${site.url}?recording=search-basic`,
    storage: {},
    marks: {
      shell: ["nav.rail", ""],
      firstCard: [".flow .card", session.firstCard],
      complete: [".flow", session.lastLine],
    },
    card: ".flow .card",
    close: async () => {
      await site.close();
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** The client that the host serves. It opens at the session, as for a person who was there before. */
export function hostsClient({ host, session }) {
  return {
    name: "host’s client",
    url: `${host.url}/`,
    storage: { "dsh.sessions.current": JSON.stringify({ sessionId: session.id }) },
    marks: {
      shell: ['[data-slot="sidebar"] button', ""],
      firstCard: ["[data-chat-call-id]", session.firstCard],
      complete: ["[data-chat-flow]", session.lastLine],
    },
    card: "[data-chat-call-id]",
  };
}

// The built app, served for a script that measures it.
import { rmSync } from "node:fs";
import { cp, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { serve } from "../static.mjs";

const DIST = fileURLToPath(new URL("../../dist", import.meta.url));

/** Serves it with `recording` (text or bytes) in place of one that comes with it, so that all goes its usual way. */
export async function serveApp(recording) {
  const root = await mkdtemp(path.join(tmpdir(), "webcard-app-"));
  await cp(DIST, root, { recursive: true });
  await writeFile(path.join(root, "recordings/bash.sse"), recording);
  // However we end, it does not stay.
  const remove = () => rmSync(root, { recursive: true, force: true });
  process.once("exit", remove);
  const site = await serve({ root });
  return {
    url: `${site.url}?recording=bash`,
    recordingUrl: `${site.url}recordings/bash.sse`,
    close: async () => {
      await site.close();
      process.off("exit", remove);
      remove();
    },
  };
}

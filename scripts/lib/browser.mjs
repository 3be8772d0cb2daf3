// The browser of the end-to-end tests, for scripts that measure.
import { createRequire } from "node:module";
import config from "../../end2end/playwright.config.mjs";

const { chromium } = createRequire(new URL("../../end2end/", import.meta.url))("@playwright/test");

/** Starts it. It ends with us, however we end. */
export async function launch() {
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
  return chromium.launch({ ...config.use.launchOptions, ...signals });
}

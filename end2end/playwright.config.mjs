// Runs the specs against the release build in ../dist (scripts/test end2end makes sure that it is there).
// Each test serves it for itself on a free port: see fixtures.mjs.
import { defineConfig } from "@playwright/test";

// Chromium's sandbox does not work for root, who runs the tests on a build machine.
const sandbox = process.getuid?.() === 0 ? ["--no-sandbox"] : [];

export default defineConfig({
  testDir: "specs",
  outputDir: "results",
  reporter: "list",
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 30_000,
  use: {
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "UTC",
    viewport: { width: 1280, height: 800 },
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: [
        ...sandbox,
        "--headless=new",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        // The browser itself asks nobody for anything either.
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
});

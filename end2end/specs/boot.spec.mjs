// Before the app runs, when it cannot, and when it has broken.
import { expect, test } from "../fixtures.mjs";

const WASM = "**/*.wasm";

test("says that it is loading until the app is there", async ({ page, home, notice }) => {
  let arrive;
  const held = new Promise((resolve) => { arrive = resolve; });
  await page.route(WASM, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("./", { waitUntil: "commit" });
  await expect(notice.loading).toBeVisible();
  await expect(notice.loading).toHaveText(/Loading Webcard…/);
  await expect(notice.loading.getByText("正在加载")).toBeHidden();
  arrive();
  await expect(home.recordings.first()).toBeVisible();
  await expect(notice.loading).toHaveCount(0);
  await expect(notice.failed).toBeHidden();
  await expect(notice.crashed).toBeHidden();
});

test.describe("in Chinese", () => {
  test.use({ locale: "zh-CN" });
  test("the notices are Chinese", async ({ page, notice, complaints }) => {
    complaints.expect(/./);
    await page.route(WASM, (route) => route.abort());
    await page.goto("./");
    await expect(notice.failed).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "zh-CN");
    await expect(notice.failed.getByRole("heading", { name: "Webcard 无法加载" })).toBeVisible();
    await expect(notice.failed.getByText("could not be loaded")).toBeHidden();
    await expect(notice.reload).toHaveText(/重新加载/);
  });
});

test.describe("in a language that the app does not speak", () => {
  test.use({ locale: "fr-FR" });
  test("the page is English", async ({ page, home }) => {
    await home.open();
    await expect(home.recordings.first()).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
  });
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("says what it needs, in both languages", async ({ page, notice, complaints }) => {
    complaints.expect(/preloaded/); // in vain
    await page.goto("./");
    await expect(notice.noscript.getByText("needs JavaScript and WebAssembly")).toBeVisible();
    await expect(notice.noscript.getByText("需要 JavaScript 和 WebAssembly")).toBeVisible();
    await expect(notice.loading).toBeHidden();
    await expect(notice.failed).toBeHidden();
  });
});

test("without WebAssembly it says that it cannot be loaded", async ({ page, notice, complaints }) => {
  complaints.expect(/no WebAssembly/, /preloaded/);
  await page.addInitScript(() => { delete window.WebAssembly; });
  await page.goto("./");
  await expect(notice.failed).toBeVisible();
  await expect(notice.loading).toHaveCount(0);
  expect(await notice.details()).toContain("no WebAssembly");
});

const broken = {
  "the wasm is not there": [WASM, (route) => route.fulfill({ status: 404, body: "gone" })],
  "the wasm is cut": [WASM, (route) => route.fulfill({ contentType: "application/wasm", body: "\0asm\x01\0\0\0\x01" })],
  "the wasm is something else": [WASM, (route) => route.fulfill({ contentType: "text/html", body: "<p>Log in first" })],
  "the network fails": [WASM, (route) => route.abort()],
  "the loader is not there": ["**/webcard-*.js", (route) => route.fulfill({ status: 404, body: "gone" })],
};
for (const [what, [url, answer]] of Object.entries(broken)) {
  test(`when ${what}, it says that it cannot be loaded, and Reload tries again`, async ({ page, home, notice, complaints }) => {
    complaints.expect(/./);
    await page.route(url, answer);
    await page.goto("./");
    await expect(notice.failed).toBeVisible();
    await expect(notice.loading).toHaveCount(0);
    await page.unroute(url);
    await notice.reload.click();
    await expect(home.recordings.first()).toBeVisible();
    await expect(notice.failed).toBeHidden();
  });
}

// Stands between the app's loader and the module: counts the calls, and makes the next one trap when told to.
const wiretap = () => {
  const { instantiateStreaming } = WebAssembly;
  window.calls = 0;
  WebAssembly.instantiateStreaming = async (...args) => {
    const { module, instance } = await instantiateStreaming(...args);
    const exports = Object.fromEntries(Object.entries(instance.exports).map(([name, value]) =>
      [name, typeof value !== "function" ? value : (...args) => {
        window.calls += 1;
        if (window.trap) throw new WebAssembly.RuntimeError("unreachable");
        return value(...args);
      }]));
    return { module, instance: { exports } };
  };
};
const back = () => window.dispatchEvent(new PopStateEvent("popstate"));

for (const [how, breakIt] of Object.entries({
  "a panic": () => window.webcardCrashed("panicked at src/main.rs: on purpose"),
  "a trap": () => {
    window.trap = true;
    window.dispatchEvent(new PopStateEvent("popstate"));
    window.trap = false;
  },
})) {
  test(`after ${how} a notice stands, and nothing reaches the app any more`, async ({ page, home, notice, complaints }) => {
    complaints.expect(/unreachable/);
    await page.addInitScript(wiretap);
    await home.open();
    await expect(home.recordings.first()).toBeVisible();

    // The app does listen before, or what follows would show nothing.
    const before = await page.evaluate(() => window.calls);
    await page.evaluate(back);
    await expect.poll(() => page.evaluate(() => window.calls)).toBeGreaterThan(before);

    await page.evaluate(breakIt);
    await expect(notice.crashed).toBeVisible();
    await expect(page.locator("#app")).toHaveCount(0);
    await expect(notice.reload).toBeFocused();
    expect(await page.evaluate(() => window.__webcardDown)).toBe(true);
    expect(await notice.details()).toMatch(/on purpose|unreachable/);

    const calls = await page.evaluate(() => window.calls);
    await page.evaluate(back);
    await page.mouse.click(5, 5);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 800, height: 600 });
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => window.calls)).toBe(calls);

    await notice.reload.click();
    await expect(home.recordings.first()).toBeVisible();
    await expect(notice.crashed).toBeHidden();
  });
}

test("a stored theme is set before the app runs", async ({ page, notice, complaints }) => {
  complaints.expect(/preloaded/); // and not used, in this test
  await page.addInitScript(() => localStorage.setItem("webcard.theme", "dark"));
  await page.route(WASM, () => {}); // never answered
  await page.goto("./", { waitUntil: "commit" });
  await expect(notice.loading).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("the policy of the page forbids scripts and styles that stand in it", async ({ page, home, complaints }) => {
  complaints.expect(/Content Security Policy/);
  await home.open();
  await expect(home.recordings.first()).toBeVisible();
  const seen = await page.evaluate(async () => {
    const violated = [];
    document.addEventListener("securitypolicyviolation", (event) => violated.push(event.effectiveDirective));
    window.ran = [];
    const script = document.createElement("script");
    script.textContent = "ran.push('script')";
    document.body.append(script);
    document.body.setAttribute("onclick", "ran.push('attribute')");
    document.body.click();
    const style = document.createElement("style");
    style.textContent = "body{display:none}";
    document.body.append(style);
    await fetch("http://127.0.0.1:9/").catch(() => {});
    // In a task of its own: what the test itself evaluates is exempt.
    await new Promise((resolve) => setTimeout(() => {
      try {
        (0, eval)("ran.push('eval')");
      } catch {
        setTimeout(resolve, 50); // its event comes later
      }
    }));
    return { violated: violated.sort(), ran: window.ran };
  });
  expect(seen.ran).toEqual([]);
  expect(seen.violated).toEqual(["connect-src", "script-src", "script-src-attr", "script-src-elem", "style-src-elem"]);
});

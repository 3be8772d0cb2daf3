// The cards of the recordings that ship with the app.
import { expect, test } from "../fixtures.mjs";

test("a search: the answer, then numbered sources with host, date and snippet", async ({ session }) => {
  await session.open("search-basic");
  const card = session.card("rust wasm frameworks");
  await expect(card.verb).toHaveText("Searched");
  await expect(card.chips).toHaveText(["4 sources"]);
  await expect(card.answer).toHaveText("Dioxus, Leptos and Yew are the common choices.");
  await expect(card.sources.locator(".number")).toHaveText(["1", "2", "3", "4"]);
  await expect(card.sources.locator(".title")).toHaveText([
    "Dioxus | Fullstack crossplatform app framework for Rust",
    "Leptos",
    "Yew",
    "github.com",
  ]);
  await expect(card.sources.locator(".host")).toHaveText(["dioxuslabs.com", "leptos.dev", "yew.rs", "github.com"]);
  await expect(card.source(1).locator("time")).toHaveText("1 Jul 2026");
  await expect(card.source(1).locator("time")).toHaveAttribute("title", "2026-07-01");
  await expect(card.source(1).locator(".snippet")).toContainText("single codebase");
});

test("a click on a citation opens its page in a tab that knows nothing of this one", async ({ context, session, traffic }) => {
  traffic.allow("https://dioxuslabs.com");
  let referer = "not asked for";
  await context.route("https://dioxuslabs.com/**", async (route) => {
    referer = route.request().headers().referer;
    await route.fulfill({ contentType: "text/html", body: "<title>Dioxus</title>" });
  });
  await session.open("search-basic");
  const [popup] = await Promise.all([
    context.waitForEvent("page"),
    session.card("rust wasm frameworks").source(1).getByRole("link").click(),
  ]);
  await popup.waitForLoadState();
  expect(popup.url()).toBe("https://dioxuslabs.com/");
  expect(await popup.evaluate(() => [window.opener, document.referrer])).toEqual([null, ""]);
  expect(referer).toBeUndefined();
  await expect(session.heading).toBeVisible();
});

test("searches of every sort: nothing found, cut, failed", async ({ session }) => {
  await session.open("search-variants");
  const none = session.card("nothing at all");
  await expect(none.chips).toHaveText(["no results"]);
  await expect(none.body).toContainText("No results");
  const many = session.card("many results please");
  await expect(many.chips).toHaveText(["8 sources", "list cut"]);
  await expect(many.sources).toHaveCount(8);
  const failed = session.card("provider failure");
  await expect(failed.verb).toHaveText("Web search");
  await expect(failed.chips).toHaveText(["failed"]);
  await expect(failed.content).toHaveText("Error: mock search backend is overloaded");
});

test("hostile sources are text, and only http and https become links", async ({ page, session }) => {
  await session.open("search-variants");
  const card = session.card("hostile strings");
  await expect(card.sources).toHaveCount(5);
  await expect(card.source(1).getByRole("link")).toHaveCount(0);
  await expect(card.source(1)).toContainText("javascript:alert(1)");
  await expect(card.source(2).locator(".title")).toHaveText("<img src=x onerror=alert(1)>");
  await expect(card.answer).toContainText("<script>alert(1)</script>");
  await expect(page.locator("main img, main script, main iframe, main [onerror]")).toHaveCount(0);
  const schemes = await page.locator("main a[target]").evaluateAll((links) => [...new Set(links.map((link) => link.protocol))]);
  expect(schemes.every((scheme) => ["http:", "https:"].includes(scheme))).toBe(true);
  await expect(card.source(4).locator(".snippet")).toHaveClass(/clamped/);
  await card.source(4).getByRole("button", { name: "Show all" }).click();
  await expect(card.source(4).locator(".snippet")).not.toHaveClass(/clamped/);
});

test("fetches: the final address, the status and its meaning, the page", async ({ session }) => {
  await session.open("fetch");
  const page = session.card("/site/ok.html");
  await expect(page.verb).toHaveText("Fetched");
  await expect(page.chips).toHaveText(["200 OK"]);
  await expect(page.body.getByRole("heading", { name: "Ferris the crab" })).toBeVisible();
  await expect(page.body).not.toContainText("Fetched http");
  await page.body.getByRole("button", { name: "Source text" }).click();
  await expect(page.content).toContainText("# Ferris the crab");
  const moved = session.card("/site/moved");
  await expect(moved.body.locator(".fetched a")).toHaveAttribute("href", /\/site\/ok\.html$/);
  const missing = session.card("/site/nope.html");
  await expect(missing.verb).toHaveText("Web page");
  await expect(missing.chips).toHaveText(["404 Not Found"]);
  await expect(session.card("/site/boom").chips).toHaveText(["500 Internal Server Error"]);
  await expect(session.card("ftp://example.com/file").chips).toHaveText(["failed"]);
});

test("every other view is drawn with all of its fields", async ({ session }) => {
  await session.open("files");
  const read = session.card("notes/long.txt");
  await read.headline.click();
  await expect(read.body.locator(".lines .number")).toHaveText(["10", "11", "12", "13", "14"]);
  const matches = session.card("Grep fn");
  await matches.headline.click();
  await expect(matches.body.locator(".lines code").first()).toContainText("fn main");
  const paths = session.card("Glob **/*.rs");
  await paths.headline.click();
  await expect(paths.body.locator(".paths li")).toHaveCount(1);
  await session.open("bash");
  const failing = session.card("exit 3");
  await expect(failing.verb).toHaveText("Command");
  await expect(failing.chips).toHaveText(["exit 3"]);
  await expect(failing.body).toContainText("Exit with code 3");
  await expect(session.card("sleep 5").chips).toHaveText(["SIGTERM"]);
});

test("every card shows its JSON", async ({ session }) => {
  await session.open("search-basic");
  const card = session.card("rust wasm frameworks");
  await card.json.click();
  const json = JSON.parse(await card.body.locator("pre.json").textContent());
  expect(json.call.event.data.name).toBe("web_search");
  expect(json.result.view.view.sources).toHaveLength(4);
  await card.json.click();
  await expect(card.sources).toHaveCount(4);
});

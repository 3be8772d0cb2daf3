// One build works wherever it is put.
import { expect, test } from "../fixtures.mjs";

for (const prefix of ["/", "/webcard/", "/a/b/"]) {
  test.describe(`under ${prefix}`, () => {
    test.use({ prefix });

    test("home, a link, back and forward", async ({ page, home, session, site }) => {
      await home.open();
      await home.recording("search-basic").click();
      await expect(page).toHaveURL(`${site.url}?recording=search-basic`);
      await expect(session.heading).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(site.url);
      await page.goForward();
      await expect(page).toHaveURL(`${site.url}?recording=search-basic`);
    });

    test("a deep link, and its reload", async ({ page, session, traffic }) => {
      for (const visit of [() => session.open("search-basic"), () => page.reload()]) {
        traffic.requests.length = 0;
        await visit();
        await expect(session.heading).toBeVisible();
        await expect.poll(() => traffic.fetched.map((request) => request.url()).join(" ")).toContain("recordings/search-basic.sse");
      }
    });
  });
}

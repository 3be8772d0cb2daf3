// What a browser has to fetch to show a session for the first time.
import { constants, brotliCompressSync } from "node:zlib";
import { expect, test } from "../fixtures.mjs";

const MOST_BYTES = 350_000;
const MOST_REQUESTS = 6;

// As a good host would send it.
const brotli = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }).length;

test(`a session takes at most ${MOST_REQUESTS} requests and ${MOST_BYTES} bytes`, async ({ page, session, traffic }) => {
  await session.open("search-basic");
  await expect(session.heading).toBeVisible();
  await page.waitForLoadState("networkidle");

  const rows = [];
  for (const request of traffic.fetched) {
    const body = await (await request.response()).body();
    rows.push({ file: new URL(request.url()).pathname, bytes: body.length, brotli: brotli(body) });
  }
  const total = rows.reduce((sum, row) => sum + row.brotli, 0);
  for (const { file, bytes, brotli } of rows) console.log(`  ${file}: ${bytes} bytes, ${brotli} as brotli`);
  console.log(`  first load: ${rows.length} requests, ${total} bytes as brotli`);

  expect(new Set(rows.map(({ file }) => file)).size, "nothing is fetched twice").toBe(rows.length);
  expect(rows.some(({ file }) => file.endsWith(".wasm"))).toBe(true);
  expect(rows.some(({ file }) => file.endsWith(".sse"))).toBe(true);
  expect(rows.length).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(total).toBeLessThanOrEqual(MOST_BYTES);
});

// Loaded by the host as a plugin: its search and its fetch, answered from the script and not from the web.
import { fetched, searched } from "./session.mjs";

export const name = "webcard-compare-web";
export const inject = ["web"];

export function apply(ctx) {
  ctx.web.registerSearchProvider({
    id: "scripted",
    available: () => true,
    search: async ({ query }) => ({ truncated: false, ...searched(query) }),
  });
  ctx.web.registerFetchProvider({
    id: "scripted",
    available: () => true,
    fetch: async ({ url }) => {
      const { statusCode, html } = fetched(url);
      return { url, statusCode, truncated: false, body: { kind: "html", content: html } };
    },
  });
}

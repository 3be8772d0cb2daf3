// The worker that finds the colours of code (see src/ui/highlighter.rs). It holds the library and its languages, each loaded
// when first needed, and turns the library's markup into numbers: nothing that it says becomes HTML anywhere.
//
//   in    { id, language, text }   `language` is the name of a file in highlight/languages
//   out   { id }                   the languages are loaded, the work begins
//   out   { id, runs }             a Uint32Array of start, length and kind of each run of one colour, in UTF-16 units and
//                                  in order; empty where there is nothing to colour
import hljs from "./highlight/core.min.js";

// In the order of `Kind::ALL` in src/text/code/runs.rs.
const KINDS = ["comment", "keyword", "string", "number", "title", "type", "attribute", "meta", "addition", "deletion"];

// The library's scopes. Those not named here have the colour of what is around them.
const SCOPES = {
  comment: ["comment", "quote"],
  keyword: ["keyword", "doctag", "selector-tag", "name", "bullet"],
  string: ["string", "regexp", "char", "symbol", "code", "link"],
  number: ["number", "literal"],
  title: ["title", "section", "selector-id", "selector-class"],
  type: ["type", "built_in", "class", "template-tag"],
  attribute: ["attr", "attribute", "variable", "template-variable", "selector-attr", "selector-pseudo"],
  meta: ["meta"],
  addition: ["addition"],
  deletion: ["deletion"],
};
const kinds = new Map(Object.entries(SCOPES).flatMap(([kind, scopes]) => scopes.map((scope) => [scope, KINDS.indexOf(kind)])));
kinds.set("subst", null); // code in a string

// Languages inside of others.
const INSIDE = {
  dockerfile: ["bash"],
  javascript: ["xml", "css", "graphql"],
  markdown: ["xml"],
  shell: ["bash"],
  typescript: ["xml", "css", "graphql"],
  xml: ["javascript", "css"],
};

hljs.configure({ classPrefix: "" });

const loading = new Map();
function load(language) {
  if (!loading.has(language)) {
    const loaded = import(`./highlight/languages/${language}.min.js`)
      .then((module) => hljs.registerLanguage(language, module.default));
    loaded.catch(() => loading.delete(language)); // to be tried again
    loading.set(language, loaded);
  }
  return loading.get(language);
}

/** The runs in the library's markup, which consists of text, five entities, and spans with a class. */
function runs(markup) {
  const found = [];
  const around = [null];
  let at = 0;
  for (const [piece, scope] of markup.matchAll(/<span class="([^" ]*)[^>]*>|<\/span>|&[^;]*;|[^<&]+/g)) {
    if (scope !== undefined) around.push(kinds.has(scope) ? kinds.get(scope) : around.at(-1));
    else if (piece === "</span>") around.pop();
    else {
      const [kind, length] = [around.at(-1), piece.startsWith("&") ? 1 : piece.length];
      const last = found.length - 3;
      if (kind !== null && found[last + 2] === kind && found[last] + found[last + 1] === at) found[last + 1] += length;
      else if (kind !== null) found.push(at, length, kind);
      at += length;
    }
  }
  return { found, length: at };
}

addEventListener("message", async ({ data: { id, language, text } }) => {
  let answer = [];
  try {
    await Promise.all([language, ...(INSIDE[language] ?? [])].map(load));
    postMessage({ id });
    const { found, length } = runs(hljs.highlight(text, { language, ignoreIllegals: true }).value);
    if (length === text.length) answer = found;
  } catch {
    // Without its language, or with a grammar that fails, the text stays plain.
  }
  const colours = Uint32Array.from(answer);
  postMessage({ id, runs: colours }, [colours.buffer]);
});

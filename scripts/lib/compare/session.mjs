// The session that both clients are shown: what the person asks, what the scripted model does, and what the web says.

export const PROMPT = "Which Rust frameworks are there for the web? Look around here too, and leave a note.";
export const TITLE = "Rust frameworks for the web";

/** Stands in the headline of the first tool call, in both clients. */
export const FIRST_CARD = "rust web frameworks";
/** The end of the last answer. */
export const LAST_LINE = "That is all there is to say about it.";

const ANSWER = `# Three frameworks

**Leptos**, *Dioxus* and \`yew\` are the common choices; see [the book](https://book.leptos.dev/).

1. Leptos: signals
2. Dioxus: one code base
   - web
   - desktop

> A component is a function that runs once.

| crate | since |
|:------|------:|
| yew | 2017 |
| dioxus | 2021 |
| leptos | 2022 |

\`\`\`rust
fn main() {
    println!("hello {}", 1 + 1); // a comment
}
\`\`\`

- [x] looked around
- [ ] chose one

${LAST_LINE}
`;

const search = (query) => ({ tool: "web_search", args: { queries: [query] } });
const fetchPage = (url) => ({ tool: "web_fetch", args: { url } });

/** One entry for each request to the model: what it thinks and says, and the tools it calls. */
export const STEPS = [
  {
    reasoning: "Search first, then read the pages, then the files here.",
    text: "I will look around first.",
    calls: [search(FIRST_CARD)],
  },
  {
    calls: [
      fetchPage("https://leptos.dev/"),
      fetchPage("https://example.com/gone"),
      search("rust web frameworks compared"),
      search("a search that fails"),
    ],
  },
  {
    calls: [
      { tool: "read", args: { file_path: "src/main.rs" } },
      { tool: "grep", args: { pattern: "fn \\w+" } },
      { tool: "glob", args: { pattern: "**/*.rs" } },
      { tool: "bash", args: { command: "ls src; exit 3", description: "List the sources, and fail" } },
    ],
  },
  { calls: [{ tool: "write", args: { file_path: "notes.txt", content: "leptos\nyew\n" } }] },
  { calls: [{ tool: "edit", args: { file_path: "notes.txt", old_string: "yew", new_string: "dioxus" } }] },
  {
    calls: [{
      tool: "todo_write",
      args: { todos: [{ content: "Look around", status: "completed" }, { content: "Choose one", status: "in_progress" }] },
    }],
  },
  { text: ANSWER },
];

/** The folder in which the agent works. */
export const FILES = {
  "src/main.rs": 'fn main() {\n    println!("hello");\n}\n\nfn helper(x: i32) -> i32 {\n    x + 1\n}\n',
};

/** What a search finds, or why it fails. */
export function searched(query) {
  if (query.includes("fails")) throw new Error("the search service is overloaded");
  if (query.includes("compared")) {
    const sources = Array.from({ length: 12 }, (_, index) => ({
      url: `https://example.com/comparison-${index + 1}`,
      title: `Comparison number ${index + 1}`,
      snippet: `What comparison number ${index + 1} says of size, speed and comfort.`,
      publishedAt: `2026-07-${String(index + 1).padStart(2, "0")}`,
    }));
    return { content: "Twelve comparisons were found.", sources };
  }
  return {
    content: "**Leptos**, Dioxus and Yew are the common choices [1][2][3].",
    sources: [
      { url: "https://leptos.dev/", title: "Leptos", snippet: "A cutting-edge Rust framework for the modern web.", publishedAt: "2026-07-01" },
      { url: "https://dioxuslabs.com/", title: "Dioxus", snippet: "Web, desktop and mobile with a single code base." },
      { url: "https://yew.rs/", title: "Yew", publishedAt: "2025-12-24T00:00:00Z" },
      { url: "https://github.com/flosse/rust-web-framework-comparison" },
    ],
  };
}

/** What stands at an address. */
export function fetched(url) {
  if (url.endsWith("/gone")) return { statusCode: 404, html: "<h1>Not found</h1><p>No such page.</p>" };
  return {
    statusCode: 200,
    html: "<h1>Leptos</h1><p>Build <b>fast</b> web apps in Rust.</p><ul><li>signals</li><li>no virtual DOM</li></ul><pre><code>view! { &lt;p/&gt; }</code></pre>",
  };
}

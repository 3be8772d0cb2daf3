//! The recordings that come with the app. The list is compiled in, so that showing it costs no request.

use crate::lang::{Blurb, Recordings};

/// A recording that comes with the app.
#[derive(Debug)]
pub struct Shelved {
    /// Its name in an address.
    pub name: &'static str,
    /// Its file in `recordings/`.
    pub file: &'static str,
    /// What it shows.
    pub blurb: fn(&Recordings) -> &Blurb,
    /// Whether it holds nothing but messages and searches of the web, and nothing in it failed: that much the app's first
    /// part can show.
    pub plain: bool,
}

/// All of them, in the order of the home page.
pub const SHELF: &[Shelved] = &[
    Shelved { name: "search-basic", file: "search-basic.sse", blurb: |texts| &texts.search_basic, plain: true },
    Shelved {
        name: "search-variants",
        file: "search-variants.sse",
        blurb: |texts| &texts.search_variants,
        plain: false,
    },
    Shelved { name: "search-multi", file: "turn-search-multi.jsonl", blurb: |texts| &texts.search_multi, plain: true },
    Shelved { name: "fetch", file: "fetch.sse", blurb: |texts| &texts.fetch, plain: false },
    Shelved { name: "files", file: "files.jsonl", blurb: |texts| &texts.files, plain: false },
    Shelved { name: "bash", file: "bash.sse", blurb: |texts| &texts.bash, plain: false },
    Shelved { name: "markdown", file: "turn-markdown.sse", blurb: |texts| &texts.markdown, plain: false },
    Shelved { name: "todo", file: "todo.sse", blurb: |texts| &texts.todo, plain: false },
    Shelved { name: "ask", file: "ask.sse", blurb: |texts| &texts.ask, plain: false },
    Shelved {
        name: "approve-allowed",
        file: "approve-allowed-once.sse",
        blurb: |texts| &texts.approve_allowed,
        plain: false,
    },
    Shelved {
        name: "approve-rejected",
        file: "approve-rejected.sse",
        blurb: |texts| &texts.approve_rejected,
        plain: false,
    },
    Shelved { name: "subagent", file: "subagent.sse", blurb: |texts| &texts.subagent, plain: false },
    Shelved { name: "jobs", file: "jobs.jsonl", blurb: |texts| &texts.jobs, plain: false },
    Shelved { name: "model-error", file: "model-error.sse", blurb: |texts| &texts.model_error, plain: false },
];

/// The recording of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Shelved> {
    SHELF.iter().find(|entry| entry.name == name)
}

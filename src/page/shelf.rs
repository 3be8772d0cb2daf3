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
}

/// All of them, in the order of the home page.
pub const SHELF: &[Shelved] = &[
    Shelved { name: "search-basic", file: "search-basic.sse", blurb: |texts| &texts.search_basic },
    Shelved { name: "search-variants", file: "search-variants.sse", blurb: |texts| &texts.search_variants },
    Shelved { name: "search-multi", file: "turn-search-multi.jsonl", blurb: |texts| &texts.search_multi },
    Shelved { name: "fetch", file: "fetch.sse", blurb: |texts| &texts.fetch },
    Shelved { name: "files", file: "files.jsonl", blurb: |texts| &texts.files },
    Shelved { name: "bash", file: "bash.sse", blurb: |texts| &texts.bash },
    Shelved { name: "markdown", file: "turn-markdown.sse", blurb: |texts| &texts.markdown },
    Shelved { name: "todo", file: "todo.sse", blurb: |texts| &texts.todo },
    Shelved { name: "ask", file: "ask.sse", blurb: |texts| &texts.ask },
    Shelved { name: "approve-allowed", file: "approve-allowed-once.sse", blurb: |texts| &texts.approve_allowed },
    Shelved { name: "approve-rejected", file: "approve-rejected.sse", blurb: |texts| &texts.approve_rejected },
    Shelved { name: "subagent", file: "subagent.sse", blurb: |texts| &texts.subagent },
    Shelved { name: "jobs", file: "jobs.jsonl", blurb: |texts| &texts.jobs },
    Shelved { name: "model-error", file: "model-error.sse", blurb: |texts| &texts.model_error },
];

/// The recording of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Shelved> {
    SHELF.iter().find(|entry| entry.name == name)
}

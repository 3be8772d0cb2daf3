//! Every word a person reads, one table a language.
//!
//! The tables are of one type, so a text that a language lacks does not compile. Text that comes from the wire (titles,
//! answers, error messages) is not ours to translate and stands as sent.

mod en;
mod zh;

pub use en::EN;
pub use zh::ZH;

use crate::view::fields::Kind;

/// The languages there are.
pub const ALL: &[&Strings] = &[&EN, &ZH];

/// One language's texts. A field is named after what it says.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Strings {
    /// The value of the page's `lang` attribute.
    pub tag: &'static str,
    pub tagline: &'static str,
    pub boot: Boot,
    pub nav: Nav,
    pub recordings: Recordings,
    pub load: Load,
    pub tape: Tape,
    pub files: Files,
    pub flow: Flow,
    pub card: Card,
    pub faces: Faces,
    pub diff: Diff,
    pub web: Web,
    pub terminal: Terminal,
    pub plan: Plan,
    pub inquiry: Inquiry,
    pub fields: FieldNames,
    pub kind: fn(Kind) -> &'static str,
    /// What an HTTP status means; `None` for one that is not registered.
    pub http: fn(i64) -> Option<&'static str>,
}

/// What the page says without the app; `index.html` holds the same words.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Boot {
    pub loading: &'static str,
    pub noscript: &'static str,
    pub failed: &'static str,
    pub failed_why: &'static str,
    pub crashed: &'static str,
    pub crashed_why: &'static str,
    pub reload: &'static str,
    pub part: &'static str,
    pub part_why: &'static str,
    pub details: &'static str,
}

#[allow(missing_docs)]
#[derive(Debug)]
pub struct Nav {
    pub home: &'static str,
    pub recordings: &'static str,
    pub sessions: &'static str,
    pub untitled: &'static str,
    pub skip: &'static str,
    pub theme: &'static str,
    pub theme_system: &'static str,
    pub theme_light: &'static str,
    pub theme_dark: &'static str,
}

/// What a shipped recording shows.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Blurb {
    pub title: &'static str,
    pub about: &'static str,
}

#[allow(missing_docs)]
#[derive(Debug)]
pub struct Recordings {
    pub search_basic: Blurb,
    pub search_variants: Blurb,
    pub search_multi: Blurb,
    pub fetch: Blurb,
    pub files: Blurb,
    pub bash: Blurb,
    pub markdown: Blurb,
    pub todo: Blurb,
    pub ask: Blurb,
    pub approve_allowed: Blurb,
    pub approve_rejected: Blurb,
    pub subagent: Blurb,
    pub jobs: Blurb,
    pub model_error: Blurb,
}

/// The state of a recording that is being read.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Load {
    pub reading: &'static str,
    pub complete: &'static str,
    /// What a recording is called of which no title and no name is known.
    pub untitled: &'static str,
    pub failed: &'static str,
    pub unknown_recording: fn(&str) -> String,
    pub unknown_session: fn(&str) -> String,
    pub status: fn(u16) -> String,
    pub unreachable: &'static str,
    pub broke_off: &'static str,
    pub not_a_recording: fn(u64, &str) -> String,
    pub empty_file: &'static str,
    pub empty: &'static str,
    pub retry: &'static str,
    pub only_listed: fn(usize) -> String,
}

/// Playing a recording.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Tape {
    pub label: &'static str,
    pub play: &'static str,
    pub pause: &'static str,
    pub speed: &'static str,
    pub quarter: &'static str,
    pub normal: &'static str,
    pub at_once: &'static str,
    pub time_line: &'static str,
    pub event_of: fn(u64, u64) -> String,
    pub newest: &'static str,
}

/// The files that a person opens.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Files {
    pub title: &'static str,
    pub none: &'static str,
    pub open: &'static str,
    pub drop: &'static str,
    pub drop_where: &'static str,
    pub remove: &'static str,
    pub removed: &'static str,
    pub undo: &'static str,
    pub opened: &'static str,
    pub show: &'static str,
    pub dismiss: &'static str,
    pub messages: &'static str,
    pub not_opened: &'static str,
    pub this_visit: &'static str,
    pub not_kept: &'static str,
    pub folder: &'static str,
    pub unreadable: &'static str,
    pub gone: &'static str,
    pub unpacking: &'static str,
    /// So many bytes of so many.
    pub progress: fn(&str, &str) -> String,
    pub cancel: &'static str,
    pub stopped: &'static str,
    pub at_line: fn(u64, &str) -> String,
    pub malformed: fn(&str, &str, &str) -> String,
    pub html: &'static str,
    pub pdf: &'static str,
    pub utf16: &'static str,
    /// How it is packed, and the command that unpacks it.
    pub packed: fn(&str, &str) -> String,
    pub binary: &'static str,
    pub no_session: &'static str,
    pub archive_damaged: &'static str,
    pub archive_no_session: &'static str,
    pub archive_too_many: &'static str,
    pub archive_too_large: fn(&str) -> String,
    pub archive_name: fn(&str) -> String,
    pub archive_twice: fn(&str) -> String,
    pub archive_overlap: fn(&str) -> String,
    pub archive_encrypted: fn(&str) -> String,
    pub archive_method: fn(&str, u16) -> String,
    pub archive_corrupt: fn(&str) -> String,
}

/// The conversation around the cards.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Flow {
    pub conversation: &'static str,
    pub you: &'static str,
    pub answer: &'static str,
    pub context: &'static str,
    pub context_from: fn(&str) -> String,
    pub thinking: &'static str,
    pub thought: &'static str,
    /// How much of an answer that is still being written is not shown yet: characters.
    pub more_to_come: fn(usize) -> String,
    pub interrupted: &'static str,
    pub turn_failed: &'static str,
    pub turn_failed_retried: &'static str,
    pub turn_stopped: &'static str,
    pub turn_max_tokens: &'static str,
    pub turn_blocked: &'static str,
    pub turn_other: fn(&str) -> String,
    pub turn_ended: &'static str,
    pub gap: fn(u64) -> String,
    pub retry: &'static str,
    pub retry_of: fn(u64, u64) -> String,
    pub retry_in: fn(u64) -> String,
    pub host_failed: &'static str,
    pub earlier: &'static str,
    pub unreadable: &'static str,
    /// How often the same came.
    pub times: fn(u64) -> String,
    pub not_json: &'static str,
    pub cut_off: &'static str,
    pub too_large: fn(u64) -> String,
    /// Larger than so many MiB.
    pub large_event: fn(u64) -> String,
    /// The same.
    pub large_document: fn(u64) -> String,
    pub unfinished: &'static str,
    pub image: fn(&str) -> String,
    pub footnotes: &'static str,
    pub footnote: fn(u32) -> String,
    pub table: &'static str,
    pub back: &'static str,
    pub code: &'static str,
    pub done: &'static str,
    pub open: &'static str,
    pub more: fn(usize) -> String,
}

/// What all cards share.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Card {
    pub pending: &'static str,
    pub running: &'static str,
    pub failed: &'static str,
    pub stopped: &'static str,
    pub no_result: &'static str,
    pub without_call: &'static str,
    pub reports_error: &'static str,
    pub as_content: &'static str,
    pub request: &'static str,
    pub model_saw: &'static str,
    pub content: &'static str,
    pub output: &'static str,
    pub json: &'static str,
    pub show_all: &'static str,
    pub show_less: &'static str,
    /// How many more a press shows, and how many there are in all.
    pub show_more: fn(usize, usize) -> String,
    /// How many characters of a text are not shown, on the button that shows more of them.
    pub show_rest: fn(usize) -> String,
    pub copy: &'static str,
    pub copied: &'static str,
    pub not_copied: &'static str,
    pub nothing_yet: &'static str,
    pub was_stopped: &'static str,
    pub nothing_received: &'static str,
    pub nothing_returned: &'static str,
    pub broken: &'static str,
    pub too_much: &'static str,
    pub unknown_card: fn(&str) -> String,
    pub unknown_kind: fn(&str, &str) -> String,
    pub unknown_shape: fn(&str, &str) -> String,
    pub malformed: fn(&str, &str, &str) -> String,
    pub exit_code: fn(i64) -> String,
    pub list_cut: &'static str,
    pub list_was_cut: &'static str,
    pub of_total: fn(usize, u64) -> String,
    pub listed: fn(usize) -> String,
    pub only_listed: fn(usize, u64) -> String,
    pub matches: fn(usize) -> String,
    /// From which line to which, of how many.
    pub lines_of: fn(u64, u64, u64) -> String,
    /// How many lines, of how many where that is known.
    pub lines: fn(usize, Option<u64>) -> String,
    pub number_jump: &'static str,
    pub no_lines_of: fn(u64, u64) -> String,
    pub nothing_listed: &'static str,
    pub empty_file: &'static str,
    pub no_matches: &'static str,
    pub no_output: &'static str,
    /// Leads to the session that a call has started.
    pub open_session: &'static str,
}

/// A card's headline: what is being done, what was done, and the bare name for all other states.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Verbs {
    pub doing: &'static str,
    pub done: &'static str,
    pub name: &'static str,
}

#[allow(missing_docs)]
#[derive(Debug)]
pub struct Faces {
    pub web_search: Verbs,
    pub web_fetch: Verbs,
    pub file_search: Verbs,
    pub read: Verbs,
    pub edit: Verbs,
    pub terminal: Verbs,
    pub plan: Verbs,
    pub question: Verbs,
    pub agent: Verbs,
    pub tool: Verbs,
}

/// The diff card.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Diff {
    pub layout: &'static str,
    pub unified: &'static str,
    pub split: &'static str,
    pub new_file: &'static str,
    pub overwritten: &'static str,
    pub proposed: &'static str,
    pub to_write: &'static str,
    pub excerpt: &'static str,
    pub no_changes: &'static str,
    pub only_ends: &'static str,
    pub ends: fn(&str, &str) -> String,
    pub open_end: &'static str,
    pub unchanged: fn(usize) -> String,
    pub more_removed: fn(usize) -> String,
    pub more_added: fn(usize) -> String,
    pub more_places: &'static str,
    pub rest_of_line: fn(usize) -> String,
}

/// A plan and its steps.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Plan {
    pub title: &'static str,
    pub done_of: fn(usize, usize) -> String,
    pub no_steps: &'static str,
    pub nothing_planned: &'static str,
    pub to_do: &'static str,
    pub under_way: &'static str,
    pub done: &'static str,
    /// The status of a step whose status cannot be read.
    pub unknown: &'static str,
}

/// What a person is asked, and how it was settled.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Inquiry {
    pub question: &'static str,
    pub approval: &'static str,
    pub waits_for_answer: &'static str,
    pub waits_for_approval: &'static str,
    pub answered: &'static str,
    pub cancelled: &'static str,
    pub allowed_once: &'static str,
    pub rejected: &'static str,
    pub not_said: &'static str,
    pub one_of: &'static str,
    pub some_of: &'static str,
    pub chosen: &'static str,
    pub own_words: &'static str,
    pub nothing_chosen: &'static str,
}

/// The web card.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Web {
    pub answer: &'static str,
    pub sources: fn(usize) -> String,
    pub no_results: &'static str,
    pub nothing_found: &'static str,
    pub content_cut: &'static str,
    pub look_alike: &'static str,
    pub credentials: &'static str,
    pub not_a_link: &'static str,
    pub new_tab: &'static str,
    pub status: fn(i64) -> String,
    pub source: fn(u32) -> String,
    pub as_text: &'static str,
    pub as_markdown: &'static str,
    pub no_content: &'static str,
}

/// The terminal card.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct Terminal {
    pub end_unknown: &'static str,
    /// How many lines and characters of the output are not shown; without lines, it is a part of one.
    pub omitted: fn(usize, usize) -> String,
    pub show_more: &'static str,
}

/// The names of fields that are shown as a label and a value.
#[allow(missing_docs)]
#[derive(Debug)]
pub struct FieldNames {
    pub arguments: &'static str,
    pub input: &'static str,
    pub kind: &'static str,
    pub description: &'static str,
    pub files: &'static str,
    pub error: &'static str,
    pub language: &'static str,
    pub path: &'static str,
    pub task: &'static str,
    pub tool: &'static str,
    pub reason: &'static str,
}

impl Strings {
    /// The table for the language of a page, as its `lang` attribute names it (`boot.js` has chosen it from the reader's
    /// own); English where there is no other.
    #[must_use]
    pub fn of(tag: &str) -> &'static Self {
        let language = |tag: &str| tag.split('-').next().unwrap_or_default().to_ascii_lowercase();
        ALL.iter().copied().find(|strings| language(strings.tag) == language(tag)).unwrap_or(&EN)
    }
}

/// A number with a comma after each three digits, as both languages write it.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_of_a_page_is_that_of_its_language() {
        assert_eq!(Strings::of("zh-CN").tag, "zh-CN");
        assert_eq!(Strings::of("ZH-Hant").tag, "zh-CN");
        for other in ["en", "en-GB", "tlh", "", "-", "é"] {
            assert_eq!(Strings::of(other).tag, "en");
        }
    }

    #[test]
    fn the_digits_of_a_number_are_grouped() {
        let numbers = [0, 7, 999, 1_000, 123_456, 1_234_567].map(grouped);
        assert_eq!(numbers, ["0", "7", "999", "1,000", "123,456", "1,234,567"]);
        assert_eq!((EN.terminal.omitted)(1, 2_000), "1 line (2,000 characters) not shown");
        assert_eq!((EN.terminal.omitted)(0, 2_000), "2,000 characters of a line not shown");
    }

    #[test]
    fn every_status_that_has_a_meaning_has_one_in_every_language() {
        for code in 0..1000 {
            for strings in ALL {
                assert_eq!((strings.http)(code).is_some(), (EN.http)(code).is_some(), "{code} in {}", strings.tag);
            }
        }
        assert_eq!((EN.http)(404), Some("Not Found"));
        assert_eq!((ZH.http)(404), Some("未找到"));
    }
}

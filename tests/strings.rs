//! Every word a person reads comes from the string tables.
#![cfg(not(target_arch = "wasm32"))]
// All of this is tests, also what stands outside of a test function.
#![allow(clippy::expect_used)]

use std::fs;
use std::path::{Path, PathBuf};
use webcard::lang::ALL;

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file of the project")
}

#[test]
fn the_page_says_without_the_app_what_the_tables_say() {
    let page = read("index.html");
    for strings in ALL {
        let boot = &strings.boot;
        let lang = strings.tag.split('-').next().unwrap_or_default();
        for text in [
            boot.loading,
            boot.noscript,
            boot.failed,
            boot.failed_why,
            boot.crashed,
            boot.crashed_why,
            boot.reload,
            boot.part,
            boot.part_why,
            strings.load.retry,
            boot.details,
        ] {
            let span = format!("<span lang=\"{lang}\">{text}</span>");
            assert!(page.contains(&span), "index.html lacks {span}");
        }
    }
}

#[test]
fn the_page_knows_every_language_that_there_is_a_table_for() {
    let (boot, style) = (read("public/boot.js"), read("style/base.css"));
    for strings in ALL {
        let lang = strings.tag.split('-').next().unwrap_or_default();
        assert!(boot.contains(&format!("{lang}: \"{}\"", strings.tag)), "boot.js lacks {lang}");
        assert!(style.contains(&format!("html[data-lang=\"{lang}\"]")), "base.css lacks {lang}");
    }
}

#[test]
fn the_dark_colours_are_the_same_in_both_places() {
    let style = read("style/tokens.css");
    let dark: Vec<Vec<&str>> = style
        .split('{')
        .filter(|block| block.contains("color-scheme: dark;"))
        .map(|block| {
            block.split('}').next().unwrap_or_default().lines().map(str::trim).filter(|line| !line.is_empty()).collect()
        })
        .collect();
    assert_eq!(dark.len(), 2);
    assert_eq!(dark.first(), dark.last());
    assert!(dark.iter().all(|lines| lines.len() > 15));
}

/// A mark stands in the middle of a line. (Chinese has no capitals; a status's name is the registry's.)
#[test]
fn marks_begin_with_a_small_letter_in_every_language() {
    for strings in ALL {
        let (card, web, plan, asked) = (&strings.card, &strings.web, &strings.plan, &strings.inquiry);
        let diff = &strings.diff;
        let counts = [
            (card.listed)(1),
            (card.lines)(1, None),
            (card.lines_of)(1, 2, 3),
            (card.no_lines_of)(1, 2),
            (card.exit_code)(1),
            (card.of_total)(1, 2),
            (card.matches)(1),
            (web.sources)(1),
            (web.status)(1),
            (plan.done_of)(1, 2),
        ];
        let words = [
            strings.load.reading,
            strings.load.complete,
            strings.files.this_visit,
            strings.flow.interrupted,
            card.pending,
            card.running,
            card.failed,
            card.stopped,
            card.no_result,
            card.without_call,
            card.reports_error,
            card.as_content,
            card.list_cut,
            web.no_results,
            web.content_cut,
            web.look_alike,
            web.credentials,
            web.not_a_link,
            strings.terminal.end_unknown,
            plan.no_steps,
            plan.under_way,
            plan.unknown,
            asked.waits_for_answer,
            asked.waits_for_approval,
            asked.answered,
            asked.cancelled,
            asked.allowed_once,
            asked.rejected,
            asked.not_said,
            diff.new_file,
            diff.overwritten,
            diff.proposed,
            diff.to_write,
        ];
        for mark in words.into_iter().chain(counts.iter().map(String::as_str)) {
            assert!(!mark.starts_with(char::is_uppercase) && !mark.ends_with(['.', '。']), "{mark}");
        }
        for sentence in
            [card.list_was_cut, card.nothing_listed, card.no_matches, web.nothing_found, plan.nothing_planned]
        {
            assert!(!sentence.starts_with(char::is_lowercase) && sentence.ends_with(['.', '。']), "{sentence}");
        }
    }
}

/// The Rust files below a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// String literals of the code that a person could read: several letters, and nothing that only code has.
fn words(code: &str) -> Vec<&str> {
    code.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(|text| text.contains(' ') && text.chars().filter(|c| c.is_alphabetic()).count() > 3)
        .filter(|text| text.chars().next().is_some_and(char::is_uppercase) || text.ends_with('.'))
        .collect()
}

#[test]
fn no_component_holds_words_of_its_own() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for room in ["card", "page", "ui", "present"] {
        for path in sources(&src.join(room)) {
            let code = fs::read_to_string(&path).expect("a source file");
            let found: Vec<_> =
                words(&code).into_iter().filter(|text| !is_a_drawing(text) && !WIRE.contains(text)).collect();
            assert_eq!(found, Vec::<&str>::new(), "{}", path.display());
        }
    }
}

/// What a host writes, to be recognised and not to be read.
const WIRE: [&str; 1] = ["Fetched {url} (HTTP {})"];

/// The paths of icons look like words to the eye of this test.
fn is_a_drawing(text: &str) -> bool {
    text.starts_with('M') && text.chars().all(|c| c.is_ascii_digit() || "MLHVCAZmlhvcaz .-".contains(c))
}

#[test]
fn words_in_a_component_would_be_found() {
    assert_eq!(words("view! { <p>\"No results here\"</p> }"), ["No results here"]);
    assert_eq!(words("class=\"chip warn\""), Vec::<&str>::new());
}

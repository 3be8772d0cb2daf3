//! The house has one direction: a room names only those below it, and only the upper rooms know of a browser.

#![cfg(not(target_arch = "wasm32"))]
// Clippy's leave for tests does not reach the helpers beside them.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each room with the rooms it may name.
const ROOMS: [(&str, &[&str]); 13] = [
    ("stream", &[]),
    ("text", &[]),
    ("view", &[]),
    ("transcript", &["view"]),
    ("dialect", &["stream", "view", "transcript"]),
    ("replay", &["stream", "dialect", "transcript"]),
    ("opening", &["stream", "view", "dialect", "transcript"]),
    ("lang", &["view", "transcript", "text"]),
    ("present", &["stream", "view", "text", "transcript", "opening", "lang"]),
    ("keep", &["stream", "opening"]),
    ("ui", &["text", "lang", "present"]),
    ("card", &["ui", "present", "view", "text", "transcript", "lang"]),
    (
        "page",
        &[
            "stream",
            "text",
            "view",
            "transcript",
            "dialect",
            "replay",
            "opening",
            "lang",
            "present",
            "keep",
            "ui",
            "card",
        ],
    ),
];

/// The rooms that draw, and the one that keeps files in the browser.
const UPPER: [&str; 4] = ["keep", "ui", "card", "page"];

/// Files of lower rooms that are the browser's way in, each built for the browser only or, in part, twice.
const WAYS_IN: [&str; 4] = ["stream/blob.rs", "stream/body.rs", "stream/fetch.rs", "text/link/mod.rs"];

#[test]
fn no_room_names_one_above_it() {
    let (mut faults, mut checked) = (Vec::new(), 0);
    for file in sources() {
        let Some(room) = file.room() else { continue };
        for named in rooms_named(&file.text, file.depth()) {
            checked += 1;
            if !may_name(room, &named) {
                faults.push(format!("{}: {room} may not use {named}", file.path));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(checked > 50, "{checked} is too few to be all");
}

#[test]
fn every_room_is_in_the_table_and_every_row_is_a_room() {
    let there: BTreeSet<String> = sources().iter().filter_map(|file| file.room().map(str::to_owned)).collect();
    let known: BTreeSet<String> = ROOMS.iter().map(|(room, _)| (*room).to_owned()).collect();
    assert_eq!(there, known);
}

#[test]
fn the_table_has_no_circles() {
    for (place, (room, below)) in ROOMS.iter().enumerate() {
        for named in *below {
            let lower = ROOMS.iter().position(|(other, _)| other == named);
            assert!(
                lower.is_some_and(|lower| lower < place),
                "{room} names {named}, which is not above it in the table"
            );
        }
    }
}

#[test]
fn only_the_upper_rooms_know_of_a_browser() {
    let mut faults = Vec::new();
    let mut ways_in = BTreeSet::new();
    for file in sources() {
        if file.room().is_none_or(|room| UPPER.contains(&room)) {
            continue;
        }
        let Some(named) = tokens(&file.text).into_iter().find(|token| is_of_a_browser(token)) else { continue };
        if WAYS_IN.contains(&file.path.as_str()) {
            ways_in.insert(file.path);
        } else {
            faults.push(format!("{}: names {named}", file.path));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(ways_in, WAYS_IN.map(str::to_owned).into(), "each exception is needed");
}

/// Text off the wire is never parsed as markup, and the surest way is that nothing is.
#[test]
fn nothing_sets_inner_html() {
    for file in sources() {
        let found = tokens(&file.text).into_iter().find(|token| is_markup_parser(token));
        assert_eq!(found, None, "{}", file.path);
    }
}

#[test]
fn the_check_finds_the_rooms_that_a_source_names() {
    // In a file such as `src/view/call.rs`.
    for (source, expected) in [
        ("use crate::card::Frame;", vec!["card"]),
        ("use crate::{view, text::{link, date}, page};", vec!["view", "text", "page"]),
        ("pub use crate::ui;", vec!["ui"]),
        ("use crate::*;", vec!["*"]),
        ("use crate::{self as root};", vec!["self"]),
        ("fn f() -> crate::lang::Words { crate::text::date(super::x) }", vec!["lang", "text"]),
        ("use webcard::page;", vec!["page"]),
        ("macro_rules! m { () => { $crate::text::m() } }", vec!["text"]),
        ("use super::super::transcript::model;", vec!["transcript"]),
        ("use super::{fields, super::text};", vec!["text"]),
        ("use super::super::{text, lang};", vec!["text", "lang"]),
        ("mod tests { use super::super::super::card; }", vec!["card"]),
        ("mod tests { use super::super::fields; } use super::super::card;", vec!["card"]),
        ("mod a { mod b { use super::super::super::x; } } mod c;", vec![]),
        ("use super::fields; use self::inner::x; mod tests { use super::*; }", vec![]),
        ("pub(crate) fn f() {} pub(in crate::view) fn g() {}", vec!["view"]),
        ("// use crate::card;\n/* crate::card /* crate::ui */ */ /// [`crate::page`]", vec![]),
        (r##"const A: &str = "crate::card"; const B: &str = r#"crate::"ui""#; const C: char = '"';"##, vec![]),
        (r#"const A: &str = "\"crate::card"; fn f<'a>(x: &'a str) {} use crate::ui;"#, vec!["ui"]),
        (r"const A: char = '\''; const B: u8 = b'{'; use crate::ui;", vec!["ui"]),
    ] {
        assert_eq!(rooms_named(source, 2), expected, "{source}");
    }
    // One step out of a room's own file, two out of a file in its folder.
    assert_eq!(rooms_named("use super::text;", 1), ["text"]);
    assert_eq!(rooms_named("use super::text;", 2), [""; 0]);
}

#[test]
fn the_check_refuses_what_it_should() {
    assert!(may_name("card", "ui") && may_name("view", "view") && may_name("page", "stream"));
    assert!(!may_name("view", "text") && !may_name("transcript", "card") && !may_name("text", "view"));
    assert!(!may_name("card", "page") && !may_name("page", "attic") && !may_name("attic", "view"));
    let named = tokens("use leptos::prelude::*; web_sys::Url").into_iter().filter(|token| is_of_a_browser(token));
    assert_eq!(named.collect::<Vec<_>>(), ["leptos", "web_sys"]);
    assert!(is_of_a_browser("leptos_router") && is_of_a_browser("gloo_net") && !is_of_a_browser("website"));
    let markup = tokens("view! { <p inner_html=text/> }").into_iter().any(|token| is_markup_parser(&token));
    assert!(markup && is_markup_parser("set_inner_html") && is_markup_parser("insert_adjacent_html"));
    assert!(!tokens("// inner_html\n\"inner_html\"").iter().any(|token| is_markup_parser(token)));
}

#[test]
fn the_depth_of_a_file_is_that_of_its_module() {
    let depth = |path: &str| Source { path: path.to_owned(), text: String::new() }.depth();
    assert_eq!(
        ["replay.rs", "view/mod.rs", "view/call.rs", "text/link/mod.rs", "stream/sse/tests.rs"].map(depth),
        [1, 1, 2, 2, 3]
    );
}

fn may_name(room: &str, named: &str) -> bool {
    room == named || ROOMS.iter().any(|(known, below)| *known == room && below.contains(&named))
}

fn is_of_a_browser(token: &str) -> bool {
    let crates = ["leptos", "web_sys", "js_sys", "wasm_bindgen", "gloo"];
    crates.iter().any(|name| token == *name || token.strip_prefix(name).is_some_and(|rest| rest.starts_with('_')))
}

fn is_markup_parser(token: &str) -> bool {
    ["inner_html", "outer_html", "insert_adjacent_html", "document_write"].iter().any(|name| token.contains(name))
}

/// A file below `src`.
struct Source {
    /// From `src` on, with slashes.
    path: String,
    text: String,
}

impl Source {
    /// `None` for the crate's own two files.
    fn room(&self) -> Option<&str> {
        match self.path.split_once('/') {
            Some((room, _)) => Some(room),
            None => self.path.strip_suffix(".rs").filter(|name| !["lib", "main"].contains(name)),
        }
    }

    /// How many modules the file's own is below the crate.
    fn depth(&self) -> usize {
        let folders = self.path.matches('/').count();
        if self.path.ends_with("/mod.rs") { folders } else { folders + 1 }
    }
}

fn sources() -> Vec<Source> {
    fn visit(folder: &Path, paths: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, paths);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                paths.push(path);
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut paths = Vec::new();
    visit(&root, &mut paths);
    paths.sort();
    let shown = |path: &Path| {
        path.strip_prefix(&root)
            .unwrap()
            .components()
            .map(|part| part.as_os_str().to_str().unwrap())
            .collect::<Vec<_>>()
            .join("/")
    };
    paths.iter().map(|path| Source { path: shown(path), text: fs::read_to_string(path).unwrap() }).collect()
}

/// The rooms (the crate's own modules) that a source names, in its order, from a module `depth` below the crate.
fn rooms_named(source: &str, depth: usize) -> Vec<String> {
    let tokens = tokens(source);
    let token = |place: usize| tokens.get(place).map_or("", String::as_str);
    let mut named = Vec::new();
    // The brace depths at which the inline modules around this place began.
    let (mut modules, mut braces) = (Vec::new(), 0_usize);
    let mut place = 0;
    while place < tokens.len() {
        match token(place) {
            "{" => {
                if place >= 2 && token(place - 2) == "mod" {
                    modules.push(braces);
                }
                braces += 1;
            }
            "}" => {
                braces = braces.saturating_sub(1);
                modules.pop_if(|began| *began == braces);
            }
            "crate" | "webcard" if token(place + 1) == "::" => {
                place = path(&tokens, place + 2, 0, &mut named);
                continue;
            }
            "super" => {
                place = path(&tokens, place, depth + modules.len(), &mut named);
                continue;
            }
            _ => {}
        }
        place += 1;
    }
    named
}

/// Follows one path, or one group of paths, from a module `depth` below the crate. Gives the place behind what it has read.
fn path(tokens: &[String], mut place: usize, mut depth: usize, named: &mut Vec<String>) -> usize {
    while tokens.get(place).is_some_and(|token| token == "super") {
        depth = depth.saturating_sub(1);
        place += 1;
        if tokens.get(place).is_some_and(|token| token == "::") {
            place += 1;
        }
    }
    match tokens.get(place).map(String::as_str) {
        Some("{") => {
            let mut braces = 0_usize;
            let mut starts = true;
            while let Some(token) = tokens.get(place) {
                match token.as_str() {
                    "{" => braces += 1,
                    "}" => braces -= 1,
                    "," => starts = braces == 1,
                    _ if starts && braces == 1 => {
                        starts = false;
                        place = path(tokens, place, depth, named);
                        continue;
                    }
                    _ => {}
                }
                place += 1;
                if braces == 0 {
                    break;
                }
            }
            place
        }
        Some(name) => {
            if depth == 0 {
                named.push(name.to_owned());
            }
            place + 1
        }
        None => place,
    }
}

/// The words and marks of a source, without its comments and literals. `::` is one mark.
fn tokens(source: &str) -> Vec<String> {
    let chars: Vec<char> = source.chars().collect();
    let at = |place: usize| chars.get(place).copied().unwrap_or('\0');
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens = Vec::new();
    let mut place = 0;
    while place < chars.len() {
        match (at(place), at(place + 1)) {
            ('/', '/') => {
                while place < chars.len() && at(place) != '\n' {
                    place += 1;
                }
            }
            ('/', '*') => {
                let mut nested = 0_usize;
                loop {
                    match (at(place), at(place + 1)) {
                        ('/', '*') => (nested, place) = (nested + 1, place + 2),
                        ('*', '/') => (nested, place) = (nested - 1, place + 2),
                        _ => place += 1,
                    }
                    if nested == 0 || place >= chars.len() {
                        break;
                    }
                }
            }
            ('"', _) => place = end_of_quoted(&chars, place, '"'),
            ('r', '"' | '#') if end_of_raw(&chars, place + 1).is_some() => {
                place = end_of_raw(&chars, place + 1).unwrap_or(place);
            }
            ('b', 'r') if end_of_raw(&chars, place + 2).is_some() => {
                place = end_of_raw(&chars, place + 2).unwrap_or(place);
            }
            // A lifetime has no closing quote behind one character.
            ('\'', '\\') => place = end_of_quoted(&chars, place, '\''),
            ('\'', _) if at(place + 2) == '\'' => place += 3,
            (':', ':') => {
                tokens.push("::".to_owned());
                place += 2;
            }
            (c, _) if is_word(c) => {
                let start = place;
                while is_word(at(place)) {
                    place += 1;
                }
                tokens.push(chars[start..place].iter().collect());
            }
            (c, _) => {
                if !c.is_whitespace() {
                    tokens.push(c.to_string());
                }
                place += 1;
            }
        }
    }
    tokens
}

fn end_of_quoted(chars: &[char], start: usize, quote: char) -> usize {
    let mut place = start + 1;
    while place < chars.len() && chars[place] != quote {
        place += if chars[place] == '\\' { 2 } else { 1 };
    }
    place + 1
}

/// The place behind `#"…"#` with any number of hashes, where that is what begins here.
fn end_of_raw(chars: &[char], start: usize) -> Option<usize> {
    let hashes = chars.get(start..)?.iter().take_while(|c| **c == '#').count();
    let open = start + hashes;
    if chars.get(open) != Some(&'"') {
        return None;
    }
    let closes = |place: &usize| {
        chars[*place] == '"' && chars[*place + 1..].iter().take(hashes).filter(|c| **c == '#').count() == hashes
    };
    Some((open + 1..chars.len()).find(closes).map_or(chars.len(), |place| place + 1 + hashes))
}

//! Opening files: every recording is known as one by its beginning, and what is none is told in words.
#![cfg(not(target_arch = "wasm32"))]
// All of this is tests, also what stands outside of a test function.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::wildcard_enum_match_arm)]

mod support;

use std::collections::BTreeSet;
use webcard::lang::{ALL, EN};
use webcard::opening::{Judge, Kind, Packing, Refusal};
use webcard::present::opening::refusal;
use webcard::stream::archive::Fault;
use webcard::stream::recording::NotARecording;
use webcard::transcript::update::{Large, Trouble};
use webcard::view::Malformed;
use webcard::view::fields;

#[test]
fn every_recording_is_known_by_its_beginning() {
    for recording in support::all() {
        let mut judge = Judge::default();
        let early = recording.bytes.chunks(4096).find_map(|chunk| judge.push(chunk));
        assert_eq!(early.unwrap_or_else(|| judge.finish()), Ok(Kind::Recording), "{}", recording.path);
    }
}

/// As when a download stops: what is there is worth showing.
#[test]
fn the_first_half_of_a_stream_is_a_recording_as_well() {
    for recording in support::Era::STREAMED.into_iter().flat_map(support::streams).chain(support::logs()) {
        let mut judge = Judge::default();
        let half = &recording.bytes[..recording.bytes.len() / 2];
        assert_eq!(judge.push(half).unwrap_or_else(|| judge.finish()), Ok(Kind::Recording), "{}", recording.path);
    }
}

#[test]
fn a_fault_is_told_with_its_line_in_the_file() {
    let words = |problem| refusal(&Refusal::Unreadable { line: 3, problem }, &EN);
    assert_eq!(
        words(Trouble::NotJson("expected `:` at line 1 column 8".to_owned())),
        "Line 3: not readable as JSON (expected `:`)"
    );
    let fault =
        Malformed { path: "event.type".to_owned(), expected: fields::Kind::String, found: fields::Kind::Nothing };
    assert_eq!(
        words(Trouble::Malformed(fault)),
        "Line 3: this is no event of a session: event.type should be a string and is missing."
    );
    assert_eq!(words(Trouble::LargerThan(Large::Document, 16 << 20)), "Line 3: one JSON document larger than 16 MiB");
    let found = NotARecording { line: 7, found: "a\u{202e}b\u{1b}".to_owned() };
    assert_eq!(refusal(&Refusal::NotARecording(found), &EN), "Line 7 is neither an event stream nor JSON: “ab␛”");
}

#[test]
fn every_refusal_has_words_of_its_own_in_every_language() {
    let name = || "n".to_owned();
    let refusals = [
        Refusal::Empty,
        Refusal::Html,
        Refusal::Pdf,
        Refusal::Utf16,
        Refusal::Packed(Packing::Zstd),
        Refusal::Packed(Packing::Gzip),
        Refusal::Binary,
        Refusal::NoSession,
        Refusal::Archive(Fault::Damaged),
        Refusal::Archive(Fault::NoSession),
        Refusal::Archive(Fault::TooMany),
        Refusal::Archive(Fault::TooLarge(1 << 30)),
        Refusal::Archive(Fault::Name(name())),
        Refusal::Archive(Fault::Twice(name())),
        Refusal::Archive(Fault::Overlap(name())),
        Refusal::Archive(Fault::Encrypted(name())),
        Refusal::Archive(Fault::Method(name(), 93)),
        Refusal::Archive(Fault::Corrupt(name())),
    ];
    for strings in ALL {
        let words: BTreeSet<_> = refusals.iter().map(|one| refusal(one, strings)).collect();
        assert_eq!(words.len(), refusals.len(), "{}", strings.tag);
    }
}

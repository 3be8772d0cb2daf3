//! Words for a file that a person opens: its name and size, and why it is not opened.

use super::problem::trouble;
use crate::lang::Strings;
use crate::opening::{Packing, Refusal};
use crate::stream::archive::Fault;
use crate::text::visible::visible;
use crate::transcript::update::Trouble;

/// How many characters of a long name's end are always to be seen: what tells files apart stands there, and the extension.
const TAIL_CHARS: usize = 14;

/// Why a file is not opened.
#[must_use]
pub fn refusal(refusal: &Refusal, strings: &Strings) -> String {
    let (t, load) = (&strings.files, &strings.load);
    let words = match refusal {
        Refusal::Empty => load.empty_file.to_owned(),
        Refusal::Html => t.html.to_owned(),
        Refusal::Pdf => t.pdf.to_owned(),
        Refusal::Utf16 => t.utf16.to_owned(),
        Refusal::Packed(Packing::Zstd) => (t.packed)("Zstandard", "zstd -d"),
        Refusal::Packed(Packing::Gzip) => (t.packed)("gzip", "gunzip"),
        Refusal::Binary => t.binary.to_owned(),
        Refusal::NotARecording(fault) => (load.not_a_recording)(fault.line, &fault.found),
        Refusal::Unreadable { line, problem } => (t.at_line)(*line, &unreadable(problem, strings)),
        Refusal::NoSession => t.no_session.to_owned(),
        Refusal::Archive(fault) => archive(fault, strings),
    };
    visible(&words)
}

fn unreadable(problem: &Trouble, strings: &Strings) -> String {
    match problem {
        // The parser counts lines from where the piece began; ours is the line in the file.
        Trouble::NotJson(why) => {
            let why = why.rsplit_once(" at line ").map_or(why.as_str(), |(why, _)| why);
            trouble(&Trouble::NotJson(why.to_owned()), strings)
        }
        Trouble::Malformed(fault) => {
            (strings.files.malformed)(fault.place(), (strings.kind)(fault.expected), (strings.kind)(fault.found))
        }
        Trouble::CutOff | Trouble::TooLarge(_) | Trouble::LargerThan(..) => trouble(problem, strings),
    }
}

fn archive(fault: &Fault, strings: &Strings) -> String {
    let t = &strings.files;
    match fault {
        Fault::Damaged => t.archive_damaged.to_owned(),
        Fault::NoSession => t.archive_no_session.to_owned(),
        Fault::TooMany => t.archive_too_many.to_owned(),
        Fault::TooLarge(most) => (t.archive_too_large)(&size(*most)),
        Fault::Name(name) => (t.archive_name)(name),
        Fault::Twice(name) => (t.archive_twice)(name),
        Fault::Overlap(name) => (t.archive_overlap)(name),
        Fault::Encrypted(name) => (t.archive_encrypted)(name),
        Fault::Method(name, method) => (t.archive_method)(name, *method),
        Fault::Corrupt(name) => (t.archive_corrupt)(name),
    }
}

/// A number of bytes as people say it, in the units of the world's disks: `512 B`, `1.2 kB`, `34 MB`. (Whole numbers all
/// along: to print a fraction the other way takes 4 kB of code.)
#[must_use]
pub fn size(bytes: u64) -> String {
    // In tenths of the unit.
    let (mut tenths, mut shown) = (bytes.saturating_mul(10), "B");
    for unit in ["kB", "MB", "GB"] {
        if (tenths + 5) / 10 < 1000 {
            break;
        }
        (tenths, shown) = ((tenths + 500) / 1000, unit);
    }
    if shown != "B" && tenths < 100 {
        format!("{}.{} {shown}", tenths / 10, tenths % 10)
    } else {
        format!("{} {shown}", (tenths + 5) / 10)
    }
}

/// A file's name in two parts, of which the first may be shortened on the page. Both are safe to show.
#[must_use]
pub fn split_name(name: &str) -> (String, String) {
    let name = visible(name).replace(['\n', '\t'], " ");
    let tail = name.char_indices().rev().nth(TAIL_CHARS - 1).map_or(0, |(at, _)| at);
    let (head, tail) = name.split_at_checked(tail).unwrap_or(("", &name));
    (head.to_owned(), tail.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_two_digits_at_least() {
        for (bytes, shown) in [
            (0, "0 B"),
            (999, "999 B"),
            (1000, "1.0 kB"),
            (1_250, "1.3 kB"),
            (9_949, "9.9 kB"),
            (9_950, "10 kB"),
            (999_400, "999 kB"),
            (999_500, "1.0 MB"),
            (200_000_000, "200 MB"),
            (1 << 30, "1.1 GB"),
            (5_000_000_000_000, "5000 GB"),
        ] {
            assert_eq!(size(bytes), shown);
        }
    }

    #[test]
    fn the_end_of_a_name_is_kept_apart() {
        let parts = |text| split_name(text);
        assert_eq!(parts("short.jsonl"), (String::new(), "short.jsonl".to_owned()));
        assert_eq!(parts("a-rather-long-name.jsonl"), ("a-rather-l".to_owned(), "ong-name.jsonl".to_owned()));
        assert_eq!(parts("长长长长长长长长长长长长长长长长"), ("长长".to_owned(), "长".repeat(14)));
        assert_eq!(parts("a\nb\u{202e}\u{7}"), (String::new(), "a b␇".to_owned()));
        assert_eq!(parts(""), (String::new(), String::new()));
    }
}

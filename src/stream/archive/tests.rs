use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use proptest::prelude::*;

use super::*;

/// An entry as an archive's writer would declare it, right or wrong.
#[derive(Clone)]
struct Entry {
    name: String,
    packed: Vec<u8>,
    bytes: u32,
    crc: u32,
    method: u16,
    flags: u16,
    /// Where the directory says that its header is, instead of where it is.
    header_at: Option<u32>,
}

fn deflate(text: &[u8]) -> Vec<u8> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::default();
    crc.update(bytes);
    crc.value()
}

fn stored(name: &str, text: &str) -> Entry {
    let packed = text.as_bytes().to_vec();
    let bytes = u32::try_from(packed.len()).unwrap();
    Entry { name: name.to_owned(), crc: crc(&packed), packed, bytes, method: 0, flags: 0, header_at: None }
}

/// As the host's chunked writer makes them: the sizes stand behind the data.
fn deflated(name: &str, text: &str) -> Entry {
    Entry { packed: deflate(text.as_bytes()), method: 8, flags: 8, ..stored(name, text) }
}

fn le(out: &mut Vec<u8>, numbers: &[(u64, usize)]) {
    for (number, bytes) in numbers {
        out.extend_from_slice(&number.to_le_bytes()[..*bytes]);
    }
}

fn small(length: usize) -> u64 {
    length as u64
}

struct Builder {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    entries: u64,
}

/// The archive without its end.
fn body(entries: &[Entry]) -> Builder {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for entry in entries {
        let at = entry.header_at.map_or(small(bytes.len()), u64::from);
        let later = entry.flags & 8 != 0;
        let sizes = |later: bool| {
            let (crc, packed, size) = (u64::from(entry.crc), small(entry.packed.len()), u64::from(entry.bytes));
            if later { [(0, 4); 3] } else { [(crc, 4), (packed, 4), (size, 4)] }
        };
        let (flags, method, name) = (u64::from(entry.flags), u64::from(entry.method), small(entry.name.len()));
        le(&mut bytes, &[(0x0403_4b50, 4), (20, 2), (flags, 2), (method, 2), (0, 4)]);
        le(&mut bytes, &sizes(later));
        le(&mut bytes, &[(name, 2), (0, 2)]);
        bytes.extend_from_slice(entry.name.as_bytes());
        bytes.extend_from_slice(&entry.packed);
        if later {
            le(&mut bytes, &[(0x0807_4b50, 4)]);
            le(&mut bytes, &sizes(false));
        }
        le(&mut directory, &[(0x0201_4b50, 4), (20, 2), (20, 2), (flags, 2), (method, 2), (0, 4)]);
        le(&mut directory, &sizes(false));
        le(&mut directory, &[(name, 2), (0, 2), (0, 2), (0, 2), (0, 2), (0, 4), (at, 4)]);
        directory.extend_from_slice(entry.name.as_bytes());
    }
    Builder { bytes, directory, entries: small(entries.len()) }
}

fn archive(entries: &[Entry]) -> Vec<u8> {
    let Builder { mut bytes, directory, entries } = body(entries);
    let at = small(bytes.len());
    bytes.extend_from_slice(&directory);
    let entries = entries.min(0xffff);
    le(
        &mut bytes,
        &[(0x0605_4b50, 4), (0, 4), (entries, 2), (entries, 2), (small(directory.len()), 4), (at, 4), (0, 2)],
    );
    bytes
}

/// The same, with the records of the 64-bit format and nothing of worth in the older one.
fn archive_64(entries: &[Entry]) -> Vec<u8> {
    let Builder { mut bytes, directory, entries } = body(entries);
    let at = small(bytes.len());
    bytes.extend_from_slice(&directory);
    let end = small(bytes.len());
    le(&mut bytes, &[(0x0606_4b50, 4), (44, 8), (45, 2), (45, 2), (0, 8), (entries, 8), (entries, 8)]);
    le(&mut bytes, &[(small(directory.len()), 8), (at, 8), (0x0706_4b50, 4), (0, 4), (end, 8), (1, 4)]);
    le(&mut bytes, &[(0x0605_4b50, 4), (0, 4), (0xffff, 2), (0xffff, 2), (0xffff_ffff, 4), (0xffff_ffff, 4), (0, 2)]);
    bytes
}

fn slice(file: &[u8], range: Range<u64>) -> Vec<u8> {
    let at = |place: u64| usize::try_from(place).unwrap().min(file.len());
    file[at(range.start)..at(range.end)].to_vec()
}

fn open(file: &[u8]) -> Result<Archive, Fault> {
    let size = file.len() as u64;
    Archive::open(slice(file, tail(size)), size)
}

/// Unpacks all logs as the page does, in chunks.
fn read(file: &[u8]) -> Result<Vec<(String, String)>, Fault> {
    let mut archive = open(file)?;
    let headers = archive.logs().iter().map(|log| slice(file, log.header())).collect();
    let ranges = archive.data(headers)?;
    let mut meter = Meter::new(&ranges);
    let mut texts = Vec::new();
    for (log, range) in archive.logs().iter().zip(ranges) {
        let packed = slice(file, range);
        let mut reader: Box<dyn Read> =
            if log.deflated { Box::new(DeflateDecoder::new(&*packed)) } else { Box::new(&*packed) };
        let (mut text, mut chunk) = (Vec::new(), [0; 1024]);
        loop {
            let got = reader.read(&mut chunk).map_err(|_| Fault::Corrupt(log.name.clone()))?;
            if got == 0 {
                break;
            }
            meter.count(log, &chunk[..got])?;
            text.extend_from_slice(&chunk[..got]);
        }
        meter.end(log)?;
        texts.push((log.name.clone(), String::from_utf8(text).unwrap()));
    }
    Ok(texts)
}

const SUB: &str = "subagents/e15143a8/session.jsonl";

fn export() -> Vec<Entry> {
    let media = stored("media/1.png", "not loaded");
    vec![deflated(SUB, "{\"b\":2}\n"), deflated(LOG, "{\"a\":1}\n"), media, stored("notes.txt", "x")]
}

fn texts(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

#[test]
fn an_export_gives_the_roots_log_and_then_the_others() {
    let file = archive(&export());
    assert!(is_archive(&file));
    assert_eq!(read(&file), Ok(texts(&[(LOG, "{\"a\":1}\n"), (SUB, "{\"b\":2}\n")])));
    assert_eq!(open(&file).unwrap().media(), ["media/1.png"]);
}

#[test]
fn the_format_for_large_archives_is_read_as_well() {
    assert_eq!(read(&archive_64(&export())), read(&archive(&export())));
}

#[test]
fn something_before_or_after_the_archive_does_no_harm() {
    let expected = read(&archive(&export()));
    let file = [b"#!/bin/sh\n".repeat(20), archive(&export())].concat();
    assert_eq!(read(&file), expected);
    let mut file = archive(&export());
    let length = file.len();
    file[length - 2..].copy_from_slice(&7_u16.to_le_bytes());
    file.extend_from_slice(b"comment");
    assert_eq!(read(&file), expected);
}

#[test]
fn an_archive_larger_than_its_tail_is_read_from_its_end() {
    let mut entries = export();
    entries.insert(0, stored("media/0.png", &"x".repeat(3 << 20)));
    for file in [archive(&entries), archive_64(&entries)] {
        assert!(tail(file.len() as u64).start > 0);
        assert_eq!(read(&file), read(&archive(&export())));
    }
}

#[test]
fn an_export_packed_again_may_stand_in_a_folder() {
    let inside = |entry: Entry| Entry { name: format!("my export/{}", entry.name), ..entry };
    let mut entries: Vec<_> = export().into_iter().map(inside).collect();
    entries.push(stored("my export/", ""));
    entries.push(stored("__MACOSX/my export/._session.jsonl", "x"));
    let file = archive(&entries);
    let names: Vec<_> = read(&file).unwrap().into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["my export/session.jsonl", "my export/subagents/e15143a8/session.jsonl"]);
    assert_eq!(open(&file).unwrap().media(), ["my export/media/1.png"]);
}

#[test]
fn an_archive_without_a_root_session_is_no_export() {
    for entries in [
        vec![],
        vec![stored("readme.txt", "x")],
        vec![stored("session.jsonl.zst", "x")],
        vec![stored("a/session.jsonl", "{}"), stored("b/session.jsonl", "{}")],
    ] {
        assert_eq!(read(&archive(&entries)), Err(Fault::NoSession));
    }
}

#[test]
fn an_archive_that_is_cut_anywhere_is_damaged() {
    let file = archive(&export());
    for length in 0..file.len() {
        assert_eq!(read(&file[..length]), Err(Fault::Damaged), "{length}");
    }
}

#[test]
fn what_does_not_unpack_to_what_was_declared_is_corrupt() {
    let corrupt = Err(Fault::Corrupt(LOG.to_owned()));
    let good = deflated(LOG, "{\"a\":1}\n");
    for entry in [
        Entry { crc: good.crc ^ 1, ..good.clone() },
        Entry { bytes: 7, ..good.clone() },
        Entry { bytes: 9, ..good.clone() },
        Entry { packed: good.packed[..3].to_vec(), ..good.clone() },
        Entry { packed: b"\xff\xff\xff".to_vec(), ..good.clone() },
        Entry { crc: 0, ..stored(LOG, "{}") },
    ] {
        assert_eq!(read(&archive(&[entry])), corrupt);
    }
}

#[test]
fn what_unpacks_to_far_more_than_its_own_size_is_stopped() {
    // 1000 to 1, and honest about it.
    let bomb = deflated(LOG, &" ".repeat(32 << 20));
    assert!(bomb.packed.len() < 64 << 10);
    assert_eq!(read(&archive(std::slice::from_ref(&bomb))), Err(Fault::TooLarge(HARMLESS_BYTES)));
    // The same when it says that it is small.
    let file = archive(&[Entry { bytes: 10, ..bomb }]);
    assert_eq!(read(&file), Err(Fault::Corrupt(LOG.to_owned())));
    // All logs count together.
    let half = " ".repeat(9 << 20);
    assert_eq!(read(&archive(&[deflated(LOG, &half), deflated(SUB, &half)])), Err(Fault::TooLarge(HARMLESS_BYTES)));
}

#[test]
fn no_archive_unpacks_to_more_than_the_most() {
    let limit = |packed: u64| Meter::new(&[0..packed / 2, packed / 2..packed]).most;
    assert_eq!([0, 1 << 10, 1 << 20].map(limit), [HARMLESS_BYTES, HARMLESS_BYTES, 200 << 20]);
    assert_eq!([1 << 30, u64::MAX].map(limit), [MAX_BYTES, MAX_BYTES]);
}

#[test]
fn many_entries_are_too_many() {
    let entries: Vec<_> = (0..=MAX_ENTRIES).map(|number| stored(&format!("{number}"), "")).collect();
    assert_eq!(open(&archive(&entries[..MAX_ENTRIES])).unwrap_err(), Fault::NoSession);
    assert_eq!(open(&archive(&entries)).unwrap_err(), Fault::TooMany);
    // Also where they are not counted.
    let mut file = archive(&entries);
    let end = file.len() - 22;
    file[end + 8..end + 12].copy_from_slice(&[1, 0, 1, 0]);
    assert_eq!(open(&file).unwrap_err(), Fault::TooMany);
    // A directory that does not fit into what is read of it.
    let long: Vec<_> = (0..60).map(|number| stored(&format!("{number:060000}"), "")).collect();
    assert_eq!(open(&archive(&long)).unwrap_err(), Fault::TooMany);
}

#[test]
fn a_count_that_is_not_true_is_damage() {
    let mut file = archive(&export());
    let end = file.len() - 22;
    file[end + 8..end + 12].copy_from_slice(&[5, 0, 5, 0]);
    assert_eq!(open(&file).unwrap_err(), Fault::Damaged);
}

#[test]
fn entries_that_share_bytes_are_refused() {
    let mut entries = [deflated(LOG, "{\"a\":1}\n"), deflated(SUB, "{\"b\":2}\n")];
    entries[1].header_at = Some(0);
    assert_eq!(read(&archive(&entries)), Err(Fault::Overlap(LOG.to_owned())));
    // One in another: the first claims the header and the data of the second.
    let mut entries = [stored(LOG, ""), deflated(SUB, "{\"b\":2}\n")];
    let second = archive(&entries[1..]);
    entries[0].packed = second[..60].to_vec();
    entries[0].bytes = 60;
    entries[1].header_at = Some(30 + 13);
    assert_eq!(read(&archive(&entries)), Err(Fault::Overlap(LOG.to_owned())));
    // Into the directory.
    let whole = archive(&[stored(LOG, "{}")]);
    let mut file = whole.clone();
    let directory = 30 + 13 + 2;
    file[directory + 20] = 20;
    assert_eq!(read(&file), Err(Fault::Overlap(LOG.to_owned())));
}

#[test]
fn a_header_that_is_none_is_damage() {
    let mut file = archive(&[stored(LOG, "{}")]);
    file[0] = b'X';
    assert_eq!(read(&file), Err(Fault::Damaged));
    let away = Entry { header_at: Some(u32::MAX - 1), ..stored(LOG, "{}") };
    assert_eq!(read(&archive(&[away])), Err(Fault::Damaged));
}

#[test]
fn names_that_no_export_has_are_refused() {
    for name in
        ["../session.jsonl", "/etc/passwd", "a/../b", "./a", "a//b", "C:\\a", "a\\b", "a\0b", "", "/", "a\u{1b}"]
    {
        let fault = Fault::Name(name.to_owned());
        assert_eq!(read(&archive(&[stored(LOG, "{}"), stored(name, "")])), Err(fault), "{name:?}");
    }
    for name in ["media/名.png", "a b", "..a", "folder/"] {
        assert!(read(&archive(&[stored(LOG, "{}"), stored(name, "")])).is_ok(), "{name}");
    }
}

#[test]
fn a_name_may_be_there_once() {
    let file = archive(&[stored(LOG, "{}"), stored("x", ""), stored(LOG, "[]")]);
    assert_eq!(read(&file), Err(Fault::Twice(LOG.to_owned())));
}

#[test]
fn only_what_the_browser_can_unpack_is_taken() {
    let of = |entry: &Entry| read(&archive(std::slice::from_ref(entry)));
    let entry = stored(LOG, "{}");
    for flags in [1, 1 << 6, 1 << 13] {
        assert_eq!(of(&Entry { flags, ..entry.clone() }), Err(Fault::Encrypted(LOG.to_owned())));
    }
    for method in [9, 12, 14, 93, 99] {
        assert_eq!(of(&Entry { method, ..entry.clone() }), Err(Fault::Method(LOG.to_owned(), method)));
    }
    // What is not read may be packed in any way.
    let other = Entry { name: "media/1.png".to_owned(), method: 93, flags: 1, ..entry.clone() };
    assert_eq!(read(&archive(&[entry, other])), Ok(texts(&[(LOG, "{}")])));
}

#[test]
fn the_checksum_is_that_of_everybody() {
    assert_eq!(crc(b""), 0);
    assert_eq!(crc(b"123456789"), 0xcbf4_3926);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    /// Whatever is changed: an error or what was there, and no panic.
    #[test]
    fn a_changed_archive_harms_nobody(
        large in any::<bool>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let mut file = if large { archive_64(&export()) } else { archive(&export()) };
        for (place, byte) in changes {
            let place = place.index(file.len());
            file[place] = byte;
        }
        let _ = read(&file);
    }

    #[test]
    fn any_bytes_harm_nobody(mut file in prop::collection::vec(any::<u8>(), 0..200), end in any::<[u8; 18]>()) {
        file.extend_from_slice(b"PK\x05\x06");
        file.extend_from_slice(&end);
        prop_assert!(read(&file).is_err());
    }
}

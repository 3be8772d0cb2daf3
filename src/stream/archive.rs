//! An exported session: a ZIP archive with `session.jsonl`, `subagents/<id>/session.jsonl` and `media/<id>.<ext>`.
//!
//! The archive is the browser's file and may be large, so nothing here reads or inflates: this says which bytes to bring
//! ([`tail`], [`Log::header`]), where the packed logs are ([`Archive::data`]), and counts what comes out of them
//! ([`Meter`]). What an archive declares of itself is believed only once it has proved true.

use std::collections::HashSet;
use std::io;
use std::ops::Range;

use rawzip::{CompressionMethod, MAX_CENTRAL_DIRECTORY_RECORD_SIZE, ReaderAt, ZipArchive, ZipLocator};

/// The most entries that an archive may have.
pub const MAX_ENTRIES: usize = 10_000;

/// The most bytes that the logs of one archive may have when they are unpacked: 1 GiB.
pub const MAX_BYTES: u64 = 1 << 30;

/// Logs shrink to a tenth or so. Past this many times its packed size an archive is not meant to be read…
const MAX_RATIO: u64 = 200;

/// …unless it is small all the same.
const HARMLESS_BYTES: u64 = 16 << 20;

/// What the directory of [`MAX_ENTRIES`] entries with ordinary names takes, and the records after it.
const TAIL_BYTES: u64 = 2 << 20;

/// A local header without its name.
const HEADER_BYTES: u64 = 30;

/// The file that the root session is in, and the end of the name of each other.
const LOG: &str = "session.jsonl";

/// Why an archive is not opened. Names are the archive's own words.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Its directory is not there, or not readable: most often it was not transferred to its end.
    #[error("the archive is damaged or cut off")]
    Damaged,
    /// There is no `session.jsonl` in it.
    #[error("there is no session.jsonl in the archive")]
    NoSession,
    /// It has more entries than [`MAX_ENTRIES`], or a directory as large as that.
    #[error("the archive has too many entries")]
    TooMany,
    /// It holds more than [`MAX_BYTES`], or far more than its own size lets expect.
    #[error("the archive unpacks to more than {0} bytes")]
    TooLarge(u64),
    /// A name that leads out of the archive, or that no file can have.
    #[error("the archive has an entry named {0:?}")]
    Name(String),
    /// Two entries have this name.
    #[error("the archive has two entries named {0:?}")]
    Twice(String),
    /// An entry shares bytes with another, or lies outside of the archive.
    #[error("{0:?} overlaps with another entry")]
    Overlap(String),
    /// A log is encrypted.
    #[error("{0:?} is encrypted")]
    Encrypted(String),
    /// A log is packed by a method (of this number) other than "stored" and "deflated".
    #[error("{0:?} is packed by method {1}")]
    Method(String, u16),
    /// A log does not unpack to what the directory says it is.
    #[error("{0:?} is damaged")]
    Corrupt(String),
}

/// The bytes at the end of a file of that size in which its directory is looked for.
#[must_use]
pub fn tail(size: u64) -> Range<u64> {
    size.saturating_sub(TAIL_BYTES)..size
}

/// Whether a file that begins like this is a ZIP archive; an empty one begins with its end.
#[must_use]
pub fn is_archive(head: &[u8]) -> bool {
    head.starts_with(b"PK\x03\x04") || head.starts_with(b"PK\x05\x06")
}

/// An archive of which the directory has been read.
#[derive(Debug)]
pub struct Archive {
    zip: ZipArchive<Pieces>,
    directory_at: u64,
    logs: Vec<Log>,
    media: Vec<String>,
}

/// A session's log in an archive.
#[derive(Debug, Clone)]
pub struct Log {
    /// Its name in the archive.
    pub name: String,
    /// It is packed by "deflate"; else it lies there as it is.
    pub deflated: bool,
    place: rawzip::ZipArchiveEntryWayfinder,
    header_at: u64,
    bytes: u64,
    crc: u32,
}

impl Log {
    /// The bytes of the header before the log's own; [`Archive::data`] asks for them.
    #[must_use]
    pub fn header(&self) -> Range<u64> {
        self.header_at..self.header_at.saturating_add(HEADER_BYTES)
    }
}

impl Archive {
    /// Reads the directory of an archive of `size` bytes, of which `end` are those that [`tail`] asks for.
    ///
    /// # Errors
    /// When the archive is not readable, is no export of a session, or is none that anybody means well with.
    pub fn open(end: Vec<u8>, size: u64) -> Result<Self, Fault> {
        let at = tail(size).start;
        let mut buffer = vec![0; MAX_CENTRAL_DIRECTORY_RECORD_SIZE];
        let zip = ZipLocator::new()
            .locate_in_reader(Pieces(vec![(at, end)]), &mut buffer, size)
            .map_err(|(_, _)| Fault::Damaged)?;
        let directory_at = zip.directory_offset();
        if directory_at < at || zip.entries_hint() > MAX_ENTRIES as u64 {
            return Err(Fault::TooMany);
        }
        let mut found = Found::default();
        let mut entries = zip.entries(&mut buffer);
        while let Some(entry) = entries.next_entry().map_err(|_| Fault::Damaged)? {
            found.take(&entry)?;
        }
        if found.names.len() as u64 != zip.entries_hint() {
            return Err(Fault::Damaged);
        }
        let (logs, media) = found.into_export()?;
        Ok(Self { zip, directory_at, logs, media })
    }

    /// The logs, the root session's first. There is at least one.
    #[must_use]
    pub fn logs(&self) -> &[Log] {
        &self.logs
    }

    /// How many bytes the logs have when they are unpacked, if what the archive says is true.
    #[must_use]
    pub fn declared(&self) -> u64 {
        self.logs.iter().fold(0, |sum, log| sum.saturating_add(log.bytes))
    }

    /// The names of the images that were used in the session.
    #[must_use]
    pub fn media(&self) -> &[String] {
        &self.media
    }

    /// Where the packed bytes of the logs are, given each one's [`Log::header`] in the order of [`Archive::logs`].
    ///
    /// # Errors
    /// [`Fault::Damaged`] for a header that is none, [`Fault::Overlap`] where two logs share bytes, since a small archive
    /// becomes a large one that way.
    pub fn data(&mut self, headers: Vec<Vec<u8>>) -> Result<Vec<Range<u64>>, Fault> {
        let placed = self.logs.iter().map(|log| log.header_at).zip(headers);
        self.zip.get_mut().0.extend(placed);
        let mut ranges = Vec::new();
        for log in &self.logs {
            let entry = self.zip.get_entry(log.place).map_err(|_| Fault::Damaged)?;
            let (from, to) = entry.compressed_data_range();
            ranges.push(from..to);
        }
        // In the order in which they lie there.
        let mut taken: Vec<(u64, u64, &String)> = Vec::new();
        for (log, range) in self.logs.iter().zip(&ranges) {
            let place = taken.partition_point(|(start, ..)| *start <= log.header_at);
            taken.insert(place, (log.header_at, range.end, &log.name));
        }
        let ends = taken.iter().skip(1).map(|(start, ..)| *start).chain([self.directory_at]);
        for ((_, end, name), limit) in taken.iter().zip(ends) {
            if *end > limit {
                return Err(Fault::Overlap((*name).clone()));
            }
        }
        Ok(ranges)
    }
}

/// What the directory lists.
#[derive(Default)]
struct Found {
    names: HashSet<String>,
    logs: Vec<(Log, Result<(), Fault>)>,
    media: Vec<String>,
}

impl Found {
    fn take(&mut self, entry: &rawzip::ZipFileHeaderRecord<'_>) -> Result<(), Fault> {
        if self.names.len() == MAX_ENTRIES {
            return Err(Fault::TooMany);
        }
        let name = String::from_utf8_lossy(entry.file_path().as_bytes()).into_owned();
        if !is_plain(&name) {
            return Err(Fault::Name(name));
        }
        if !self.names.insert(name.clone()) {
            return Err(Fault::Twice(name));
        }
        if name == LOG || name.ends_with("/session.jsonl") {
            let readable = readable(&name, entry);
            let log = Log {
                deflated: entry.compression_method() == CompressionMethod::DEFLATE,
                place: entry.wayfinder(),
                header_at: entry.local_header_offset(),
                bytes: entry.uncompressed_size_hint(),
                crc: entry.crc32(),
                name,
            };
            self.logs.push((log, readable));
        } else if !entry.is_dir() && name.split('/').rev().nth(1) == Some("media") {
            self.media.push(name);
        }
        Ok(())
    }

    /// The logs of the export, the root's first, and the media. An export that a person packed again may stand in a
    /// folder of its own.
    fn into_export(self) -> Result<(Vec<Log>, Vec<String>), Fault> {
        let depth = |name: &str| name.matches('/').count();
        let root = self.logs.iter().map(|(log, _)| &log.name).min_by_key(|name| depth(name)).ok_or(Fault::NoSession)?;
        let folder = root.strip_suffix(LOG).unwrap_or_default().to_owned();
        if self.logs.iter().filter(|(log, _)| depth(&log.name) == depth(root)).count() > 1 {
            return Err(Fault::NoSession);
        }
        let within = |name: &str, of: &str| name.strip_prefix(&*folder).is_some_and(|name| name.starts_with(of));
        let (mut logs, mut media) = (Vec::new(), self.media);
        for (log, readable) in self.logs {
            let is_root = depth(&log.name) == depth(&folder);
            if is_root || within(&log.name, "subagents/") {
                readable?;
                logs.insert(if is_root { 0 } else { logs.len() }, log);
            }
        }
        media.retain(|name| within(name, "media/"));
        Ok((logs, media))
    }
}

fn readable(name: &str, entry: &rawzip::ZipFileHeaderRecord<'_>) -> Result<(), Fault> {
    let flags = entry.flags();
    if flags.is_encrypted() || flags.has_strong_encryption() || flags.is_masked() {
        return Err(Fault::Encrypted(name.to_owned()));
    }
    match entry.compression_method() {
        CompressionMethod::STORE | CompressionMethod::DEFLATE => Ok(()),
        other => Err(Fault::Method(name.to_owned(), other.as_u16())),
    }
}

/// Nothing is written under these names; but one who uses another kind does not mean well.
fn is_plain(name: &str) -> bool {
    let file = name.strip_suffix('/').unwrap_or(name);
    let odd = |c: char| c.is_control() || matches!(c, '\\' | ':' | char::REPLACEMENT_CHARACTER);
    !file.contains(odd) && file.split('/').all(|part| !matches!(part, "" | "." | ".."))
}

/// Counts what the logs of one archive unpack to, and stops it where it is too much or not what was declared.
#[derive(Debug)]
pub struct Meter {
    left: u64,
    most: u64,
    log: u64,
    crc: Crc,
}

impl Meter {
    /// For logs that lie in these ranges of the archive.
    #[must_use]
    pub fn new(ranges: &[Range<u64>]) -> Self {
        let packed: u64 = ranges.iter().fold(0, |sum, range| sum.saturating_add(range.end.saturating_sub(range.start)));
        let most = packed.saturating_mul(MAX_RATIO).clamp(HARMLESS_BYTES, MAX_BYTES);
        Self { left: most, most, log: 0, crc: Crc::default() }
    }

    /// How many bytes have come out of all logs so far.
    #[must_use]
    pub fn counted(&self) -> u64 {
        self.most - self.left
    }

    /// Counts the next unpacked bytes of a log.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] when all logs together are too large, [`Fault::Corrupt`] when this one is larger than declared.
    pub fn count(&mut self, log: &Log, bytes: &[u8]) -> Result<(), Fault> {
        self.left = self.left.checked_sub(bytes.len() as u64).ok_or(Fault::TooLarge(self.most))?;
        self.log += bytes.len() as u64;
        if self.log > log.bytes {
            return Err(Fault::Corrupt(log.name.clone()));
        }
        self.crc.update(bytes);
        Ok(())
    }

    /// The log is at its end; the next bytes are those of another.
    ///
    /// # Errors
    /// [`Fault::Corrupt`] when it is not what was declared.
    pub fn end(&mut self, log: &Log) -> Result<(), Fault> {
        let (bytes, crc) = (std::mem::take(&mut self.log), std::mem::take(&mut self.crc));
        if bytes == log.bytes && crc.value() == log.crc { Ok(()) } else { Err(Fault::Corrupt(log.name.clone())) }
    }
}

/// CRC-32 by half bytes: rawzip's own is faster, by 16 kB of tables that every first load would pay for.
#[derive(Debug)]
struct Crc(u32);

impl Default for Crc {
    fn default() -> Self {
        Self(!0)
    }
}

impl Crc {
    const TABLE: [u32; 16] = [
        0x0000_0000,
        0x1db7_1064,
        0x3b6e_20c8,
        0x26d9_30ac,
        0x76dc_4190,
        0x6b6b_51f4,
        0x4db2_6158,
        0x5005_713c,
        0xedb8_8320,
        0xf00f_9344,
        0xd6d6_a3e8,
        0xcb61_b38c,
        0x9b64_c2b0,
        0x86d3_d2d4,
        0xa00a_e278,
        0xbdbd_f21c,
    ];

    fn update(&mut self, bytes: &[u8]) {
        let step = |crc: u32| (crc >> 4) ^ Self::TABLE.get((crc & 15) as usize).copied().unwrap_or_default();
        self.0 = bytes.iter().fold(self.0, |crc, byte| step(step(crc ^ u32::from(*byte))));
    }

    fn value(&self) -> u32 {
        !self.0
    }
}

/// The pieces of a file that were brought, each with its place. Whatever else is asked for is not there.
#[derive(Debug)]
struct Pieces(Vec<(u64, Vec<u8>)>);

impl ReaderAt for Pieces {
    fn read_at(&self, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
        let piece = self.0.iter().find_map(|(at, bytes)| {
            let skipped = usize::try_from(offset.checked_sub(*at)?).ok()?;
            bytes.get(skipped..).filter(|rest| !rest.is_empty())
        });
        let piece = piece.ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok(piece.iter().zip(buffer).map(|(byte, room)| *room = *byte).count())
    }
}

#[cfg(test)]
#[cfg(not(target_arch = "wasm32"))]
mod tests;

//! The recordings, and what several tests do with them.

// Each test binary uses a part of this.
#![allow(dead_code)]

pub mod wire;

use std::fs;
use std::path::{Path, PathBuf};
use webcard::dialect;
use webcard::replay::Replay;
use webcard::stream::recording::{Reader, Record};
use webcard::transcript::Transcript;
use webcard::transcript::outline;
use webcard::transcript::update::Entry;

/// Which host made a recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Era {
    /// Server-Sent Events.
    Sse,
    /// WebSockets.
    Ws,
    /// WebSockets, with another search provider.
    WsDeepseek,
}

impl Era {
    /// The two eras of which there are streams.
    pub const STREAMED: [Self; 2] = [Self::Sse, Self::Ws];

    fn folder(self) -> &'static str {
        match self {
            Self::Sse => "sse",
            Self::Ws => "ws",
            Self::WsDeepseek => "ws-deepseek",
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Sse => "sse",
            Self::Ws | Self::WsDeepseek => "jsonl",
        }
    }
}

/// One file.
pub struct Recording {
    /// The path below the project's folder, as in `public/recordings/bash.sse`.
    pub path: String,
    pub era: Era,
    pub bytes: Vec<u8>,
}

impl Recording {
    /// The file's name without its extension.
    pub fn name(&self) -> &str {
        Path::new(&self.path).file_stem().and_then(|stem| stem.to_str()).unwrap()
    }

    /// The records, as the bytes give them.
    pub fn records(&self) -> Vec<Record> {
        let (mut reader, mut records) = (Reader::new(), Vec::new());
        reader.push(&self.bytes, &mut records);
        reader.finish(&mut records).unwrap();
        records
    }

    /// The entries, as the records give them.
    pub fn entries(&self) -> Vec<Entry> {
        let mut reader = dialect::Reader::default();
        self.records().into_iter().flat_map(|record| reader.read(record)).collect()
    }

    /// The transcript at the recording's end.
    pub fn transcript(&self) -> Transcript {
        replay(&self.bytes, self.bytes.len())
    }
}

/// The recordings that the app shows.
pub fn shown() -> Vec<Recording> {
    files("public/recordings", |path| match path.extension()?.to_str()? {
        "sse" => Some(Era::Sse),
        "jsonl" => Some(Era::Ws),
        _ => None,
    })
}

/// Every stream of an era, wherever it is kept.
pub fn streams(era: Era) -> Vec<Recording> {
    let mut streams = shown();
    streams.retain(|recording| recording.era == era);
    streams.extend(files(&format!("tests/recordings/{}", era.folder()), |path| {
        path.extension().is_some_and(|extension| extension == era.extension()).then_some(era)
    }));
    streams
}

/// One stream of an era.
pub fn stream(era: Era, name: &str) -> Recording {
    streams(era).into_iter().find(|stream| stream.name() == name).unwrap()
}

/// The history answers of an era.
pub fn histories(era: Era) -> Vec<Recording> {
    folder(era, "history")
}

/// One history answer.
pub fn history(era: Era, name: &str) -> Recording {
    histories(era).into_iter().find(|history| history.name() == name).unwrap()
}

/// The pages of one session's history, the newest first.
pub fn pages(era: Era) -> Vec<Recording> {
    folder(era, "rpc")
}

/// The stored logs: the session's own, then its subagent's.
pub fn logs() -> Vec<Recording> {
    folder(Era::Ws, "export")
}

/// Every file there is.
pub fn all() -> Vec<Recording> {
    let mut all = Vec::new();
    for era in Era::STREAMED {
        all.extend(streams(era));
        all.extend(pages(era));
    }
    for era in [Era::Sse, Era::Ws, Era::WsDeepseek] {
        all.extend(histories(era));
    }
    all.extend(logs());
    all
}

/// Replays bytes in chunks of one size, to the end.
pub fn replay(bytes: &[u8], chunk: usize) -> Transcript {
    let mut replay = Replay::default();
    bytes.chunks(chunk.max(1)).for_each(|chunk| replay.push(chunk));
    replay.finish().unwrap();
    std::mem::take(replay.transcript_mut())
}

/// Folds entries, to the end.
pub fn fold(entries: impl IntoIterator<Item = Entry>) -> Transcript {
    let mut transcript = Transcript::default();
    entries.into_iter().for_each(|entry| transcript.apply(entry));
    transcript.finish();
    transcript
}

/// The outlines of all sessions, each without its id.
pub fn outlines(transcript: &Transcript) -> Vec<String> {
    transcript.sessions().map(outline::session).collect()
}

/// The outline of the one session there is, without its id.
pub fn only_outline(transcript: &Transcript) -> String {
    let outlines = outlines(transcript);
    assert_eq!(outlines.len(), 1, "one session expected");
    outlines.concat()
}

fn folder(era: Era, kind: &str) -> Vec<Recording> {
    files(&format!("tests/recordings/{}/{kind}", era.folder()), |_| Some(era))
}

fn files(folder: &str, era_of: impl Fn(&Path) -> Option<Era>) -> Vec<Recording> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<PathBuf> = fs::read_dir(root.join(folder)).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let era = era_of(&path)?;
        let shown = path.strip_prefix(root).unwrap().to_string_lossy().into_owned();
        Some(Recording { path: shown, era, bytes: fs::read(&path).unwrap() })
    };
    paths.into_iter().filter_map(read).collect()
}

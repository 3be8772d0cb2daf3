//! How quick the lower rooms are, each against a peer in the same run: `cargo bench`.
//!
//! Counts are asserted, times are printed. Built like the app itself, small rather than quick, and so are the peers.
//! `cargo bench -- --generate FILE` only writes the long recording, and prints how many events are in it.

// A command-line tool speaks through its standard streams, and one that fails may panic.
#![allow(clippy::print_stdout, clippy::unwrap_used, clippy::indexing_slicing)]

mod meter;
mod recording;

use eventsource_stream::EventStream;
use futures_core::Stream;
use meter::Work;
use pulldown_cmark::Parser;
use recording::Recording;
use serde_json::Value;
use std::convert::Infallible;
use std::io::BufRead;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};
use webcard::replay::Replay;
use webcard::stream::{lines, sse};
use webcard::text::markdown;
use webcard::text::markdown::growing::Growing;
use webcard::transcript::Transcript;
use webcard::transcript::model::{Body, Call};

const BYTES: usize = 10_000_000;

/// What the network and a disk hand over at once.
const CHUNK: usize = 64 * 1024;

fn main() {
    let recording = Recording::of(BYTES);
    let mut arguments = std::env::args().skip_while(|argument| argument != "--generate");
    if let Some(file) = arguments.nth(1) {
        std::fs::write(file, &recording.sse).unwrap();
        println!("{}", recording.events);
        return;
    }
    meter::head();
    event_stream(&recording);
    json_lines(&recording);
    reduce(&recording);
    first_card(&recording);
    whole_markdown();
    markdown_tail();
}

fn event_stream(recording: &Recording) {
    let bytes = recording.sse.as_slice();
    for chunk in [1_000, CHUNK, bytes.len()] {
        let (decoder, items) = decoded(bytes, chunk);
        assert_eq!(items.len(), recording.frames.len(), "events");
        assert!(decoder.scanned() <= 2 * bytes.len() as u64, "each byte is looked for a line end once, and read once");
    }
    assert_eq!(decoded_by_peer(bytes), recording.frames.len(), "the peer reads the same");
    meter::row(
        "decode an event stream",
        Work::Bytes(bytes.len()),
        || decoded(bytes, CHUNK),
        "eventsource-stream",
        || decoded_by_peer(bytes),
    );
}

fn decoded(bytes: &[u8], chunk: usize) -> (sse::Decoder, Vec<sse::Item>) {
    let (mut decoder, mut items) = (sse::Decoder::new(), Vec::new());
    bytes.chunks(chunk).for_each(|chunk| decoder.push(chunk, &mut items));
    assert!(decoder.finish().is_none());
    (decoder, items)
}

fn decoded_by_peer(bytes: &[u8]) -> usize {
    let mut events = pin!(EventStream::new(Chunks(bytes.chunks(CHUNK))));
    let mut context = Context::from_waker(Waker::noop());
    let mut kept = Vec::new();
    while let Poll::Ready(Some(event)) = events.as_mut().poll_next(&mut context) {
        kept.push(event.unwrap());
    }
    kept.len()
}

/// Chunks that are all there already.
struct Chunks<'b>(std::slice::Chunks<'b, u8>);

impl<'b> Stream for Chunks<'b> {
    type Item = Result<&'b [u8], Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.next().map(Ok))
    }
}

fn json_lines(recording: &Recording) {
    let bytes = recording.lines.as_slice();
    let ours = || {
        let (mut decoder, mut items) = (lines::Decoder::new(), Vec::new());
        bytes.chunks(CHUNK).for_each(|chunk| decoder.push(chunk, &mut items));
        items.extend(decoder.finish());
        items
    };
    let theirs = || bytes.lines().map(Result::unwrap).collect::<Vec<String>>();
    assert_eq!(ours().len(), recording.frames.len(), "lines");
    assert_eq!(theirs().len(), recording.frames.len(), "the peer reads the same");
    meter::row("decode JSON Lines", Work::Bytes(bytes.len()), ours, "std’s `BufRead::lines`", theirs);
}

fn reduce(recording: &Recording) {
    let ours = || read(&recording.sse);
    let replay = ours();
    assert_eq!(replay.position(), recording.events as u64, "events applied");
    let transcript = replay.transcript();
    let session = transcript.sessions().next().unwrap();
    assert_eq!(transcript.sessions().count(), 1, "sessions");
    assert_eq!(calls(transcript).count(), recording.turns, "calls");
    assert!(calls(transcript).all(|call| call.result.is_some()), "each call has its result");
    let notices = session.items.iter().filter(|item| matches!(item.body, Body::Notice(_))).count();
    assert_eq!((notices, transcript.loose().len()), (0, 0), "no gap, and nothing that was not understood");
    let theirs = || recording.frames.iter().map(|frame| frame.parse().unwrap()).collect::<Vec<Value>>();
    meter::row("read a recording into state", Work::Events(recording.events), ours, "`serde_json` alone", theirs);
}

fn first_card(recording: &Recording) {
    let ours = || {
        let mut replay = Replay::default();
        let answered = |replay: &Replay| calls(replay.transcript()).any(|call| call.result.is_some());
        let mut chunks = recording.sse.chunks(CHUNK);
        let mut pushed = 0;
        while !answered(&replay) {
            let chunk = chunks.next().unwrap();
            replay.push(chunk);
            pushed += chunk.len();
        }
        (replay, pushed)
    };
    assert_eq!(ours().1, CHUNK, "the first chunk is enough");
    let theirs = || read(&recording.sse);
    meter::row("state of the first card of 10 MB", Work::Once, ours, "all of it read first", theirs);
}

fn read(bytes: &[u8]) -> Replay {
    let mut replay = Replay::default();
    bytes.chunks(CHUNK).for_each(|chunk| replay.push(chunk));
    replay.finish().unwrap();
    replay
}

fn calls(transcript: &Transcript) -> impl Iterator<Item = &Call> {
    let items = transcript.sessions().flat_map(|session| &session.items);
    items.filter_map(|item| if let Body::Call(call) = &item.body { Some(call.as_ref()) } else { None })
}

const SECTION: &str = include_str!("section.md");

fn whole_markdown() {
    let text = SECTION.repeat(100_000 / SECTION.len());
    let ours = || markdown::parse_with_citations(&text, 8);
    assert!(!ours().is_empty());
    meter::row("markdown to a tree", Work::Bytes(text.len()), ours, "pulldown-cmark’s events alone", || {
        Parser::new(&text).count()
    });
}

/// A long answer in pieces of three bytes. The peer, which parses all that is there at each of them, gets a tenth of the
/// text: it takes a hundred times as long for ten times as much.
fn markdown_tail() {
    const DELTA: usize = 3;
    let (long, short) = (SECTION.repeat(100_000 / SECTION.len()), SECTION.repeat(10_000 / SECTION.len()));
    for text in [&long, &short] {
        let document = grown(text, DELTA);
        assert!(document.parsed() <= 3 * text.len() as u64, "{} bytes parsed of {}", document.parsed(), text.len());
    }
    meter::row(
        "markdown that arrives by 3 bytes",
        Work::Bytes(short.len()),
        || grown(&short, DELTA),
        "all of it parsed each time",
        || prefixes(&short, DELTA).map(markdown::parse).map(|blocks| blocks.len()).sum::<usize>(),
    );
    meter::row(
        "the same, ten times as long",
        Work::Bytes(long.len()),
        || grown(&long, DELTA),
        "parsed once, when complete",
        || markdown::parse(&long),
    );
}

fn grown(text: &str, delta: usize) -> Growing {
    let mut document = Growing::new(0);
    prefixes(text, delta).for_each(|prefix| document.grow(prefix));
    document.finish();
    document
}

/// What has arrived of a text after each of its deltas, which are longer where they would end within a character.
fn prefixes(text: &str, delta: usize) -> impl Iterator<Item = &str> {
    let ends = (delta..text.len()).step_by(delta).chain([text.len()]);
    ends.filter_map(|end| text.get(..end))
}

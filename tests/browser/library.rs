//! The files of a person's own: what is opened, and what the browser keeps.

use js_sys::{Array, Promise, Uint8Array};
use leptos::prelude::*;
use std::io::Write;
use std::time::Duration;
use wasm_bindgen_futures::JsFuture;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::{Blob, File};
use webcard::keep::open::{Failure, recording};
use webcard::keep::{Entry, Keeping, Library, News, store};
use webcard::opening::Refusal;
use webcard::stream::archive::Fault;
use webcard::stream::blob::{bytes, read};

const EVENT: &str = "{\"type\":\"turn/start\",\"seq\":0,\"data\":{\"turn\":1}}\n";

fn file(name: &str, content: &[u8]) -> File {
    File::new_with_u8_array_sequence(&Array::of1(&Uint8Array::from(content)), name).expect("a file")
}

async fn text(blob: &Blob) -> String {
    String::from_utf8(bytes(blob).await.expect("its bytes")).expect("text")
}

async fn pause() {
    let wait = |done: js_sys::Function, _| {
        let ring = move || drop(done.call0(&wasm_bindgen::JsValue::NULL));
        set_timeout(ring, Duration::from_millis(20));
    };
    JsFuture::from(Promise::new(&mut { wait })).await.expect("a timer");
}

/// Waits until the browser has taken the file.
async fn kept(library: Library, id: &str) {
    for _ in 0..100 {
        let is_kept = |file: &Entry| file.id == id && file.keeping == Keeping::Kept;
        if library.files.with_untracked(|files| files.iter().any(is_kept)) {
            return;
        }
        pause().await;
    }
    panic!("{id} was not kept");
}

/// Entries that lie in the archive as they are.
fn archive(entries: &[(&str, &str)]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut out);
    for (name, content) in entries {
        let (mut entry, config) = archive.new_file(*name).start().expect("an entry");
        let mut writer = config.wrap(&mut entry);
        writer.write_all(content.as_bytes()).expect("its bytes");
        let (_, descriptor) = writer.finish().expect("its end");
        entry.finish(descriptor).expect("its descriptor");
    }
    archive.finish().expect("a directory");
    out
}

#[wasm_bindgen_test]
async fn the_store_keeps_lists_and_forgets() {
    let id = "kept-1".to_owned();
    let name = "a\u{202e}\"<b>.jsonl".to_owned();
    let entry = Entry { id, name, size: 5, added_ms: 1_796_061_000_647.0, keeping: Keeping::Kept };
    store::put(&entry, &file("x", b"hello")).await.expect("kept");
    assert!(store::all().await.expect("a list").contains(&entry));
    let blob = store::get("kept-1").await.expect("an answer").expect("a blob");
    assert_eq!(text(&blob).await, "hello");
    store::remove("kept-1").await.expect("removed");
    assert!(!store::all().await.expect("a list").contains(&entry));
    assert_eq!(store::get("kept-1").await.expect("an answer"), None);
    store::remove("kept-1").await.expect("nothing to remove");
}

#[wasm_bindgen_test]
async fn what_is_opened_is_kept_and_what_is_none_is_told() {
    let owner = Owner::new();
    let library = owner.with(Library::new);
    library.refresh();
    let long = EVENT.repeat(5000);
    let files =
        vec![file("bad.txt", b"\n\nhello"), file("good.jsonl", long.as_bytes()), file("two.jsonl", EVENT.as_bytes())];
    let id = library.open(files).await.expect("one that is a recording");
    let names = |library: Library| -> Vec<String> {
        library.files.with_untracked(|files| files.iter().map(|file| file.name.clone()).collect())
    };
    assert_eq!(library.files.with_untracked(Vec::len), 2);
    let good = library.files.get_untracked().into_iter().find(|file| file.id == id).expect("the first");
    assert_eq!((good.name.as_str(), good.size), ("good.jsonl", long.len() as u64));
    let notes = library.notes.get_untracked();
    assert!(
        matches!(&notes[..], [note] if note.name == "bad.txt"
            && matches!(&note.news, News::Failed(Failure::Refused(Refusal::NotARecording(fault))) if fault.line == 3)),
        "{notes:?}"
    );
    for file in library.files.get_untracked() {
        kept(library, &file.id).await;
    }

    // Another visit finds both.
    let other = owner.with(Library::new);
    other.refresh();
    kept(other, &id).await;
    assert!(names(other).contains(&"two.jsonl".to_owned()));
    assert_eq!(text(&other.blob(&id).await.expect("its bytes")).await, long);

    // Removed is removed, until it is taken back.
    let good = other.files.get_untracked().into_iter().find(|file| file.id == id).expect("the first");
    other.remove(good.clone()).await;
    assert!(!names(other).contains(&good.name));
    assert_eq!(store::get(&id).await.expect("an answer"), None);
    let note = other.notes.get_untracked().pop().expect("a note");
    assert!(matches!(&note.news, News::Removed(entry) if *entry == good));
    other.restore(note.id, good);
    kept(other, &id).await;
    assert_eq!(text(&store::get(&id).await.expect("an answer").expect("its bytes")).await, long);
    assert!(other.notes.get_untracked().is_empty());

    for file in other.files.get_untracked() {
        store::remove(&file.id).await.expect("removed");
    }
}

#[wasm_bindgen_test]
async fn an_export_becomes_one_recording() {
    let root = "{\"type\":\"session\",\"id\":\"root\"}\n{\"type\":\"turn/start\",\"seq\":0,\"data\":{\"turn\":1}}";
    let child = "{\"type\":\"session\",\"id\":\"child\",\"parentSession\":\"root\"}\n";
    let entries = [("subagents/child/session.jsonl", child), ("media/1.png", "x"), ("session.jsonl", root)];
    let mut steps = Vec::new();
    let step = |done, total| {
        steps.push((done, total));
        std::ops::ControlFlow::Continue(())
    };
    let blob = recording(&file("export.zip", &archive(&entries)), step).await.expect("a recording");
    assert_eq!(text(&blob).await, format!("{root}\n{child}\n"));
    let total = (root.len() + child.len()) as u64;
    assert_eq!(steps, [(root.len() as u64, total), (total, total)]);
}

#[wasm_bindgen_test]
async fn an_archive_that_is_no_export_is_refused() {
    let refused = async |content: Vec<u8>| {
        recording(&file("x.zip", &content), |_, _| std::ops::ControlFlow::Continue(())).await.expect_err("refused")
    };
    let fault = |fault| Failure::Refused(Refusal::Archive(fault));
    assert_eq!(refused(archive(&[("a.txt", "x")])).await, fault(Fault::NoSession));
    let mut cut = archive(&[("session.jsonl", EVENT)]);
    cut.truncate(cut.len() - 1);
    assert_eq!(refused(cut).await, fault(Fault::Damaged));
    // An archive within, and a log that is none.
    assert_eq!(refused(archive(&[("session.jsonl", "PK\u{3}\u{4}another")])).await, fault(Fault::NoSession));
    let refusal = refused(archive(&[("session.jsonl", "hello")])).await;
    assert!(matches!(refusal, Failure::Refused(Refusal::NotARecording(_))), "{refusal:?}");
    let good = file("x.zip", &archive(&[("session.jsonl", EVENT)]));
    assert_eq!(recording(&good, |_, _| std::ops::ControlFlow::Break(())).await, Err(Failure::Cancelled));
}

#[wasm_bindgen_test]
async fn a_file_is_read_in_small_pieces() {
    let content = vec![b'x'; 1_000_000];
    let mut pieces = Vec::new();
    let take = |bytes: &[u8]| {
        pieces.push(bytes.len());
        if pieces.len() < 4 { std::ops::ControlFlow::Continue(()) } else { std::ops::ControlFlow::Break(()) }
    };
    read(&file("x", &content), take).await.expect("read");
    assert_eq!(pieces.len(), 4);
    assert!(pieces.iter().all(|piece| *piece <= 64 * 1024), "{pieces:?}");
}

#[wasm_bindgen_test]
async fn archives_that_are_unpacked_at_once_have_each_its_own_progress() {
    let owner = Owner::new();
    let library = owner.with(Library::new);
    let archived = |name: &str, bytes: usize| {
        let log = EVENT.repeat(bytes / EVENT.len());
        file(name, &archive(&[("session.jsonl", log.as_str())]))
    };
    let names = move || -> Vec<String> {
        library.unpacking.with_untracked(|all| all.iter().map(|one| one.name.clone()).collect())
    };
    let opened = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    for (name, bytes) in [("small.zip", 4_000_000), ("large.zip", 16_000_000)] {
        let (opened, file) = (opened.clone(), archived(name, bytes));
        wasm_bindgen_futures::spawn_local(async move {
            let id = library.open(vec![file]).await;
            opened.borrow_mut().push((name, id));
        });
    }
    let mut seen = vec![names()];
    while opened.borrow().len() < 2 {
        webcard::stream::body::breathe().await;
        if seen.last() != Some(&names()) {
            seen.push(names());
        }
        // The one that is stopped takes nothing with it.
        let large =
            library.unpacking.with_untracked(|all| all.iter().find(|one| one.name == "large.zip").map(|one| one.id));
        if let (Some(large), [("small.zip", _)]) = (large, opened.borrow().as_slice()) {
            library.cancel(large);
        }
    }
    let both = seen.iter().position(|names| names.len() == 2).expect("both at once");
    assert!(seen[both..].contains(&vec!["large.zip".to_owned()]), "{seen:?}");
    assert_eq!(names(), Vec::<String>::new());
    let opened = opened.take();
    assert!(matches!(opened.as_slice(), [("small.zip", Some(_)), ("large.zip", None)]), "{opened:?}");
    assert!(library.notes.with_untracked(Vec::is_empty), "{:?}", library.notes.get_untracked());
    for file in library.files.get_untracked() {
        kept(library, &file.id).await;
        store::remove(&file.id).await.expect("removed");
    }
}

#[wasm_bindgen_test]
fn whoever_asks_again_and_again_is_heard_every_few_seconds() {
    use webcard::ui::second::is_due;
    let mut asked = 0.0;
    let mut heard = 0;
    for now in (0..60_000).step_by(20).map(|ms| 1_796_061_000_000.0 + f64::from(ms)) {
        if is_due(asked, now) {
            (asked, heard) = (now, heard + 1);
        }
    }
    assert_eq!(heard, 12);
    assert!(is_due(2e12, 1e12), "a clock that was set back does not silence it");
}

//! The worker that finds the colours of code: `public/highlight.js`, which is fetched when the first code asks for it.
//!
//! It answers one request at a time. Where a text sends one of its patterns into the woods, the worker is ended and the
//! next request gets a new one; where it cannot be had at all, code stays plain.

use crate::text::code::{Run, read};
use js_sys::{Object, Reflect, Uint32Array};
use leptos::prelude::{document, set_timeout};
use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Worker, WorkerOptions, WorkerType};

/// How long a text may take. One of 2 MB takes less than a second on an old machine.
const PATIENCE: Duration = Duration::from_secs(5);

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Who works, and what is to be done.
#[derive(Default)]
struct Desk {
    worker: Option<Hired>,
    /// The worker could not be fetched, and is not asked for again.
    closed: bool,
    last: u32,
    /// What the worker has.
    current: Option<Job>,
    /// What it gets next, the last one first: that is what was looked at last.
    waiting: Vec<Job>,
}

struct Job {
    id: u32,
    language: &'static str,
    text: Arc<str>,
    done: Box<dyn FnOnce(Vec<Run>)>,
}

/// A worker with what listens to it.
struct Hired {
    worker: Worker,
    _heard: Closure<dyn Fn(JsValue)>,
    _failed: Closure<dyn Fn(JsValue)>,
}

impl Drop for Hired {
    fn drop(&mut self) {
        self.worker.terminate();
    }
}

/// A request; whoever drops it wants no answer any more.
#[derive(Debug)]
pub struct Request(u32);

impl Drop for Request {
    fn drop(&mut self) {
        let id = self.0;
        // What the worker has already is answered, and its answer dropped. (A request that ends with the page finds no desk.)
        let unwanted = DESK.try_with(|desk| {
            let mut desk = desk.try_borrow_mut().ok()?;
            let place = desk.waiting.iter().position(|job| job.id == id)?;
            Some(desk.waiting.remove(place))
        });
        drop(unwanted);
    }
}

/// Asks for the colours of a text. `done` is called when there are some, and never from here.
pub fn request(language: &'static str, text: Arc<str>, done: impl FnOnce(Vec<Run>) + 'static) -> Request {
    let id = DESK.with_borrow_mut(|desk| {
        desk.last = desk.last.wrapping_add(1);
        desk.waiting.push(Job { id: desk.last, language, text, done: Box::new(done) });
        desk.last
    });
    next();
    Request(id)
}

/// Gives the worker its next text, if it has none.
fn next() {
    DESK.with_borrow_mut(|desk| {
        if desk.closed {
            desk.waiting.clear();
        }
        if desk.current.is_some() || desk.waiting.is_empty() {
            return;
        }
        if desk.worker.is_none() {
            desk.worker = hire();
        }
        let (Some(hired), Some(job)) = (&desk.worker, desk.waiting.pop()) else {
            desk.closed = true;
            return;
        };
        if hired.worker.post_message(&message(&job)).is_ok() {
            desk.current = Some(job);
        }
    });
}

fn hire() -> Option<Hired> {
    let base = document().base_uri().ok()??;
    let url = web_sys::Url::new_with_base("highlight.js", &base).ok()?;
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    let worker = Worker::new_with_options(&url.href(), &options).ok()?;
    let heard = Closure::<dyn Fn(JsValue)>::new(|event: JsValue| heard(&field(&event, "data")));
    let failed = Closure::<dyn Fn(JsValue)>::new(|_| {
        end(None);
        DESK.with_borrow_mut(|desk| desk.closed = true);
        next();
    });
    worker.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    worker.set_onerror(Some(failed.as_ref().unchecked_ref()));
    Some(Hired { worker, _heard: heard, _failed: failed })
}

fn message(job: &Job) -> JsValue {
    let message = Object::new();
    let fields =
        [("id", job.id.into()), ("language", job.language.into()), ("text", JsValue::from_str(job.text.as_ref()))];
    for (name, value) in fields {
        // A plain object takes any field.
        let _ = Reflect::set(&message, &name.into(), &value);
    }
    message.into()
}

/// Ends the worker, and what it has: all, or only if it is this.
fn end(only: Option<u32>) {
    let ended = DESK.with_borrow_mut(|desk| {
        let current = desk.current.as_ref().map(|job| job.id);
        if only.is_none() || only == current { (desk.worker.take(), desk.current.take()) } else { (None, None) }
    });
    drop(ended);
}

/// The worker says that it begins, or what it has found.
fn heard(data: &JsValue) {
    let id = field(data, "id").as_f64();
    let Some(id) =
        DESK.with_borrow(|desk| desk.current.as_ref().map(|job| job.id)).filter(|own| Some((*own).into()) == id)
    else {
        return;
    };
    let Ok(runs) = field(data, "runs").dyn_into::<Uint32Array>() else {
        let late = move || {
            end(Some(id));
            next();
        };
        return set_timeout(late, PATIENCE);
    };
    if let Some(job) = DESK.with_borrow_mut(|desk| desk.current.take()) {
        (job.done)(read(&runs.to_vec()));
    }
    next();
}

fn field(of: &JsValue, name: &str) -> JsValue {
    Reflect::get(of, &name.into()).unwrap_or_default()
}

//! Colours on text that stands on the page already.
//!
//! They are drawn with the browser's custom highlights, which name ranges of text nodes and leave the document as it is:
//! no text can be lost, and a selection stays. Only what is in sight has them, since each change of the page makes the
//! browser look at every range again (1,500 of them cost nothing to notice, 150,000 cost 60 ms a frame; one element for
//! each run of colour costs 400 ms once, and five times the nodes). A browser without them shows plain text.

use super::highlighter::{Request, request};
use crate::text::code::{Kind, Lines, Node as Place, Run, colourable, marks};
use js_sys::{Array, Function, Map, Reflect, Set};
use leptos::html;
use leptos::prelude::*;
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::{Rc, Weak};
use std::time::Duration;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, IntersectionObserver, IntersectionObserverEntry, Node, StaticRange, StaticRangeInit};

/// How long a text stands on the page before it is coloured: one that is still being written is drawn anew before that.
const QUIET: Duration = Duration::from_millis(300);

/// The colours of one text.
pub struct Colours(Option<Rc<Text>>);

struct Text {
    language: &'static str,
    lines: Lines,
    pieces: RefCell<Vec<Piece>>,
    observer: RefCell<Option<Observer>>,
    /// Asked for when a piece comes into sight first.
    request: RefCell<Option<Request>>,
    found: RefCell<Option<Found>>,
    ended: Cell<bool>,
}

/// What the worker has found.
struct Found {
    runs: Vec<Run>,
    /// Where each line starts, in UTF-16 units.
    units: Vec<usize>,
}

/// An element that shows some of the lines.
struct Piece {
    element: Element,
    lines: Range<usize>,
    in_sight: bool,
    /// The ranges that it has in the highlights now.
    ranges: Vec<(Kind, StaticRange)>,
}

struct Observer {
    observer: IntersectionObserver,
    _seen: Closure<dyn Fn(JsValue)>,
}

impl Drop for Observer {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}

impl Colours {
    /// Colours for a text that is shown as it is; none where its language is not known, or the text is too long.
    #[must_use]
    pub fn of(lines: &Lines, language: Option<&'static str>) -> Self {
        let language = language.filter(|_| colourable(lines) && highlights().is_some());
        Self(language.map(|language| {
            Rc::new(Text {
                language,
                lines: lines.clone(),
                pieces: RefCell::default(),
                observer: RefCell::default(),
                request: RefCell::default(),
                found: RefCell::default(),
                ended: Cell::new(false),
            })
        }))
    }

    fn watch(&self, element: Element, lines: Range<usize>) {
        let Some(text) = &self.0 else { return };
        let text = Rc::downgrade(text);
        let observe = move || {
            if let Some(text) = text.upgrade().filter(|text| !text.ended.get() && element.is_connected()) {
                text.observe(element, lines);
            }
        };
        set_timeout(observe, QUIET);
    }

    /// The piece that starts with this line is gone from the page.
    fn forget(&self, first: usize) {
        let Some(text) = &self.0 else { return };
        let mut pieces = text.pieces.borrow_mut();
        let Some(place) = pieces.iter().position(|piece| piece.lines.start == first) else { return };
        let mut piece = pieces.swap_remove(place);
        piece.clear();
        if let Some(observer) = &*text.observer.borrow() {
            observer.observer.unobserve(&piece.element);
        }
    }
}

/// A [piece](super::rows::Pace::piece) of a text on the page, with its colours. `drawn` holds one `code` with all of these lines, a
/// [block](Lines::block), or one for each of them.
pub fn coloured(colours: StoredValue<Colours, LocalStorage>, lines: Range<usize>, drawn: AnyView) -> AnyView {
    let first = lines.start;
    on_cleanup(move || {
        colours.try_with_value(|colours| colours.forget(first));
    });
    let element = NodeRef::<html::Span>::new();
    element.on_load(move |element| {
        colours.try_with_value(|colours| colours.watch(element.into(), lines));
    });
    view! {
        <span class="piece" node_ref=element>
            {drawn}
        </span>
    }
    .into_any()
}

/// The text is gone from the page, and its colours go with it.
impl Drop for Colours {
    fn drop(&mut self) {
        let Some(text) = &self.0 else { return };
        text.ended.set(true);
        text.observer.take();
        text.request.take();
        for piece in text.pieces.borrow_mut().iter_mut() {
            piece.clear();
        }
    }
}

impl Text {
    fn observe(self: &Rc<Self>, element: Element, lines: Range<usize>) {
        let mut observer = self.observer.borrow_mut();
        if observer.is_none() {
            *observer = Observer::of(Rc::downgrade(self));
        }
        if let Some(observer) = &*observer {
            observer.observer.observe(&element);
            self.pieces.borrow_mut().push(Piece { element, lines, in_sight: false, ranges: Vec::new() });
        }
    }

    fn seen(self: &Rc<Self>, entries: &Array) {
        for entry in entries.iter().filter_map(|entry| entry.dyn_into::<IntersectionObserverEntry>().ok()) {
            let mut pieces = self.pieces.borrow_mut();
            let Some(piece) = pieces.iter_mut().find(|piece| piece.element == entry.target()) else { continue };
            piece.in_sight = entry.is_intersecting();
            match &*self.found.borrow() {
                Some(found) => piece.draw(found),
                None if piece.in_sight => self.ask(),
                None => {}
            }
        }
    }

    fn ask(self: &Rc<Self>) {
        if self.request.borrow().is_some() {
            return;
        }
        let weak = Rc::downgrade(self);
        let answered = move |runs| {
            let Some(text) = weak.upgrade().filter(|text| !text.ended.get()) else { return };
            let found = Found { runs, units: text.lines.units() };
            text.pieces.borrow_mut().iter_mut().for_each(|piece| piece.draw(&found));
            text.found.replace(Some(found));
        };
        self.request.replace(Some(request(self.language, self.lines.text().clone(), answered)));
    }
}

impl Observer {
    fn of(text: Weak<Text>) -> Option<Self> {
        let seen = Closure::<dyn Fn(JsValue)>::new(move |entries: JsValue| {
            if let Some(text) = text.upgrade() {
                text.seen(entries.unchecked_ref());
            }
        });
        let observer = IntersectionObserver::new(seen.as_ref().unchecked_ref()).ok()?;
        Some(Self { observer, _seen: seen })
    }
}

impl Piece {
    /// Puts its colours on, or takes them off when it is out of sight.
    fn draw(&mut self, found: &Found) {
        if !self.in_sight {
            self.clear();
        } else if self.ranges.is_empty() {
            self.ranges = self.ranges(found).collect();
            for (kind, range) in &self.ranges {
                if let Some(highlight) = highlight(*kind) {
                    highlight.add(range);
                }
            }
        }
    }

    fn clear(&mut self) {
        for (kind, range) in self.ranges.drain(..) {
            if let Some(highlight) = highlight(kind) {
                highlight.delete(&range);
            }
        }
    }

    fn ranges<'a>(&'a self, found: &'a Found) -> impl Iterator<Item = (Kind, StaticRange)> + use<'a> {
        let nodes = text_nodes(&self.element);
        let unit = |line: usize| found.units.get(line).copied().unwrap_or_default();
        // One node for all of the lines, or one for each, without its end.
        let places: Vec<_> = if nodes.len() == 1 {
            vec![Place { start: unit(self.lines.start), end: unit(self.lines.end) }]
        } else {
            self.lines.clone().map(|line| Place { start: unit(line), end: unit(line + 1).saturating_sub(1) }).collect()
        };
        marks(&found.runs, &places).into_iter().filter_map(move |mark| {
            let node = nodes.get(mark.node)?.as_ref()?;
            let (start, end) = (u32::try_from(mark.start).ok()?, u32::try_from(mark.end).ok()?);
            StaticRange::new(&StaticRangeInit::new(node, end, node, start)).ok().map(|range| (mark.kind, range))
        })
    }
}

/// The text nodes of the `code` elements in an element; `None` for one without text.
fn text_nodes(element: &Element) -> Vec<Option<Node>> {
    let Ok(found) = element.query_selector_all("code") else { return Vec::new() };
    (0..found.length()).map(|place| found.item(place)?.first_child()).collect()
}

/// The highlight of this kind, made when it is first needed.
fn highlight(kind: Kind) -> Option<Set> {
    thread_local! {
        static MADE: RefCell<[Option<Set>; Kind::ALL.len()]> = RefCell::default();
    }
    MADE.with_borrow_mut(|made| {
        let place = made.get_mut(kind as usize)?;
        if place.is_none() {
            *place = make(kind.name());
        }
        place.clone()
    })
}

// The interfaces are too young for `web_sys`. A highlight is a set of ranges, and the registry a map of highlights.
fn make(name: &str) -> Option<Set> {
    let class = Reflect::get(&window(), &"Highlight".into()).ok()?.dyn_into::<Function>().ok()?;
    let highlight: Set = Reflect::construct(&class, &Array::new()).ok()?.unchecked_into();
    highlights()?.set(&name.into(), &highlight);
    Some(highlight)
}

fn highlights() -> Option<Map> {
    let css = Reflect::get(&window(), &"CSS".into()).ok()?;
    let highlights = Reflect::get(&css, &"highlights".into()).ok()?;
    highlights.is_object().then(|| highlights.unchecked_into())
}

//! A recording as something that can be wound and played.
//!
//! Its bytes are kept outside of the app's memory, as a blob. Going somewhere means taking the nearest state that was
//! kept on the way (see [`Checkpoints`]) and reading on from there.

use super::news::Inner;
use super::{Feed, Position, Progress, ReadError};
use crate::replay::pace::Speed;
use crate::replay::{Advance, Checkpoints, Replay};
use crate::stream::blob::{self, piece};
use crate::stream::body::breathe;
use crate::stream::recording::NotARecording;
use crate::transcript::{Changes, Transcript};
use js_sys::{Function, Promise};
use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::Blob;

/// A recording, and where it stands.
pub(super) struct Tape {
    replay: Replay,
    kept: Checkpoints<Replay>,
    /// How many bytes `replay` has taken.
    offset: u64,
    /// All of its bytes; without them it cannot be wound.
    source: Option<Blob>,
    /// How many events there are, once it has been read to its end.
    total: Option<u64>,
    /// The state is another one than at the last frame, not merely a later one.
    rewound: bool,
    /// Where somebody wants to go.
    target: Option<u64>,
    /// One task winds and plays.
    driven: bool,
    /// Ends the wait before the next event.
    wake: Option<Function>,
    speed: Speed,
}

impl Default for Tape {
    fn default() -> Self {
        Self {
            replay: Replay::default(),
            kept: Checkpoints::new(Replay::default()),
            offset: 0,
            source: None,
            total: None,
            rewound: false,
            target: None,
            driven: false,
            wake: None,
            speed: Speed::Normal,
        }
    }
}

impl Tape {
    /// The first reading: everything is applied as it comes.
    pub fn read_on(&mut self, chunk: &[u8]) {
        self.replay.push(chunk);
        self.offset += chunk.len() as u64;
        self.kept.offer(self.replay.position(), self.offset, &self.replay);
    }

    /// The first reading is at its end.
    ///
    /// # Errors
    /// When the bytes were no recording.
    pub fn finish(&mut self) -> Result<(), NotARecording> {
        let read = self.replay.finish();
        self.total = read.is_ok().then(|| self.replay.position());
        read
    }

    /// The first reading broke off.
    pub fn break_off(&mut self) {
        self.replay.break_off();
    }

    pub fn transcript(&self) -> &Transcript {
        self.replay.transcript()
    }

    /// What has changed since the last time, and whether that is not the whole of the difference.
    pub fn take_changes(&mut self) -> (Changes, bool) {
        (self.replay.transcript_mut().take_changes(), std::mem::take(&mut self.rewound))
    }

    pub fn position(&self) -> Position {
        let is_held = self.source.is_some();
        Position { at: self.replay.position(), total: self.total, time_ms: self.replay.time_ms(), is_held }
    }

    pub fn progress(&self) -> Progress {
        Progress { done: self.offset, of: self.source.as_ref().map(blob::size) }
    }

    /// Takes the state from which it is the shortest way to a position.
    fn set_out(&mut self, to: u64) {
        let here = self.replay.position();
        let Some(near) = self.kept.before(to) else { return };
        if to < here || near.position > here {
            self.replay = near.state.clone();
            self.offset = near.offset;
            self.rewound = true;
        }
    }

    fn at_end(&self) -> bool {
        self.total.is_some_and(|total| self.replay.position() >= total)
    }

    fn wake(&mut self) {
        if let Some(wake) = self.wake.take() {
            // Resolving a promise does not fail.
            let _ = wake.call0(&JsValue::NULL);
        }
    }
}

impl Feed {
    /// Keeps a recording's bytes, so that it can be wound.
    pub(super) fn keep(self, source: Blob) {
        self.inner.try_update_value(|inner| inner.tape.source = Some(source));
    }

    /// Goes to the state after `to` events. While it is on its way, a newer wish takes the place of an older one.
    pub fn wind(self, to: u64) {
        self.set_going(|tape| tape.target = Some(to));
    }

    /// Plays on, from the beginning where the recording is at its end.
    pub fn play(self) {
        self.playing.set(true);
        self.set_going(|tape| {
            if tape.at_end() {
                tape.target = Some(0);
            }
        });
    }

    /// Stays where it is.
    pub fn pause(self) {
        self.playing.set(false);
        self.set_going(|_| ());
    }

    /// Plays at another speed from now on.
    pub fn set_speed(self, speed: Speed) {
        self.set_going(|tape| tape.speed = speed);
    }

    /// Changes what the one task has to do, and starts it where it is not under way. Before the first reading is over there
    /// is nothing to wind, and what the browser does not hold stays as it was read.
    fn set_going(self, change: impl FnOnce(&mut Tape)) {
        let start = self.inner.try_update_value(|inner| {
            let tape = &mut inner.tape;
            tape.total?;
            tape.source.as_ref()?;
            change(tape);
            tape.wake();
            (!std::mem::replace(&mut tape.driven, true)).then_some(())
        });
        if start.flatten().is_some() {
            spawn_local(self.drive());
        }
    }

    async fn drive(self) {
        self.wind_and_play().await;
        self.inner.try_update_value(|inner| inner.tape.driven = false);
        // Whatever has ended it: nothing is played any more.
        if self.playing.try_get_untracked() == Some(true) {
            self.playing.set(false);
        }
    }

    /// Goes on until nothing is asked for any more, or nothing more can be had. Nobody can wake it from reading, so it looks
    /// anew afterwards at what it has to do.
    async fn wind_and_play(self) {
        let mut due = js_sys::Date::now();
        let mut steps = 0_u32;
        while let Some(target) = self.inner.try_update_value(|inner| inner.tape.target.take()) {
            if let Some(to) = target {
                if self.go(to).await.is_none() {
                    return;
                }
                due = js_sys::Date::now();
                continue;
            }
            if self.playing.try_get_untracked() != Some(true) {
                return;
            }
            let next =
                self.inner.try_with_value(|Inner { tape, .. }| (tape.replay.next_gap(), tape.at_end(), tape.speed));
            let (gap, speed) = match next {
                Some((Some(gap), _, speed)) => (gap, speed),
                Some((None, false, _)) if self.read_more().await.is_some() => continue,
                Some((None, ..)) | None => return,
            };
            if speed == Speed::AtOnce {
                self.inner.try_update_value(|inner| inner.tape.target = inner.tape.total);
                continue;
            }
            due += f64::from(speed.stretch(gap));
            let wait = due - js_sys::Date::now();
            if wait > 0.0 && self.sleep(wait).await == Slept::Woken {
                // Whatever was changed, the wait for this event begins anew.
                due = js_sys::Date::now();
                continue;
            }
            let Some(next) = self.inner.try_with_value(|inner| inner.tape.replay.position() + 1) else { return };
            if self.go(next).await.is_none() {
                return;
            }
            // A page that was hidden is behind, and catches up without standing still.
            steps = steps.wrapping_add(1);
            if wait <= 0.0 && steps.is_multiple_of(200) {
                breathe().await;
            }
        }
    }

    /// Applies what lies between here and there. `None` when nobody is there to see it any more, or it cannot be read.
    async fn go(self, to: u64) -> Option<()> {
        self.inner.try_update_value(|inner| inner.tape.set_out(to))?;
        while self.inner.try_update_value(|inner| inner.tape.replay.advance(to))? == Advance::Hungry {
            self.read_more().await?;
        }
        // A piece that could not be had before is no matter once it could.
        self.inner.try_update_value(Inner::recover)?;
        self.ask_for_frame();
        Some(())
    }

    /// Decodes one piece more. `None` as for [`go`](Self::go).
    async fn read_more(self) -> Option<()> {
        let (source, offset) = self.inner.try_with_value(|inner| (inner.tape.source.clone(), inner.tape.offset))?;
        match piece(&source?, offset).await {
            Ok(piece) => self.inner.try_update_value(|inner| {
                let tape = &mut inner.tape;
                if piece.is_empty() {
                    // It was a recording when it was read the first time.
                    let _ = tape.replay.end();
                } else {
                    tape.replay.feed(&piece);
                    tape.offset += piece.len() as u64;
                }
            }),
            Err(error) => {
                self.inner.try_update_value(|inner| inner.fail(ReadError::File(error)));
                self.ask_for_frame();
                None
            }
        }
    }

    /// Waits, in milliseconds.
    async fn sleep(self, ms: f64) -> Slept {
        let woken = std::rc::Rc::new(std::cell::Cell::new(true));
        let in_time = woken.clone();
        let promise = Promise::new(&mut |resolve: Function, _| {
            let in_time = in_time.clone();
            self.inner.try_update_value(|inner| inner.tape.wake = Some(resolve.clone()));
            // Rounded up: a timer that fires early would have to be set again.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            let ms = std::time::Duration::from_millis(ms.ceil() as u64);
            set_timeout(
                move || {
                    in_time.set(false);
                    let _ = resolve.call0(&JsValue::NULL);
                },
                ms,
            );
        });
        // The promise is never rejected.
        let _ = JsFuture::from(promise).await;
        if woken.get() { Slept::Woken } else { Slept::Well }
    }
}

/// How a wait ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Slept {
    /// By itself.
    Well,
    /// Something was changed meanwhile.
    Woken,
}

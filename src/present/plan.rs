//! A plan in words: how far it is, and what is under way.

use super::{Chip, Tone};
use crate::lang::Strings;
use crate::text::visible::{is_visible, visible};
use crate::view::{PlanStep, Progress};

/// How much of a plan is done.
#[must_use]
pub fn chip(steps: &[PlanStep], strings: &Strings) -> Chip {
    let done = steps.iter().filter(|step| step.progress == Progress::Done).count();
    match steps.len() {
        0 => Chip::new(Tone::Plain, strings.plan.no_steps),
        all => Chip::new(if done == all { Tone::Good } else { Tone::Plain }, (strings.plan.done_of)(done, all)),
    }
}

/// The step that is under way.
#[must_use]
pub fn current(steps: &[PlanStep]) -> Option<&str> {
    steps.iter().find(|step| step.progress == Progress::Active).map(|step| step.content.as_str())
}

/// How far a step is, in words; a status that this app does not know, as it was sent.
#[must_use]
pub fn progress(step: &PlanStep, strings: &Strings) -> String {
    match &step.progress {
        Progress::Pending => strings.plan.to_do.to_owned(),
        Progress::Active => strings.plan.under_way.to_owned(),
        Progress::Done => strings.plan.done.to_owned(),
        Progress::Other(status) if is_visible(status) => visible(status),
        Progress::Other(_) => strings.plan.unknown.to_owned(),
    }
}

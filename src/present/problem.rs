//! Why a view was not taken, or an event not read, in the reader's words.

use crate::lang::Strings;
use crate::text::visible::visible;
use crate::transcript::update::{Large, Trouble};
use crate::view::Reason;
use crate::view::fields::Malformed;

/// Why a result is shown as plain content.
#[must_use]
pub fn rejection(reason: &Reason, strings: &Strings) -> String {
    let card = &strings.card;
    let words = match reason {
        Reason::Card(name) => (card.unknown_card)(name),
        Reason::Kind { card: name, kind } => (card.unknown_kind)(name, kind),
        Reason::Shape { card: name, shape } => (card.unknown_shape)(name, shape),
        Reason::Malformed(fault) => malformed(fault, strings),
    };
    visible(&words)
}

fn malformed(fault: &Malformed, strings: &Strings) -> String {
    (strings.card.malformed)(fault.place(), (strings.kind)(fault.expected), (strings.kind)(fault.found))
}

/// Why an event could not be read.
#[must_use]
pub fn trouble(problem: &Trouble, strings: &Strings) -> String {
    let flow = &strings.flow;
    match problem {
        Trouble::NotJson(why) => format!("{} ({why})", flow.not_json),
        Trouble::Malformed(fault) => {
            format!("{}: {} / {}", fault.place(), (strings.kind)(fault.expected), (strings.kind)(fault.found))
        }
        Trouble::CutOff => flow.cut_off.to_owned(),
        Trouble::TooLarge(bytes) => (flow.too_large)(*bytes),
        Trouble::LargerThan(Large::Event, most) => (flow.large_event)(mib(*most)),
        Trouble::LargerThan(Large::Document, most) => (flow.large_document)(mib(*most)),
    }
}

/// Bytes in the unit in which such a limit is a round number.
fn mib(bytes: u64) -> u64 {
    bytes >> 20
}

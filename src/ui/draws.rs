//! Counts how often an item of the conversation is drawn, so that a test can say "only the touched one".

use std::cell::Cell;

thread_local! {
    static TOTAL: Cell<u64> = const { Cell::new(0) };
}

/// One item is drawn (again).
pub fn count() {
    TOTAL.set(TOTAL.get() + 1);
}

/// How often items have been drawn since the page was loaded.
#[must_use]
pub fn total() -> u64 {
    TOTAL.get()
}

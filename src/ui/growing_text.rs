//! Plain text that is still arriving: chunks that are complete are drawn once.

use crate::text::chunks::Chunks;
use crate::text::visible::visible;
use leptos::prelude::*;

/// A text that grows.
#[component]
pub fn GrowingText(
    /// The class of the whole.
    class: &'static str,
    /// Hands over all of the text there is so far; called again when that changes.
    read: impl Fn(&mut dyn FnMut(&str)) + Send + Sync + 'static,
) -> impl IntoView {
    let chunks = StoredValue::new(Chunks::default());
    // How often the text has begun anew, and how many chunks of it are complete.
    let complete = RwSignal::new((0_u32, 0_usize));
    let last = move || {
        let mut goes_on = true;
        read(&mut |text| goes_on = chunks.try_update_value(|chunks| chunks.grow(text)).unwrap_or(true));
        let (epoch, count) = complete.get_untracked();
        let now = (epoch.wrapping_add(u32::from(!goes_on)), chunks.with_value(Chunks::complete));
        if now != (epoch, count) {
            complete.set(now);
        }
        chunks.with_value(|chunks| visible(chunks.get(chunks.complete())))
    };
    let each = move || {
        let (epoch, count) = complete.get();
        (0..count).map(move |index| (epoch, index)).collect::<Vec<_>>()
    };
    view! {
        <div class=class>
            <For each key=|chunk| *chunk let:chunk>
                <p>{chunks.with_value(|chunks| visible(chunks.get(chunk.1)))}</p>
            </For>
            <p>{last}</p>
        </div>
    }
}

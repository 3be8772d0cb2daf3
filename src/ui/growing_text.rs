//! Plain text that is still arriving: chunks that are complete are drawn once.

use super::keyed::keyed;
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
    // How often the text has begun anew, and how many chunks of it are shown above the last.
    let shown = RwSignal::new((0_u32, 0_u32));
    let last = move || {
        let mut goes_on = true;
        read(&mut |text| goes_on = chunks.try_update_value(|chunks| chunks.grow(text)).unwrap_or(true));
        if !goes_on {
            shown.update(|(epoch, count)| (*epoch, *count) = (epoch.wrapping_add(1), 0));
        }
        show_more(chunks, shown);
        chunks.with_value(|chunks| visible(chunks.get(chunks.complete())))
    };
    let keys = move || {
        let (epoch, count) = shown.get();
        (0..count).map(|index| u64::from(epoch) << 32 | u64::from(index)).collect()
    };
    let chunk = move |key: u64| {
        let index = (key & u64::from(u32::MAX)) as usize;
        view! { <p>{chunks.with_value(|chunks| visible(chunks.get(index)))}</p> }.into_any()
    };
    view! {
        <div class=class>
            {keyed(keys, chunk)}
            <p>{last}</p>
        </div>
    }
}

/// How many chunks are drawn in one frame.
const AT_ONCE: u32 = 32;

/// Shows the chunks that are not shown yet. A long text that is there at once is drawn in several frames.
fn show_more(chunks: StoredValue<Chunks>, shown: RwSignal<(u32, u32)>) {
    let all = chunks.try_with_value(Chunks::complete).and_then(|all| u32::try_from(all).ok());
    let Some(all) = all else { return };
    let Some((epoch, count)) = shown.try_get_untracked().filter(|(_, count)| *count < all) else { return };
    let next = all.min(count + AT_ONCE);
    shown.set((epoch, next));
    if next < all {
        request_animation_frame(move || show_more(chunks, shown));
    }
}

//! Light, dark, or as the system has it. `boot.js` applies the choice before the first paint; here it is changed.

use super::strings;
use leptos::prelude::*;

/// The key under which the choice is stored. `boot.js` reads the same.
const KEY: &str = "webcard.theme";

#[derive(Clone, Copy, PartialEq, Eq)]
enum Theme {
    System,
    Light,
    Dark,
}

impl Theme {
    const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// The value of `data-theme` and of what is stored; the system's own look has none.
    fn name(self) -> &'static str {
        match self {
            Self::System => "",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }

    fn stored() -> Self {
        let root = document().document_element();
        let name = root.and_then(|root| root.get_attribute("data-theme")).unwrap_or_default();
        Self::ALL.into_iter().find(|theme| theme.name() == name).unwrap_or(Self::System)
    }

    /// Applies and remembers the choice. Where the browser refuses to store it, it holds for this page.
    fn choose(self) {
        let storage = window().local_storage().ok().flatten();
        let root = document().document_element();
        let _ = match self {
            Self::System => {
                let _ = root.map(|root| root.remove_attribute("data-theme"));
                storage.map(|storage| storage.remove_item(KEY))
            }
            Self::Light | Self::Dark => {
                let _ = root.map(|root| root.set_attribute("data-theme", self.name()));
                storage.map(|storage| storage.set_item(KEY, self.name()))
            }
        };
    }
}

/// The choice of the theme.
#[component]
pub fn ThemeChoice() -> impl IntoView {
    let t = strings();
    let chosen = RwSignal::new(Theme::stored());
    let label = |theme| match theme {
        Theme::System => t.nav.theme_system,
        Theme::Light => t.nav.theme_light,
        Theme::Dark => t.nav.theme_dark,
    };
    let choose = move |ev| {
        let name = event_target_value(&ev);
        if let Some(theme) = Theme::ALL.into_iter().find(|theme| theme.name() == name) {
            theme.choose();
            chosen.set(theme);
        }
    };
    view! {
        <label class="theme">
            <span>{t.nav.theme}</span>
            <select on:change=choose>
                {Theme::ALL
                    .map(|theme| {
                        view! {
                            <option value=theme.name() selected=move || chosen.get() == theme>
                                {label(theme)}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        </label>
    }
}

//! The icons: line drawings on a 16 by 16 grid.

use crate::present::Face;
use leptos::prelude::*;

/// An icon of the set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs)] // Named after what they depict.
pub enum Icon {
    Globe,
    Page,
    FileSearch,
    Lines,
    Pen,
    Prompt,
    Wrench,
    Chevron,
    Play,
    Pause,
    Checklist,
    Question,
    Branch,
    Shield,
    Ring,
    Target,
    Check,
}

impl From<Face> for Icon {
    fn from(face: Face) -> Self {
        match face {
            Face::WebSearch => Self::Globe,
            Face::WebFetch => Self::Page,
            Face::FileSearch => Self::FileSearch,
            Face::Read => Self::Lines,
            Face::Edit => Self::Pen,
            Face::Terminal => Self::Prompt,
            Face::Plan => Self::Checklist,
            Face::Question => Self::Question,
            Face::Agent => Self::Branch,
            Face::Tool => Self::Wrench,
        }
    }
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Self::Globe => "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2zM2 8h12M8 2c2.2 2 2.2 10 0 12M8 2c-2.2 2-2.2 10 0 12",
            Self::Page => "M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3M6 8h4M6 11h4",
            Self::FileSearch => "M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9zM10.4 10.4 14 14M5 7h4",
            Self::Lines => "M5.5 3.5h8M5.5 8h8M5.5 12.5h8M2 3.5h1M2 8h1M2 12.5h1",
            Self::Pen => "M3 13l.8-3.6L11 2.2l2.8 2.8-7.2 7.2zM9.4 3.8l2.8 2.8",
            Self::Prompt => "M2.5 4l4 4-4 4M8.5 12.5h5",
            Self::Wrench => "M13.9 4.3a3.5 3.5 0 0 1-4.6 4.4l-5 5-2-2 5-5a3.5 3.5 0 0 1 4.4-4.6L9.6 4.2l2.2 2.2z",
            Self::Chevron => "M6 4l4 4-4 4",
            Self::Play => "M4.5 3l8 5-8 5z",
            Self::Pause => "M5 3v10M11 3v10",
            Self::Checklist => "M1.5 4.2l1.4 1.4 2.4-2.8M1.5 11.2l1.4 1.4 2.4-2.8M8 4.5h6M8 11.5h6",
            Self::Question => {
                "M8 2a6 6 0 1 0 0 12A6 6 0 1 0 8 2zM6.1 6.6a1.9 1.9 0 1 1 2.9 1.6c-.7.4-1 .7-1 1.4M8 11.4v.2"
            }
            Self::Branch => "M3.5 2.5v7a2 2 0 0 0 2 2h7M3.5 5.5a2 2 0 0 0 2 2h4M10.5 9.5l2 2-2 2",
            Self::Shield => "M8 1.8l5 1.9v4c0 3.2-2.2 5.4-5 6.5-2.8-1.1-5-3.3-5-6.5v-4z",
            Self::Ring => "M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9z",
            Self::Target => "M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9zM8 7a1 1 0 1 0 0 2 1 1 0 1 0 0-2z",
            Self::Check => "M3 8.5l3.3 3.3L13 5",
        }
    }
}

/// Draws an icon. It is decoration: the words beside it say the same.
#[component]
pub fn Glyph(
    /// Which one.
    icon: Icon,
) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
            <path d=icon.path() />
        </svg>
    }
}

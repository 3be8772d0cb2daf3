//! A plan: its steps, each with how far it is.

use super::{Undrawable, content, drawable, waiting};
use crate::present::plan::{chip, current, progress};
use crate::text::visible::visible;
use crate::transcript::model::{Call, Status};
use crate::ui::icon::{Glyph, Icon};
use crate::ui::mark::Mark;
use crate::ui::{long, strings};
use crate::view::{PlanStep, Progress};
use leptos::prelude::*;

/// From so many steps on the list scrolls by itself.
const LONG: usize = 20;

/// The plan of a session, as it is now.
pub fn plan(steps: &[PlanStep], id: &str) -> AnyView {
    let t = strings();
    let body =
        self::steps(steps).unwrap_or_else(|Undrawable| view! { <p class="note">{t.card.too_much}</p> }.into_any());
    view! {
        <section class="card" id=id.to_owned() aria-label=t.plan.title>
            <header>
                <div class="headline">
                    <Glyph icon=Icon::Checklist />
                    <span class="verb">{t.plan.title}</span>
                    <span class="subject"><bdi>{current(steps).map(visible)}</bdi></span>
                    <span class="chips"><Mark chip=chip(steps, t) /></span>
                </div>
            </header>
            <div class="body">{body}</div>
        </section>
    }
    .into_any()
}

/// The body of a call that writes the plan anew: the plan as it was to be then.
pub fn body(call: &Call, steps: &[PlanStep]) -> Result<AnyView, Undrawable> {
    let rest = match call.status() {
        Status::Done => ().into_any(),
        Status::Failed => content::result(call)?,
        Status::Pending | Status::Running | Status::Stopped | Status::NoResult => waiting::state(call),
    };
    Ok(view! { {self::steps(steps)?} {rest} }.into_any())
}

/// The steps, one below the other.
fn steps(steps: &[PlanStep]) -> Result<AnyView, Undrawable> {
    drawable(steps.len())?;
    let t = strings();
    if steps.is_empty() {
        return Ok(view! { <p class="note">{t.plan.nothing_planned}</p> }.into_any());
    }
    let list = view! { <ul class="steps">{steps.iter().map(step).collect_view()}</ul> };
    Ok(if steps.len() < LONG {
        list.into_any()
    } else {
        view! { <div class="scrolls" tabindex="0" role="region" aria-label=t.plan.title>{list}</div> }.into_any()
    })
}

fn step(step: &PlanStep) -> impl IntoView + use<> {
    let words = progress(step, strings());
    let (class, icon, told) = match &step.progress {
        Progress::Pending => ("pending", Icon::Ring, false),
        Progress::Active => ("active", Icon::Target, true),
        Progress::Done => ("done", Icon::Check, false),
        Progress::Other(_) => ("other", Icon::Ring, true),
    };
    // What is under way says so; the others only by their mark, and to screen readers.
    let chip = told.then(|| view! { <span class="chip">{words.clone()}</span> });
    let label = (!told).then_some(words);
    view! {
        <li class=class>
            <span class="state" role=label.is_some().then_some("img") aria-label=label.clone() title=label>
                <Glyph icon />
            </span>
            <bdi>{long::text(visible(&step.content))}</bdi>
            {chip}
        </li>
    }
}

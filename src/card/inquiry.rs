//! What a person was asked: questions with their answers, and approvals.

use super::block::blocks;
use super::details::field;
use super::{Undrawable, content, drawable, waiting};
use crate::present::inquiry::{AskedQuestion, chip, unanswered};
use crate::text::visible::visible;
use crate::transcript::model::{Call, Pending};
use crate::transcript::update::{Inquiry, InquiryId};
use crate::ui::icon::{Glyph, Icon};
use crate::ui::mark::Mark;
use crate::ui::{long, strings};
use crate::view::question::Choice;
use leptos::prelude::*;

/// The body of a call that asks a person.
pub fn body(call: &Call, asked: &[AskedQuestion]) -> Result<AnyView, Undrawable> {
    let rest = match call.answers() {
        Some(Ok(_)) => ().into_any(),
        // What came of it is not as it should be, and shown as it is.
        Some(Err(_)) => blocks(call.content())?,
        None if call.result.is_some() => content::result(call)?,
        None => waiting::state(call),
    };
    Ok(view! { {questions(asked)?} {rest} }.into_any())
}

/// Something that a person is asked and that belongs to no call.
pub fn inquiry(pending: &Pending, id: &str) -> AnyView {
    let t = strings();
    let (icon, title) = match pending.id {
        InquiryId::Questions(_) => (Icon::Question, t.inquiry.question),
        InquiryId::Approval(_) => (Icon::Shield, t.inquiry.approval),
    };
    let body = match &pending.inquiry {
        None => None,
        Some(Inquiry::Questions(_)) => questions(&unanswered(pending)).ok(),
        Some(Inquiry::Approval { tool, reason, .. }) => {
            Some(view! { {field(t.fields.tool, Some(tool))} {field(t.fields.reason, reason.as_deref())} }.into_any())
        }
    };
    view! {
        <section class="card" id=id.to_owned() aria-label=title>
            <header>
                <div class="headline">
                    <Glyph icon />
                    <span class="verb">{title}</span>
                    <span class="subject"></span>
                    <span class="chips"><Mark chip=chip(pending, false, t) /></span>
                </div>
            </header>
            <div class="body">{body}</div>
        </section>
    }
    .into_any()
}

/// The approvals that a call has asked for, one a line.
pub fn approvals(call: &Call) -> Result<AnyView, Undrawable> {
    drawable(call.pending.len())?;
    let t = strings();
    let row = |pending: &Pending| match &pending.inquiry {
        Some(Inquiry::Approval { reason, .. }) => Some(view! {
            <p class="approval">
                <Glyph icon=Icon::Shield />
                <span class="label">{t.inquiry.approval}</span>
                " "
                <Mark chip=chip(pending, call.is_over(), t) />
                " "
                <bdi>{reason.as_deref().map(visible).map(long::text)}</bdi>
            </p>
        }),
        Some(Inquiry::Questions(_)) | None => None,
    };
    Ok(call.pending.iter().filter_map(row).collect_view().into_any())
}

fn questions(asked: &[AskedQuestion]) -> Result<AnyView, Undrawable> {
    drawable(asked.iter().map(|asked| asked.question.choices.len() + 1).sum())?;
    Ok(asked.iter().map(question).collect_view().into_any())
}

fn question(asked: &AskedQuestion) -> impl IntoView + use<> {
    let t = strings();
    let question = &asked.question;
    let header = question.header.as_deref().map(|text| view! { <p class="label"><bdi>{visible(text)}</bdi></p> });
    let detail = question.detail.as_deref().map(|text| view! { <p class="detail">{long::text(visible(text))}</p> });
    let how_many = if question.several { t.inquiry.some_of } else { t.inquiry.one_of };
    let choices = question.choices.iter().map(|choice| self::choice(choice, asked.is_chosen(&choice.label)));
    let choices = (!question.choices.is_empty()).then(|| {
        view! { <ul class="choices" aria-label=how_many>{choices.collect_view()}</ul> }
    });
    let own = asked.beside_choices().map(|text| {
        view! { <p class="own"><span class="label">{t.inquiry.own_words}</span> " " <bdi>{long::text(visible(text))}</bdi></p> }
    });
    let blank =
        asked.is_blank().then(|| view! { <p class="own"><span class="label">{t.inquiry.nothing_chosen}</span></p> });
    view! {
        <div class="question">
            {header}
            <p class="asked"><bdi>{long::text(visible(&question.text))}</bdi></p>
            {detail}
            {choices}
            {own.collect_view()}
            {blank}
        </div>
    }
}

fn choice(choice: &Choice, chosen: bool) -> impl IntoView + use<> {
    let (class, icon) = if chosen { ("chosen", Icon::Check) } else { ("open", Icon::Ring) };
    let label = chosen.then_some(strings().inquiry.chosen);
    let description =
        choice.description.as_deref().map(|text| view! { " " <bdi class="about">{long::text(visible(text))}</bdi> });
    view! {
        <li class=class>
            <span class="state" role=chosen.then_some("img") aria-label=label title=label><Glyph icon /></span>
            <span><bdi>{long::text(visible(&choice.label))}</bdi> {description}</span>
        </li>
    }
}

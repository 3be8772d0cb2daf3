//! What a person was asked, and how it was settled, in words.

use super::{Chip, Tone};
use crate::lang::Strings;
use crate::text::visible::is_visible;
use crate::transcript::model::{Call, Pending};
use crate::transcript::update::{Inquiry, InquiryId, Settlement};
use crate::view::{Answer, Arguments, Question};

/// How it was settled, or that it is open; where nothing more will be said of it, that nothing was. `is_over` is the call's
/// word for that.
#[must_use]
pub fn chip(pending: &Pending, is_over: bool, strings: &Strings) -> Chip {
    let words = &strings.inquiry;
    let settlement = match &pending.settlement {
        Some(settlement) => settlement,
        None if is_over || pending.closed => return Chip::new(Tone::Warn, words.not_said),
        None => {
            let waits = match pending.id {
                InquiryId::Questions(_) => words.waits_for_answer,
                InquiryId::Approval(_) => words.waits_for_approval,
            };
            return Chip::new(Tone::Busy, waits);
        }
    };
    match settlement {
        Settlement::Answered => Chip::new(Tone::Good, words.answered),
        Settlement::Cancelled => Chip::new(Tone::Warn, words.cancelled),
        Settlement::AllowedOnce => Chip::new(Tone::Good, words.allowed_once),
        Settlement::Rejected => Chip::new(Tone::Bad, words.rejected),
        Settlement::Other(outcome) if is_visible(outcome) => Chip::new(Tone::Warn, outcome.as_str()),
        Settlement::Other(_) => Chip::new(Tone::Warn, words.not_said),
    }
}

/// The mark of what a call has asked a person last. Questions whose answers are the call's result need no one else to say
/// that they were answered.
#[must_use]
pub fn last_chip(call: &Call, strings: &Strings) -> Option<Chip> {
    if matches!(call.answers(), Some(Ok(_))) {
        return Some(Chip::new(Tone::Good, strings.inquiry.answered));
    }
    call.pending.last().map(|pending| chip(pending, call.is_over(), strings))
}

/// Whether the last word on a call was that the tool may not.
#[must_use]
pub fn is_rejected(call: &Call) -> bool {
    call.pending.last().is_some_and(|pending| pending.settlement == Some(Settlement::Rejected))
}

/// Whether a call waits for a person.
#[must_use]
pub fn is_waiting(call: &Call) -> bool {
    !call.is_over() && call.pending.iter().any(|pending| pending.settlement.is_none() && !pending.closed)
}

/// One question with what was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AskedQuestion {
    /// As it was put.
    pub question: Question,
    /// What was answered, where that is known.
    pub answer: Option<Answer>,
}

impl AskedQuestion {
    /// Whether the choice of this label was taken.
    #[must_use]
    pub fn is_chosen(&self, label: &str) -> bool {
        self.answer.as_ref().is_some_and(|answer| answer.selected.iter().any(|chosen| chosen == label))
    }

    /// What was answered and is none of the choices.
    pub fn beside_choices(&self) -> impl Iterator<Item = &str> {
        let offered = |label: &&String| self.question.choices.iter().any(|choice| choice.label == **label);
        let answer = self.answer.iter();
        answer.flat_map(move |answer| {
            let others = answer.selected.iter().filter(move |label| !offered(label));
            others.chain(&answer.custom).map(String::as_str)
        })
    }

    /// An answer that says nothing.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.answer.as_ref().is_some_and(|answer| answer.selected.is_empty() && answer.custom.is_none())
    }
}

/// The questions that a call puts to a person, with their answers; `None` for a call that asks none.
#[must_use]
pub fn questions(call: &Call) -> Option<Vec<AskedQuestion>> {
    let Some(Arguments::Questions(questions)) = &call.known else { return None };
    let answers = call.answers().and_then(Result::ok).unwrap_or_default();
    let answer = |question: &Question| answers.iter().find(|answer| answer.id == question.id).cloned();
    Some(
        questions
            .iter()
            .map(|question| AskedQuestion { question: question.clone(), answer: answer(question) })
            .collect(),
    )
}

/// Questions of which no answer is known.
#[must_use]
pub fn unanswered(pending: &Pending) -> Vec<AskedQuestion> {
    match &pending.inquiry {
        Some(Inquiry::Questions(questions)) => {
            questions.iter().map(|question| AskedQuestion { question: question.clone(), answer: None }).collect()
        }
        Some(Inquiry::Approval { .. }) | None => Vec::new(),
    }
}

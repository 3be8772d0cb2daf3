//! What a person is asked, and how it was settled: in frames, and of approvals in the log too.

use super::{missing, text};
use crate::transcript::update::{Inquiry, InquiryId, Settlement, Update};
use crate::view::fields::{Fields, Kind, Malformed};
use serde_json::Value;

/// `question/requested`: `{questions}`. It is known by the frame's own `rpcId`, which a host keeps when it sends it again.
pub(super) fn questions(rpc_id: Option<String>, payload: &Value) -> Result<Update, Malformed> {
    let id = rpc_id.ok_or_else(|| missing("rpcId", Kind::String))?;
    let questions = Fields::of(payload)?.required("questions")?;
    Ok(Update::PersonAsked { id: InquiryId::Questions(id), inquiry: Inquiry::Questions(questions) })
}

/// `question/resolved`: `{questionRpcId, outcome}`.
pub(super) fn questions_settled(payload: &Value) -> Result<Update, Malformed> {
    settled(payload, "questionRpcId", InquiryId::Questions)
}

/// The fields of an approval, whose id frames call `approvalId` and events call `id`: `{toolName, callId?, reason?}`.
pub(super) fn approval(holder: &Value, id: &str) -> Result<Update, Malformed> {
    let fields = Fields::of(holder)?;
    let inquiry = Inquiry::Approval {
        tool: fields.required("toolName")?,
        call_id: text(holder, "callId"),
        reason: text(holder, "reason"),
    };
    Ok(Update::PersonAsked { id: InquiryId::Approval(fields.required(id)?), inquiry })
}

/// The same when it was decided: `{outcome}`.
pub(super) fn approval_settled(holder: &Value, id: &str) -> Result<Update, Malformed> {
    settled(holder, id, InquiryId::Approval)
}

fn settled(holder: &Value, id: &str, kind: fn(String) -> InquiryId) -> Result<Update, Malformed> {
    let fields = Fields::of(holder)?;
    let outcome: String = fields.required("outcome")?;
    let settlement = match outcome.as_str() {
        "answered" => Settlement::Answered,
        "cancelled" => Settlement::Cancelled,
        "allowed-once" => Settlement::AllowedOnce,
        "rejected" => Settlement::Rejected,
        _ => Settlement::Other(outcome),
    };
    Ok(Update::InquirySettled { id: kind(fields.required(id)?), settlement })
}

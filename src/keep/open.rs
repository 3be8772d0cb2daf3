//! From what a person picked to a recording: judged by its beginning, and unpacked where it is an export's archive.

use crate::opening::{Judge, Kind, Refusal};
use crate::stream::archive::{self, Archive, Fault, Meter};
use crate::stream::blob::{self, Parts};
use crate::stream::body::BrokeOff;
use std::ops::ControlFlow;
use web_sys::Blob;

/// Why a file is not opened.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// It is nothing that can be shown.
    Refused(Refusal),
    /// Its bytes cannot be had: it is a folder, was moved or changed, or belongs to somebody else.
    Unreadable,
    /// The person said stop.
    Cancelled,
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Refused(Refusal::Archive(fault))
    }
}

impl From<BrokeOff> for Failure {
    fn from(_: BrokeOff) -> Self {
        Self::Unreadable
    }
}

/// The recording in a file: the file itself, or what its archive holds. `step` is told how many bytes of how many are
/// unpacked, and says whether to go on.
///
/// # Errors
/// See [`Failure`].
pub async fn recording(file: &Blob, step: impl FnMut(u64, u64) -> ControlFlow<()>) -> Result<Blob, Failure> {
    match judge(file).await? {
        Kind::Recording => Ok(file.clone()),
        Kind::Archive => {
            let unpacked = unpack(file, step).await?;
            match judge(&unpacked).await? {
                Kind::Recording => Ok(unpacked),
                // An archive in an archive is no session.
                Kind::Archive => Err(Fault::NoSession.into()),
            }
        }
    }
}

async fn judge(file: &Blob) -> Result<Kind, Failure> {
    let mut judge = Judge::default();
    let mut judgement = None;
    blob::read(file, |bytes| {
        judgement = judge.push(bytes);
        if judgement.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
    .await?;
    Ok(judgement.unwrap_or_else(|| judge.finish())?)
}

/// The logs of an export one after the other: each names its session in its first line.
async fn unpack(file: &Blob, mut step: impl FnMut(u64, u64) -> ControlFlow<()>) -> Result<Blob, Failure> {
    let size = blob::size(file);
    let mut archive = Archive::open(blob::bytes(&blob::slice(file, &archive::tail(size))?).await?, size)?;
    let mut headers = Vec::new();
    for log in archive.logs() {
        headers.push(blob::bytes(&blob::slice(file, &log.header())?).await?);
    }
    let ranges = archive.data(headers)?;
    let mut meter = Meter::new(&ranges);
    let mut parts = Parts::default();
    for (log, range) in archive.logs().iter().zip(&ranges) {
        let packed = blob::slice(file, range)?;
        let mut taken = Ok(());
        let take = |bytes: &[u8]| {
            taken = meter.count(log, bytes).map_err(Failure::from).and_then(|()| {
                parts.push(bytes)?;
                if step(meter.counted(), archive.declared()).is_break() { Err(Failure::Cancelled) } else { Ok(()) }
            });
            if taken.is_err() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let read = if log.deflated { blob::inflate(&packed, take).await } else { blob::read(&packed, take).await };
        taken?;
        read.map_err(|_| Fault::Corrupt(log.name.clone()))?;
        meter.end(log)?;
        // A log's last line may lack its end, and blank lines are nothing.
        parts.push(b"\n")?;
    }
    Ok(parts.into_blob()?)
}

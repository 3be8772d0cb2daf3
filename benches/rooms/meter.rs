//! Times two ways of doing the same thing in turns, and prints them beside each other.

use std::hint::black_box;
use std::time::{Duration, Instant};

const ROUNDS: usize = 9;

/// What one run does, which says how its time is written.
#[derive(Debug, Clone, Copy)]
pub enum Work {
    /// It goes through so many bytes.
    Bytes(usize),
    /// It goes through so many events.
    Events(usize),
    /// It gets something done, and how long that takes is what counts.
    Once,
}

impl Work {
    fn in_time(self, time: Duration) -> String {
        let seconds = time.as_secs_f64();
        match self {
            Self::Bytes(bytes) => format!("{} MB/s", grouped(bytes as f64 / 1e6 / seconds)),
            Self::Events(events) => format!("{} events/s", grouped(events as f64 / seconds)),
            Self::Once => format!("{:.1} ms", seconds * 1e3),
        }
    }
}

/// Prints the head of the table.
pub fn head() {
    println!("| what | Webcard | measured against | that | ratio |");
    println!("|---|--:|---|--:|--:|");
}

/// Prints a row: the median of some runs of ours and of the peer's, run in turns, and how many times quicker ours is.
pub fn row<A, B>(what: &str, work: Work, mut ours: impl FnMut() -> A, peer: &str, mut theirs: impl FnMut() -> B) {
    let (mut our_times, mut their_times) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        our_times.push(time(&mut ours));
        their_times.push(time(&mut theirs));
    }
    let (our_time, their_time) = (median(our_times), median(their_times));
    let ratio = their_time.as_secs_f64() / our_time.as_secs_f64();
    println!("| {what} | {} | {peer} | {} | {ratio:.2} × |", work.in_time(our_time), work.in_time(their_time));
}

fn time<T>(run: &mut impl FnMut() -> T) -> Duration {
    let start = Instant::now();
    let result = black_box(run());
    let time = start.elapsed();
    // Letting go of it is not what is measured.
    drop(result);
    time
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

/// A whole number with a comma before each group of three digits.
fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut grouped = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

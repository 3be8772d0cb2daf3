//! Prints a recording as an outline: `cargo run --example outline -- FILE`.
//!
//! Reads event-stream bytes (`.sse`), JSON Lines of frames or of a stored log, and the JSON of a history answer.

// A command-line tool speaks through its standard streams.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::process::ExitCode;
use webcard::replay;

fn main() -> ExitCode {
    let Some(path) = std::env::args_os().nth(1) else {
        eprintln!("usage: cargo run --example outline -- FILE");
        return ExitCode::from(2);
    };
    let shown = path.to_string_lossy();
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{shown}: {error}");
            return ExitCode::FAILURE;
        }
    };
    match replay::whole(&bytes) {
        Ok(transcript) => {
            print!("{}", webcard::transcript::outline::transcript(&transcript));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{shown}: {error}");
            ExitCode::FAILURE
        }
    }
}

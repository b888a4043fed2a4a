//! A standard output that is closed, whose reader is gone, or that is full.

use std::fs::OpenOptions;
use std::process::Stdio;

use super::Trials;
use super::trial::{Done, Outcome, Running, check_again, check_whole, reference_output};

/// Runs a verb with each such output.
pub(super) fn close(trials: &Trials<'_>) -> Result<Outcome, String> {
    let mut outcome = Outcome::default();
    for trial in [closed, without_reader, full] {
        trials.disk.empty(None)?;
        outcome.add(trial(trials).and_then(|is_met| {
            check_whole(trials.place, trials.verb)?;
            check_again(trials.place, trials.verb).map(|()| is_met)
        }));
    }
    Ok(outcome)
}

/// The handle is closed before the program starts. Nothing that it opens may take the output for itself.
fn closed(trials: &Trials<'_>) -> Result<bool, String> {
    let shell = ["bash", "-c", "exec \"$0\" \"$@\" >&-"];
    let command = trials.place.command_behind(&shell, trials.verb.arguments);
    // The shell closes what it is given here.
    let done = Running::start(command, Some(Stdio::null()))?.end()?;
    ended(&done, &["Bad file descriptor"])?;
    Ok(true)
}

/// A reader that has seen enough is no error.
fn without_reader(trials: &Trials<'_>) -> Result<bool, String> {
    let (reader, writer) = std::io::pipe().map_err(|error| error.to_string())?;
    drop(reader);
    let done = Running::start(trials.place.command(trials.verb.arguments), Some(writer.into()))?.end()?;
    done.succeeded()?;
    Ok(true)
}

/// Output that is lost is not done.
fn full(trials: &Trials<'_>) -> Result<bool, String> {
    let Ok(device) = OpenOptions::new().write(true).open("/dev/full") else { return Ok(false) };
    let done = Running::start(trials.place.command(trials.verb.arguments), Some(device.into()))?.end()?;
    if reference_output(trials.place, trials.verb)?.is_empty() {
        done.succeeded()?;
    } else {
        done.refused(&["No space left on device"])?;
    }
    Ok(true)
}

/// Done, or refused for this reason.
fn ended(done: &Done, words: &[&str]) -> Result<(), String> {
    done.succeeded().or_else(|_| done.refused(words))
}

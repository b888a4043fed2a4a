//! The program as its users see it, and the shape of the workspace.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test may end where it fails")]

mod architecture;
mod browser;
mod build;
mod captions;
mod class_tasks;
mod classifiers;
mod comparing;
mod conveniences;
mod corpus;
mod data_flow;
mod document_paths;
mod documents;
#[cfg(feature = "endpoints")]
mod endpoint_methods;
#[cfg(feature = "endpoints")]
mod endpoint_room;
#[cfg(feature = "endpoints")]
mod endpoints;
mod estimates;
mod fingerprints;
mod flags;
mod functions;
mod hostile;
mod measures;
mod measuring;
mod namers;
mod names;
mod own_model;
mod own_predictions;
mod paths;
mod probing;
mod query;
mod questions;
mod ratings;
mod ratings_in_browser;
#[cfg(feature = "endpoints")]
mod ratings_judge;
mod ratings_served;
mod ratings_server;
mod reading;
mod recipes;
mod report;
mod report_in_browser;
mod resuming;
mod run;
mod run_flags;
mod score;
mod spelling;
mod toy_suite;
mod training;
mod transform;
mod transform_run;
mod vocabulary;
mod wrong_invocations;

use std::path::Path;
use std::process::{Command, Output};

/// Runs the program with the given arguments.
fn examen(arguments: &[&str]) -> Output {
    command(arguments).output().unwrap()
}

/// Runs the program, which has to succeed: what it prints and what it says.
fn succeed(arguments: &[&str]) -> (String, String) {
    let output = examen(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    (text(&output.stdout), text(&output.stderr))
}

/// Runs the program, which has to refuse what is asked: what it says.
fn fail(arguments: &[&str]) -> String {
    let output = examen(arguments);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stdout));
    text(&output.stderr)
}

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_examen"));
    command
        .args(arguments)
        .env_remove("EXAMEN_THREADS")
        .env_remove("EXAMEN_SEED")
        .env_remove("EXAMEN_QUIET")
        .env("EXAMEN_NO_PROGRESS", "1");
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A path as an argument.
fn shown(path: &Path) -> &str {
    path.to_str().unwrap()
}

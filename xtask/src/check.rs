//! Everything that must hold before a change lands. `.ci/run` is this and nothing else.

use std::path::Path;

use crate::python::python;
use crate::same_files::assert_same;
use crate::{command, print_skips, root, run};

/// The two commands of the README, after `cargo`. They share everything they compile, and the check compiles nothing else
/// but what lints and documents need.
pub(crate) const RUN: &[&str] = &["run", "--release", "--", "run"];
pub(crate) const TEST: &[&str] = &["test", "--release", "--workspace"];

/// A name, and what is to be done.
type Step = (&'static str, fn() -> Result<(), String>);

const STEPS: &[Step] = &[
    ("format", || run(&mut command("cargo", &["fmt", "--all", "--check"]))),
    ("commands of the README", readme),
    ("lints", lints),
    ("tests", || run(&mut command("cargo", TEST))),
    ("one build", one_build),
    ("documents", documents),
    ("the main job on the built-in corpus, twice", main_job),
    ("the Python package", || python(&[])),
];

pub(crate) fn check() -> Result<(), String> {
    examen_test::forget_skips();
    for (name, step) in STEPS {
        println!("\n== {name} ==");
        step()?;
    }
    println!();
    print_skips();
    Ok(())
}

/// The README shows the commands that are run here.
fn readme() -> Result<(), String> {
    let text = std::fs::read_to_string(root().join("README.md")).map_err(|error| format!("README.md: {error}"))?;
    let is_missing = |line: &&String| !text.lines().any(|shown| shown.starts_with(line.as_str()));
    let lines = [RUN, TEST].map(|arguments| format!("cargo {}", arguments.join(" ")));
    lines.iter().find(is_missing).map_or(Ok(()), |line| Err(format!("README.md does not have the command `{line}`")))
}

/// The first step that compiles also says whether the lock file is up to date.
fn lints() -> Result<(), String> {
    let arguments = ["clippy", "--release", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    run(&mut command("cargo", &arguments))
}

/// After the tests there must be nothing left to compile for the run.
fn one_build() -> Result<(), String> {
    let mut build = command("cargo", &["build", "--release", "--message-format", "json"]);
    let output = build.output().map_err(|error| format!("cargo build: {error}"))?;
    let messages = String::from_utf8_lossy(&output.stdout);
    let compiled: Vec<&str> = messages.lines().filter(|line| line.contains("\"fresh\":false")).collect();
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let name = |line: &str| line.split("\"package_id\":\"").nth(1)?.split('"').next().map(str::to_owned);
    let names: Vec<String> = compiled.into_iter().filter_map(name).collect();
    if names.is_empty() {
        Ok(())
    } else {
        Err(format!("compiled for the tests and again for the run: {}", names.join(", ")))
    }
}

fn documents() -> Result<(), String> {
    let arguments = ["doc", "--release", "--workspace", "--no-deps"];
    run(command("cargo", &arguments).env("RUSTDOCFLAGS", "-D warnings"))
}

/// The number of threads must not change what is written.
fn main_job() -> Result<(), String> {
    let out = std::env::temp_dir().join(format!("examen-check-{}", std::process::id()));
    let done = main_job_in(&out);
    // What is left in a temporary folder hurts nobody.
    let _ = std::fs::remove_dir_all(&out);
    done
}

fn main_job_in(out: &Path) -> Result<(), String> {
    let (first, second) = (out.join("first"), out.join("second"));
    run(command("cargo", RUN).arg("--out").arg(&first))?;
    let program = std::env::current_exe().map_err(|error| error.to_string())?.with_file_name("examen");
    run(command(&program.to_string_lossy(), &["--threads", "1", "run", "--out"]).arg(&second))?;
    assert_same(&first, &second)
}

//! The chores of the workspace: `cargo xtask CHORE`.

#![allow(clippy::print_stdout, reason = "printing is what it does")]

mod check;
mod dist;
mod environment;
mod faults;
mod python;
mod references;
mod same_files;
mod torment;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "\
cargo xtask check                         everything that must hold before a change lands
cargo xtask update                        rewrites generated pages, schemas, fixtures and snapshots; read the difference
cargo xtask python [--all] [WORD…]        builds the Python package and runs its tests, those of engines and harnesses with --all;
                                          `--wheel FILE` first tries that wheel instead, on the Python that EXAMEN_PYTHON names
cargo xtask dist                          builds the wheel and the archive of a release and says their sizes; takes half an hour
cargo xtask references                    the scripts that make reference values
cargo xtask references NAME [ARGUMENT…]   what one of them needs; with arguments, runs it
cargo xtask skips                         the tests that could not run when they were last run
cargo xtask faults [WORD…]                the program killed, on a full disk, without rights or output, beside a second writer; words
                                          select faults and verbs, `--kills N`, `--disk N` and `--writers N` say how often
cargo xtask torment [WORD…]               the program on hostile inputs: cost by verb and size; words select kinds and verbs
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        ["check"] => check::check(),
        ["update"] => update(),
        ["dist"] => dist::dist(),
        ["python", ref words @ ..] => python::python(words),
        ["references"] => references::list(),
        ["references", name] => references::explain(name),
        ["references", name, ref rest @ ..] => references::run_script(name, rest),
        ["skips"] => {
            print_skips();
            Ok(())
        }
        ["faults", ref words @ ..] => faults::faults(words),
        ["torment", ref words @ ..] => torment::torment(words),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("{}", problem.trim_end());
            ExitCode::FAILURE
        }
    }
}

/// The root of the workspace.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_owned).unwrap_or_default()
}

/// A command in the root of the workspace, with the environment of whoever called cargo: what cargo has told this program of its
/// package would make build scripts run again that look at it.
fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    let is_of_package = |name: &str| name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_");
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_of_package)) {
        command.env_remove(name);
    }
    command.args(arguments).current_dir(root());
    command
}

/// Runs a command to its end; the error is its line.
fn run(command: &mut Command) -> Result<(), String> {
    let line = || {
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        words.map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
    };
    let line = line();
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{line}: {status}")),
        Err(error) => Err(format!("{line}: {error}")),
    }
}

/// Lets every test write what it would compare.
fn update() -> Result<(), String> {
    let mut tests = command("cargo", check::TEST);
    tests.arg("--no-fail-fast").env("EXAMEN_UPDATE", "1").env("INSTA_UPDATE", "always");
    run(&mut tests)?;
    run(&mut command("git", &["status", "--short"]))
}

/// Says which tests could not run.
fn print_skips() {
    let skips = examen_test::skips();
    println!("{} tests skipped{}", skips.len(), if skips.is_empty() { "" } else { ":" });
    for line in skips {
        println!("{}", line.trim_start_matches("skipped: "));
    }
}

//! The Python package: its module is built and its tests are run, where there is a Python that can have what they need.
//!
//! Everything lies in the target folder: a virtual environment, the module in a profile of its own (what it depends on has other
//! features there than in the program, so that nothing could be shared; the profile compiles quickly), and the package with it. Where
//! there is no Python, or packages and crates cannot be had, the step says so as a skipped test does and is no failure.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use examen_test::can_run;

use crate::{command, root, run};

/// The packages of the tests that need little.
const CORE: &[&str] = &["pytest>=8", "pyarrow>=15", "polars>=1", "pandas>=2.2", "duckdb>=1.1", "mypy>=1.11"];

/// Those of engines and harnesses besides: half a gigabyte.
const ALL: &[&str] = &[
    "pyspark[connect]>=4",
    "ray[data]>=2.40",
    "datasets>=3",
    "inspect-ai>=0.3.200",
    "lm-eval>=0.4.9",
    "nbclient",
    "ipykernel",
    "matplotlib",
];

/// What packages and crates may take to come, and the tests to end.
const DOWNLOAD: Duration = Duration::from_mins(2);
const TESTS: Duration = Duration::from_mins(20);

/// Builds the module and runs the tests; `--all` installs the packages of engines and harnesses too, other words go to pytest.
pub(crate) fn python(words: &[&str]) -> Result<(), String> {
    let is_all = words.contains(&"--all");
    let words: Vec<&str> = words.iter().copied().filter(|word| *word != "--all").collect();
    let environment = root().join("target/python-environment");
    let prepared = prepare(&environment, is_all);
    if !can_run("the Python package", prepared) {
        return Ok(());
    }
    let python = environment.join("bin/python");
    let python_text = python.to_string_lossy();
    let arguments = ["build", "--locked", "--profile", "python", "-p", "examen_python", "--features", "faults"];
    run(command("cargo", &arguments).env("PYO3_PYTHON", &python))?;
    let package = root().join("target/python-package");
    put_together(&package)?;
    let mut tests = command(&python_text, &["-B", "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rs", "tests"]);
    tests.args(words).current_dir(root().join("crates/examen_python")).env("PYTHONPATH", &package);
    let program = root().join("target/release/examen");
    if program.is_file() {
        tests.env("EXAMEN", &program);
    }
    within(TESTS, &mut tests)
}

/// Makes the environment and fetches what is not there, or says why that cannot be.
fn prepare(environment: &Path, is_all: bool) -> Result<(), String> {
    let python = environment.join("bin/python");
    if !python.is_file() {
        let host = std::env::var("EXAMEN_PYTHON").unwrap_or_else(|_| "python3".to_owned());
        let check = "import sys, venv; sys.exit(sys.version_info < (3, 10))";
        let found = command(&host, &["-c", check]).stderr(Stdio::null()).status();
        if !found.is_ok_and(|status| status.success()) {
            return Err(format!("{host} is no Python from 3.10 up with venv (EXAMEN_PYTHON names another)"));
        }
        within(DOWNLOAD, &mut command(&host, &["-m", "venv", &environment.to_string_lossy()]))?;
    }
    let mut pip = command(&python.to_string_lossy(), &["-m", "pip", "install", "--quiet"]);
    pip.args(["--disable-pip-version-check", "--retries", "1", "--timeout", "20"]).args(CORE);
    if is_all {
        pip.args(ALL);
    }
    within(DOWNLOAD * if is_all { 5 } else { 1 }, &mut pip)
        .map_err(|error| format!("packages cannot be had: {error}"))?;
    within(DOWNLOAD, &mut command("cargo", &["fetch", "--locked", "--quiet"]))
        .map_err(|error| format!("crates cannot be had: {error}"))
}

/// Copies the package and puts the module into it.
fn put_together(package: &Path) -> Result<(), String> {
    let source = root().join("crates/examen_python/python");
    for path in examen_test::files_below(&source) {
        if let Ok(inner) = path.strip_prefix(&source) {
            copy(&path, &package.join(inner))?;
        }
    }
    let module: PathBuf = root().join("target/python/libexamen_python.so");
    copy(&module, &package.join("examen_code/_native.abi3.so"))
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| format!("{}: {error}", to.display());
    std::fs::create_dir_all(to.parent().unwrap_or(to)).map_err(failed)?;
    // A library that a process has open must not be written over.
    if to.exists() {
        std::fs::remove_file(to).map_err(failed)?;
    }
    std::fs::copy(from, to).map(|_| ()).map_err(failed)
}

/// Runs a command that must end within a time.
fn within(limit: Duration, command: &mut Command) -> Result<(), String> {
    let name = format!("{} {}", command.get_program().to_string_lossy(), words_of(command));
    let mut child = command.stdin(Stdio::null()).spawn().map_err(|error| format!("{name}: {error}"))?;
    let started = Instant::now();
    loop {
        match child.try_wait().map_err(|error| format!("{name}: {error}"))? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(format!("{name}: {status}")),
            None if started.elapsed() > limit => {
                child.kill().and_then(|()| child.wait()).map_err(|error| format!("{name}: {error}"))?;
                return Err(format!("{name}: ended after {} s", limit.as_secs()));
            }
            None => sleep(Duration::from_millis(50)),
        }
    }
}

fn words_of(command: &Command) -> String {
    command.get_args().map(|word| word.to_string_lossy().into_owned()).collect::<Vec<_>>().join(" ")
}

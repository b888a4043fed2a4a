//! The Python package: its module is built and its tests are run, where there is a Python that can have what they need.
//!
//! Everything lies in the target folder: a virtual environment, the module in a profile of its own (Arrow has other features there
//! than in the program, so that nothing could be shared; the profile compiles quickly), and the package with it. Where there is no
//! Python, or packages and crates cannot be had, the step says so as a skipped test does and is no failure.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use examen_test::can_run;

use crate::environment::{DOWNLOAD, Environment, copy, fetch_crates, within};
use crate::{command, root, run};

/// The packages of the tests that need little. What comes after these versions may do other things under the same names, and a check
/// that was green stays so.
const CORE: &[&str] =
    &["pytest>=8,<10", "pyarrow>=15,<27", "polars>=1,<3", "pandas>=2.2,<4", "duckdb>=1.1,<3", "mypy>=1.11,<3"];

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

/// What the tests may take to end.
const TESTS: Duration = Duration::from_mins(20);

/// Builds the module and runs the tests, or runs them against an installed wheel.
///
/// `--all` installs the packages of engines and harnesses too, `--wheel FILE` tries that file in an environment of its own; other words go to
/// pytest.
pub(crate) fn python(words: &[&str]) -> Result<(), String> {
    let is_all = words.contains(&"--all");
    let words: Vec<&str> = words.iter().copied().filter(|word| *word != "--all").collect();
    match words[..] {
        ["--wheel", wheel, ref words @ ..] => installed(Path::new(wheel), is_all, words),
        _ => built(is_all, &words),
    }
}

fn built(is_all: bool, words: &[&str]) -> Result<(), String> {
    let mut environment = None;
    let prepared =
        prepare("python-environment", is_all).map(|made| environment = Some(made)).and_then(|()| fetch_crates());
    let (true, Some(environment)) = (can_run("the Python package", prepared), environment) else { return Ok(()) };
    let arguments = ["build", "--locked", "--profile", "python", "-p", "examen_python", "--features", "faults"];
    run(command("cargo", &arguments).env("PYO3_PYTHON", environment.python()))?;
    let package = root().join("target/python-package");
    put_together(&package)?;
    within(TESTS, tests(&environment, words).env("PYTHONPATH", &package))
}

/// The tests of a wheel, as whoever installs it has it.
fn installed(wheel: &Path, is_all: bool, words: &[&str]) -> Result<(), String> {
    let name = format!("wheel-environment-{}", std::process::id());
    let tried = prepare(&name, is_all).and_then(|environment| {
        let wheel = std::path::absolute(wheel).map_err(|error| format!("{}: {error}", wheel.display()))?;
        environment.install(&["--no-deps", &wheel.to_string_lossy()], DOWNLOAD)?;
        within(TESTS, tests(&environment, words).env_remove("PYTHONPATH"))
    });
    // What is left in the target folder hurts nobody.
    let _ = std::fs::remove_dir_all(root().join("target").join(name));
    tried
}

/// Makes the environment of the tests, or says why that cannot be.
fn prepare(name: &str, is_all: bool) -> Result<Environment, String> {
    let environment = Environment::made(name)?;
    environment.install(CORE, DOWNLOAD)?;
    if is_all {
        environment.install(ALL, DOWNLOAD * 5)?;
    }
    Ok(environment)
}

fn tests(environment: &Environment, words: &[&str]) -> Command {
    let python = environment.python();
    let arguments = ["-B", "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rs", "tests"];
    let mut tests = command(&python.to_string_lossy(), &arguments);
    tests.args(words).current_dir(root().join("crates/examen_python"));
    let program = root().join("target/release/examen");
    if program.is_file() {
        tests.env("EXAMEN", &program);
    }
    tests
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

//! Every command of the documents is run, and prints what they show.
//!
//! The commands of a page run one after the other in a folder of their own, which has what a reader would have: `corpus/`, the
//! built-in corpus; `recipes/`; `src/`, its projects as code of the reader's own; checkpoints, which are those of our fixtures; and texts for
//! the metrics. Files that a page mentions beside these come from its earlier commands.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Mutex;

use examen_test::{Step, files, files_below, is_update, read_console, remade};

use crate::probing::checkpoint;
use crate::text;

/// Checkpoints by the names that documents give them, and the fixtures that stand for them.
const CHECKPOINTS: [(&str, &str); 3] = [("bert", "bert"), ("codebert", "roberta"), ("graphcodebert", "roberta")];

/// Small files: answers and references for metrics of texts, and a class to rewrite.
const TEXTS: [(&str, &str); 3] = [
    (
        "Sum.java",
        "/** Sums. */\nclass Sum {\n    static int squares(int n) {\n        int sum = 0;\n        for (int i = 0; i * i < n; \
         i++) { // squares only\n            if (i % 2 == 1) continue;\n            sum += i * i;\n        }\n        return \
         sum;\n    }\n}\n",
    ),
    ("answers.txt", "the number of rows\nwhether the file is there\nthe first name\n"),
    ("truth.txt", "the number of lines\nwhether the file exists\nthe first name\n"),
];

#[test]
fn every_command_of_the_documents_prints_what_they_show() {
    let root = root();
    let mut pages = vec![root.join("README.md")];
    pages.extend(files(&root.join("docs")).into_iter().filter(|path| path.extension().is_some_and(|it| it == "md")));
    let problems = in_sandboxes(&pages, check_page);
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

/// Generated pages have the same commands with other names, and show no output.
#[test]
fn the_commands_of_generated_pages_run() {
    let docs = root().join("docs");
    let folders: Vec<PathBuf> = files(&docs).into_iter().filter(|path| path.is_dir()).collect();
    let problems = in_sandboxes(&folders, |folder, sandbox| {
        let mut problems = Vec::new();
        for path in files(folder).into_iter().filter(|path| path.extension().is_some_and(|ending| ending == "md")) {
            let page = std::fs::read_to_string(&path).unwrap();
            for command in page.lines().filter(|line| line.starts_with("examen ")) {
                problems.extend(run(command, sandbox).err().map(|problem| format!("{}: {problem}", path.display())));
            }
        }
        problems
    });
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Does something with each path in a sandbox of its own, on two threads; returns all problems.
fn in_sandboxes(paths: &[PathBuf], check: impl Fn(&Path, &Path) -> Vec<String> + Sync) -> Vec<String> {
    let (next, problems) = (Mutex::new(paths.iter()), Mutex::new(Vec::new()));
    let work = || {
        loop {
            let Some(path) = next.lock().unwrap().next() else { return };
            let sandbox = tempfile::tempdir().unwrap();
            fill(sandbox.path());
            let found = check(path, sandbox.path());
            problems.lock().unwrap().extend(found);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        work();
    });
    problems.into_inner().unwrap()
}

pub(crate) fn fill(sandbox: &Path) {
    let corpus = root().join("corpus");
    copy(&corpus, &sandbox.join("corpus"));
    copy(&root().join("recipes"), &sandbox.join("recipes"));
    for language in ["java", "python"] {
        copy(&corpus.join(language), &sandbox.join("src"));
    }
    for (name, fixture) in CHECKPOINTS {
        copy(&checkpoint(fixture), &sandbox.join(name));
    }
    for (name, content) in TEXTS {
        std::fs::write(sandbox.join(name), content).unwrap();
    }
}

fn copy(from: &Path, to: &Path) {
    for path in files_below(from) {
        let copied = to.join(path.strip_prefix(from).unwrap());
        std::fs::create_dir_all(copied.parent().unwrap()).unwrap();
        std::fs::copy(&path, &copied).unwrap();
    }
}

/// Runs the commands of a page; rewrites what they show if that is asked for.
fn check_page(path: &Path, sandbox: &Path) -> Vec<String> {
    let page = std::fs::read_to_string(path).unwrap();
    let mut problems = Vec::new();
    let made = remade(&page, |block| {
        let is_command = |line: &str| line.trim_start_matches("$ ").starts_with("examen ");
        if block.info != "console" {
            // A block that says what else it needs cannot be run here.
            let has_commands = block.text.lines().any(is_command) && !block.info.starts_with("console ");
            return if has_commands { Err("commands belong into a `console` block".to_owned()) } else { Ok(None) };
        }
        let mut updated = String::new();
        for step in read_console(block.text)? {
            updated.push_str(&check_step(&step, sandbox, &mut problems));
        }
        Ok(Some(updated))
    });
    match made {
        Ok(made) if is_update() && made != page => std::fs::write(path, made).unwrap(),
        Ok(_) => {}
        Err(problem) => problems.push(problem),
    }
    problems.into_iter().map(|problem| format!("{}: {problem}", path.display())).collect()
}

/// Runs a command and returns its step as it should be.
fn check_step(step: &Step<'_>, sandbox: &Path, problems: &mut Vec<String>) -> String {
    let (printed, problem) = match run(&step.command, sandbox) {
        Ok(printed) => {
            let problem = if is_update() { None } else { step.check(&printed).err() };
            (printed, problem)
        }
        Err(problem) => (String::new(), Some(problem)),
    };
    if problem.is_some() {
        problems.extend(problem);
        return step.unchanged();
    }
    step.updated(&printed)
}

/// Runs a command by the shell; returns what it prints to both streams, or that it failed.
fn run(command: &str, sandbox: &Path) -> Result<String, String> {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1\n{command}")]).current_dir(sandbox).stdin(Stdio::null());
    let output = in_path(&mut shell).output().unwrap();
    let printed = text(&output.stdout);
    if output.status.success() {
        return Ok(printed);
    }
    Err(format!("`{command}` ended with {}:\n{printed}", output.status))
}

/// A command that finds `examen`, without the settings of whoever runs the tests.
pub(crate) fn in_path(command: &mut Command) -> &mut Command {
    let program = Path::new(env!("CARGO_BIN_EXE_examen"));
    let mut paths = vec![program.parent().unwrap().to_owned()];
    paths.extend(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default()));
    for name in ["EXAMEN_THREADS", "EXAMEN_SEED", "EXAMEN_QUIET", "EXAMEN_UPDATE", "COLUMNS"] {
        command.env_remove(name);
    }
    // Counts of progress come by the clock.
    command.env("EXAMEN_NO_PROGRESS", "1").env("PATH", std::env::join_paths(paths).unwrap())
}

//! Runs that stop and go on: no finished stage is done again, and the bytes are those of a run alone.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::SystemTime;

use examen_test::files_below;

use crate::{command, examen, shown, text};

/// A recipe of few stages that takes no time.
const RECIPE: &str = "about = \"two suites\"

[corpus]
table = true
findings = true

[[exams]]
suite = \"queries\"
models = [\"engine\"]
split = \"all\"
tasks = [\"ideal\", \"file\"]
settings = { query = \"Q20\" }

[[exams]]
suite = \"names\"
models = [\"majority\", \"path-neighbours\"]
limit = 20

[[exams]]
suite = \"robustness\"
models = [\"majority\"]
settings = { of = \"names\", examples = 10, places = 1, kind = \"VN\" }
";

/// A recipe with probes, which keep what they have fitted.
const PROBES: &str = "[[exams]]
suite = \"probes\"
tasks = [\"LEN\"]
settings = { size = 60 }

[exams.probing]
models = [\"random-encoder\"]
control = false
";

/// Runs the recipe in a folder; returns what it says on standard error.
fn run(folder: &Path, out: &str, flags: &[&str]) -> String {
    run_recipe(RECIPE, folder, out, flags)
}

fn run_recipe(recipe: &str, folder: &Path, out: &str, flags: &[&str]) -> String {
    std::fs::write(folder.join("mine.toml"), recipe).unwrap();
    let mut run = command(&[&["run", "mine.toml", "--out", out], flags].concat());
    // Stages are told as they begin.
    let output = run.current_dir(folder).env_remove("EXAMEN_NO_PROGRESS").output().unwrap();
    assert!(output.status.success(), "{flags:?}: {}", text(&output.stderr));
    text(&output.stderr)
}

/// The stages that were done, by what was said as they began.
fn stages(said: &str) -> Vec<&str> {
    let stages = said.lines().filter_map(|line| line.strip_prefix("stage "));
    stages.filter_map(|line| line.split(", ").nth(1)).collect()
}

/// All files below a folder with their bytes.
fn bytes(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| path.strip_prefix(folder).unwrap().display().to_string();
    files_below(folder).iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect()
}

fn assert_same(one: &Path, other: &Path) {
    let (one, other) = (bytes(one), bytes(other));
    assert_eq!(one.keys().collect::<Vec<_>>(), other.keys().collect::<Vec<_>>());
    for (name, bytes) in &one {
        assert!(bytes == &other[name], "{name} differs");
    }
}

fn changed(path: &Path) -> SystemTime {
    std::fs::metadata(path).unwrap().modified().unwrap()
}

#[test]
fn a_stage_that_is_done_is_not_done_again() {
    let folder = tempfile::tempdir().unwrap();
    let whole = run(folder.path(), "whole", &[]);
    let all = stages(&whole);
    // The exams are made in one pass over the code.
    assert!(all.len() == 12 && all.contains(&"build-queries and 1 more"), "{all:?}");
    let index = folder.path().join("whole/report/index.html");
    let before = changed(&index);
    assert_eq!(stages(&run(folder.path(), "whole", &[])), Vec::<&str>::new());
    assert_eq!(changed(&index), before, "nothing is written again");

    // Stage by stage, and then whole.
    let only = run(folder.path(), "parts", &["--only", "score-names"]);
    assert_eq!(
        stages(&only),
        ["build-names", "predict-names-majority", "predict-names-path-neighbours", "score-names"]
    );
    assert_eq!(stages(&run(folder.path(), "parts", &["--only", "corpus"])), ["corpus"]);
    let rest = run(folder.path(), "parts", &[]);
    assert_eq!(stages(&rest).len(), all.len() + 1 - 5);
    assert_same(&folder.path().join("whole"), &folder.path().join("parts"));
}

#[test]
fn what_is_missing_or_changed_is_made_again_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "whole", &[]);
    run(folder.path(), "broken", &[]);
    let out = folder.path().join("broken");
    // As a kill in the middle would leave it.
    std::fs::remove_file(out.join("stages/predict-names-majority.json")).unwrap();
    std::fs::remove_file(out.join("names-majority.parquet")).unwrap();
    std::fs::write(out.join(".names-majority.parquet.partial"), "half").unwrap();
    assert_eq!(
        stages(&run(folder.path(), "broken", &[])),
        ["predict-names-majority"],
        "the same answers, the same scores"
    );
    assert_same(&folder.path().join("whole"), &out);

    std::fs::write(out.join("names.json"), "{}").unwrap();
    assert_eq!(stages(&run(folder.path(), "broken", &[])), ["score-names"]);
    assert_same(&folder.path().join("whole"), &out);

    // Another seed is another run of all that follows from it.
    let other = run(folder.path(), "broken", &["--seed", "1"]);
    assert!(stages(&other).contains(&"build-queries and 1 more") && !stages(&other).contains(&"findings"), "{other}");
    run(folder.path(), "broken", &[]);
    assert_same(&folder.path().join("whole"), &out);

    // What is no part of the recipe goes, so that a folder has what a run alone would leave.
    run(folder.path(), "broken", &["--task", "ideal"]);
    assert!(!out.join("exams/names").exists() && !out.join("names.json").exists());
    run(folder.path(), "broken", &[]);
    assert_same(&folder.path().join("whole"), &out);
}

/// What the tables say is what came of a stage, not how much of it was there already.
#[test]
fn a_stage_that_was_killed_at_its_end_has_the_same_tables() {
    let folder = tempfile::tempdir().unwrap();
    run_recipe(PROBES, folder.path(), "whole", &[]);
    run_recipe(PROBES, folder.path(), "broken", &[]);
    std::fs::remove_file(folder.path().join("broken/stages/probe-probes.json")).unwrap();
    assert_eq!(stages(&run_recipe(PROBES, folder.path(), "broken", &[])), ["probe-probes"]);
    assert_same(&folder.path().join("whole"), &folder.path().join("broken"));
}

#[test]
fn code_that_changed_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("code")).unwrap();
    let file = folder.path().join("code/a.py");
    std::fs::write(&file, "def first(x):\n    if x == None:\n        return 1\n    return x\n").unwrap();
    let flags = ["--from", "code", "--task", "ideal"];
    run(folder.path(), "out", &flags);
    assert_eq!(stages(&run(folder.path(), "out", &flags)), Vec::<&str>::new());
    std::fs::write(&file, "def first(x):\n    if x is None:\n        return 1\n    return x\n").unwrap();
    assert!(stages(&run(folder.path(), "out", &flags)).contains(&"build-queries"));
}

/// Results name nothing of where the folder lies.
#[test]
fn a_run_elsewhere_has_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one"), folder.path().join("deep/er/two"));
    run(folder.path(), shown(&one), &[]);
    run(folder.path(), "deep/er/two", &[]);
    assert_same(&one, &other);
    let moved = folder.path().join("moved");
    std::fs::rename(&one, &moved).unwrap();
    assert_eq!(stages(&run(folder.path(), "moved", &[])), Vec::<&str>::new());
}

#[test]
fn two_runs_in_one_folder_are_refused_before_anything_is_touched() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "out", &[]);
    let before = bytes(&folder.path().join("out"));
    let lock = std::fs::File::open(folder.path().join("out/stages/.lock")).unwrap();
    lock.lock().unwrap();
    let output =
        command(&["run", "mine.toml", "--out", "out", "--seed", "7"]).current_dir(folder.path()).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("another run works in this folder"), "{}", text(&output.stderr));
    assert_eq!(bytes(&folder.path().join("out")), before);
}

#[test]
fn what_could_not_run_leaves_nothing() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("a.py"), "x = 1\n").unwrap();
    std::fs::create_dir(folder.path().join("weights")).unwrap();
    std::fs::write(folder.path().join("weights/config.json"), "{\"model_type\": \"examen-code\"}").unwrap();
    std::fs::write(
        folder.path().join("java.toml"),
        "[sources]\nlanguage = [\"java\"]\n\n[[exams]]\nsuite = \"names\"\nmodels = [\"majority\"]\n",
    )
    .unwrap();
    std::fs::write(
        folder.path().join("only-java.toml"),
        "[[exams]]\nsuite = \"names\"\ntasks = [\"java\"]\nmodels = [\"majority\"]\n",
    )
    .unwrap();
    std::fs::write(folder.path().join("model.toml"), "[[exams]]\nsuite = \"queries\"\nmodels = [\"weights\"]\n")
        .unwrap();
    std::fs::write(
        folder.path().join("encoder.toml"),
        "[[exams]]\nsuite = \"probes\"\n\n[exams.probing]\nmodels = [\"weights\"]\n",
    )
    .unwrap();
    let table: [(&[&str], &str); 8] = [
        (&["--from", "no/such"], "no/such: no such file or folder"),
        (&["java.toml", "--from", "a.py"], "there is no file to work on"),
        (&["only-java.toml", "--from", "a.py"], "there is no file of java in the code"),
        (&["model.toml", "--from", "a.py"], "weights"),
        (&["encoder.toml", "--from", "a.py"], "weights"),
        (&["no.toml"], "no.toml: No such file"),
        (&["weights"], "weights: is a folder; a recipe is a file"),
        (&["--only", "biuld-names"], "there is no stage `biuld-names` (did you mean `build-names`?)"),
    ];
    for (flags, wanted) in table {
        let output =
            command(&[&["run", "--out", "out/in/side"], flags].concat()).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {}", text(&output.stderr));
        let said = text(&output.stderr);
        assert!(said.contains(wanted) && said.lines().count() == 1, "{flags:?}: {said}");
        assert!(!folder.path().join("out").exists(), "{flags:?} has left something");
    }
}

#[test]
fn an_output_that_cannot_be_written_is_one_sentence() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("file"), "").unwrap();
    let output = examen(&["run", "--out", shown(&folder.path().join("file/out"))]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(text(&output.stderr).lines().count(), 1, "{}", text(&output.stderr));
}

/// A limit on the size of files stands for a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_is_one_sentence_and_the_run_goes_on_when_there_is_room() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), "whole", &[]);
    let limited = "ulimit -f 64; exec \"$0\" run mine.toml --out out --quiet";
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", limited, env!("CARGO_BIN_EXE_examen")]).current_dir(folder.path());
    let output = shell.env("EXAMEN_NO_PROGRESS", "1").env_remove("EXAMEN_SEED").output().unwrap();
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("stage ") && said.lines().count() == 1, "{said}");
    let out = folder.path().join("out");
    // Where not even the first stage had room, nothing is left at all.
    if out.is_dir() {
        let unfinished: Vec<String> = bytes(&out).into_keys().filter(|name| name.contains(".partial")).collect();
        assert!(unfinished.is_empty(), "{unfinished:?}");
    }
    run(folder.path(), "out", &[]);
    assert_same(&folder.path().join("whole"), &out);
}

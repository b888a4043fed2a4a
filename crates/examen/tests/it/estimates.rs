//! What `examen run --dry-run` knows of a recipe: sizes and limits of exams, the splits that are answered, who answers. How long things really
//! take is measured by `benches/run_stages.py`.

use std::collections::BTreeMap;
use std::path::Path;

use crate::{command, text};

/// Two projects of ten megabytes in Python.
fn code(folder: &Path) {
    for project in ["one", "two"] {
        std::fs::create_dir_all(folder.join("code").join(project)).unwrap();
        for number in 0..10 {
            let line = format!("value_{number} = {number}\n");
            let file = line.repeat(1_000_000 / line.len());
            std::fs::write(folder.join("code").join(project).join(format!("{number}.py")), file).unwrap();
        }
    }
}

/// Seconds and megabytes of each stage of a recipe, as its plan has them.
fn plan(folder: &Path, from: &str, recipe: &str) -> BTreeMap<String, (f64, f64)> {
    std::fs::write(folder.join("mine.toml"), recipe).unwrap();
    let arguments = ["run", "mine.toml", "--dry-run", "--from", from, "--out", "out"];
    let output = command(&arguments).current_dir(folder).output().unwrap();
    assert!(output.status.success(), "{recipe}: {}", text(&output.stderr));
    let number = |cell: &str| cell.trim().replace(',', "").parse().ok();
    let stage = |line: &str| {
        let cells: Vec<&str> = line.split('|').collect();
        let [_, name, _, _, seconds, megabytes, _] = cells.as_slice() else { return None };
        Some((name.trim().to_owned(), (number(seconds)?, number(megabytes)?)))
    };
    text(&output.stdout).lines().filter_map(stage).collect()
}

/// A folder with code, and what plans say of it.
struct Plans(tempfile::TempDir);

impl Plans {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        code(folder.path());
        Self(folder)
    }

    fn seconds(&self, stage: &str, recipe: &str) -> f64 {
        plan(self.0.path(), "code", recipe)[stage].0
    }

    fn megabytes(&self, stage: &str, recipe: &str) -> f64 {
        plan(self.0.path(), "code", recipe)[stage].1
    }
}

#[test]
fn a_limit_and_a_size_are_known() {
    let plans = Plans::new();
    let names = |more: &str| plans.megabytes("build-names", &format!("[[exams]]\nsuite = \"names\"\n{more}"));
    let (all, limited, wide) = (names(""), names("limit = 500\n"), names("limit = 1000000\n"));
    assert!(limited < 0.1 * all && (wide - all).abs() < 1e-9, "{limited}, {wide} and {all} MB");
    let probes = |size: u64| {
        let recipe =
            format!("[[exams]]\nsuite = \"probes\"\ntasks = [\"JBL\", \"LEN\"]\nsettings = {{ size = {size} }}\n");
        plans.megabytes("build-probes", &recipe)
    };
    let (small, large) = (probes(500), probes(5_000));
    assert!((large / small - 10.0).abs() < 1.0, "{small} and {large} MB");
    let rewritten = |examples: u64| {
        let settings = format!("settings = {{ of = \"names\", examples = {examples}, places = 1 }}");
        plans.megabytes("build-robustness", &format!("[[exams]]\nsuite = \"robustness\"\n{settings}\n"))
    };
    let [few, more, most] = [200, 2_000, 1_000_000].map(rewritten);
    assert!((more / few - 10.0).abs() < 1.0 && most < 5.0 * more, "{few}, {more} and {most} MB");
}

#[test]
fn a_network_takes_as_long_as_it_is_asked() {
    let plans = Plans::new();
    let queries = |more: &str| format!("[[exams]]\nsuite = \"queries\"\nmodels = [\"builtin\", \"engine\"]\n{more}");
    let network = |more: &str| plans.seconds("predict-queries-builtin", &queries(more));
    let all = network("split = \"all\"\n");
    assert!(all > 100.0 * plans.seconds("predict-queries-engine", &queries("split = \"all\"\n")));
    let test = network("");
    assert!((0.05..0.2).contains(&(test / all)), "{test} s of {all} for a tenth of the examples");
    let limited = network("split = \"all\"\nlimit = 5\n");
    assert!(limited < 0.5 * all, "{limited} s of {all}");
    let one_task = network("split = \"all\"\nlimit = 5\nonly = { builtin = [\"ideal\"] }\n");
    assert!((3.0 * one_task / limited - 1.0).abs() < 0.1, "{one_task} s of {limited} for one task of three");
    let one_query = network("split = \"all\"\nlimit = 5\nsettings = { query = \"Q20\" }\n");
    assert!(one_query < 0.2 * limited, "{one_query} s of {limited} for one query of 52");
}

#[test]
fn queries_of_one_project_are_all_for_test() {
    let plans = Plans::new();
    let recipe = "[[exams]]\nsuite = \"queries\"\nmodels = [\"builtin\"]\n";
    let seconds = |from: &str| plan(plans.0.path(), from, recipe)["predict-queries-builtin"].0;
    // Half of the code, and ten times as much of it for test.
    assert!(seconds("code/one") > 3.0 * seconds("code"));
}

#[test]
fn code_of_another_language_gives_nothing() {
    let plans = Plans::new();
    std::fs::write(plans.0.path().join("code/one/A.java"), "class A { int a() { return 1; } }\n").unwrap();
    let both = plans.megabytes("build-names", "[[exams]]\nsuite = \"names\"\n");
    let python = plans.megabytes("build-names", "[sources]\nlanguage = [\"python\"]\n\n[[exams]]\nsuite = \"names\"\n");
    assert!((both / python - 1.0).abs() < 0.1, "{both} and {python} MB");
}

#[test]
fn every_suite_is_known() {
    let plans = Plans::new();
    for suite in examen_suites::SUITES {
        let megabytes =
            plans.megabytes(&format!("build-{}", suite.name), &format!("[[exams]]\nsuite = \"{}\"\n", suite.name));
        assert!(megabytes > 0.05, "{}: {megabytes} MB of twenty megabytes of code", suite.name);
    }
}

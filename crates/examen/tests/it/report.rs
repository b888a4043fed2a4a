//! `examen report`: what is in the folder, that nothing in it depends on where it was made, and that a report replaces a report.

use std::collections::BTreeMap;
use std::path::Path;

use examen_corpus::Split;
use examen_data::{ResultLog, ResultRow, find_task_folders};
use examen_test::files_below;

use crate::{shown, text};

/// Code with all that a page could stumble over: markup, scripts, bidirectional controls, a line of a megabyte.
fn hostile_code() -> String {
    let long = "x".repeat(1_000_000);
    format!(
        "import os\n\n\ndef first(value, seen=[]):\n    \"\"\"Returns <script>window.hacked = 1</script> for a value.\"\"\"\n    \
         note = '</script><img src=x onerror=\"window.hacked = 2\">'\n    # \u{202e}gnihtyna\u{202c} \u{2066}hidden\u{2069}\n    \
         if value == None:\n        seen.append('{long}')\n        return note\n    return seen\n\n\n\
         def second(left, right):\n    \"\"\"Joins both sides & sorts them.\"\"\"\n    both = left + right\n    \
         both.sort()\n    return both\n"
    )
}

/// A report on hostile code and hostile predictions, in `report` of the folder.
pub(crate) fn hostile_report(folder: &Path) {
    let run = |arguments: &[&str]| {
        let output = crate::command(arguments).current_dir(folder).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    };
    std::fs::create_dir(folder.join("src")).unwrap();
    std::fs::write(folder.join("src/<b>&a.py"), hostile_code()).unwrap();
    run(&["build", "queries", "--from", "src", "--out", "exams", "--task", "ideal,file"]);
    run(&["build", "names", "--from", "src", "--out", "exams", "--split-by", "function"]);
    run(&["predict", "--model", "no-answer", "--data", "exams/queries", "--split", "all", "--out", "none.parquet"]);
    let mut lines = String::new();
    for id in ids(&folder.join("exams")) {
        let output = "<script>window.hacked = 3</script>\u{202e}<img src=x onerror='window.hacked = 4'>".repeat(2000);
        let line =
            serde_json::json!({ "example_id": id, "model": "<i>mine</i>\u{202e}", "output": { "name": output } });
        lines.push_str(&line.to_string());
        lines.push('\n');
    }
    std::fs::write(folder.join("mine.jsonl"), lines).unwrap();
    run(&[
        "score",
        "--data",
        "exams",
        "--predictions",
        "none.parquet",
        "mine.jsonl",
        "--split",
        "all",
        "--out",
        "r.json",
    ]);
    run(&[
        "report",
        "r.json",
        "--data",
        "exams",
        "--predictions",
        "none.parquet",
        "mine.jsonl",
        "--out",
        "report",
        "--quiet",
    ]);
}

/// The ids of all examples.
fn ids(exams: &Path) -> Vec<String> {
    let mut ids = Vec::new();
    for task in find_task_folders(exams).unwrap() {
        for split in Split::ALL.into_iter().filter(|split| task.split_path(*split).exists()) {
            let rows = task.objects_with(split, &["id"]).unwrap();
            ids.extend(rows.map(|row| row.unwrap()["id"].as_str().unwrap().to_owned()));
        }
    }
    ids
}

/// All files of a report by name.
pub(crate) fn content(report: &Path) -> BTreeMap<String, Vec<u8>> {
    let name = |path: &Path| path.strip_prefix(report).unwrap().to_string_lossy().into_owned();
    files_below(report).iter().map(|path| (name(path), std::fs::read(path).unwrap())).collect()
}

#[test]
fn a_report_is_the_same_wherever_it_is_made_and_all_its_links_exist() {
    let [one, other] = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    hostile_report(one.path());
    hostile_report(other.path());
    let (first, second) = (content(&one.path().join("report")), content(&other.path().join("report")));
    assert_eq!(first.keys().collect::<Vec<_>>(), second.keys().collect::<Vec<_>>());
    for (name, bytes) in &first {
        assert!(second[name] == *bytes, "{name} differs");
        assert!(!text(bytes).contains(shown(one.path())), "{name} says where it was made");
    }
    let pages: Vec<&String> = first.keys().filter(|name| is_page(name)).collect();
    for page in ["index.html", "suite-queries.html", "suite-names.html", "examples.html", "methods.html"] {
        assert!(pages.iter().any(|name| *name == page), "{page} is not in {pages:?}");
    }
    for page in pages {
        let html = text(&first[page]);
        assert!(html.contains("Content-Security-Policy") && !html.contains("<script>"), "{page}");
        assert!(!html.contains("<img") && !html.contains("<i>") && !html.contains('\u{202e}'), "{page}");
        for part in html.split("href=\"").chain(html.split("src=\"")).skip(1) {
            let target = part.split('"').next().unwrap();
            let is_page = !target.contains(['<', '#', ' ', ':']) && !target.is_empty();
            assert!(!is_page || first.contains_key(target), "{page} leads to {target}");
        }
    }
    let rows = first.iter().filter(|(name, _)| name.starts_with("examples/"));
    assert!(rows.clone().count() > 3);
    for (name, bytes) in rows {
        let script = text(bytes);
        assert!(!script.contains('<') && !script.contains('\u{202e}'), "{name}");
        assert!(script.len() < 100_000, "{name}: a line of a megabyte, or an answer, is not cut");
    }
    for ending in ["svg", "tex"] {
        assert!(first.keys().any(|name| name.ends_with(ending)), "{ending}");
    }
}

#[test]
fn a_report_replaces_a_report_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    hostile_report(folder.path());
    let report = folder.path().join("report");
    assert!(report.join("examples.html").exists());
    let again = |arguments: &[&str]| crate::command(arguments).current_dir(folder.path()).output().unwrap();
    // Without exams there is nothing to browse, and nothing of it is left.
    assert!(again(&["report", "r.json", "--out", "report"]).status.success());
    assert!(!report.join("examples.html").exists() && report.join("index.html").exists());
    std::fs::create_dir(folder.path().join("mine")).unwrap();
    std::fs::write(folder.path().join("mine/notes.txt"), "mine").unwrap();
    let refused = again(&["report", "r.json", "--out", "mine"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("no report"), "{}", text(&refused.stderr));
}

#[test]
fn runs_stand_side_by_side_and_curves_are_drawn() {
    let folder = tempfile::tempdir().unwrap();
    hostile_report(folder.path());
    std::fs::copy(folder.path().join("r.json"), folder.path().join("s.json")).unwrap();
    let curve = r#"{"steps": 2, "ended": "done", "curve": [{"step": 1, "name": "loss", "value": 2.5}, {"step": 2, "name": "loss", "value": 1.5}]}"#;
    std::fs::write(folder.path().join("training.json"), curve).unwrap();
    let arguments = ["report", "r.json", "s.json", "--training", "training.json", "--out", "both"];
    let output = crate::command(&arguments).current_dir(folder.path()).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let page = |name: &str| std::fs::read_to_string(folder.path().join("both").join(name)).unwrap();
    let names = page("suite-names.html");
    assert!(names.contains(" (r.json)") && names.contains(" (s.json)"));
    // A baseline is the same in both, and others are compared with it by its name.
    let queries = page("suite-queries.html");
    assert!(queries.contains("no-answer") && !queries.contains("no-answer ("));
    let training = std::fs::read_to_string(folder.path().join("both/training.html")).unwrap();
    assert!(training.contains("<polyline") && training.contains("training.json: loss"));
}

#[test]
fn statistics_of_the_data_stand_beside_the_published_ones() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("src")).unwrap();
    crate::questions::write_code(&folder.path().join("src"));
    let run = |arguments: &[&str]| {
        let output = crate::command(arguments).current_dir(folder.path()).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    };
    run(&["build", "questions", "--from", "src", "--out", "exams", "--split-by", "function"]);
    run(&["predict", "--model", "majority", "--data", "exams", "--split", "all", "--out", "p.parquet"]);
    run(&["score", "--data", "exams", "--predictions", "p.parquet", "--split", "all", "--out", "r.json"]);
    // Anybody may have written the file.
    let path = folder.path().join("exams/questions/statistics.json");
    let mut log = ResultLog::read(&path).unwrap();
    let hostile = ResultRow { metric: "<i>mine</i>".to_owned(), ..log.rows[0].clone() };
    log.rows.push(hostile);
    log.write(&path).unwrap();
    run(&["report", "r.json", "--data", "exams", "--out", "report"]);
    let page = |name: &str| std::fs::read_to_string(folder.path().join("report").join(name)).unwrap();
    let html = page("suite-questions.html");
    assert!(html.contains("Statistics of the data") && !html.contains("<i>mine"), "{html}");
    let csv = page("tables/questions-statistics-of-the-data.csv");
    let header = csv.lines().next();
    assert_eq!(header, Some("task,statistic,of,split,value,published,source"), "{csv}");
    assert!(
        csv.lines().any(|line| line.starts_with("questions/java,pairs,,train,") && line.contains("95,778")),
        "{csv}"
    );
    // Without the exams there is nothing to tell of them.
    run(&["report", "r.json", "--out", "report"]);
    assert!(!page("suite-questions.html").contains("Statistics of the data"));
}

pub(crate) fn is_page(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|ending| ending == "html")
}

//! Examples and their rewrites: what holds of every pair of the built-in corpus, and names as they are shown.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use examen_corpus::Split;
use examen_suites::names::{self, name_rows, shown};
use examen_suites::queries::question::TaskRow;
use examen_suites::robustness::{
    AnyRow, Exam, File, ORIGINAL, Pair, PairRow, RewriteSettings, WantedIds, carried, pairs,
};
use examen_suites::source::SourceKey;
use examen_suites::{probes, queries};
use examen_syntax::{Language, Span};
use examen_transforms::{Strength, TRANSFORMS};

const PROBES: probes::Settings = probes::Settings { seed: 0, edition: probes::Edition::Paper };

#[test]
fn names_are_masked_wherever_they_stand() {
    let java = "class A {\n    int size(int size) { return size() + size + resize(); }\n}\n";
    let span = Span::new(java.find("int").unwrap() as u32, java.find("; }\n").unwrap() as u32 + 3);
    let masked = "int METHOD_NAME(int METHOD_NAME) { return METHOD_NAME() + METHOD_NAME + resize(); }";
    assert_eq!(shown(java, span, "size", Language::Java), masked);
    let python = "class A:\n    @cache\n    def run(self):\n        return self.run()\n";
    let all = Span::new(python.find('@').unwrap() as u32, python.trim_end().len() as u32);
    let masked = "@cache\ndef METHOD_NAME(self):\n    return self.METHOD_NAME()";
    assert_eq!(shown(python, all, "run", Language::Python), masked);
}

#[test]
fn functions_without_a_name_to_guess_are_left_out() {
    let java = "class A { A() { x = 1; } void a() {} void $() { x = 2; } int getName() { return name; } }";
    let made = name_rows(java, Language::Java, names::Settings::default()).unwrap();
    let names: Vec<&str> = made.rows.iter().map(|(_, row)| row.name.as_str()).collect();
    assert_eq!((names, made.functions), (vec!["get|name"], 4));
    let skipped = BTreeMap::from([("constructor", 1), ("empty-body", 1), ("no-letter-in-name", 1)]);
    assert_eq!(made.skipped, skipped);
}

#[test]
fn pairs_of_names_show_other_code_and_the_same_name() {
    let exam = Exam::Names(names::Settings::default());
    let found = check_corpus(&exam, |text, language| {
        let made = name_rows(text, language, names::Settings::default()).unwrap();
        let ids = made.rows.iter().map(|(id, _)| id.to_string()).collect();
        WantedIds::from([(names::task(language).to_owned(), ids)])
    });
    assert!(found > 1000, "only {found} rewrites");
}

#[test]
fn pairs_of_probes_have_the_same_class() {
    let tasks = || probes::TASKS.iter().copied().filter(|task| ["CPX", "NPT", "TYP"].contains(&task.code)).collect();
    let exam = Exam::Probes { tasks: tasks(), settings: PROBES };
    let tasks: Vec<&'static probes::Task> = tasks();
    let found = check_corpus(&exam, |text, language| {
        let made = probes::drafts(text, language, Split::Test, &tasks, &PROBES, |_, _, _| true);
        let mut wanted = WantedIds::new();
        for (task, draft) in made.unwrap().drafts {
            wanted.entry(tasks[task].folder(language)).or_default().insert(draft.id.to_string());
        }
        wanted
    });
    assert!(found > 500, "only {found} rewrites");
}

#[test]
fn pairs_of_queries_have_the_same_answers_carried_through_the_edits() {
    let tasks = || queries::TASKS.iter().copied().filter(|task| ["file", "ideal"].contains(&task.name)).collect();
    let exam = Exam::Queries { tasks: tasks(), settings: queries::Settings::default() };
    let tasks: Vec<&'static queries::Task> = tasks();
    let found = check_corpus(&exam, |text, language| {
        if language != Language::Python {
            return WantedIds::new();
        }
        let made = queries::file_rows(text, &key(), Split::Test, &tasks, &queries::Settings::default()).unwrap();
        let ids = |rows: queries::question::Rows| rows.rows.into_iter().map(|(id, _)| id.to_string()).collect();
        made.by_folder.into_iter().map(|(folder, rows)| (folder, ids(rows))).collect()
    });
    assert!(found > 50, "only {found} rewrites");
}

fn key() -> SourceKey {
    SourceKey { project: "p".to_owned(), path: "f".to_owned(), content_hash: "0".to_owned() }
}

/// Checks the pairs of all examples of the built-in corpus; returns how many rewrites there are.
fn check_corpus(exam: &Exam, wanted: impl Fn(&str, Language) -> WantedIds) -> usize {
    let settings = RewriteSettings { transforms: TRANSFORMS.to_vec(), strength: Strength::Strict, places: 1, seed: 3 };
    let mut rewrites = 0;
    for path in examen_test::files_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus")) {
        let name = path.display().to_string();
        let Some(language) = Language::of_file_name(&name) else { continue };
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let wanted = wanted(&text, language);
        if wanted.is_empty() {
            continue;
        }
        let key = key();
        let file = File { text: &text, language, key: &key, split: Split::Test };
        let made = pairs(exam, file, &wanted, &settings).unwrap();
        let mut ids = HashSet::new();
        for (folder, rows) in &made.by_folder {
            assert!(rows.iter().all(|row| ids.insert(row.id.to_string())), "{name}: an id stands for two rows");
            let originals: BTreeMap<&str, &PairRow> = rows
                .iter()
                .filter(|row| pair(row).transform == ORIGINAL)
                .map(|row| (pair(row).original_id.as_str(), row))
                .collect();
            let known: BTreeSet<&str> = originals.keys().copied().collect();
            let asked: BTreeSet<&str> = wanted[folder].iter().map(String::as_str).collect();
            assert!(known.is_subset(&asked), "{name}: an example of {folder} that nobody wanted");
            for row in rows.iter().filter(|row| pair(row).transform != ORIGINAL) {
                check_pair(originals[pair(row).original_id.as_str()], row, &format!("{name}, {folder}"));
                rewrites += 1;
            }
        }
    }
    rewrites
}

fn check_pair(original: &PairRow, rewritten: &PairRow, place: &str) {
    let change = pair(rewritten);
    let place = format!("{place}, {} {} {}", change.transform, change.place, change.site);
    assert!(!change.edits.is_empty(), "{place}");
    assert_ne!(original.content_hash, rewritten.content_hash, "{place}");
    match (&original.row, &rewritten.row) {
        (AnyRow::Name(original), AnyRow::Name(rewritten)) => {
            assert_eq!(original.row.name, rewritten.row.name, "{place}");
            assert_ne!(original.row.text, rewritten.row.text, "{place}");
        }
        (AnyRow::Probe(original), AnyRow::Probe(rewritten)) => {
            assert_eq!(original.row.label, rewritten.row.label, "{place}");
            assert_ne!(original.row.text, rewritten.row.text, "{place}");
        }
        (AnyRow::Query(original), AnyRow::Query(rewritten)) => {
            let (TaskRow::Span(before), TaskRow::Span(after)) = (&original.row, &rewritten.row) else {
                panic!("{place}: no row of spans")
            };
            let carry = |span: &queries::row::ShownSpan| {
                carried(((span.start_line, span.start_column), (span.end_line, span.end_column)), &change.edits)
            };
            let own = |span: &queries::row::ShownSpan| {
                ((span.start_line, span.start_column), (span.end_line, span.end_column))
            };
            let expected: BTreeSet<_> = before.answer_spans.iter().map(carry).collect();
            assert_eq!(after.answer_spans.iter().map(own).collect::<BTreeSet<_>>(), expected, "{place}");
        }
        _ => panic!("{place}: rows of two suites"),
    }
}

fn pair(row: &PairRow) -> &Pair {
    match &row.row {
        AnyRow::Name(row) => &row.pair,
        AnyRow::Probe(row) => &row.pair,
        AnyRow::Query(row) => &row.pair,
    }
}

//! Examples and their rewrites: what holds of every pair of the built-in corpus, and names as they are shown.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::path::Path;

use examen_corpus::Split;
use examen_data::ExampleId;
use examen_english::English;
use examen_english::questions::Mode;
use examen_suites::captions::negatives::{choose_row, match_rows};
use examen_suites::names::{self, name_rows, shown};
use examen_suites::rewriting::{ORIGINAL, Pair, PairRow, RewriteSettings, carried};
use examen_suites::source::SourceKey;
use examen_suites::suite::{File, WantedExamples};
use examen_suites::{Exam, ExamRequest, Suite, captions, probes, queries, questions};
use examen_syntax::{Language, LazyParsedFile, Span};
use examen_transforms::{Strength, TRANSFORMS};
use serde::Deserialize;
use serde_json::{Map, Value};

/// Columns that no rewrite changes.
const TRUTHS: [&str; 8] = ["name", "label", "caption", "is_match", "candidates", "choice", "question", "answer"];

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
    let made = name_rows(&LazyParsedFile::new(java, Language::Java), names::Settings::default()).unwrap();
    let names: Vec<&str> = made.rows.iter().map(|(_, row)| row.name.as_str()).collect();
    assert_eq!((names, made.functions), (vec!["get|name"], 4));
    let skipped = BTreeMap::from([("constructor", 1), ("empty-body", 1), ("no-letter-in-name", 1)]);
    assert_eq!(made.skipped, skipped);
}

#[test]
fn pairs_of_names_show_other_code_and_the_same_name() {
    let found = check_corpus(&*exam(&names::SUITE, &[]), |text, language| {
        let made = name_rows(&LazyParsedFile::new(text, language), names::Settings::default()).unwrap();
        let ids = made.rows.iter().map(|(id, _)| (id.to_string(), Map::new())).collect();
        WantedExamples::from([(names::task(language).to_owned(), ids)])
    });
    assert!(found > 1000, "only {found} rewrites");
}

#[test]
fn pairs_of_probes_have_the_same_class() {
    let names = ["CPX", "NPT", "TYP"];
    let tasks: Vec<&'static probes::Task> =
        probes::TASKS.iter().copied().filter(|task| names.contains(&task.code)).collect();
    let found = check_corpus(&*exam(&probes::SUITE, &names), |text, language| {
        let made = probes::drafts(&LazyParsedFile::new(text, language), Split::Test, &tasks, &PROBES, |_, _, _| true);
        let mut wanted = WantedExamples::new();
        for (task, draft) in made.unwrap().drafts {
            wanted.entry(tasks[task].folder(language)).or_default().insert(draft.id.to_string(), Map::new());
        }
        wanted
    });
    assert!(found > 500, "only {found} rewrites");
}

#[test]
fn pairs_of_queries_have_the_same_answers_carried_through_the_edits() {
    let names = ["file", "ideal"];
    let tasks: Vec<&'static queries::Task> =
        queries::TASKS.iter().copied().filter(|task| names.contains(&task.name)).collect();
    let found = check_corpus(&*exam(&queries::SUITE, &names), |text, language| {
        if language != Language::Python {
            return WantedExamples::new();
        }
        let made = queries::file_rows(
            &LazyParsedFile::new(text, language),
            &key(),
            Split::Test,
            &tasks,
            &queries::Settings::default(),
        )
        .unwrap();
        let ids =
            |rows: queries::question::Rows| rows.rows.into_iter().map(|(id, _)| (id.to_string(), Map::new())).collect();
        made.by_folder.into_iter().map(|(folder, rows)| (folder, ids(rows))).collect()
    });
    assert!(found > 50, "only {found} rewrites");
}

#[test]
fn pairs_of_captions_keep_captions_and_those_of_other_functions() {
    let found = check_corpus(&*exam(&captions::SUITE, &[]), |text, language| {
        let made = captions::caption_rows(&LazyParsedFile::new(text, language), &key(), 1).unwrap();
        let mut wanted = WantedExamples::new();
        let mut want = |task: captions::Task, id: &ExampleId, row: Value| {
            let mut columns = row.as_object().cloned().unwrap();
            columns.insert("content_hash".to_owned(), Value::from(key().content_hash));
            wanted.entry(task.folder(language)).or_default().insert(id.to_string(), columns);
        };
        let other = "Colours all nodes of a graph.";
        for (id, row) in &made.rows {
            want(captions::Task::Generate, id, serde_json::to_value(row).unwrap());
            for (id, row) in match_rows(id.as_str(), row, other) {
                want(captions::Task::Match, &id, serde_json::to_value(row).unwrap());
            }
            let (id, row) = choose_row(id.as_str(), row, other, 0);
            want(captions::Task::Choose, &id, serde_json::to_value(row).unwrap());
        }
        wanted
    });
    assert!(found > 1000, "only {found} rewrites");
}

#[test]
fn pairs_of_questions_keep_question_and_answer() {
    let settings = questions::Settings { seed: 0, mode: Mode::Clean, shown: questions::CodeParts::default() };
    let english = English::embedded().unwrap();
    let found = check_corpus(&*exam(&questions::SUITE, &[]), |text, language| {
        let made = questions::question_rows(english, &LazyParsedFile::new(text, language), settings).unwrap();
        let ids = made.rows.iter().map(|(id, _)| (id.to_string(), Map::new())).collect();
        WantedExamples::from([(questions::task(language).to_owned(), ids)])
    });
    assert!(found > 300, "only {found} rewrites");
}

fn key() -> SourceKey {
    SourceKey { project: "p".to_owned(), path: "f".to_owned(), content_hash: "0".to_owned() }
}

/// The exam of a suite with its usual settings and these tasks.
fn exam(suite: &Suite, tasks: &[&str]) -> Box<dyn Exam> {
    let tasks: Vec<String> = tasks.iter().map(|&task| task.to_owned()).collect();
    let request = ExamRequest {
        seed: 0,
        languages: &Language::ALL,
        tasks: &tasks,
        edition: None,
        limit: None,
        is_native: false,
        read: &|_| Ok(Vec::new()),
    };
    suite.exam_of(&[], &request).unwrap()
}

/// Checks the pairs of all examples of the built-in corpus; returns how many rewrites there are.
fn check_corpus(exam: &dyn Exam, wanted: impl Fn(&str, Language) -> WantedExamples) -> usize {
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
        let code = LazyParsedFile::new(&text, language);
        let file = File { code: &code, key: &key, split: Split::Test, wanted: &wanted };
        let made = exam.pairs(&file, &settings).unwrap();
        let mut ids = HashSet::new();
        for (folder, rows) in &made.by_folder {
            assert!(rows.iter().all(|row| ids.insert(row.id.to_string())), "{name}: an id stands for two rows");
            let rows: Vec<(Pair, &PairRow)> = rows.iter().map(|row| (pair(row), row)).collect();
            let originals: BTreeMap<&str, &PairRow> = rows
                .iter()
                .filter(|(pair, _)| pair.transform == ORIGINAL)
                .map(|(pair, row)| (pair.original_id.as_str(), *row))
                .collect();
            let known: BTreeSet<&str> = originals.keys().copied().collect();
            let asked: BTreeSet<&str> = wanted[folder].keys().map(String::as_str).collect();
            assert!(known.is_subset(&asked), "{name}: an example of {folder} that nobody wanted");
            for (change, row) in rows.iter().filter(|(pair, _)| pair.transform != ORIGINAL) {
                check_pair(originals[change.original_id.as_str()], row, change, &format!("{name}, {folder}"));
                rewrites += 1;
            }
        }
    }
    rewrites
}

fn check_pair(original: &PairRow, rewritten: &PairRow, change: &Pair, place: &str) {
    let place = format!("{place}, {} {} {}", change.transform, change.place, change.site);
    assert!(!change.edits.is_empty(), "{place}");
    assert_ne!(original.content_hash, rewritten.content_hash, "{place}");
    let (before, after) = (columns(original), columns(rewritten));
    for truth in TRUTHS.into_iter().filter(|column| before.get(column).is_some()) {
        assert_eq!(before[truth], after[truth], "{place}");
        assert_ne!(before["text"], after["text"], "{place}");
    }
    if before.get("answer_spans").is_some() {
        let spans = |row: &Value| Vec::<queries::row::ShownSpan>::deserialize(&row["answer_spans"]).unwrap();
        let own =
            |span: &queries::row::ShownSpan| ((span.start_line, span.start_column), (span.end_line, span.end_column));
        let expected: BTreeSet<_> = spans(&before).iter().map(|span| carried(own(span), &change.edits)).collect();
        assert_eq!(spans(&after).iter().map(own).collect::<BTreeSet<_>>(), expected, "{place}");
    }
}

fn columns(row: &PairRow) -> Value {
    serde_json::to_value(&row.row).unwrap()
}

fn pair(row: &PairRow) -> Pair {
    serde_json::from_value(columns(row)).unwrap()
}

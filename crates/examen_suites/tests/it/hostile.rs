//! Files of tens of thousands of results.

use examen_corpus::Split;
use examen_data::ExampleId;
use examen_suites::queries;
use examen_suites::queries::question::TaskRow;
use examen_suites::source::SourceKey;
use examen_syntax::{Language, LazyParsedFile};
use examen_test::hostile_file;

/// The rows of a hostile file, and what was left out.
fn rows(kind: &str, size: usize) -> queries::FileRows {
    let text = String::from_utf8(hostile_file(kind).bytes(size)).unwrap();
    let key = SourceKey { project: "p".to_owned(), path: "f".to_owned(), content_hash: "0".to_owned() };
    let tasks: Vec<&'static queries::Task> = queries::TASKS.iter().copied().filter(|task| task.is_usual).collect();
    queries::file_rows(
        &LazyParsedFile::new(&text, Language::Python),
        &key,
        Split::Test,
        &tasks,
        &queries::Settings::default(),
    )
    .unwrap()
}

#[test]
fn results_beyond_the_steps_of_a_query_are_counted() {
    let few = rows("python/wrong-calls", 10_000);
    assert!(!few.skipped.contains_key("too-many-results"), "{:?}", few.skipped);
    let many = rows("python/wrong-calls", 80_000);
    assert!(many.skipped["too-many-results"] > 1_000, "{:?}", many.skipped);
    let spans = |rows: &queries::FileRows| rows.by_folder["file"].rows.iter().map(answers).max();
    // All answers are right all the same.
    assert_eq!(spans(&many), Some((80_000 - "def f(a): pass\n".len()) / "f(1, 2)\n".len()));
}

#[test]
fn tens_of_thousands_of_answers_become_no_example() {
    let made = rows("python/comparisons-of-constants", 500_000);
    let answers = 500_000 / "1 == 2\n".len() as u64;
    assert!(made.skipped["too-many-results"] >= answers, "{:?}", made.skipped);
    assert!(made.by_folder.values().all(|rows| rows.rows.iter().all(|row| self::answers(row) == 0)));
}

#[test]
fn every_answer_of_a_file_is_in_its_example() {
    let made = rows("python/functions-equal", 20_000);
    let functions = 20_000 / hostile_file("python/functions-equal").bytes(60).len();
    // Each is defined again but for the last.
    assert_eq!(made.by_folder["file"].rows.iter().map(answers).max(), Some(functions - 1));
}

fn answers((_, row): &(ExampleId, TaskRow)) -> usize {
    match row {
        TaskRow::Span(row) => row.answer_spans.len(),
        _ => 0,
    }
}

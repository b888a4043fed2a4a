//! Statistics of rows, and the paper's beside them.

use std::collections::BTreeMap;

use examen_corpus::Split;
use examen_data::ResultRow;
use examen_queries::python::QUERIES;
use examen_suites::published_statistics::{PublishedStatistic, published_statistics};
use examen_suites::queries::pattern::PUBLISHED;
use examen_suites::queries::row::ExampleType;
use examen_suites::queries::statistics::{CountedRow, CountedSpan, Statistics};
use examen_suites::{captions, questions};
use examen_syntax::Language;

fn row(file: &str, query: &str, hops: &str, answers: usize, length: u32) -> CountedRow {
    CountedRow {
        project: "p".to_owned(),
        path: file.to_owned(),
        query: query.to_owned(),
        hops: hops.to_owned(),
        example_type: if answers == 0 { ExampleType::Negative } else { ExampleType::Positive },
        answer_spans: vec![CountedSpan { pattern: "assignment".to_owned() }; answers],
        supporting_fact_spans: Vec::new(),
        length,
        spans_within_limit: answers.min(1) as u32,
    }
}

#[test]
fn statistics_are_counts_and_averages() {
    let mut statistics = Statistics::default();
    statistics.add(Split::Test, &row("b.py", "py/unused-local-variable", "single", 1, 10));
    statistics.add(Split::Train, &row("a.py", "py/unused-import", "multi", 3, 100));
    statistics.add(Split::Train, &row("a.py", "py/unused-import", "multi", 0, 300));
    assert_eq!(statistics.examples(Split::Train, "multi", ExampleType::Negative), 1);
    assert_eq!(statistics.examples(Split::Train, "single", ExampleType::Negative), 0);
    let values: Vec<String> = statistics
        .rows("queries", "ideal")
        .iter()
        .map(|it| {
            assert_eq!(it.signature, "");
            let [split, examples, group] = [&it.split, &it.examples, &it.group].map(|it| it.as_deref().unwrap_or("-"));
            format!("{} {split} {examples} {group} {} n={}", it.metric, it.value, it.n)
        })
        .collect();
    insta::assert_snapshot!(values.join("\n"), @r"
    files train all - 1 n=2
    examples train positive hops:multi 1 n=1
    examples train negative hops:multi 1 n=1
    examples train all - 2 n=2
    files test all - 1 n=1
    examples test positive hops:single 1 n=1
    examples test negative hops:single 0 n=0
    examples test all - 1 n=1
    examples all all query:py/unused-import 2 n=2
    examples all positive query:py/unused-import 1 n=1
    examples all negative query:py/unused-import 1 n=1
    average_length all all query:py/unused-import 200 n=2
    average_answer_spans all positive query:py/unused-import 3 n=1
    average_fact_spans all positive query:py/unused-import 0 n=1
    average_spans_within_limit all positive query:py/unused-import 1 n=1
    examples all all query:py/unused-local-variable 1 n=1
    examples all positive query:py/unused-local-variable 1 n=1
    examples all negative query:py/unused-local-variable 0 n=0
    average_length all all query:py/unused-local-variable 10 n=1
    average_answer_spans all positive query:py/unused-local-variable 1 n=1
    average_fact_spans all positive query:py/unused-local-variable 0 n=1
    average_spans_within_limit all positive query:py/unused-local-variable 1 n=1
    examples all all hops:multi 2 n=2
    examples all positive hops:multi 1 n=1
    examples all negative hops:multi 1 n=1
    average_length all all hops:multi 200 n=2
    average_answer_spans all positive hops:multi 3 n=1
    average_fact_spans all positive hops:multi 0 n=1
    average_spans_within_limit all positive hops:multi 1 n=1
    examples all all hops:single 1 n=1
    examples all positive hops:single 1 n=1
    examples all negative hops:single 0 n=0
    average_length all all hops:single 10 n=1
    average_answer_spans all positive hops:single 1 n=1
    average_fact_spans all positive hops:single 0 n=1
    average_spans_within_limit all positive hops:single 1 n=1
    spans all positive pattern:assignment 4 n=2
    spans all positive - 4 n=2
    ");
}

#[test]
fn published_statistics_add_up() {
    let values = published_statistics("queries");
    // Parts are the groups of one kind, and their sum is one row of the same table.
    for (table, metric, examples, parts, all) in [
        (6, "examples", "all", "query:", Some("hops:multi")),
        (7, "examples", "all", "query:", Some("hops:single")),
        (10, "spans", "positive", "pattern:", None),
    ] {
        let of = |it: &&PublishedStatistic| {
            (it.table, it.metric, it.split, it.examples) == (table, metric, Some("all"), Some(examples))
        };
        let is_part = |it: &&PublishedStatistic| it.group.is_some_and(|group| group.starts_with(parts));
        let sum: f64 = values.iter().filter(of).filter(is_part).map(|it| it.value).sum();
        let whole = values.iter().filter(of).find(|it| it.group == all).unwrap().value;
        assert!((sum - whole).abs() < 0.5, "Table {table}: {sum}, {whole}");
    }
    let patterns = values.iter().filter_map(|it| it.group?.strip_prefix("pattern:"));
    assert_eq!(patterns.collect::<Vec<_>>(), PUBLISHED);
    let mut queries: BTreeMap<&str, u32> = BTreeMap::new();
    for id in values.iter().filter_map(|it| it.group?.strip_prefix("query:")) {
        *queries.entry(id).or_default() += 1;
    }
    assert_eq!(queries.len(), 52);
    for (id, count) in queries {
        assert!(count == 7 && QUERIES.iter().any(|query| query.id == id), "{id}: {count}");
    }
}

/// A line that cannot be read would be lost in silence; and a value whose fields no row of ours has would stand beside nothing.
#[test]
fn published_statistics_are_read_and_have_counterparts() {
    let files = [
        ("captions", include_str!("../../published/codecaption.tsv"), 6),
        ("queries", include_str!("../../published/codequeries.tsv"), 439),
        ("questions", include_str!("../../published/codeqa.tsv"), 32),
    ];
    for (suite, text, count) in files {
        let lines = text.lines().filter(|line| !line.starts_with(['#', 't'])).count();
        let values = published_statistics(suite);
        assert_eq!((lines, values.len()), (count, count), "{suite}");
    }
    let mut ours = captions::statistics::Statistics::default();
    let mut questions = questions::statistics::Statistics::default();
    for split in Split::ALL {
        ours.add(split, "def f(x):\n    return x\n", Language::Python, "returns x");
        questions.add(split, &asked());
    }
    let mut rows = ours.rows("captions", "generate");
    rows.extend(["java", "python"].iter().flat_map(|task| questions.rows("questions", task)));
    for value in ["captions", "questions"].iter().flat_map(|suite| published_statistics(suite)) {
        let is_same = |row: &ResultRow| {
            let fields = [&row.split, &row.examples, &row.group].map(Option::as_deref);
            (row.task.as_str(), row.metric.as_str()) == (value.task, value.metric)
                && fields == [value.split, value.examples, value.group]
        };
        assert!(rows.iter().any(is_same), "{value:?}");
    }
}

fn asked() -> questions::statistics::CountedRow {
    questions::statistics::CountedRow {
        text: "def f(x):\n    return x\n".to_owned(),
        question: "What does the code return?".to_owned(),
        answer: "x".to_owned(),
        question_type: "what".to_owned(),
        category: "functionality".to_owned(),
        polarity: "phrase".to_owned(),
    }
}

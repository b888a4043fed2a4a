//! Figures of rows, and the paper's beside them.

use examen_corpus::Split;
use examen_suites::queries::pattern::PUBLISHED;
use examen_suites::queries::row::ExampleType;
use examen_suites::queries::statistics::{CountedRow, CountedSpan, Statistics, published};

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
fn figures_are_counts_and_averages() {
    let mut statistics = Statistics::default();
    statistics.add(Split::Test, &row("b.py", "py/unused-local-variable", "single", 1, 10));
    statistics.add(Split::Train, &row("a.py", "py/unused-import", "multi", 3, 100));
    statistics.add(Split::Train, &row("a.py", "py/unused-import", "multi", 0, 300));
    assert_eq!(statistics.examples(Split::Train, "multi", ExampleType::Negative), 1);
    assert_eq!(statistics.examples(Split::Train, "single", ExampleType::Negative), 0);
    let figures: Vec<String> = statistics
        .rows("queries", "ideal")
        .iter()
        .map(|it| {
            let group = it.group.as_deref().unwrap_or("-");
            format!("{} {} {group} {} n={}", it.metric, it.signature, it.value, it.n)
        })
        .collect();
    insta::assert_snapshot!(figures.join("\n"), @r"
    files split:train - 1 n=2
    examples split:train|examples:positive|hops:multi - 1 n=1
    examples split:train|examples:negative|hops:multi - 1 n=1
    examples split:train|examples:all|hops:all - 2 n=2
    files split:test - 1 n=1
    examples split:test|examples:positive|hops:single - 1 n=1
    examples split:test|examples:negative|hops:single - 0 n=0
    examples split:test|examples:all|hops:all - 1 n=1
    examples split:all|examples:all py/unused-import 2 n=2
    examples split:all|examples:positive py/unused-import 1 n=1
    examples split:all|examples:negative py/unused-import 1 n=1
    average_length split:all|examples:all py/unused-import 200 n=2
    average_answer_spans split:all|examples:positive py/unused-import 3 n=1
    average_fact_spans split:all|examples:positive py/unused-import 0 n=1
    average_spans_within_limit split:all|examples:positive py/unused-import 1 n=1
    examples split:all|examples:all py/unused-local-variable 1 n=1
    examples split:all|examples:positive py/unused-local-variable 1 n=1
    examples split:all|examples:negative py/unused-local-variable 0 n=0
    average_length split:all|examples:all py/unused-local-variable 10 n=1
    average_answer_spans split:all|examples:positive py/unused-local-variable 1 n=1
    average_fact_spans split:all|examples:positive py/unused-local-variable 0 n=1
    average_spans_within_limit split:all|examples:positive py/unused-local-variable 1 n=1
    examples split:all|examples:all|hops:multi - 2 n=2
    examples split:all|examples:positive|hops:multi - 1 n=1
    examples split:all|examples:negative|hops:multi - 1 n=1
    average_length split:all|examples:all|hops:multi - 200 n=2
    average_answer_spans split:all|examples:positive|hops:multi - 3 n=1
    average_fact_spans split:all|examples:positive|hops:multi - 0 n=1
    average_spans_within_limit split:all|examples:positive|hops:multi - 1 n=1
    examples split:all|examples:all|hops:single - 1 n=1
    examples split:all|examples:positive|hops:single - 1 n=1
    examples split:all|examples:negative|hops:single - 0 n=0
    average_length split:all|examples:all|hops:single - 10 n=1
    average_answer_spans split:all|examples:positive|hops:single - 1 n=1
    average_fact_spans split:all|examples:positive|hops:single - 0 n=1
    average_spans_within_limit split:all|examples:positive|hops:single - 1 n=1
    spans split:all assignment 4 n=2
    spans split:all - 4 n=2
    ");
}

#[test]
fn published_figures_add_up() {
    let figures = published();
    let sum = |table: u8, metric: &str, signature: &str| -> f64 {
        let of = |it: &&_| -> bool {
            let it: &examen_suites::queries::statistics::PublishedFigure = it;
            it.table == table && it.metric == metric && it.signature == signature && it.group.is_some()
        };
        figures.iter().filter(of).map(|it| it.value).sum()
    };
    let value = |table: u8, signature: &str| -> f64 {
        figures.iter().find(|it| it.table == table && it.signature == signature && it.group.is_none()).unwrap().value
    };
    assert!((sum(6, "examples", "split:all|examples:all") - value(6, "split:all|examples:all|hops:multi")).abs() < 0.5);
    assert!(
        (sum(7, "examples", "split:all|examples:all") - value(7, "split:all|examples:all|hops:single")).abs() < 0.5
    );
    assert!((sum(10, "spans", "split:all") - value(10, "split:all")).abs() < 0.5);
    let patterns: Vec<_> = figures.iter().filter(|it| it.table == 10).filter_map(|it| it.group).collect();
    assert_eq!(patterns, PUBLISHED);
    for query in examen_queries::python::QUERIES {
        assert_eq!(figures.iter().filter(|it| it.group == Some(query.id)).count(), 7, "{}", query.id);
    }
}

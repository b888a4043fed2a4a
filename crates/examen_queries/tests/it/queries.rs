//! Every query is listed, has its fixture, and answers as written.

use std::collections::BTreeSet;
use std::path::Path;

use examen_queries::python::QUERIES;
use examen_queries::{Hops, QueryEdition};
use examen_semantics::python::Version;

use crate::{fixture, span_markers};

#[test]
fn queries_answer_as_written() {
    let problems: Vec<String> = QUERIES.iter().filter_map(|query| fixture::check(query).err()).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n\n"));
}

#[test]
fn fixtures_show_every_kind_of_case() {
    let mut problems = Vec::new();
    for query in QUERIES {
        let Ok(cases) = fixture::check(query) else { continue };
        let mut need = |what: &str, has_it: bool| {
            if !has_it {
                problems.push(format!("{}: no case with {what}", query.id));
            }
        };
        let answers = || cases.iter().filter(|case| !case.is_negative);
        need("an answer", answers().any(|case| case.findings > 0));
        need("code without answers", answers().any(|case| case.findings == 0));
        need("broken syntax", answers().any(|case| case.is_broken));
        need("relevant blocks", query.hops == Hops::Single || cases.iter().any(|case| case.has_blocks));
        need("plausible negatives", cases.iter().any(|case| case.is_negative && case.findings > 0));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn examples_show_what_the_query_answers() {
    for query in QUERIES {
        let source = span_markers::strip(query.example);
        let findings = fixture::ask(query, &source, Version::Python3, QueryEdition::default(), false);
        assert!(!findings.is_empty(), "the example of {} has no answer", query.id);
        assert_eq!(span_markers::draw(&source, &findings), query.example, "{}", query.id);
    }
}

#[test]
fn the_list_is_sorted_and_without_doubles() {
    assert!(QUERIES.is_sorted_by(|left, right| left.id < right.id), "not sorted by id, or an id twice");
    let mut numbers: Vec<u8> = QUERIES.iter().map(|query| query.number).collect();
    numbers.sort_unstable();
    assert!(numbers.is_sorted_by(|left, right| left < right), "a number twice: {numbers:?}");
    assert!(numbers.iter().all(|number| (1..=52).contains(number)));
    let mut names: Vec<&str> = QUERIES.iter().map(|query| query.name).collect();
    names.sort_unstable();
    assert!(names.is_sorted_by(|left, right| left < right), "a name twice: {names:?}");
}

#[test]
fn multi_hop_queries_have_a_rule_for_relevant_blocks() {
    for query in QUERIES {
        assert_eq!(query.hops == Hops::Multi, query.relevance.blocks.is_some(), "{}", query.id);
    }
}

#[test]
fn no_file_of_a_query_is_without_its_line_in_the_list() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/python/queries");
    let files: BTreeSet<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    let listed: BTreeSet<String> = QUERIES.iter().map(|query| fixture::file_stem(query)).collect();
    assert_eq!(files, listed, "files of src/python/queries, and the names that the ids in its list ask for");
}

#[test]
fn no_fixture_is_without_its_query() {
    let folder = fixture::path(QUERIES[0]);
    for path in examen_test::files(folder.parent().unwrap()) {
        assert!(QUERIES.iter().any(|query| fixture::path(query) == path), "no query for {}", path.display());
    }
}

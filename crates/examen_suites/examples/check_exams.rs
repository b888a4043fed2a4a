//! Checks a built `queries/file` folder against the engine and against itself: every negative example is plausible and has
//! no answer, and no file of one split nearly copies a file of another.
//!
//! `cargo run --release -p examen_suites --example check_exams -- OUT/queries/file`

#![expect(clippy::print_stdout, reason = "this is what it is for")]

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::Path;

use examen_corpus::{Fingerprint, Split, near_pairs};
use examen_data::TaskFolder;
use examen_queries::python::{QUERIES, answers, plausible};
use examen_queries::{Finding, QueryEdition};
use examen_semantics::python::{Model, SemanticFile, Version};
use examen_suites::queries::row::{ExampleType, ShownBlock, ShownSpan};
use examen_syntax::python::parse;
use examen_syntax::{LineIndex, Position};
use serde::Deserialize;

/// From here on two files share too much.
const THRESHOLD: f64 = 0.8;

/// Pairs below the threshold are looked at too: similarity is estimated, and then measured.
const MARGIN: f64 = 0.2;

#[derive(Deserialize)]
struct Row {
    path: String,
    content_hash: String,
    query: String,
    example_type: ExampleType,
    blocks: Vec<ShownBlock>,
    plausible_spans: Vec<ShownSpan>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).ok_or("give the folder OUT/queries/file")?;
    let folder = TaskFolder::open(Path::new(&folder))?;
    let mut files: BTreeMap<String, (Split, String)> = BTreeMap::new();
    let (mut negatives, mut places, mut wrong) = (0, 0, 0);
    for split in Split::ALL {
        for row in folder.rows::<Row>(split)? {
            let row = row?;
            let text = text_of(&row.blocks);
            if row.example_type == ExampleType::Negative {
                negatives += 1;
                places += row.plausible_spans.len();
                if let Some(fault) = fault(&row, &text) {
                    wrong += 1;
                    eprintln!("{} {}: {fault}", row.path, row.query);
                }
            }
            files.entry(row.content_hash).or_insert((split, text));
        }
    }
    println!("{negatives} negative examples with {places} plausible places: {wrong} wrong");
    let leaks = leaks(&files.into_values().collect::<Vec<_>>());
    if wrong > 0 || leaks > 0 {
        return Err("the exams are not what they should be".into());
    }
    Ok(())
}

/// The file that the blocks make up.
fn text_of(blocks: &[ShownBlock]) -> String {
    let mut lines: BTreeMap<u32, &str> = BTreeMap::new();
    for block in blocks {
        let index = LineIndex::new(&block.content);
        let numbers = block.line_ranges.iter().flat_map(|range| range.start..range.end);
        for (at, number) in (1..).zip(numbers) {
            lines.insert(number, index.line_span(at).text(&block.content));
        }
    }
    let mut text = String::new();
    for line in lines.into_values() {
        text.push_str(line);
        if !line.ends_with(['\n', '\r']) {
            text.push('\n');
        }
    }
    text
}

/// What is wrong with a negative example.
fn fault(row: &Row, text: &str) -> Option<&'static str> {
    let Some(query) = QUERIES.iter().find(|query| query.id == row.query) else { return Some("no such query") };
    if row.plausible_spans.is_empty() {
        return Some("nothing in it looks like an answer");
    }
    let file = parse(text);
    let model = Model::new(text, &file.tree, Version::Python3);
    let semantic = SemanticFile::alone(&model);
    if !answers(query, &semantic, QueryEdition::default()).is_empty() {
        return Some("there is an answer");
    }
    let wanted = starts(text, &plausible(query, &semantic));
    let is_wanted = |span: &ShownSpan| wanted.contains(&(span.start_line, span.start_column));
    (!row.plausible_spans.iter().all(is_wanted)).then_some("a place that does not look like an answer")
}

/// Line and column, from 0, at which each finding starts.
fn starts(text: &str, findings: &[Finding]) -> BTreeSet<(u32, u32)> {
    let lines = LineIndex::new(text);
    let start = |finding: &Finding| {
        let Position { line, char_column } = lines.position(text, finding.span.start);
        (line - 1, char_column)
    };
    findings.iter().map(start).collect()
}

/// Prints how many pairs of files in different splits are near duplicates.
fn leaks(files: &[(Split, String)]) -> usize {
    let fingerprints: Vec<Fingerprint> = files.iter().map(|(_, text)| Fingerprint::of(text.as_bytes())).collect();
    let pairs = near_pairs(&fingerprints, THRESHOLD - MARGIN);
    let across: Vec<_> =
        pairs.iter().filter(|&&(one, other, _)| files[one as usize].0 != files[other as usize].0).collect();
    let measured = across.iter().map(|&&(one, other, estimate)| {
        let similarity = jaccard(&files[one as usize].1, &files[other as usize].1);
        (similarity, estimate)
    });
    let measured: Vec<(f64, f32)> = measured.collect();
    let count = |from: f64| measured.iter().filter(|(similarity, _)| *similarity >= from).count();
    let estimated = measured.iter().filter(|&&(_, it)| f64::from(it) >= THRESHOLD).count();
    println!(
        "{} files; {} pairs across splits share about 0.6 of their words or more: {} measure 0.8 or more, {} 0.85 or more; \
         {estimated} are estimated at 0.8 or more",
        files.len(),
        across.len(),
        count(0.8),
        count(0.85),
    );
    estimated
}

fn jaccard(one: &str, other: &str) -> f64 {
    let (one, other) = (words(one), words(other));
    let both = one.intersection(&other).count();
    both as f64 / (one.len() + other.len() - both).max(1) as f64
}

fn words(text: &str) -> BTreeSet<&str> {
    let is_word = |character: char| character.is_ascii_alphanumeric() || character == '_' || !character.is_ascii();
    text.split(|character| !is_word(character)).filter(|word| !word.is_empty()).collect()
}

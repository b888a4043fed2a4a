//! Damage in one place leaves the answers elsewhere alone.

use std::path::{Path, PathBuf};

use examen_queries::QueryEdition;
use examen_queries::python::{QUERIES, answers};
use examen_semantics::python::{Model, SemanticFile, Version};
use examen_syntax::python::{parse, tokenizer};
use examen_syntax::{Edit, Edits, Language, LineIndex, SourceText, Span};
use examen_views::blocks::{Block, BlockKind, blocks};

/// How many files are damaged, and how many of them may lose an answer.
const TRIALS: usize = 1000;
const MAX_LOSING_FRACTION: f64 = 0.03;

#[test]
fn a_deletion_rarely_removes_answers_of_functions_it_does_not_touch() {
    let sources = corpus();
    let mut random = 0x5eed_u64;
    let (mut trials, mut losing, mut kept, mut lost) = (0, 0, 0, 0);
    while trials < TRIALS {
        let source = &sources[(next(&mut random) as usize) % sources.len()];
        let Some(deleted) = deletion(source, &mut random) else {
            continue;
        };
        // Only a file with answers elsewhere can lose one.
        let untouched = untouched(source, deleted);
        if untouched.is_empty() {
            continue;
        }
        let edits = Edits::new(vec![Edit { span: deleted, text: String::new() }]).unwrap();
        let damaged = edits.apply(source).unwrap();
        let after = found(&damaged);
        let mut has_lost = false;
        for (query, span) in untouched {
            let moved = Span::new(edits.map_offset(span.start), edits.map_offset(span.end));
            if after.contains(&(query, moved)) {
                kept += 1;
            } else {
                (lost, has_lost) = (lost + 1, true);
            }
        }
        trials += 1;
        losing += usize::from(has_lost);
    }
    let fraction = losing as f64 / trials as f64;
    println!("{losing} of {trials} trials lose an answer ({fraction:.3}); of {} answers {lost} are lost", kept + lost);
    assert!(fraction <= MAX_LOSING_FRACTION, "{losing} of {trials} trials lose an answer");
}

/// A random token, line or bracket.
fn deletion(source: &str, random: &mut u64) -> Option<Span> {
    let pick = |count: usize, random: &mut u64| (next(random) as usize) % count.max(1);
    match pick(3, random) {
        0 => {
            let tokens = tokenizer::tokenize(source).tokens;
            let token = tokens.get(pick(tokens.len(), random))?;
            Some(token.span).filter(|span| !span.is_empty())
        }
        1 => {
            let lines = LineIndex::new(source);
            let line = 1 + pick(lines.line_count() as usize, random) as u32;
            Some(lines.line_span(line))
        }
        _ => {
            let is_bracket = |(_, byte): &(usize, u8)| b"()[]{}".contains(byte);
            let brackets: Vec<usize> = source.bytes().enumerate().filter(is_bracket).map(|(at, _)| at).collect();
            let at = *brackets.get(pick(brackets.len(), random))? as u32;
            Some(Span::new(at, at + 1))
        }
    }
}

/// The answers in functions and methods that a deletion lies outside of.
fn untouched(source: &str, deleted: Span) -> Vec<(&'static str, Span)> {
    let parsed = parse(source);
    let lines = LineIndex::new(source);
    let blocks = blocks(&parsed.tree, source, &lines);
    let touched = [deleted.start, deleted.end.saturating_sub(1)].map(|offset| lines.line_of(offset));
    let is_function =
        |block: &&Block| matches!(block.kind, BlockKind::ModuleFunction(_) | BlockKind::ClassFunction(..));
    let holds = |block: &Block, span: Span| {
        block.contains_line(lines.line_of(span.start)) && block.contains_line(lines.line_of(span.end.saturating_sub(1)))
    };
    let is_untouched = |span: Span| {
        let mut functions = blocks.iter().filter(is_function);
        functions.any(|block| holds(block, span) && !touched.iter().any(|&line| block.contains_line(line)))
    };
    found(source).into_iter().filter(|&(_, span)| is_untouched(span)).collect()
}

fn found(source: &str) -> Vec<(&'static str, Span)> {
    let parsed = parse(source);
    let model = Model::new(source, &parsed.tree, Version::Python3);
    let file = SemanticFile::alone(&model);
    QUERIES
        .iter()
        .flat_map(|query| {
            answers(query, &file, QueryEdition::default()).into_iter().map(|answer| (query.id, answer.span))
        })
        .collect()
}

fn corpus() -> Vec<String> {
    let mut paths = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/python"), &mut paths);
    paths.sort();
    let read = |path: &PathBuf| SourceText::decode(std::fs::read(path).unwrap(), Language::Python).text;
    paths.iter().map(read).collect()
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, paths);
        } else if path.extension().is_some_and(|extension| extension == "py") {
            paths.push(path);
        }
    }
}

/// splitmix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

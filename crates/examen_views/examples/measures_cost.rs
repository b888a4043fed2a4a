//! What it costs to measure functions: CPU seconds per stage over the Java and Python files of a list.
//!
//! `cargo run --release -p examen_views --example measures_cost -- LIST`, where LIST has one path per line.

#![expect(clippy::print_stdout, reason = "the numbers are the point")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use examen_syntax::python::Function;
use examen_syntax::{Language, java, python};
use examen_views::measures::{java_measures, python_measures};

/// Stages that the table has a row for.
const STAGES: [&str; 4] = ["parse", "tokens", "find", "measure"];

fn main() -> std::io::Result<()> {
    let list = std::env::args().nth(1).unwrap_or_default();
    let mut times = [Duration::ZERO; STAGES.len()];
    let (mut files, mut bytes, mut functions) = (0_usize, 0_usize, 0_usize);
    for path in std::fs::read_to_string(list)?.lines() {
        let Ok(source) = std::fs::read_to_string(path) else { continue };
        files += 1;
        bytes += source.len();
        functions += match Language::of_file_name(path) {
            Some(Language::Java) => java(&source, &mut times),
            Some(Language::Python) => python(&source, &mut times),
            None => 0,
        };
    }
    println!("{files} files, {bytes} bytes, {functions} functions");
    for (stage, time) in STAGES.iter().zip(times) {
        let fraction = time.as_secs_f64() / times[0].as_secs_f64();
        println!("{stage:<8} {:7.3} s {:6.1} % of parsing", time.as_secs_f64(), 100.0 * fraction);
    }
    Ok(())
}

fn java(source: &str, times: &mut [Duration; STAGES.len()]) -> usize {
    let start = Instant::now();
    let tree = java::parse(source);
    let parsed = Instant::now();
    let tokens: Vec<java::Token> = java::tokenize(source).significant().collect();
    let cut = Instant::now();
    let is_measured = |method: &java::Method<'_>| !method.is_local() && method.body().is_some();
    let methods: Vec<java::Method<'_>> = tree.methods().filter(is_measured).collect();
    let found = Instant::now();
    for method in &methods {
        let span = method.span();
        let first = tokens.partition_point(|token| token.span.start < span.start);
        let length = tokens[first..].partition_point(|token| token.span.end <= span.end);
        black_box(java_measures(method.node, &tokens[first..first + length], source));
    }
    add(times, [parsed - start, cut - parsed, found - cut, found.elapsed()]);
    methods.len()
}

fn python(source: &str, times: &mut [Duration; STAGES.len()]) -> usize {
    let start = Instant::now();
    let tree = python::parse(source).tree;
    let parsed = Instant::now();
    let tokens = python::tokenizer::tokenize(source).tokens;
    let cut = Instant::now();
    let mut in_order: Vec<&Function> = tree.all::<Function>().map(|(_, function)| function).collect();
    in_order.sort_by_key(|function| tree[function.stmt].span.start);
    let found = Instant::now();
    let mut functions = 0;
    let mut end = 0;
    for function in in_order {
        let span = tree[function.stmt].span;
        if span.start < end {
            continue;
        }
        end = span.end;
        let first = tokens.partition_point(|token| token.span.start < span.start);
        let length = tokens[first..].partition_point(|token| token.span.end <= span.end);
        black_box(python_measures(&tree, function, &tokens[first..first + length], source));
        functions += 1;
    }
    add(times, [parsed - start, cut - parsed, found - cut, found.elapsed()]);
    functions
}

fn add(times: &mut [Duration; STAGES.len()], more: [Duration; STAGES.len()]) {
    for (time, more) in times.iter_mut().zip(more) {
        *time += more;
    }
}

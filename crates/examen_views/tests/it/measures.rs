//! Code measures, by example.

use std::fmt::Write;

use examen_syntax::java::{self, JavaTree};
use examen_syntax::python::{self, Function};
use examen_views::measures::{MEASURES, Measure, Measures, java_measures, python_measures};

use crate::fixture::{Make, check};

#[test]
fn java_methods_are_measured() {
    check_language("measures/java", java);
}

#[test]
fn python_functions_are_measured() {
    check_language("measures/python", python_functions);
}

/// Blocks named by a measure's code have its values, `measures` blocks have all.
fn check_language(folder: &str, measured: fn(&str) -> Vec<(String, Measures)>) {
    let value = move |measure: &'static Measure| {
        move |source: &str, _: &str| {
            lines(measured(source), |text, measures| {
                let _ = write!(text, " {}", (measure.value)(measures));
            })
        }
    };
    let all = |source: &str, _: &str| {
        lines(measured(source), |text, measures| {
            for measure in MEASURES {
                let _ = write!(text, " {} {}", measure.code, (measure.value)(measures));
            }
        })
    };
    let values: Vec<_> = MEASURES.iter().map(|measure| (measure.code, value(measure))).collect();
    let mut outputs: Vec<(&str, Make)> = values.iter().map(|(code, value)| (*code, value as Make)).collect();
    outputs.push(("measures", &all));
    check(folder, &outputs);
}

fn lines(functions: Vec<(String, Measures)>, value: impl Fn(&mut String, &Measures)) -> String {
    let mut text = String::new();
    for (name, measures) in functions {
        text.push_str(&name);
        text.push(':');
        value(&mut text, &measures);
        text.push('\n');
    }
    text
}

fn java(source: &str) -> Vec<(String, Measures)> {
    let tree = java::parse_method(source);
    java_methods(&tree, source)
}

/// The methods that are not local, with their measures.
pub(crate) fn java_methods(tree: &JavaTree, source: &str) -> Vec<(String, Measures)> {
    let tokens: Vec<java::Token> = java::tokenize(source).significant().collect();
    let methods = tree.methods().filter(|method| !method.is_local());
    let measured = methods.map(|method| {
        let span = method.span();
        let own: Vec<java::Token> = tokens.iter().copied().filter(|token| span.contains(token.span)).collect();
        let name = method.name().map_or("?", |name| name.text(source));
        (name.to_owned(), java_measures(method.node, &own, source))
    });
    measured.collect()
}

/// The functions that are not in another, with their measures.
pub(crate) fn python_functions(source: &str) -> Vec<(String, Measures)> {
    let tree = python::parse(source).tree;
    let tokens = python::tokenizer::tokenize(source).tokens;
    let mut functions: Vec<&Function> = tree.all::<Function>().map(|(_, function)| function).collect();
    functions.sort_by_key(|function| tree[function.stmt].span.start);
    let mut measured = Vec::new();
    let mut end = 0;
    for function in functions {
        let span = tree[function.stmt].span;
        if span.start >= end {
            end = span.end;
            let own: Vec<_> = tokens.iter().copied().filter(|token| span.contains(token.span)).collect();
            measured.push((function.name.text(source).to_owned(), python_measures(&tree, function, &own, source)));
        }
    }
    measured
}

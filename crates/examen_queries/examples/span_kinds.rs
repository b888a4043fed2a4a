//! Which kinds of nodes the spans of the queries are, in the published `CodeQueries` data and in our answers.
//!
//! ```sh
//! cargo run --release -p examen_queries --example span_kinds -- published.jsonl files.txt
//! ```
//!
//! The first file has one object per line with `query_id`, `answer_spans` and `supporting_fact_spans`, whose elements
//! have a `text`. The second lists Python files, one path per line, on which our queries are asked. On both sides each text
//! is parsed by itself, in the contexts in which it may stand, and the node that covers all of it gives the kind.

#![expect(clippy::print_stdout, reason = "this is what it is for")]

use std::collections::BTreeMap;

use examen_queries::QueryEdition;
use examen_queries::python::{QUERIES, answers};
use examen_semantics::python::{Model, SemanticFile, Version};
use examen_syntax::python::{Branch, Case, Expr, Handler, Stmt, Tree, parse};
use examen_syntax::{Language, SourceText, Span};

/// By query, then answers and facts, the kinds with their counts.
type Kinds = BTreeMap<String, [BTreeMap<String, usize>; 2]>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [published, files] = arguments.as_slice() else {
        return Err("give a file of published spans and a list of Python files".into());
    };
    let published = published_kinds(&std::fs::read_to_string(published)?)?;
    let ours = our_kinds(&std::fs::read_to_string(files)?)?;
    let mut queries = QUERIES.to_vec();
    queries.sort_by_key(|query| query.number);
    println!("| query | id | span | published | ours |\n|---|---|---|---|---|");
    let mut agreeing = [0, 0];
    for query in queries {
        for (at, what) in ["answer", "fact"].into_iter().enumerate() {
            let [theirs, found] = [&published, &ours].map(|kinds| kinds.get(query.id).map(|both| &both[at]));
            let Some(theirs) = theirs.filter(|kinds| !kinds.is_empty()) else {
                continue;
            };
            let is_known = |kind: &String| found.is_some_and(|found| found.contains_key(kind));
            for (kind, count) in theirs {
                agreeing[usize::from(is_known(kind))] += count;
            }
            let ours = found.map(shown).unwrap_or_default();
            println!("| Q{} | `{}` | {what} | {} | {ours} |", query.number, query.id, shown(theirs));
        }
    }
    println!("\n{} published spans of kinds that ours have too, {} of others", agreeing[1], agreeing[0]);
    Ok(())
}

fn shown(kinds: &BTreeMap<String, usize>) -> String {
    kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>().join(", ")
}

fn published_kinds(lines: &str) -> Result<Kinds, serde_json::Error> {
    let mut kinds = Kinds::new();
    for line in lines.lines() {
        let row: serde_json::Value = serde_json::from_str(line)?;
        let both = kinds.entry(row["query_id"].as_str().unwrap_or_default().to_owned()).or_default();
        for (at, field) in ["answer_spans", "supporting_fact_spans"].into_iter().enumerate() {
            for span in row[field].as_array().into_iter().flatten() {
                let kind = kind_of_text(span["text"].as_str().unwrap_or_default());
                *both[at].entry(kind).or_default() += 1;
            }
        }
    }
    Ok(kinds)
}

fn our_kinds(paths: &str) -> std::io::Result<Kinds> {
    let mut kinds = Kinds::new();
    for path in paths.lines() {
        let source = SourceText::decode(std::fs::read(path)?, Language::Python).text;
        let parsed = parse(&source);
        let model = Model::new(&source, &parsed.tree, Version::Python3);
        let file = SemanticFile::alone(&model);
        for query in QUERIES.iter().copied() {
            for answer in answers(query, &file, QueryEdition::default()) {
                let both = kinds.entry(query.id.to_owned()).or_default();
                *both[0].entry(kind_of_text(answer.span.text(&source))).or_default() += 1;
                for fact in answer.shown_facts(file.id()) {
                    *both[1].entry(kind_of_text(fact.span.text(&source))).or_default() += 1;
                }
            }
        }
    }
    Ok(kinds)
}

/// The kind of node that covers a text, in the first context where there is one.
fn kind_of_text(text: &str) -> String {
    let contexts = [
        ("", "\n"),
        // An expression over several lines.
        ("(", ")\n"),
        ("", "\n    pass\n"),
        ("try:\n    pass\n", "\n    pass\n"),
        ("if x:\n    pass\n", "\n    pass\n"),
        ("match x:\n", "\n        pass\n"),
        ("def f():\n    ", "\n"),
    ];
    for (before, after) in contexts {
        let source = format!("{before}{text}{after}");
        let parsed = parse(&source);
        if parsed.diagnostics.is_empty() {
            let span = Span::new(before.len() as u32, (before.len() + text.len()) as u32);
            if let Some(kind) = kind_of(&parsed.tree, span) {
                return kind;
            }
        }
    }
    let is_module = parse(&format!("from {text} import x\n")).diagnostics.is_empty();
    if is_module { "ModuleName".to_owned() } else { "none".to_owned() }
}

fn kind_of(tree: &Tree, span: Span) -> Option<String> {
    if let Some((_, stmt)) = tree.all::<Stmt>().find(|(_, stmt)| stmt.header == span) {
        // An expression statement and its expression are one span.
        let kind = first_word(&format!("{:?}", stmt.kind));
        return if kind == "Expr" { kind_of_expr(tree, span) } else { Some(kind) };
    }
    let handlers = tree.all::<Handler>().map(|(_, handler)| ("Handler", handler.header));
    let branches = tree.all::<Branch>().map(|(_, branch)| ("If", branch.header));
    let cases = tree.all::<Case>().map(|(_, case)| ("Case", case.header));
    let mut clauses = handlers.chain(branches).chain(cases);
    match clauses.find(|&(_, header)| header == span) {
        Some((kind, _)) => Some(kind.to_owned()),
        None => kind_of_expr(tree, span),
    }
}

fn kind_of_expr(tree: &Tree, span: Span) -> Option<String> {
    let (_, expr) = tree.all::<Expr>().find(|(_, expr)| expr.span == span)?;
    Some(first_word(&format!("{:?}", expr.kind)))
}

fn first_word(debug: &str) -> String {
    debug.split([' ', '(', '{']).next().unwrap_or_default().to_owned()
}

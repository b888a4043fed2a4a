//! Which kinds of nodes the spans of the queries are, in the published `CodeQueries` data and in our answers.
//!
//! ```sh
//! cargo run --release -p examen_queries --example span_kinds -- published.jsonl files.txt
//! ```
//!
//! The first file has one object per line with `query_id`, `answer_spans` and `supporting_fact_spans`, whose elements
//! have a `text`: each text is parsed by itself, in the contexts in which it may stand, and the node that covers all of it
//! gives the kind. The second lists Python files, one path per line, on which our queries are asked.

#![expect(clippy::print_stdout, reason = "this is what it is for")]

use std::collections::{BTreeMap, BTreeSet};

use examen_queries::python::{QUERIES, answers};
use examen_semantics::python::{Model, SemanticFile, Version};
use examen_syntax::Span;
use examen_syntax::python::{Branch, Case, Class, Expr, Function, Handler, Parameter, Stmt, Tree, parse};

/// By query, then answers and facts, the kinds with their counts.
type Kinds = BTreeMap<String, [BTreeMap<String, usize>; 2]>;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [published, files] = arguments.as_slice() else {
        return Err("give a file of published spans and a list of Python files".into());
    };
    let published = published_kinds(&std::fs::read_to_string(published)?)?;
    let ours = our_kinds(&std::fs::read_to_string(files)?);
    println!("| query | span | published | ours |\n|---|---|---|---|");
    let mut agreeing = [0, 0];
    for query in QUERIES.iter().copied() {
        for (at, what) in ["answer", "fact"].into_iter().enumerate() {
            let [theirs, found] = [&published, &ours].map(|kinds| kinds.get(query.id).map(|both| &both[at]));
            let Some(theirs) = theirs.filter(|kinds| !kinds.is_empty()) else {
                continue;
            };
            let known: BTreeSet<&String> = found.into_iter().flat_map(BTreeMap::keys).collect();
            for (kind, count) in theirs {
                agreeing[usize::from(known.contains(kind))] += count;
            }
            let shown = |kinds: &BTreeMap<String, usize>| {
                kinds.iter().map(|(kind, count)| format!("{kind} {count}")).collect::<Vec<_>>().join(", ")
            };
            println!("| {} | {what} | {} | {} |", query.id, shown(theirs), found.map(shown).unwrap_or_default());
        }
    }
    println!("\n{} published spans of kinds that ours have too, {} of others", agreeing[1], agreeing[0]);
    Ok(())
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

fn our_kinds(paths: &str) -> Kinds {
    let mut kinds = Kinds::new();
    for path in paths.lines() {
        let Ok(bytes) = std::fs::read(path) else {
            continue;
        };
        let source = String::from_utf8_lossy(&bytes);
        let parsed = parse(&source);
        let model = Model::new(&source, &parsed.tree, Version::Python3);
        let file = SemanticFile::alone(&model);
        for query in QUERIES.iter().copied() {
            for answer in answers(query, &file) {
                let both = kinds.entry(query.id.to_owned()).or_default();
                *both[0].entry(kind_of(&parsed.tree, answer.span)).or_default() += 1;
                for fact in answer.shown_facts(file.id()) {
                    *both[1].entry(kind_of(&parsed.tree, fact.span)).or_default() += 1;
                }
            }
        }
    }
    kinds
}

/// The kind of node that covers a text, in the first context where there is one.
fn kind_of_text(text: &str) -> String {
    let contexts = [
        ("", "\n"),
        ("", "\n    pass\n"),
        ("try:\n    pass\n", "\n    pass\n"),
        ("if x:\n    pass\n", "\n    pass\n"),
        ("match x:\n", "\n        pass\n"),
        ("def f():\n    ", "\n"),
        ("import ", "\n"),
    ];
    for (before, after) in contexts {
        let source = format!("{before}{text}{after}");
        let parsed = parse(&source);
        if before == "import " {
            return "ModuleName".to_owned();
        }
        if parsed.diagnostics.is_empty() {
            let kind = kind_of(&parsed.tree, Span::new(before.len() as u32, (before.len() + text.len()) as u32));
            if kind != "none" {
                return kind;
            }
        }
    }
    "none".to_owned()
}

fn kind_of(tree: &Tree, span: Span) -> String {
    let named = |debug: String| debug.split([' ', '(', '{']).next().unwrap_or_default().to_owned();
    if let Some((_, stmt)) = tree.all::<Stmt>().find(|(_, stmt)| stmt.header == span) {
        // An expression statement and its expression are one span.
        return match named(format!("{:?}", stmt.kind)).as_str() {
            "Expr" => kind_of_expr(tree, span),
            kind => kind.to_owned(),
        };
    }
    let handlers = tree.all::<Handler>().map(|(_, handler)| ("Handler", handler.header));
    let branches = tree.all::<Branch>().map(|(_, branch)| ("If", branch.header));
    let cases = tree.all::<Case>().map(|(_, case)| ("Case", case.header));
    let functions = tree.all::<Function>().map(|(_, function)| ("Name", function.name.span));
    let classes = tree.all::<Class>().map(|(_, class)| ("Name", class.name.span));
    let parameters = tree.all::<Parameter>().map(|(_, parameter)| ("Name", parameter.name.span));
    let mut others = handlers.chain(branches).chain(cases).chain(functions).chain(classes).chain(parameters);
    if let Some((kind, _)) = others.find(|&(_, other)| other == span) {
        return kind.to_owned();
    }
    kind_of_expr(tree, span)
}

fn kind_of_expr(tree: &Tree, span: Span) -> String {
    match tree.all::<Expr>().find(|(_, expr)| expr.span == span) {
        Some((_, expr)) => format!("{:?}", expr.kind).split([' ', '(', '{']).next().unwrap_or_default().to_owned(),
        None => "none".to_owned(),
    }
}

//! Asks the queries about the programs of a folder and prints the answers as JSON lines, with lines and columns as CodeQL
//! writes them: 1-based, the end inclusive.
//!
//! `cargo run --example oracle -- FOLDER > answers.jsonl`
//!
//! `FOLDER/<query>/<test>/` holds one program; `<query>` is the id of the only query asked about it, with `-` for `/`. A
//! program is Python 2 if its folder is named `2-…`.

use std::io::Write;
use std::path::{Path, PathBuf};

use examen_queries::Query;
use examen_queries::python::{QUERIES, answers};
use examen_semantics::python::{FileId, Model, Program, SemanticFile, Version};
use examen_syntax::python::parse;
use examen_syntax::{LineIndex, Span};
use serde_json::{Value, json};

fn main() -> std::io::Result<()> {
    let Some(root) = std::env::args_os().nth(1).map(PathBuf::from) else {
        return Err(std::io::Error::other("give a folder"));
    };
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for query in QUERIES {
        let folder = root.join(query.id.replace('/', "-"));
        for test in entries(&folder).unwrap_or_default().into_iter().filter(|test| test.is_dir()) {
            report(query, &folder, &test, &mut out)?;
        }
    }
    out.flush()
}

/// What is in a folder, sorted.
fn entries(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut paths = std::fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

/// Adds the Python files below a folder.
fn collect(folder: &Path, paths: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for path in entries(folder)? {
        if path.is_dir() {
            collect(&path, paths)?;
        } else if path.extension().is_some_and(|extension| extension == "py") {
            paths.push(path);
        }
    }
    Ok(())
}

/// A file of a program.
struct Source {
    /// Its path from the folder of the query.
    name: String,
    text: String,
    lines: LineIndex,
}

fn report(query: &Query, folder: &Path, program_root: &Path, out: &mut impl Write) -> std::io::Result<()> {
    let mut paths = Vec::new();
    collect(program_root, &mut paths)?;
    let mut sources = Vec::new();
    for path in &paths {
        let text = String::from_utf8_lossy(&std::fs::read(path)?).into_owned();
        let lines = LineIndex::new(&text);
        sources.push(Source { name: relative(path, folder), text, lines });
    }
    let is_python2 = program_root.file_name().is_some_and(|name| name.to_string_lossy().starts_with("2-"));
    let version = if is_python2 { Version::Python2 } else { Version::Python3 };
    let parsed: Vec<_> = sources.iter().map(|source| parse(&source.text)).collect();
    let files = sources.iter().zip(&parsed);
    let models: Vec<Model<'_>> = files.map(|(source, file)| Model::new(&source.text, &file.tree, version)).collect();
    let names: Vec<String> = paths.iter().map(|path| relative(path, program_root)).collect();
    let program = Program::new(&models, &names.iter().map(String::as_str).collect::<Vec<_>>());
    for (at, source) in sources.iter().enumerate() {
        for answer in answers(query, &SemanticFile::of(&program, FileId(at as u32))) {
            let mut row = place(source, answer.span);
            row["query"] = query.id.into();
            row["message"] = answer.message.into();
            let facts = answer.facts.iter().map(|fact| place(&sources[fact.file.0 as usize], fact.span));
            row["related"] = facts.collect();
            writeln!(out, "{row}")?;
        }
    }
    Ok(())
}

fn relative(path: &Path, folder: &Path) -> String {
    path.strip_prefix(folder).unwrap_or(path).to_string_lossy().replace('\\', "/")
}

fn place(source: &Source, span: Span) -> Value {
    let position = |offset| source.lines.position(&source.text, offset);
    let (start, end) = (position(span.start), position(span.end));
    json!({
        "file": source.name,
        "start_line": start.line,
        "start_col": start.char_column + 1,
        "end_line": end.line,
        "end_col": end.char_column,
    })
}

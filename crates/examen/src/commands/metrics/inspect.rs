//! Metrics of INSPECT's samples.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, anyhow, bail};
use examen_corpus::Split;
use examen_suites::probes::native::{NativeFile, NativeName, NativeSample, leaks, mended, read_language, split_code};
use examen_syntax::python::Function;
use examen_syntax::{Language, java, python};
use examen_views::measures::{Measures, java_measures, python_measures};

use super::rows::{Cell, Format, Printer, Row};
use examen_analysis::in_parallel;
use examen_data::grouped;
use examen_evaluation::Context;

/// What is said of a sample before its metrics.
const COLUMNS: [&str; 6] = ["file", "task", "row", "line", "split", "label"];

/// Measures the samples of files, or of all files in folders that have names such as INSPECT's.
pub(super) fn run(paths: &[PathBuf], language: Language, format: Format, context: &Context<'_>) -> anyhow::Result<()> {
    let mut files = Vec::new();
    for path in paths {
        find(path, &mut files)?;
    }
    files.sort();
    files.dedup();
    if files.is_empty() {
        bail!("there is no file named such as CPX_1k.txt; a file of another name has to be given itself");
    }
    let mut printer = Printer::new(format, &COLUMNS)?;
    for path in &files {
        let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
        let file = read_language(&String::from_utf8_lossy(&bytes), language);
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let task = NativeName::of(&name).map_or("", |name| name.task);
        let rows = in_parallel(file.samples.len(), context.threads, |at| {
            let sample = &file.samples[at];
            Row::new(columns(&name, task, at, sample), &measures(&sample.text, language))
        })?;
        let rows: Vec<Row> = rows.into_iter().collect::<Result<_, _>>().map_err(|panic| anyhow!("{name}: {panic}"))?;
        printer.print(format.render(&COLUMNS, rows)?)?;
        context.remark(remarks(&name, &file));
    }
    printer.finish()
}

fn find(path: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let named = || format!("cannot read {}", path.display());
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path).with_context(named)? {
        let entry = entry.with_context(named)?;
        let kind = entry.file_type().with_context(named)?;
        if kind.is_dir() {
            find(&entry.path(), files)?;
        } else if kind.is_file() && NativeName::of(&entry.file_name().to_string_lossy()).is_some() {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn columns(file: &str, task: &str, at: usize, sample: &NativeSample) -> [Cell; 6] {
    [
        Cell::from(file),
        Cell::from(task),
        Cell::from(at as u32 + 1),
        Cell::from(sample.line as u32),
        Cell::from(split_code(sample.split)),
        Cell::from(&*sample.label),
    ]
}

fn measures(text: &str, language: Language) -> Measures {
    match language {
        Language::Java => java_sample(&mended(text)),
        Language::Python => python_sample(text),
    }
}

/// The one method that the text is; a text that is none is measured as a whole.
fn java_sample(text: &str) -> Measures {
    let tree = java::parse_method(text);
    let tokens: Vec<java::Token> = java::tokenize(text).significant().collect();
    let ends = tokens.first().zip(tokens.last()).map(|(first, last)| (first.span.start, last.span.end));
    let whole = tree.methods().find(|method| Some((method.span().start, method.span().end)) == ends);
    java_measures(whole.map_or(tree.root(), |method| method.node), &tokens, text)
}

/// The first function of the text, with all of its tokens; nothing where there is none.
fn python_sample(text: &str) -> Measures {
    let tree = python::parse(text).tree;
    let tokens = python::tokenizer::tokenize(text).tokens;
    let first = tree.all::<Function>().map(|(_, function)| function).min_by_key(|it| tree[it.stmt].span.start);
    first.map_or_else(Measures::default, |function| python_measures(&tree, function, &tokens, text))
}

/// What there is to know about the file before its values are believed.
fn remarks(name: &str, file: &NativeFile) -> String {
    let mut text = format!("{name}: {} samples", grouped(file.samples.len() as u64));
    let mut defects: BTreeMap<&str, u64> = BTreeMap::new();
    for defect in &file.defects {
        *defects.entry(defect.kind.name()).or_default() += 1;
    }
    for (kind, count) in defects {
        let _ = write!(text, ", {} {kind}", grouped(count));
    }
    let leaks = leaks(file);
    for split in [Split::Validation, Split::Test] {
        let shared = leaks.shared(file, split);
        if shared > 0 {
            let _ = write!(text, ", {} texts of {} in other splits too", grouped(shared as u64), split_code(split));
        }
    }
    if !leaks.within_split.is_empty() {
        let _ = write!(text, ", {} texts repeated in a split", grouped(leaks.within_split.len() as u64));
    }
    text
}

//! Code measures of INSPECT's samples.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use examen_analysis::in_parallel;
use examen_corpus::Split;
use examen_data::grouped;
use examen_suites::probes::native::{NativeFile, NativeName, leaks, mended, read_language, split_code};
use examen_syntax::python::Function;
use examen_syntax::{Language, java, python};
use examen_views::measures::{Measures, java_measures, python_measures};

use crate::context::Context;
use crate::error::{EvaluationError, While as _, refuse};

/// A file in INSPECT's form whose samples were measured.
pub struct MeasuredFile {
    /// The name of the file.
    pub name: String,
    /// The task that the name tells; empty if it tells none.
    pub task: String,
    /// The samples, in the order of the file.
    pub samples: Vec<MeasuredSample>,
}

/// A sample with its measures.
pub struct MeasuredSample {
    /// Its number among the samples of the file, from 1.
    pub row: u32,
    /// The line that it begins on, from 1.
    pub line: u32,
    /// INSPECT's letters for the split.
    pub split: &'static str,
    /// Its label.
    pub label: String,
    /// The measures.
    pub measures: Measures,
}

/// Measures the samples of files, or of all files in folders that have names such as INSPECT's; hands out file by file.
pub fn measure_inspect<E: From<EvaluationError>>(
    paths: &[PathBuf],
    language: Language,
    context: &Context<'_>,
    mut take: impl FnMut(&MeasuredFile) -> Result<(), E>,
) -> Result<(), E> {
    for path in native_files(paths)? {
        let bytes = examen_corpus::read_named_file(&path).doing(|| format!("cannot read {}", path.display()))?;
        let file = read_language(&String::from_utf8_lossy(&bytes), language);
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        take(&measured(&name, &file, language, context)?)?;
        context.remark(remark(&name, &file));
    }
    Ok(())
}

fn native_files(paths: &[PathBuf]) -> crate::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        find(path, &mut files).doing(|| format!("cannot read {}", path.display()))?;
    }
    files.sort();
    files.dedup();
    if files.is_empty() {
        refuse!("there is no file named such as CPX_1k.txt; a file of another name has to be given itself");
    }
    Ok(files)
}

fn find(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            find(&entry.path(), files)?;
        } else if kind.is_file() && NativeName::of(&entry.file_name().to_string_lossy()).is_some() {
            files.push(entry.path());
        }
    }
    Ok(())
}

fn measured(name: &str, file: &NativeFile, language: Language, context: &Context<'_>) -> crate::Result<MeasuredFile> {
    let samples = in_parallel(file.samples.len(), context.threads, |at| {
        let sample = &file.samples[at];
        MeasuredSample {
            row: at as u32 + 1,
            line: sample.line as u32,
            split: split_code(sample.split),
            label: sample.label.clone(),
            measures: measures(&sample.text, language),
        }
    })?;
    let samples: Result<Vec<_>, String> = samples.into_iter().collect();
    let samples = samples.map_err(|panic| EvaluationError::Request(format!("{name}: {panic}")))?;
    let task = NativeName::of(name).map_or("", |name| name.task).to_owned();
    Ok(MeasuredFile { name: name.to_owned(), task, samples })
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
fn remark(name: &str, file: &NativeFile) -> String {
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

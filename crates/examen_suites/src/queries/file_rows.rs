//! From the text of a file to the rows of all tasks.

use std::cell::LazyCell;
use std::collections::BTreeMap;

use examen_corpus::Split;
use examen_semantics::python::{Model, SemanticFile, Version};
use examen_syntax::python::PythonFile;
use examen_syntax::{DiagnosticKind, LazyParsedFile, ParsedFile};

use super::edition::Edition;
use super::example::ExampleWriter;
use super::file_exam::{Asked, FileExam};
use super::page::Page;
use super::pattern::Patterns;
use super::picking::{Negatives, number_of_negatives, order_of_negatives};
use super::question::{Question, Rows};
use super::settings::Settings;
use super::tasks::Task;
use crate::source::{LeftOut, SourceKey};

/// What one file gives to the tasks.
#[derive(Debug, Default)]
pub struct FileRows {
    /// By the folder of the task.
    pub by_folder: BTreeMap<String, Rows>,
    /// Results that no task can show, by reason.
    pub skipped: BTreeMap<&'static str, u64>,
}

/// Asks the queries of a file and writes what comes out for each task; or says why the file is left out.
pub fn file_rows(
    code: &LazyParsedFile<'_>,
    key: &SourceKey,
    split: Split,
    tasks: &[&'static Task],
    settings: &Settings,
) -> Result<FileRows, LeftOut> {
    file_rows_with(code, key, split, tasks, settings, &Negatives::of_files(settings.negatives_per_file))
}

/// Does the same with negative examples of another kind.
pub(super) fn file_rows_with(
    code: &LazyParsedFile<'_>,
    key: &SourceKey,
    split: Split,
    tasks: &[&'static Task],
    settings: &Settings,
    negatives: &Negatives,
) -> Result<FileRows, LeftOut> {
    let text = code.source();
    let ParsedFile::Python(parsed) = code.file() else { return Err(LeftOut("not-python")) };
    if parsed.diagnostics.iter().any(|diagnostic| diagnostic.kind == DiagnosticKind::TooMuchWork) {
        return Err(LeftOut("too-much-work"));
    }
    let model = Model::new(text, &parsed.tree, version(parsed, settings));
    let file = SemanticFile::alone(&model);
    let exam = FileExam::new(&file, settings.edition);
    let asked = ask(&exam, key, settings, negatives);
    let mut out = FileRows::default();
    if asked.is_empty() {
        return Ok(out);
    }

    let page = Page::new(text, &exam.shown.blocks, settings.edition);
    if settings.edition == Edition::Paper && page.tokens.is_refused {
        return Err(LeftOut("not-tokenizable"));
    }
    let patterns = LazyCell::new(|| Patterns::new(&parsed.tree, text));
    let writer =
        ExampleWriter { exam: &exam, page: &page, pattern: &|span| patterns.of(span), edition: settings.edition };
    for asked in &asked {
        let left_out = [("span-across-blocks", asked.across_blocks), ("too-many-results", asked.beyond_limit)];
        for (reason, count) in left_out.into_iter().filter(|&(_, count)| count > 0) {
            *out.skipped.entry(reason).or_default() += count;
        }
        if asked.results.is_empty() {
            continue;
        }
        let question = Question { asked, writer: &writer, key, split, settings };
        for task in tasks {
            (task.rows)(&question, out.by_folder.entry(task.folder(asked.query)).or_default());
        }
    }
    Ok(out)
}

/// The queries that have answers in a file, and some of those that only seem to.
fn ask(exam: &FileExam<'_, '_>, key: &SourceKey, settings: &Settings, how: &Negatives) -> Vec<Asked> {
    let mut asked = Vec::new();
    let mut unanswered = Vec::new();
    for &query in &settings.queries {
        match exam.answers(query) {
            Some(answers) => asked.push(answers),
            None => unanswered.push(query),
        }
    }
    let wanted = number_of_negatives(how, settings.seed, key);
    if wanted == 0 {
        return asked;
    }
    let negatives = order_of_negatives(&unanswered, how, settings.seed, key);
    let plausible = negatives.into_iter().filter_map(|query| exam.plausible(query));
    asked.extend(plausible.filter(|asked| !asked.results.is_empty()).take(wanted));
    asked
}

fn version(file: &PythonFile, settings: &Settings) -> Version {
    settings.python.unwrap_or(Version::of(file.dialect))
}

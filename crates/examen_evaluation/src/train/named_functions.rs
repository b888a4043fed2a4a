//! Functions with their names: from exams, or from files of the original extractors.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use examen_analysis::in_parallel;
use examen_corpus::Split;
use examen_data::{AnswerKind, TaskFolder};
use examen_models::{ContextTexts, NamerKind, sampled};
use serde::Deserialize;

use super::exam_sets::{task_name, tasks_below};
use crate::context::Context;
use crate::error::{EvaluationError, refuse};
use crate::function_paths::{function_paths, path_settings};

/// The most contexts of a training function that are kept; each step draws some of them.
const MOST_CONTEXTS: usize = 1000;

/// Functions of a validation split that are evaluated on at most. Rows are in order of their ids, which are hashes, so that the
/// first are a sample.
const MOST_EVALUATED: usize = 4_000;

/// Functions whose contexts are in memory as texts.
const CHUNK: usize = 4096;

/// A training example of `names`.
#[derive(Deserialize)]
struct NameRow {
    language: String,
    text: String,
    name: String,
}

/// A training function: its name, and some of its contexts by their numbers.
pub(super) struct NamedFunction {
    pub(super) name: String,
    pub(super) contexts: Vec<[u32; 3]>,
}

/// What a namer learns from.
#[derive(Default)]
pub(super) struct NamedFunctions {
    /// The tokens and paths of training functions.
    pub(super) texts: ContextTexts,
    pub(super) training: Vec<NamedFunction>,
    /// Names and contexts of functions that nothing is learnt from; the contexts are empty where there are none.
    pub(super) validation: Vec<(String, String)>,
    /// By source, the functions of both splits.
    pub(super) counts: BTreeMap<String, [u64; 2]>,
    /// Training functions that have no contexts.
    pub(super) without_paths: u64,
}

/// A file of an original extractor, and what it is for.
struct LineFile {
    path: PathBuf,
    split: Split,
}

impl NamedFunctions {
    /// Reads the training and validation functions of exams and files.
    pub(super) fn read(kind: NamerKind, data: &[PathBuf], seed: u64, context: &Context<'_>) -> crate::Result<Self> {
        let mut functions = Self::default();
        for path in data {
            if path.is_file() {
                functions.read_lines(&line_file(path)?, seed)?;
                continue;
            }
            let missing = || {
                format!(
                    "no task that asks for names; `examen build names --out {}` makes one, and files of the original \
                     extractors end in .c2v or .c2s",
                    path.display()
                )
            };
            for task in tasks_below(path, name_task, missing)? {
                functions.read_task(kind, &task, seed, context)?;
            }
        }
        Ok(functions)
    }

    fn read_task(&mut self, kind: NamerKind, task: &TaskFolder, seed: u64, context: &Context<'_>) -> crate::Result<()> {
        let settings = path_settings(kind);
        let source = task_name(task);
        for split in [Split::Train, Split::Validation] {
            let most = if split == Split::Train { usize::MAX } else { MOST_EVALUATED };
            let mut rows = task.rows_with::<NameRow>(split, &["language", "text", "name"])?.take(most);
            loop {
                let chunk: Vec<NameRow> = rows.by_ref().take(CHUNK).collect::<examen_data::Result<_>>()?;
                let contexts = in_parallel(chunk.len(), context.threads, |at| {
                    function_paths(&chunk[at].text, &chunk[at].language, &settings).contexts
                })?;
                for (row, contexts) in chunk.iter().zip(contexts) {
                    // A function at which the extractor panics is one without contexts.
                    self.add(&source, split, &row.name, &contexts.unwrap_or_default(), seed);
                }
                if chunk.len() < CHUNK {
                    break;
                }
            }
        }
        Ok(())
    }

    fn read_lines(&mut self, file: &LineFile, seed: u64) -> crate::Result<()> {
        let LineFile { path, split } = file;
        let wrong = |source| EvaluationError::File { path: path.clone(), source };
        let source = path.display().to_string();
        let mut is_empty = true;
        for (line, number) in BufReader::new(File::open(path).map_err(wrong)?).lines().zip(1..) {
            let line = line.map_err(wrong)?;
            let (name, contexts) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
            if name.contains(',') {
                refuse!("{}: line {number} begins with a context in place of a name", path.display());
            }
            let is_full = *split == Split::Validation && self.validation.len() >= MOST_EVALUATED;
            if !name.is_empty() && !is_full {
                self.add(&source, *split, name, contexts, seed);
                is_empty = false;
            }
        }
        if is_empty {
            refuse!("{}: no function", path.display());
        }
        Ok(())
    }

    fn add(&mut self, source: &str, split: Split, name: &str, contexts: &str, seed: u64) {
        let counts = self.counts.entry(source.to_owned()).or_default();
        if split == Split::Validation {
            counts[1] += 1;
            self.validation.push((name.to_owned(), contexts.to_owned()));
            return;
        }
        counts[0] += 1;
        let all = self.texts.add(contexts);
        if all.is_empty() {
            self.without_paths += 1;
            return;
        }
        let place = self.training.len() as u64;
        let kept = sampled(all.len(), MOST_CONTEXTS, seed.wrapping_add(place)).into_iter().map(|at| all[at]);
        self.training.push(NamedFunction { name: name.to_owned(), contexts: kept.collect() });
    }
}

/// The task, if it asks for names. Rewritten functions are no further examples: they are what the robustness suite asks about.
fn name_task(task: TaskFolder) -> crate::Result<Option<TaskFolder>> {
    let is_wanted = task.answer()?.is_some_and(|it| it.kind == AnswerKind::Name && it.original.is_none());
    Ok(is_wanted.then_some(task))
}

/// What a file is for: preprocessed data sets of the authors have the split in the name.
fn line_file(path: &Path) -> crate::Result<LineFile> {
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    if ![".c2v", ".c2s", ".txt"].iter().any(|ending| name.ends_with(ending)) {
        refuse!("{}: files of path contexts end in .c2v, .c2s or .txt", path.display());
    }
    if name.contains(".test.") {
        refuse!("{}: nothing is learnt from a test split", path.display());
    }
    let is_validation = name.contains(".val.");
    let split = if is_validation { Split::Validation } else { Split::Train };
    Ok(LineFile { path: path.to_owned(), split })
}

//! What is in one split as a whole: projects, or something smaller where there are too few of them.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::ValueEnum;
use examen_corpus::{Item, Plan, SourceFile, SourceOptions, Split, process};
use examen_suites::source::SourceKey;
use examen_suites::suite::{File, Row, Shown, WantedExamples};
use examen_suites::{Exam, Suite, questions};
use examen_syntax::{LazyParsedFile, LineIndex, SourceText, Span, functions};
use serde::Serialize;

use super::BuildSettings;
use crate::context::Context;
use crate::error::refuse;

/// Files with examples that a split has at least; with fewer, a single file would decide what is asked.
const FEWEST_FILES: usize = 5;

/// The unit that is in one split as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum SplitBy {
    /// Projects; where they are too few for the splits that a suite needs, files, or functions where files are too few as well.
    /// A suite that nothing is trained for is all test then, and so is one of so few functions that none would be for test.
    #[default]
    Auto,
    /// All files of a project.
    Project,
    /// A file.
    File,
    /// A function with all that is inside it, and its copies.
    Function,
    /// An example, as the pairs of CodeQA are: the same code may be in several splits. For the questions suite.
    Pair,
    /// Nothing: all examples are for test.
    None,
}

/// A corpus of too few projects for the splits of a suite, and what is done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FewProjects {
    /// The suite.
    pub suite: &'static str,
    /// The splits that it needs.
    pub needs: &'static [Split],
    /// The projects that there are.
    pub projects: usize,
    /// What the examples are split by.
    pub by: SplitBy,
}

impl FewProjects {
    /// What is done, in a few words.
    pub const fn remedy(&self) -> &'static str {
        match self.by {
            SplitBy::None => "all test",
            SplitBy::Function => "split by function",
            SplitBy::Pair => "split by pair",
            _ => "split by file",
        }
    }
}

impl fmt::Display for FewProjects {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let needs: Vec<&str> = self.needs.iter().map(|split| split.name()).collect();
        let noun = if self.projects == 1 { "project" } else { "projects" };
        let Self { suite, projects, .. } = self;
        write!(formatter, "{suite}: {projects} {noun} cannot fill {}: {} (--split-by)", needs.join(", "), self.remedy())
    }
}

impl SplitBy {
    /// The word on the command line.
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}

/// Decides what the examples of a suite are split by, and says why where that is no project and nobody asked for it. All
/// shards of a corpus decide alike: they look at the whole of it.
pub(super) fn choose_split(
    suite: &'static Suite,
    exam: &dyn Exam,
    plan: &Plan,
    options: &SourceOptions,
    settings: &BuildSettings,
    context: &Context<'_>,
) -> crate::Result<(SplitBy, Option<FewProjects>)> {
    match settings.split_by {
        SplitBy::Auto => {}
        SplitBy::Function if suite.shown == Shown::Files => {
            refuse!("--split-by function is not for the {} suite: its examples show more than a function", suite.name)
        }
        SplitBy::Pair if suite.name != questions::SUITE.name => {
            refuse!("--split-by pair is not for the {} suite: the same code would be in several splits", suite.name)
        }
        by => return Ok((by, None)),
    }
    let split = |name: &str| Split::of(name, settings.seed, suite.shares);
    let is_enough = |splits: &BTreeSet<Split>| suite.needs.iter().all(|split| splits.contains(split));
    if is_enough(&plan.projects().into_iter().map(split).collect()) {
        return Ok((SplitBy::Project, None));
    }
    // Rows of tables name projects that the plan does not know, and archives hold files that it does not know.
    let are_known = !plan.has_containers();
    let is_trained = suite.needs != [Split::Test];
    // Rows are made until the files that have some are known to be enough, so that a large corpus is not read for them twice.
    let is_counted = AtomicBool::new(is_trained);
    let work = |SourceFile { project, path, bytes, language, .. }: SourceFile| {
        let of_file = split(&file_unit(&project, &path));
        // Where the functions would be of the rows that the file gives.
        let mut of_functions = BTreeSet::new();
        if is_counted.load(Ordering::Relaxed) {
            let text = SourceText::decode(bytes, language).text;
            let key = SourceKey { project: project.clone(), path, content_hash: String::new() };
            let code = LazyParsedFile::new(&text, language);
            let file = File { code: &code, key: &key, split: of_file, wanted: &WantedExamples::new() };
            let functions = Outermost::new(&code);
            let made = exam.rows(&file, &|_, _, _| true).unwrap_or_default();
            of_functions.extend(made.rows.values().flatten().map(|row| split(functions.unit(row))));
        }
        (of_file, of_functions, project)
    };
    let (mut projects, mut splits, mut of_functions) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let mut files: BTreeMap<Split, usize> = BTreeMap::new();
    let has_files = |files: &BTreeMap<Split, usize>| {
        suite.needs.iter().all(|split| files.get(split).is_some_and(|&count| count >= FEWEST_FILES))
    };
    process(plan, options, context.threads, work, |item| {
        if let Item::File((of_file, of_rows, project)) = item {
            *files.entry(of_file).or_default() += usize::from(!of_rows.is_empty());
            of_functions.extend(of_rows);
            is_counted.fetch_and(!has_files(&files), Ordering::Relaxed);
            splits.insert(split(&project));
            projects.insert(project);
        }
        let is_done = is_enough(&splits) || are_known && !projects.is_empty() && !is_counted.load(Ordering::Relaxed);
        if is_done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if is_enough(&splits) || projects.is_empty() {
        return Ok((SplitBy::Project, None));
    }
    let by = match suite.shown {
        _ if !is_trained => SplitBy::None,
        // So few functions that none would be asked about: models that are not trained can answer all of them.
        Shown::Functions if !has_files(&files) && !of_functions.is_empty() && !of_functions.contains(&Split::Test) => {
            SplitBy::None
        }
        Shown::Functions if !has_files(&files) => SplitBy::Function,
        Shown::Functions | Shown::Files => SplitBy::File,
    };
    let projects = if are_known { plan.projects().len() } else { projects.len() };
    let few = FewProjects { suite: suite.name, needs: suite.needs, projects, by };
    Ok((by, Some(few)))
}

/// The name of a file among those of all projects.
pub(super) fn file_unit(project: &str, path: &str) -> String {
    format!("{project}/{path}")
}

/// The functions of a file that are in no other one, by their lines.
pub(super) struct Outermost<'f> {
    text: &'f str,
    lines: LineIndex,
    definitions: Vec<Span>,
}

impl<'f> Outermost<'f> {
    pub(super) fn new(code: &LazyParsedFile<'f>) -> Self {
        let text = code.source();
        let mut definitions: Vec<Span> = Vec::new();
        // Outer ones come before those inside them.
        for span in functions(code.part(), text).iter().map(|function| function.span) {
            if definitions.last().is_none_or(|last| span.start >= last.end) {
                definitions.push(span);
            }
        }
        Self { text, lines: LineIndex::new(text), definitions }
    }

    /// What decides the split of a row: the text of the function that it shows, or of the one around it, so that copies are
    /// in one split; for a row of no function, its id.
    pub(super) fn unit<'r>(&'r self, row: &'r Row) -> &'r str {
        let (function, line) = &row.order;
        // A file may have tens of thousands of functions and as many rows.
        let last_line = |span: &Span| self.lines.line_of(span.end.saturating_sub(1).max(span.start));
        let at = self.definitions.partition_point(|span| last_line(span) < *line);
        let around = self.definitions.get(at).filter(|span| self.lines.line_of(span.start) <= *line);
        around.filter(|_| !function.is_empty()).map_or(row.id.as_str(), |span| span.text(self.text))
    }
}

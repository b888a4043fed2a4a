//! The stages that read code: the table of the corpus, the findings of the queries, the examples of exams.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use examen_analysis::{ParsedFile, QuerySettings, Scope, SurveySettings, SurveyTables, findings_in_file, survey};
use examen_corpus::{Item, Plan, SourceFile, SourceOptions, try_process};
use examen_data::{AtomicFile, grouped};
use examen_evaluation::Context;
use examen_evaluation::build::{Built, Pass, SplitBy, write_statistics};
use examen_queries::python::QUERIES;
use examen_queries::{PythonRules, QueryEdition};
use examen_report::build_table::build_table;
use examen_report::corpus_table::corpus_table;
use examen_report::findings::Format;
use examen_report::run_screen::{corpus_line, findings_line};
use examen_report::statistics_table::{read_statistics, statistics_text};
use examen_report::tally::Tally;
use examen_syntax::Language;

use super::{At, Job, WhenDone};
use crate::error::{Result, RunError};
use crate::exam::RecipeExam;
use crate::graph::Work;
use crate::record::{Done, FewProjects};
use crate::sources::plan;

/// The file of the code as one table.
pub(crate) const CORPUS: &str = "corpus.parquet";
/// The file of what the queries find.
pub(crate) const FINDINGS: &str = "queries.jsonl";

impl Job<'_> {
    /// Reads the code into a table.
    pub(super) fn corpus(&self, at: &At<'_>) -> Result<Done> {
        let mut options = self.recipe.sources.options();
        options.progress = at.context.observer.reading();
        let all = plan(&self.recipe.sources.from, &options)?;
        let settings = SurveySettings { near_duplicates: self.recipe.corpus.near_duplicates, seed: self.recipe.seed };
        let table = self.place(CORPUS);
        let tables = SurveyTables { files: Some(&table), fingerprints: None };
        let statistics = survey(&all, &options, &settings, tables, at.context.threads)?;
        if statistics.is_empty() {
            // Nothing stays of a run without code.
            let _ = std::fs::remove_file(&table);
            return Err(RunError::nothing_to_read(&corpus_table(&statistics)));
        }
        Ok(Done {
            outputs: vec![CORPUS.to_owned()],
            tables: format!("{}\ncorpus: {CORPUS}\n", corpus_table(&statistics)),
            screen: Some(corpus_line(&statistics)),
            ..Done::default()
        })
    }

    /// Asks all queries of all Python files.
    pub(super) fn findings(&self, at: &At<'_>) -> Result<Done> {
        let options = self.recipe.sources.options();
        let all = plan(&self.recipe.sources.from, &options)?;
        let tally = ask_queries(&all, options, &self.place(FINDINGS), at.context)?;
        Ok(Done {
            outputs: vec![FINDINGS.to_owned()],
            tables: format!("\n{}\n{}queries: {FINDINGS}\n", tally.to_table(), tally.to_text(QUERIES.len())),
            screen: Some(findings_line(&tally)),
            ..Done::default()
        })
    }

    /// Makes the examples of some exams in one pass over the code, and tells `done` of each.
    pub(super) fn build(&self, stages: &[usize], at: &At<'_>, done: &mut WhenDone<'_>) -> Result<()> {
        let mut pass = Pass::default();
        let mut read = Vec::new();
        for &stage in stages {
            let Work::Build { exam } = self.stages[stage].work else { continue };
            // A base without a single example is nothing that could be rewritten.
            let of_base = self.stages[stage].needs.first().and_then(|&base| at.records[base].as_ref());
            if let Some(why) = of_base.filter(|base| base.outputs.is_empty()).and_then(|base| base.empty.clone()) {
                done(stage, Done::nothing(why))?;
                continue;
            }
            let exam = &self.exams[exam];
            let settings = exam.build_settings(self.recipe, self.root);
            let added = exam
                .code(self.recipe)
                .map_err(RunError::from)
                .and_then(|code| Ok(pass.add(exam.suite, &*exam.exam, code, &settings, at.context)?));
            added.map_err(|error| error.in_stage(&self.stages[stage].name))?;
            read.push((stage, exam));
        }
        if let Some(&(first, _)) = read.first() {
            pass.read(at.context).map_err(|error| RunError::from(error).in_stage(&self.stages[first].name))?;
        }
        for (stage, exam) in read {
            let Some(built) = pass.finish_next(at.context) else { break };
            let built = self.built(exam, built, at).map_err(|error| error.in_stage(&self.stages[stage].name))?;
            done(stage, built)?;
        }
        Ok(())
    }

    /// What came of an exam. Code without anything that a suite could be about is no failure of the whole.
    fn built(&self, exam: &RecipeExam, built: examen_evaluation::Result<Built>, at: &At<'_>) -> Result<Done> {
        let built = match built {
            Err(error) if error.is_empty_task() => return Ok(Done::nothing(error.explained())),
            built => built?,
        };
        let settings = exam.build_settings(self.recipe, self.root);
        write_statistics(&settings.out, &built.manifests)?;
        let mut tables = format!("\n{}", build_table(&built.manifests, built.read, Path::new(&exam.folder())));
        // A suite that rewrites another one is split as that one.
        let few = built.few_projects.filter(|few| few.suite == exam.suite.name);
        if let Some(few) = &few {
            let _ = writeln!(tables, "{few}");
        }
        tables.push_str(&at.remarks.take());
        tables.push_str(&statistics_text(&read_statistics(&self.place(&exam.folder()))?));
        let is_empty = !exam.has_scored_examples(self.root)?;
        Ok(Done {
            outputs: vec![exam.folder()],
            tables,
            empty: is_empty.then(|| {
                let by = few.as_ref().map_or(settings.split_by, |few| few.by);
                let outputs = built.manifests.iter().flat_map(|manifest| manifest.counts.outputs.values());
                too_few(&exam.recipe.split.name(), by, outputs.sum())
            }),
            few_projects: few
                .as_ref()
                .map(|few| FewProjects { projects: few.projects, remedy: few.remedy().to_owned() }),
            ..Done::default()
        })
    }
}

/// Why an exam has examples, but none of the split that is scored.
fn too_few(split: &str, by: SplitBy, examples: u64) -> String {
    let finer = match by {
        SplitBy::Auto | SplitBy::Project => "split by project, `--split-by file` is finer".to_owned(),
        SplitBy::File => "split by file, `--split-by function` is finer".to_owned(),
        SplitBy::Function | SplitBy::Pair | SplitBy::None => format!("{} in all, too few to split", grouped(examples)),
    };
    format!("no {split} example: {finer}")
}

/// Asks all queries about each Python file alone and writes what they find to `path`.
fn ask_queries(code: &Plan, mut options: SourceOptions, path: &Path, context: &Context<'_>) -> Result<Tally> {
    options.progress = context.observer.reading();
    let questions = QuerySettings {
        queries: QUERIES.to_vec(),
        edition: QueryEdition::default(),
        scope: Scope::File,
        python: PythonRules::Three,
        has_negatives: false,
        respects_noqa: false,
    };
    let mut out = AtomicFile::create(path)?;
    let mut tally = Tally::default();
    try_process(
        code,
        &options,
        context.threads,
        |SourceFile { project, path, bytes, language, .. }| {
            if language != Language::Python {
                return Ok(None);
            }
            let file = ParsedFile::new(format!("{project}/{path}"), bytes)?;
            let found = findings_in_file(&file, &questions);
            Ok(Some(Format::Jsonl.render(&[file], 0, &found, &questions.queries)))
        },
        |item| -> Result<()> {
            match item {
                Item::Skipped(skipped) => tally.skip(skipped.reason),
                Item::File(Err(reason)) => tally.skip(reason),
                Item::File(Ok(None)) => {}
                Item::File(Ok(Some(rendered))) => {
                    let rendered = rendered?;
                    tally.add(&rendered);
                    out.write_all(rendered.output.as_bytes()).map_err(RunError::file(path))?;
                }
            }
            Ok(())
        },
    )?;
    out.finish(0)?;
    Ok(tally)
}

//! The stage of the main job that asks the queries: findings as JSON lines, counts as a table.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::Context as _;
use examen_corpus::{Item, Plan, SourceFile, SourceOptions, try_process};
use examen_queries::python::QUERIES;
use examen_syntax::Language;

use examen_analysis::{ParsedFile, QuerySettings, Scope, findings_in_file};
use examen_evaluation::Context;
use examen_queries::{PythonRules, QueryEdition};
use examen_report::findings::Format;
use examen_report::tally::Tally;

/// Asks all queries about each Python file alone and writes what they find to `path`.
pub(crate) fn ask_queries(
    plan: &Plan,
    mut options: SourceOptions,
    path: &Path,
    context: &Context<'_>,
) -> anyhow::Result<Tally> {
    options.progress = context.observer.reading();
    let questions = QuerySettings {
        queries: QUERIES.to_vec(),
        edition: QueryEdition::default(),
        scope: Scope::File,
        python: PythonRules::Three,
        has_negatives: false,
        respects_noqa: false,
    };
    let unfinished = path.with_extension("unfinished");
    let named = || format!("cannot write {}", path.display());
    let mut out = BufWriter::new(File::create(&unfinished).with_context(named)?);
    let mut tally = Tally::default();
    try_process(
        plan,
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
        |item| {
            match item {
                Item::Skipped(skipped) => tally.skip(skipped.reason),
                Item::File(Err(reason)) => tally.skip(reason),
                Item::File(Ok(None)) => {}
                Item::File(Ok(Some(rendered))) => {
                    let rendered = rendered?;
                    tally.add(&rendered);
                    out.write_all(rendered.output.as_bytes()).with_context(named)?;
                }
            }
            anyhow::Ok(())
        },
    )?;
    out.flush().and_then(|()| std::fs::rename(&unfinished, path)).with_context(named)?;
    Ok(tally)
}

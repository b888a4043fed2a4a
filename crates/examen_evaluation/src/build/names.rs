//! The names suite: a writer for each language, and a row for each function.

use examen_corpus::{Plan, Shares, SourceOptions};
use examen_data::{CardInfo, ExampleKey, Provenance, SORT_BUFFER_BYTES, Selection, TaskSchema, TaskWriter};
use examen_suites::names::{FileNames, Settings, name_columns, name_rows, task};
use examen_suites::source::SourceKey;
use examen_syntax::Language;
use serde_json::{Map, Value};

use super::built::{Built, NewFolders, finish};
use super::reading::{FileRead, Met, read_files};
use super::{BuildSettings, NAMES_SUITE, provenance_of};
use crate::context::Context;

/// The version of what the suite's rows mean.
const DATA_VERSION: &str = "1";

/// Builds the exams of names, one for each language.
pub fn build_names(
    plan: &Plan,
    options: SourceOptions,
    settings: &BuildSettings,
    context: &Context<'_>,
) -> crate::Result<Built> {
    let languages = options.languages.clone();
    let _new = NewFolders::of(&settings.out, NAMES_SUITE, languages.iter().map(|&language| task(language)));
    let mut writers = Vec::new();
    for &language in &languages {
        writers.push((language, writer(language, languages.len(), settings)?));
    }
    let mut files: u64 = 0;
    let names = Settings { seed: settings.seed };
    let make = |file: super::reading::FileText<'_>| name_rows(file.text, file.language, names);
    read_files(plan, options, Shares::default(), settings, context, make, |met| {
        files += 1;
        take(&mut writers, met)
    })?;
    let writers = writers.into_iter().map(|(_, writer)| writer).collect();
    let manifests = finish(writers, ["there is no file of these languages", "no function of the files has a name"])?;
    Ok(Built { manifests, read: (files, "files"), folder: settings.out.join(NAMES_SUITE) })
}

fn take(writers: &mut [(Language, TaskWriter)], met: Met<FileNames>) -> crate::Result<()> {
    match met {
        Met::File(FileRead { key, language, split, rows }) => {
            let of_language = writers.iter_mut().find(|(its, _)| *its == language);
            let Some((_, writer)) = of_language else { return Ok(()) };
            let SourceKey { project, path, content_hash } = &key;
            writer.count_in("files", 1);
            writer.count_in("functions", rows.functions);
            writer.add_input([project, path, content_hash]);
            rows.skipped.iter().for_each(|(reason, &count)| writer.skip(reason, count));
            for (id, row) in &rows.rows {
                let language = language.name();
                writer.push(&ExampleKey { id, language, project, path, content_hash, split }, row)?;
            }
        }
        Met::LeftOut { key, language, reason } => {
            let is_meant = |its: Language| language.is_none_or(|language| language == its);
            for (_, writer) in writers.iter_mut().filter(|(its, _)| is_meant(*its)) {
                writer.count_in("files", 1);
                writer.skip(&reason, 1);
                if let Some(SourceKey { project, path, content_hash }) = &key {
                    writer.add_input([project, path, content_hash]);
                }
            }
        }
    }
    Ok(())
}

fn writer(language: Language, languages: usize, settings: &BuildSettings) -> crate::Result<TaskWriter> {
    let schema = TaskSchema {
        suite: NAMES_SUITE.to_owned(),
        task: task(language).to_owned(),
        columns: name_columns(),
        answer: None,
    };
    // All rows are of one group and class.
    let selection =
        Selection { group: "language".to_owned(), class: "task".to_owned(), at_most: settings.limit, balance: None };
    let writer = TaskWriter::create(&settings.out, schema, provenance(language, settings), settings.shard)?;
    // All writers together hold as much as one would.
    Ok(writer.with_selection(selection)?.with_sort_buffer(2 * SORT_BUFFER_BYTES / (3 * languages.max(1))))
}

fn provenance(language: Language, settings: &BuildSettings) -> Provenance {
    let mut configuration = Map::new();
    settings.describe(&mut configuration);
    let command = format!("examen build {NAMES_SUITE} --from PATH --out DIR{}", settings.flags());
    let card = CardInfo {
        title: format!("{NAMES_SUITE}/{}", task(language)),
        about: "What is this function called? Its name is masked wherever it stands in the function.".to_owned(),
        licence: None,
        natural_languages: vec!["en".to_owned()],
        tags: vec!["code".to_owned(), language.name().to_owned(), "method-naming".to_owned()],
    };
    provenance_of(DATA_VERSION, Value::Object(configuration), command, settings.seed, card)
}

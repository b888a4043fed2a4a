//! `--from-native`: rows of the released data set as task folders.

mod found_files;
mod native_rows;

use std::collections::BTreeMap;
use std::path::PathBuf;

use examen_data::{CardInfo, DataError, JsonlReader, TaskSchema, TaskWriter};
use examen_suites::Exam as _;
use examen_suites::queries::native::{NativeRow, TokenIds};
use examen_suites::queries::{QueryExam, SUITE, TASKS, Task};
use serde_json::json;

use found_files::{Found, NativeFile, Setting, found_files};
use native_rows::{BadRow, Reader};

use super::built::finish;
use super::{BuildSettings, Built, NewFolders, provenance};
use crate::context::Context;
use crate::error::EvaluationError;
use examen_data::grouped;

/// The folder of the suite.
const QUERIES_SUITE: &str = SUITE.name;

/// Bad rows that are named one by one.
const NAMED: u64 = 5;

const ABOUT_SOURCE: &str = "Read from rows in the schema of the released CodeQueries data set. The files that they were \
                            made of are not there: `content_hash` is a hash of the code that a row shows (of its tokens \
                            where it shows none), `project` is the first two parts of the released path, and the splits \
                            are those of the files that the rows were in.";

impl Setting {
    /// The tasks that its rows become.
    const fn tasks(self) -> &'static [&'static str] {
        match self {
            Self::Ideal => &["ideal"],
            Self::FileIdeal => &["file-ideal"],
            Self::Prefix => &["prefix"],
            Self::Twostep => &["file", "relevance"],
        }
    }
}

/// Makes the tasks of the settings that the files are of.
pub(super) fn build_from_native(
    paths: &[PathBuf],
    settings: &BuildSettings,
    exam: &QueryExam,
    context: &Context<'_>,
) -> crate::Result<Built> {
    let Found { files, left_out } = found_files(paths)?;
    for path in &left_out {
        context.remark(format!("{}: left out, its name tells no split", path.display()));
    }
    let mut names: Vec<&'static str> = files.iter().flat_map(|file| file.setting.tasks()).copied().collect();
    names.sort_unstable();
    names.dedup();
    let _new = NewFolders::of(&settings.out, QUERIES_SUITE, names.iter().copied());
    let mut writers = Writers { by_task: BTreeMap::new(), rows: 0, bad: 0, context };
    for name in names {
        writers.by_task.insert(name, writer(name, settings, exam)?);
    }
    let ids = TokenIds::cubert();
    let reader = Reader { ids: &ids, max_length: exam.rows.max_length };
    for file in &files {
        writers.read(file, &reader)?;
    }
    if writers.bad > NAMED {
        context.remark(format!("{} more; the manifests have the counts by reason", grouped(writers.bad - NAMED)));
    }
    let read = (writers.rows, "rows");
    let why = ["the files have no row", "no row could be used"];
    let manifests = finish(writers.by_task.into_values().collect(), why)?;
    let folder = settings.out.join(QUERIES_SUITE);
    Ok(Built { manifests, read, folder, few_projects: None, statistics: Vec::new() })
}

fn writer(name: &str, settings: &BuildSettings, exam: &QueryExam) -> crate::Result<TaskWriter> {
    let task: &Task = TASKS
        .iter()
        .find(|task| task.name == name)
        .ok_or_else(|| EvaluationError::request(format!("there is no task {name}")))?;
    let columns = (task.columns)(&exam.rows);
    let schema = TaskSchema {
        suite: QUERIES_SUITE.to_owned(),
        task: name.to_owned(),
        columns,
        answer: Some((task.answer)(&exam.rows)),
    };
    let configuration = json!({ "from_native": true, "max_length": exam.rows.max_length });
    let command = format!("examen build {QUERIES_SUITE} --from-native PATH --out DIR{}", exam.flags());
    let about = format!("{}\n\n{ABOUT_SOURCE}", task.description);
    let card = CardInfo {
        title: format!("{QUERIES_SUITE}/{}", task.name),
        about,
        licence: None,
        natural_languages: vec!["en".to_owned()],
        tags: vec!["code".to_owned(), "python".to_owned(), "question-answering".to_owned()],
    };
    let made = provenance(SUITE.data_version, configuration, command, settings.seed, card);
    Ok(TaskWriter::create(&settings.out, schema, made, None)?)
}

struct Writers<'c> {
    by_task: BTreeMap<&'static str, TaskWriter>,
    rows: u64,
    bad: u64,
    context: &'c Context<'c>,
}

impl Writers<'_> {
    fn read(&mut self, file: &NativeFile, reader: &Reader<'_>) -> crate::Result<()> {
        let mut lines = JsonlReader::<NativeRow>::open(&file.path)?;
        let mut files = native_rows::Files::default();
        while let Some(row) = lines.next() {
            self.rows += 1;
            self.each(file, |writer| writer.count_in("rows", 1));
            let row = match row {
                Ok(row) => row,
                Err(error @ DataError::Io { .. }) => return Err(error.into()),
                Err(error) => {
                    let message = match error {
                        DataError::Json { source, .. } => source.to_string(),
                        DataError::BadLine { message, .. } => message,
                        other => other.to_string(),
                    };
                    self.skip(file, &BadRow { line: lines.line(), rows: 1, reason: "not-readable", message });
                    continue;
                }
            };
            let made = match file.setting {
                Setting::Twostep => files.add(lines.line(), row, reader, file.split),
                Setting::Ideal | Setting::FileIdeal => {
                    reader.blocks(lines.line(), row, file.setting.tasks()[0], file.split)
                }
                Setting::Prefix => reader.prefix(lines.line(), row, file.split),
            };
            self.write(file, made)?;
        }
        let last = files.finish(reader, file.split);
        self.write(file, last)
    }

    fn write(&mut self, file: &NativeFile, made: Result<Vec<native_rows::Made>, BadRow>) -> crate::Result<()> {
        let made = match made {
            Ok(made) => made,
            Err(bad) => {
                self.skip(file, &bad);
                return Ok(());
            }
        };
        for row in made {
            if let Some(writer) = self.by_task.get_mut(row.task) {
                writer.push(&row.key(), &row.row)?;
                writer.add_input([row.id.as_str(), &row.source.content_hash]);
            }
        }
        Ok(())
    }

    fn skip(&mut self, file: &NativeFile, bad: &BadRow) {
        self.each(file, |writer| writer.skip(bad.reason, bad.rows));
        self.bad += bad.rows;
        if self.bad <= NAMED {
            self.context.remark(format!("{}:{}: {}", file.path.display(), bad.line, bad.message));
        }
    }

    fn each(&mut self, file: &NativeFile, change: impl Fn(&mut TaskWriter)) {
        for task in file.setting.tasks() {
            self.by_task.get_mut(task).into_iter().for_each(&change);
        }
    }
}

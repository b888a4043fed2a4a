//! The probes suite: of all functions of a corpus, those that the tasks keep are held in memory and written at the end.

use std::collections::BTreeSet;
use std::sync::{Arc, PoisonError, RwLock};

use examen_corpus::{Plan, Shares, SourceOptions, Split};
use examen_data::{Bars, CardInfo, ExampleKey, Provenance, Quota, SORT_BUFFER_BYTES, Sieve, TaskSchema, TaskWriter};
use examen_suites::probes::{CONTROL_LABEL, Draft, FileDrafts, LABEL, Task, drafts, probe_columns};
use examen_suites::source::SourceKey;
use examen_syntax::Language;

use super::built::{Built, NewFolders, finish};
use super::reading::{FileRead, FileText, Met, read_files};
use super::{BuildSettings, PROBES_SUITE, SplitBy, provenance_of};
use crate::build::probe_exam_flags::ProbeExam;
use crate::context::Context;

/// The version of what the suite's rows mean.
const DATA_VERSION: &str = "1";
/// The paper's.
pub const PROBE_SHARES: Shares = Shares { train: 0.6, validation: 0.2, test: 0.2 };
/// Bars sink slowly once they stand; that workers see old ones costs a little work and changes nothing.
const FILES_BETWEEN_BARS: u64 = 16;

/// Builds the tasks of the probes suite, for each language by itself.
pub fn build_probes(
    plan: &Plan,
    options: SourceOptions,
    settings: &BuildSettings,
    exam: &ProbeExam,
    context: &Context<'_>,
) -> crate::Result<Built> {
    let languages = options.languages.clone();
    let names: Vec<String> =
        languages.iter().flat_map(|&language| exam.tasks.iter().map(move |task| task.folder(language))).collect();
    let _new = NewFolders::of(&settings.out, PROBES_SUITE, names.iter().map(String::as_str));
    let mut exams = languages
        .iter()
        .map(|&language| LanguageExam::create(language, names.len(), settings, exam))
        .collect::<crate::Result<Vec<_>>>()?;
    let bars: Vec<(Language, RwLock<Arc<Vec<Bars>>>)> =
        exams.iter().map(|exam| (exam.language, RwLock::new(Arc::new(exam.bars())))).collect();
    let bars_of = |language| bars.iter().find(|(its, _)| *its == language).map(|(_, bars)| bars);
    let make = |file: FileText<'_>| {
        let now = bars_of(file.language).map(|bars| Arc::clone(&bars.read().unwrap_or_else(PoisonError::into_inner)));
        drafts(file.text, file.language, file.split, &exam.tasks, &exam.settings, |task, class, rank| {
            now.as_ref().and_then(|bars| bars.get(task)).is_some_and(|bars| bars.admit(class, file.split, rank))
        })
    };
    let mut files: u64 = 0;
    let mut splits = BTreeSet::new();
    read_files(plan, options, PROBE_SHARES, settings, context, make, |met| {
        files += 1;
        if let Met::File(file) = &met
            && file.rows.functions > 0
        {
            splits.insert(file.split);
        }
        match met {
            Met::File(file) => {
                if let Some(exam) = exams.iter_mut().find(|exam| exam.language == file.language) {
                    exam.hold(file);
                }
            }
            Met::LeftOut { key, language, reason } => {
                let is_meant = |exam: &&mut LanguageExam| language.is_none_or(|language| language == exam.language);
                exams.iter_mut().filter(is_meant).for_each(|exam| exam.leave_out(key.as_ref(), &reason));
            }
        }
        if files % FILES_BETWEEN_BARS == 0 {
            for (exam, (_, bars)) in exams.iter().zip(&bars) {
                *bars.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(exam.bars());
            }
        }
        Ok(())
    })?;
    let mut writers = Vec::new();
    for exam in exams {
        writers.extend(exam.into_writers(settings)?);
    }
    let why = ["there is no file of these languages", "no function of the files is suitable"];
    let manifests = finish(writers, why).map_err(|error| {
        if splits.len() == Split::ALL.len() || splits.is_empty() {
            return error;
        }
        let splits: Vec<&str> = splits.iter().map(|split| split.name()).collect();
        let splits = splits.join(" and ");
        error.while_doing(match settings.split_by {
            SplitBy::Project => {
                format!("all projects fall into {splits}: a corpus of few projects is better cut with --split-by file")
            }
            SplitBy::File => format!("all files fall into {splits}: there are too few"),
        })
    })?;
    Ok(Built { manifests, read: (files, "files"), folder: settings.out.join(PROBES_SUITE) })
}

/// The tasks for one language.
struct LanguageExam {
    language: Language,
    tasks: Vec<(Sieve<Held>, TaskWriter)>,
}

/// A draft that may still be chosen, and where it is from.
struct Held {
    draft: Draft,
    key: Arc<SourceKey>,
}

impl Held {
    /// Tells which of two copies stands for both: the same that joining shards would choose, which goes by the row's JSON.
    fn order(&self) -> String {
        let SourceKey { project, path, content_hash } = &*self.key;
        let (function, line) = self.draft.place();
        serde_json::json!([project, path, content_hash, function, line]).to_string()
    }
}

impl LanguageExam {
    fn create(language: Language, folders: usize, settings: &BuildSettings, exam: &ProbeExam) -> crate::Result<Self> {
        // All writers together hold as much as one would.
        let buffer = (2 * SORT_BUFFER_BYTES / (3 * folders.max(1))).max(1 << 18);
        let mut tasks = Vec::new();
        for &task in &exam.tasks {
            let quota = quota(task, language, settings, exam);
            let name = task.folder(language);
            let schema =
                TaskSchema { suite: PROBES_SUITE.to_owned(), task: name, columns: probe_columns(), answer: None };
            let made = provenance(task, language, settings, exam);
            let writer = TaskWriter::create(&settings.out, schema, made, settings.shard)?
                .with_quota(quota.clone())?
                .with_sort_buffer(buffer);
            tasks.push((Sieve::new(quota, task.is_of_one_class()), writer));
        }
        Ok(Self { language, tasks })
    }

    fn bars(&self) -> Vec<Bars> {
        self.tasks.iter().map(|(sieve, _)| sieve.bars().clone()).collect()
    }

    fn leave_out(&mut self, key: Option<&SourceKey>, reason: &str) {
        self.count_file(key);
        self.tasks.iter_mut().for_each(|(_, writer)| writer.skip(reason, 1));
    }

    fn hold(&mut self, file: FileRead<FileDrafts>) {
        let FileRead { key, split, rows, .. } = file;
        self.count_file(Some(&key));
        for (_, writer) in &mut self.tasks {
            writer.count_in("functions", rows.functions);
            rows.skipped.iter().for_each(|(reason, &count)| writer.skip(reason, count));
        }
        let key = Arc::new(key);
        for (task, draft) in rows.drafts {
            if let Some((sieve, _)) = self.tasks.get_mut(task) {
                let (class, id) = (draft.class, draft.id.clone());
                sieve.insert(class, split, id, Held { draft, key: Arc::clone(&key) }, Held::order);
            }
        }
    }

    fn count_file(&mut self, key: Option<&SourceKey>) {
        for (_, writer) in &mut self.tasks {
            writer.count_in("files", 1);
            if let Some(SourceKey { project, path, content_hash }) = key {
                writer.add_input([project, path, content_hash]);
            }
        }
    }

    fn into_writers(self, settings: &BuildSettings) -> crate::Result<Vec<TaskWriter>> {
        let language = self.language.name();
        let mut writers = Vec::new();
        for (sieve, mut writer) in self.tasks {
            for (id, split, Held { draft, key }) in sieve.into_rows(settings.shard.is_some()) {
                let SourceKey { project, path, content_hash } = &*key;
                writer.push(&ExampleKey { id: &id, language, project, path, content_hash, split }, &draft.row())?;
            }
            writers.push(writer);
        }
        Ok(writers)
    }
}

fn quota(task: &Task, language: Language, settings: &BuildSettings, exam: &ProbeExam) -> Quota {
    let classes = task.classes_of(language, exam.settings.edition);
    let mut quota = Quota::of_size(exam.size, LABEL, classes, CONTROL_LABEL);
    if let Some(limit) = settings.limit {
        for rows in [&mut quota.train, &mut quota.validation, &mut quota.test] {
            *rows = limit.min(*rows);
        }
    }
    quota
}

fn provenance(task: &Task, language: Language, settings: &BuildSettings, exam: &ProbeExam) -> Provenance {
    let mut configuration = exam.configuration.clone();
    if let Some(object) = configuration.as_object_mut() {
        settings.describe(object);
    }
    let command = format!("examen build {PROBES_SUITE} --from PATH --out DIR{}{}", exam.flags, settings.flags());
    let card = CardInfo {
        title: format!("{PROBES_SUITE}/{}", task.folder(language)),
        about: format!("{} {}", task.description, task.definition(language)).trim_end().to_owned(),
        licence: None,
        natural_languages: vec!["en".to_owned()],
        tags: vec!["code".to_owned(), language.name().to_owned(), "probing".to_owned()],
    };
    probe_provenance(configuration, command, settings.seed, card)
}

/// How something of this suite was made.
pub fn probe_provenance(configuration: serde_json::Value, command: String, seed: u64, card: CardInfo) -> Provenance {
    provenance_of(DATA_VERSION, configuration, command, seed, card)
}

//! What a report is made of: result logs, and what they were made of, where it is given.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use examen_data::{DataError, ResultHeader, ResultLog, ResultRow, TaskFolder, find_task_folders};
use serde_json::Value;

use crate::error::{ReportError, Result};
use crate::statistics_table::read_statistics;

/// The files of a report.
#[derive(Clone, Debug, Default)]
pub struct ReportInputs {
    /// Result logs, of one run or of several.
    pub results: Vec<PathBuf>,
    /// The exams.
    pub data: Option<PathBuf>,
    /// Predictions at these exams.
    pub predictions: Vec<PathBuf>,
    /// Folders of trained models, or their `training.json`.
    pub training: Vec<PathBuf>,
}

/// A result log.
pub(crate) struct Log {
    /// Its name in the report: that of its file, with as much of its folder as makes it unique.
    pub(crate) label: String,
    /// How its values came about.
    pub(crate) header: ResultHeader,
    /// Where it was read.
    pub(crate) path: PathBuf,
}

/// The values of a suite.
pub(crate) struct SuiteRows {
    /// The suite.
    pub(crate) name: String,
    /// The scores of predictions.
    pub(crate) scored: Vec<ResultRow>,
    /// The values of probed layers.
    pub(crate) probed: Vec<ResultRow>,
    /// What its examples are like.
    pub(crate) statistics: Vec<ResultRow>,
    /// Whether values are of the test split, as published ones are.
    pub(crate) has_published: bool,
}

impl SuiteRows {
    /// The models in the order in which they appear, baselines last, and the rows that a verdict on each rests on.
    pub(crate) fn models(&self) -> Vec<(&str, &[ResultRow])> {
        let mut models: Vec<(&str, &[ResultRow])> = Vec::new();
        for rows in [&self.scored, &self.probed] {
            for model in rows.iter().filter_map(|row| row.model.as_deref()) {
                if !models.iter().any(|(name, _)| *name == model) {
                    models.push((model, rows));
                }
            }
        }
        models.sort_by_key(|(name, _)| BASELINES.contains(name));
        models
    }
}

/// Models that any other should beat.
pub(crate) const BASELINES: [&str; 4] = ["copy-name", "length-only", "majority", "no-answer"];

/// A model that was trained.
pub(crate) struct Trained {
    /// Its name, which is that of its folder.
    pub(crate) name: String,
    /// The examples that it was trained on.
    pub(crate) examples: u64,
    /// What the training was told, but for its seed and its folder.
    pub(crate) settings: String,
    /// All that the training says of itself.
    pub(crate) description: Value,
}

/// Everything that was read.
pub(crate) struct Loaded {
    pub(crate) trained: Vec<Trained>,
    pub(crate) logs: Vec<Log>,
    pub(crate) suites: Vec<SuiteRows>,
    pub(crate) folders: Vec<TaskFolder>,
}

impl Loaded {
    /// Reads logs and manifests.
    pub(crate) fn read(inputs: &ReportInputs) -> Result<Self> {
        let labels = labels(&inputs.results);
        let (mut logs, mut suites, mut all) = (Vec::new(), Vec::<SuiteRows>::new(), Vec::new());
        for (path, label) in inputs.results.iter().zip(labels) {
            let ResultLog { header, rows, .. } = ResultLog::read(path)?;
            logs.push(Log { label, header, path: path.clone() });
            all.push(rows);
        }
        name_apart(&logs, &mut all);
        for (log, rows) in logs.iter().zip(all) {
            let is_probing = rows.iter().any(|row| row.protocol.is_some());
            let split = log.header.configuration.get("split").and_then(|split| split.as_str());
            for row in rows {
                let at = suites.iter().position(|it| it.name == row.suite).unwrap_or_else(|| {
                    let name = row.suite.clone();
                    let has_published = is_probing || split == Some("test");
                    suites.push(SuiteRows {
                        name,
                        scored: Vec::new(),
                        probed: Vec::new(),
                        statistics: Vec::new(),
                        has_published,
                    });
                    suites.len() - 1
                });
                if is_probing { suites[at].probed.push(row) } else { suites[at].scored.push(row) }
            }
        }
        if suites.is_empty() {
            return Err(ReportError::NoValue);
        }
        let folders = inputs.data.as_deref().map(find_task_folders).transpose()?.unwrap_or_default();
        // A build leaves its statistics beside the tasks of a suite.
        let beside: BTreeSet<&Path> = folders.iter().filter_map(|folder| folder.path().parent()).collect();
        for folder in beside {
            let rows = read_statistics(folder)?;
            for suite in &mut suites {
                suite.statistics.extend(rows.iter().filter(|row| row.suite == suite.name).cloned());
            }
        }
        let trained = inputs.training.iter().map(|path| read_training(path)).collect::<Result<_>>()?;
        Ok(Self { trained, logs, suites, folders })
    }
}

/// Gives models of the same name at the same task in several logs the names of their logs as well. Baselines are the same in all
/// logs: those of the first count.
fn name_apart(logs: &[Log], all: &mut [Vec<ResultRow>]) {
    let key = |row: &ResultRow| (row.suite.clone(), row.task.clone(), row.model.clone(), row.protocol.is_some());
    let mut seen: BTreeMap<_, BTreeSet<usize>> = BTreeMap::new();
    for (at, rows) in all.iter().enumerate() {
        for row in rows.iter().filter(|row| row.model.is_some()) {
            seen.entry(key(row)).or_default().insert(at);
        }
    }
    let is_baseline = |model: &Option<String>| model.as_deref().is_some_and(|model| BASELINES.contains(&model));
    for (at, rows) in all.iter_mut().enumerate() {
        let is_first = |row: &ResultRow| seen.get(&key(row)).and_then(BTreeSet::first).is_none_or(|first| *first == at);
        rows.retain(|row| !is_baseline(&row.model) || is_first(row));
    }
    let twice: BTreeSet<(String, Option<String>)> = seen
        .iter()
        .filter(|((_, _, model, _), logs)| logs.len() > 1 && !is_baseline(model))
        .map(|((suite, _, model, _), _)| (suite.clone(), model.clone()))
        .collect();
    for (log, rows) in logs.iter().zip(all) {
        for row in rows.iter_mut().filter(|row| twice.contains(&(row.suite.clone(), row.model.clone()))) {
            row.model = row.model.as_ref().map(|model| format!("{model} ({})", log.label));
        }
    }
}

/// Names of files that differ: what is behind the folder that holds them all, or the last parts of each path where that is shorter.
/// So a name says little of where on a machine a file was.
pub(crate) fn labels(paths: &[PathBuf]) -> Vec<String> {
    let parts = |path: &PathBuf| -> Vec<String> {
        path.components().map(|part| part.as_os_str().to_string_lossy().into_owned()).collect()
    };
    let all: Vec<Vec<String>> = paths.iter().map(parts).collect();
    let Some(first) = all.first() else { return Vec::new() };
    let is_shared = |at: usize| all.iter().all(|path| path.len() > at + 1 && path[at] == first[at]);
    let shared = (0..first.len()).take_while(|&at| is_shared(at)).count();
    let behind: Vec<&[String]> = all.iter().map(|path| &path[shared..]).collect();
    let longest = behind.iter().map(|path| path.len()).max().unwrap_or(1);
    let joined = |paths: &[&[String]]| -> Vec<String> { paths.iter().map(|path| path.join("/")).collect() };
    for length in 1..longest {
        let ends: Vec<&[String]> = all.iter().map(|path| &path[path.len().saturating_sub(length)..]).collect();
        if ends.iter().collect::<BTreeSet<_>>().len() == ends.len() {
            return joined(&ends);
        }
    }
    joined(&behind)
}

/// Reads what a training said of itself; `path` is a folder of a model or its description.
fn read_training(path: &Path) -> Result<Trained> {
    let (folder, file) = if path.is_dir() {
        (path, path.join("training.json"))
    } else {
        (path.parent().unwrap_or(path), path.to_owned())
    };
    let text = examen_corpus::read_plain_file(&file).map_err(|source| DataError::Io { path: file.clone(), source })?;
    let description: Value = serde_json::from_slice(&text)?;
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut settings = description["settings"].clone();
    if let Some(settings) = settings.as_object_mut() {
        settings.retain(|key, _| !matches!(key.as_str(), "out" | "seed"));
    }
    let examples = training_examples(&description["data"]);
    Ok(Trained { name, examples, settings: settings.to_string(), description })
}

/// How many examples a model was trained on: each kind of training counts them in words of its own.
fn training_examples(data: &Value) -> u64 {
    let count = |value: &Value| value.as_u64().unwrap_or_default();
    let of_sets = data["training"].as_array().into_iter().flatten().map(|set| count(&set["used"]));
    let of_tasks = data["tasks"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|task| ["examples", "true", "false"].into_iter().map(|name| count(&task[name])).sum::<u64>());
    let of_functions = data["functions"].as_object().into_iter().flatten().map(|(_, counts)| count(&counts[0]));
    of_sets.chain(of_tasks).chain(of_functions).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_named_by_as_little_as_tells_them_apart() {
        let of = |paths: &[&str]| labels(&paths.iter().map(PathBuf::from).collect::<Vec<_>>());
        assert_eq!(of(&["/x/a.json", "/x/b.json"]), ["a.json", "b.json"]);
        assert_eq!(of(&["/x/one/r.json", "/x/two/r.json"]), ["one/r.json", "two/r.json"]);
        assert_eq!(of(&["r.json"]), ["r.json"]);
        assert_eq!(of(&["/out/r.json", "/out/probing/r.json"]), ["r.json", "probing/r.json"]);
        assert_eq!(of(&["/x/a.json", "/y/b.json"]), ["a.json", "b.json"]);
    }
}

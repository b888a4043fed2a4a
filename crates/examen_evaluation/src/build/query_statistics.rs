//! The statistics of the examples of a build, as in the tables of the paper: `OUT/queries/statistics.json`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use examen_corpus::Split;
use examen_data::{Manifest, ResultHeader, ResultLog, ResultRow, TaskFolder};
use examen_suites::queries::statistics::{COUNTED_COLUMNS, CountedRow, Statistics};

use examen_suites::queries::SUITE;

use super::question_statistics::write_question_statistics;

/// The folder of the suite.
const QUERIES_SUITE: &str = SUITE.name;

/// The tasks that the paper's tables are about: single results, and whole files.
const TASKS: [&str; 2] = ["file-ideal", "ideal"];

/// The statistics of the tasks that were built.
pub struct ExamStatistics {
    /// The statistics of each task.
    pub tasks: Vec<(&'static str, Statistics)>,
}

/// Reads the examples of the folders that these manifests are of, and writes what they are like; nothing where there is none
/// of the tasks.
pub fn write_statistics(out: &Path, manifests: &[Manifest]) -> crate::Result<Option<ExamStatistics>> {
    write_question_statistics(out, manifests)?;
    let built: Vec<(&'static str, &Manifest)> = TASKS
        .iter()
        .filter_map(|&task| Some((task, manifests.iter().find(|it| it.suite == QUERIES_SUITE && it.task == task)?)))
        .collect();
    let Some((_, first)) = built.first() else { return Ok(None) };
    let mut tasks = Vec::new();
    for (task, _) in &built {
        let folder = TaskFolder::open(&out.join(QUERIES_SUITE).join(task))?;
        tasks.push((*task, read(&folder)?));
    }
    let made = &first.provenance;
    let seeds: BTreeSet<u64> = built.iter().map(|(_, manifest)| manifest.provenance.seed).collect();
    let version = |(task, manifest): &(&str, &Manifest)| {
        (format!("{QUERIES_SUITE}/{task}"), manifest.provenance.data_version.clone())
    };
    let header = ResultHeader {
        tool: made.tool.clone(),
        recipe: None,
        configuration: made.configuration.clone(),
        seeds: seeds.into_iter().collect(),
        data_versions: built.iter().map(version).collect(),
        // Counts do not depend on the machine, and there are no predictions.
        hardware: BTreeMap::new(),
        counts_by_status: BTreeMap::new(),
    };
    let rows: Vec<ResultRow> =
        tasks.iter().flat_map(|(task, statistics)| statistics.rows(QUERIES_SUITE, task)).collect();
    ResultLog::new(header, rows).write(&out.join(QUERIES_SUITE).join("statistics.json"))?;
    Ok(Some(ExamStatistics { tasks }))
}

fn read(folder: &TaskFolder) -> examen_data::Result<Statistics> {
    let mut statistics = Statistics::default();
    for split in Split::ALL {
        for row in folder.rows_with::<CountedRow>(split, &COUNTED_COLUMNS)? {
            statistics.add(split, &row?);
        }
    }
    Ok(statistics)
}

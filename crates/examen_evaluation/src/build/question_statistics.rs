//! The statistics of an exam of questions, as in the tables of the paper: `OUT/questions/statistics.json`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use examen_corpus::Split;
use examen_data::{Manifest, ResultHeader, ResultLog, ResultRow, TaskFolder};
use examen_suites::questions::SUITE;
use examen_suites::questions::statistics::{COUNTED_COLUMNS, CountedRow, Statistics};

/// Reads the examples of the folders that these manifests are of, and writes what they are like; nothing where none is of the suite.
pub(super) fn write_question_statistics(out: &Path, manifests: &[Manifest]) -> crate::Result<()> {
    let built: Vec<&Manifest> = manifests.iter().filter(|manifest| manifest.suite == SUITE.name).collect();
    let Some(first) = built.first() else { return Ok(()) };
    let folder = out.join(SUITE.name);
    let mut rows: Vec<ResultRow> = Vec::new();
    for manifest in &built {
        let mut statistics = Statistics::default();
        let task = TaskFolder::open(&folder.join(&manifest.task))?;
        for split in Split::ALL {
            for row in task.rows_with::<CountedRow>(split, &COUNTED_COLUMNS)? {
                statistics.add(split, &row?);
            }
        }
        rows.extend(statistics.rows(SUITE.name, &manifest.task));
    }
    let seeds: BTreeSet<u64> = built.iter().map(|manifest| manifest.provenance.seed).collect();
    let version =
        |manifest: &&Manifest| (format!("{}/{}", SUITE.name, manifest.task), manifest.provenance.data_version.clone());
    let header = ResultHeader {
        tool: first.provenance.tool.clone(),
        recipe: None,
        configuration: first.provenance.configuration.clone(),
        seeds: seeds.into_iter().collect(),
        data_versions: built.iter().map(version).collect(),
        // Counts do not depend on the machine, and there are no predictions.
        hardware: BTreeMap::new(),
        counts_by_status: BTreeMap::new(),
    };
    ResultLog::new(header, rows).write(&folder.join("statistics.json"))?;
    Ok(())
}

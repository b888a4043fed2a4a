//! What is made of a suite's tables when they are complete: tasks that need all of its rows, and statistics.
//!
//! Builds and merges end here alike; a shard leaves this to the merge.

use std::collections::BTreeMap;
use std::path::Path;

use examen_corpus::Split;
use examen_data::{Manifest, ResultHeader, ResultLog, ResultRow, TaskFolder};
use examen_suites::captions::statistics::Statistics;
use examen_suites::captions::{self, CAPTION, Task};
use examen_syntax::Language;
use serde::Deserialize;

use super::caption_rounds::CaptionRounds;
use crate::context::Context;

/// The columns that statistics are made of.
#[derive(Deserialize)]
struct CountedRow {
    text: String,
    caption: String,
}

/// Makes what is missing of a build whose other tasks have these manifests, and returns what it is like, as result rows.
pub fn derive_tasks(out: &Path, manifests: &mut Vec<Manifest>, context: &Context<'_>) -> crate::Result<Vec<ResultRow>> {
    let mut rows = Vec::new();
    let mut made = Vec::new();
    for language in Language::ALL {
        let is_pool = |it: &&Manifest| it.suite == captions::SUITE.name && it.task == Task::Generate.folder(language);
        let Some(pool) = manifests.iter().find(is_pool).filter(|pool| pool.files.iter().any(|file| file.rows > 0))
        else {
            continue;
        };
        let folder = TaskFolder::open(&out.join(&pool.suite).join(&pool.task))?;
        rows.extend(statistics(&folder, language)?.rows(&pool.suite, &pool.task));
        let asked = pool.provenance.configuration["tasks"].as_array().cloned().unwrap_or_default();
        let is_asked = |task: &Task| asked.iter().any(|name| name == task.name());
        let tasks: Vec<Task> = [Task::Choose, Task::Match].into_iter().filter(is_asked).collect();
        if !tasks.is_empty() {
            let mut rounds = CaptionRounds::new(&folder, language)?;
            rows.extend(rounds.run(&out.join(captions::SUITE.name), context)?);
            made.extend(rounds.write(out, &tasks)?);
        }
    }
    if !rows.is_empty() {
        let header = header(manifests);
        ResultLog::new(header, rows.clone()).write(&out.join(captions::SUITE.name).join("statistics.json"))?;
    }
    manifests.extend(made);
    manifests.sort_by(|left, right| (&left.suite, &left.task).cmp(&(&right.suite, &right.task)));
    Ok(rows)
}

fn statistics(pool: &TaskFolder, language: Language) -> crate::Result<Statistics> {
    let mut statistics = Statistics::default();
    for split in Split::ALL {
        for row in pool.rows_with::<CountedRow>(split, &["text", CAPTION])? {
            let CountedRow { text, caption } = row?;
            statistics.add(split, &text, language, &caption);
        }
    }
    Ok(statistics)
}

fn header(manifests: &[Manifest]) -> ResultHeader {
    let of_suite = || manifests.iter().filter(|it| it.suite == captions::SUITE.name);
    let version = |it: &Manifest| (format!("{}/{}", it.suite, it.task), it.provenance.data_version.clone());
    let mut seeds: Vec<u64> = of_suite().map(|it| it.provenance.seed).collect();
    seeds.dedup();
    let made = of_suite().next().map(|it| &it.provenance);
    ResultHeader {
        tool: made.map_or_else(super::tool, |made| made.tool.clone()),
        recipe: None,
        configuration: made.map(|made| made.configuration.clone()).unwrap_or_default(),
        seeds,
        data_versions: of_suite().map(version).collect(),
        // Counts do not depend on the machine, and there are no predictions.
        hardware: BTreeMap::new(),
        counts_by_status: BTreeMap::new(),
    }
}

//! What the layers of probed encoders know: heat maps, curves, tables.

use std::collections::BTreeMap;

use examen_data::ResultRow;
use examen_metrics::MAJORITY_BASELINE;

use crate::error::Result;
use crate::html::artefacts::{Artefacts, Section};
use crate::html::charts::{HeatMap, Spark, heat_map, spark_lines};
use crate::html::grid::Grid;
use crate::html::inputs::SuiteRows;
use crate::probe_scores::{Scores, TaskScore, published_scores};
use crate::probe_tables::titled_probe_tables;

/// The sections of probed layers.
pub(super) fn layers(suite: &SuiteRows, artefacts: &mut Artefacts) -> Result<Vec<Section>> {
    if suite.probed.is_empty() {
        return Ok(Vec::new());
    }
    let mut layers = Section {
        title: "Layers".to_owned(),
        legend: "Accuracy in percent on the test split by task and layer, from the embeddings (0) upwards; beside it the same as curves, each from its \
                 lowest value to its highest, with a dot and the value where it is highest on the test split, which flatters. The dashed line is the \
                 most frequent class."
            .to_owned(),
        is_paired: true,
        ..Section::default()
    };
    for (protocol, scores) in Scores::by_protocol(&suite.probed) {
        for (model, tasks) in &scores.models {
            let tasks: Vec<(&String, &TaskScore)> =
                tasks.iter().filter(|(_, score)| !score.layers.is_empty()).collect();
            let most = tasks.iter().map(|(_, score)| score.layers.len()).max().unwrap_or_default();
            if most == 0 {
                continue;
            }
            let title = format!("{model}, probe: {protocol}");
            let row = |(task, score): &(&String, &TaskScore)| {
                ((*task).clone(), score.layers.iter().map(|value| Some(*value)).collect())
            };
            let map = HeatMap {
                title: &title,
                column_name: "layer",
                columns: (0..most).map(|layer| layer.to_string()).collect(),
                rows: tasks.iter().map(row).collect(),
            };
            layers.charts.push(artefacts.chart(&format!("{}-layers", suite.name), heat_map(&map))?);
            let sparks: Vec<Spark> = tasks.iter().map(|(task, score)| spark(&suite.probed, task, score)).collect();
            let title = format!("{title}, as curves");
            layers.charts.push(artefacts.chart(&format!("{}-curves", suite.name), spark_lines(&title, &sparks))?);
        }
    }
    let mut sections = vec![layers];
    for (title, table, legend) in titled_probe_tables(&suite.probed) {
        // The curves stand above.
        let mut grid = Grid::of_table(&title, &table, &legend.replace('\n', " "));
        grid.drop_column("layers");
        let table = artefacts.table(&suite.name, grid)?;
        let title = format!("Chosen layers: {title}");
        sections.push(Section { title, tables: vec![table], ..Section::default() });
    }
    sections.extend(published(suite, artefacts)?);
    Ok(sections)
}

fn spark(rows: &[ResultRow], task: &str, score: &TaskScore) -> Spark {
    let is_baseline =
        |row: &&ResultRow| row.model.is_none() && row.task == task && row.metric == MAJORITY_BASELINE.name;
    let reference = rows.iter().find(is_baseline).map(|row| 100.0 * row.value);
    Spark { label: task.to_owned(), values: score.layers.clone(), reference }
}

/// Ours and the published values of best layers, side by side.
fn published(suite: &SuiteRows, artefacts: &mut Artefacts) -> Result<Option<Section>> {
    let mut all = Scores::default();
    for scores in Scores::by_protocol(&suite.probed).into_values() {
        all.join(scores);
    }
    let tasks: Vec<String> = all.tasks().into_iter().filter(|task| !task.ends_with(".python")).collect();
    let theirs = published_scores(&tasks);
    if theirs.models.is_empty() {
        return Ok(None);
    }
    all.join(theirs);
    let header: Vec<&str> = std::iter::once("task").chain(all.models.iter().map(|(model, _)| model.as_str())).collect();
    let rows = tasks.iter().map(|task| {
        let value = |scores: &BTreeMap<String, TaskScore>| {
            let best = scores.get(task).and_then(|score| score.best);
            best.map(|value| format!("{value:.1}")).unwrap_or_default()
        };
        std::iter::once(task.clone()).chain(all.models.iter().map(|(_, scores)| value(scores))).collect()
    });
    let title = "Best layers beside published ones";
    let legend = "Accuracy in percent of the best layer on the test split, as INSPECT chooses it, which flatters. Values of models \
                  that were not probed here are published ones, of the article's own Java methods, 10,000 examples a task \
                  (INSPECT, Table 2).";
    let grid = Grid::new(title, legend, &header, rows.collect());
    let table = artefacts.table(&suite.name, grid)?;
    Ok(Some(Section { title: title.to_owned(), tables: vec![table], ..Section::default() }))
}

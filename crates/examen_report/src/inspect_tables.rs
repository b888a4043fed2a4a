//! INSPECT's tables of several models: how hard tasks are, what models gain on a baseline, which layers know most.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use examen_data::write_atomically;
use examen_metrics::{
    BEST_LAYER_ACCURACY, CHOSEN_LAYER_ACCURACY, Standing, TaskSummary, closed_gap, gains_of_size, mean_layer_ranks,
    standings, task_summaries,
};
use serde::Serialize;

use crate::error::{ReportError, Result};
use crate::probe_scores::{Scores, TaskScore};
use crate::probe_tables::bars;
use crate::table::table;

/// The tables for one protocol and one choice of layers; accuracies in percent.
#[derive(Serialize)]
struct Tables {
    probe: String,
    /// The metric that a model's score at a task is.
    score: &'static str,
    baseline: String,
    models: Vec<String>,
    tasks: Vec<String>,
    /// Table 2: a score for each model and task; the baseline comes first.
    scores: Vec<Vec<f64>>,
    /// The foot of Table 2, by task.
    summaries: Vec<TaskSummary>,
    /// Table 3: the fraction of what the baseline leaves open that a model closes; nothing where it is below.
    closed_gaps: Vec<Vec<Option<f64>>>,
    /// Table 4: first, second and third places, and tasks below the baseline.
    standings: Vec<Standing>,
    /// The mean rank of each layer over tasks, by model, and over models, by task.
    layer_ranks_of_models: BTreeMap<String, Vec<f64>>,
    layer_ranks_of_tasks: BTreeMap<String, Vec<f64>>,
    /// What more examples bring: by model, the sizes, the gain at each task that has both, and the mean.
    sizes: Vec<SizeGain>,
}

#[derive(Serialize)]
struct SizeGain {
    model: String,
    few: String,
    many: String,
    gains: BTreeMap<String, f64>,
    mean: f64,
}

/// Writes `tables.md` and `tables.json`: of each protocol twice, by the layers that validation chooses and, as in the paper, by
/// the best ones on the test split. The text is returned.
pub fn write_tables(
    out: &Path,
    protocols: &BTreeMap<String, Scores>,
    baseline: Option<&str>,
) -> Result<Option<String>> {
    let mut all = Vec::new();
    for (protocol, scores) in protocols {
        for score in [CHOSEN_LAYER_ACCURACY.name, BEST_LAYER_ACCURACY.name] {
            all.extend(Tables::new(protocol, scores, score, baseline)?);
        }
    }
    if all.is_empty() {
        return Ok(None);
    }
    let text = all.iter().map(Tables::to_markdown).collect::<Vec<_>>().join("\n");
    write_atomically(&out.join("tables.md"), text.as_bytes())?;
    let mut json = serde_json::to_vec_pretty(&all)?;
    json.push(b'\n');
    write_atomically(&out.join("tables.json"), &json)?;
    Ok(Some(text))
}

impl Tables {
    /// The tables of all models that have this score, at the tasks that all of them have; nothing for fewer than two models.
    fn new(protocol: &str, scores: &Scores, score: &'static str, baseline: Option<&str>) -> Result<Option<Self>> {
        let of = |task: &TaskScore| if score == CHOSEN_LAYER_ACCURACY.name { task.chosen } else { task.best };
        let mut models: Vec<(&String, &BTreeMap<String, TaskScore>)> = Vec::new();
        for (model, tasks) in &scores.models {
            if tasks.values().any(|task| of(task).is_some()) {
                models.push((model, tasks));
            }
        }
        if models.len() < 2 {
            return Ok(None);
        }
        if let Some(baseline) = baseline {
            match models.iter().position(|(model, _)| *model == baseline) {
                Some(at) => models[..=at].rotate_right(1),
                // Published models have no score by layers that validation chose.
                None if scores.models.iter().any(|(model, _)| model == baseline) => return Ok(None),
                None => {
                    let names: Vec<&str> = scores.models.iter().map(|(model, _)| model.as_str()).collect();
                    return Err(ReportError::UnknownBaseline { name: baseline.to_owned(), models: names.join(", ") });
                }
            }
        }
        let has_score = |tasks: &BTreeMap<String, TaskScore>, task: &str| tasks.get(task).and_then(of).is_some();
        let all_tasks: BTreeSet<&String> = models.iter().flat_map(|(_, tasks)| tasks.keys()).collect();
        let shared = all_tasks.into_iter().filter(|task| models.iter().all(|(_, tasks)| has_score(tasks, task)));
        let tasks: Vec<String> = shared.cloned().collect();
        if tasks.is_empty() {
            return Ok(None);
        }
        let row = |(_, of_model): &(_, &BTreeMap<String, TaskScore>)| -> Vec<f64> {
            tasks.iter().filter_map(|task| of_model.get(task).and_then(of)).collect()
        };
        let scores: Vec<Vec<f64>> = models.iter().map(row).collect();
        let (base, others) = (&scores[0], &scores[1..]);
        let (of_base, of_others) = standings(base, others);
        let gap = |row: &Vec<f64>| row.iter().zip(base).map(|(score, base)| closed_gap(*score, *base)).collect();
        Ok(Some(Self {
            probe: protocol.to_owned(),
            score,
            baseline: models[0].0.clone(),
            models: models.iter().map(|(model, _)| (*model).clone()).collect(),
            summaries: task_summaries(base, others),
            closed_gaps: others.iter().map(gap).collect(),
            standings: std::iter::once(of_base).chain(of_others).collect(),
            layer_ranks_of_models: ranks_of_models(&models, &tasks),
            layer_ranks_of_tasks: ranks_of_tasks(&models, &tasks),
            sizes: models.iter().flat_map(|(model, tasks)| size_gains(model, tasks, of)).collect(),
            scores,
            tasks,
        }))
    }

    fn to_markdown(&self) -> String {
        let mut text = format!("# Probes by `{}`, {}, baseline {}\n", self.probe, self.score, self.baseline);
        let header = |first: &'static str| {
            let tasks = self.tasks.iter().map(String::as_str);
            std::iter::once(first).chain(tasks).collect::<Vec<&str>>()
        };
        let mut scores = table(&header("model"), |column| column > 0);
        for (model, row) in self.models.iter().zip(&self.scores) {
            scores.add_row(std::iter::once(model.clone()).chain(row.iter().map(|score| format!("{score:.1}"))));
        }
        let mut foot = |name: &str, cell: &dyn Fn(&TaskSummary) -> String| {
            scores.add_row(std::iter::once(name.to_owned()).chain(self.summaries.iter().map(cell)));
        };
        foot("maximum (rank)", &|it| format!("{:.1} ({})", it.maximum, it.maximum_rank));
        foot("deviation (rank)", &|it| format!("{:.1} ({})", it.deviation, it.deviation_rank));
        foot("gain (rank)", &|it| format!("{:+.1} ({})", it.gain, it.gain_rank));
        let mut gaps = table(&header("model"), |column| column > 0);
        for (model, row) in self.models[1..].iter().zip(&self.closed_gaps) {
            let cell = |gap: &Option<f64>| gap.map(|gap| format!("{gap:.1}")).unwrap_or_default();
            gaps.add_row(std::iter::once(model.clone()).chain(row.iter().map(cell)));
        }
        let mut places =
            table(&["model", "tasks", "layers", "1st", "2nd", "3rd", "below baseline"], |column| column > 2);
        for ((model, standing), row) in self.models.iter().zip(&self.standings).zip(&self.scores) {
            let layers = self.layer_ranks_of_models.get(model).map(|ranks| bars(ranks)).unwrap_or_default();
            let Standing { medals: [first, second, third], below_baseline } = standing;
            let counts = [first, second, third, below_baseline].map(ToString::to_string);
            places.add_row([model.clone(), self.bars_of(row), layers].into_iter().chain(counts));
        }
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\nAccuracy in percent (INSPECT's Table 2):\n\n{scores}\n\nPercentage of what the baseline leaves open (Table 3):\n\n\
             {gaps}\n\nPlaces (Table 4); bars of tasks from the baseline to the best model, of layers by mean rank:\n\n{places}\n"
        );
        if !self.layer_ranks_of_tasks.is_empty() {
            let mut layers = table(&["task", "layers"], |_| false);
            for (task, ranks) in &self.layer_ranks_of_tasks {
                layers.add_row([task.clone(), bars(ranks)]);
            }
            let _ = write!(text, "\nLayers by mean rank over models:\n\n{layers}\n");
        }
        for SizeGain { model, few, many, gains, mean } in &self.sizes {
            let gains: Vec<String> = gains.iter().map(|(task, gain)| format!("{task} {gain:+.1}")).collect();
            let _ =
                write!(text, "\n{model}, {many} against {few} examples: {mean:+.1} on average; {}\n", gains.join(", "));
        }
        text
    }

    /// The scores of a model as bars between the baseline and the best model.
    fn bars_of(&self, row: &[f64]) -> String {
        let bar = |task: usize| {
            let (baseline, best) = (self.scores[0][task], self.summaries[task].maximum);
            let fraction = if best > baseline { (row[task] - baseline) / (best - baseline) } else { 0.0 };
            bars(&[0.0, fraction.clamp(0.0, 1.0), 1.0]).chars().nth(1).unwrap_or(' ')
        };
        (0..self.tasks.len()).map(bar).collect()
    }
}

type Model<'m> = (&'m String, &'m BTreeMap<String, TaskScore>);

fn ranks_of_models(models: &[Model<'_>], tasks: &[String]) -> BTreeMap<String, Vec<f64>> {
    let curves = |of_model: &BTreeMap<String, TaskScore>| -> Vec<Vec<f64>> {
        tasks.iter().filter_map(|task| of_model.get(task)).map(|score| score.layers.clone()).collect()
    };
    let ranks = models.iter().filter_map(|(model, of_model)| {
        mean_layer_ranks(&curves(of_model)).filter(|ranks| !ranks.is_empty()).map(|ranks| ((*model).clone(), ranks))
    });
    ranks.collect()
}

/// Over the models that have as many layers as most of them, of several numbers the highest.
fn ranks_of_tasks(models: &[Model<'_>], tasks: &[String]) -> BTreeMap<String, Vec<f64>> {
    let mut ranks = BTreeMap::new();
    for task in tasks {
        let curves: Vec<&Vec<f64>> =
            models.iter().filter_map(|(_, tasks)| tasks.get(task)).map(|score| &score.layers).collect();
        let mut by_length: BTreeMap<usize, Vec<Vec<f64>>> = BTreeMap::new();
        for curve in curves.into_iter().filter(|curve| !curve.is_empty()) {
            by_length.entry(curve.len()).or_default().push(curve.clone());
        }
        let most = by_length.into_values().max_by_key(Vec::len);
        if let Some(means) = most.and_then(|curves| mean_layer_ranks(&curves)) {
            ranks.insert(task.clone(), means);
        }
    }
    ranks
}

/// What a model gains from more examples, for every two sizes that follow each other.
fn size_gains(
    model: &str,
    tasks: &BTreeMap<String, TaskScore>,
    of: impl Fn(&TaskScore) -> Option<f64>,
) -> Vec<SizeGain> {
    // By size, then by task without its size.
    let mut by_size: BTreeMap<u64, BTreeMap<&str, f64>> = BTreeMap::new();
    for (task, score) in tasks {
        let Some(((base, size), score)) = task.rsplit_once('.').zip(of(score)) else { continue };
        let digits = size.strip_suffix('k').unwrap_or(size);
        if let Ok(number) = digits.parse::<u64>() {
            let number = if size.ends_with('k') { number.saturating_mul(1_000) } else { number };
            by_size.entry(number).or_default().insert(base, score);
        }
    }
    let sizes: Vec<(u64, BTreeMap<&str, f64>)> = by_size.into_iter().collect();
    let mut gains = Vec::new();
    for pair in sizes.windows(2) {
        let [(few, few_scores), (many, many_scores)] = pair else { continue };
        let shared: Vec<&str> = few_scores.keys().copied().filter(|task| many_scores.contains_key(task)).collect();
        let scores = |of: &BTreeMap<&str, f64>| shared.iter().map(|task| of[task]).collect::<Vec<f64>>();
        if let Some((differences, mean)) = gains_of_size(&scores(few_scores), &scores(many_scores)) {
            let gains_by_task = shared.iter().map(|task| (*task).to_owned()).zip(differences).collect();
            let (few, many) = (few.to_string(), many.to_string());
            gains.push(SizeGain { model: model.to_owned(), few, many, gains: gains_by_task, mean });
        }
    }
    gains
}

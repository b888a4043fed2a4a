//! The accuracies of probed models at tasks, by layer, from result rows.

use std::collections::{BTreeMap, BTreeSet};

use examen_data::ResultRow;
use examen_metrics::{ACCURACY, BEST_LAYER_ACCURACY, CHOSEN_LAYER_ACCURACY};
use examen_suites::probes::published::published;

/// The models that were probed by one protocol, in the order in which they appear.
#[derive(Default)]
pub struct Scores {
    /// By model, its scores by task.
    pub models: Vec<(String, BTreeMap<String, TaskScore>)>,
}

/// A model at a task; accuracies in percent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TaskScore {
    /// Of the layer that validation chooses.
    pub chosen: Option<f64>,
    /// Of the best layer on the test split.
    pub best: Option<f64>,
    /// Of each layer.
    pub layers: Vec<f64>,
}

impl Scores {
    /// The scores in some rows, by protocol.
    pub fn by_protocol<'r>(rows: impl IntoIterator<Item = &'r ResultRow>) -> BTreeMap<String, Self> {
        let mut protocols: BTreeMap<String, Self> = BTreeMap::new();
        for row in rows {
            let (Some(protocol), Some(model)) = (&row.protocol, &row.model) else { continue };
            let is_of_all = row.examples.as_deref() == Some("all") && row.labels.as_deref() == Some("true");
            if !is_of_all || row.group.is_some() {
                continue;
            }
            let score = protocols.entry(protocol.clone()).or_default().score(model, &row.task);
            let value = 100.0 * row.value;
            match (row.metric.as_str(), row.layer) {
                (name, _) if name == CHOSEN_LAYER_ACCURACY.name => score.chosen = Some(value),
                (name, _) if name == BEST_LAYER_ACCURACY.name => score.best = Some(value),
                (name, Some(layer)) if name == ACCURACY.name => {
                    let layer = layer as usize;
                    score.layers.resize(score.layers.len().max(layer + 1), 0.0);
                    score.layers[layer] = value;
                }
                _ => {}
            }
        }
        protocols
    }

    /// Adds the models of others; a model that is there already is left as it is.
    pub fn join(&mut self, other: Self) {
        for (model, tasks) in other.models {
            if !self.models.iter().any(|(name, _)| *name == model) {
                self.models.push((model, tasks));
            }
        }
    }

    /// All tasks that a model has a score at.
    pub fn tasks(&self) -> Vec<String> {
        let tasks: BTreeSet<&String> = self.models.iter().flat_map(|(_, tasks)| tasks.keys()).collect();
        tasks.into_iter().cloned().collect()
    }

    fn score(&mut self, model: &str, task: &str) -> &mut TaskScore {
        let at = self.models.iter().position(|(name, _)| name == model).unwrap_or_else(|| {
            self.models.push((model.to_owned(), BTreeMap::new()));
            self.models.len() - 1
        });
        self.models[at].1.entry(task.to_owned()).or_default()
    }
}

/// INSPECT's own values for tasks of these names, which are of the best layers on its test splits.
pub fn published_scores(tasks: &[String]) -> Scores {
    let mut scores = Scores::default();
    let values = published();
    for task in tasks {
        // The code of a task comes before its language and size: `CPX` of `CPX.python.1k`.
        let code = task.split('.').next().unwrap_or_default();
        for value in values.iter().filter(|value| value.task == code) {
            scores.score(value.model, task).best = Some(100.0 * value.value);
        }
    }
    scores
}

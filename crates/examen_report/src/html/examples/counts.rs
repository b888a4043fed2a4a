//! Counts over all examples of a task: answers by class, questions by type.

use std::collections::{BTreeMap, HashMap};

use examen_data::{Answer, AnswerKind, Prediction, PredictionStatus};

use crate::html::charts::Confusion;

/// Classes of a task that has confusion matrices: more would be no picture.
const MOST_CLASSES: usize = 16;

/// The true classes of all examples of a task.
#[derive(Default)]
pub(super) struct ClassTruths {
    classes: Vec<String>,
    of_example: HashMap<String, usize>,
    /// By model, the class that was answered to each example.
    answered: BTreeMap<String, HashMap<String, Option<usize>>>,
}

impl ClassTruths {
    /// Notes the class of an example.
    pub(super) fn add(&mut self, id: String, class: &str) {
        let at = self.classes.iter().position(|it| it == class).unwrap_or_else(|| {
            self.classes.push(class.to_owned());
            self.classes.len() - 1
        });
        self.of_example.insert(id, at);
    }

    /// Counts a prediction; the first of a model counts, as in scores.
    pub(super) fn count(&mut self, prediction: &Prediction) {
        if !self.of_example.contains_key(&prediction.example_id) {
            return;
        }
        let label = (prediction.status == PredictionStatus::Ok)
            .then(|| prediction.output.value().ok())
            .flatten()
            .and_then(|output| Answer::parse(AnswerKind::Class, &output).ok());
        let class = match label {
            Some(Answer::Class { label, .. }) => {
                let label = label.trim().to_owned();
                let is_same = |class: &String| class.eq_ignore_ascii_case(&label);
                self.classes.iter().position(|class| *class == label).or_else(|| self.classes.iter().position(is_same))
            }
            _ => None,
        };
        let of_model = self.answered.entry(prediction.model.clone()).or_default();
        of_model.entry(prediction.example_id.clone()).or_insert(class);
    }

    /// The matrices by model; none for a task of too many classes.
    pub(super) fn matrices(&self) -> Vec<(String, Confusion)> {
        if self.classes.len() > MOST_CLASSES {
            return Vec::new();
        }
        let mut order: Vec<usize> = (0..self.classes.len()).collect();
        // Classes are often numbers, which are not in the order of their letters.
        let key = |class: &String| (class.parse::<u64>().unwrap_or(u64::MAX), class.clone());
        order.sort_by_key(|&at| key(&self.classes[at]));
        let place: HashMap<usize, usize> = order.iter().enumerate().map(|(to, &from)| (from, to)).collect();
        let size = self.classes.len();
        let mut matrices = Vec::new();
        for (model, answers) in &self.answered {
            let mut counts = vec![vec![0; size]; size];
            let mut unanswered = vec![0; size];
            #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
            for (id, truth) in &self.of_example {
                let row = place[truth];
                match answers.get(id).copied().flatten() {
                    Some(class) => counts[row][place[&class]] += 1,
                    None => unanswered[row] += 1,
                }
            }
            let classes = order.iter().map(|&at| self.classes[at].clone()).collect();
            matrices.push((model.clone(), Confusion { classes, counts, unanswered }));
        }
        matrices
    }
}

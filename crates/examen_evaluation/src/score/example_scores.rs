//! The scores of single examples, which comparisons of models are made of.

use std::collections::BTreeMap;

use examen_data::{ExampleScore, Measure};
use examen_metrics::{
    ACCURACY, Metric, PASS_AT_K, PREDICTION_CHANGE, SPAN_EXACT, SPAN_F1, SUBTOKEN_F1, SubtokenRule, TEXT_MATCH,
};

use super::span_task::PASS_SIGNATURE;

/// What examples are scored for: the measures that models are compared by, a few for each task.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ExampleMeasure {
    metric: &'static str,
    signature: &'static str,
    examples: &'static str,
    rule: Option<&'static str>,
    k: Option<u32>,
    transform: Option<String>,
    place: Option<String>,
}

impl ExampleMeasure {
    /// A metric at all examples.
    pub(crate) const fn all(metric: &Metric) -> Self {
        Self {
            metric: metric.name,
            signature: metric.signature,
            examples: "all",
            rule: None,
            k: None,
            transform: None,
            place: None,
        }
    }

    /// Whether all spans are the true ones, those of both kinds where facts are asked for.
    pub(super) const fn spans() -> Self {
        Self::all(&SPAN_EXACT)
    }

    /// The spans one by one.
    pub(super) const fn span_overlap() -> Self {
        Self::all(&SPAN_F1)
    }

    /// Whether the texts of spans are the true ones, or the fraction of samples of which they are.
    pub(super) fn texts(samples: u32) -> Self {
        if samples > 1 {
            Self { signature: PASS_SIGNATURE, k: Some(1), ..Self::all(&PASS_AT_K) }
        } else {
            Self::all(&TEXT_MATCH)
        }
    }

    /// Whether a class, a decision or a name is right.
    pub(super) const fn accuracy() -> Self {
        Self::all(&ACCURACY)
    }

    /// Whether a text is right.
    pub(super) fn trimmed_text() -> Self {
        Self { signature: super::text_task::TRIMMED, ..Self::all(&ACCURACY) }
    }

    /// The sub-tokens of a name, by code2seq's rule.
    pub(super) fn subtokens() -> Self {
        Self { rule: Some(SubtokenRule::Code2seq.name()), ..Self::all(&SUBTOKEN_F1) }
    }

    /// Whether the answer to an original is right.
    pub(super) fn originals() -> Self {
        Self { examples: "originals", ..Self::all(&ACCURACY) }
    }

    /// Whether a rewrite changes the answer.
    pub(super) fn change(transform: String, place: String) -> Self {
        Self { examples: "rewritten", transform: Some(transform), place: Some(place), ..Self::all(&PREDICTION_CHANGE) }
    }

    /// The measure at a task.
    pub(crate) fn at(&self, suite: &str, task: &str) -> Measure {
        Measure {
            suite: suite.to_owned(),
            task: task.to_owned(),
            group: None,
            transform: self.transform.clone(),
            place: self.place.clone(),
            metric: self.metric.to_owned(),
            signature: self.signature.to_owned(),
            examples: Some(self.examples.to_owned()),
            rule: self.rule.map(str::to_owned),
            k: self.k,
        }
    }
}

/// The scores of all models at the examples of a task.
#[derive(Default)]
pub struct ExampleScores {
    suite: String,
    task: String,
    examples: Vec<Example>,
    given: BTreeMap<ExampleMeasure, BTreeMap<String, Given>>,
}

/// What is counted in a model's answers, by the numbers of the examples, in their order.
#[derive(Default)]
struct Given(Vec<(u32, Vec<f64>)>);

impl Given {
    /// Examples come one after the other: the counts are of the last, or of the one after it.
    fn add(&mut self, example: u32, counts: Vec<f64>) {
        match self.0.last_mut() {
            Some((last, of_last)) if *last == example => *of_last = counts,
            _ => self.0.push((example, counts)),
        }
    }

    fn at(&self, example: usize) -> Option<&Vec<f64>> {
        let place = self.0.binary_search_by_key(&(example as u32), |(number, _)| *number).ok()?;
        self.0.get(place).map(|(_, counts)| counts)
    }
}

struct Example {
    id: String,
    project: String,
    /// The counts of an example without an answer.
    unanswered: Vec<(ExampleMeasure, Vec<f64>)>,
}

impl Example {
    fn unanswered(&self, measure: &ExampleMeasure) -> Option<&Vec<f64>> {
        self.unanswered.iter().find(|(of, _)| of == measure).map(|(_, counts)| counts)
    }
}

impl ExampleScores {
    pub(super) fn new(suite: &str, task: &str) -> Self {
        Self { suite: suite.to_owned(), task: task.to_owned(), ..Self::default() }
    }

    /// Starts an example, which the scores that follow are of; `unanswered` are the counts without an answer.
    pub(super) fn start(&mut self, id: &str, project: &str, unanswered: Vec<(ExampleMeasure, Vec<f64>)>) {
        self.examples.push(Example { id: id.to_owned(), project: project.to_owned(), unanswered });
    }

    /// Adds what is counted in a model's answer to the example.
    pub(super) fn add(&mut self, model: &str, measure: ExampleMeasure, counts: Vec<f64>) {
        let Some(example) = self.examples.len().checked_sub(1) else { return };
        let by_model = self.given.entry(measure).or_default();
        if !by_model.contains_key(model) {
            by_model.insert(model.to_owned(), Given::default());
        }
        if let Some(by_example) = by_model.get_mut(model) {
            by_example.add(example as u32, counts);
        }
    }

    /// The sums over all examples of what is counted in a model's answers.
    pub(super) fn sums(&self, measure: &ExampleMeasure, model: &str) -> Vec<f64> {
        let given = self.given.get(measure).and_then(|by_model| by_model.get(model));
        let mut sums = Vec::new();
        for (number, example) in self.examples.iter().enumerate() {
            let counts = given.and_then(|given| given.at(number)).or_else(|| example.unanswered(measure));
            let Some(counts) = counts else { continue };
            sums.resize(counts.len(), 0.0);
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        sums
    }

    /// The sum of squares over all examples of the one number that is counted in a model's answers.
    pub(super) fn sum_of_squares(&self, measure: &ExampleMeasure, model: &str) -> f64 {
        let given = self.given.get(measure).and_then(|by_model| by_model.get(model));
        let counts = self.examples.iter().enumerate().filter_map(|(number, example)| {
            given.and_then(|given| given.at(number)).or_else(|| example.unanswered(measure))
        });
        counts.filter_map(|counts| counts.first()).map(|count| count * count).sum()
    }

    /// The number of examples.
    pub const fn len(&self) -> usize {
        self.examples.len()
    }

    /// Whether there is no example.
    pub const fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    /// The scores in order of measures, models and examples. A model that has a score for a measure has one at every example
    /// that can be scored for it.
    pub fn iter(&self) -> impl Iterator<Item = ExampleScore> {
        self.given.iter().flat_map(move |(measure, by_model)| {
            let of = measure.at(&self.suite, &self.task);
            by_model.iter().flat_map(move |(model, given)| {
                let of = of.clone();
                self.examples.iter().enumerate().filter_map(move |(number, example)| {
                    let counts = given.at(number).or_else(|| example.unanswered(measure))?;
                    Some(ExampleScore {
                        of: of.clone(),
                        model: model.clone(),
                        example_id: example.id.clone(),
                        project: example.project.clone(),
                        counts: counts.clone(),
                    })
                })
            })
        })
    }
}

/// The score of something that is right or wrong.
pub(super) fn right_or_wrong(is_right: bool) -> Vec<f64> {
    vec![f64::from(u8::from(is_right))]
}

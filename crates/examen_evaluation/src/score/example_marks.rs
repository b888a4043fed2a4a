//! The marks of single examples, which comparisons of models are made of.

use std::collections::BTreeMap;

use examen_data::ExampleMark;
use examen_metrics::{
    ACCURACY, Metric, PASS_AT_K, PREDICTION_CHANGE, SPAN_EXACT, SPAN_F1, SUBTOKEN_F1, SubtokenRule, TEXT_MATCH,
};

/// What examples are marked for: the figures that models are compared by, a few for each task.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Measure {
    metric: &'static str,
    signature: String,
    group: Option<String>,
}

impl Measure {
    fn of(metric: &Metric, facts: &[(&str, &str)], group: Option<String>) -> Self {
        Self { metric: metric.name, signature: metric.signature_with(facts), group }
    }

    /// Whether all spans are the true ones, those of both kinds where facts are asked for.
    pub fn spans() -> Self {
        Self::of(&SPAN_EXACT, &[("examples", "all")], None)
    }

    /// The spans one by one.
    pub fn span_overlap() -> Self {
        Self::of(&SPAN_F1, &[("examples", "all")], None)
    }

    /// Whether the texts of spans are the true ones, or the share of samples of which they are.
    pub fn texts(samples: u32) -> Self {
        if samples > 1 {
            Self::of(&PASS_AT_K, &[("k", "1"), ("texts", "stripped"), ("examples", "all")], None)
        } else {
            Self::of(&TEXT_MATCH, &[("examples", "all")], None)
        }
    }

    /// Whether a class, a decision or a name is right.
    pub fn right() -> Self {
        Self::of(&ACCURACY, &[("examples", "all")], None)
    }

    /// The parts of a name, by code2seq's rule.
    pub fn parts() -> Self {
        Self::of(&SUBTOKEN_F1, &[("rule", SubtokenRule::Code2seq.name()), ("examples", "all")], None)
    }

    /// Whether the answer to an original is right.
    pub fn originals() -> Self {
        Self::of(&ACCURACY, &[("examples", "originals")], Some("rewrite:original".to_owned()))
    }

    /// Whether a rewrite changes the answer.
    pub fn change(group: String) -> Self {
        Self::of(&PREDICTION_CHANGE, &[("examples", "rewritten")], Some(group))
    }
}

/// The marks of all models at the examples of a task.
#[derive(Default)]
pub struct ExampleMarks {
    examples: Vec<Example>,
    given: BTreeMap<Measure, BTreeMap<String, BTreeMap<u32, Vec<f64>>>>,
}

struct Example {
    id: String,
    project: String,
    /// What no answer is worth.
    nothing: Vec<(Measure, Vec<f64>)>,
}

impl ExampleMarks {
    /// The marks that follow are of this example; `nothing` is what no answer to it is worth.
    pub fn start(&mut self, id: &str, project: &str, nothing: Vec<(Measure, Vec<f64>)>) {
        self.examples.push(Example { id: id.to_owned(), project: project.to_owned(), nothing });
    }

    /// What a model's answer to the example is worth.
    pub fn give(&mut self, model: &str, measure: Measure, counts: Vec<f64>) {
        let Some(example) = self.examples.len().checked_sub(1) else { return };
        let by_model = self.given.entry(measure).or_default();
        if !by_model.contains_key(model) {
            by_model.insert(model.to_owned(), BTreeMap::new());
        }
        if let Some(by_example) = by_model.get_mut(model) {
            by_example.insert(example as u32, counts);
        }
    }

    /// The marks as rows, in order of measures, models and examples. A model that has a mark for a measure has one at every
    /// example that can be marked for it.
    pub fn rows<'a>(&'a self, suite: &'a str, task: &'a str) -> impl Iterator<Item = ExampleMark> + 'a {
        self.given.iter().flat_map(move |(measure, by_model)| {
            by_model.iter().flat_map(move |(model, given)| {
                self.examples.iter().enumerate().filter_map(move |(number, example)| {
                    let nothing = || {
                        let mut worth = example.nothing.iter();
                        worth.find(|(of, _)| of == measure).map(|(_, counts)| counts.clone())
                    };
                    let counts = given.get(&(number as u32)).cloned().or_else(nothing)?;
                    Some(ExampleMark {
                        suite: suite.to_owned(),
                        task: task.to_owned(),
                        metric: measure.metric.to_owned(),
                        signature: measure.signature.clone(),
                        group: measure.group.clone(),
                        model: model.clone(),
                        example_id: example.id.clone(),
                        project: example.project.clone(),
                        counts,
                    })
                })
            })
        })
    }
}

/// The mark of something that is right or wrong.
pub fn point(is_right: bool) -> Vec<f64> {
    vec![f64::from(u8::from(is_right))]
}

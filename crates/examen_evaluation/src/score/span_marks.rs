//! The marks of span tasks: how many examples each model has right, by part.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use examen_metrics::{Kinds, Overlap, pass_at_k};

use super::NO_ANSWER;
use super::papers::Fault;

/// Numbers of spans from which on examples are put together, as in Figure 4 of the paper.
const MANY_SPANS: usize = 20;

/// The numbers of samples for which pass@k is told.
pub const KS: [u32; 4] = [1, 2, 5, 10];

/// Which examples a figure is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subset {
    All,
    Positive,
    Negative,
}

impl Subset {
    pub const ALL: [Self; 3] = [Self::All, Self::Positive, Self::Negative];

    pub const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Positive => "positive",
            Self::Negative => "negative",
        }
    }
}

/// A part of the examples.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    Whole,
    Query(String),
    Hops(String),
    Spans(usize),
    Class(String),
    /// A transformation, and what of it.
    Change(String),
}

impl fmt::Display for Group {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Whole => formatter.write_str("all"),
            Self::Query(id) => write!(formatter, "query:{id}"),
            Self::Hops(hops) => write!(formatter, "hops:{hops}"),
            Self::Spans(MANY_SPANS) => write!(formatter, "spans:{MANY_SPANS}+"),
            Self::Spans(count) => write!(formatter, "spans:{count}"),
            Self::Class(label) => write!(formatter, "class:{label}"),
            Self::Change(name) => write!(formatter, "rewrite:{name}"),
        }
    }
}

/// What is known of an example besides its spans.
pub struct Example {
    pub query: String,
    pub hops: String,
    pub is_positive: bool,
    /// True spans of both kinds.
    pub spans: usize,
}

/// Numbers of examples: all, positive, negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([u64; 3]);

impl Counts {
    pub fn add(&mut self, is_positive: bool) {
        self.0[0] += 1;
        self.0[if is_positive { 1 } else { 2 }] += 1;
    }

    pub const fn of(self, subset: Subset) -> u64 {
        self.0[subset as usize]
    }
}

/// How the spans of a model were told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Form {
    Places,
    Labels,
}

/// What one model made of one example.
pub enum Mark {
    /// Spans: whether those of both kinds, the answers, the facts are right, and how many of them.
    Spans { form: Form, both: bool, answers: bool, facts: bool, overlap: Overlap },
    /// Texts: so many samples, so many of them right.
    Texts { samples: u32, right: u32 },
    /// Nothing that could be right.
    Fault(Fault),
}

/// The marks of one model.
#[derive(Default)]
pub struct ModelMarks {
    /// Right examples, looking at both kinds of spans.
    pub both: BTreeMap<Group, Counts>,
    pub answers: Counts,
    pub facts: Counts,
    /// Spans one by one, of the examples with an answer.
    overlap: Overlap,
    pub texts: TextMarks,
    pub forms: BTreeSet<Form>,
    /// Examples with a prediction, and with one that can be used.
    pub predicted: u64,
    pub answered: u64,
    pub faults: BTreeMap<Fault, u64>,
    /// Predictions beyond the first of an example, other than samples of texts.
    pub repeated: u64,
}

/// Sums of pass@k over examples.
#[derive(Default)]
pub struct TextMarks {
    pub examples: u64,
    pub most_samples: u32,
    /// For each of [`KS`] and each subset the sum and the sum of squares.
    pub sums: [[(f64, f64); 3]; KS.len()],
}

/// The marks of all models at a task.
#[derive(Default)]
pub struct SpanMarks {
    pub examples: BTreeMap<Group, Counts>,
    /// Examples that could not be put together from their rows.
    pub incomplete: u64,
    /// True spans of all examples.
    true_spans: u64,
    /// Whether facts are asked for.
    pub has_facts: bool,
    pub models: BTreeMap<String, ModelMarks>,
    /// The marks of a model that never points at anything.
    floor: ModelMarks,
}

impl SpanMarks {
    pub fn new(has_facts: bool) -> Self {
        Self { has_facts, ..Self::default() }
    }

    /// The kinds of spans that a full mark looks at.
    pub const fn kinds(&self) -> Kinds {
        if self.has_facts { Kinds::Both } else { Kinds::Answers }
    }

    pub fn is_empty(&self) -> bool {
        self.examples.is_empty()
    }

    /// The spans of a model one by one; those of examples without an answer are missed.
    pub const fn overlap(&self, model: &ModelMarks) -> Overlap {
        Overlap { missed: self.true_spans.saturating_sub(model.overlap.right), ..model.overlap }
    }

    pub fn n(&self, group: &Group) -> Counts {
        self.examples.get(group).copied().unwrap_or_default()
    }

    /// Counts an example, which models may then have marks at.
    pub fn add_example(&mut self, example: &Example) {
        self.true_spans += example.spans as u64;
        for group in groups(example) {
            self.examples.entry(group).or_default().add(example.is_positive);
        }
    }

    /// Counts what a model made of an example.
    pub fn add_mark(&mut self, model: &str, example: &Example, mark: &Mark) {
        if !self.models.contains_key(model) {
            self.models.insert(model.to_owned(), ModelMarks::default());
        }
        if let Some(marks) = self.models.get_mut(model) {
            marks.add(example, mark);
        }
    }

    /// Counts what a model that points at nothing makes of an example.
    pub fn add_floor(&mut self, example: &Example, mark: &Mark) {
        self.floor.add(example, mark);
    }

    /// Puts the floor beside the models, unless somebody sat it.
    pub fn finish(mut self) -> Self {
        let floor = std::mem::take(&mut self.floor);
        if !self.is_empty() {
            self.models.entry(NO_ANSWER.to_owned()).or_insert(floor);
        }
        self
    }

    /// Counts predictions that came after the first for the same example.
    pub fn add_repeated(&mut self, model: &str, count: u64) {
        if let Some(marks) = self.models.get_mut(model) {
            marks.repeated += count;
        }
    }
}

impl ModelMarks {
    fn add(&mut self, example: &Example, mark: &Mark) {
        self.predicted += 1;
        match *mark {
            Mark::Spans { form, both, answers, facts, overlap } => {
                self.overlap.add(overlap);
                self.answered += 1;
                self.forms.insert(form);
                if both {
                    for group in groups(example) {
                        self.both.entry(group).or_default().add(example.is_positive);
                    }
                }
                for (is_right, counts) in [(answers, &mut self.answers), (facts, &mut self.facts)] {
                    if is_right {
                        counts.add(example.is_positive);
                    }
                }
            }
            Mark::Texts { samples, right } => {
                self.answered += 1;
                self.texts.add(example.is_positive, samples, right);
            }
            Mark::Fault(fault) => *self.faults.entry(fault).or_default() += 1,
        }
    }

    pub fn right(&self, group: &Group) -> Counts {
        self.both.get(group).copied().unwrap_or_default()
    }

    /// Whether the model answers in texts and never in spans.
    pub fn is_text_only(&self) -> bool {
        self.forms.is_empty() && self.texts.examples > 0
    }
}

impl TextMarks {
    fn add(&mut self, is_positive: bool, samples: u32, right: u32) {
        self.examples += 1;
        self.most_samples = self.most_samples.max(samples);
        for (k, sums) in KS.iter().zip(&mut self.sums) {
            // With fewer samples than k the figure is that of all there are, which is never too high.
            let value = pass_at_k(samples, right, (*k).min(samples)).unwrap_or_default();
            for subset in [Subset::All, if is_positive { Subset::Positive } else { Subset::Negative }] {
                let (sum, squares) = &mut sums[subset as usize];
                *sum += value;
                *squares += value * value;
            }
        }
    }
}

fn groups(example: &Example) -> [Group; 4] {
    [
        Group::Whole,
        Group::Query(example.query.clone()),
        Group::Hops(example.hops.clone()),
        Group::Spans(example.spans.min(MANY_SPANS)),
    ]
}

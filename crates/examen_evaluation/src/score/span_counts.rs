//! The answers of models to tasks that ask for spans: how many examples each has right, by part.

use std::collections::{BTreeMap, BTreeSet};

use examen_data::ResultRow;
use examen_metrics::{CHAR_F1, Kinds, LINE_F1, LINE_MATCH, Metric, Overlap, PASS_AT_K, SPAN_F1, TEXT_MATCH};

use super::answer_counts::AnswerCounts;
use super::group::{Group, MANY_SPANS};
use super::predictions::Fault;
use super::sample_sums::SampleSums;
use super::span_task::PASS_SIGNATURE;
use super::task_rows::{TaskRows, some};
use crate::predict::NO_ANSWER;

/// The variant of span metrics: spans that a window or a limit cut off are still asked for.
const UNCUT: &str = "truth:uncut";

/// Which examples a value is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Subset {
    All,
    Positive,
    Negative,
}

impl Subset {
    const ALL: [Self; 3] = [Self::All, Self::Positive, Self::Negative];

    const fn name(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Positive => "positive",
            Self::Negative => "negative",
        }
    }
}

/// What is known of an example besides its spans.
pub(super) struct Example {
    pub(super) query: Option<String>,
    pub(super) hops: Option<String>,
    pub(super) is_positive: bool,
    /// True spans of both kinds.
    pub(super) spans: usize,
}

/// Numbers of examples: all, positive, negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts([u64; 3]);

impl Counts {
    const fn add(&mut self, is_positive: bool) {
        self.0[0] += 1;
        self.0[if is_positive { 1 } else { 2 }] += 1;
    }

    const fn of(self, subset: Subset) -> u64 {
        self.0[subset as usize]
    }
}

/// The format in which a model gives spans.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Format {
    Spans,
    Labels,
}

/// The score of one answer.
pub(super) enum SpanScore {
    /// Spans: whether those of both kinds, the answers, the facts are right, and how many of them.
    /// Of spans by place also whether their lines are right, how many of them, and how many characters, if that is known.
    Spans {
        format: Format,
        both: bool,
        answers: bool,
        facts: bool,
        overlap: Overlap,
        lines: Option<(bool, Overlap)>,
        characters: Option<Overlap>,
    },
    /// Texts: so many samples, so many of them right.
    Texts { samples: u32, right: u32 },
    /// Nothing that could be right.
    Fault(Fault),
}

/// The answers of one model.
#[derive(Default)]
struct ModelCounts {
    /// Right examples, looking at all kinds of spans that are asked for, by the number of their group.
    right: Vec<Counts>,
    right_answers: Counts,
    right_facts: Counts,
    /// Spans one by one, of the examples with an answer.
    overlap: Overlap,
    right_lines: Counts,
    /// Lines of spans one by one.
    lines: Overlap,
    /// Characters of spans one by one.
    characters: Overlap,
    texts: SampleSums,
    /// Samples by place.
    samples: SampleSums,
    formats: BTreeSet<Format>,
    answers: AnswerCounts,
}

/// The answers of all models at a task.
#[derive(Default)]
pub(super) struct SpanCounts {
    groups: GroupNumbers,
    /// The examples of each group.
    examples: Vec<Counts>,
    /// The groups of the example that answers are counted for.
    of_example: Vec<usize>,
    /// Examples that could not be put together from their rows.
    left_out: u64,
    /// True spans of all examples.
    true_spans: u64,
    /// The lines that they are on.
    true_lines: u64,
    /// The characters that they cover.
    true_characters: u64,
    /// Whether facts are asked for.
    has_facts: bool,
    models: BTreeMap<String, ModelCounts>,
    /// A model that never points at anything.
    baseline: ModelCounts,
}

impl SpanCounts {
    pub(super) fn new(has_facts: bool) -> Self {
        Self { has_facts, ..Self::default() }
    }

    /// The kinds of spans that are asked for.
    pub(super) const fn kinds(&self) -> Kinds {
        if self.has_facts { Kinds::Both } else { Kinds::Answers }
    }

    /// Counts an example, and what a model that points at nothing makes of it.
    pub(super) fn add_example(&mut self, example: &Example, unanswered: &SpanScore) {
        self.true_spans += example.spans as u64;
        self.groups.of(example, &mut self.of_example);
        for &group in &self.of_example {
            counts_at(&mut self.examples, group).add(example.is_positive);
        }
        self.baseline.add(example, &self.of_example, unanswered, 0);
    }

    /// Counts an example that could not be put together.
    pub(super) const fn leave_out(&mut self) {
        self.left_out += 1;
    }

    /// Counts a model's answer to the example that was added last, and the predictions beyond the first.
    pub(super) fn add(&mut self, model: &str, example: &Example, score: &SpanScore, repeated: u64) {
        if !self.models.contains_key(model) {
            self.models.insert(model.to_owned(), ModelCounts::default());
        }
        if let Some(counts) = self.models.get_mut(model) {
            counts.add(example, &self.of_example, score, repeated);
        }
    }

    /// Counts several samples of a model for an example.
    pub(super) fn add_samples(&mut self, model: &str, example: &Example, samples: u32, right: u32) {
        if let Some(counts) = self.models.get_mut(model) {
            counts.samples.add(&among(example), samples, right);
        }
    }

    /// Counts the characters of an answer that was counted before its code was read.
    pub(super) fn add_characters(&mut self, model: &str, overlap: Overlap) {
        if let Some(counts) = self.models.get_mut(model) {
            counts.characters.add(overlap);
        }
    }

    /// Adds the rows of all models, and of the baseline unless somebody predicted it.
    pub(super) fn add_rows(mut self, rows: &mut TaskRows) {
        let baseline = std::mem::take(&mut self.baseline);
        (self.true_lines, self.true_characters) = (baseline.lines.missed, baseline.characters.missed);
        if !self.examples.is_empty() {
            self.models.entry(NO_ANSWER.to_owned()).or_insert(baseline);
        }
        let n = self.groups.counts(&Group::Whole, &self.examples);
        for (name, model) in &self.models {
            rows.start_model(name, self.left_out);
            if !model.is_text_only() {
                self.add_span_rows(model, rows);
            }
            if model.texts.most_samples > 0 {
                model.add_text_rows(rows, n);
            }
            let signature = PASS_AT_K.signature.to_owned();
            let by_place = ResultRow { signature, format: some("spans"), ..ResultRow::default() };
            for subset in Subset::ALL {
                model.samples.add_rows(rows, subset.name(), n.of(subset), &by_place);
            }
            model.answers.add_rows(rows, n.of(Subset::All), self.left_out);
        }
    }

    fn add_span_rows(&self, model: &ModelCounts, rows: &mut TaskRows) {
        let of = |rows: &TaskRows, kinds: Kinds, subset: Subset, group: &Group| {
            let metric = kinds.metric();
            ResultRow {
                signature: uncut(metric.signature),
                spans: some(kinds_name(kinds)),
                format: some(model.format()),
                group: group.name(),
                ..rows.at(metric, subset.name())
            }
        };
        for group in self.groups.0.keys() {
            let n = self.groups.counts(group, &self.examples);
            let right = self.groups.counts(group, &model.right);
            for subset in Subset::ALL {
                rows.fraction(of(rows, self.kinds(), subset, group), right.of(subset), n.of(subset));
                if *group == Group::Whole && self.has_facts {
                    let (answers, facts) = (model.right_answers.of(subset), model.right_facts.of(subset));
                    rows.fraction(of(rows, Kinds::Answers, subset, group), answers, n.of(subset));
                    rows.fraction(of(rows, Kinds::Facts, subset, group), facts, n.of(subset));
                }
            }
        }
        let n = self.groups.counts(&Group::Whole, &self.examples);
        let right = self.groups.counts(&Group::Whole, &model.right).of(Subset::All);
        let row = of(rows, self.kinds(), Subset::All, &Group::Whole);
        model.answers.add_answered(rows, row, right, n.of(Subset::All));
        if model.format() == "spans" {
            self.add_near_rows(model, rows, n);
        }
        // The spans of examples without an answer are missed.
        let overlap = Overlap { missed: self.true_spans.saturating_sub(model.overlap.right), ..model.overlap };
        if let Some(f1) = overlap.f1() {
            let row = ResultRow {
                signature: uncut(SPAN_F1.signature),
                spans: some(kinds_name(self.kinds())),
                format: some(model.format()),
                ..rows.at(&SPAN_F1, "all")
            };
            rows.value(row, f1, None, n.of(Subset::All));
        }
    }

    /// Adds the values of lines and characters, for spans by place.
    fn add_near_rows(&self, model: &ModelCounts, rows: &mut TaskRows, n: Counts) {
        let of = |row: ResultRow| ResultRow {
            signature: uncut(&row.signature),
            spans: some(kinds_name(self.kinds())),
            format: some(model.format()),
            ..row
        };
        for subset in Subset::ALL {
            let row = of(rows.at(&LINE_MATCH, subset.name()));
            rows.fraction(row, model.right_lines.of(subset), n.of(subset));
        }
        let near: [(&Metric, Overlap, u64); 2] =
            [(&LINE_F1, model.lines, self.true_lines), (&CHAR_F1, model.characters, self.true_characters)];
        for (metric, overlap, all) in near {
            let overlap = Overlap { missed: all.saturating_sub(overlap.right), ..overlap };
            if let Some(f1) = overlap.f1() {
                rows.value(of(rows.at(metric, "all")), f1, None, n.of(Subset::All));
            }
        }
    }
}

/// A signature with the variant of the truth.
fn uncut(signature: &str) -> String {
    if signature.is_empty() { UNCUT.to_owned() } else { format!("{signature}|{UNCUT}") }
}

const fn kinds_name(kinds: Kinds) -> &'static str {
    match kinds {
        Kinds::Both => "both",
        Kinds::Answers => "answers",
        Kinds::Facts => "facts",
    }
}

impl ModelCounts {
    fn add(&mut self, example: &Example, groups: &[usize], score: &SpanScore, repeated: u64) {
        self.answers.add_repeated(repeated);
        match *score {
            SpanScore::Spans { format, both, answers, facts, overlap, lines, characters } => {
                self.answers.add_answer();
                self.characters.add(characters.unwrap_or_default());
                if let Some((is_right, overlap)) = lines {
                    self.lines.add(overlap);
                    if is_right {
                        self.right_lines.add(example.is_positive);
                    }
                }
                self.overlap.add(overlap);
                self.formats.insert(format);
                if both {
                    for &group in groups {
                        counts_at(&mut self.right, group).add(example.is_positive);
                    }
                }
                for (is_right, counts) in [(answers, &mut self.right_answers), (facts, &mut self.right_facts)] {
                    if is_right {
                        counts.add(example.is_positive);
                    }
                }
            }
            SpanScore::Texts { samples, right } => {
                self.answers.add_answer();
                self.texts.add(&among(example), samples, right);
            }
            SpanScore::Fault(fault) => self.answers.add_fault(fault),
        }
    }

    /// Whether the model answers in texts and never in spans.
    fn is_text_only(&self) -> bool {
        self.formats.is_empty() && self.texts.most_samples > 0
    }

    /// Adds the values of texts: whether they are right or, with several samples, pass@k.
    fn add_text_rows(&self, rows: &mut TaskRows, n: Counts) {
        let like = ResultRow { signature: PASS_SIGNATURE.to_owned(), format: some("texts"), ..ResultRow::default() };
        for subset in Subset::ALL {
            if self.texts.most_samples > 1 {
                self.texts.add_rows(rows, subset.name(), n.of(subset), &like);
                continue;
            }
            let row = ResultRow { format: some("texts"), ..rows.at(&TEXT_MATCH, subset.name()) };
            #[expect(clippy::cast_sign_loss, reason = "a sum of zeros and ones")]
            rows.fraction(row, self.texts.first_sum(subset.name()) as u64, n.of(subset));
        }
    }

    /// The format of the model's answers.
    fn format(&self) -> &'static str {
        match (self.formats.contains(&Format::Spans), self.formats.contains(&Format::Labels)) {
            (true, true) => "mixed",
            (true, false) => "spans",
            (false, true) => "labels",
            (false, false) => "none",
        }
    }
}

/// The examples that one is among.
const fn among(example: &Example) -> [&'static str; 2] {
    [Subset::All.name(), if example.is_positive { Subset::Positive.name() } else { Subset::Negative.name() }]
}

/// The numbers of groups, by which examples are counted: names would have to be made and compared for each.
#[derive(Default)]
struct GroupNumbers(BTreeMap<Group, usize>);

impl GroupNumbers {
    /// Puts the numbers of an example's groups in place of others.
    fn of(&mut self, example: &Example, numbers: &mut Vec<usize>) {
        numbers.clear();
        let named = [example.query.clone().map(Group::Query), example.hops.clone().map(Group::Hops)];
        let spans = Group::Spans(example.spans.min(MANY_SPANS));
        for group in [Group::Whole, spans].into_iter().chain(named.into_iter().flatten()) {
            let next = self.0.len();
            numbers.push(*self.0.entry(group).or_insert(next));
        }
    }

    /// The counts of a group.
    fn counts(&self, group: &Group, counts: &[Counts]) -> Counts {
        self.0.get(group).and_then(|&number| counts.get(number)).copied().unwrap_or_default()
    }
}

/// The counts of the group of a number.
fn counts_at(counts: &mut Vec<Counts>, number: usize) -> &mut Counts {
    if counts.len() <= number {
        counts.resize(number + 1, Counts::default());
    }
    &mut counts[number]
}

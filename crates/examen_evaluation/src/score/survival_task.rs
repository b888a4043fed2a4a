//! Scores of examples that were rewritten: does the answer survive?

use std::collections::{BTreeMap, BTreeSet};

use examen_data::{Answer, AnswerKind, AnswerSpec, JsonText, Place, ResultRow};
use examen_metrics::{
    ACCURACY, ANY_CHANGE, Kinds, PREDICTION_CHANGE, Spans, Survival, UNANSWERED_PAIRS, clustered_fraction_interval,
    spans_match,
};
use examen_suites::rewriting::{MovedText, ORIGINAL, carried};

use super::answer_counts::AnswerCounts;
use super::example_rows::{ExampleRow, example_rows};
use super::example_scores::{ExampleMeasure, ExampleScores, right_or_wrong};
use super::name_task::{Subtokens, name_parts};
use super::predictions::Predictions;
use super::span_task::{ANSWERS, FACTS, span_set};
use super::task_rows::{TaskRows, some};
use super::{ScoredTask, Task};

/// The most statements of a function in each part but the last, as in Figure 5 of Rabin et al. 2021.
const MOST_STATEMENTS: [u32; 8] = [5, 10, 15, 20, 25, 50, 100, 1000];

/// The transformation of originals that are asked twice.
const NO_TRANSFORM: &str = "none";

/// The variant of an interval in which projects are clusters.
const CLUSTERED: &str = "clusters:project";

/// An example, or a rewrite of it.
struct Row {
    id: String,
    project: String,
    transform: String,
    place: String,
    statements: u32,
    edits: Vec<MovedText>,
    truth: Comparable,
}

/// An answer in a form that can be compared with another one.
enum Comparable {
    Text(String),
    Spans(Spans<Place>),
}

/// A transformation and how much of a function it rewrites.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Change {
    transform: String,
    place: String,
}

/// The answers of one model.
#[derive(Default)]
struct SurvivalCounts {
    answers: AnswerCounts,
    /// Original examples with a right answer.
    right_originals: u64,
    answered_originals: u64,
    original_subtokens: Subtokens,
    /// Originals that were asked twice: those with another answer the second time, and all.
    repeats: (u64, u64),
    by_change: BTreeMap<Change, ChangeCounts>,
}

/// What became of the answers of one model under one transformation. Change is counted in pairs of answers only: a model that
/// says nothing is not stable.
#[derive(Default)]
struct ChangeCounts {
    rewritten: u64,
    /// Rewritten examples with a right answer.
    right: u64,
    survival: Survival,
    /// By [`MOST_STATEMENTS`], and those with more.
    by_statements: [Survival; MOST_STATEMENTS.len() + 1],
    /// Changed answers and all, by project.
    by_project: BTreeMap<String, (u64, u64)>,
    originals: u64,
    /// Originals that have another answer after one rewrite at least.
    unstable: u64,
    subtokens: Subtokens,
}

/// Scores every model at every example and its rewrites.
pub(super) fn score_survival(
    task: &Task<'_>,
    original: &str,
    predictions: &mut Predictions,
) -> crate::Result<ScoredTask> {
    let spec = task.spec;
    let mut columns = vec!["id", "project", original, "transform", "place", "statements", "edits"];
    columns.extend(spec.truth.iter().map(String::as_str).filter(|name| !["control_label", "labels"].contains(name)));
    let mut groups: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for row in example_rows(task.folder, task.splits, &columns, &[])? {
        let row = row?;
        groups.entry(row.text(original)?).or_default().push(Row::read(&row, spec)?);
    }
    let kinds = if spec.has_truth(FACTS) { Kinds::Both } else { Kinds::Answers };
    let models = task.models(predictions)?.into_iter().map(|name| (name, SurvivalCounts::default())).collect();
    let mut scored = Scorer { kind: spec.kind, kinds, models, scores: task.example_scores() };
    let (mut originals, mut rewritten) = (0, 0);
    for (_, rows) in groups {
        let (firsts, others): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.transform == ORIGINAL);
        if let Some(first) = firsts.into_iter().next() {
            originals += 1;
            rewritten += others.len() as u64;
            scored.add_group(&first, others, predictions);
        }
    }
    let mut rows = task.rows();
    for (name, model) in &scored.models {
        rows.start_model(name, 0);
        model.add_rows(&mut rows, originals, spec.kind == AnswerKind::Name);
        model.answers.add_rows(&mut rows, originals + rewritten, 0);
    }
    Ok(ScoredTask::new(rows, scored.scores))
}

/// The answers of all models.
struct Scorer {
    kind: AnswerKind,
    /// The kinds of spans that are asked for.
    kinds: Kinds,
    models: BTreeMap<String, SurvivalCounts>,
    scores: ExampleScores,
}

impl Scorer {
    fn add_group(&mut self, original: &Row, rewritten: Vec<Row>, predictions: &mut Predictions) {
        let (kind, kinds) = (self.kind, self.kinds);
        let is_right =
            |given: Option<&Comparable>, truth: &Comparable| given.is_some_and(|given| given.is_right(truth, kinds));
        let unanswered = vec![(ExampleMeasure::originals(), right_or_wrong(false))];
        self.scores.start(&original.id, &original.project, unanswered);
        let mut before: BTreeMap<String, (Option<Comparable>, bool)> = BTreeMap::new();
        let mut answers = predictions.answers(&original.id, |output| Comparable::read(kind, output));
        for (name, model) in &mut self.models {
            let mut outcomes = answers.remove(name.as_str()).unwrap_or_default();
            // Asked a second time without any rewrite: what changes then is noise.
            if let [Ok(first), Ok(second), ..] = &outcomes[..] {
                model.repeats.0 += u64::from(!is_same(first, second, &[]));
                model.repeats.1 += 1;
                outcomes.truncate(1);
            }
            let given = model.answers.add_first(outcomes);
            let is_right = is_right(given.as_ref(), &original.truth);
            model.answered_originals += u64::from(given.is_some());
            self.scores.add(name, ExampleMeasure::originals(), right_or_wrong(is_right));
            model.right_originals += u64::from(is_right);
            count_subtokens(given.as_ref(), &original.truth, &mut model.original_subtokens);
            before.insert(name.to_owned(), (given, is_right));
        }
        // Whether some rewrite changed the answer, by model and transformation.
        let mut unstable: BTreeMap<(String, Change), bool> = BTreeMap::new();
        for row in rewritten {
            let change = Change { transform: row.transform, place: row.place };
            let part = MOST_STATEMENTS.iter().position(|&most| row.statements <= most);
            let mut answers = predictions.answers(&row.id, |output| Comparable::read(kind, output));
            // A model without an answer to the original has none that could change.
            self.scores.start(&row.id, &row.project, Vec::new());
            for (name, (first, was_right)) in &before {
                let Some(model) = self.models.get_mut(name) else { continue };
                let given = model.answers.add_first(answers.remove(name.as_str()).unwrap_or_default());
                let is_right = is_right(given.as_ref(), &row.truth);
                let counts = model.by_change.entry(change.clone()).or_default();
                counts.rewritten += 1;
                counts.right += u64::from(is_right);
                count_subtokens(given.as_ref(), &row.truth, &mut counts.subtokens);
                let (Some(first), Some(given)) = (first, given) else { continue };
                let is_same = is_same(first, &given, &row.edits);
                let has_changed = counts.survival.add(*was_right, is_right, is_same);
                let measure = ExampleMeasure::change(change.transform.clone(), change.place.clone());
                self.scores.add(name, measure, right_or_wrong(has_changed));
                counts.by_statements[part.unwrap_or(MOST_STATEMENTS.len())].add(*was_right, is_right, is_same);
                let of_project = counts.by_project.entry(row.project.clone()).or_default();
                of_project.0 += u64::from(has_changed);
                of_project.1 += 1;
                *unstable.entry((name.clone(), change.clone())).or_default() |= has_changed;
            }
        }
        for ((name, change), is_unstable) in unstable {
            if let Some(counts) = self.models.get_mut(&name).and_then(|model| model.by_change.get_mut(&change)) {
                counts.originals += 1;
                counts.unstable += u64::from(is_unstable);
            }
        }
    }
}

impl SurvivalCounts {
    fn add_rows(&self, rows: &mut TaskRows, originals: u64, has_names: bool) {
        rows.fraction(rows.at(&ACCURACY, "originals"), self.right_originals, originals);
        if (1..originals).contains(&self.answered_originals) {
            rows.fraction(rows.at(&ACCURACY, "answered"), self.right_originals, self.answered_originals);
        }
        let (changed, repeats) = self.repeats;
        let row = ResultRow {
            transform: some(NO_TRANSFORM),
            place: some("repeat"),
            ..rows.at(&PREDICTION_CHANGE, "originals")
        };
        rows.fraction(row, changed, repeats);
        if has_names {
            let at = ResultRow { examples: some("originals"), ..ResultRow::default() };
            self.original_subtokens.add_rows(rows, originals, &at);
        }
        for (Change { transform, place }, counts) in &self.by_change {
            let at = |row: ResultRow| ResultRow { transform: some(transform), place: some(place), ..row };
            let survival = &counts.survival;
            let n = survival.n();
            if n > 0 {
                let interval = clustered_fraction_interval(counts.by_project.values().copied());
                let row = ResultRow { signature: CLUSTERED.to_owned(), ..rows.at(&PREDICTION_CHANGE, "rewritten") };
                rows.value(at(row), survival.changed() as f64 / n as f64, interval, n);
            }
            for (metric, count) in survival.parts() {
                rows.fraction(at(rows.at(metric, "rewritten")), count, n);
            }
            rows.fraction(at(rows.at(&ACCURACY, "rewritten")), counts.right, counts.rewritten);
            if n < counts.rewritten {
                let row = at(rows.at(&UNANSWERED_PAIRS, "rewritten"));
                rows.value(row, (counts.rewritten - n) as f64, None, counts.rewritten);
            }
            rows.fraction(at(rows.at(&ANY_CHANGE, "originals")), counts.unstable, counts.originals);
            for (before, (changed, n)) in
                [("correct", survival.change_of_correct()), ("wrong", survival.change_of_wrong())]
            {
                let row = ResultRow { before: some(before), ..rows.at(&PREDICTION_CHANGE, "rewritten") };
                rows.fraction(at(row), changed, n);
            }
            for (part, survival) in counts.by_statements.iter().enumerate() {
                let group = Some(format!("statements:{}", statements_part(part)));
                let row = ResultRow { group, ..rows.at(&PREDICTION_CHANGE, "rewritten") };
                rows.fraction(at(row), survival.changed(), survival.n());
            }
            if has_names {
                let at = at(ResultRow { examples: some("rewritten"), ..ResultRow::default() });
                counts.subtokens.add_rows(rows, counts.rewritten, &at);
            }
        }
    }
}

impl Row {
    fn read(row: &ExampleRow, spec: &AnswerSpec) -> crate::Result<Self> {
        let truth = if spec.kind == AnswerKind::Spans {
            let places = |column| row.value::<Option<Vec<Place>>>(column).map(Option::unwrap_or_default);
            Comparable::Spans(span_set(places(ANSWERS)?, places(FACTS)?))
        } else {
            let column = spec.truth.iter().find(|name| *name != "control_label");
            let text = row.text(column.map(String::as_str).unwrap_or_default())?;
            Comparable::Text(if spec.kind == AnswerKind::Name { name_parts(&text) } else { text })
        };
        Ok(Self {
            id: row.text("id")?,
            project: row.text("project")?,
            transform: row.text("transform")?,
            place: row.text("place")?,
            statements: row.value("statements")?,
            edits: row.value("edits")?,
            truth,
        })
    }
}

impl Comparable {
    fn read(kind: AnswerKind, output: &JsonText) -> Result<Self, String> {
        match output.answer(kind)? {
            Answer::Name(name) => Ok(Self::Text(name_parts(&name))),
            Answer::Class { label: text, .. } | Answer::Text(text) => Ok(Self::Text(text.trim().to_owned())),
            Answer::Choice(choice) => Ok(Self::Text(choice.to_string())),
            Answer::Match(given) | Answer::Relevance(given) => Ok(Self::Text(given.to_string())),
            // A span without a place can be compared with nothing.
            Answer::Spans { unlocated: 1.., .. } => Err("a span of the answer has no place".to_owned()),
            Answer::Spans { answer_spans, supporting_fact_spans, .. } => {
                Ok(Self::Spans(span_set(answer_spans, supporting_fact_spans)))
            }
            Answer::Labels(_) | Answer::Texts(_) => {
                Err("answers to rewritten examples have to be spans by their places".to_owned())
            }
        }
    }

    fn is_right(&self, truth: &Self, kinds: Kinds) -> bool {
        match (self, truth) {
            (Self::Text(given), Self::Text(truth)) => given == truth,
            (Self::Spans(given), Self::Spans(truth)) => spans_match(truth, given, kinds),
            _ => false,
        }
    }
}

/// Whether an answer to the rewritten code is that to the original; spans are carried through the edits.
fn is_same(before: &Comparable, after: &Comparable, edits: &[MovedText]) -> bool {
    match (before, after) {
        (Comparable::Text(before), Comparable::Text(after)) => before == after,
        (Comparable::Spans(before), Comparable::Spans(after)) => {
            let carry = |places: &BTreeSet<Place>| places.iter().map(|&place| carried_place(place, edits)).collect();
            Spans { answers: carry(&before.answers), facts: carry(&before.facts) } == *after
        }
        _ => false,
    }
}

fn count_subtokens(given: Option<&Comparable>, truth: &Comparable, subtokens: &mut Subtokens) {
    match (given, truth) {
        (Some(Comparable::Text(given)), Comparable::Text(truth)) => subtokens.add(truth, given),
        (_, Comparable::Text(truth)) => subtokens.add(truth, ""),
        _ => {}
    }
}

/// Where a place of the original file is in the rewritten one.
fn carried_place(place: Place, edits: &[MovedText]) -> Place {
    let span = ((place.start_line, place.start_column), (place.end_line, place.end_column));
    let ((start_line, start_column), (end_line, end_column)) = carried(span, edits);
    Place { start_line, start_column, end_line, end_column }
}

/// A part by number of statements: the most that a function of the part has.
fn statements_part(at: usize) -> String {
    match MOST_STATEMENTS.get(at) {
        Some(most) => format!("<={most}"),
        None => format!(">{}", MOST_STATEMENTS[MOST_STATEMENTS.len() - 1]),
    }
}

//! Scores of tasks that ask for spans in the code they show.

use std::borrow::Cow;
use std::collections::BTreeSet;

use examen_data::{Answer, AnswerKind, JsonText, Place};
use examen_metrics::{Kinds, Overlap, Spans, spans_match, texts_match};
use examen_tokenizers::labels::Label;
use serde::Deserialize;

use super::example_rows::{ExampleRow, example_rows};
use super::example_scores::{ExampleMeasure, ExampleScores, right_or_wrong};
use super::label_truth::{given_spans, labels_of_numbers, spans_in_labels};
use super::predictions::{Fault, Outcome, Predictions};
use super::span_characters::{LongTexts, OpenAnswers, character_overlap};
use super::span_counts::{Example, Format, SpanCounts, SpanScore};
use super::span_shift::ShiftCounts;
use super::{ScoredTask, Task};

/// The column of the answers.
pub(super) const ANSWERS: &str = "answer_spans";
/// The column of the facts that support them.
pub(super) const FACTS: &str = "supporting_fact_spans";
const LABELS: &str = "labels";
/// Columns of the queries suite that part the examples.
pub(super) const GROUPS: [&str; 3] = ["query", "hops", "example_type"];

/// The variant of pass@k: its estimate, and how texts are compared.
pub(super) const PASS_SIGNATURE: &str = "estimate:unbiased|texts:stripped";

/// A [`Place`] with its text; its fields are repeated, since a flattened structure takes twice the time to read.
#[derive(Deserialize)]
struct TrueSpan {
    start_line: u32,
    #[serde(alias = "start_col")]
    start_column: u32,
    end_line: u32,
    #[serde(alias = "end_col")]
    end_column: u32,
    text: String,
}

/// The truth about an example, in every format in which a model may answer.
struct Truth {
    places: Spans<Place>,
    /// The lines that the spans are on.
    lines: Spans<u32>,
    texts: Vec<String>,
    /// The texts of spans over several lines.
    long_texts: LongTexts,
    labels: Option<Vec<Label>>,
}

/// An answer in one of the formats.
enum Given {
    /// Places, and the number of spans without one.
    Spans(Spans<Place>, u32),
    Labels(Vec<Label>),
    Texts(Vec<String>),
}

/// Scores every model at every example.
pub(super) fn score_spans(task: &Task<'_>, predictions: &mut Predictions) -> crate::Result<ScoredTask> {
    let spec = task.spec;
    let has_labels = spec.has_truth(LABELS);
    let mut columns = vec!["id", "project", ANSWERS];
    columns.extend(has_labels.then_some(LABELS));
    let optional = [&[FACTS][..], &GROUPS].concat();
    let mut scores = task.example_scores();
    let mut counts = SpanCounts::new(spec.has_truth(FACTS));
    let mut shifts = ShiftCounts::default();
    let mut open = OpenAnswers::default();
    for row in example_rows(task.folder, task.splits, &columns, &optional)? {
        let row = row?;
        let (id, project) = (row.text("id")?, row.text("project")?);
        let (example, truth) = read_truth(&row)?;
        let nothing = compare_places(&truth, &Spans::new(), 0, counts.kinds());
        counts.add_example(&example, &nothing);
        scores.start(&id, &project, unanswered(example.spans));
        for (model, outcomes) in predictions.answers(&id, |output| read(output, has_labels)) {
            let score = score_answers(&outcomes, &truth, counts.kinds());
            if let Some(Ok(Given::Spans(given, unlocated))) = outcomes.first() {
                shifts.add(model, &truth.places, given, counts.kinds());
                if matches!(score, SpanScore::Spans { characters: None, .. }) {
                    open.add(&id, model, (&truth.places, given), *unlocated, &truth.long_texts);
                }
            }
            let repeated = if matches!(score, SpanScore::Texts { .. }) { 0 } else { outcomes.len() as u64 - 1 };
            add_example_score(&mut scores, model, &score);
            counts.add(model, &example, &score, repeated);
            if let Some((samples, right)) = span_samples(&outcomes, &truth, counts.kinds()) {
                counts.add_samples(model, &example, samples, right);
            }
        }
    }
    open.count(task, &mut counts)?;
    let mut rows = task.rows();
    counts.add_rows(&mut rows);
    Ok(ScoredTask { remarks: shifts.remarks(), ..ScoredTask::new(rows, scores) })
}

/// Takes the facts by which examples are parted out of a row.
pub(super) fn read_example(row: &ExampleRow, spans: usize) -> examen_data::Result<Example> {
    let example_type: Option<String> = row.value(GROUPS[2])?;
    Ok(Example {
        query: row.value(GROUPS[0])?,
        hops: row.value(GROUPS[1])?,
        is_positive: example_type.map_or(spans > 0, |example_type| example_type == "positive"),
        spans,
    })
}

fn read_truth(row: &ExampleRow) -> examen_data::Result<(Example, Truth)> {
    let mut places = Spans::new();
    let (mut texts, mut long_texts) = (Vec::new(), LongTexts::new());
    for (of_kind, column) in [(&mut places.answers, ANSWERS), (&mut places.facts, FACTS)] {
        for span in row.value::<Option<Vec<TrueSpan>>>(column)?.unwrap_or_default() {
            let TrueSpan { start_line, start_column, end_line, end_column, text } = span;
            let place = Place { start_line, start_column, end_line, end_column };
            of_kind.insert(place);
            if end_line > start_line {
                long_texts.insert(place, text.clone());
            }
            texts.push(text);
        }
    }
    let numbers: Option<Vec<u8>> = row.value(LABELS)?;
    let labels = numbers.map(|numbers| labels_of_numbers(&numbers)).transpose().map_err(|message| row.bad(message))?;
    Ok((read_example(row, places.count())?, Truth { lines: lines_of(&places), places, texts, long_texts, labels }))
}

fn read(output: &JsonText, has_labels: bool) -> Result<Given, String> {
    match output.answer(AnswerKind::Spans)? {
        Answer::Spans { answer_spans, supporting_fact_spans, unlocated } => {
            Ok(Given::Spans(span_set(answer_spans, supporting_fact_spans), unlocated))
        }
        Answer::Labels(_) if !has_labels => Err("`labels` are of tokens, which this task does not have".to_owned()),
        Answer::Labels(numbers) => labels_of_numbers(&numbers).map(Given::Labels),
        Answer::Texts(texts) => Ok(Given::Texts(texts)),
        _ => Err("the output has no spans".to_owned()),
    }
}

/// Spans of both kinds.
pub(crate) fn span_set(answers: Vec<Place>, facts: Vec<Place>) -> Spans<Place> {
    Spans { answers: answers.into_iter().collect(), facts: facts.into_iter().collect() }
}

/// Scores what one model predicted for one example. Several texts are samples; of anything else the first counts.
fn score_answers(outcomes: &[Outcome<Given>], truth: &Truth, kinds: Kinds) -> SpanScore {
    let is_right =
        |outcome: &Outcome<Given>| matches!(outcome, Ok(Given::Texts(texts)) if texts_match(&truth.texts, texts));
    if outcomes.iter().any(|outcome| matches!(outcome, Ok(Given::Texts(_)))) {
        // A sample that cannot be read is a wrong one.
        let right = outcomes.iter().filter(|outcome| is_right(outcome)).count();
        return SpanScore::Texts { samples: outcomes.len() as u32, right: right as u32 };
    }
    match (&outcomes[0], &truth.labels) {
        (Ok(Given::Labels(given)), Some(labels)) => {
            compare(Format::Labels, &spans_in_labels(labels), &given_spans(labels, given), kinds)
        }
        (Ok(Given::Spans(given, unlocated)), _) => compare_places(truth, given, *unlocated, kinds),
        (Ok(Given::Labels(_) | Given::Texts(_)), _) => SpanScore::Fault(Fault::Unusable),
        (Err(fault), _) => SpanScore::Fault(*fault),
    }
}

/// Samples by place, and how many of them are right; nothing for a single prediction or other formats.
fn span_samples(outcomes: &[Outcome<Given>], truth: &Truth, kinds: Kinds) -> Option<(u32, u32)> {
    if outcomes.len() < 2 || !outcomes.iter().any(|outcome| matches!(outcome, Ok(Given::Spans(..)))) {
        return None;
    }
    let is_right = |outcome: &&Outcome<Given>| matches!(outcome, Ok(Given::Spans(given, 0)) if spans_match(&truth.places, given, kinds));
    Some((outcomes.len() as u32, outcomes.iter().filter(is_right).count() as u32))
}

/// Compares spans by place. A span without a place is a wrong one, of whichever kind.
fn compare_places(truth: &Truth, given: &Spans<Place>, unlocated: u32, kinds: Kinds) -> SpanScore {
    let mut score = compare(Format::Spans, &truth.places, given, kinds);
    if let SpanScore::Spans { both, answers, facts, overlap, lines, characters, .. } = &mut score {
        let given_lines =
            if truth.places == *given { Cow::Borrowed(&truth.lines) } else { Cow::Owned(lines_of(given)) };
        *characters = character_overlap(&truth.places, given, kinds, &truth.long_texts);
        if let Some(characters) = characters {
            characters.wrong += u64::from(unlocated);
        }
        let mut of_lines = Overlap::of_spans(&truth.lines, &given_lines, kinds);
        of_lines.wrong += u64::from(unlocated);
        *lines = Some((unlocated == 0 && spans_match(&truth.lines, &given_lines, kinds), of_lines));
        overlap.wrong += u64::from(unlocated);
        for is_right in [both, answers, facts] {
            *is_right &= unlocated == 0;
        }
    }
    score
}

/// The lines that spans are on.
fn lines_of(spans: &Spans<Place>) -> Spans<u32> {
    let lines = |places: &BTreeSet<Place>| places.iter().flat_map(|place| place.start_line..=place.end_line).collect();
    Spans { answers: lines(&spans.answers), facts: lines(&spans.facts) }
}

/// What is counted without an answer, in every format.
pub(super) fn unanswered(true_spans: usize) -> Vec<(ExampleMeasure, Vec<f64>)> {
    let missed = Overlap { missed: true_spans as u64, ..Overlap::default() };
    let wrong = [ExampleMeasure::spans(), ExampleMeasure::texts(1), ExampleMeasure::texts(2)];
    let wrong = wrong.map(|measure| (measure, right_or_wrong(false)));
    wrong.into_iter().chain([(ExampleMeasure::span_overlap(), missed.numbers().into())]).collect()
}

/// Adds the score of a single example.
pub(super) fn add_example_score(scores: &mut ExampleScores, model: &str, score: &SpanScore) {
    match *score {
        SpanScore::Spans { both, overlap, .. } => {
            scores.add(model, ExampleMeasure::spans(), right_or_wrong(both));
            scores.add(model, ExampleMeasure::span_overlap(), overlap.numbers().into());
        }
        SpanScore::Texts { samples, right } => {
            let fraction = f64::from(right) / f64::from(samples.max(1));
            scores.add(model, ExampleMeasure::texts(samples), vec![fraction]);
        }
        // As an example without an answer.
        SpanScore::Fault(_) => {}
    }
}

/// Compares spans that were given in one format.
pub(super) fn compare<P: Ord>(format: Format, truth: &Spans<P>, given: &Spans<P>, kinds: Kinds) -> SpanScore {
    let matches = |kinds| spans_match(truth, given, kinds);
    let overlap = Overlap::of_spans(truth, given, kinds);
    SpanScore::Spans {
        format,
        both: matches(kinds),
        answers: matches(Kinds::Answers),
        facts: matches(Kinds::Facts),
        overlap,
        lines: None,
        characters: None,
    }
}

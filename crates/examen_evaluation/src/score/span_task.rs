//! Marking rows that ask for spans in the code they show.

use examen_corpus::Split;
use examen_data::{DataError, TaskFolder};
use examen_metrics::{Kinds, Label, Overlap, SpanKind, Spans, spans_in_labels, spans_match, texts_match};
use serde::Deserialize;

use super::ANSWERS_ONLY;
use super::answer::{Answer, Place, labels};
use super::example_marks::{ExampleMarks, Measure, point};
use super::label_truth::given_spans;
use super::papers::{Fault, Outcome, Papers};
use super::span_marks::{Example, Form, Mark, SpanMarks};

#[derive(Deserialize)]
struct Row {
    id: String,
    project: String,
    query: String,
    hops: String,
    example_type: String,
    answer_spans: Vec<TrueSpan>,
    supporting_fact_spans: Vec<TrueSpan>,
    labels: Option<Vec<u8>>,
}

#[derive(Deserialize)]
struct TrueSpan {
    #[serde(flatten)]
    place: Place,
    text: String,
}

/// What is true of an example, in every form in which a model may answer.
struct Truth {
    places: Spans<Place>,
    texts: Vec<String>,
    labels: Option<Vec<Label>>,
}

/// Marks every model at every example of the splits.
pub fn mark_spans(
    folder: &TaskFolder,
    splits: &[Split],
    has_labels: bool,
    papers: &mut Papers,
    singles: &mut ExampleMarks,
) -> examen_data::Result<SpanMarks> {
    let mut columns = vec!["id", "project", "query", "hops", "example_type", "answer_spans", "supporting_fact_spans"];
    columns.extend(has_labels.then_some("labels"));
    let mut marks = SpanMarks::new(folder.manifest().task != ANSWERS_ONLY);
    for &split in splits {
        for (number, row) in folder.rows_with::<Row>(split, &columns)?.enumerate() {
            let row = row?;
            let (id, project) = (row.id.clone(), row.project.clone());
            let (example, truth) = row.read().map_err(|message| DataError::BadRow {
                subject: folder.split_path(split).display().to_string(),
                row: number as u64,
                message,
            })?;
            marks.add_example(&example);
            singles.start(&id, &project, nothing(example.spans));
            marks.add_floor(&example, &mark(&[&Ok(Answer::Spans(Spans::new()))], &truth, marks.kinds()));
            for (model, outcomes) in papers.for_example(&id) {
                let mark = mark(&outcomes, &truth, marks.kinds());
                give_mark(singles, model, &mark);
                marks.add_mark(model, &example, &mark);
                if !matches!(mark, Mark::Texts { .. }) {
                    marks.add_repeated(model, outcomes.len() as u64 - 1);
                }
            }
        }
    }
    Ok(marks.finish())
}

impl Row {
    fn read(self) -> Result<(Example, Truth), String> {
        let mut places = Spans::new();
        let mut texts = Vec::new();
        for (kind, spans) in [(SpanKind::Answer, self.answer_spans), (SpanKind::Fact, self.supporting_fact_spans)] {
            for TrueSpan { place, text } in spans {
                places.insert((kind, place));
                texts.push(text);
            }
        }
        let truth = Truth { labels: self.labels.as_deref().map(labels).transpose()?, places, texts };
        let example = Example {
            query: self.query,
            hops: self.hops,
            is_positive: self.example_type == "positive",
            spans: truth.places.len(),
        };
        Ok((example, truth))
    }
}

/// Marks what one model handed in for one example. Several texts are samples; of anything else the first counts.
fn mark(outcomes: &[&Outcome], truth: &Truth, kinds: Kinds) -> Mark {
    let is_right = |outcome: &Outcome| matches!(outcome, Ok(Answer::Texts(texts)) if texts_match(&truth.texts, texts));
    if outcomes.iter().any(|outcome| matches!(outcome, Ok(Answer::Texts(_)))) {
        // A sample that cannot be read is a wrong one.
        let right = outcomes.iter().filter(|outcome| is_right(outcome)).count();
        return Mark::Texts { samples: outcomes.len() as u32, right: right as u32 };
    }
    match (outcomes.first(), &truth.labels) {
        (Some(Ok(Answer::Spans(given))), _) => marked(Form::Places, &truth.places, given, kinds),
        (Some(Ok(Answer::Labels(given))), Some(labels)) => {
            marked(Form::Labels, &spans_in_labels(labels), &given_spans(labels, given), kinds)
        }
        (Some(Err(fault)), _) => Mark::Fault(*fault),
        _ => Mark::Fault(Fault::Unusable),
    }
}

/// What no answer is worth, however spans are told.
pub fn nothing(true_spans: usize) -> Vec<(Measure, Vec<f64>)> {
    let missed = Overlap { missed: true_spans as u64, ..Overlap::default() };
    let marks = [Measure::spans(), Measure::texts(1), Measure::texts(2)].map(|measure| (measure, point(false)));
    marks.into_iter().chain([(Measure::span_overlap(), missed.numbers().into())]).collect()
}

/// Notes the mark of a single example.
pub fn give_mark(singles: &mut ExampleMarks, model: &str, mark: &Mark) {
    match *mark {
        Mark::Spans { both, overlap, .. } => {
            singles.give(model, Measure::spans(), point(both));
            singles.give(model, Measure::span_overlap(), overlap.numbers().into());
        }
        Mark::Texts { samples, right } => {
            let share = f64::from(right) / f64::from(samples.max(1));
            singles.give(model, Measure::texts(samples), vec![share]);
        }
        // It is worth nothing, as an example without an answer is.
        Mark::Fault(_) => {}
    }
}

/// Compares spans that were told in one form.
pub fn marked<P: Ord>(form: Form, truth: &Spans<P>, given: &Spans<P>, kinds: Kinds) -> Mark {
    let matches = |kinds| spans_match(truth, given, kinds);
    let overlap = Overlap::of_spans(truth, given, kinds);
    Mark::Spans { form, both: matches(kinds), answers: matches(Kinds::Answers), facts: matches(Kinds::Facts), overlap }
}

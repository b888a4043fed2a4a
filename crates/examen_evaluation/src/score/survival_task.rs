//! Marking examples that were rewritten: does the answer survive?

use std::collections::BTreeMap;

use examen_corpus::Split;
use examen_data::TaskFolder;
use examen_metrics::{Kinds, SpanKind, Spans, Survival, spans_match};
use examen_suites::robustness::{MovedText, ORIGINAL, carried};
use serde::Deserialize;

use super::TaskKind;
use super::answer::{Answer, Place};
use super::example_marks::{ExampleMarks, Measure, point};
use super::name_task::NameParts;
use super::papers::{Fault, Outcome, Papers};
use super::span_marks::Group;

/// The most statements of a function in each part but the last, as in the paper's Figure 5.
pub const MOST_STATEMENTS: [u32; 8] = [5, 10, 15, 20, 25, 50, 100, 1000];

#[derive(Deserialize)]
struct Row {
    id: String,
    project: String,
    original_id: String,
    transform: String,
    place: String,
    statements: u32,
    edits: Vec<MovedText>,
    label: Option<String>,
    name: Option<String>,
    answer_spans: Option<Vec<Place>>,
    supporting_fact_spans: Option<Vec<Place>>,
}

const COLUMNS: [&str; 7] = ["id", "project", "original_id", "transform", "place", "statements", "edits"];

/// What is right.
enum Truth {
    Text(String),
    Spans(Spans<Place>),
}

/// What a model said.
enum Given<'p> {
    Text(&'p str),
    Spans(&'p Spans<Place>),
    Nothing,
}

/// A transformation and how much of a function it rewrites.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Change {
    pub transform: String,
    pub place: String,
}

/// The marks of all models at an exam that is sat again.
pub struct SurvivalMarks {
    /// Whether names are asked for, whose parts count.
    pub has_names: bool,
    pub originals: u64,
    pub rewritten: u64,
    pub models: BTreeMap<String, SurvivalModel>,
}

/// The marks of one model.
#[derive(Default)]
pub struct SurvivalModel {
    /// Original examples with a right answer.
    pub right_originals: u64,
    pub original_parts: NameParts,
    pub by_change: BTreeMap<Change, ChangeMarks>,
    pub predicted: u64,
    pub answered: u64,
    pub faults: BTreeMap<Fault, u64>,
    pub repeated: u64,
}

/// What became of the answers of one model under one transformation.
#[derive(Default)]
pub struct ChangeMarks {
    pub survival: Survival,
    /// By [`MOST_STATEMENTS`], and those with more.
    pub by_statements: [Survival; MOST_STATEMENTS.len() + 1],
    /// Changed answers and all, by project.
    pub by_project: BTreeMap<String, (u64, u64)>,
    pub originals: u64,
    /// Originals that have another answer after one rewrite at least.
    pub unstable: u64,
    pub parts: NameParts,
}

impl SurvivalMarks {
    pub fn is_empty(&self) -> bool {
        self.originals == 0
    }
}

/// Marks every model at every example and its rewrites.
pub fn mark_survival(
    folder: &TaskFolder,
    splits: &[Split],
    kind: TaskKind,
    papers: &mut Papers,
    singles: &mut ExampleMarks,
) -> examen_data::Result<SurvivalMarks> {
    let mut columns = COLUMNS.to_vec();
    columns.extend(match kind {
        TaskKind::Names => &["name"][..],
        TaskKind::Labels => &["label"],
        _ => &["answer_spans", "supporting_fact_spans"],
    });
    let mut groups: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for &split in splits {
        for row in folder.rows_with::<Row>(split, &columns)? {
            let row = row?;
            groups.entry(row.original_id.clone()).or_default().push(row);
        }
    }
    let mut marks =
        SurvivalMarks { has_names: kind == TaskKind::Names, originals: 0, rewritten: 0, models: BTreeMap::new() };
    for (_, rows) in groups {
        let (originals, rewritten): (Vec<Row>, Vec<Row>) = rows.into_iter().partition(|row| row.transform == ORIGINAL);
        if let Some(original) = originals.into_iter().next() {
            marks.originals += 1;
            marks.rewritten += rewritten.len() as u64;
            marks.add_group(original, rewritten, papers, singles);
        }
    }
    Ok(marks)
}

impl SurvivalMarks {
    fn add_group(&mut self, mut original: Row, rewritten: Vec<Row>, papers: &mut Papers, singles: &mut ExampleMarks) {
        singles.start(&original.id, &original.project, vec![(Measure::originals(), point(false))]);
        let truth = original.truth();
        let mut before: BTreeMap<String, (Said, bool)> = BTreeMap::new();
        for (name, outcomes) in papers.for_example(&original.id) {
            let model = self.models.entry(name.to_owned()).or_default();
            let said = model.note(&outcomes);
            let is_right = said.given().is_right(&truth);
            singles.give(name, Measure::originals(), point(is_right));
            model.right_originals += u64::from(is_right);
            said.given().count_parts(&truth, &mut model.original_parts);
            before.insert(name.to_owned(), (said, is_right));
        }
        // Whether some rewrite changed the answer, by model and transformation.
        let mut unstable: BTreeMap<(String, Change), bool> = BTreeMap::new();
        for mut row in rewritten {
            let truth = row.truth();
            let change = Change { transform: row.transform, place: row.place };
            let part = MOST_STATEMENTS.iter().position(|&most| row.statements <= most);
            let mut said_of = papers.for_example(&row.id);
            // A model without an answer to the original has none that could change.
            singles.start(&row.id, &row.project, Vec::new());
            for (name, (first, was_right)) in &before {
                let Some(model) = self.models.get_mut(name) else { continue };
                let outcomes = said_of.remove(name.as_str()).unwrap_or_default();
                let said = if outcomes.is_empty() { Said::Nothing } else { model.note(&outcomes) };
                let is_right = said.given().is_right(&truth);
                let is_same = first.given().is_same(&said.given(), &row.edits);
                let marks = model.by_change.entry(change.clone()).or_default();
                let has_changed = marks.survival.add(*was_right, is_right, is_same);
                let measure =
                    Measure::change(Group::Change(format!("{}/{}", change.transform, change.place)).to_string());
                singles.give(name, measure, point(has_changed));
                marks.by_statements[part.unwrap_or(MOST_STATEMENTS.len())].add(*was_right, is_right, is_same);
                let of_project = marks.by_project.entry(row.project.clone()).or_default();
                of_project.0 += u64::from(has_changed);
                of_project.1 += 1;
                said.given().count_parts(&truth, &mut marks.parts);
                *unstable.entry((name.clone(), change.clone())).or_default() |= has_changed;
            }
        }
        for ((name, change), is_unstable) in unstable {
            if let Some(marks) = self.models.get_mut(&name).and_then(|model| model.by_change.get_mut(&change)) {
                marks.originals += 1;
                marks.unstable += u64::from(is_unstable);
            }
        }
    }
}

impl SurvivalModel {
    /// Counts what a model handed in for a row, of which the first counts.
    fn note(&mut self, outcomes: &[&Outcome]) -> Said {
        self.predicted += 1;
        self.repeated += outcomes.len() as u64 - 1;
        let said = match outcomes.first() {
            Some(Ok(Answer::Label { label, .. })) => Ok(Said::Text(label.clone())),
            Some(Ok(Answer::Spans(spans))) => Ok(Said::Spans(spans.clone())),
            Some(Err(fault)) => Err(*fault),
            _ => Err(Fault::Unusable),
        };
        match said {
            Ok(said) => {
                self.answered += 1;
                said
            }
            Err(fault) => {
                *self.faults.entry(fault).or_default() += 1;
                Said::Nothing
            }
        }
    }
}

/// What a model said, kept while its rewrites are looked at.
enum Said {
    Text(String),
    Spans(Spans<Place>),
    Nothing,
}

impl Said {
    const fn given(&self) -> Given<'_> {
        match self {
            Self::Text(text) => Given::Text(text.as_str()),
            Self::Spans(spans) => Given::Spans(spans),
            Self::Nothing => Given::Nothing,
        }
    }
}

impl Given<'_> {
    fn is_right(&self, truth: &Truth) -> bool {
        match (self, truth) {
            (Self::Text(given), Truth::Text(truth)) => given == truth,
            (Self::Spans(given), Truth::Spans(truth)) => spans_match(truth, given, Kinds::Both),
            _ => false,
        }
    }

    /// Whether an answer to the rewritten code is this one; spans are carried through the edits.
    fn is_same(&self, after: &Given<'_>, edits: &[MovedText]) -> bool {
        match (self, after) {
            (Self::Text(before), Given::Text(after)) => before == after,
            (Self::Spans(before), Given::Spans(after)) => {
                let before = before.iter().map(|&(kind, place)| (kind, carried_place(place, edits)));
                before.collect::<Spans<Place>>() == **after
            }
            (Self::Nothing, Given::Nothing) => true,
            _ => false,
        }
    }

    fn count_parts(&self, truth: &Truth, parts: &mut NameParts) {
        match (self, truth) {
            (Self::Text(given), Truth::Text(truth)) => parts.add(truth, given),
            (_, Truth::Text(truth)) => parts.add(truth, ""),
            _ => {}
        }
    }
}

impl Row {
    fn truth(&mut self) -> Truth {
        if let Some(text) = self.name.take().or_else(|| self.label.take()) {
            return Truth::Text(text);
        }
        let answers = self.answer_spans.take().into_iter().flatten().map(|place| (SpanKind::Answer, place));
        let facts = self.supporting_fact_spans.take().into_iter().flatten().map(|place| (SpanKind::Fact, place));
        Truth::Spans(answers.chain(facts).collect())
    }
}

/// Where a place of the original file is in the rewritten one.
fn carried_place(place: Place, edits: &[MovedText]) -> Place {
    let span = ((place.start_line, place.start_column), (place.end_line, place.end_column));
    let ((start_line, start_column), (end_line, end_column)) = carried(span, edits);
    Place { start_line, start_column, end_line, end_column }
}

/// The parts by number of statements: the most that a function of the part has, in words.
pub fn statements_part(at: usize) -> String {
    match MOST_STATEMENTS.get(at) {
        Some(most) => format!("<={most}"),
        None => format!(">{}", MOST_STATEMENTS[MOST_STATEMENTS.len() - 1]),
    }
}

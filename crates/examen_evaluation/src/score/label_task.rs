//! Scores of tasks that ask for a label of each token. Where the rows of a file are windows, their labels are joined and the
//! file is one example.

use std::collections::BTreeMap;

use examen_data::{Answer, AnswerKind, JsonText};
use examen_metrics::Spans;
use examen_tokenizers::labels::Label;

use super::example_rows::example_rows;
use super::example_scores::ExampleScores;
use super::label_truth::{beside, labels_of_numbers, spans_in_labels};
use super::predictions::{Fault, Outcome, Predictions};
use super::span_counts::{Example, Format, SpanCounts, SpanScore};
use super::span_task::{GROUPS, add_example_score, compare, read_example, unanswered};
use super::{ScoredTask, Task};

/// A file whose windows are being gathered: they are apart in the table, whose order is that of their ids.
struct File {
    project: String,
    example: Example,
    window_count: u32,
    windows: BTreeMap<u32, Window>,
}

struct Window {
    id: String,
    labels: Vec<Label>,
}

/// The labels of windows by their number, or why there are none.
type WindowLabels = BTreeMap<u32, Outcome<Vec<Label>>>;

/// Scores every model at every file. A file of which a window is missing among the rows is left out.
pub(super) fn score_labels(task: &Task<'_>, predictions: &mut Predictions) -> crate::Result<ScoredTask> {
    let truth = task.truth()?;
    let mut columns = vec!["id", "project", truth];
    let joined_by = task.spec.joined_by.as_deref();
    columns.extend(joined_by.into_iter().flat_map(|column| [column, "window", "window_count"]));
    let mut files: BTreeMap<String, File> = BTreeMap::new();
    for row in example_rows(task.folder, task.splits, &columns, &GROUPS)? {
        let row = row?;
        let (id, project) = (row.text("id")?, row.text("project")?);
        let numbers: Vec<u8> = row.value(truth)?;
        let labels = labels_of_numbers(&numbers).map_err(|message| row.bad(message))?;
        let (file, window, window_count) = match joined_by {
            Some(column) => (row.text(column)?, row.value("window")?, row.value("window_count")?),
            None => (id.clone(), 0, 1),
        };
        let example = read_example(&row, 0)?;
        let file =
            files.entry(file).or_insert_with(|| File { project, example, window_count, windows: BTreeMap::new() });
        file.windows.insert(window, Window { id, labels });
    }
    let mut scores = task.example_scores();
    let mut counts = SpanCounts::new(true);
    for (id, mut file) in files {
        if file.windows.keys().copied().ne(0..file.window_count) {
            counts.leave_out();
            continue;
        }
        score_file(&id, &mut file, predictions, &mut counts, &mut scores);
    }
    let mut rows = task.rows();
    counts.add_rows(&mut rows);
    Ok(ScoredTask::new(rows, scores))
}

fn score_file(
    id: &str,
    file: &mut File,
    predictions: &mut Predictions,
    counts: &mut SpanCounts,
    scores: &mut ExampleScores,
) {
    let truth = spans_in_labels(&file.joined());
    file.example.spans = truth.count();
    counts.add_example(&file.example, &compare(Format::Labels, &truth, &Spans::new(), counts.kinds()));
    scores.start(id, &file.project, unanswered(truth.count()));

    // By model, the labels of each window with a prediction, and the predictions beyond the first.
    let mut given: BTreeMap<String, (WindowLabels, u64)> = BTreeMap::new();
    for (&number, window) in &file.windows {
        for (model, mut outcomes) in predictions.answers(&window.id, read) {
            let (windows, repeated) = given.entry(model.to_owned()).or_default();
            *repeated += outcomes.len() as u64 - 1;
            windows.insert(number, outcomes.swap_remove(0).map(|labels| beside(&window.labels, &labels)));
        }
    }
    for (model, (windows, repeated)) in &given {
        let fault = windows.values().find_map(|labels| labels.as_ref().err().copied());
        let score = match fault {
            Some(fault) => SpanScore::Fault(fault),
            // A window that was not answered is not taken for one without spans.
            None if windows.len() < file.windows.len() => SpanScore::Fault(Fault::Incomplete),
            None => {
                let all = windows.values().zip(file.windows.values());
                let joined = all.flat_map(|(labels, window)| window.code_of(labels.as_deref().unwrap_or_default()));
                let joined: Vec<Label> = joined.copied().collect();
                compare(Format::Labels, &truth, &spans_in_labels(&joined), counts.kinds())
            }
        };
        add_example_score(scores, model, &score);
        counts.add(model, &file.example, &score, *repeated);
    }
}

fn read(output: &JsonText) -> Result<Vec<Label>, String> {
    match output.answer(AnswerKind::Labels)? {
        Answer::Labels(numbers) => labels_of_numbers(&numbers),
        _ => Err("the output has no labels".to_owned()),
    }
}

impl File {
    fn joined(&self) -> Vec<Label> {
        self.windows.values().flat_map(|window| window.code_of(&window.labels)).copied().collect()
    }
}

impl Window {
    /// The part of a sequence that is about code: without the query before it, and no longer than the window.
    fn code_of<'l>(&self, labels: &'l [Label]) -> &'l [Label] {
        let query = self.labels.iter().take_while(|label| **label == Label::NotCode).count();
        labels.get(query..self.labels.len()).unwrap_or_default()
    }
}

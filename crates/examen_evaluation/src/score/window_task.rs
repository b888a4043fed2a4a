//! Marking rows that are windows of files: the labels of all windows of a file are joined and marked as one example.

use std::collections::BTreeMap;

use examen_corpus::Split;
use examen_data::{DataError, TaskFolder};
use examen_metrics::{Label, Spans, spans_in_labels};
use serde::Deserialize;

use super::answer::{Answer, labels};
use super::example_marks::ExampleMarks;
use super::label_truth::beside;
use super::papers::{Fault, Papers};
use super::span_marks::{Example, Form, Mark, SpanMarks};
use super::span_task::{give_mark, marked, nothing};

const COLUMNS: [&str; 9] =
    ["id", "project", "query", "hops", "example_type", "labels", "file_example_id", "window", "window_count"];

#[derive(Deserialize)]
struct Row {
    id: String,
    project: String,
    query: String,
    hops: String,
    example_type: String,
    labels: Vec<u8>,
    file_example_id: String,
    window: u32,
    window_count: u32,
}

/// A file whose windows are being gathered: they stand apart in the table, whose order is that of their ids.
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

/// Marks every model at every file of the splits. A file of which a window is missing among the rows is left out.
pub fn mark_windows(
    folder: &TaskFolder,
    splits: &[Split],
    papers: &mut Papers,
    singles: &mut ExampleMarks,
) -> examen_data::Result<SpanMarks> {
    let mut files: BTreeMap<String, File> = BTreeMap::new();
    for &split in splits {
        for (number, row) in folder.rows_with::<Row>(split, &COLUMNS)?.enumerate() {
            let Row { id, project, query, hops, example_type, labels: numbers, file_example_id, window, window_count } =
                row?;
            let labels = labels(&numbers).map_err(|message| DataError::BadRow {
                subject: folder.split_path(split).display().to_string(),
                row: number as u64,
                message,
            })?;
            let is_positive = example_type == "positive";
            let file = files.entry(file_example_id).or_insert_with(|| File {
                project,
                example: Example { query, hops, is_positive, spans: 0 },
                window_count,
                windows: BTreeMap::new(),
            });
            file.windows.insert(window, Window { id, labels });
        }
    }
    let mut marks = SpanMarks::new(true);
    for (id, mut file) in files {
        if file.windows.keys().copied().ne(0..file.window_count) {
            marks.incomplete += 1;
            continue;
        }
        mark_file(&id, &mut file, papers, &mut marks, singles);
    }
    Ok(marks.finish())
}

fn mark_file(id: &str, file: &mut File, papers: &mut Papers, marks: &mut SpanMarks, singles: &mut ExampleMarks) {
    let truth = spans_in_labels(&file.joined());
    file.example.spans = truth.len();
    marks.add_example(&file.example);
    singles.start(id, &file.project, nothing(truth.len()));
    marks.add_floor(&file.example, &marked(Form::Labels, &truth, &Spans::new(), marks.kinds()));

    // By model, for each window with a prediction its labels or what is wrong with it.
    let mut given: BTreeMap<String, BTreeMap<u32, Result<Vec<Label>, Fault>>> = BTreeMap::new();
    let mut repeated: BTreeMap<String, u64> = BTreeMap::new();
    for (&number, window) in &file.windows {
        for (model, outcomes) in papers.for_example(&window.id) {
            let labels = match outcomes.first() {
                Some(Ok(Answer::Labels(given))) => Ok(beside(&window.labels, given)),
                Some(Err(fault)) => Err(*fault),
                _ => Err(Fault::Unusable),
            };
            given.entry(model.to_owned()).or_default().insert(number, labels);
            *repeated.entry(model.to_owned()).or_default() += outcomes.len() as u64 - 1;
        }
    }
    for (model, windows) in &given {
        let fault = windows.values().find_map(|labels| labels.as_ref().err().copied());
        let mark = match fault {
            Some(fault) => Mark::Fault(fault),
            // A window that was not answered is not taken for one without spans.
            None if windows.len() < file.windows.len() => Mark::Fault(Fault::Incomplete),
            None => {
                let all = windows.values().zip(file.windows.values());
                let joined = all.flat_map(|(labels, window)| window.code_of(labels.as_deref().unwrap_or_default()));
                let joined: Vec<Label> = joined.copied().collect();
                marked(Form::Labels, &truth, &spans_in_labels(&joined), marks.kinds())
            }
        };
        give_mark(singles, model, &mark);
        marks.add_mark(model, &file.example, &mark);
        marks.add_repeated(model, repeated.get(model).copied().unwrap_or_default());
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

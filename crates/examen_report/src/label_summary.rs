//! The marks of tasks that ask for a class, as lines of the table for people.

use examen_metrics::{majority_share, random_baseline};
use examen_suites::probes::published::{PUBLISHED_BASELINE, PublishedValue, published};

use crate::summary::{figure, note, percent, share};
use examen_data::grouped;
use examen_evaluation::score::label_task::{LabelMarks, LabelModel};

pub const HEADER: [&str; 9] =
    ["task", "model", "n", "accuracy", "chance", "majority", "control", "selectivity", "note"];

pub const LEGEND: &str = "\
Chance is one class of all, majority the share of the most frequent one. Control is the accuracy on labels dealt at random,
selectivity the accuracy less that, in points, with Newcombe's interval for paired shares (method 10).
";

pub const PUBLISHED_LEGEND: &str = "\
Figures with INSPECT in the note are published ones, of the paper's own Java methods: of linear probes on frozen encoders, at
the layer that does best in the test split.
";

/// Test examples of each task in the paper: a fifth of 10,000.
const PUBLISHED_EXAMPLES: u64 = 2_000;

/// The lines of the paper's baseline and of its best model of code, where it has the task; its tasks are of Java, and so
/// are those of ours that have the same names.
pub fn published_label_lines(name: &str, task: &str) -> Vec<Vec<String>> {
    let figures: Vec<PublishedValue> = published().into_iter().filter(|figure| figure.task == task).collect();
    let is_baseline = |figure: &&PublishedValue| figure.model == PUBLISHED_BASELINE;
    let of_code = figures.iter().filter(|figure| !is_baseline(figure));
    let best = of_code.reduce(|best, figure| if figure.value > best.value { figure } else { best });
    let line = |figure: &PublishedValue, what: &str| {
        let mut line = vec![name.to_owned(), figure.model.to_owned(), grouped(PUBLISHED_EXAMPLES)];
        line.push(percent(figure.value));
        line.extend(vec![String::new(); 4]);
        line.push(format!("INSPECT, Table {}{what}", figure.table));
        line
    };
    let baseline = figures.iter().find(is_baseline).map(|figure| line(figure, ""));
    baseline.into_iter().chain(best.map(|figure| line(figure, ", the best of its models of code"))).collect()
}

/// The line of one model.
pub fn label_line(task: &str, name: &str, model: &LabelModel, marks: &LabelMarks) -> Vec<String> {
    let n = marks.n();
    let floors = [random_baseline(marks.examples.len()), majority_share(marks.examples.values().copied())];
    let controlled = marks.controlled(model);
    let control = controlled.map(|answers| answers.control_counts());
    let selectivity = controlled.and_then(|answers| Some(figure(answers.selectivity()?, answers.interval())));
    let mut line = vec![task.to_owned(), name.to_owned(), grouped(n), share(model.right(), n)];
    line.extend(floors.map(|floor| floor.map(percent).unwrap_or_default()));
    line.push(control.map(|(right, n)| share(right, n)).unwrap_or_default());
    line.push(selectivity.unwrap_or_default());
    let mut notes = vec![note(n - model.predicted, &model.faults, model.repeated, 0)];
    // A model that never gives one is not asked for it.
    if model.uncontrolled > 0 && model.uncontrolled < model.answered {
        notes.push(format!("{} without control label", grouped(model.uncontrolled)));
    }
    notes.retain(|note| !note.is_empty());
    line.push(notes.join("; "));
    line
}

//! The marks as a table for people: a line for each task and model, with the published figures beside them.

use std::collections::BTreeMap;
use std::fmt::Write;

use examen_metrics::{Interval, mean_interval, share_interval};

use crate::label_summary::{self, label_line, published_label_lines};
use crate::published::{Published, RELEVANCE, published};
use crate::survival_table::{self, original_line, part_lines, published_lines, survival_lines};
use crate::table::table;
use examen_data::grouped;
use examen_evaluation::score::name_task::{NameMarks, NameModel};
use examen_evaluation::score::papers::Fault;
use examen_evaluation::score::relevance_task::{RelevanceMarks, RelevanceModel};
use examen_evaluation::score::result_rows::form_name;
use examen_evaluation::score::span_marks::{Group, KS, ModelMarks, SpanMarks, Subset};
use examen_evaluation::score::{Marks, TaskMarks};

const SPAN_HEADER: [&str; 9] =
    ["task", "model", "told by", "n", "exact match", "positive", "negative", "answers alone", "note"];
const TEXT_HEADER: [&str; 8] = ["task", "model", "samples", "n", "pass@1", "pass@2", "pass@5", "pass@10"];
const RELEVANCE_HEADER: [&str; 8] = ["task", "model", "n", "accuracy", "precision", "recall", "F1", "note"];

const NAME_HEADER: [&str; 9] =
    ["task", "model", "counted as", "n", "right", "sub-token precision", "recall", "F1", "note"];

const LEGEND: &str = "Percent, with 95 % intervals. Examples without a usable prediction count as wrong.";
const FLOOR_LEGEND: &str = " `no-answer` is the floor: it points at
nothing.";
const PUBLISHED_LEGEND: &str = "\
Figures with a source in the note are published ones, of the paper's own data: the test split of ETH Py150 Open.
";

/// What to print; published figures, which are of a test split, stand beside those of one.
pub fn summary(tasks: &[TaskMarks], has_published: bool) -> String {
    let mut spans = table(&SPAN_HEADER, |column| (3..8).contains(&column));
    let mut texts = table(&TEXT_HEADER, |column| column >= 2);
    let mut relevance = table(&RELEVANCE_HEADER, |column| (2..7).contains(&column));
    let (mut has_published_labels, mut has_published_survival) = (false, false);
    let mut labels = table(&label_summary::HEADER, |column| (2..8).contains(&column));
    let mut names = table(&NAME_HEADER, |column| (3..8).contains(&column));
    let mut originals = table(&survival_table::ORIGINALS_HEADER, |column| (2..4).contains(&column));
    let mut parts = table(&survival_table::PARTS_HEADER, |column| column >= 4);
    let mut survival = table(&survival_table::HEADER, |column| column >= 4);
    for TaskMarks { suite, task, marks, .. } in tasks {
        let name = format!("{suite}/{task}");
        match marks {
            Marks::Names(marks) => {
                for (model, marks_of_model) in &marks.models {
                    for line in name_lines(&name, model, marks_of_model, marks) {
                        names.add_row(line);
                    }
                }
            }
            Marks::Survival(marks) => {
                for (model, marks_of_model) in &marks.models {
                    originals.add_row(original_line(&name, model, marks_of_model, marks));
                    survival_lines(&name, model, marks_of_model, &mut survival);
                    if marks.has_names {
                        part_lines(&name, model, marks_of_model, &mut parts);
                    }
                }
                for line in published_lines(&name, task).into_iter().filter(|_| has_published) {
                    survival.add_row(line);
                    has_published_survival = true;
                }
            }
            Marks::Spans(marks) => {
                for (model, marks_of_model) in &marks.models {
                    spans.add_row(span_line(&name, model, marks_of_model, marks));
                    if marks_of_model.texts.most_samples > 1 {
                        texts.add_row(text_line(&name, model, marks_of_model, marks));
                    }
                }
                for figures in published(task).iter().filter(|_| has_published) {
                    spans.add_row(published_line(&name, figures));
                }
            }
            Marks::Relevance(marks) => {
                for (model, marks_of_model) in &marks.models {
                    relevance.add_row(relevance_line(&name, model, marks_of_model, marks));
                }
                if has_published {
                    let (model, figures, source) = RELEVANCE;
                    let [accuracy, precision, recall] = figures.map(|figure| format!("{figure:.2}"));
                    let row = [name, model.to_owned(), String::new(), accuracy, precision, recall, String::new()];
                    relevance.add_row(row.into_iter().chain([source.to_owned()]));
                }
            }
            Marks::Labels(marks) => {
                for (model, marks_of_model) in &marks.models {
                    labels.add_row(label_line(&name, model, marks_of_model, marks));
                }
                for line in published_label_lines(&name, task).into_iter().filter(|_| has_published) {
                    labels.add_row(line);
                    has_published_labels = true;
                }
            }
        }
    }
    let mut text = String::new();
    let (has_queries, has_labels) = (spans.row_count() + relevance.row_count() > 0, labels.row_count() > 0);
    let has_survival = survival.row_count() > 0;
    for table in
        [spans, texts, relevance, labels, names, originals, parts, survival].iter().filter(|it| it.row_count() > 0)
    {
        let _ = writeln!(text, "{table}\n");
    }
    text.push_str(LEGEND);
    text.push_str(if has_queries { FLOOR_LEGEND } else { "" });
    text.push('\n');
    if has_labels {
        text.push_str(label_summary::LEGEND);
    }
    if has_survival {
        text.push_str(survival_table::LEGEND);
    }
    if has_queries && has_published {
        text.push_str(PUBLISHED_LEGEND);
    }
    if has_published_survival {
        text.push_str(survival_table::PUBLISHED_LEGEND);
    }
    if has_published_labels {
        text.push_str(label_summary::PUBLISHED_LEGEND);
    }
    text
}

fn span_line(task: &str, name: &str, model: &ModelMarks, marks: &SpanMarks) -> Vec<String> {
    let n = marks.n(&Group::Whole);
    let exact = Subset::ALL.map(|subset| {
        if model.is_text_only() {
            let (sum, squares) = model.texts.sums[0][subset as usize];
            return mean(sum, squares, n.of(subset));
        }
        share(model.right(&Group::Whole).of(subset), n.of(subset))
    });
    let answers = if model.is_text_only() || !marks.has_facts {
        String::new()
    } else {
        share(model.answers.of(Subset::All), n.of(Subset::All))
    };
    let mut line = vec![task.to_owned(), name.to_owned(), form_name(model).to_owned(), grouped(n.of(Subset::All))];
    line.extend(exact);
    let note = note(n.of(Subset::All) - model.predicted, &model.faults, model.repeated, marks.incomplete);
    line.extend([answers, note]);
    line
}

/// The lines of one model, one for each way of counting parts.
fn name_lines(task: &str, name: &str, model: &NameModel, marks: &NameMarks) -> Vec<Vec<String>> {
    let n = marks.examples;
    let shown = |figure: Option<f64>| figure.map(percent).unwrap_or_default();
    let lines = model.parts.by_rule().map(|(rule, counts)| {
        let mut line =
            vec![task.to_owned(), name.to_owned(), rule.name().to_owned(), grouped(n), share(model.right, n)];
        line.extend([counts.precision(), counts.recall(), counts.f1()].map(shown));
        line.push(note(n - model.predicted, &model.faults, model.repeated, 0));
        line
    });
    lines.collect()
}

fn text_line(task: &str, name: &str, model: &ModelMarks, marks: &SpanMarks) -> Vec<String> {
    let n = marks.n(&Group::Whole).of(Subset::All);
    let samples = model.texts.most_samples;
    let mut line = vec![task.to_owned(), name.to_owned(), samples.to_string(), grouped(n)];
    line.extend(KS.iter().zip(&model.texts.sums).map(|(&k, sums)| {
        let (sum, squares) = sums[Subset::All as usize];
        if k <= samples { mean(sum, squares, n) } else { String::new() }
    }));
    line
}

fn published_line(task: &str, figures: &Published) -> Vec<String> {
    let shown = |figure: Option<f64>| figure.map(|figure| format!("{figure:.2}")).unwrap_or_default();
    let n = figures.n.map(grouped).unwrap_or_default();
    let mut line = vec![task.to_owned(), figures.model.to_owned(), "labels".to_owned(), n];
    line.extend(figures.exact_match.map(shown));
    line.extend([shown(figures.answer_match), figures.source.to_owned()]);
    line
}

fn relevance_line(task: &str, name: &str, model: &RelevanceModel, marks: &RelevanceMarks) -> Vec<String> {
    let decisions = marks.decisions(model, &Group::Whole);
    let (_, n) = decisions.accuracy_counts();
    let mut line = vec![task.to_owned(), name.to_owned(), grouped(n)];
    line.extend(relevance_figures(&decisions));
    line.push(note(n - model.predicted, &model.faults, model.repeated, 0));
    line
}

/// Accuracy, precision, recall and F1 in words.
pub fn relevance_figures(decisions: &examen_metrics::Decisions) -> [String; 4] {
    let shown = |(right, n)| share(right, n);
    [
        shown(decisions.accuracy_counts()),
        shown(decisions.precision_counts()),
        shown(decisions.recall_counts()),
        decisions.f1().map(|f1| format!("{:.2}", 100.0 * f1)).unwrap_or_default(),
    ]
}

/// What became of the examples that could not be marked as they are.
pub fn note(missing: u64, faults: &BTreeMap<Fault, u64>, repeated: u64, incomplete: u64) -> String {
    let mut parts = Vec::new();
    if missing > 0 {
        parts.push(format!("{} without prediction", grouped(missing)));
    }
    for (fault, &count) in faults {
        parts.push(format!("{} {}", grouped(count), fault.name()));
    }
    if repeated > 0 {
        parts.push(format!("{} repeated, the first counts", grouped(repeated)));
    }
    if incomplete > 0 {
        parts.push(format!("{} files with missing windows left out", grouped(incomplete)));
    }
    parts.join("; ")
}

/// A share in percent with its interval.
pub fn share(right: u64, n: u64) -> String {
    if n == 0 {
        return String::new();
    }
    figure(right as f64 / n as f64, share_interval(right, n))
}

fn mean(sum: f64, squares: f64, n: u64) -> String {
    if n == 0 {
        return String::new();
    }
    figure(sum / n as f64, mean_interval(sum, squares, n))
}

/// A share in percent.
pub fn percent(value: f64) -> String {
    format!("{:.2}", 100.0 * value)
}

/// A figure in percent with its interval.
pub fn figure(value: f64, interval: Option<Interval>) -> String {
    let mut text = percent(value);
    if let Some(Interval { low, high }) = interval {
        let _ = write!(text, " [{:.1}, {:.1}]", 100.0 * low, 100.0 * high);
    }
    text
}

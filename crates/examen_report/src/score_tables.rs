//! Scores as tables for people: a line for each task and model, with published values beside them.

use std::fmt::Write;

use comfy_table::Table;
use examen_data::{AnswerKind, ResultRow, grouped};
use examen_metrics::{
    ACCURACY, ANSWER_MATCH, F1, Metric, PASS_AT_K, PRECISION, RECALL, SPAN_EXACT, SUBTOKEN_F1, SUBTOKEN_PRECISION,
    SUBTOKEN_RECALL, TEXT_MATCH,
};

use crate::class_table::{self, class_lines, published_class_lines};
use crate::published::{
    Published, PublishedSamples, RELEVANCE, SAMPLE_COUNT, SAMPLED_TASK, SAMPLES, SAMPLES_SOURCE, published,
};
use crate::rewrite_names;
use crate::survival_table::{self, original_line, published_lines, subtoken_lines, survival_lines};
use crate::table::table;
use crate::task_rows::{ModelRows, TaskRows, by_task, examples, fraction, plain_fraction, shown_scale};

const SPAN_HEADER: [&str; 9] =
    ["task", "model", "format", "n", "exact match", "positive", "negative", "answers alone", "note"];
const SAMPLE_HEADER: [&str; 11] =
    ["task", "model", "format", "examples", "samples", "n", "pass@1", "pass@2", "pass@5", "pass@10", "note"];
const DECISION_HEADER: [&str; 8] = ["task", "model", "n", "accuracy", "precision", "recall", "F1", "note"];
const NAME_HEADER: [&str; 9] =
    ["task", "model", "counted as", "n", "right", "sub-token precision", "recall", "F1", "note"];
const CHOICE_HEADER: [&str; 5] = ["task", "model", "n", "accuracy", "note"];

/// The numbers of samples that have a column.
const KS: [u32; 4] = [1, 2, 5, 10];
/// The examples that have a column.
pub(crate) const SUBSETS: [&str; 3] = ["all", "positive", "negative"];

const LEGEND: &str = "Percent, with 95 % intervals. Examples without a usable prediction count as wrong.";
const BASELINE_LEGEND: &str = " `no-answer` is a baseline: it points at
nothing.";
const PUBLISHED_LEGEND: &str = "\
Values with a source in the note are published ones, of the paper's own data: the test split of ETH Py150 Open.
";

/// The tables of all kinds of tasks.
struct Tables {
    spans: Table,
    samples: Table,
    decisions: Table,
    classes: Table,
    names: Table,
    texts: Table,
    choices: Table,
    originals: Table,
    subtokens: Table,
    survival: Table,
    has_published_classes: bool,
    has_published_survival: bool,
}

/// Renders the scores of a result; published values, which are of a test split, stand beside those of one.
pub fn score_tables(rows: &[ResultRow], has_published: bool) -> String {
    let codes: Vec<&str> = rows.iter().filter_map(|row| row.transform.as_deref()).collect();
    collect(rows, has_published).to_text(has_published) + &rewrite_names::legend(&codes)
}

/// The tables of a result by title, each with its legend; those without a line are left out.
pub(crate) fn titled_score_tables(rows: &[ResultRow], has_published: bool) -> Vec<(&'static str, Table, String)> {
    let tables = collect(rows, has_published);
    let legend = |title: &str| {
        let has_queries = has_published && matches!(title, "Spans" | "Decisions");
        let parts = [
            (true, LEGEND),
            (title == "Spans", BASELINE_LEGEND),
            (title == "Classes", class_table::LEGEND),
            (title == REWRITTEN, survival_table::LEGEND),
            (has_queries, PUBLISHED_LEGEND),
            (title == REWRITTEN && tables.has_published_survival, survival_table::PUBLISHED_LEGEND),
            (title == "Classes" && tables.has_published_classes, class_table::PUBLISHED_LEGEND),
        ];
        let shown: Vec<&str> = parts.iter().filter(|(is_shown, _)| *is_shown).map(|(_, text)| text.trim()).collect();
        shown.join(" ").replace('\n', " ")
    };
    let all = tables.titled().into_iter().filter(|(_, table)| table.row_count() > 0);
    all.map(|(title, table)| (title, table.clone(), legend(title))).collect()
}

/// The title of the table of rewritten examples.
const REWRITTEN: &str = "Answers to rewritten examples";

fn collect(rows: &[ResultRow], has_published: bool) -> Tables {
    let text_metrics: Vec<&str> = Metric::of_texts().map(|metric| metric.name).collect();
    let is_shown = |name: &&str| rows.iter().any(|row| row.answer == Some(AnswerKind::Text) && row.metric == **name);
    let text_metrics: Vec<&str> = text_metrics.into_iter().filter(|name| is_shown(name)).collect();
    let text_header = [&["task", "model", "n", "accuracy"], text_metrics.as_slice(), &["note"]].concat();
    let last = text_header.len() - 1;
    let mut tables = Tables {
        spans: table(&SPAN_HEADER, |column| (3..8).contains(&column)),
        samples: table(&SAMPLE_HEADER, |column| (4..10).contains(&column)),
        decisions: table(&DECISION_HEADER, |column| (2..7).contains(&column)),
        classes: table(&class_table::HEADER, |column| (2..8).contains(&column)),
        names: table(&NAME_HEADER, |column| (3..8).contains(&column)),
        texts: table(&text_header, |column| (2..last).contains(&column)),
        choices: table(&CHOICE_HEADER, |column| (2..4).contains(&column)),
        originals: table(&survival_table::ORIGINALS_HEADER, |column| (2..4).contains(&column)),
        subtokens: table(&survival_table::SUBTOKENS_HEADER, |column| column >= 4),
        survival: table(&survival_table::HEADER, |column| column >= 4),
        has_published_classes: false,
        has_published_survival: false,
    };
    for task in by_task(rows) {
        tables.add(&task, &text_metrics, has_published);
    }
    tables
}

impl Tables {
    fn add(&mut self, task: &TaskRows<'_>, text_metrics: &[&str], has_published: bool) {
        let name = task.name();
        if task.is_rewritten() {
            return self.add_rewritten(task, has_published);
        }
        for model in task.models() {
            for line in sample_lines(&name, &model) {
                self.samples.add_row(line);
            }
            match task.answer() {
                Some(AnswerKind::Spans | AnswerKind::Labels) => {
                    self.spans.add_row(span_line(&name, &model));
                }
                Some(AnswerKind::Relevance | AnswerKind::Match) => {
                    let n = examples(model.at(&ACCURACY, "all"));
                    let first = [name.clone(), model.model.to_owned(), n];
                    let row = first.into_iter().chain(decision_values(&model, None)).chain([model.note()]);
                    self.decisions.add_row(row);
                }
                Some(AnswerKind::Name) => {
                    for line in name_lines(&name, &model) {
                        self.names.add_row(line);
                    }
                }
                Some(AnswerKind::Text) => {
                    self.texts.add_row(text_line(&name, &model, text_metrics));
                }
                Some(AnswerKind::Choice) => {
                    let accuracy = model.at(&ACCURACY, "all");
                    let (n, value) = (examples(accuracy), fraction(accuracy));
                    self.choices.add_row([name.clone(), model.model.to_owned(), n, value, model.note()]);
                }
                Some(AnswerKind::Class) | None => {}
            }
        }
        if task.answer() == Some(AnswerKind::Class) {
            for line in class_lines(task) {
                self.classes.add_row(line);
            }
        }
        if has_published {
            self.add_published(task);
        }
    }

    fn add_rewritten(&mut self, task: &TaskRows<'_>, has_published: bool) {
        let name = task.name();
        for model in task.models() {
            self.originals.add_row(original_line(&name, &model));
            survival_lines(&name, &model, &mut self.survival);
            subtoken_lines(&name, &model, &mut self.subtokens);
        }
        for line in published_lines(&name, task.task).into_iter().filter(|_| has_published) {
            self.survival.add_row(line);
            self.has_published_survival = true;
        }
    }

    fn add_published(&mut self, task: &TaskRows<'_>) {
        let name = task.name();
        match task.answer() {
            Some(AnswerKind::Spans | AnswerKind::Labels) => {
                for values in published(task.task) {
                    self.spans.add_row(published_line(&name, values));
                }
                let has_samples = task.rows.iter().any(|row| row.metric == PASS_AT_K.name);
                for values in SAMPLES.iter().filter(|_| has_samples && task.task == SAMPLED_TASK) {
                    self.samples.add_row(published_sample_line(&name, values));
                }
            }
            Some(AnswerKind::Relevance) => {
                let (model, values, source) = RELEVANCE;
                let [accuracy, precision, recall] = values.map(|value| format!("{value:.2}"));
                let row = [name, model.to_owned(), String::new(), accuracy, precision, recall, String::new()];
                self.decisions.add_row(row.into_iter().chain([source.to_owned()]));
            }
            Some(AnswerKind::Class) => {
                for line in published_class_lines(&name, task.task) {
                    self.classes.add_row(line);
                    self.has_published_classes = true;
                }
            }
            _ => {}
        }
    }

    /// All tables with their titles, in order.
    fn titled(&self) -> [(&'static str, &Table); 10] {
        [
            ("Spans", &self.spans),
            ("Samples", &self.samples),
            ("Decisions", &self.decisions),
            ("Classes", &self.classes),
            ("Names", &self.names),
            ("Texts", &self.texts),
            ("Choices", &self.choices),
            ("Examples before they are rewritten", &self.originals),
            ("Sub-tokens", &self.subtokens),
            (REWRITTEN, &self.survival),
        ]
    }

    fn to_text(&self, has_published: bool) -> String {
        let mut text = String::new();
        let has_queries = self.spans.row_count() + self.decisions.row_count() > 0;
        for (_, table) in self.titled().into_iter().filter(|(_, table)| table.row_count() > 0) {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{table}\n");
        }
        text.push_str(LEGEND);
        text.push_str(if has_queries { BASELINE_LEGEND } else { "" });
        text.push('\n');
        for (is_shown, legend) in [
            (self.classes.row_count() > 0, class_table::LEGEND),
            (self.survival.row_count() > 0, survival_table::LEGEND),
            (has_queries && has_published, PUBLISHED_LEGEND),
            (self.has_published_survival, survival_table::PUBLISHED_LEGEND),
            (self.has_published_classes, class_table::PUBLISHED_LEGEND),
        ] {
            text.push_str(if is_shown { legend } else { "" });
        }
        text
    }
}

/// The exact match of a model at some examples: of all spans that are asked for, or of their texts.
pub(crate) fn exact_match<'r>(model: &ModelRows<'r>, examples: &str) -> Option<&'r ResultRow> {
    let spans = model.at(&SPAN_EXACT, examples).or_else(|| model.at(&ANSWER_MATCH, examples));
    let texts = || model.at(&TEXT_MATCH, examples);
    spans.or_else(texts).or_else(|| model.at(&PASS_AT_K, examples))
}

fn span_line(task: &str, model: &ModelRows<'_>) -> Vec<String> {
    let all = exact_match(model, "all");
    let format = all.and_then(|row| row.format.clone()).unwrap_or_default();
    let mut line = vec![task.to_owned(), model.model.to_owned(), format, examples(all)];
    line.extend(SUBSETS.map(|subset| fraction(exact_match(model, subset))));
    // Where only answers are asked for, they are the exact match.
    let has_both = model.at(&SPAN_EXACT, "all").is_some();
    line.push(fraction(model.at(&ANSWER_MATCH, "all").filter(|_| has_both)));
    line.push(model.note());
    line
}

/// The lines of a model with several samples: of all examples and, where they are parted, of positive and negative ones.
fn sample_lines(task: &str, model: &ModelRows<'_>) -> Vec<Vec<String>> {
    let lines = SUBSETS.into_iter().filter_map(|subset| {
        let of = |k: u32| model.find(&PASS_AT_K, |row| row.k == Some(k) && row.examples.as_deref() == Some(subset));
        let first = of(1)?;
        let format = first.format.clone().unwrap_or_default();
        let samples = first.samples.map(|samples| samples.to_string()).unwrap_or_default();
        let facts = [task, model.model, &format, subset, &samples].map(str::to_owned);
        let values = KS.map(|k| fraction(of(k)));
        Some(facts.into_iter().chain([grouped(first.n)]).chain(values).chain([String::new()]).collect())
    });
    lines.collect()
}

fn published_sample_line(task: &str, values: &PublishedSamples) -> Vec<String> {
    let PublishedSamples { model, examples, values } = values;
    let facts = [task, model, "texts", examples, &SAMPLE_COUNT.to_string()].map(str::to_owned);
    let shown = values.map(|value| format!("{value:.2}"));
    facts.into_iter().chain([String::new()]).chain(shown).chain([SAMPLES_SOURCE.to_owned()]).collect()
}

/// The lines of one model, one for each rule by which sub-tokens are counted.
fn name_lines(task: &str, model: &ModelRows<'_>) -> Vec<Vec<String>> {
    let accuracy = model.at(&ACCURACY, "all");
    let mut rules: Vec<&str> = Vec::new();
    for rule in model.rows.iter().filter_map(|row| row.rule.as_deref()) {
        if !rules.contains(&rule) {
            rules.push(rule);
        }
    }
    let lines = rules.into_iter().map(|rule| {
        let first = [task.to_owned(), model.model.to_owned(), rule.to_owned(), examples(accuracy), fraction(accuracy)];
        let values = [&SUBTOKEN_PRECISION, &SUBTOKEN_RECALL, &SUBTOKEN_F1]
            .map(|metric| plain_fraction(model.find(metric, |row| row.rule.as_deref() == Some(rule))));
        first.into_iter().chain(values).chain([model.note()]).collect()
    });
    lines.collect()
}

fn text_line(task: &str, model: &ModelRows<'_>, metrics: &[&str]) -> Vec<String> {
    let accuracy = model.at(&ACCURACY, "all");
    let mut line = vec![task.to_owned(), model.model.to_owned(), examples(accuracy), fraction(accuracy)];
    for metric in metrics {
        let row = model.rows.iter().find(|row| row.metric == *metric);
        line.push(row.map(|row| format!("{:.2}", shown_scale(metric) * row.value)).unwrap_or_default());
    }
    line.push(model.note());
    line
}

/// Accuracy, precision, recall and F1 of a part of the examples.
pub(crate) fn decision_values(model: &ModelRows<'_>, group: Option<&str>) -> [String; 4] {
    let of = |metric| model.find(metric, |row| row.group.as_deref() == group);
    [fraction(of(&ACCURACY)), fraction(of(&PRECISION)), fraction(of(&RECALL)), plain_fraction(of(&F1))]
}

fn published_line(task: &str, values: &Published) -> Vec<String> {
    let shown = |value: Option<f64>| value.map(|value| format!("{value:.2}")).unwrap_or_default();
    let n = values.n.map(grouped).unwrap_or_default();
    let mut line = vec![task.to_owned(), values.model.to_owned(), "labels".to_owned(), n];
    line.extend(values.exact_match.map(shown));
    line.extend([shown(values.answer_match), values.source.to_owned()]);
    line
}

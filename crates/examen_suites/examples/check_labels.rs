//! Whether the labels of built examples say the spans that stand beside them, and whether negatives are such.
//!
//! ```sh
//! cargo run --release -p examen_suites --example check_labels -- exams
//! ```
//!
//! The folder is a task's, or one above several. Of every row with labels the spans are read off them again. There must
//! be as many answers and facts as the row has, in the same order and in the same blocks; where the tokens are
//! Python's own, their text must be that of the span. The paper's edition merges and loses spans: there, rows that differ
//! are counted and are no mistakes. A positive row must have an answer; a negative one must have neither answers nor facts,
//! and at least one place that looks like an answer. The status is 1 when a row is wrong.

#![expect(clippy::print_stdout, reason = "this is what it is for")]

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

use examen_corpus::Split;
use examen_data::{TaskFolder, find_task_folders};
use examen_suites::queries::row::{ExampleType, ShownSpan, SpanRow, WindowRow};
use examen_tokenizers::code_tokens::is_layout;
use examen_tokenizers::labels::{Label, SpanKind, decode};
use serde::Deserialize;

/// How many wrong rows of a task are named.
const NAMED: u64 = 10;

#[derive(Deserialize)]
struct Named<R> {
    id: String,
    #[serde(flatten)]
    row: R,
}

/// How the labels of a folder were made.
struct Rules {
    is_paper: bool,
    has_python_tokens: bool,
}

#[derive(Default)]
struct Counts {
    rows: u64,
    negatives: u64,
    labelled: u64,
    answers: u64,
    facts: u64,
    differing: u64,
    wrong: u64,
}

/// What became of a row: whether its labels say its spans, or what is wrong with it.
type Outcome = Result<bool, String>;

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder] = arguments.as_slice() else {
        return Err("give a folder that `examen build queries` wrote".into());
    };
    let folders = find_task_folders(Path::new(folder))?;
    if folders.is_empty() {
        return Err(format!("no task folder (with a manifest.json) below {folder}").into());
    }
    let mut is_right = true;
    for folder in &folders {
        is_right &= check_folder(folder)?;
    }
    Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn check_folder(folder: &TaskFolder) -> Result<bool, Box<dyn Error>> {
    let manifest = folder.manifest();
    let configuration = &manifest.provenance.configuration;
    let rules = Rules {
        is_paper: configuration["edition"] == "paper",
        has_python_tokens: configuration["tokenizer"] == "python",
    };
    let mut counts = Counts::default();
    for split in Split::ALL {
        let reader = folder.read(split)?;
        let has = |name| reader.schema().column_with_name(name).is_some();
        if has("answer_spans") {
            for row in folder.rows::<Named<SpanRow>>(split)? {
                let Named { id, row } = row?;
                counts.add(&row);
                counts.note(&id, check(&row, &rules));
            }
        } else if has("window") {
            for row in folder.rows::<Named<WindowRow>>(split)? {
                let Named { id, row } = row?;
                counts.rows += 1;
                counts.negatives += u64::from(row.example_type == ExampleType::Negative);
                counts.note(&id, labels(&row.labels, row.tokens.len(), false).map(|_| true));
            }
        } else {
            println!("{}: no spans to check", manifest.task);
            return Ok(true);
        }
    }
    let Counts { rows, negatives, labelled, answers, facts, differing, wrong } = counts;
    let paper = if rules.is_paper { format!("; {differing} changed by the paper's edition") } else { String::new() };
    println!(
        "{}: {rows} rows ({negatives} negative, {labelled} with spans and labels), {answers} answers, {facts} facts{paper}; \
         {wrong} wrong",
        manifest.task
    );
    Ok(wrong == 0)
}

impl Counts {
    fn add(&mut self, row: &SpanRow) {
        self.rows += 1;
        self.negatives += u64::from(row.example_type == ExampleType::Negative);
        self.labelled += u64::from(row.labels.is_some());
        self.answers += row.answer_spans.len() as u64;
        self.facts += row.supporting_fact_spans.len() as u64;
    }

    fn note(&mut self, id: &str, outcome: Outcome) {
        match outcome {
            Ok(is_same) => self.differing += u64::from(!is_same),
            Err(message) => {
                self.wrong += 1;
                if self.wrong <= NAMED {
                    println!("{id}: {message}");
                }
            }
        }
    }
}

fn check(row: &SpanRow, rules: &Rules) -> Outcome {
    let wrong = |message: &str| Err(message.to_owned());
    match row.example_type {
        ExampleType::Positive if row.answer_spans.is_empty() => return wrong("positive without an answer"),
        ExampleType::Positive if !row.plausible_spans.is_empty() => return wrong("positive with a plausible span"),
        ExampleType::Negative if !row.answer_spans.is_empty() => return wrong("negative with an answer"),
        ExampleType::Negative if !row.supporting_fact_spans.is_empty() => return wrong("negative with a fact"),
        ExampleType::Negative if row.plausible_spans.is_empty() => return wrong("negative without a plausible span"),
        _ => {}
    }
    let (Some(tokens), Some(numbers)) = (&row.tokens, &row.labels) else { return Ok(true) };
    // Only a file shown as one block may have lost its end (the prefix of a file).
    let may_be_cut = row.blocks.iter().any(|block| block.kind == "FILE");
    let labels = labels(numbers, tokens.len(), may_be_cut)?;
    match compare(row, tokens, &labels, rules) {
        Ok(()) => Ok(true),
        Err(_) if rules.is_paper && fits_paper(row, &labels) => Ok(false),
        Err(message) => Err(message),
    }
}

/// The labels by their numbers, as many as there are tokens.
fn labels(numbers: &[u8], token_count: usize, may_be_cut: bool) -> Result<Vec<Label>, String> {
    if numbers.len() < token_count || (numbers.len() > token_count && !may_be_cut) {
        return Err(format!("{} labels for {token_count} tokens", numbers.len()));
    }
    numbers.iter().map(|&number| Label::from_u8(number).ok_or_else(|| format!("{number} is no label"))).collect()
}

/// Reads the spans off the labels and holds them beside the row's.
fn compare(row: &SpanRow, tokens: &[String], labels: &[Label], rules: &Rules) -> Result<(), String> {
    let answers = row.answer_spans.iter().map(|span| (SpanKind::Answer, span));
    let facts = row.supporting_fact_spans.iter().map(|span| (SpanKind::Fact, span));
    let mut wanted: Vec<(SpanKind, &ShownSpan)> = answers.chain(facts).collect();
    wanted.sort_by_key(|(_, span)| (span.block, span.start_line, span.start_column));
    let runs = decode(labels);
    if runs.len() != wanted.len() {
        return Err(format!("{} spans in the labels, {} in the row", runs.len(), wanted.len()));
    }
    let query_length = labels.iter().take_while(|label| **label == Label::NotCode).count();
    for (run, (kind, span)) in runs.iter().zip(wanted) {
        let before = labels.get(query_length..run.start).unwrap_or_default();
        // Between blocks stands a separator.
        let block = before.iter().filter(|label| **label == Label::NotCode).count();
        let place = format!("{kind:?} {:?} on line {} of block {}", span.text, span.start_line, span.block);
        if run.kind != kind || block != span.block as usize {
            return Err(format!("{place}: the labels say {:?} at token {} of block {block}", run.kind, run.start));
        }
        if rules.has_python_tokens
            && let Some(tokens) = tokens.get(run.start..run.end)
        {
            let read: String = tokens.iter().filter(|token| !is_layout(token)).map(String::as_str).collect();
            if bare(&read) != bare(&span.text) {
                return Err(format!("{place}: the tokens say {read:?}"));
            }
        }
    }
    Ok(())
}

/// Whether labels that differ from the spans may come from the published rules: spans are lost or joined, not invented,
/// and one is left where there is an answer.
fn fits_paper(row: &SpanRow, labels: &[Label]) -> bool {
    let runs = decode(labels);
    let has_answer = runs.iter().any(|run| run.kind == SpanKind::Answer);
    runs.len() <= row.answer_spans.len() + row.supporting_fact_spans.len() && has_answer != row.answer_spans.is_empty()
}

/// A text without what lies between tokens: whitespace, line ends and the backslashes before them.
fn bare(text: &str) -> String {
    text.chars().filter(|character| !character.is_whitespace() && *character != '\\').collect()
}

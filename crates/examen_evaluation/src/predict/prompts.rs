//! Prompts: examples in words, for models that are asked in text.
//!
//! [`prompt`](fn@prompt) makes one of an example's input columns: what is asked, the code, the classes or candidates, and the form
//! of an answer. Truth columns are never seen here: a row has none. Whoever feeds a model of his own, a program or an endpoint, gets the
//! same prompts.

mod answer_form;
mod code;
mod json_object;
mod judging;
mod locating;
mod messages;
#[cfg(test)]
mod prompt_fixtures;
mod question;
mod reading;
#[cfg(test)]
mod reply_fixtures;
mod shown_lines;
mod worked_example;

use std::path::Path;

use examen_corpus::Split;
use examen_data::{AnswerKind, find_task_folders};
use serde::Serialize;
use serde_json::{Map, Value};

use super::example_row::ExampleRow;
use super::task_examples::{TaskExamples, TaskInfo};
use crate::error::refuse;
pub use answer_form::options;
pub use json_object::Repair;
pub use judging::{JUDGE_SYSTEM, JudgedAnswer, judge_messages, judge_schema, read_ratings};
pub use locating::{Located, Quote, Unlocated, locate, quote};
pub use messages::{
    ControlTokens, Message, PROMPTS_VERSION, SYSTEM, Shot, completion_prompt, has_control_tokens, messages, reply_of,
    reply_schema, texts_reply_of, texts_schema, without_control_tokens,
};
pub use reading::{ReadReply, answer_text, read_reply, read_texts};
pub use shown_lines::{ShownLine, ShownLines};

use answer_form::answer_form;
use code::shown_code;
use question::{PromptQuery, asked_query, question};
use worked_example::worked_example;

/// How prompts are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PromptSettings {
    /// The form in which spans are asked for.
    pub spans: SpanForm,
    /// Whether a class is asked for as an option alone, one token long, in place of JSON.
    pub asks_for_option: bool,
    /// How much is told of a query.
    pub describe: Describe,
}

/// How much a model is told of a query.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Describe {
    /// Its name.
    Name,
    /// The description too.
    Description,
    /// A worked example too, where spans are asked for by quotes.
    #[default]
    Example,
}

impl Describe {
    /// The word in run files and names of models.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Description => "description",
            Self::Example => "example",
        }
    }
}

/// The form in which spans are asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SpanForm {
    /// By their texts; lines have no numbers.
    #[default]
    Texts,
    /// By lines and columns; lines are numbered from 0.
    Places,
    /// By line, text and occurrence, for language models: they count badly and quote well. Lines are numbered from 1.
    Quotes,
}

impl SpanForm {
    /// The number of the first line, where lines have numbers.
    pub(super) const fn first_line(self) -> Option<u32> {
        match self {
            Self::Texts => None,
            Self::Places => Some(0),
            Self::Quotes => Some(1),
        }
    }
}

/// The prompt of one example.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prompt {
    /// The id of the example, which its prediction has to name.
    pub example_id: String,
    /// The suite.
    pub suite: String,
    /// The task.
    pub task: String,
    /// The programming language of the code.
    pub language: String,
    /// The kind of answer.
    pub answer_kind: AnswerKind,
    /// The query that is asked, where one is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub query: Option<PromptQuery>,
    /// The question, in words.
    pub question: String,
    /// The code that is shown.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The classes of the task, if they are known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub classes: Vec<String>,
    /// The candidates to choose from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub candidates: Vec<String>,
    /// The input columns that none of these fields has.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub input: Map<String, Value>,
    /// The form of an answer, in words.
    pub answer_form: String,
    /// All of it as one text.
    pub prompt: String,
}

/// Makes the prompt of an example.
pub fn prompt(task: &TaskInfo, row: &ExampleRow, settings: PromptSettings) -> Result<Prompt, String> {
    let mut input = row.input().clone();
    let query = asked_query(&mut input);
    // Quotes are of use for spans only; places number the lines of all code.
    let is_plain = settings.spans == SpanForm::Quotes && task.answer.kind != AnswerKind::Spans;
    let code = shown_code(&mut input, if is_plain { SpanForm::Texts } else { settings.spans })?;
    let candidates = match input.remove("candidates") {
        Some(candidates) => serde_json::from_value(candidates).map_err(|error| format!("`candidates`: {error}"))?,
        None => Vec::new(),
    };
    // The length of a text in tokens is for models that know nothing else of it.
    input.remove("token_count");
    if code.is_some() && task.answer.kind != AnswerKind::Labels {
        input.remove("tokens");
    }
    let mut question = question(task, query.as_ref(), settings.describe);
    let is_by_quotes = settings.spans == SpanForm::Quotes && task.answer.kind == AnswerKind::Spans;
    if is_by_quotes && settings.describe == Describe::Example {
        let known = query.as_ref().and_then(|query| examen_queries::query(&query.id).ok());
        let example =
            known.and_then(|known| worked_example(known.example, task.answer.has_truth("supporting_fact_spans")));
        question.extend(example.map(|example| format!("\n\n{example}")));
    }
    let answer_form = answer_form(task, settings);
    let mut prompt = Prompt {
        example_id: row.id.clone(),
        suite: task.suite.clone(),
        task: task.task.clone(),
        language: row.language.clone(),
        answer_kind: task.answer.kind,
        query,
        question,
        code,
        classes: task.classes.clone(),
        candidates,
        input,
        answer_form,
        prompt: String::new(),
    };
    prompt.prompt = prompt.as_text();
    Ok(prompt)
}

impl Prompt {
    fn as_text(&self) -> String {
        let mut parts = vec![self.question.clone()];
        for (name, value) in &self.input {
            parts.push(match value {
                Value::String(text) => format!("{name}: {text}"),
                other => format!("{name}: {other}"),
            });
        }
        if let Some(code) = &self.code {
            let fence = code::fence_for(code);
            parts.push(format!("{fence}{}\n{}\n{fence}", self.language, code.trim_end()));
        }
        if !self.candidates.is_empty() {
            let numbered = self.candidates.iter().enumerate().map(|(at, candidate)| format!("{at}: {candidate}"));
            parts.push(numbered.collect::<Vec<String>>().join("\n"));
        }
        parts.push(self.answer_form.clone());
        parts.join("\n\n")
    }
}

/// Hands out the prompts of all examples in some splits, in the order of tasks and rows; each example once. Returns their number.
pub fn prompts(
    data: &Path,
    splits: &[Split],
    settings: PromptSettings,
    mut take: impl FnMut(&Prompt) -> crate::Result<()>,
) -> crate::Result<u64> {
    let mut seen = std::collections::HashSet::new();
    for folder in find_task_folders(data)? {
        let Some(task) = TaskExamples::new(folder, splits)? else { continue };
        let columns: Vec<&str> = task.info.shown_columns().collect();
        for row in task.rows(&columns)? {
            let row = row?;
            if !seen.insert(row.id.clone()) {
                continue;
            }
            match prompt(&task.info, &row, settings) {
                Ok(prompt) => take(&prompt)?,
                Err(reason) => refuse!("{}, example {}: {reason}", task.info.name(), row.id),
            }
        }
    }
    if seen.is_empty() {
        let splits: Vec<&str> = splits.iter().map(|split| split.name()).collect();
        refuse!("there is no {} example below {}", splits.join(" or "), data.display());
    }
    Ok(seen.len() as u64)
}

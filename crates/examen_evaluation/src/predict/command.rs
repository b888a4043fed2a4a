//! A model that is a program: it reads prompts as JSON lines and writes answers as JSON lines.
//!
//! The program gets the lines of `examen prompts`, a batch at a time; `batch_left` says how many lines of the batch follow. It
//! answers with `{"example_id": …, "output": …}`, in any order within the batch, and has to flush what it writes. What it writes to its
//! standard error passes through.
//!
//! A program that ends is started again. An example without an answer is asked once more, by itself; then it is a failed one. A program
//! that is silent too often in a row is given up.

mod process;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use examen_data::{Answer, AnswerKind};
use serde_json::{Map, Value, json};

use super::example_row::ExampleRow;
use super::predictor::{LoadedModel, NoReply, Predictor, Reply};
use super::prompts::{PromptSettings, prompt};
use super::task_examples::TaskInfo;
use process::{Heard, Process};

/// Attempts in a row without a single answer after which a program is given up.
const MOST_SILENT: u32 = 5;

/// The most characters of a line that a message quotes.
const QUOTED: usize = 80;

/// A program, and how it is asked.
#[derive(Clone, Debug)]
pub struct CommandSettings {
    /// The command, for the shell.
    pub command: String,
    /// The name in predictions.
    pub name: String,
    /// The most examples in a batch.
    pub batch_size: usize,
    /// The time that a batch may take, and a program to end.
    pub time_limit: Duration,
    /// How prompts are written.
    pub prompts: PromptSettings,
}

/// A program that answers examples.
pub struct CommandModel {
    settings: CommandSettings,
    state: Mutex<State>,
}

/// The program while it runs, and how often it was silent.
#[derive(Default)]
struct State {
    process: Option<Process>,
    silent: u32,
    last_reason: String,
}

/// A batch while it is asked: lines and replies by position.
struct Batch<'b> {
    kind: AnswerKind,
    ids: BTreeMap<&'b str, usize>,
    lines: Vec<Map<String, Value>>,
    replies: Vec<Option<Reply>>,
}

impl CommandModel {
    /// A model that starts its program when the first example is asked.
    pub fn new(settings: CommandSettings) -> Self {
        Self { settings, state: Mutex::default() }
    }
}

impl Predictor for CommandModel {
    fn columns<'t>(&self, task: &'t TaskInfo) -> Vec<&'t str> {
        task.shown_columns().collect()
    }

    fn rows_at_once(&self) -> usize {
        self.settings.batch_size
    }

    fn predict(&self, task: &TaskInfo, rows: &[ExampleRow]) -> Vec<Reply> {
        let mut batch = Batch::new(task, rows, self.settings.prompts);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.ask(&self.settings, &batch.open(), &mut batch).is_err() {
            for at in batch.open() {
                if let Err(reason) = state.ask(&self.settings, &[at], &mut batch) {
                    batch.replies[at] = Some(Err(NoReply::Failed(reason)));
                }
            }
        }
        let missing = || Err(NoReply::Failed("there is no answer".to_owned()));
        batch.replies.into_iter().map(|reply| reply.unwrap_or_else(missing)).collect()
    }
}

impl From<CommandModel> for LoadedModel {
    fn from(model: CommandModel) -> Self {
        Self::predictor(model.settings.name.clone(), &AnswerKind::ALL, model)
    }
}

impl<'b> Batch<'b> {
    fn new(task: &TaskInfo, rows: &'b [ExampleRow], settings: PromptSettings) -> Self {
        let (mut lines, mut replies) = (Vec::new(), Vec::new());
        for row in rows {
            let line = prompt(task, row, settings)
                .and_then(|prompt| serde_json::to_value(prompt).map_err(|error| error.to_string()));
            let (line, reply) = match line {
                Ok(Value::Object(line)) => (line, None),
                Ok(_) => (Map::new(), None),
                Err(reason) => (Map::new(), Some(Err(NoReply::Failed(reason)))),
            };
            lines.push(line);
            replies.push(reply);
        }
        let ids = rows.iter().enumerate().map(|(at, row)| (row.id.as_str(), at)).collect();
        Self { kind: task.answer.kind, ids, lines, replies }
    }

    /// The positions without a reply.
    fn open(&self) -> Vec<usize> {
        (0..self.replies.len()).filter(|&at| self.replies[at].is_none()).collect()
    }

    fn text(&mut self, asked: &[usize]) -> Vec<u8> {
        let mut text = Vec::new();
        for (number, &at) in asked.iter().enumerate() {
            self.lines[at].insert("batch_left".to_owned(), json!(asked.len() - number - 1));
            text.extend_from_slice(Value::Object(self.lines[at].clone()).to_string().as_bytes());
            text.push(b'\n');
        }
        text
    }

    /// Takes a line of the program; an error says why it is no answer.
    fn take(&mut self, line: &[u8]) -> Result<(), String> {
        let value: Value = serde_json::from_slice(line).map_err(|error| format!("not JSON: {error}"))?;
        let Value::Object(mut fields) = value else { return Err("not an object".to_owned()) };
        let Some(Value::String(id)) = fields.remove("example_id") else {
            return Err("without an `example_id`".to_owned());
        };
        // An answer that comes late belongs to an earlier batch.
        if let Some(&at) = self.ids.get(id.as_str())
            && self.replies[at].is_none()
        {
            self.replies[at] = Some(reply(self.kind, fields));
        }
        Ok(())
    }
}

/// The reply in a line of the program.
fn reply(kind: AnswerKind, mut fields: Map<String, Value>) -> Reply {
    let reason = match fields.remove("reason") {
        Some(Value::String(reason)) => reason,
        _ => "the program gave no reason".to_owned(),
    };
    match fields.remove("status").as_ref().and_then(Value::as_str) {
        Some("skipped") => return Err(NoReply::Skipped(reason)),
        Some("error") => return Err(NoReply::Failed(reason)),
        _ => {}
    }
    let output = fields.remove("output").ok_or_else(|| NoReply::Failed("the line has no `output`".to_owned()))?;
    Answer::parse(kind, &output).map_err(NoReply::Failed)
}

impl State {
    /// Asks the program about some examples of a batch; an error says why not all have a reply.
    fn ask(&mut self, settings: &CommandSettings, asked: &[usize], batch: &mut Batch<'_>) -> Result<(), String> {
        if self.silent >= MOST_SILENT {
            return Err(format!("given up after {MOST_SILENT} attempts without an answer: {}", self.last_reason));
        }
        let is_old = self.process.is_some();
        let mut result = self.try_ask(settings, asked, batch);
        if result.is_err() && is_old && self.process.is_none() && asked.iter().all(|&at| batch.replies[at].is_none()) {
            // It may have ended before it saw these examples.
            result = self.try_ask(settings, asked, batch);
        }
        if let Err(reason) = &result {
            self.last_reason.clone_from(reason);
        }
        let has_answer = asked.iter().any(|&at| batch.replies[at].is_some());
        self.silent = if has_answer || asked.is_empty() { 0 } else { self.silent + 1 };
        result
    }

    fn try_ask(&mut self, settings: &CommandSettings, asked: &[usize], batch: &mut Batch<'_>) -> Result<(), String> {
        let process = match &mut self.process {
            Some(process) => process,
            None => self.process.insert(Process::start(&settings.command, settings.time_limit)?),
        };
        process.send(batch.text(asked));
        let deadline = Instant::now() + settings.time_limit;
        let mut rubbish: Option<String> = None;
        let mut lines = 0;
        while asked.iter().any(|&at| batch.replies[at].is_none()) {
            if let Some(rubbish) = rubbish.take_if(|_| lines >= asked.len()) {
                // As many lines as examples: nothing more is to be expected.
                return Err(rubbish);
            }
            match process.hear(deadline.saturating_duration_since(Instant::now())) {
                Heard::Line(line) if line.iter().all(u8::is_ascii_whitespace) => {}
                Heard::Line(line) => {
                    lines += 1;
                    if let Err(why) = batch.take(&line) {
                        let start: String = String::from_utf8_lossy(&line).trim_end().chars().take(QUOTED).collect();
                        rubbish.get_or_insert_with(|| format!("the program wrote a line that is {why}: {start}"));
                    }
                }
                Heard::Silence => {
                    process.kill();
                    self.process = None;
                    let seconds = settings.time_limit.as_secs_f64();
                    let silence = format!("no answer within {seconds} s (does the program flush its output?)");
                    return Err(rubbish.unwrap_or(silence));
                }
                Heard::End => {
                    let status = process.status();
                    self.process = None;
                    return Err(rubbish.unwrap_or_else(|| format!("the program ended before its answer: {status}")));
                }
            }
        }
        Ok(())
    }
}

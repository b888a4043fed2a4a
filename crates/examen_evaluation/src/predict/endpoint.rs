//! A language model behind an endpoint, as a model that answers examples of every kind.
//!
//! There are two passes. Before the first example is answered, all are asked, in their order and many at a time, and the replies go
//! into a cache. Answers are then read from the cache, example by example. So the same replies give the same predictions whatever
//! came first, an interrupted run goes on, and without a network the second pass works alone.

mod bm25;
mod estimate;
mod likelihood;
mod record;
mod settings;
mod shots;

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use examen_data::AnswerKind;
use examen_models::endpoints::{
    Asked, Capabilities, Endpoint, EndpointError, EndpointSettings, ProbeSettings, Request,
};

pub use estimate::Estimate;
pub use settings::{AnswerFormat, EndpointModelSettings, Method, ShotsBy};

use super::example_row::ExampleRow;
use super::prediction_file::PredictionCounts;
use super::predictor::{NoReply, Predictor, Reply, RunRecord};
use super::prompts::{
    PromptSettings, ReadReply, SYSTEM, ShownLines, SpanForm, messages, prompt, read_reply, reply_schema,
};
use super::task_examples::{TaskExamples, TaskInfo};
use crate::context::Context;
use likelihood::{FIRST_TOKENS, most_likely};
use record::ReadCounts;
use shots::Shots;

/// Tokens for the reasoning of a model that reasons, if nobody says how many.
const REASONING_TOKENS: u32 = 8192;
/// A run with fewer answers says little of a model.
const FEW_ANSWERED: f64 = 0.5;

/// A language model behind an endpoint.
pub struct EndpointModel {
    name: String,
    settings: EndpointModelSettings,
    endpoint: Endpoint,
    capabilities: Capabilities,
    shots: BTreeMap<String, Shots>,
    /// Why samples have no reply in the cache.
    failures: Mutex<BTreeMap<(String, u32), NoReply>>,
    counts: Mutex<ReadCounts>,
}

impl EndpointModel {
    /// Tries what the endpoint can do; with `is_offline`, takes what is known of it.
    pub fn connect(
        endpoint: EndpointSettings,
        settings: EndpointModelSettings,
        context: &Context<'_>,
    ) -> crate::Result<Self> {
        let endpoint = Endpoint::new(endpoint)?;
        let model = settings.endpoint_model.as_deref();
        let capabilities = if settings.is_offline {
            endpoint.cache().capabilities(model).ok_or_else(|| EndpointError::NothingKept {
                url: endpoint.address().text().to_owned(),
                cache: endpoint.cache().folder().to_owned(),
            })?
        } else {
            if !endpoint.address().is_loopback() {
                context.remark(format!("code will be sent to {}", endpoint.address().host()));
            }
            endpoint.probe(&ProbeSettings {
                model: settings.endpoint_model.clone(),
                wants_schema: settings.answer_format != AnswerFormat::Text,
                wants_first_tokens: settings.method == Method::Likelihood,
                has_system_role: settings.has_system_role,
                context: settings.context,
            })?
        };
        let model = Self::with(settings, endpoint, capabilities);
        model.check_capabilities()?;
        context.remark(model.described());
        Ok(model)
    }

    /// A model of which nothing is asked, to see what a run would take.
    pub fn unconnected(endpoint: EndpointSettings, settings: EndpointModelSettings) -> crate::Result<Self> {
        let endpoint = Endpoint::new(endpoint)?;
        let kept = endpoint.cache().capabilities(settings.endpoint_model.as_deref());
        let untried = || Capabilities::untried(settings.endpoint_model.as_deref().unwrap_or("unknown"));
        let capabilities = kept.unwrap_or_else(untried);
        Ok(Self::with(settings, endpoint, capabilities))
    }

    fn with(settings: EndpointModelSettings, endpoint: Endpoint, mut capabilities: Capabilities) -> Self {
        capabilities.has_schema &= settings.answer_format != AnswerFormat::Text;
        capabilities.context = settings.context.or(capabilities.context);
        let name = settings.name.clone().unwrap_or_else(|| settings.usual_name(&capabilities.model));
        Self {
            name,
            settings,
            endpoint,
            capabilities,
            shots: BTreeMap::new(),
            failures: Mutex::default(),
            counts: Mutex::default(),
        }
    }

    fn check_capabilities(&self) -> Result<(), EndpointError> {
        let unproved = |what: &str| {
            Err(EndpointError::Unproved { url: self.endpoint.address().text().to_owned(), what: what.to_owned() })
        };
        let found = &self.capabilities;
        if self.settings.answer_format == AnswerFormat::Schema && !found.has_schema {
            return unproved(
                "it does not follow a JSON schema, or only without its reasoning; `--answer-format text` asks in words",
            );
        }
        if self.settings.method == Method::Likelihood {
            if found.has_reasoning {
                return unproved(
                    "the model reasons first, so that its first token is no answer; `--method ask` reads its text",
                );
            }
            if found.has_first_tokens != Some(true) {
                return unproved("it does not tell the likelihood of first tokens; `--method ask` reads its text");
            }
        }
        Ok(())
    }

    fn described(&self) -> String {
        let found = &self.capabilities;
        let has = |is: bool, name: &str| if is { name.to_owned() } else { format!("no {name}") };
        let mut facts = vec![has(found.has_schema, "schema"), has(found.has_reasoning, "reasoning")];
        facts.extend(found.has_first_tokens.map(|is| has(is, "likelihood of first tokens")));
        facts.push(found.context.map_or("context unknown".to_owned(), |context| format!("context {context}")));
        facts.extend(found.bytes_per_token.map(|bytes| format!("{bytes:.1} bytes per token")));
        facts.extend(found.left_out.iter().map(|name| format!("{name} is the server's")));
        format!("{} at {}: {}", found.model, self.endpoint.address().text(), facts.join(", "))
    }

    /// What is asked about an example; nothing for one that cannot be asked.
    fn request(&self, task: &TaskInfo, row: &ExampleRow, sample: u32) -> Result<Request, NoReply> {
        let is_option = self.settings.method == Method::Likelihood;
        let prompt_settings = PromptSettings { spans: SpanForm::Quotes, asks_for_option: is_option };
        if task.answer.kind == AnswerKind::Spans && ShownLines::of_row(row).map_err(NoReply::Failed)?.is_empty() {
            return Err(NoReply::Skipped("no-line-ranges".to_owned()));
        }
        let asked = prompt(task, row, prompt_settings).map_err(NoReply::Failed)?;
        let shots = self.shots.get(&task.name()).map(|shots| shots.for_row(row, &asked)).unwrap_or_default();
        let messages = messages(SYSTEM, &shots, &asked.prompt, self.settings.has_system_role);
        let messages = serde_json::to_value(messages).map_err(|error| NoReply::Failed(error.to_string()))?;
        let request = Request {
            temperature: self.settings.temperature(),
            seed: self.settings.seed.wrapping_add(u64::from(sample)),
            sample,
            ..Request::new(messages, self.max_tokens(task))
        };
        Ok(if is_option {
            Request { max_tokens: 1, first_tokens: Some(FIRST_TOKENS), ..request }
        } else {
            Request { schema: Some(reply_schema(task, asked.candidates.len())), ..request }
        })
    }

    fn max_tokens(&self, task: &TaskInfo) -> u32 {
        let usual = match task.answer.kind {
            AnswerKind::Spans | AnswerKind::Labels => 1024,
            AnswerKind::Text => 256,
            _ => 64,
        };
        let reasoning = if self.capabilities.has_reasoning { REASONING_TOKENS } else { 0 };
        self.settings.max_tokens.unwrap_or(usual) + self.settings.reasoning_tokens.unwrap_or(reasoning)
    }

    /// Hands out what is asked of all examples, each once, in the order of tasks and rows. What cannot be asked is noted.
    fn requests<'r>(
        &'r self,
        tasks: &'r [TaskExamples],
    ) -> impl Iterator<Item = crate::Result<((String, u32), Request)>> + 'r {
        let mut seen = HashSet::new();
        let rows = tasks.iter().flat_map(|task| {
            let columns: Vec<&str> = task.info.shown_columns().collect();
            let (rows, error) = match task.rows(&columns) {
                Ok(rows) => (Some(rows), None),
                Err(error) => (None, Some(Err(error))),
            };
            error.into_iter().chain(rows.into_iter().flatten()).map(move |row| (task, row))
        });
        rows.flat_map(move |(task, row)| -> Vec<crate::Result<((String, u32), Request)>> {
            let row = match row {
                Ok(row) if !seen.insert(row.id.clone()) => return Vec::new(),
                Ok(row) => row,
                Err(error) => return vec![Err(error)],
            };
            let mut requests = Vec::new();
            for sample in 0..self.samples(&task.info, &row) {
                match self.request(&task.info, &row, sample) {
                    Ok(request) => requests.push(Ok(((row.id.clone(), sample), request))),
                    Err(reason) => {
                        self.failures().insert((row.id.clone(), sample), reason);
                    }
                }
            }
            requests
        })
    }

    /// The answer in the cache, or why there is none.
    fn answer(&self, task: &TaskInfo, row: &ExampleRow, sample: u32) -> Reply {
        if let Some(reason) = self.failures().get(&(row.id.clone(), sample)) {
            return Err(reason.clone());
        }
        let request = self.request(task, row, sample)?;
        let body = self.endpoint.body(&request, &self.capabilities);
        let Some(kept) = self.endpoint.cache().find(&body, sample) else {
            return Err(NoReply::Skipped("not-in-cache".to_owned()));
        };
        if self.settings.method == Method::Likelihood {
            let (answer, mass) = most_likely(&task.classes, &kept.first_tokens).map_err(NoReply::Failed)?;
            self.counts().add_mass(mass);
            return Ok(answer);
        }
        if kept.is_cut() {
            return Err(NoReply::Failed("output-limit".to_owned()));
        }
        let lines = ShownLines::of_row(row).map_err(NoReply::Failed)?;
        let read = read_reply(task, &lines, &kept.content).map_err(NoReply::Failed)?;
        self.counts().add(&read);
        let ReadReply { answer, .. } = read;
        Ok(answer)
    }

    fn failures(&self) -> MutexGuard<'_, BTreeMap<(String, u32), NoReply>> {
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn counts(&self) -> MutexGuard<'_, ReadCounts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Chooses the examples that are shown with their answers.
    fn prepare_shots(&mut self, tasks: &[TaskExamples]) -> crate::Result<()> {
        if self.settings.shots > 0 {
            for task in tasks {
                let shots = Shots::read(task, &self.settings)?;
                self.shots.insert(task.info.name(), shots);
            }
        }
        Ok(())
    }
}

impl Predictor for EndpointModel {
    fn name(&self) -> &str {
        &self.name
    }

    fn accepts(&self, task: &TaskInfo) -> Result<(), String> {
        match (task.answer.kind, self.settings.method) {
            (AnswerKind::Labels, _) => Err("not for language models".to_owned()),
            (AnswerKind::Class, Method::Likelihood) if (2..=20).contains(&task.classes.len()) => Ok(()),
            (_, Method::Likelihood) => {
                Err("not of 2 to 20 known classes, whose likelihood could be asked for".to_owned())
            }
            _ => Ok(()),
        }
    }

    fn columns<'t>(&self, task: &'t TaskInfo) -> Vec<&'t str> {
        task.shown_columns().collect()
    }

    fn most_examples(&self) -> Option<usize> {
        self.settings.limit
    }

    fn samples(&self, task: &TaskInfo, row: &ExampleRow) -> u32 {
        let is_original = task.answer.original.is_some() && !row.is_rewritten;
        let repeats = if is_original { self.settings.repeat_originals } else { 1 };
        self.settings.samples.max(repeats).max(1)
    }

    fn prepare(&mut self, tasks: &[TaskExamples], context: &Context<'_>) -> crate::Result<()> {
        self.prepare_shots(tasks)?;
        if self.settings.is_offline {
            return Ok(());
        }
        let total: u64 = tasks.iter().map(TaskExamples::most_rows).sum();
        let steps = context.observer.start(total, "examples");
        let mut requests = self.requests(tasks);
        let mut broken = None;
        let next = || match requests.next()? {
            Ok(request) => Some(request),
            Err(error) => {
                broken = Some(error);
                None
            }
        };
        let done = |tag: (String, u32), asked: Asked| {
            match asked {
                Asked::Kept { .. } => {}
                Asked::Skipped(reason) => {
                    self.failures().insert(tag, NoReply::Skipped(reason));
                }
                Asked::Failed(reason) => {
                    self.failures().insert(tag, NoReply::Failed(reason));
                }
            }
            steps.add(1);
        };
        self.endpoint.ask_all(&self.capabilities, next, done)?;
        drop(requests);
        broken.map_or(Ok(()), Err)
    }

    fn predict(&self, task: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        self.predict_sample(task, batch, 0)
    }

    fn predict_sample(&self, task: &TaskInfo, batch: &[ExampleRow], sample: u32) -> Vec<Reply> {
        batch.iter().map(|row| self.answer(task, row, sample)).collect()
    }

    fn run_record(&self, counts: &PredictionCounts, reasons: &BTreeMap<String, u64>) -> Option<RunRecord> {
        let value = serde_json::to_value(self.record(*counts, reasons)).ok()?;
        Some(RunRecord { value, remarks: self.remarks(counts) })
    }
}

impl EndpointModel {
    fn remarks(&self, counts: &PredictionCounts) -> Vec<String> {
        let mut remarks = vec![self.spent()];
        let all = counts.answered + counts.skipped + counts.failed;
        if all > 0 && (counts.answered as f64) < FEW_ANSWERED * all as f64 {
            remarks.push(format!(
                "warning: only {} of {all} examples have an answer that can be read: this measures the endpoint and its settings, \
                 not the model",
                counts.answered
            ));
        }
        if self.endpoint.statistics().fingerprints.len() > 1 {
            remarks
                .push("warning: the server changed its configuration (system_fingerprint) during the run".to_owned());
        }
        remarks.extend(self.counts().low_mass());
        remarks
    }
}

//! A language model behind an endpoint, as a model that answers examples of every kind.
//!
//! There are two passes. Before the first example is answered, all are asked, in their order and many at a time, and the replies go
//! into a cache. Answers are then read from the cache, example by example. So the same replies give the same predictions whatever
//! came first, an interrupted run goes on, and without a network the second pass works alone.

mod bm25;
mod connection;
mod estimate;
mod likelihood;
mod record;
mod settings;
mod shots;

use std::collections::{BTreeMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use examen_data::AnswerKind;
use examen_models::endpoints::{Asked, EndpointError, EndpointSettings, Reply as ModelReply, Request};

pub use connection::ConnectionSettings;
pub(crate) use connection::{Connection, Likelihoods};
pub use estimate::Estimate;
pub use settings::{AnswerFormat, Api, EndpointModelSettings, Method, ShotsBy, SpanAnswers};

use super::example_row::ExampleRow;
use super::prediction_file::PredictionCounts;
use super::predictor::{LoadedModel, NoReply, Predictor, Reply, RunRecord};
use super::prompts::{
    ReadReply, SYSTEM, ShownLines, completion_prompt, has_control_tokens, messages, options, prompt, read_reply,
    read_texts, reply_schema, texts_schema,
};
use super::task_examples::{TaskExamples, TaskInfo};
use crate::context::Context;
use likelihood::{FIRST_TOKENS, most_likely, most_likely_behind};
use record::ReadCounts;
use shots::Shots;

/// A run with fewer answers says little of a model.
const FEW_ANSWERED: f64 = 0.5;

/// A language model behind an endpoint.
pub struct EndpointModel {
    name: String,
    settings: EndpointModelSettings,
    connection: Connection,
    shots: BTreeMap<String, Shots>,
    /// Why samples have no reply in the cache.
    failures: Mutex<BTreeMap<(String, u32), NoReply>>,
    counts: Mutex<ReadCounts>,
}

impl EndpointModel {
    /// Tries what the endpoint can do; offline, takes what is known of it.
    pub fn connect(
        endpoint: EndpointSettings,
        settings: EndpointModelSettings,
        context: &Context<'_>,
    ) -> crate::Result<Self> {
        let connection = Connection::open(endpoint, &settings.connection, settings.method.likelihoods(), context)?;
        let model = Self::with(settings, connection);
        model.check_likelihood()?;
        Ok(model)
    }

    /// A model of which nothing is asked, to see what a run would take.
    pub fn unconnected(endpoint: EndpointSettings, settings: EndpointModelSettings) -> crate::Result<Self> {
        let connection = Connection::untried(endpoint, &settings.connection)?;
        Ok(Self::with(settings, connection))
    }

    fn with(settings: EndpointModelSettings, connection: Connection) -> Self {
        let name = settings.name.clone().unwrap_or_else(|| settings.usual_name(&connection.capabilities.model));
        Self {
            name,
            settings,
            connection,
            shots: BTreeMap::new(),
            failures: Mutex::default(),
            counts: Mutex::default(),
        }
    }

    /// A method is never changed in silence: what it needs is proved, or there is no run.
    fn check_likelihood(&self) -> Result<(), EndpointError> {
        let found = &self.connection.capabilities;
        let missing = match self.settings.method {
            Method::Likelihood if self.settings.connection.api == Api::Completions => {
                "first tokens are told by the interface of chats only; `--method echo` goes with completions"
            }
            Method::Likelihood if found.has_reasoning => {
                "the model reasons first, so that its first token is no answer; `--method ask` reads its text"
            }
            Method::Likelihood if found.has_first_tokens != Some(true) => {
                "it does not tell the likelihood of first tokens; `--method ask` reads its text"
            }
            Method::Echo if found.has_echo != Some(true) => {
                "it does not tell the likelihood of the tokens of a prompt; `--method likelihood` needs that of first tokens only"
            }
            _ => return Ok(()),
        };
        Err(self.connection.unproved(missing))
    }

    /// The requests about an example: one or, for the likelihood of options, one for each.
    fn requests_for(&self, task: &TaskInfo, row: &ExampleRow, sample: u32) -> Result<Vec<Request>, NoReply> {
        let has_places = task.answer.kind == AnswerKind::Spans && self.settings.form == SpanAnswers::Quotes;
        if has_places && ShownLines::of_row(row).map_err(NoReply::Failed)?.is_empty() {
            return Err(NoReply::Skipped("no-line-ranges".to_owned()));
        }
        let asked = prompt(task, row, self.settings.prompts()).map_err(NoReply::Failed)?;
        let shots = self.shots.get(&task.name()).map(|shots| shots.for_row(row, &asked)).unwrap_or_default();
        let control_tokens = self.settings.control_tokens;
        if has_control_tokens(&asked.prompt) {
            self.counts().add_control_tokens(&row.id);
        }
        if self.settings.method == Method::Echo {
            let text = completion_prompt(SYSTEM, &shots, &asked.prompt, control_tokens);
            let behind = |option: String| Request::echo(&text, &format!(" {option}"));
            return Ok(options(&task.classes).into_iter().map(behind).collect());
        }
        let most = self.connection.max_tokens(usual_tokens(task.answer.kind));
        let request = match self.settings.connection.api {
            Api::Chat => {
                let has_system_role = self.settings.connection.has_system_role;
                let messages = messages(SYSTEM, &shots, &asked.prompt, has_system_role, control_tokens);
                let messages = serde_json::to_value(messages).map_err(|error| NoReply::Failed(error.to_string()))?;
                Request::new(messages, most)
            }
            Api::Completions => {
                Request::completion(&completion_prompt(SYSTEM, &shots, &asked.prompt, control_tokens), most)
            }
        };
        let request = Request {
            temperature: self.settings.temperature(),
            seed: self.settings.seed.wrapping_add(u64::from(sample)),
            sample,
            ..request
        };
        Ok(vec![match self.settings.method {
            Method::Likelihood => Request { max_tokens: 1, first_tokens: Some(FIRST_TOKENS), ..request },
            _ if task.answer.kind == AnswerKind::Spans && !has_places => {
                Request { schema: Some(texts_schema()), ..request }
            }
            _ => Request { schema: Some(reply_schema(task, asked.candidates.len())), ..request },
        }])
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
                match self.requests_for(&task.info, &row, sample) {
                    Ok(all) => requests.extend(all.into_iter().map(|request| Ok(((row.id.clone(), sample), request)))),
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
        let mut kept = Vec::new();
        for request in self.requests_for(task, row, sample)? {
            let found = self.connection.kept(&request);
            kept.push((found.ok_or_else(|| NoReply::Skipped("not-in-cache".to_owned()))?, request));
        }
        if self.settings.method != Method::Ask {
            let (answer, mass) = self.most_likely(task, &kept).map_err(NoReply::Failed)?;
            self.counts().add_mass(mass);
            return Ok(answer);
        }
        let Some((kept, _)) = kept.first().filter(|(reply, _)| !reply.is_cut()) else {
            return Err(NoReply::Failed("output-limit".to_owned()));
        };
        let read = if task.answer.kind == AnswerKind::Spans && self.settings.form == SpanAnswers::Texts {
            read_texts(&kept.content)
        } else {
            read_reply(task, &ShownLines::of_row(row).map_err(NoReply::Failed)?, &kept.content)
        };
        let read = read.map_err(NoReply::Failed)?;
        self.counts().add(&read);
        let ReadReply { answer, .. } = read;
        Ok(answer)
    }

    /// The most likely class by what a server told, and the probability of all options together.
    fn most_likely(
        &self,
        task: &TaskInfo,
        kept: &[(ModelReply, Request)],
    ) -> Result<(examen_data::Answer, f64), String> {
        if self.settings.method == Method::Likelihood {
            let first_tokens = kept.first().map_or(&[][..], |(reply, _)| &reply.first_tokens);
            return most_likely(&task.classes, first_tokens);
        }
        let logarithms: Vec<f64> =
            kept.iter().map(|(reply, request)| reply.likelihood_behind(request)).collect::<Result<_, _>>()?;
        most_likely_behind(&task.classes, &logarithms)
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
    fn accepts(&self, task: &TaskInfo) -> Result<(), String> {
        match (task.answer.kind, self.settings.method) {
            (AnswerKind::Labels, _) => Err("not for language models".to_owned()),
            (_, Method::Ask) => Ok(()),
            (AnswerKind::Class, _) if (2..=20).contains(&task.classes.len()) => Ok(()),
            _ => Err("not of 2 to 20 known classes, whose likelihood could be asked for".to_owned()),
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
        if self.connection.settings().is_offline {
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
        // An example may have several requests.
        let asked_of: Mutex<HashSet<String>> = Mutex::default();
        let done = |tag: (String, u32), asked: Asked| {
            let is_new = asked_of.lock().unwrap_or_else(PoisonError::into_inner).insert(tag.0.clone());
            steps.add(u64::from(is_new));
            match asked {
                Asked::Kept { .. } => {}
                Asked::Skipped(reason) => {
                    self.failures().insert(tag, NoReply::Skipped(reason));
                }
                Asked::Failed(reason) => {
                    self.failures().insert(tag, NoReply::Failed(reason));
                }
            }
        };
        self.connection.endpoint.ask_all(&self.connection.capabilities, next, done)?;
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

impl From<EndpointModel> for LoadedModel {
    fn from(model: EndpointModel) -> Self {
        Self::predictor(model.name.clone(), &AnswerKind::ALL, model)
    }
}

impl EndpointModel {
    fn remarks(&self, counts: &PredictionCounts) -> Vec<String> {
        let mut remarks = vec![self.connection.spent()];
        let all = counts.answered + counts.skipped + counts.failed;
        if all > 0 && (counts.answered as f64) < FEW_ANSWERED * all as f64 {
            remarks.push(format!(
                "warning: only {} of {all} examples have an answer that can be read: this measures the endpoint and its settings, \
                 not the model",
                counts.answered
            ));
        }
        if self.connection.endpoint.statistics().fingerprints.len() > 1 {
            remarks
                .push("warning: the server changed its configuration (system_fingerprint) during the run".to_owned());
        }
        remarks.extend(self.counts().low_mass());
        remarks
    }
}

/// The most tokens of an answer, if nobody says how many.
const fn usual_tokens(kind: AnswerKind) -> u32 {
    match kind {
        AnswerKind::Spans | AnswerKind::Labels => 1024,
        AnswerKind::Text => 256,
        _ => 64,
    }
}

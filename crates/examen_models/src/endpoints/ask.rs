//! Asking: from a request to a kept reply, with as many attempts as the failures allow; and many requests at a time.

use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use super::budget::Reserved;
use super::failure::{Class, Judged, judge};
use super::waits::backoff;
use super::{Capabilities, Endpoint, EndpointError, Reply, Request};

/// Enough for a request over TLS. Threads that wait for a server need little more, and there are as many as requests at a time.
const STACK_BYTES: usize = 512 << 10;

/// Failures to connect in a row after which nobody is thought to be there.
const MOST_UNREACHABLE: u32 = 20;
/// Rejected requests after which all are thought to be, if none was taken.
const MOST_REJECTED: u32 = 3;
/// Prompts that a server cut after which the run ends.
const MOST_CUT: u32 = 5;
/// The time without a word of the server after which the run ends.
const SILENCE: Duration = Duration::from_mins(15);

/// The outcome of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// The reply is in the cache.
    Kept {
        /// Whether it was there before.
        was_cached: bool,
    },
    /// It was not sent, for a reason.
    Skipped(String),
    /// There is no reply that could be kept, for a reason.
    Failed(String),
}

/// The outcome of all attempts at a request.
pub(super) enum Exchanged {
    Reply { reply: Box<Reply>, raw: String, attempts: u32, latency: Duration },
    TooLong(String),
    Rejected(String),
    Failed(String),
}

impl Endpoint {
    /// The body of a request, as it is sent and kept.
    pub fn body(&self, request: &Request, capabilities: &Capabilities) -> Value {
        let mut body = request.body(capabilities, &self.settings.extra_body);
        if self.settings.is_streaming && request.is_chat() {
            body["stream"] = true.into();
            body["stream_options"] = json!({ "include_usage": true });
        }
        body
    }

    /// The reply to a request, if it is kept.
    pub fn kept(&self, request: &Request, capabilities: &Capabilities) -> Option<Reply> {
        self.cache.find(&self.cache.request(&self.body(request, capabilities), request.sample))
    }

    /// Asks many requests, as many at a time as the endpoint takes. `next` hands them out in order on the thread of the caller; `done`
    /// hears of each, in any order.
    pub fn ask_all<T: Send>(
        &self,
        capabilities: &Capabilities,
        mut next: impl FnMut() -> Option<(T, Request)>,
        done: impl Fn(T, Asked) + Sync,
    ) -> Result<(), EndpointError> {
        let workers = self.settings.concurrency.max(1);
        let (sender, receiver) = sync_channel::<(T, Request)>(workers * 2);
        let receiver = Mutex::new(receiver);
        std::thread::scope(|scope| {
            let work = || self.work(capabilities, &receiver, &done);
            for _ in 0..workers {
                // With fewer threads than asked for, the work is done by those that there are.
                let spawned = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
                if let Err(error) = spawned {
                    self.stop(EndpointError::Stalled {
                        url: self.settings.address.text().to_owned(),
                        why: "no further thread can be started".to_owned(),
                        message: error.to_string(),
                    });
                    break;
                }
            }
            while self.counters().stop.is_none() && !self.settings.clock.is_interrupted() {
                let Some(request) = next() else { break };
                if sender.send(request).is_err() {
                    break;
                }
            }
            drop(sender);
        });
        match self.counters().stop.take() {
            Some(error) => Err(error),
            None if self.settings.clock.is_interrupted() => Err(EndpointError::Interrupted),
            None => Ok(()),
        }
    }

    fn work<T>(&self, capabilities: &Capabilities, requests: &Mutex<Receiver<(T, Request)>>, done: &impl Fn(T, Asked)) {
        loop {
            let received = requests.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok((tag, request)) = received else { return };
            // What is left in the queue of a run that ends is taken out of it, so that nobody waits.
            if self.counters().stop.is_some() || self.settings.clock.is_interrupted() {
                continue;
            }
            match self.ask(&request, capabilities) {
                Ok(asked) => done(tag, asked),
                Err(error) => self.stop(error),
            }
        }
    }

    fn stop(&self, error: EndpointError) {
        self.counters().stop.get_or_insert(error);
    }

    /// Fetches the reply to a request into the cache, or says why there is none.
    fn ask(&self, request: &Request, capabilities: &Capabilities) -> Result<Asked, EndpointError> {
        let body = self.body(request, capabilities);
        let kept = self.cache.request(&body, request.sample);
        if self.cache.find(&kept).is_some() {
            self.counters().seen.cached += 1;
            return Ok(Asked::Kept { was_cached: true });
        }
        let bytes = request.text_bytes();
        let tokens = capabilities.estimated_tokens(bytes);
        if capabilities.context.is_some_and(|context| tokens + u64::from(request.max_tokens) > context) {
            return Ok(Asked::Skipped("too-long".to_owned()));
        }
        let Some(reserved) = self.reserve(tokens, u64::from(request.max_tokens)) else {
            return Ok(Asked::Skipped("budget".to_owned()));
        };
        let url = self.settings.address.at(request.path());
        let exchanged = self.exchange(&url, &body, &kept.key, tokens + u64::from(request.max_tokens));
        self.counters().reserved.remove(reserved);
        let (reply, raw, attempts, latency) = match exchanged? {
            Exchanged::Reply { reply, raw, attempts, latency } => (reply, raw, attempts, latency),
            Exchanged::TooLong(_) => return Ok(Asked::Skipped("too-long".to_owned())),
            Exchanged::Rejected(message) => return self.rejected(message),
            Exchanged::Failed(reason) => return Ok(Asked::Failed(reason)),
        };
        let is_cut = self.is_prompt_cut(&reply, bytes, capabilities)?;
        let is_kept = reply.is_kept() && !is_cut;
        self.counters().add_reply(&reply, is_kept, latency, capabilities.estimate(bytes, &reply.content));
        if is_kept {
            self.cache.keep(&kept, &self.without_secrets(&raw), attempts)?;
            self.counters().seen.kept += 1;
            return Ok(Asked::Kept { was_cached: false });
        }
        let reason = match (is_cut, reply.is_refused) {
            (true, _) => "truncated-by-server",
            (false, true) => "refused",
            (false, false) => "empty-answer",
        };
        Ok(Asked::Failed(reason.to_owned()))
    }

    /// Sends a request until there is a reply, or no further attempt is worth it. `tokens` is the most that an attempt can take.
    pub(super) fn exchange(
        &self,
        url: &str,
        body: &Value,
        seed: &str,
        tokens: u64,
    ) -> Result<Exchanged, EndpointError> {
        let clock = &self.settings.clock;
        let begin = clock.now();
        let mut failures: BTreeMap<Class, u32> = BTreeMap::new();
        let mut attempts = 0;
        loop {
            self.gate.enter(tokens);
            // A run may have ended while this one waited.
            let ended = self.counters().stop.clone();
            if let Some(error) = ended.or_else(|| clock.is_interrupted().then_some(EndpointError::Interrupted)) {
                self.gate.leave();
                return Err(error);
            }
            let sent = clock.now();
            let attempt = self.transport.post(url, body);
            let latency = clock.now().saturating_sub(sent);
            self.gate.leave();
            attempts += 1;
            self.counters().seen.attempts += 1;
            let has_key = self.settings.has_secrets();
            let (class, wait, message) = match judge(attempt.as_ref(), url, has_key, |text| self.scrubbed(text)) {
                Judged::Reply(reply) => {
                    self.gate.went_well();
                    self.heard();
                    let raw = attempt.map(|raw| String::from_utf8_lossy(&raw.body).into_owned()).unwrap_or_default();
                    return Ok(Exchanged::Reply { reply, raw, attempts, latency });
                }
                Judged::Again { class, wait, message } => (class, wait, message),
                Judged::Stop(error) => return Err(error),
                // A refusal is a word of the server too: a run that hears it does not stall.
                Judged::TooLong(message) => {
                    self.heard();
                    return Ok(Exchanged::TooLong(message));
                }
                Judged::Rejected(message) => {
                    self.heard();
                    return Ok(Exchanged::Rejected(message));
                }
                Judged::TooLarge => {
                    self.heard();
                    return Ok(Exchanged::Failed("too-large".to_owned()));
                }
            };
            self.note_failure(class, wait, &message, url)?;
            let count = failures.entry(class).or_default();
            *count += 1;
            let most =
                self.settings.retries.map_or(u32::MAX, |retries| retries.saturating_add(1)).min(class.attempts());
            if *count >= most || clock.now().saturating_sub(begin) >= self.settings.patience {
                let reason = class.reason();
                let message = if message.is_empty() { reason.to_owned() } else { format!("{reason}: {message}") };
                return Ok(Exchanged::Failed(message));
            }
            // A rate limit with a time holds all requests at the gate.
            if class != Class::RateLimit || wait.is_none() {
                clock.sleep(wait.unwrap_or_else(|| backoff(seed, *count)));
            }
        }
    }

    fn heard(&self) {
        let now = self.settings.clock.now();
        let mut counters = self.counters();
        (counters.unreachable_in_a_row, counters.last_heard) = (0, now);
    }

    /// Tells the gate of a failure, and ends a run that gets nowhere.
    fn note_failure(
        &self,
        class: Class,
        wait: Option<Duration>,
        message: &str,
        url: &str,
    ) -> Result<(), EndpointError> {
        match class {
            Class::RateLimit => self.gate.rate_limited(wait),
            _ => self.gate.failed(),
        }
        if !matches!(class, Class::NoConnection | Class::TooSlow) {
            self.heard();
            return Ok(());
        }
        let now = self.settings.clock.now();
        let mut counters = self.counters();
        counters.unreachable_in_a_row += u32::from(class == Class::NoConnection);
        let why = if counters.unreachable_in_a_row >= MOST_UNREACHABLE {
            format!("{MOST_UNREACHABLE} connections in a row failed")
        } else if now.saturating_sub(counters.last_heard) >= SILENCE {
            format!("nothing has come for {} minutes", SILENCE.as_secs() / 60)
        } else {
            return Ok(());
        };
        Err(EndpointError::Stalled { url: url.to_owned(), why, message: message.to_owned() })
    }

    fn rejected(&self, message: String) -> Result<Asked, EndpointError> {
        let mut counters = self.counters();
        counters.rejected_first += 1;
        if counters.seen.kept == 0 && counters.rejected_first >= MOST_REJECTED {
            return Err(EndpointError::Rejected { url: self.settings.address.text().to_owned(), message });
        }
        Ok(Asked::Failed(format!("rejected: {message}")))
    }

    /// Sets aside the most that a request can take; nothing if that is more than what is left.
    fn reserve(&self, prompt: u64, completion: u64) -> Option<Reserved> {
        let mut counters = self.counters();
        let room = self.settings.budget.room_for(prompt, completion, counters.spent(), counters.reserved)?;
        counters.reserved.add(room);
        Some(room)
    }

    /// Returns whether the server counts far fewer tokens than the prompt must have, or the same for prompts of several lengths; too many such
    /// replies end the run.
    fn is_prompt_cut(&self, reply: &Reply, bytes: usize, capabilities: &Capabilities) -> Result<bool, EndpointError> {
        let (Some(tokens), Some(_)) = (reply.tokens, capabilities.bytes_per_token) else { return Ok(false) };
        let expected = capabilities.estimated_tokens(bytes) * 100 / 115;
        let mut counters = self.counters();
        let is_at_limit = counters.longest.is_limit(tokens.prompt, expected);
        if tokens.prompt * 2 >= expected && !is_at_limit {
            return Ok(false);
        }
        counters.cut_prompts += 1;
        if counters.cut_prompts >= MOST_CUT {
            let url = self.settings.address.text().to_owned();
            return Err(EndpointError::CutPrompts { url, counted: tokens.prompt, expected });
        }
        Ok(true)
    }
}

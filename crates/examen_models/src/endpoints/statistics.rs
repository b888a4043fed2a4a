//! Counts of a run: requests, tokens, times.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Serialize;

use super::budget::Reserved;
use super::reply::{Reply, Tokens};
use super::{Clock, EndpointError};

/// Counts of requests, tokens and times.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Statistics {
    /// Requests whose reply was in the cache.
    pub cached: u64,
    /// Requests whose reply came and was kept.
    pub kept: u64,
    /// Requests that were sent, each attempt counted.
    pub attempts: u64,
    /// Tokens of replies that were kept.
    pub tokens: Tokens,
    /// Tokens of replies that were not.
    pub discarded_tokens: Tokens,
    /// Replies whose tokens are estimates, because the server did not count them.
    pub estimated: u64,
    /// Models by the names that replies give.
    pub served_models: BTreeSet<String>,
    /// Configurations by the names that replies give.
    pub fingerprints: BTreeSet<String>,
    /// Milliseconds until a reply: half of them, 95 of 100, all.
    pub latency_ms: [u64; 3],
    /// The limits of requests at a time.
    pub limit_history: Vec<usize>,
}

/// Prompts of which the server counted the most tokens.
#[derive(Default)]
pub(super) struct LongestPrompts {
    counted: u64,
    /// The prompts with that count: how many, the shortest and the longest by our own estimate.
    prompts: u32,
    shortest: u64,
    longest: u64,
}

impl LongestPrompts {
    /// Adds a prompt. Whether its count is one that the server does not go beyond: the highest so far, and the same for three
    /// prompts whose lengths differ by more than a tenth.
    pub(super) fn is_limit(&mut self, counted: u64, expected: u64) -> bool {
        if counted > self.counted {
            *self = Self { counted, prompts: 1, shortest: expected, longest: expected };
        } else if counted == self.counted {
            self.prompts += 1;
            self.shortest = self.shortest.min(expected);
            self.longest = self.longest.max(expected);
        }
        counted == self.counted && self.prompts >= 3 && self.longest * 10 > self.shortest * 11
    }
}

/// Counts while a run goes on.
pub(super) struct Counters {
    pub(super) seen: Statistics,
    latencies: Vec<u32>,
    /// The worst cost and length of what is under way.
    pub(super) reserved: Reserved,
    /// Failures to connect without a success between.
    pub(super) unreachable_in_a_row: u32,
    /// Rejected requests before the first that was not.
    pub(super) rejected_first: u32,
    pub(super) cut_prompts: u32,
    pub(super) longest: LongestPrompts,
    pub(super) last_heard: Duration,
    /// Why the run ends.
    pub(super) stop: Option<EndpointError>,
}

impl Counters {
    pub(super) fn new(clock: &Clock) -> Self {
        Self {
            seen: Statistics::default(),
            latencies: Vec::new(),
            reserved: Reserved::default(),
            unreachable_in_a_row: 0,
            rejected_first: 0,
            cut_prompts: 0,
            longest: LongestPrompts::default(),
            last_heard: clock.now(),
            stop: None,
        }
    }

    /// Counts a reply, and the time that it took; its tokens by an estimate where the server does not tell.
    pub(super) fn add_reply(&mut self, reply: &Reply, is_kept: bool, latency: Duration, estimate: Tokens) {
        self.latencies.push(u32::try_from(latency.as_millis()).unwrap_or(u32::MAX));
        let to = if is_kept { &mut self.seen.tokens } else { &mut self.seen.discarded_tokens };
        to.add(reply.tokens.unwrap_or(estimate));
        self.seen.estimated += u64::from(reply.tokens.is_none());
        self.seen.served_models.extend(reply.model.clone());
        self.seen.fingerprints.extend(reply.fingerprint.clone());
    }

    /// The tokens of all replies, kept or not.
    pub(super) fn spent(&self) -> Tokens {
        let mut all = self.seen.tokens;
        all.add(self.seen.discarded_tokens);
        all
    }

    pub(super) fn statistics(&self, limit_history: Vec<usize>) -> Statistics {
        let mut sorted = self.latencies.clone();
        sorted.sort_unstable();
        let at = |part: usize| sorted.get((sorted.len() * part / 100).min(sorted.len().saturating_sub(1)));
        let latency_ms = [50, 95, 100].map(|part| at(part).map_or(0, |&it| u64::from(it)));
        Statistics { latency_ms, limit_history, ..self.seen.clone() }
    }
}

impl Tokens {
    /// Adds others.
    pub fn add(&mut self, other: Self) {
        self.prompt += other.prompt;
        self.completion += other.completion;
        self.reasoning += other.reasoning;
        self.cached += other.cached;
    }
}

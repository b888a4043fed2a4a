//! How many requests may be under way: more while all goes well, fewer after a rate limit.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::Clock;

/// The limit at the beginning.
const FIRST_LIMIT: usize = 8;
/// The growth of the limit with a round of good replies, until the first rate limit: with 2, the rounds before a limit of 256 would cost a
/// run of 10,000 examples a tenth of its time.
const GROWTH: usize = 4;
/// The least time between two cuts of the limit.
const COOLDOWN: Duration = Duration::from_secs(10);

/// The most that is sent in a minute, where an account has such limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// Requests.
    pub requests: Option<u32>,
    /// Tokens of prompts and of the longest replies that are asked for.
    pub tokens: Option<u32>,
}

impl Pace {
    /// The time until the next request after one of so many tokens: requests follow each other evenly, so that no minute has too many.
    fn time_of(self, tokens: u64) -> Duration {
        let minute = Duration::from_mins(1);
        let by_requests = self.requests.map_or(Duration::ZERO, |most| minute / most.max(1));
        let parts = u32::try_from(tokens).unwrap_or(u32::MAX);
        let by_tokens =
            self.tokens.map_or(Duration::ZERO, |most| minute.mul_f64(f64::from(parts) / f64::from(most.max(1))));
        by_requests.max(by_tokens)
    }
}

/// Lets requests through.
pub(super) struct Gate {
    most: usize,
    pace: Pace,
    clock: Clock,
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    limit: usize,
    under_way: usize,
    /// Clean replies since the limit last changed.
    clean: usize,
    /// Whether the limit multiplies: until the first rate limit.
    is_multiplying: bool,
    /// Nothing is sent before.
    held_until: Duration,
    /// When the pace allows the next request.
    next_at: Duration,
    /// The limit is not cut again before.
    cooling_until: Duration,
    history: Vec<usize>,
}

impl Gate {
    pub(super) fn new(most: usize, pace: Pace, clock: Clock) -> Self {
        let limit = FIRST_LIMIT.min(most.max(1));
        let state = State {
            limit,
            under_way: 0,
            clean: 0,
            is_multiplying: true,
            held_until: Duration::ZERO,
            next_at: Duration::ZERO,
            cooling_until: Duration::ZERO,
            history: vec![limit],
        };
        Self { most: most.max(1), pace, clock, state: Mutex::new(state), changed: Condvar::new() }
    }

    /// Waits until a request of so many tokens may be sent.
    pub(super) fn enter(&self, tokens: u64) {
        let mut state = self.state();
        loop {
            let hold = state.held_until.saturating_sub(self.clock.now());
            // Whoever asks ends by itself when it hears of an interruption.
            if !hold.is_zero() && !self.clock.is_interrupted() {
                drop(state);
                self.clock.sleep(hold);
                state = self.state();
            } else if state.under_way < state.limit {
                state.under_way += 1;
                let now = self.clock.now();
                let at = state.next_at.max(now);
                state.next_at = at + self.pace.time_of(tokens);
                drop(state);
                self.clock.sleep(at.saturating_sub(now));
                return;
            } else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    /// A request has ended.
    pub(super) fn leave(&self) {
        self.state().under_way -= 1;
        self.changed.notify_one();
    }

    /// A reply came as it should.
    pub(super) fn went_well(&self) {
        let mut state = self.state();
        state.clean += 1;
        if state.clean >= state.limit && state.limit < self.most {
            let limit = if state.is_multiplying { state.limit * GROWTH } else { state.limit + 1 };
            state.set(limit.min(self.most));
            drop(state);
            self.changed.notify_all();
        }
    }

    /// The server or the network failed: the limit does not grow for a while.
    pub(super) fn failed(&self) {
        self.state().clean = 0;
    }

    /// The server asks for fewer requests.
    pub(super) fn rate_limited(&self, wait: Option<Duration>) {
        let now = self.clock.now();
        let mut state = self.state();
        if let Some(wait) = wait {
            state.held_until = state.held_until.max(now + wait);
        }
        state.is_multiplying = false;
        if now >= state.cooling_until {
            state.cooling_until = now + wait.unwrap_or_default().max(COOLDOWN);
            let limit = (state.limit * 7 / 10).max(1);
            state.set(limit);
        }
    }

    /// The limits so far.
    pub(super) fn history(&self) -> Vec<usize> {
        self.state().history.clone()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn set(&mut self, limit: usize) {
        (self.limit, self.clean) = (limit, 0);
        self.history.push(limit);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_multiplies_until_the_first_rate_limit_and_then_grows_by_one() {
        let clock = Clock::manual();
        let gate = Gate::new(64, Pace::default(), clock.clone());
        let replies = |count: usize| (0..count).for_each(|_| gate.went_well());
        replies(8 + 31);
        gate.failed();
        replies(31);
        assert_eq!(gate.history(), [8, 32]);
        replies(1);
        gate.rate_limited(None);
        gate.rate_limited(None);
        replies(44);
        clock.sleep(Duration::from_secs(11));
        gate.rate_limited(Some(Duration::from_secs(30)));
        assert_eq!(gate.history(), [8, 32, 64, 44, 45, 31]);
        gate.enter(0);
        assert_eq!(clock.now(), Duration::from_secs(41));
    }

    #[test]
    fn a_pace_spreads_requests_over_the_minute() {
        let times = |pace: Pace, tokens: u64| {
            let clock = Clock::manual();
            let gate = Gate::new(64, pace, clock.clone());
            let seconds = |()| {
                gate.enter(tokens);
                clock.now().as_secs()
            };
            [(); 4].map(seconds)
        };
        let requests = Pace { requests: Some(20), ..Pace::default() };
        assert_eq!(times(requests, 9_000), [0, 3, 6, 9]);
        assert_eq!(times(Pace { tokens: Some(60_000), ..requests }, 9_000), [0, 9, 18, 27]);
        assert_eq!(times(Pace { tokens: Some(60_000), ..requests }, 10), [0, 3, 6, 9]);
        assert_eq!(times(Pace::default(), 9_000), [0; 4]);
    }

    #[test]
    fn the_limit_is_never_more_than_asked_for_and_never_nothing() {
        let gate = Gate::new(3, Pace::default(), Clock::manual());
        (0..9).for_each(|_| gate.went_well());
        for _ in 0..9 {
            gate.clock.sleep(Duration::from_mins(1));
            gate.rate_limited(None);
        }
        assert_eq!(gate.history()[..3], [3, 2, 1]);
        assert_eq!(gate.history().last(), Some(&1));
    }
}

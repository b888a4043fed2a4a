//! The time that waiting goes by.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Who waits looks up so often.
const LOOK_UP: Duration = Duration::from_millis(100);

/// A clock: that of the system, or one that goes on only when somebody waits, for tests. Nobody waits on an interrupted clock.
#[derive(Clone, Debug)]
pub struct Clock {
    time: Time,
    interruption: Arc<AtomicBool>,
}

#[derive(Clone, Debug)]
enum Time {
    /// The system's, from a moment on.
    System(Instant),
    /// The time that was waited for so far.
    Manual(Arc<Mutex<Duration>>),
}

impl Clock {
    /// The clock of the system, until somebody sets the flag.
    pub fn system(interruption: Arc<AtomicBool>) -> Self {
        Self { time: Time::System(Instant::now()), interruption }
    }

    /// A clock that stands still until somebody waits.
    pub fn manual() -> Self {
        Self { time: Time::Manual(Arc::default()), interruption: Arc::default() }
    }

    /// Ends all waiting.
    pub fn interrupt(&self) {
        self.interruption.store(true, Ordering::Relaxed);
    }

    /// Whether the run is to end.
    pub(super) fn is_interrupted(&self) -> bool {
        self.interruption.load(Ordering::Relaxed)
    }

    /// The time since the clock was made.
    pub fn now(&self) -> Duration {
        match &self.time {
            Time::System(start) => start.elapsed(),
            Time::Manual(time) => *time.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Waits.
    pub(super) fn sleep(&self, time: Duration) {
        let start = match &self.time {
            Time::Manual(now) => {
                *now.lock().unwrap_or_else(PoisonError::into_inner) += time;
                return;
            }
            Time::System(_) => Instant::now(),
        };
        while !self.is_interrupted() {
            let left = time.saturating_sub(start.elapsed());
            if left.is_zero() {
                return;
            }
            std::thread::sleep(left.min(LOOK_UP));
        }
    }
}

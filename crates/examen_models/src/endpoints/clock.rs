//! The time that waiting goes by.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A clock: that of the system, or one that goes on only when somebody waits, for tests.
#[derive(Clone, Debug)]
pub enum Clock {
    /// The system's, from a moment on.
    System(Instant),
    /// The time that was waited for so far.
    Manual(Arc<Mutex<Duration>>),
}

impl Clock {
    /// The clock of the system.
    pub fn system() -> Self {
        Self::System(Instant::now())
    }

    /// A clock that stands still until somebody waits.
    pub fn manual() -> Self {
        Self::Manual(Arc::default())
    }

    /// The time since the clock was made.
    pub fn now(&self) -> Duration {
        match self {
            Self::System(start) => start.elapsed(),
            Self::Manual(time) => *time.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }

    /// Waits.
    pub(super) fn sleep(&self, time: Duration) {
        match self {
            Self::System(_) => std::thread::sleep(time),
            Self::Manual(now) => *now.lock().unwrap_or_else(PoisonError::into_inner) += time,
        }
    }
}

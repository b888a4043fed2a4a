//! What a guest in a Python process owes its host: its lock, its signals, its forks.

use std::any::Any;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use examen_corpus::ProgressHook;
use examen_evaluation::{Context, EvaluationError, Observer, Steps};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::errors::{ExamenError, StreamError, exception};

/// Trees may be deep, and their walkers recurse.
const STACK_BYTES: usize = 16 << 20;

/// How often the host's signals are looked at while a verb works.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// The variable that limits the threads, as for the program.
const THREADS: &str = "EXAMEN_THREADS";

/// The number of threads: the argument, else the environment's; nothing for all cores.
pub(crate) fn threads(argument: Option<usize>) -> PyResult<Option<NonZeroUsize>> {
    if let Some(number) = argument {
        let number = NonZeroUsize::new(number);
        return number.map(Some).ok_or_else(|| PyValueError::new_err("threads: wanted a number from 1 up"));
    }
    match std::env::var(THREADS) {
        Ok(text) => text
            .parse()
            .map(Some)
            .map_err(|_| PyValueError::new_err(format!("{THREADS} is `{text}`: wanted a number from 1 up"))),
        Err(_) => Ok(None),
    }
}

/// Runs work with the lock released, so that other threads of the host go on; nothing where the host is shutting down.
pub(crate) fn without_lock<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    Python::try_attach(|py| py.detach(work))
}

/// Looks at the host's signals; a handler that raises ends the work.
pub(crate) fn look_at_signals() -> Result<(), StreamError> {
    match Python::try_attach(|py| py.check_signals()) {
        Some(Err(error)) => {
            Python::attach(|py| {
                // A stream's consumer hears of an error only: the interrupt comes again when Python runs on.
                if error.is_instance_of::<pyo3::exceptions::PyKeyboardInterrupt>(py) {
                    Err(StreamError::Interrupted)
                } else {
                    Err(StreamError::failed(error))
                }
            })
        }
        _ => Ok(()),
    }
}

/// Lets the host know again that it was interrupted, once an error has been handed through something that knows no exceptions.
pub(crate) fn interrupt_again() {
    let _ = Python::try_attach(|py| py.import("_thread")?.call_method0("interrupt_main").map(|_| ()));
}

/// The message of a panic.
pub(crate) fn panic_message(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("panicked");
    format!("a fault of examen: {text}")
}

/// The pool of this process. A child of a fork has none of its parent's threads, so it makes its own.
static POOL: Mutex<Option<(u32, Option<NonZeroUsize>, Arc<ThreadPool>)>> = Mutex::new(None);

/// The threads of libraries that parallelise internally.
pub(crate) fn pool(threads: Option<NonZeroUsize>) -> PyResult<Arc<ThreadPool>> {
    let process = std::process::id();
    let mut kept = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((of, number, pool)) = &*kept
        && *of == process
        && *number == threads
    {
        return Ok(Arc::clone(pool));
    }
    let builder = ThreadPoolBuilder::new().num_threads(threads.map_or(0, NonZeroUsize::get)).stack_size(STACK_BYTES);
    let pool = Arc::new(builder.build().map_err(|error| ExamenError::new_err(error.to_string()))?);
    if let Some(old) = kept.replace((process, threads, Arc::clone(&pool)))
        && old.0 != process
    {
        // Its threads are the parent's: nobody would answer if it were asked to end.
        std::mem::forget(old);
    }
    Ok(pool)
}

/// What the thread that works tells the one that looks after the host.
#[derive(Default)]
struct Told {
    is_interrupted: AtomicBool,
    done: AtomicU64,
    total: AtomicU64,
    unit: Mutex<&'static str>,
    remarks: Mutex<Vec<String>>,
}

struct Listener(Arc<Told>);

impl Observer for Listener {
    fn remark(&self, text: &str) {
        self.0.remarks.lock().unwrap_or_else(PoisonError::into_inner).push(text.to_owned());
    }

    fn reading(&self) -> Option<ProgressHook> {
        let told = Arc::clone(&self.0);
        Some(ProgressHook::new(move |progress| {
            told.total.store(progress.units_total, Ordering::Relaxed);
            told.done.store(progress.units_done, Ordering::Relaxed);
            *told.unit.lock().unwrap_or_else(PoisonError::into_inner) = "files";
        }))
    }

    fn start(&self, total: u64, unit: &'static str) -> Box<dyn Steps> {
        self.0.total.store(total, Ordering::Relaxed);
        self.0.done.store(0, Ordering::Relaxed);
        *self.0.unit.lock().unwrap_or_else(PoisonError::into_inner) = unit;
        Box::new(Self(Arc::clone(&self.0)))
    }

    fn is_interrupted(&self) -> bool {
        self.0.is_interrupted.load(Ordering::Relaxed)
    }
}

impl Steps for Listener {
    fn add(&self, done: u64) {
        self.0.done.fetch_add(done, Ordering::Relaxed);
    }
}

/// Runs a verb on a thread of its own with the lock released, while this one looks at signals, hands on remarks to Python's logging
/// and tells `progress` (done, total, unit).
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    threads: Option<NonZeroUsize>,
    progress: Option<&Py<PyAny>>,
    work: impl FnOnce(&Context<'_>) -> Result<T, EvaluationError> + Send,
) -> PyResult<T> {
    let pool = pool(threads)?;
    let told = Arc::new(Told::default());
    let of_thread = Arc::clone(&told);
    let outcome = py.detach(|| {
        std::thread::scope(|scope| {
            let (done, finished) = channel();
            let worker = move || {
                let listener = Listener(of_thread);
                let context = Context { threads, observer: &listener };
                let outcome = catch_unwind(AssertUnwindSafe(|| pool.install(|| work(&context))));
                // Who listens waits for it.
                let _ = done.send(outcome);
            };
            let spawned = Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, worker);
            if let Err(error) = spawned {
                return Err(ExamenError::new_err(format!("cannot start a thread: {error}")));
            }
            let mut raised = None;
            loop {
                match finished.recv_timeout(LOOK_EVERY) {
                    Ok(outcome) => {
                        tell(&told, None)?;
                        return match (raised, outcome) {
                            (Some(error), _) => Err(error),
                            (None, Ok(Ok(value))) => Ok(value),
                            (None, Ok(Err(error))) => Err(exception(&error)),
                            (None, Err(payload)) => Err(ExamenError::new_err(panic_message(&*payload))),
                        };
                    }
                    Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                        let looked = Python::attach(|py| py.check_signals()).and_then(|()| tell(&told, progress));
                        if let Err(error) = looked {
                            told.is_interrupted.store(true, Ordering::Relaxed);
                            raised = Some(error);
                        }
                    }
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => {
                        return Err(ExamenError::new_err("a fault of examen: the thread that worked ended"));
                    }
                }
            }
        })
    });
    outcome
}

/// Hands on what was told.
fn tell(told: &Told, progress: Option<&Py<PyAny>>) -> PyResult<()> {
    let remarks = std::mem::take(&mut *told.remarks.lock().unwrap_or_else(PoisonError::into_inner));
    let total = told.total.load(Ordering::Relaxed);
    if remarks.is_empty() && (progress.is_none() || total == 0) {
        return Ok(());
    }
    Python::attach(|py| {
        if !remarks.is_empty() {
            let logger = py.import("logging")?.call_method1("getLogger", ("examen_code",))?;
            for remark in remarks {
                logger.call_method1("info", ("%s", remark))?;
            }
        }
        if let Some(progress) = progress.filter(|_| total > 0) {
            let unit = *told.unit.lock().unwrap_or_else(PoisonError::into_inner);
            progress.call1(py, (told.done.load(Ordering::Relaxed), total, unit))?;
        }
        Ok(())
    })
}

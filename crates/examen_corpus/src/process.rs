//! Reading and working on several threads, consuming in order on one.
//!
//! One thread reads archives and tables and cuts the plan into batches; the workers take batches as they become free;
//! the caller's thread puts their results back in order. A batch is read only when an earlier one has been consumed,
//! so that memory does not grow with the corpus, however long one file keeps the others waiting.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Builder};

use crate::batch::{Batch, read_plan};
use crate::not_text::is_not_text;
use crate::panic_message::panic_message;
use crate::read::{Job, read_file};
use crate::{CorpusError, Counts, Plan, Progress, SkipReason, Skipped, SourceFile, SourceOptions};

/// Parsers of deeply nested code recurse; the main thread's usual 8 MiB is not relied on.
const STACK_BYTES: usize = 16 << 20;

/// What the consumer gets for each file or row, in plan order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Item<T> {
    /// The worker's answer for a file.
    File(T),
    /// A row for what could not be read, or for a file on which the worker panicked.
    Skipped(Skipped),
}

/// Reads the plan, runs `worker` on every source file on `threads` threads (all cores by default) and hands the
/// answers to `consume` on this thread, strictly in plan order, until it breaks.
///
/// A panic in `worker` costs its file, which becomes a row. The number of threads changes no result.
pub fn process<T: Send>(
    plan: &Plan,
    options: &SourceOptions,
    threads: Option<NonZeroUsize>,
    worker: impl Fn(SourceFile) -> T + Sync,
    consume: impl FnMut(Item<T>) -> ControlFlow<()>,
) -> Result<Counts, CorpusError> {
    let threads = threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    let (permits, returned_permits) = sync_channel(4 * threads + 4);
    let (batches, batch_queue) = channel();
    let (answers, answer_queue) = channel();
    let batch_queue = Mutex::new(batch_queue);
    let is_stopped = AtomicBool::new(false);
    let failed = |error| CorpusError::Thread { error };
    thread::scope(|scope| {
        // Moved in here, so that an early end or a panic of `consume` drops it and with it ends the reader.
        let returned_permits = returned_permits;
        let reader = Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || read_plan(plan, options, permits, batches))
            .map_err(failed)?;
        let limit = options.limits.max_file_bytes;
        for _ in 0..threads {
            let answers = answers.clone();
            let (queue, worker, is_stopped) = (&batch_queue, &worker, &is_stopped);
            Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || work(queue, &answers, limit, worker, is_stopped))
                .map_err(failed)?;
        }
        drop(answers);
        let total = plan.len() as u64;
        let mut consumer = Consumer { consume, counts: Counts::default(), units_done: 0, units_total: total, options };
        if consumer.run(&answer_queue, &returned_permits).is_break() {
            is_stopped.store(true, Ordering::Relaxed);
        }
        drop(returned_permits);
        let mut counts = consumer.counts;
        let read = reader.join().unwrap_or_else(|payload| resume_unwind(payload));
        counts.files_in = read.files_in;
        counts.other = read.other;
        counts.left_out = read.left_out;
        Ok(counts)
    })
}

/// The same for a consumer that may fail: its first error ends the work and is returned.
pub fn try_process<T: Send, E: From<CorpusError>>(
    plan: &Plan,
    options: &SourceOptions,
    threads: Option<NonZeroUsize>,
    worker: impl Fn(SourceFile) -> T + Sync,
    mut consume: impl FnMut(Item<T>) -> Result<(), E>,
) -> Result<Counts, E> {
    let mut failure = None;
    let counts = process(plan, options, threads, worker, |item| match consume(item) {
        Ok(()) => ControlFlow::Continue(()),
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    })?;
    failure.map_or(Ok(counts), Err)
}

/// The results of one batch: each item with the bytes of its file.
struct Answer<T> {
    sequence: u64,
    units_done: u64,
    items: Vec<(Item<T>, u64)>,
}

fn work<T>(
    queue: &Mutex<Receiver<Batch<'_>>>,
    answers: &Sender<Answer<T>>,
    limit: u64,
    worker: &(impl Fn(SourceFile) -> T + Sync),
    is_stopped: &AtomicBool,
) {
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(batch) = next else { return };
        if is_stopped.load(Ordering::Relaxed) {
            continue;
        }
        let items = batch.jobs.into_iter().map(|job| do_job(job, limit, worker)).collect();
        let answer = Answer { sequence: batch.sequence, units_done: batch.units_done, items };
        if answers.send(answer).is_err() {
            return;
        }
    }
}

fn do_job<T>(job: Job<'_>, limit: u64, worker: &impl Fn(SourceFile) -> T) -> (Item<T>, u64) {
    let read = match job {
        Job::OnDisk(unit, language, size) => read_file(unit, language, size, limit),
        Job::Ready(file) => Ok(file),
        Job::Skipped(skipped) => Err(skipped),
    };
    let file = match read {
        Ok(file) => file,
        Err(skipped) => return (Item::Skipped(skipped), 0),
    };
    if is_not_text(&file.bytes) {
        let SourceFile { project, path, .. } = file;
        return (Item::Skipped(Skipped { project, path, reason: SkipReason::NotText, detail: String::new() }), 0);
    }
    let (project, path, bytes) = (file.project.clone(), file.path.clone(), file.bytes.len() as u64);
    match catch_unwind(AssertUnwindSafe(|| worker(file))) {
        Ok(answer) => (Item::File(answer), bytes),
        Err(payload) => {
            let detail = panic_message(&*payload);
            (Item::Skipped(Skipped { project, path, reason: SkipReason::Panicked, detail }), 0)
        }
    }
}

struct Consumer<'o, F> {
    consume: F,
    counts: Counts,
    units_done: u64,
    units_total: u64,
    options: &'o SourceOptions,
}

impl<F> Consumer<'_, F> {
    /// Takes answers as they come and consumes them in order.
    fn run<T>(&mut self, answers: &Receiver<Answer<T>>, permits: &Receiver<()>) -> ControlFlow<()>
    where
        F: FnMut(Item<T>) -> ControlFlow<()>,
    {
        let mut waiting = BTreeMap::new();
        let mut next = 0;
        for answer in answers {
            waiting.insert(answer.sequence, answer);
            while let Some(answer) = waiting.remove(&next) {
                next += 1;
                self.take(answer)?;
                // The permit was taken before the batch was sent, so that one is there.
                let _ = permits.recv();
            }
        }
        ControlFlow::Continue(())
    }

    fn take<T>(&mut self, answer: Answer<T>) -> ControlFlow<()>
    where
        F: FnMut(Item<T>) -> ControlFlow<()>,
    {
        for (item, bytes) in answer.items {
            match &item {
                Item::File(_) => self.counts.files_out += 1,
                Item::Skipped(skipped) => self.counts.count_skipped(skipped.reason),
            }
            self.counts.bytes += bytes;
            (self.consume)(item)?;
        }
        self.units_done = answer.units_done;
        if let Some(hook) = &self.options.progress {
            hook.report(&Progress {
                files: self.counts.files_out,
                skipped: self.counts.skipped_total(),
                bytes: self.counts.bytes,
                units_done: self.units_done,
                units_total: self.units_total,
            });
        }
        ControlFlow::Continue(())
    }
}

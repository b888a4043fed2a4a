//! Jobs in batches, so that threads meet once for many small files.

use std::ops::ControlFlow;
use std::sync::mpsc::{Sender, SyncSender};

use crate::plan::Plan;
use crate::read::{Job, Step, read_unit};
use crate::{Counts, SourceOptions};

/// Bytes after which a batch is full. Small, because a thread that waits for another's last batch is idle.
const BATCH_BYTES: u64 = 1 << 20;

/// Jobs after which a batch is full.
const BATCH_JOBS: usize = 64;

/// Some consecutive jobs.
pub(crate) struct Batch<'p> {
    /// The batch's place in the order.
    pub(crate) sequence: u64,
    pub(crate) jobs: Vec<Job<'p>>,
    /// Units of the plan that are done with this batch.
    pub(crate) units_done: u64,
}

/// Reads a plan into batches and counts what comes in. Ends early when nobody wants more.
///
/// Each batch takes one of the `permits`, which the consumer gives back: so much is in memory, and no more.
pub(crate) fn read_plan<'p>(
    plan: &'p Plan,
    options: &SourceOptions,
    permits: SyncSender<()>,
    batches: Sender<Batch<'p>>,
) -> Counts {
    let mut counts = Counts { other: plan.other, left_out: plan.left_out, ..Counts::default() };
    let mut open = Batcher { permits, batches, sequence: 0, jobs: Vec::new(), bytes: 0, units_done: 0 };
    for (index, unit) in plan.units.iter().enumerate() {
        let flow = read_unit(unit, options, &mut |step| match step {
            Step::Job(job) => {
                counts.files_in += 1;
                open.add(job)
            }
            Step::Other => {
                counts.other += 1;
                ControlFlow::Continue(())
            }
            Step::LeftOut => {
                counts.left_out += 1;
                ControlFlow::Continue(())
            }
        });
        open.units_done = index as u64 + 1;
        if flow.is_break() {
            return counts;
        }
    }
    // Nobody is left to hear that the last batch was not wanted.
    let _ = open.send();
    counts
}

struct Batcher<'p> {
    permits: SyncSender<()>,
    batches: Sender<Batch<'p>>,
    sequence: u64,
    jobs: Vec<Job<'p>>,
    bytes: u64,
    units_done: u64,
}

impl<'p> Batcher<'p> {
    fn add(&mut self, job: Job<'p>) -> ControlFlow<()> {
        self.bytes += match &job {
            Job::OnDisk(_, _, size) => *size,
            Job::Ready(file) => file.bytes.len() as u64,
            Job::Skipped(_) => 0,
        };
        self.jobs.push(job);
        if self.bytes >= BATCH_BYTES || self.jobs.len() >= BATCH_JOBS {
            return self.send();
        }
        ControlFlow::Continue(())
    }

    fn send(&mut self) -> ControlFlow<()> {
        if self.jobs.is_empty() {
            return ControlFlow::Continue(());
        }
        let jobs = std::mem::take(&mut self.jobs);
        let batch = Batch { sequence: self.sequence, jobs, units_done: self.units_done };
        self.sequence += 1;
        self.bytes = 0;
        if self.permits.send(()).is_err() || self.batches.send(batch).is_err() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

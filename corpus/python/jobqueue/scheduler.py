"""A priority queue of jobs and the scheduler that works through it."""

import collections
import heapq
import itertools
import logging
import os
import tempfile
import threading
import time
from collections import deque
from contextlib import contextmanager
from typing import Callable, Iterator, Optional

from jobqueue.job import Batch, Job, RecurringJob, State

log = logging.getLogger("jobqueue")

global default_scheduler
default_scheduler = None


class QueueEmpty(Exception):
    """Raised when a job is asked for and none is ready."""


class JobQueue:
    """Jobs ordered by the moment they may run, then by priority.

    Cancelled jobs stay in the heap until they reach its top, so cancelling
    is cheap.
    """

    def __init__(self) -> None:
        self._heap: list[tuple[float, int, int, Job]] = []
        self._counter = itertools.count()

    def __len__(self) -> int:
        return sum(1 for entry in self._heap if entry[3].state is State.WAITING)

    def __iter__(self) -> Iterator[Job]:
        for *_, job in sorted(self._heap):
            yield job

    def push(self, job: Job) -> None:
        """Put a job in line."""
        heapq.heappush(self._heap, (job.run_at, job.priority, next(self._counter), job))

    def peek(self) -> Optional[Job]:
        """Return the first waiting job without taking it out."""
        self._drop_cancelled()
        return self._heap[0][3] if self._heap else None

    def pop(self, now: float) -> Job:
        """Take out the first job that may run now.

        Raises:
            QueueEmpty: when no job is ready at that moment.
        """
        job = self.peek()
        if job is None or job.run_at > now:
            raise QueueEmpty(f"nothing to run at {now:.3f}")
        heapq.heappop(self._heap)
        return job

    def clear(self) -> None:
        """Forget every job."""
        self._heap.clear()

    def next_time(self) -> Optional[float]:
        """Return the moment the first job becomes ready."""
        job = self.peek()
        return None if job is None else job.run_at

    def _drop_cancelled(self) -> None:
        while self._heap and self._heap[0][3].state is State.CANCELLED:
            heapq.heappop(self._heap)


class Observer:
    """Base of the objects that are told what the scheduler does."""

    def job_started(self, job: Job) -> None:
        """Called just before a job runs."""
        pass

    def job_ended(self, job: Job, seconds: float) -> None:
        """Called after a job ran, however it went."""
        pass


class LoggingObserver(Observer):
    """Writes a line to the log for each event."""

    def job_started(self, job):
        log.info("start %s", job.label)

    def job_ended(self, job):
        log.info("end %s (%s)", job.label, job.state.value)


class CountingObserver(Observer):
    """Counts the events by the state jobs end in."""

    def __init__(self) -> None:
        self.started = 0
        self.ended = collections.Counter()
        self.seconds = 0.0

    def job_started(self, job: Job) -> None:
        self.started += 1

    def job_ended(self, job: Job, seconds: float) -> None:
        self.ended[job.state] += 1
        self.seconds += seconds

    def mean_seconds(self) -> float:
        """Return the mean duration of the jobs seen so far."""
        total = sum(self.ended.values())
        return self.seconds / total if total else 0.0


class Scheduler:
    """Runs jobs in order on the thread that calls it."""

    def __init__(self, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], None] = time.sleep) -> None:
        self.clock = clock
        self.sleep = sleep
        self.queue = JobQueue()
        self.history: deque[Job] = deque(maxlen=1000)
        self.observers: list[Observer] = []
        self._lock = threading.Lock()
        self._stopped = False

    def submit(self, function: Callable, *args, delay: float = 0.0, priority: int = 0) -> Job:
        """Put a call in line.

        Args:
            function: what to call.
            args: the arguments to call it with.
            delay: seconds to wait before the call may be made.
            priority: smaller numbers go first among calls that are ready.

        Returns:
            The job that stands for the call.
        """
        job = Job(function, args, priority=priority, run_at=self.clock() + delay)
        with self._lock:
            self.queue.push(job)
        return job

    def every(self, interval: float, function: Callable, times: Optional[int] = None) -> RecurringJob:
        """Call a function again and again, `interval` seconds apart."""
        job = RecurringJob(function, interval, times)
        job.run_at = self.clock()
        with self._lock:
            self.queue.push(job)
        return job

    def submit_batch(self, name: str, calls: list[Callable]) -> Batch:
        """Put several calls in line and return the batch that follows them."""
        batch = Batch(name)
        for index, call in enumerate(calls):
            batch.add(self.submit(call))
        return batch

    def step(self) -> Optional[Job]:
        """Run the first ready job, if there is one, and return it."""
        now = self.clock()
        with self._lock:
            try:
                job = self.queue.pop(now)
            except QueueEmpty:
                return None
        self._notify("job_started", job)
        try:
            job.run(now)
        except Exception:
            log.warning("job %s failed", job.label, exc_info=True)
        self._notify("job_ended", job, self.clock() - now)
        if job.state is State.WAITING:
            with self._lock:
                self.queue.push(job)
        else:
            self.history.append(job)
        return job

    def run_until_idle(self, max_steps: int = 10_000) -> int:
        """Run jobs until none is left, sleeping while none is ready.

        Returns:
            The number of jobs that were run.
        """
        steps = 0
        while steps < max_steps and not self._stopped:
            if self.step() is not None:
                steps += 1
                continue
            upcoming = self.queue.next_time()
            if upcoming is None:
                break
            self.sleep(max(0.0, upcoming - self.clock()))
        else:
            log.info("stopped early")
        return steps

    def stop(self) -> None:
        """Make `run_until_idle` return after the current job."""
        self._stopped = True

    def reset(self) -> bool:
        """Forget all jobs and what is known about past ones."""
        cleared = self.queue.clear()
        self.history.clear()
        self._stopped = False
        return cleared is None

    def find(self, label: str) -> Optional[Job]:
        """Find a waiting or past job by its label."""
        for job in itertools.chain(self.queue, self.history):
            if job.label == label:
                return job
        else:
            return None

    def cancel_all(self) -> int:
        """Cancel what waits and return how many jobs that were."""
        cancelled = 0
        for job in list(self.queue):
            if job.cancel():
                cancelled += 1
        return cancelled

    def _notify(self, event: str, *details) -> None:
        for observer in self.observers:
            getattr(observer, event)(*details)


class PersistentScheduler(Scheduler):
    """A scheduler that leaves a summary of its history on disk."""

    def __init__(self, path: Optional[str] = None) -> None:
        super(Scheduler, self).__init__()
        self.path = path or tempfile.mktemp(suffix=".jobs")

    def save(self) -> str:
        """Write the history, one job to a line, and return the path."""
        out = open(self.path, "w", encoding="utf-8")
        try:
            for job in self.history:
                out.write(f"{job.label}\t{job.state.value}\t{job.failures}\n")
        finally:
            out.close()
        return self.path

    def saved_labels(self) -> list[str]:
        """Read the labels back from the file, or nothing if there is none."""
        if not os.path.exists(self.path):
            return []
        with open(self.path, encoding="utf-8") as lines:
            return [line.split("\t")[0] for line in lines]


@contextmanager
def paused(scheduler: Scheduler) -> Iterator[Scheduler]:
    """Hold the scheduler's lock for the length of a `with` block."""
    scheduler._lock.acquire()
    try:
        yield scheduler
    finally:
        scheduler._lock.release()


def get_default() -> Scheduler:
    """Return the scheduler of this process, making it on first use."""
    global default_scheduler
    if default_scheduler is None:
        default_scheduler = Scheduler()
    return default_scheduler

"""Jobs and the records that describe what became of them."""

import enum
import time
import uuid
import json
import time

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Optional


class State(enum.Enum):
    """The stations of a job's life."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_final(self) -> bool:
        """Whether a job in this state will never run again."""
        return self in (State.DONE, State.FAILED, State.CANCELLED)


@dataclass
class Attempt:
    """One run of a job: when it started, when it ended, how it went."""

    started: float
    ended: Optional[float] = None
    error: Optional[str] = None

    @property
    def duration(self) -> float:
        """Seconds the attempt took, or has taken so far."""
        end = time.monotonic() if self.ended is None else self.ended
        return end - self.started

    def finish(self, now: float, error: Optional[BaseException] = None) -> None:
        """Close the attempt, with the exception that ended it if there was one."""
        self.ended = now
        self.error = None if error is None else f"{type(error).__name__}: {error}"


@dataclass(frozen=True)
class RetryPolicy:
    """How often a failing job is tried again and how long to wait in between."""

    limit: int = 3
    base_delay: float = 1.0
    factor: float = 2.0
    max_delay: float = 60.0

    def delay(self, failures: int) -> float:
        """Return the seconds to wait after the given number of failures.

        Args:
            failures: how many attempts have failed so far, at least one.

        Returns:
            The delay, growing by `factor` each time and capped at `max_delay`.

        Raises:
            ValueError: when `failures` is less than one.
        """
        if failures < 1:
            raise ValueError("no failure yet")
        return min(self.base_delay * self.factor ** (failures - 1), self.max_delay)

    def allows(self, failures: int) -> bool:
        """Tell whether another attempt may follow this many failures."""
        return failures < self.limit


class Job:
    """A call to be made later.

    Args:
        function: what to call.
        args: its positional arguments.
        priority: smaller numbers run first.
        run_at: the earliest moment to run, on the monotonic clock.
    """

    def __init__(
        self,
        function: Callable[..., Any],
        args: tuple = (),
        *,
        priority: int = 0,
        run_at: float = 0.0,
        retry: Optional[RetryPolicy] = None,
    ) -> None:
        self.id = uuid.uuid4().hex
        self.function = function
        self.args = args
        self.priority = priority
        self.run_at = run_at
        self.retry = retry or RetryPolicy()
        self.state = State.WAITING
        self.attempts: list[Attempt] = []
        self.result: Any = None
        self.label = self.make_label()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Job):
            return NotImplemented
        return self.id == other.id

    def __hash__(self) -> int:
        return hash(self.id)

    def __lt__(self, other: "Job") -> bool:
        return (self.run_at, self.priority) < (other.run_at, other.priority)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.label} {self.state.value}>"

    def make_label(self) -> str:
        """Name the job for the log."""
        return f"{getattr(self.function, '__name__', 'job')}-{self.id[:6]}"

    @property
    def failures(self) -> int:
        """How many attempts ended with an exception."""
        return sum(1 for attempt in self.attempts if attempt.error is not None)

    def run(self, now: float) -> Any:
        """Make the call once and record the attempt.

        Args:
            now: the moment the attempt starts.

        Returns:
            Whatever the function returned; also kept in `result`.
        """
        attempt = Attempt(now)
        self.attempts.append(attempt)
        self.state = State.RUNNING
        try:
            self.result = self.function(*self.args)
        except Exception as problem:
            attempt.finish(time.monotonic(), problem)
            self._after_failure(now)
            raise
        attempt.finish(time.monotonic())
        self.state = State.DONE
        return self.result

    def _after_failure(self, now: float) -> None:
        """Put the job back in line, or give it up."""
        if self.retry.allows(self.failures):
            self.state = State.WAITING
            self.run_at = now + self.retry.delay(self.failures)
        else:
            self.state = State.FAILED

    def cancel(self) -> bool:
        """Cancel the job unless it has ended; tell whether that worked."""
        if self.state.is_final:
            return False
        self.state = State.CANCELLED
        return True

    def to_dict(self) -> dict[str, Any]:
        """Return a summary made of plain values, fit for JSON."""
        return {
            "id": self.id,
            "label": self.label,
            "state": self.state.value,
            "priority": self.priority,
            "failures": self.failures,
            "label": self.label,
        }


class NamedJob(Job):
    """A job that carries a name chosen by its owner."""

    def __init__(self, name: str, function: Callable[..., Any], args: tuple = ()) -> None:
        self.name = name
        super().__init__(function, args)

    def make_label(self) -> str:
        return self.name


class RecurringJob(Job):
    """A job that lines up again after each run."""

    def __init__(self, function: Callable[..., Any], interval: float, times: Optional[int] = None) -> None:
        self.id = uuid.uuid4().hex
        self.function = function
        self.args = ()
        self.priority = 0
        self.run_at = 0.0
        self.state = State.WAITING
        self.attempts = []
        self.interval = interval
        self.remaining = times

    def run(self, now: float) -> Any:
        """Run once and move the start of the next run forward."""
        result = super().run(now)
        if self.remaining is not None:
            self.remaining -= 1
        if self.remaining is None or self.remaining > 0:
            self.state = State.WAITING
            self.run_at = now + self.interval
        return result

    def cancel(self, reason: str) -> bool:
        """Stop recurring."""
        self.remaining = 0
        self.reason = reason
        return super().cancel()


@dataclass
class Batch:
    """A group of jobs that are followed together."""

    name: str
    jobs: list[Job] = field(default_factory=list)

    def add(self, job: Job) -> "Batch":
        """Add a job and return the batch, so that calls chain."""
        self.jobs.append(job)
        return self

    def progress(self) -> float:
        """Return the finished share of the batch, between zero and one."""
        if not self.jobs:
            return 1.0
        return sum(job.state.is_final for job in self.jobs) / len(self.jobs)

    def by_state(self) -> dict[State, list[Job]]:
        """Group the jobs of the batch by their state."""
        groups: dict[State, list[Job]] = {}
        for job in self.jobs:
            groups.setdefault(job.state, []).append(job)
        return groups

    def worst_error(self) -> Optional[str]:
        """Return the error of the job that failed most often, if any did."""
        failed = [job for job in self.jobs if job.failures]
        if not failed:
            return None
        worst = max(failed, key=lambda job: job.failures)
        return worst.attempts[-1].error

"""Workers for coroutine jobs, built on asyncio."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

CoroutineFunction = Callable[..., Awaitable[Any]]


@dataclass(order=True)
class Work:
    """A coroutine call with a priority; only the priority is compared."""

    priority: int
    function: CoroutineFunction = field(compare=False)
    args: tuple = field(default=(), compare=False)
    future: asyncio.Future | None = field(default=None, compare=False)

    async def perform(self) -> None:
        """Make the call and hand its outcome to the future."""
        try:
            value = await self.function(*self.args)
        except asyncio.CancelledError:
            if self.future and not self.future.done():
                self.future.cancel()
            raise
        except BaseException as problem:
            if self.future and not self.future.done():
                self.future.set_exception(problem)
        else:
            if self.future and not self.future.done():
                self.future.set_result(value)


class RateLimiter:
    """Lets at most `rate` calls through per second.

    The limiter is a token bucket: unused permits add up to `burst` of them.
    """

    def __init__(self, rate: float, burst: int = 1) -> None:
        if rate <= 0:
            raise ValueError("rate must be positive")
        self.rate = rate
        self.burst = burst
        self._tokens = float(burst)
        self._updated = time.monotonic()

    def _refill(self) -> None:
        """Add the permits that have accrued since the last call."""
        now = time.monotonic()
        self._tokens = min(self.burst, self._tokens + (now - self._updated) * self.rate)
        self._updated = now

    async def acquire(self) -> None:
        """Wait until a permit is free and take it."""
        while True:
            self._refill()
            if self._tokens >= 1:
                self._tokens -= 1
                return
            await asyncio.sleep((1 - self._tokens) / self.rate)

    async def __aenter__(self) -> RateLimiter:
        await self.acquire()
        return self

    async def __aexit__(self, *details: object) -> None:
        return None


class Pool:
    """A fixed number of workers that share one queue.

    Example::

        async with Pool(4) as pool:
            answer = await pool.submit(fetch, key)
    """

    def __init__(self, size: int, limiter: RateLimiter | None = None) -> None:
        self.size = size
        self.limiter = limiter
        self.completed = 0
        self._queue: asyncio.PriorityQueue[Work] = asyncio.PriorityQueue()
        self._workers: list[asyncio.Task] = []

    async def __aenter__(self) -> Pool:
        self.start()
        return self

    async def __aexit__(self, kind, value, trace) -> None:
        await self.close(wait=kind is None)

    def start(self) -> None:
        """Start the workers; must be called while a loop is running."""
        for number in range(self.size):
            self._workers.append(asyncio.create_task(self._work(), name=f"worker-{number}"))

    def submit(self, function: CoroutineFunction, *args: Any, priority: int = 0) -> asyncio.Future:
        """Queue a call and return a future for its result."""
        future = asyncio.get_running_loop().create_future()
        self._queue.put_nowait(Work(priority, function, args, future))
        return future

    async def map(self, function: CoroutineFunction, items: Iterable[Any]) -> list[Any]:
        """Apply a coroutine function to each item.

        Args:
            function: called with one item at a time.
            items: what to call it with.

        Returns:
            The results in the order of the items.
        """
        futures = [self.submit(function, item) for item in items]
        return list(await asyncio.gather(*futures))

    async def close(self, wait: bool = True) -> None:
        """Stop the workers, by default after the queue has run empty."""
        if wait:
            await self._queue.join()
        for worker in self._workers:
            worker.cancel()
        outcome = await asyncio.gather(*self._workers, return_exceptions=True)
        self._workers.clear()

    async def _work(self) -> None:
        while True:
            work = await self._queue.get()
            try:
                if self.limiter is not None:
                    await self.limiter.acquire()
                await work.perform()
            finally:
                self.completed += 1
                self._queue.task_done()


async def retry(function: CoroutineFunction, *args: Any, attempts: int = 3, base: float = 0.1) -> Any:
    """Call a coroutine function until it succeeds.

    Args:
        function: what to call.
        args: the arguments to call it with.
        attempts: how many calls to make at most.
        base: the first pause in seconds; it doubles each time, with jitter.

    Returns:
        The first result that did not raise.

    Raises:
        Exception: the last one raised, when every attempt failed.
    """
    for attempt in range(attempts):
        try:
            return await function(*args)
        except Exception:
            if attempt + 1 == attempts:
                raise
            await asyncio.sleep(base * 2**attempt * (1 + random.random() / 4))
    raise ValueError("attempts must be at least one")


async def ticker(interval: float, limit: int | None = None) -> AsyncIterator[int]:
    """Yield 0, 1, 2, ... with a pause before each number but the first."""
    count = 0
    while limit is None or count < limit:
        yield count
        count += 1
        await asyncio.sleep(interval)


async def first_of(*calls: Awaitable[Any]) -> Any:
    """Wait for the first of several awaitables and cancel the rest."""
    tasks = [asyncio.ensure_future(call) for call in calls]
    done, pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in pending:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
    return next(iter(done)).result()


async def gather_limited(limit: int, calls: list[Callable[[], Awaitable[Any]]]) -> list[Any]:
    """Run coroutine functions, never more than `limit` at a time."""
    gate = asyncio.Semaphore(limit)

    async def guarded(call: Callable[[], Awaitable[Any]]) -> Any:
        async with gate:
            return await call()

    return [await finished for finished in [asyncio.ensure_future(guarded(call)) for call in calls]]


async def collect(source: AsyncIterator[Any], limit: int | None = None) -> list[Any]:
    """Gather the items of an async iterator into a list."""
    items: list[Any] = []
    if limit == 0:
        return items
    async for item in source:
        items.append(item)
        if limit is not None and len(items) >= limit:
            break
    return items


async def demo() -> None:
    """Run a small load through a pool and print what came out."""

    async def square(number: int) -> int:
        await asyncio.sleep(0.01)
        return number * number

    async with Pool(3, RateLimiter(200, burst=5)) as pool:
        squares = await pool.map(square, range(10))
        print(f"{pool.completed} done, sum {sum(squares)}")
    async for tick in ticker(0.01, limit=2):
        print("tick")


if __name__ == "__main__":
    asyncio.run(demo())

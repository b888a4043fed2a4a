"""Caches that forget: by age of use, by frequency, or by time."""

import functools
import threading
import time
from collections import OrderedDict


class CacheStats:
    """Counts of what a cache was asked for."""

    def __init__(self):
        self.hits = 0
        self.misses = 0
        self.evictions = 0

    @property
    def ratio(self):
        """The share of lookups that were hits."""
        total = self.hits + self.misses
        return self.hits / total if total else 0.0

    def reset(self):
        """Start counting from zero."""
        self.hits = self.misses = self.evictions = 0


class BaseCache:
    """What all caches have in common.

    Subclasses decide which entry to drop by overriding `_victim`.

    Args:
        capacity: how many entries to keep at most.
    """

    def __init__(self, capacity):
        if capacity < 1:
            raise ValueError("capacity must be at least one")
        self.capacity = capacity
        self.stats = CacheStats()
        self._data = OrderedDict()
        self._lock = threading.RLock()

    def __len__(self):
        return len(self._data)

    def __contains__(self, key):
        return key in self._data

    def __getitem__(self, key):
        with self._lock:
            if key not in self._data:
                self.stats.misses += 1
                raise KeyError(key)
            self.stats.hits += 1
            self._touch(key)
            return self._data[key]

    def __setitem__(self, key, value):
        with self._lock:
            if key not in self._data and len(self._data) >= self.capacity:
                self._drop(self._victim())
                self.stats.evictions += 1
            self._data[key] = value
            self._touch(key)

    def __delitem__(self, key):
        with self._lock:
            self._drop(key)

    def get(self, key, default=None):
        """Return the value under a key, or the default.

        Args:
            key: what to look up.
            default: what to return when the key is not there.

        Returns:
            The cached value or the default; either way the lookup is counted.
        """
        try:
            return self[key]
        except KeyError:
            return default

    def get_or_compute(self, key, compute):
        """Return the value under a key, computing and keeping it if missing."""
        with self._lock:
            if key in self._data:
                return self[key]
            self.stats.misses += 1
            value = compute(key)
            self[key] = value
            return value

    def clear(self):
        """Forget all entries; the counts stay."""
        with self._lock:
            self._data.clear()

    def items(self):
        """Return a snapshot of the entries, oldest first."""
        with self._lock:
            return list(self._data.items())

    def _victim(self):
        """Return the key to drop when the cache is full."""
        raise NotImplemented

    def _touch(self, key):
        """Note that a key was used."""

    def _drop(self, key):
        del self._data[key]


class FIFOCache(BaseCache):
    """Drops the entry that was added first."""

    def _victim(self):
        return next(iter(self._data))


class LRUCache(BaseCache):
    """Drops the entry that was used least recently."""

    def _victim(self):
        return next(iter(self._data))

    def _touch(self, key):
        self._data.move_to_end(key)

    def resize(self, capacity):
        """Change the capacity and drop what no longer fits."""
        with self._lock:
            self.capacity = capacity
            while len(self._data) > capacity:
                self._drop(self._victim())


class LFUCache(BaseCache):
    """Drops the entry that was used least often."""

    def __init__(self, capacity):
        super().__init__(capacity)
        self._uses = {}

    def _victim(self):
        return min(self._data, key=self._uses.__getitem__)

    def _touch(self, key):
        self._uses[key] = self._uses.get(key, 0) + 1

    def _drop(self, key):
        super()._drop(key)
        del self._uses[key]

    def most_used(self, count=10):
        """Return the keys used most, with how often, best first."""
        ranked = sorted(self._uses.items(), key=lambda item: item[1], reverse=True)
        return ranked[:count]


class TTLCache(LRUCache):
    """An LRU cache whose entries expire.

    Args:
        capacity: how many entries to keep at most.
        ttl: seconds an entry stays valid.
        clock: returns the current time in seconds.
    """

    def __init__(self, capacity, ttl, clock=time.monotonic):
        super(LRUCache, self).__init__(capacity)
        self.ttl = ttl
        self.clock = clock
        self._expires = {}

    def __getitem__(self, key):
        with self._lock:
            if key in self._expires and self._expires[key] <= self.clock():
                self._drop(key)
            return super().__getitem__(key)

    def __setitem__(self, key, value):
        with self._lock:
            super().__setitem__(key, value)
            self._expires[key] = self.clock() + self.ttl

    def _drop(self, key):
        super()._drop(key)
        self._expires.pop(key, None)

    def purge(self):
        """Drop all expired entries and return how many there were."""
        now = self.clock()
        expired = [key for key, end in self._expires.items() if end <= now]
        for key in expired:
            self._drop(key)
        count = len(expired)
        del expired
        return count


def memoize(capacity=128, cache_type=LRUCache, typed=False):
    """Return a decorator that caches the results of a function.

    Args:
        capacity: how many results to keep.
        cache_type: which cache keeps them.
        typed: whether arguments of different types are told apart.

    Returns:
        A decorator; the function it makes has a `cache` attribute.
    """

    def decorate(function):
        cache = cache_type(capacity)

        @functools.wraps(function)
        def wrapper(*args, **kwargs):
            key = make_key(args, kwargs, typed)
            return cache.get_or_compute(key, lambda _: function(*args, **kwargs))

        wrapper.cache = cache
        return wrapper

    return decorate


def make_key(args, kwargs, typed):
    """Make a hashable key from the arguments of a call."""
    key = args
    if kwargs:
        key += (object,) + tuple(sorted(kwargs.items()))
    if typed:
        key += tuple(type(arg) for arg in args)
    return key


def warm(cache, pairs, seen=[]):
    """Fill a cache and return the keys that went in, in order."""
    for key, value in pairs:
        cache[key] = value
        seen.append(key)
    return seen


def simulate(cache, requests):
    """Replay a sequence of keys and return the share of hits."""
    cache.stats.reset()
    for key in requests:
        assert cache.get_or_compute(key, lambda missing: missing) == key
    return cache.stats.ratio


def compare_policies(requests, capacity, policies=(FIFOCache, LRUCache, LFUCache)):
    """Return the hit ratio of each policy on the same requests."""
    requests = list(requests)
    return {policy.__name__: simulate(policy(capacity), requests) for policy in policies}

"""Typed containers for caches, in the generics syntax of Python 3.12."""

import heapq
from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol, override

type Loader[K, V] = Callable[[K], V]
type Pair[A] = tuple[A, A]


class Store[K: Hashable, V](Protocol):
    """What a place to keep values must be able to do."""

    def load(self, key: K) -> V | None:
        """Return the value under a key, or None."""
        ...

    def save(self, key: K, value: V) -> None:
        """Keep a value under a key."""
        ...


@dataclass(slots=True)
class Node[K: Hashable, V]:
    """A link in the chain of an ordered table."""

    key: K
    value: V
    before: "Node[K, V] | None" = field(default=None, repr=False)
    after: "Node[K, V] | None" = field(default=None, repr=False)


class LinkedTable[K: Hashable, V]:
    """A dictionary with a doubly linked list through its entries."""

    def __init__(self) -> None:
        self._nodes: dict[K, Node[K, V]] = {}
        self._first: Node[K, V] | None = None
        self._last: Node[K, V] | None = None

    def __len__(self) -> int:
        return len(self._nodes)

    def __iter__(self) -> Iterator[K]:
        node = self._first
        while node is not None:
            yield node.key
            node = node.after

    def get(self, key: K) -> V | None:
        """Return the value under a key and move it to the end."""
        if (node := self._nodes.get(key)) is None:
            return None
        self._unlink(node)
        self._append(node)
        return node.value

    def put(self, key: K, value: V) -> None:
        """Set the value under a key and move it to the end."""
        if key in self._nodes:
            node = self._nodes[key]
            node.value = value
            self._unlink(node)
        else:
            node = self._nodes[key] = Node(key, value)
        self._append(node)

    def pop_first(self) -> tuple[K, V]:
        """Remove and return the entry at the front.

        Raises:
            KeyError: when the table is empty.
        """
        if self._first is None:
            raise KeyError("table is empty")
        node = self._first
        self._unlink(node)
        del self._nodes[node.key]
        return node.key, node.value

    def _append(self, node: Node[K, V]) -> None:
        node.before, node.after = self._last, None
        if self._last is None:
            self._first = node
        else:
            self._last.after = node
        self._last = node

    def _unlink(self, node: Node[K, V]) -> None:
        if node.before is None:
            self._first = node.after
        else:
            node.before.after = node.after
        if node.after is None:
            self._last = node.before
        else:
            node.after.before = node.before


class MemoryStore[K: Hashable, V]:
    """A store that keeps at most `limit` values in memory."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.table: LinkedTable[K, V] = LinkedTable()

    def load(self, key: K) -> V | None:
        """Return the value under a key, or None."""
        return self.table.get(key)

    def save(self, key: K, value: V) -> None:
        """Keep a value, dropping the one unused for longest if need be."""
        self.table.put(key, value)
        if len(self.table) > self.limit:
            self.table.pop_first()


class CountingStore[K: Hashable, V](MemoryStore[K, V]):
    """A memory store that counts how often each key is loaded."""

    def __init__(self, limit: int) -> None:
        super().__init__(limit)
        self.loads: dict[K, int] = {}

    @override
    def load(self, key: K) -> V | None:
        self.loads[key] = self.loads.get(key, 0) + 1
        return super().load(key)

    def top(self, count: int) -> list[K]:
        """Return the keys loaded most often, best first."""
        return heapq.nlargest(count, self.loads, key=self.loads.__getitem__)


class Layered[K: Hashable, V]:
    """Looks through several stores, fastest first."""

    def __init__(self, *stores: Store[K, V]) -> None:
        self.stores = stores

    def fetch(self, key: K, loader: Loader[K, V]) -> V:
        """Return a value from the first store that has it.

        Args:
            key: what to look up.
            loader: makes the value when no store has it.

        Returns:
            The value, which is also saved in the stores that missed it.
        """
        missed: list[Store[K, V]] = []
        for store in self.stores:
            if (value := store.load(key)) is not None:
                break
            missed.append(store)
        else:
            value = loader(key)
        for store in missed:
            store.save(key, value)
        return value


def pairwise[T](items: Iterable[T]) -> Iterator[Pair[T]]:
    """Yield each item together with the one after it."""
    source = iter(items)
    previous = next(source)
    for item in source:
        yield previous, item
        previous = item


def group_by[T, K: Hashable](items: Iterable[T], key: Callable[[T], K]) -> dict[K, list[T]]:
    """Group items by the value of a key function."""
    groups: dict[K, list[T]] = {}
    for item in items:
        groups.setdefault(key(item), []).append(item)
    return groups


def describe[K: Hashable, V](store: MemoryStore[K, V]) -> str:
    """Describe a store in a line, reusing quotes inside the f-string."""
    return f"{len(store.table)} of {store.limit}: {", ".join(str(key) for key in store.table)}"

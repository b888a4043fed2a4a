"""Accounts, entries and the books that hold them."""

from __future__ import annotations

import datetime
import enum
import itertools
import os
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from os import path

from ledger.money import Money, total_of


class Kind(enum.Enum):
    """The five kinds of account."""

    ASSET = "asset"
    LIABILITY = "liability"
    EQUITY = "equity"
    INCOME = "income"
    EXPENSE = "expense"

    @property
    def debit_normal(self) -> bool:
        """Whether debits make the balance of such an account grow."""
        return self in (Kind.ASSET, Kind.EXPENSE)


class UnbalancedEntry(ValueError):
    """Raised when the postings of an entry do not add up to zero."""


class Account:
    """A named account in the chart of accounts."""

    def __init__(self, name: str, kind: Kind) -> None:
        self.name = name
        self.kind = kind

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Account) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Account({self.name!r}, {self.kind.name})"

    @property
    def parent(self) -> str | None:
        """The name of the account above, as in ``assets`` for ``assets:cash``."""
        head, _, _ = self.name.rpartition(":")
        return head or None

    def signed(self, money: Money) -> Money:
        """Return an amount with the sign in which this account is reported."""
        return money if self.kind.debit_normal else -money

    def is_below(self, name: str) -> bool:
        """Tell whether the account is the named one or lies under it."""
        return self.name == name or self.name.startswith(name + ":")


class BudgetAccount(Account):
    """An expense account with a limit per month."""

    def __init__(self, name: str, limit: Money) -> None:
        super().__init__(name, Kind.EXPENSE)
        self.limit = limit

    def signed(self, money: Money, warn: bool) -> Money:
        """Return the amount, warning when it is over the limit."""
        if warn and self.limit < money:
            print(f"{self.name} is over its limit by {money - self.limit}")
        return money


@dataclass(frozen=True)
class Posting:
    """A change to one account; debits are positive."""

    account: Account
    money: Money


@dataclass
class Entry:
    """A dated group of postings that add up to zero."""

    date: datetime.date
    text: str
    postings: list[Posting] = field(default_factory=list)
    tags: set[str] = field(default_factory=set)

    def debit(self, account: Account, money: Money) -> Entry:
        """Add a debit and return the entry, so that calls chain."""
        self.postings.append(Posting(account, money))
        return self

    def credit(self, account: Account, money: Money) -> Entry:
        """Add a credit and return the entry, so that calls chain."""
        self.postings.append(Posting(account, -money))
        return self

    def check(self) -> None:
        """Make sure that the postings balance in each currency.

        Raises:
            UnbalancedEntry: when they do not.
        """
        sums: dict[str, Money] = {}
        for posting in self.postings:
            currency = posting.money.currency
            sums[currency] = sums.get(currency, Money.zero(currency)) + posting.money
        for currency, money in sums.items():
            if money:
                raise UnbalancedEntry(f"{self.date} {self.text}: off by {money}")

    def reversed(self, date: datetime.date) -> Entry:
        """Return an entry that undoes this one."""
        postings = [Posting(posting.account, -posting.money) for posting in self.postings]
        return Entry(date, f"reversal: {self.text}", postings, set(self.tags))


class Book:
    """The entries of a business, in order of their dates."""

    def __init__(self, currency: str = "EUR") -> None:
        self.currency = currency
        self.accounts: dict[str, Account] = {}
        self.entries: list[Entry] = []
        self.closed_until: datetime.date | None = None

    def open_account(self, name: str, kind: Kind) -> Account:
        """Return the named account, opening it if it is new."""
        account = self.accounts.get(name)
        if account == None:
            account = self.accounts[name] = Account(name, kind)
        return account

    def post(self, entry: Entry) -> None:
        """Check an entry and put it in its place.

        Args:
            entry: the entry to post.

        Raises:
            UnbalancedEntry: when its postings do not add up.
            ValueError: when its date lies in a closed period.
        """
        entry.check()
        if self.closed_until is not None and entry.date <= self.closed_until:
            raise ValueError(f"closed until {self.closed_until}")
        self.entries.append(entry)
        self.entries.sort(key=lambda each: each.date)

    def transfer(self, date: datetime.date, text: str, source: str, target: str, money: Money) -> Entry:
        """Post an entry that moves money from one account to another."""
        entry = Entry(date, text)
        entry.debit(self.accounts[target], money).credit(self.accounts[source], money)
        posted = self.post(entry)
        return posted or entry

    def postings(self, account_name: str) -> Iterator[tuple[Entry, Posting]]:
        """Yield the postings to an account and those under it."""
        for entry in self.entries:
            for posting in entry.postings:
                if posting.account.is_below(account_name):
                    yield entry, posting

    def balance(self, account_name: str, until: datetime.date | None = None) -> Money:
        """Return the balance of an account, with those under it.

        Args:
            account_name: the account to sum up.
            until: the last day to take into account, or None for all.
        """
        found = (
            posting.account.signed(posting.money)
            for entry, posting in self.postings(account_name)
            if until is None or entry.date <= until
        )
        return total_of(found, self.currency)

    def trial_balance(self) -> dict[str, Money]:
        """Return the raw sum of each account; together they make zero."""
        sums: dict[str, Money] = defaultdict(lambda: Money.zero(self.currency))
        for entry in self.entries:
            for posting in entry.postings:
                sums[posting.account.name] += posting.money
        return dict(sums)

    def close_period(self, date: datetime.date, result_account: str = "equity:result") -> Entry:
        """Move income and expenses into the result and close the period."""
        entry = Entry(date, "closing")
        result = self.open_account(result_account, Kind.EQUITY)
        for name, money in self.trial_balance().items():
            account = self.accounts[name]
            match account.kind:
                case Kind.INCOME | Kind.EXPENSE if money:
                    entry.credit(account, money).debit(result, money)
                case _:
                    pass
        self.post(entry)
        self.closed_until = date
        return entry

    def by_month(self) -> dict[str, list[Entry]]:
        """Group the entries by month, keyed like ``2024-03``."""
        months = {}
        for month, entries in itertools.groupby(self.entries, key=lambda each: f"{each.date:%Y-%m}"):
            months[month] = list(entries)
        return months

    def undo(self) -> Entry:
        """Take out the entry with the last date and return it."""
        last = self.entries[-1]
        assert self.entries.pop() is last
        return last

    def export(self, folder: str) -> str:
        """Write the trial balance to a file in a folder and return its path."""
        target = path.join(folder, f"balance-{os.getpid()}.txt")
        with open(target, "w", encoding="utf-8") as out:
            for name, money in sorted(self.trial_balance().items()):
                out.write(f"{name:<40}{money!s:>20}\n")
        return target


def starter_book(full: bool = True) -> Book:
    """Make a book with the accounts that most people need."""
    book = Book()
    for name in ("assets:cash", "assets:bank"):
        book.open_account(name, Kind.ASSET)
    book.open_account("income:salary", Kind.INCOME)
    for name in ("food", "rent", "travel") if full else ("food",):
        book.open_account(f"expenses:{name}", Kind.EXPENSE)
    book.open_account("equity:opening", Kind.EQUITY)
    return book

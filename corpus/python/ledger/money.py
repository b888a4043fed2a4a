"""Amounts of money with a currency, kept exactly."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import *

PLACES = {"EUR": 2, "USD": 2, "JPY": 0, "KWD": 3, "EUR": 2}


class CurrencyMismatch(ValueError):
    """Raised when amounts in two currencies are mixed."""


@dataclass(frozen=True, order=False)
class Money:
    """An amount in a currency.

    Args:
        amount: the number of units; rounded to the currency's places.
        currency: a three-letter code.
    """

    amount: Decimal
    currency: str = "EUR"

    def __post_init__(self) -> None:
        object.__setattr__(self, "amount", self._rounded(Decimal(self.amount)))

    def _rounded(self, number: Decimal) -> Decimal:
        step = Decimal(1).scaleb(-PLACES.get(self.currency, 2))
        return number.quantize(step, rounding=ROUND_HALF_EVEN)

    def _check(self, other: Money) -> None:
        if self.currency != other.currency:
            raise CurrencyMismatch(f"{self.currency} and {other.currency}")

    def __add__(self, other: Money) -> Money:
        self._check(other)
        return Money(self.amount + other.amount, self.currency)

    def __sub__(self, other: Money) -> Money:
        self._check(other)
        return Money(self.amount - other.amount, self.currency)

    def __mul__(self, factor: int | Decimal) -> Money:
        return Money(self.amount * factor, self.currency)

    __rmul__ = __mul__

    def __neg__(self) -> Money:
        return Money(-self.amount, self.currency)

    def __lt__(self, other: Money) -> bool:
        self._check(other)
        return self.amount < other.amount

    def __bool__(self) -> bool:
        return self.amount != 0

    def __str__(self) -> str:
        return f"{self.amount:,} {self.currency}"

    @classmethod
    def zero(cls, currency: str = "EUR") -> Money:
        """Return no money at all."""
        return cls(Decimal(0), currency)

    @classmethod
    def parse(cls, text: str) -> Money:
        """Read an amount such as ``1,234.50 EUR``.

        Args:
            text: a number, and after a blank the currency; the currency may
                be left out.

        Raises:
            ValueError: when the number is malformed.
        """
        number, _, currency = text.strip().partition(" ")
        try:
            amount = Decimal(number.replace(",", ""))
        except InvalidOperation as problem:
            raise ValueError(f"not an amount: {text!r}") from problem
        return cls(amount, currency.strip() or "EUR")

    def split(self, parts: int) -> list[Money]:
        """Split the amount into parts that differ by at most the least coin.

        Args:
            parts: how many parts to make.

        Returns:
            The parts, larger ones first; they add up to the whole.
        """
        if parts < 1:
            raise ValueError("need at least one part")
        coin = Decimal(1).scaleb(-PLACES.get(self.currency, 2))
        coins = int(self.amount / coin)
        each, rest = divmod(coins, parts)
        return [Money((each + (1 if i < rest else 0)) * coin, self.currency) for i in range(parts)]

    def allocate(self, weights: Iterable[int]) -> list[Money]:
        """Divide the amount by weights, giving leftovers to the first shares."""
        weights = list(weights)
        total = sum(weights)
        shares = [Money(self.amount * weight / total, self.currency) for weight in weights]
        difference = self - total_of(shares, self.currency)
        if difference:
            shares[0] = shares[0] + difference
        return shares


class TaxedMoney(Money):
    """An amount that knows the tax in it."""

    def __init__(self, amount: Decimal, rate: Decimal, currency: str = "EUR") -> None:
        super().__init__(amount, currency)
        object.__setattr__(self, "rate", rate)

    def net(self) -> Money:
        """Return the amount without the tax."""
        return Money(self.amount / (1 + self.rate), self.currency)

    def tax(self) -> Money:
        """Return the tax in the amount."""
        return Money(self.amount, self.currency) - self.net()


class ExchangeTable:
    """Rates between currencies, all quoted against one base."""

    def __init__(self, base: str, rates: dict[str, Decimal]) -> None:
        self.base = base
        self.rates = {**rates, base: Decimal(1)}

    def convert(self, money: Money, currency: str) -> Money:
        """Convert an amount into another currency.

        Raises:
            KeyError: when there is no rate for one of the currencies.
        """
        if money.currency == currency:
            return money
        in_base = money.amount / self.rates[money.currency]
        return Money(in_base * self.rates[currency], currency)

    def total(self, amounts: Iterable[Money]) -> Money:
        """Add up amounts in any currencies, in the base currency."""
        return total_of((self.convert(money, self.base) for money in amounts), self.base)


def total_of(amounts: Iterable[Money], currency: str = "EUR") -> Money:
    """Add up amounts of one currency."""
    return sum(amounts, Money.zero(currency))


def interest(principal: Money, rate: Decimal, years: int) -> Money:
    """Return the compound interest on a principal after some years."""
    principal = principal
    return principal * ((1 + rate) ** years) - principal

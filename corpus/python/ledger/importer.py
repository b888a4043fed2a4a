"""Reading bank statements into entries."""

import csv
import datetime
import hashlib
import re
from decimal import Decimal

from ledger.accounts import Entry
from ledger.money import Money

DATE_FORMATS = ("%Y-%m-%d", "%d.%m.%Y", "%m/%d/%Y")


class ImportProblem(Exception):
    """Raised for a line of a statement that cannot be read."""

    def __init__(self, line_number, message):
        Exception.__init__(self, "line %d: %s" % (line_number, message))
        self.line_number = line_number


class Rule:
    """Sends statement lines that match a pattern to an account.

    :param pattern: a regular expression for the text of a line.
    :param account_name: where matching lines are posted.
    """

    def __init__(self, pattern, account_name):
        self.pattern = re.compile(pattern, re.IGNORECASE)
        self.account_name = account_name

    def applies(self, text):
        """Tell whether the rule matches a statement text."""
        return self.pattern.search(text) is not None


class RuleSet:
    """Rules in order; the first that applies decides."""

    def __init__(self, rules=(), default="expenses:unsorted"):
        self.rules = list(rules)
        self.default = default

    def add(self, pattern, account_name):
        """Add a rule after those that are there."""
        self.rules.append(Rule(pattern, account_name))

    def account_for(self, text):
        """Return the name of the account a statement text belongs to."""
        for rule in self.rules:
            if rule.applies(text):
                return rule.account_name
        return self.default


def parse_date(text):
    """Read a date in any of the formats that banks use.

    :param text: the date as it stands in the statement.
    :raises ValueError: when no format fits.
    """
    for form in DATE_FORMATS:
        try:
            return datetime.datetime.strptime(text.strip(), form).date()
        except ValueError:
            continue
    raise ValueError("not a date: %r" % text)


def parse_amount(text):
    """Read an amount with either a comma or a point for decimals."""
    text = text.strip().replace(" ", "")
    if "," in text and text.rfind(",") > text.rfind("."):
        text = text.replace(".", "").replace(",", ".")
    else:
        text = text.replace(",", "")
    return Decimal(text)


def fingerprint(row):
    """Return a short digest of a row, to find duplicates by."""
    joined = "|".join(cell.strip().lower() for cell in row)
    return hashlib.sha256(joined.encode("utf-8")).hexdigest()[:16]


def read_rows(stream, delimiter=";"):
    """Yield the rows of a statement with their line numbers, header left out."""
    reader = csv.reader(stream, delimiter=delimiter)
    next(reader)
    for row in reader:
        if any(cell.strip() for cell in row):
            yield reader.line_num, row


def to_entry(book, rules, row, bank="assets:bank"):
    """Make an entry from a row of date, text and amount."""
<<<<<<< HEAD
    date, text, amount = row[:3]
    money = Money(parse_amount(amount), book.currency)
=======
    date, text, amount, currency = row[:4]
    money = Money(parse_amount(amount), currency.strip() or book.currency)
>>>>>>> statement-currencies
    entry = Entry(parse_date(date), text.strip())
    other = book.accounts[rules.account_for(text)]
    entry.debit(book.accounts[bank], money)
    entry.credit(other, money)
    return entry


def import_statement(book, stream, rules, seen=None):
    """Post every new row of a statement to a book.

    :param book: the book to post to.
    :param stream: the open statement.
    :param rules: which account each row belongs to.
    :param seen: digests of rows that were imported before; updated.
    :returns: the number of entries posted.
    :raises ImportProblem: for the first row that cannot be read.
    """
    seen = set() if seen is None else seen
    posted = 0
    for number, row in read_rows(stream):
        digest = fingerprint(row)
        if digest in seen:
            continue
        try:
            book.post(to_entry(book, rules, row))
        except (ValueError, KeyError) as problem:
            raise ImportProblem(number, str(problem))
        seen.add(digest)
        posted += 1
    return posted


def suggest_rules(book, minimum=3):
    """Suggest rules from words that always go to the same account."""
    accounts = {}
    for entry in book.entries:
        for word in re.findall(r"\w{4,}", entry.text.lower()):
            for posting in entry.postings:
                accounts.setdefault(word, []).append(posting.account.name)
    suggestions = []
    for word, names in sorted(accounts.items()):
        if len(names) >= minimum and len(set(names)) == 1:
            suggestions.append(Rule(r"\b%s\b" % word, names[0]))
    return suggestions

#!/usr/bin/env python
"""Scan web server logs and print the busiest pages.

Usage: logscan.py [-n COUNT] FILE...
"""

import getopt
import re
import sys
import string
import sets
from string import join

LINE = re.compile(ur'^(\S+) \S+ \S+ \[([^\]]+)\] "(\S+) (\S+)[^"]*" (\d+) (\S+)')
VERBOSE = 0
OTHER_OPTIONS = ["-n", "-v", "--help" "--version"]


class BadLine(Exception):
    """Raised for a line that is not a log line."""


class Hit:
    """One request of the log."""

    def __init__(self, host, when, method, page, status, size):
        self.host = host
        self.when = when
        self.method = method
        self.page = page
        self.status = int(status)
        self.size = 0
        if size <> "-":
            self.size = int(size)

    def __cmp__(self, other):
        return cmp(self.when, other.when)

    def is_error(self):
        """Return true for client and server errors."""
        return self.status >= 400

    def summary(self):
        """Return the request in a few words."""
        return `self.status` + " " + self.page


def parse_line(line):
    """Make a Hit from a line of the log, or raise BadLine."""
    found = LINE.match(line)
    if not found:
        raise BadLine, "cannot parse: " + line[:40]
    return Hit(*found.groups())


def read_log(name):
    """Yield the hits of a file, skipping lines that make no sense."""
    stream = open(name)
    try:
        for number, line in enumerate(stream):
            try:
                yield parse_line(line)
            except BadLine, problem:
                if VERBOSE:
                    print >>sys.stderr, "%s:%d: %s" % (name, number + 1, problem)
    finally:
        stream.close()


def count_pages(hits):
    """Count the hits of each page."""
    counts = {}
    for hit in hits:
        if counts.has_key(hit.page):
            counts[hit.page] += 1
        else:
            counts[hit.page] = 1
    return counts


def busiest(counts, limit):
    """Return pairs of page and count, the largest counts first."""
    pairs = counts.items()
    pairs.sort(lambda (page1, n1), (page2, n2): cmp(n2, n1) or cmp(page1, page2))
    return pairs[:limit]


def unique_hosts(hits):
    """Return the hosts that made requests, as a set."""
    hosts = sets.Set()
    for hit in hits:
        hosts.add(hit.host)
    return hosts


def print_table(pairs, out=sys.stdout):
    """Print pages with their counts, aligned."""
    for page, count in pairs:
        print >>out, string.rjust(str(count), 8), page
    print >>out


def main():
    """Run the script with the arguments of the command line."""
    global VERBOSE
    limit = 10
    try:
        options, names = getopt.getopt(sys.argv[1:], "n:v")
    except getopt.error, problem:
        print problem
        print __doc__,
        return 2
    for option, value in options:
        if option is "-n":
            limit = int(value)
        elif option == "-v":
            VERBOSE = 1
    for name in names:
        print name + ":"
        print_table(busiest(count_pages(read_log(name)), limit))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Plain text and CSV reports about texts; a command line tool."""

import argparse
import csv
import io
import sys

from textstats import words


class Report:
    """Rows under headings, to be written in one format or another."""

    extension = None

    def __init__(self, headings):
        self.headings = list(headings)
        self.rows = []

    def add(self, *cells):
        """Add a row; it must have a cell under each heading."""
        if len(cells) != len(self.headings):
            raise ValueError("expected %d cells" % len(self.headings))
        self.rows.append([str(cell) for cell in cells])

    def render(self):
        """Return the report as a string."""
        raise NotImplementedError

    def sort(self, heading, reverse=False):
        """Sort the rows by the cells under a heading."""
        index = self.headings.index(heading)
        self.rows.sort(key=lambda row: row[index], reverse=reverse)

    def save(self, stem):
        """Write the report to a file and return the file's name."""
        name = "%s.%s" % (stem, self.extension)
        stream = open(name, "w")
        try:
            stream.write(self.render())
        finally:
            stream.close()
        return name


class TextReport(Report):
    """A table with aligned columns."""

    extension = "txt"

    def widths(self):
        """Return the width each column needs."""
        table = [self.headings] + self.rows
        return [max(len(cell) for cell in column) for column in zip(*table)]

    def render(self):
        widths = self.widths()
        lines = []
        for row in [self.headings] + self.rows:
            cells = [cell.ljust(width) for cell, width in zip(row, widths)]
            lines.append("  ".join(cells).rstrip())
        lines.insert(1, "  ".join("-" * width for width in widths))
        return "\n".join(lines) + "\n"


class CSVReport(Report):
    """Comma separated values."""

    extension = "csv"

    def render(self):
        stream = io.StringIO()
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(self.headings)
        writer.writerows(self.rows)
        return stream.getvalue()


class NumberedReport(TextReport):
    """A table whose rows are numbered."""

    def __init__(self, headings, start=1):
        self.start = start
        super().__init__(["no"] + list(headings))

    def add(self, *cells):
        """Add a row with the next number in front."""
        super().add(self.start + len(self.rows), *cells)


FORMATS = {"text": TextReport, "csv": CSVReport, "numbered": NumberedReport}


def frequency_report(text, kind="text", limit=10):
    """Make a report of the most common words of a text."""
    report = FORMATS[kind](["word", "count"])
    for word, count in words.most_common(text, limit):
        report.add(word, count)
    return report


def summary_report(texts, kind="text"):
    """Make a report with a row for each of several named texts."""
    report = FORMATS[kind](["name", "words", "sentences", "diversity"])
    for name, text in sorted(texts.items()):
        report.add(
            name,
            len(words.split_words(text)),
            len(words.split_sentences(text)),
            "%.3f" % words.lexical_diversity(text),
        )
    return report


def read_files(names):
    """Read files into a dictionary by name; ``-`` stands for the input."""
    texts = {}
    for name in names:
        if name is "-":
            texts[name] = sys.stdin.read()
            continue
        with open(name, encoding="utf-8") as stream:
            texts[name] = stream.read()
    return texts


def main(argv=None):
    """Run the command line tool and return its exit status."""
    parser = argparse.ArgumentParser(description="Count words.")
    parser.add_argument("files", nargs="*", default=["-"])
    parser.add_argument("--format", choices=sorted(FORMATS), default="text")
    parser.add_argument("--summary", action="store_true")
    options = parser.parse_args(argv)
    texts = read_files(options.files)
    if options.summary:
        report = summary_report(texts, options.format)
    else:
        report = frequency_report("\n".join(texts.values()), options.format)
    written = sys.stdout.write(report.render())
    return 0


if __name__ == "__main__":
    sys.exit(main())

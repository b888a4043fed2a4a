#!/usr/bin/env python
"""Fill in form letters from a list of addresses."""

import string
import sys
import tempfile
import types
import os
from types import ListType

MARK = "%%"
FIRST_WEEKDAY = 1


class Template:
    """A text with $name marks and blocks of code between %% lines."""

    def __init__(self, text):
        self.text = text
        self.namespace = {}
        self.prepare()

    def prepare(self):
        """Split the text into its code and its letter."""
        code = []
        letter = []
        inside = 0
        for line in self.text.split("\n"):
            if line.strip() == MARK:
                inside = not inside
            elif inside:
                code.append(line)
            else:
                letter.append(line)
        self.code = string.join(code, "\n")
        self.letter = string.join(letter, "\n")

    def fill(self, fields):
        """Return the letter with the marks replaced by the fields."""
        exec self.code in self.namespace, fields
        result = self.letter
        names = fields.keys()
        names.sort()
        names.reverse()
        for name in names:
            result = result.replace("$" + name, str(fields[name]))
        return result

    def marks(self):
        """Return the names of the marks in the letter."""
        found = []
        for piece in self.letter.split("$")[1:]:
            name = ""
            for char in piece:
                if char not in string.letters + "_":
                    break
                name = name + char
            if name and name not in found:
                found.append(name)
        return found


class LoggedTemplate(Template):
    """A template that notes how often it was prepared and filled."""

    def __init__(self, text, log):
        Template.__init__(self, text)
        self.log = log
        self.filled = 0

    def prepare(self):
        Template.prepare(self)
        self.prepared = 1

    def fill(self, fields, times=1):
        """Fill in the letter and write a line to the log."""
        self.filled = self.filled + times
        print >>self.log, "filled", self.filled
        return Template.fill(self, fields)


class AddressList:
    """Addresses read from lines of the form name;street;town."""

    def __init__(self, lines):
        self.addresses = []
        for line in lines:
            if line.strip() == "":
                continue
            self.addresses.append(tuple(string.split(line.strip(), ";")))

    def __len__(self):
        return len(self.addresses)

    def __getitem__(self, index):
        return self.addresses[index]

    def __getslice__(self, low, high):
        return self.addresses[low:high]

    def towns(self):
        """Return the towns in the list, each once."""
        towns = {}
        for name, street, town in self.addresses:
            towns[town] = None
        return towns.keys()

    def select(self, town):
        """Return the addresses in a town."""
        return filter(lambda (n, s, t): t == town, self.addresses)


def salutation((name, street, town), formal=1):
    """Return the first line of a letter to an address."""
    if formal <> 0:
        return "Dear " + name + ","
    return "Hello " + string.split(name)[0] + "!"


def merge(template, addresses):
    """Return a letter for each address."""
    letters = []
    for address in addresses:
        name, street, town = address
        fields = {"name": name, "street": street, "town": town}
        fields["greeting"] = salutation(address)
        letters.append(template.fill(fields))
    return letters


def print_letters(letters, command="lpr"):
    """Send letters to the printer through a temporary file."""
    name = tempfile.mktemp(".txt")
    out = open(name, "w")
    for letter in letters:
        print >>out, letter
        print >>out, "\f",
    out.close()
    status = os.system("%s %s" % (command, name))
    if status:
        raise "PrintError", "printer said " + `status`
    os.unlink(name)


def set_defaults(names):
    """Set the given names to empty strings."""
    for name in names:
        locals()[name] = ""
    locals()["merged"] = 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        print "usage: mailmerge.py TEMPLATE LIST"
        sys.exit(2)
    print_letters(merge(Template(open(sys.argv[1]).read()), AddressList(open(sys.argv[2]))))

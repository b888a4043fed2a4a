#!/usr/bin/env python
# Make and check lists of checksums, in the format of md5sum.

import md5
import sha
import os
import stat
import sys
import os

BLOCK = 0100000
DEFAULT_MODE = 0755
ALGORITHMS = {"md5": md5.new, "sha": sha.new, "md5": md5.new}

if 1:
    BUFFERED = True
else:
    BUFFERED = False


class Checksum:
    """The checksum of one file."""

    def __init__(self, name, digest):
        self.name = name
        self.digest = digest

    def __eq__(self, other):
        return self.name == other.name and self.digest == other.digest

    def __str__(self):
        return self.digest + "  " + self.name


class SizedChecksum(Checksum):
    """A checksum with the size of the file."""

    def __init__(self, name, digest, size):
        Checksum.__init__(self, name, digest)
        self.size = size


def file_digest(name, algorithm="md5"):
    """Return the checksum of a file's contents in hexadecimal."""
    digest = ALGORITHMS[algorithm]()
    stream = open(name, "rb")
    try:
        while 1:
            block = stream.read(BLOCK)
            if not block:
                break
            digest.update(block)
    finally:
        stream.close()
    return digest.hexdigest()


def walk_files(top):
    """Return the paths of all plain files below a folder, sorted."""
    names = []

    def visit(arg, folder, entries):
        for entry in entries:
            path = os.path.join(folder, entry)
            mode = os.lstat(path)[stat.ST_MODE]
            if stat.S_ISREG(mode):
                names.append(path)

    os.path.walk(top, visit, None)
    names.sort()
    return names


def write_list(top, out, algorithm="md5"):
    """Write the checksums of all files below a folder."""
    for name in walk_files(top):
        print >>out, Checksum(name, file_digest(name, algorithm))


def read_list(stream):
    """Read a list back as Checksum objects."""
    sums = []
    for line in stream.readlines():
        line = line.rstrip("\n")
        if line == "" or line[0] == "#":
            continue
        if line[32:34] <> "  ":
            raise ValueError, "bad line: " + `line`
        sums.append(Checksum(line[34:], line[:32]))
    return sums


def check(stream):
    """Compare a list with the files and return the names that differ."""
    wrong = []
    for each in read_list(stream):
        try:
            if file_digest(each.name) != each.digest:
                wrong.append(each.name)
        except (IOError, OSError), (code, message):
            print >>sys.stderr, "%s: %s" % (each.name, message)
            wrong.append(each.name)
    return wrong


def make_script(path, lines):
    """Write lines to a file that can be executed."""
    out = open(path, "w")
    out.write("\n".join(lines) + "\n")
    out.close()
    os.chmod(path, DEFAULT_MODE)
    del out


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print "usage: checksums.py FOLDER | -c LIST"
    elif sys.argv[1] == "-c":
        for bad in check(open(sys.argv[2])):
            print "FAILED", bad
    else:
        write_list(sys.argv[1], sys.stdout)

#!/usr/bin/env python
"""Copy what is new or changed from one folder to another."""

import os
import shutil
import sys

NEW_MODE = 0644
FOLDER_MODE = 0755


def list_tree(top):
    """Return a dictionary of relative paths to modification times and sizes."""
    tree = {}
    for folder, folders, names in os.walk(top):
        for name in names:
            path = os.path.join(folder, name)
            info = os.stat(path)
            tree[os.path.relpath(path, top)] = (int(info.st_mtime), info.st_size)
    return tree


def differences(source, target):
    """Return the paths to copy and the paths to delete."""
    copy = [path for path in source if not target.has_key(path) or newer(source[path], target[path])]
    delete = filter(lambda path: path not in source, target.keys())
    copy.sort()
    delete.sort()
    return copy, delete


def newer((time1, size1), (time2, size2)):
    """Tell whether the first of two files should replace the second."""
    return time1 > time2 or size1 <> size2


class Action:
    """Something to be done to a path."""

    verb = "touch"

    def __init__(self, path):
        self.path = path

    def perform(self, source, target):
        """Do it."""
        raise NotImplemented

    def announce(self, out):
        """Print what will be done."""
        print >>out, self.verb, self.path


class Copy(Action):
    """Copies a file with its times."""

    verb = "copy"

    def perform(self, source, target):
        goal = os.path.join(target, self.path)
        folder = os.path.dirname(goal)
        if not os.path.isdir(folder):
            os.makedirs(folder, FOLDER_MODE)
        shutil.copy2(os.path.join(source, self.path), goal)
        os.chmod(goal, NEW_MODE)


class Delete(Action):
    """Deletes a file."""

    verb = "delete"

    def perform(self, target):
        os.remove(os.path.join(target, self.path))


def plan(source, target, delete=0):
    """Return the actions that make one folder like another."""
    to_copy, to_delete = differences(list_tree(source), list_tree(target))
    actions = map(Copy, to_copy)
    if delete:
        actions.extend(map(Delete, to_delete))
    return actions


def run(actions, source, target, dry=0):
    """Perform actions and return how many went wrong."""
    failures = 0
    for action in actions:
        action.announce(sys.stdout)
        if dry:
            continue
        try:
            action.perform(source, target)
        except (IOError, OSError), problem:
            print >>sys.stderr, "failed:", problem
            failures += 1
    return failures


def confirm(question):
    """Ask a question until it is answered with yes or no."""
    while True:
        answer = raw_input(question + " [y/n] ").lower()
        if answer in ("y", "yes"):
            return True
        if answer in ("n", "no"):
            return False
        print "please answer y or n"


if __name__ == "__main__":
    if len(sys.argv) < 3:
        print "usage: dirsync.py SOURCE TARGET"
        sys.exit(2)
    todo = plan(sys.argv[1], sys.argv[2])
    print len(todo), "to do"
    if todo and confirm("go ahead?"):
        sys.exit(run(todo, sys.argv[1], sys.argv[2]))

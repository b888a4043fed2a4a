#!/usr/bin/env python3
"""Checks the Java bindings against the compiler: variables may be named anything.

    scripts/java_rename.py SOURCES MODULE WORK

SOURCES is the folder of one module of the JDK's own sources (`src.zip` unpacked), MODULE its name, WORK a folder for what is
made. All variables of all methods are renamed by the example `java_rename`, both versions are compiled into the module without
debug information, and the class files are compared. They must be equal but for the names of the fields that hold captured
variables. (The names of serialisable lambdas hang on those of variables, so that a class with one may differ: `Comparator`.)
"""

import pathlib
import struct
import subprocess
import sys

SIZES = {3: 5, 4: 5, 5: 9, 6: 9, 7: 3, 8: 3, 9: 5, 10: 5, 11: 5, 12: 5, 15: 4, 16: 3, 17: 5, 18: 5, 19: 3, 20: 3}


def main():
    sources, module, work = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2], pathlib.Path(sys.argv[3]).resolve()
    work.mkdir(parents=True, exist_ok=True)
    paths = sorted(path.relative_to(sources) for path in sources.rglob("*.java") if path.name != "module-info.java")
    listed = work / "files.txt"
    listed.write_text("".join(f"{path}\n" for path in paths))
    renamed = work / "renamed"
    command = ["cargo", "run", "--quiet", "--release", "-p", "examen_semantics", "--example", "java_rename", "--"]
    subprocess.run([*command, listed, sources, renamed], check=True)
    compile_module(sources, module, listed, work / "classes")
    compile_module(renamed, module, listed, work / "renamed_classes")
    different = [path for path in class_files(work / "classes") if not is_same(work, path)]
    print(f"{len(class_files(work / 'classes'))} class files, {len(different)} differ")
    for path in different:
        print(path)
    return 1 if different else 0


def compile_module(folder, module, listed, target):
    options = ["-proc:none", "-implicit:none", "-nowarn", "-g:none", "-XDstringConcat=inline", "-Xmaxerrs", "1000"]
    patch = ["--patch-module", f"{module}=.", "--add-modules", module]
    subprocess.run(["javac", "-J-Xmx3g", *patch, *options, "-d", target, f"@{listed}"], cwd=folder, check=True)


def class_files(folder):
    return sorted(path.relative_to(folder) for path in folder.rglob("*.class"))


def is_same(work, path):
    other = work / "renamed_classes" / path
    if not other.exists():
        return False
    before, after = (work / "classes" / path).read_bytes(), other.read_bytes()
    if before == after:
        return True
    (constants, rest), (new_constants, new_rest) = split(before), split(after)
    both = zip(constants, new_constants)
    is_capture = lambda old, new: old.startswith(b"val$") and new.startswith(b"val$zq")
    same_constants = all(old == new or is_capture(old, new) for old, new in both)
    return rest == new_rest and len(constants) == len(new_constants) and same_constants


def split(data):
    """The entries of a class file's constant pool, and what stands behind it."""
    count, at, entries = struct.unpack_from(">H", data, 8)[0], 10, []
    number = 1
    while number < count:
        tag = data[at]
        if tag == 1:
            start, at = at + 3, at + 3 + struct.unpack_from(">H", data, at + 1)[0]
        else:
            start, at = at, at + SIZES[tag]
        entries.append(data[start:at])
        # A long or a double takes two numbers.
        number += 2 if tag in (5, 6) else 1
    return entries, data[at:]


if __name__ == "__main__":
    sys.exit(main())

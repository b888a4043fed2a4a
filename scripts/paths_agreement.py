#!/usr/bin/env python3
"""How far the lines of `examen paths` are those of the original extractors.

    python3 scripts/paths_agreement.py FILES.txt --code2vec-jar JAR --code2seq-jar JAR [--examen target/release/examen]
    python3 scripts/paths_agreement.py FILES.txt --python2 python2.7 --extractor Python150kExtractor/extract.py
    python3 scripts/paths_agreement.py --fixtures crates/examen_views/fixtures/paths/original --code2vec-jar JAR …

FILES.txt names a file a line. The jars are those that code2vec and code2seq ship (JavaExtractor-0.0.1-SNAPSHOT.jar); each
runs once over all files, in a Java program that is written here and that any JDK from 11 on can start. For Python, Python
2.7 makes trees of the files (`python150k_trees.py`) and code2seq's own extract.py makes lines of those. Every line is
compared as it is. A file that the original refuses is counted and left out. Ends with status 1 if a line differs.

With --fixtures the expected lines in the Markdown files are asked of the originals anew and written.
"""

import argparse
import collections
import importlib.util
import json
import re
import subprocess
import sys
import tempfile
import types
from pathlib import Path

DRIVER = """
import java.io.*;
import java.lang.reflect.*;
import java.nio.file.*;
import java.util.*;

public class Driver {
    public static void main(String[] arguments) throws Exception {
        Method main = Class.forName("JavaExtractor.App").getMethod("main", String[].class);
        PrintStream out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, "UTF-8");
        System.setOut(out);
        for (String file : Files.readAllLines(Paths.get(arguments[0]))) {
            out.println("FILE " + file);
            List<String> flags = new ArrayList<>(List.of("--max_path_length", "8", "--max_path_width", "2", "--file", file));
            flags.addAll(Arrays.asList(arguments).subList(1, arguments.length));
            try {
                main.invoke(null, (Object) flags.toArray(new String[0]));
            } catch (InvocationTargetException error) {
                out.println("REFUSED " + error.getCause().toString().split("\\n")[0]);
            }
        }
        out.flush();
    }
}
"""

MAX_SHOWN = 20


def marked_lines(text):
    """Lines by file, or the reason why there are none."""
    files, name = {}, None
    for line in text.split("\n"):
        if line.startswith("FILE "):
            name = line[5:]
            files[name] = []
        elif line.startswith("REFUSED "):
            files[name] = line[8:]
        elif line and not isinstance(files[name], str):
            files[name].append(line)
    return files


def ask_jar(jar, files, *flags):
    with tempfile.TemporaryDirectory() as folder:
        driver, names = Path(folder) / "Driver.java", Path(folder) / "files.txt"
        driver.write_text(DRIVER, encoding="utf-8")
        names.write_text("".join(f"{file}\n" for file in files), encoding="utf-8")
        command = ["java", "-Dfile.encoding=UTF-8", "-cp", jar, str(driver), str(names), *flags]
        run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True)
    return marked_lines(run.stdout.decode("utf-8", "replace"))


def original_python(extractor):
    """code2seq's extract.py, whose other imports it does not need for one tree."""
    for name in ("tqdm", "joblib", "numpy", "sklearn", "sklearn.model_selection"):
        sys.modules.setdefault(name, types.ModuleType(name))
    sys.modules["sklearn"].model_selection = sys.modules["sklearn.model_selection"]
    spec = importlib.util.spec_from_file_location("extract", extractor)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, "__collect_samples")


def ask_python(python2, extractor, files):
    sys.setrecursionlimit(100_000)
    collect = original_python(extractor)
    settings = types.SimpleNamespace(max_path_length=8, max_path_width=2, use_method_name=True, use_nums=True)
    with tempfile.TemporaryDirectory() as folder:
        names = Path(folder) / "files.txt"
        names.write_text("".join(f"{file}\n" for file in files), encoding="utf-8")
        trees = Path(__file__).with_name("python150k_trees.py")
        run = subprocess.run([python2, str(trees), str(names)], stdout=subprocess.PIPE, check=True)
    made = {}
    for file, line in zip(files, run.stdout.decode("utf-8").split("\n")):
        tree = json.loads(line)
        made[file] = collect(tree, settings) if tree else "not Python 2.7"
    return made


def ask_examen(examen, file, *flags):
    command = [examen, "paths", file, "--quiet", "--threads", "1", "--max-file-bytes", str(1 << 30), *flags]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if run.returncode:
        print(f"{file}: {run.stderr.decode('utf-8', 'replace').strip()}")
    return [line for line in run.stdout.decode("utf-8", "replace").split("\n") if line]


def first_difference(original, ours):
    for one, other in zip(original.split(" "), ours.split(" ")):
        if one != other:
            return f"{one} / {other}"
    return f"{original.count(' ')} / {ours.count(' ')} contexts"


def compare(title, originals, examen, *flags):
    counts, refused, shown = collections.Counter(), collections.Counter(), []
    for file, lines in originals.items():
        counts["files"] += 1
        ours = ask_examen(examen, file, *flags)
        if isinstance(lines, str):
            refused[lines] += 1
            counts["methods of refused files that examen writes"] += len(ours)
            continue
        counts["methods of the original"] += len(lines)
        if lines == ours:
            counts["identical"] += len(lines)
            continue
        left = list((collections.Counter(ours) - collections.Counter(lines)).elements())
        differing = list((collections.Counter(lines) - collections.Counter(ours)).elements())
        counts["identical"] += len(lines) - len(differing)
        counts["different"] += len(differing)
        counts["only of examen"] += max(0, len(left) - len(differing))
        counts["files in another order"] += not left and not differing
        by_name = {line.split(" ")[0]: line for line in left}
        for line in differing:
            name = line.split(" ")[0]
            other = first_difference(line, by_name[name]) if name in by_name else "no such line"
            shown.append(f"{file}: {name}: {other}")
    print(f"## {title}")
    for what, count in counts.items():
        print(f"{what}: {count:,}")
    for reason, count in refused.most_common():
        print(f"refused: {count}: {reason}")
    print("\n".join(shown[:MAX_SHOWN]))
    return counts["different"] + counts["only of examen"] + counts["files in another order"]


def update_fixtures(folder, language, ask):
    """Writes what the originals say behind every block of the language; `ask` gives answers by format and file."""
    fence = f"```{language}\n"
    for path in sorted(Path(folder).glob("*.md")):
        parts = path.read_text(encoding="utf-8").split(fence)
        if len(parts) == 1:
            continue
        blocks = [part.split("```\n", 1) for part in parts[1:]]
        with tempfile.TemporaryDirectory() as place:
            files = [str(Path(place) / f"{at}.java") for at in range(len(blocks))]
            for file, (code, _) in zip(files, blocks):
                Path(file).write_text(code, encoding="utf-8")
            answers = ask(files)
        made = parts[0]
        for file, (code, rest) in zip(files, blocks):
            made += f"{fence}{code}```\n"
            for name, answer in answers.items():
                if isinstance(answer[file], str):
                    raise SystemExit(f"{path}: {name} refuses {code!r}: {answer[file]}")
                made += f"\n```{name}\n" + "".join(f"{line}\n" for line in answer[file]) + "```\n"
            made += re.sub(r"^(\n```code2(vec|seq)\n(.*\n)*?```\n)+", "", rest)
        path.write_text(made, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="?")
    parser.add_argument("--examen", default="target/release/examen")
    parser.add_argument("--code2vec-jar")
    parser.add_argument("--code2seq-jar")
    parser.add_argument("--python2")
    parser.add_argument("--extractor")
    parser.add_argument("--fixtures")
    options = parser.parse_args()
    if options.fixtures:
        jars = {"code2vec": options.code2vec_jar, "code2seq": options.code2seq_jar}
        if all(jars.values()):
            ask_java = lambda files: {name: ask_jar(jar, files) for name, jar in jars.items()}
            update_fixtures(options.fixtures, "java", ask_java)
        if options.python2:
            ask_trees = lambda files: {"code2seq": ask_python(options.python2, options.extractor, files)}
            update_fixtures(options.fixtures, "py2", ask_trees)
        return 0
    files = Path(options.files).read_text(encoding="utf-8").split("\n")
    files = [file for file in files if file]
    different = 0
    if options.code2vec_jar:
        for flags, ours in (([], []), (["--no_hash"], ["--no-hash"])):
            title = " ".join(["code2vec", *flags])
            answers = ask_jar(options.code2vec_jar, files, *flags)
            different += compare(title, answers, options.examen, "--format", "code2vec", *ours)
    if options.code2seq_jar:
        answers = ask_jar(options.code2seq_jar, files)
        different += compare("code2seq", answers, options.examen, "--format", "code2seq")
    if options.python2:
        answers = ask_python(options.python2, options.extractor, files)
        different += compare("code2seq for Python", answers, options.examen, "--format", "code2seq")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())

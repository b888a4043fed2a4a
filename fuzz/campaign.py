#!/usr/bin/env python3
"""All fuzz targets for a given time on a given number of cores, with one table of what was run.

    fuzz/build_all.sh target/fuzz                    # the executable
    fuzz/campaign.py pack EXECUTABLE FOLDER          # what travels to another machine, which needs Python 3 and no Rust
    FOLDER/campaign.py run FOLDER --seconds 600 --cores 8 --out OUT

`pack` copies the executable, the seeds of `fuzz/seeds` and, for targets that read code or texts, the code blocks of the fixtures of
all crates. `run` gives each target the same time. A target that ends before its time is over (a broken promise, a fault of memory, an
input that takes more than 10 seconds or 2 GB) begins anew without that input, at most MOST_RESTARTS times. OUT/summary.tsv has a line
for each target, OUT/findings.tar.xz such inputs and the ends of the logs, OUT/corpora.tar.xz what the targets learned.
"""

import argparse
import concurrent.futures
import itertools
import json
import math
import os
import re
import resource
import shutil
import subprocess
import tarfile
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# What each target reads: bytes of the longest input, the kind of further seeds, the dictionary.
TARGETS = {
    "checkpoint": (16384, "weights", "json"),
    "decode": (2048, "code", "python"),
    "exam_rows": (4096, "code", "both"),
    "features": (4096, None, None),
    "findings": (4096, "py", "python"),
    "java_parse": (4096, "java", "java"),
    "java_rewrites": (4096, "java", "java"),
    "java_tokens": (2048, "java", "java"),
    "jsonl": (4096, None, "json"),
    "manifest": (8192, None, "json"),
    "parquet": (4096, None, None),
    "predictions": (4096, None, "json"),
    "python_parse": (4096, "py", "python"),
    "python_rewrites": (4096, "py", "python"),
    "python_tokens": (2048, "py", "python"),
    "queries": (4096, "py", "python"),
    "questions": (1024, "text", "english"),
    "replies": (4096, None, "json"),
    "results": (8192, None, "json"),
    "tar": (8192, None, None),
    "tar_bz2": (4096, None, None),
    "tar_gz": (4096, None, None),
    "tar_xz": (4096, None, None),
    "text_metrics": (1024, "pairs", "english"),
    "tokenizer": (8192, "tokenizers", "json"),
    "views": (4096, "code", "both"),
    "zip": (4096, None, None),
}

MOST_RESTARTS = 30
# What one input may take.
SECONDS_OF_INPUT, MEGABYTES = 10, 2048

PYTHON = """and as assert async await break class continue def del elif else except finally for from global if import in is lambda
match case None nonlocal not or pass print raise return True False try while with yield exec self __init__ __all__ __slots__ property
staticmethod super( isinstance( """.split() + ['"""', "'''", "f'{", "rb'", ":=", "->", "**", "//=", "<>", "...", "\\\n", "\r\n", "\n    ", "\n\t", "\f", "@", "`", "# coding: "]
JAVA = """abstract assert boolean break case catch class continue default do double else enum extends final finally float for if implements import
instanceof int interface long new null package private protected public record return sealed permits static String super switch synchronized this
throw throws try var void volatile while yield""".split() + ['"""', "->", "::", ">>>=", "@interface", "<?>", "/**", "*/", "//", "'\\u000a'", "...", "L1:", "++", "\r\n"]
JSON = """true false null "prediction" "id" "output" "spans" "start_line" "dtype" "F32" "shape" "data_offsets" "model" "vocab" "merges" "type" "BPE"
"added_tokens" "normalizer" "pre_tokenizer" "rows" "value" "metric" "schema" "suite" "task" "answer" "columns" "class" 1e308 -1 18446744073709551615
\\ud83d \\u0000""".split() + ["{", "}", "[", "]", ":", ",", "```json\n", "\n"]
ENGLISH = """if when while because in order to by using returns the a not cannot must which that @param @return {@link <p> e.g. i.e. true or false
whether each of for with without before after until""".split() + [". ", "; ", "\n * ", "(", ")", "'s "]
DICTIONARIES = {"python": PYTHON, "java": JAVA, "both": PYTHON + JAVA, "json": JSON, "english": ENGLISH}


def pack(executable, folder):
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(executable, folder / "any_target")
    shutil.copy(__file__, folder / "campaign.py")
    seeds = further_seeds()
    for target, (longest, kind, _) in TARGETS.items():
        at = folder / "seeds" / target
        shutil.copytree(ROOT / "fuzz" / "seeds" / target, at, dirs_exist_ok=True)
        for number, seed in enumerate(seeds.get(kind, [])):
            if len(seed) <= longest:
                (at / f"further-{number:04}").write_bytes(seed)
    (folder / "dictionaries").mkdir(exist_ok=True)
    for name, words in DICTIONARIES.items():
        lines = ['"' + "".join(escaped(byte) for byte in word.encode()) + '"\n' for word in words]
        (folder / "dictionaries" / name).write_text("".join(lines))


def escaped(byte):
    return chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\x{byte:02x}"


def further_seeds():
    """Code blocks and texts of the fixtures, files of tiny checkpoints, by kind."""
    seeds = {"py": set(), "java": set(), "text": set(), "pairs": set(), "weights": set(), "tokenizers": set()}
    kinds = {"py": "py", "python": "py", "java": "java", "text": "text"}
    for page in sorted(itertools.chain(ROOT.glob("crates/*/fixtures/**/*.md"), ROOT.glob("crates/*/tests/it/fixtures/**/*.md"))):
        for word, block in re.findall(r"^(?:```|~~~)(\w+)[^\n]*\n(.*?)^(?:```|~~~)", page.read_text(), re.MULTILINE | re.DOTALL):
            if word in kinds:
                seeds[kinds[word]].add(block.encode())
    for line in (ROOT / "crates/examen_metrics/fixtures/text/pairs.jsonl").read_bytes().splitlines():
        pair = json.loads(line)
        seeds["pairs"].add(f"{pair['hypothesis']}\n{pair['reference']}".encode())
    for path in sorted((ROOT / "crates/examen_models/fixtures/encoders").glob("*/*")):
        if path.stem == "expected":
            continue
        is_weights = path.suffix in {".safetensors", ".bin"} or path.name.endswith("index.json")
        seeds["weights" if is_weights else "tokenizers"].add(path.read_bytes())
    seeds["code"] = seeds["py"] | seeds["java"]
    return {kind: sorted(found) for kind, found in seeds.items()}


def run(folder, seconds, cores, out, only):
    out.mkdir(parents=True, exist_ok=True)
    targets = {name: TARGETS[name] for name in TARGETS if not only or name in only}
    each = seconds // math.ceil(len(targets) / cores)
    print(f"{len(targets)} targets, {each} s each, {cores} at a time", flush=True)
    with tempfile.TemporaryDirectory() as work, concurrent.futures.ThreadPoolExecutor(cores) as pool:
        work = Path(work)
        jobs = [pool.submit(run_target, folder, name, *about, each, work / name) for name, about in targets.items()]
        for job in concurrent.futures.as_completed(jobs):
            print("\t".join(map(str, job.result().values())), flush=True)
            # As far as it is done, in case that the time of the machine ends.
            done = sorted((job.result() for job in jobs if job.done()), key=lambda row: row["target"])
            lines = ["\t".join(map(str, row.values())) + "\n" for row in done]
            (out / "summary.tsv").write_text("\t".join(done[0]) + "\n" + "".join(lines))
            write_archive(out / "findings.tar.xz", work, ["findings", "logs"])
        write_archive(out / "corpora.tar.xz", work, ["corpus"])
    total = sum(job.result()["cpu_seconds"] for job in jobs)
    print(f"{total / 3600:.2f} CPU hours, {sum(job.result()['executions'] for job in jobs):,} executions")


def write_archive(path, work, folders):
    with tarfile.open(path, "w:xz", preset=1) as archive:
        for folder in sorted(work.glob("*/*")):
            if folder.name in folders:
                archive.add(folder, folder.relative_to(work))


def run_target(folder, name, longest, _, dictionary, seconds, work):
    corpus, findings, logs, seeds = work / "corpus", work / "findings", work / "logs", work / "seeds"
    for at in (corpus, findings, logs, work / "temporary"):
        at.mkdir(parents=True)
    shutil.copytree(folder / "seeds" / name, seeds)
    command = [folder / "any_target", corpus, seeds, f"-max_len={longest}", f"-timeout={SECONDS_OF_INPUT}"]
    # Leaks are not looked for: tables that are made once live as long as the program.
    command += [f"-rss_limit_mb={MEGABYTES}", "-print_final_stats=1", f"-artifact_prefix={findings}/", "-detect_leaks=0"]
    if dictionary:
        command.append(f"-dict={folder / 'dictionaries' / dictionary}")
    environment = {**os.environ, "EXAMEN_TARGET": name, "TMPDIR": str(work / "temporary"), "RAYON_NUM_THREADS": "1"}
    environment["ASAN_OPTIONS"] = "detect_leaks=0:quarantine_size_mb=64"
    row = {"target": name, "executions": 0, "cpu_seconds": 0.0, "coverage": 0, "counters": 0, "features": 0, "corpus": 0, "findings": 0, "slowest_s": 0}
    started = time.monotonic()
    for attempt in range(MOST_RESTARTS):
        left = int(seconds - (time.monotonic() - started))
        if left < 2 and attempt > 0:
            break
        log = logs / f"{attempt:02}.txt"
        words = [str(word) for word in [*command, f"-max_total_time={max(left, 1)}", f"-seed={attempt + 1}"]]
        with log.open("wb") as file:
            child = subprocess.Popen(words, stdout=file, stderr=file, stdin=subprocess.DEVNULL, env=environment, cwd=work)
            _, status, used = os.wait4(child.pid, 0)
            child.returncode = status
        row["cpu_seconds"] += used.ru_utime + used.ru_stime
        shorten(log)
        read_log(log.read_text(errors="replace"), row)
        if status == 0:
            break
        row["findings"] += 1
        leave_out(findings, [corpus, seeds])
    row["cpu_seconds"] = round(row["cpu_seconds"], 1)
    row["corpus"] = sum(1 for _ in corpus.iterdir())
    return row


def leave_out(findings, folders):
    """Removes the inputs that ended a run, so that the next one comes further."""
    ended = {path.read_bytes() for path in findings.iterdir()}
    for path in [path for folder in folders for path in folder.iterdir()]:
        if path.read_bytes() in ended:
            path.unlink()


def shorten(log):
    """Leaves the beginning and the end of a long log."""
    text = log.read_bytes()
    if len(text) > 24_000:
        log.write_bytes(text[:4_000] + b"\n[...]\n" + text[-20_000:])


def read_log(text, row):
    counters = re.findall(r"\((\d+) inline 8-bit counters\)", text)
    row["counters"] = max([row["counters"], *map(int, counters)])
    for cov, features in re.findall(r"cov: (\d+) ft: (\d+)", text):
        row["coverage"] = max(row["coverage"], int(cov))
        row["features"] = max(row["features"], int(features))
    row["executions"] += sum(map(int, re.findall(r"stat::number_of_executed_units:\s*(\d+)", text)))
    row["slowest_s"] = max([row["slowest_s"], *map(int, re.findall(r"stat::slowest_unit_time_sec:\s*(\d+)", text))])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    packing = commands.add_parser("pack")
    packing.add_argument("executable", type=Path)
    packing.add_argument("folder", type=Path)
    running = commands.add_parser("run")
    running.add_argument("folder", type=Path)
    running.add_argument("--seconds", type=int, default=600, help="of the whole, by the clock")
    running.add_argument("--cores", type=int, default=os.cpu_count())
    running.add_argument("--out", type=Path, required=True)
    running.add_argument("--only", nargs="*", default=[], help="names of targets")
    arguments = parser.parse_args()
    if arguments.command == "pack":
        pack(arguments.executable, arguments.folder)
    else:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        run(arguments.folder.resolve(), arguments.seconds, arguments.cores, arguments.out.resolve(), arguments.only)


if __name__ == "__main__":
    main()

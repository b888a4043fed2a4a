"""Whatever goes wrong is an exception with a sentence: never an end of the process, never a hang."""

import concurrent.futures
import multiprocessing
import os
import signal
import subprocess
import sys
import textwrap
import time

import pytest
from conftest import CODE, needs

import examen_code


def test_wrong_arguments_are_said_before_anything_is_read(tmp_path):
    pa = needs("pyarrow")
    numbers = pa.table({"code": [1, 2]})
    cases = [
        (TypeError, "wanted a string, a list of strings, or a table", lambda: examen_code.query(3)),
        (TypeError, "the column `code` has type Int64: wanted texts", lambda: examen_code.query(numbers)),
        (KeyError, "no column of code", lambda: examen_code.query(numbers.rename_columns(["a"]))),
        (KeyError, "column: there is no column `b`; there are code", lambda: examen_code.query(numbers, column="b")),
        (ValueError, "there is no query `py/nothing`", lambda: examen_code.query(CODE, queries="py/nothing")),
        (ValueError, "python: there is no `4`; there are 2, 3, auto", lambda: examen_code.query(CODE, python="4")),
        (ValueError, "errors: there is no `hide`", lambda: examen_code.query(CODE, errors="hide")),
        (ValueError, "threads: wanted a number from 1 up", lambda: examen_code.query(CODE, threads=0)),
        (ValueError, "language: there is no `perl`", lambda: examen_code.metrics(CODE, language="perl")),
        (ValueError, "say language=", lambda: examen_code.metrics(pa.table({"code": ["x"]}))),
        (ValueError, "there is no transformation `ZZ`", lambda: examen_code.transform(CODE, kinds="ZZ")),
        (ValueError, "style: there is no `code2x`", lambda: examen_code.paths(CODE, style="code2x")),
        (ValueError, "suite: there is no `name` .did you mean `names`", lambda: examen_code.build("name", None, tmp_path)),
        (TypeError, "settings of the suite names", lambda: examen_code.build("names", None, tmp_path, colour=1)),
        (examen_code.ExamenError, "nowhere", lambda: examen_code.build("names", tmp_path / "nowhere", tmp_path)),
        (examen_code.ExamenError, "no task", lambda: examen_code.load(tmp_path)),
        (examen_code.ExamenError, "there is no metric `blue`", lambda: examen_code.metric("blue", ["a"], ["a"])),
        (examen_code.ExamenError, "has 1 lines and", lambda: examen_code.metric("bleu_codeqa", ["a"], ["a", "b"])),
        (ValueError, "layers: wanted", lambda: examen_code.embed("random-encoder", ["x"], layers=[99])),
    ]
    for kind, words, call in cases:
        with pytest.raises(kind, match=words):
            call()


def test_a_file_and_a_line_are_named(tmp_path, exam):
    broken = tmp_path / "predictions.jsonl"
    broken.write_text('{"example_id": "a", "model": "m", "output": {}}\nno json\n')
    with pytest.raises(examen_code.ExamenError, match="predictions.jsonl"):
        examen_code.score(exam, broken)


def test_null_code_names_its_row_or_becomes_one():
    pa = needs("pyarrow")
    table = pa.table({"path": ["a.py", "b.py"], "code": ["import os\n", None]})
    with pytest.raises(examen_code.ExamenError, match=r"row 1 \(b.py\): the code is null"):
        examen_code.query(table).rows()
    rows = examen_code.query(table, errors="rows").rows()
    assert [(row["path"], row["query"], row["skipped"]) for row in rows] == [
        ("a.py", "py/unused-import", None),
        ("b.py", None, "the code is null"),
    ]
    # Inside an Arrow stream it is the consumer's own exception, with the same words.
    with pytest.raises(pa.ArrowInvalid, match="the code is null"):
        pa.table(examen_code.query(table))


def test_an_exception_of_the_stream_before_is_handed_on():
    pa = needs("pyarrow")

    def batches():
        yield pa.record_batch({"code": [CODE]})
        raise RuntimeError("the disk is on fire")

    schema = pa.schema([("code", pa.string())])
    stream = examen_code.query(pa.RecordBatchReader.from_batches(schema, batches()))
    with pytest.raises(examen_code.ExamenError, match="the disk is on fire"):
        stream.rows()


def test_a_panic_is_an_exception():
    pa = needs("pyarrow")
    if not hasattr(examen_code._native, "_panic"):
        pytest.skip("built without the feature faults")
    with pytest.raises(examen_code.ExamenError, match="a fault of examen: as asked"):
        examen_code._native._panic(["x"], "row").rows()
    for where in ("row", "batch"):
        with pytest.raises(pa.ArrowInvalid, match="a fault of examen: as asked"):
            pa.table(examen_code._native._panic(["x"], where))
    with pytest.raises(examen_code.ExamenError, match="a fault of examen: as asked"):
        examen_code._native._panic(["x"], "verb")


def interrupted(body: str) -> subprocess.Popen:
    """A process that gets Ctrl-C once it has said that it works."""
    code = "import examen_code, sys\n" + textwrap.dedent(body)
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "working\n"
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    return process


# What reads an Arrow stream hears of an error alone, and the interrupt comes again when Python runs on, which it must
# do: with nothing behind the failed call the interpreter is interrupted while it prints that error.
ARROW = """
import pyarrow
try:
    pyarrow.table(stream)
except pyarrow.ArrowInvalid:
    for step in range(1000): pass
"""


@pytest.mark.parametrize("read", ["stream.rows()", "for row in stream: pass", ARROW], ids=["rows", "loop", "arrow"])
def test_control_c_ends_a_stream(read):
    needs("pyarrow")
    read = textwrap.indent(read.strip(), "        ").strip()
    process = interrupted(
        f"""
        import pyarrow
        source = "\\n".join(f"def f{{n}}(a, b=[]):\\n    import os\\n    return [x for x in a if x is not b]" for n in range(400))
        stream = examen_code.query([source] * 4000, threads=1)
        print("working", flush=True)
        {read}
        """
    )
    _, errors = process.communicate(timeout=120)
    assert process.returncode != 0
    assert "KeyboardInterrupt" in errors, errors


def test_control_c_ends_a_verb(tmp_path, source):
    process = interrupted(
        f"""
        import pathlib, shutil
        print("working", flush=True)
        for number in range(100):
            examen_code.build("queries", {str(source)!r}, pathlib.Path({str(tmp_path)!r}) / str(number), split_by="file")
        """
    )
    _, errors = process.communicate(timeout=120)
    assert process.returncode != 0
    assert "KeyboardInterrupt" in errors, errors


def worker(job: str):
    if job == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if job == "embed":
        return len(examen_code.embed("random-encoder", ["x = 1"], layers=[0]).rows())
    return len(examen_code.query(CODE).rows())


def test_work_goes_on_in_a_child_of_a_fork():
    # The parent's threads do not come along.
    assert worker("query") > 0 and worker("embed") == 1
    context = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        assert pool.submit(worker, "query").result(timeout=120) == worker("query")
        assert pool.submit(worker, "embed").result(timeout=120) == 1


def test_a_killed_worker_is_an_exception_of_its_pool():
    context = multiprocessing.get_context("fork")
    with concurrent.futures.ProcessPoolExecutor(1, mp_context=context) as pool:
        with pytest.raises(concurrent.futures.process.BrokenProcessPool):
            pool.submit(worker, "die").result(timeout=120)
    assert worker("query") > 0


def test_too_deep_code_is_a_row_with_its_reason():
    deep = "x = " + "(" * 100_000 + ")" * 100_000
    rows = examen_code.metrics(["def f(): pass", deep], errors="rows").rows()
    assert rows[0]["skipped"] is None
    assert all(isinstance(row["skipped"], (str, type(None))) for row in rows)

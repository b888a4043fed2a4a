"""The verbs give what the program gives, and their documentation is true."""

import doctest
import json
import subprocess

from conftest import CODE, ROOT, needs, program

import examen_code


def lines(*arguments):
    output = subprocess.run(
        [program(), *map(str, arguments), "--quiet"], capture_output=True, text=True, cwd=ROOT, check=True
    )
    return [json.loads(line) for line in output.stdout.splitlines()]


def test_findings_are_those_of_the_program(python_files, table):
    ours = examen_code.query(table, negatives=True).rows()
    theirs = lines("query", *[file.relative_to(ROOT) for file in python_files], "--negatives", "--format", "jsonl")
    assert len(ours) == len(theirs) > 50
    by_file = {}
    for row in theirs:
        by_file.setdefault(row["file"], []).append(row)
    for row in ours:
        other = by_file[row["path"]].pop(0)
        for name in ["query", "kind", "start_line", "start_col", "end_line", "end_col", "text", "message"]:
            assert row[name] == other[name]
        assert [fact["message"] for fact in row["related"]] == [fact["message"] for fact in other["related"]]


def test_rewrites_are_those_of_the_program(python_files, table):
    ours = examen_code.transform(table).rows()
    theirs = lines("transform", *[file.relative_to(ROOT) for file in python_files], "--format", "jsonl")
    assert len(ours) == len(theirs) > 50
    assert sorted(row["rewrite_id"] for row in ours) == sorted(row["id"] for row in theirs)


def test_measures_are_those_of_the_program(python_files, table):
    ours = examen_code.metrics(table).rows()
    theirs = lines("measures", *[file.relative_to(ROOT) for file in python_files], "--format", "jsonl")
    assert len(ours) == len(theirs) > 50
    assert sum(row["CPX"] for row in ours) == sum(row["CPX"] for row in theirs)


def test_rewrites_can_be_applied_and_refusals_have_reasons():
    rows = examen_code.transform(CODE, kinds=["VN"], apply=True).rows()
    assert rows and all(row["kind"] == "VN" for row in rows)
    for row in rows:
        text, ahead = CODE.encode(), 0
        for edit in row["edits"]:
            start, end = edit["start_byte"] + ahead, edit["end_byte"] + ahead
            text = text[:start] + edit["text"].encode() + text[end:]
            ahead += len(edit["text"].encode()) - (edit["end_byte"] - edit["start_byte"])
        assert row["rewritten"] == text.decode()
    refused = [row for row in examen_code.transform(CODE, refusals=True) if row["refusal"]]
    assert all(row["refusals"] > 0 for row in refused)


def test_java_is_read_by_language_by_column_and_by_path():
    pa = needs("pyarrow")
    java = "class A { int f(int x) { if (x > 0) { return 1; } return 0; } }"
    by_argument = examen_code.metrics(java, language="java").rows()
    by_column = examen_code.metrics(pa.table({"code": [java], "language": ["Java"]})).rows()
    by_path = examen_code.metrics(pa.table({"code": [java], "path": ["src/A.java"]})).rows()
    assert by_argument[0]["function"] == by_column[0]["function"] == by_path[0]["function"] == "A.f"
    assert by_argument[0]["CPX"] == by_path[0]["CPX"]


def test_path_contexts_have_three_parts():
    for row in examen_code.paths(CODE):
        assert row["name"] and all(context.count(",") == 2 for context in row["contexts"])


def test_comments_become_questions_or_reasons():
    rows = examen_code.questions(["Returns the number of open files.", "???"], unused=True).rows()
    assert rows[0]["question"] and rows[0]["answer"]
    assert rows[-1]["row"] == 1 and rows[-1]["unused"]


def test_a_corpus_is_a_table(source):
    rows = examen_code.corpus(source).rows()
    assert {row["status"] for row in rows} == {"ok"}
    assert all(row["content"] and row["bytes"] > 0 for row in rows)
    assert [row["path"] for row in examen_code.corpus(source, threads=1)] == [row["path"] for row in rows]
    assert examen_code.corpus(source, content=False).rows()[0]["content"] is None


def test_a_corpus_can_be_left_in_the_middle(source):
    for row in examen_code.corpus(source):
        assert row["path"]
        break


def test_examples_in_the_documentation_are_true():
    failures, examples = [], 0
    for name in examen_code.__all__:
        text = getattr(getattr(examen_code, name), "__doc__", None) or ""
        assert text or name == "__version__", f"{name} has no documentation"
        test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
        examples += len(test.examples)
        doctest.DocTestRunner(verbose=False).run(test, out=failures.append)
    assert examples > 20 and not failures, "".join(failures)


def test_the_documentation_of_the_package_is_true():
    assert doctest.testmod(examen_code).failed == 0


def test_types_are_those_of_the_module():
    needs("mypy.stubtest")
    import sys

    flags = ["--ignore-missing-stub", "--ignore-unused-allowlist", "--allowlist", "stubtest_allowed.txt", "--mypy-config-file", "mypy.ini"]
    checked = subprocess.run(
        [sys.executable, "-m", "mypy.stubtest", "examen_code", *flags],
        capture_output=True,
        text=True,
        cwd=ROOT / "crates/examen_python/tests",
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr

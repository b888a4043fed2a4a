"""Exams from build to comparison."""

import filecmp
import json

import pytest
from conftest import needs

import examen_code


def files_below(folder):
    return {path.relative_to(folder): path for path in sorted(folder.rglob("*")) if path.is_file()}


def test_parts_joined_are_the_whole(tmp_path, source):
    whole = examen_code.build("names", source, tmp_path / "whole", split_by="file", limit=20)
    parts = [tmp_path / f"part-{number}" for number in (1, 2)]
    for number, part in enumerate(parts, 1):
        examen_code.build("names", source, part, split_by="file", limit=20, shard=f"{number}/2")
    joined = examen_code.merge(*parts, out=tmp_path / "joined")
    assert joined.tasks == whole.tasks
    ours, theirs = files_below(tmp_path / "whole"), files_below(tmp_path / "joined")
    assert ours.keys() == theirs.keys()
    for name, path in ours.items():
        if name.suffix == ".parquet":
            assert filecmp.cmp(path, theirs[name], shallow=False), name


def test_settings_of_suites_are_keywords(tmp_path, source):
    exam = examen_code.build("queries", source, tmp_path, tasks=["ideal"], query=["py/unused-import"], split_by="file")
    assert exam.manifest()["configuration"]["queries"] == ["py/unused-import"]
    assert exam.tasks == ["queries/ideal"]
    told = []
    examen_code.build("queries", source, tmp_path / "more", split_by="file", progress=lambda *step: told.append(step))
    assert all(done <= total for done, total, _ in told)


def test_an_exam_that_rewrites_another_builds_that_first(tmp_path, source):
    exam = examen_code.build("robustness", source, tmp_path, of="names", examples=3, places=1, split_by="file")
    assert exam.tasks and all(task.startswith("robustness/") for task in exam.tasks)
    assert (tmp_path / "names").is_dir()


def test_examples_are_those_of_the_files(exam):
    pa = needs("pyarrow")
    import pyarrow.parquet as pq

    task = exam.tasks[0]
    written = pq.read_table(exam.folder / task.split("/")[1] / "test.parquet")
    read = exam.examples(task).to_pyarrow()
    assert read.to_pylist() == written.to_pylist() and read.num_rows > 0
    signed = exam.examples(task, integers="signed").to_pyarrow()
    assert signed.to_pylist() == written.to_pylist()
    assert "uint" not in str(signed.schema) and pa.types.is_string(signed.schema.field("id").type)
    again = examen_code.load(exam.folder)
    assert again.tasks == exam.tasks and again.examples(task).rows() == read.to_pylist()
    with pytest.raises(KeyError, match="there is no `names/cobol`; there are names/python"):
        exam.examples("names/cobol")


def test_a_model_predicts_is_scored_and_compared(tmp_path, exam):
    files = {}
    for model in ("path-neighbours", "majority"):
        files[model] = tmp_path / f"{model}.jsonl"
        counts = examen_code.predict(model, exam, files[model])
        assert counts["answered"] > 0 and counts["failed"] == 0
    first = examen_code.score(exam, files["path-neighbours"], out=tmp_path / "first.json")
    second = examen_code.score(exam, files["majority"])
    assert 0 <= first.value("accuracy", model="path-neighbours") <= 1
    assert "path-neighbours" in str(first)
    compared = examen_code.compare(first, second)
    assert compared.models == ("path-neighbours", "majority")
    assert compared.rows and "path-neighbours" in str(compared)
    assert examen_code.compare(tmp_path / "first.json", second).rows == compared.rows


def test_predictions_in_memory_and_one_by_one_have_the_same_scores(exam):
    pa = needs("pyarrow")
    examples = exam.examples().rows()
    rows = []
    for number, example in enumerate(examples):
        truth = exam.manifest()["answer"]["truth"][0]
        answer = example[truth] if number % 2 else "nonsense"
        rows.append({"example_id": example["id"], "model": "mine", "output": {"name": answer}})
    of_list = examen_code.score(exam, rows)
    as_text = [{**row, "output": json.dumps(row["output"])} for row in rows]
    of_table = examen_code.score(exam, pa.Table.from_pylist(as_text))
    assert of_list.rows == of_table.rows
    ones = [examen_code.score_one(exam, example, row["output"]) for example, row in zip(examples, rows, strict=True)]
    accuracies = [score["value"] for scores in ones for score in scores if score["metric"] == "accuracy"]
    assert sum(accuracies) / len(examples) == pytest.approx(of_list.value("accuracy"))
    assert examen_code.score_one(exam, examples[0], {"label": 3}) == examen_code.score_one(exam, examples[0], "no")
    with pytest.raises(ValueError, match="row 0 has no `output`"):
        examen_code.score(exam, [{"example_id": "a", "model": "m"}])


def test_prompts_show_no_truth_and_replies_are_read(exam):
    example = next(exam.examples())
    prompt = exam.prompt(example)
    assert prompt["example_id"] == example["id"] and prompt["prompt"]
    assert exam.read_reply(example, 'I think it is\n```json\n{"name": "get_value"}\n```') == {"name": "get_value"}
    with pytest.raises(ValueError, match="empty-answer"):
        exam.read_reply(example, " ")


def test_metrics_of_texts():
    truth = ["sort the list", "open a file"]
    score = examen_code.metric("bleu_codeqa", truth, truth, each=True)
    assert score["value"] == pytest.approx(1.0) and len(score["each"]) == 2
    several = examen_code.metric(["rougeL", "accuracy"], predictions=truth, references=["sort the list", "no"])
    assert [value["name"] for value in several] == ["rougeL", "accuracy"]
    # A line feed in a text is part of it.
    assert examen_code.metric("accuracy", ["a\nb"], ["a\nb"])["value"] == 1.0


def test_features_are_those_of_the_whole(table):
    whole = examen_code.embed("random-encoder", table.slice(0, 6), layers=[0, 2]).rows()
    parts = [
        row
        for start in (0, 3)
        for row in examen_code.embed("random-encoder", table.slice(start, 3), layers=[0, 2]).rows()
    ]
    assert [row["id"] for row in whole] == [row["id"] for row in parts]
    for row, other in zip(whole, parts, strict=True):
        assert row["layer.2"] == pytest.approx(other["layer.2"], abs=1e-5)


def test_layers_are_probed(tmp_path, source):
    exam = examen_code.build("probes", source, tmp_path / "exams", tasks=["CPX"], size=20, split_by="function", languages="python")
    rows = examen_code.probe("random-encoder", exam, tmp_path / "probing", control=False, max_length=32)
    assert {row["model"] for row in rows if "model" in row} == {"random-encoder"}
    assert {row["layer"] for row in rows if row.get("layer") is not None}

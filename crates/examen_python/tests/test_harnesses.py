"""Harnesses that people use ask our examples and score by our scorer, with models that are none."""

import json
import os
import subprocess
import sys

import pytest
from conftest import needs

import examen_code

TRUTH = "name"


def truth(exam, example):
    return example[exam.manifest()["answer"]["truth"][0]]


def test_inspect_ai_scores_as_we_do(exam, tmp_path, monkeypatch):
    inspect_ai = needs("inspect_ai")
    from importlib.metadata import entry_points

    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from examen_code import inspect_tasks

    monkeypatch.setenv("INSPECT_LOG_DIR", str(tmp_path))
    examples = exam.examples().rows()[:6]
    outputs, predictions = [], []
    for number, example in enumerate(examples):
        answer = truth(exam, example) if number % 2 else "nonsense"
        output = ModelOutput.from_content("mockllm/model", json.dumps({"name": answer}))
        # Without its own count of tokens the mock model would download a tokenizer.
        output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        outputs.append(output)
        predictions.append({"example_id": example["id"], "model": "mock", "output": {"name": answer}})
    task = inspect_tasks.examen(folder=str(exam.folder), task=exam.tasks[0], limit=len(examples))
    [log] = inspect_ai.eval(
        task, model=get_model("mockllm/model", custom_outputs=outputs), display="none", max_connections=1, max_samples=1
    )
    assert log.status == "success", log.error
    values = {score.name: score.metrics["mean"].value for score in log.results.scores}
    assert values["accuracy"] == pytest.approx(len(examples) // 2 / len(examples))
    of_ours = [
        score["value"]
        for example, row in zip(examples, predictions, strict=True)
        for score in examen_code.score_one(exam, example, row["output"])
        if score["metric"] == "accuracy"
    ]
    assert values["accuracy"] == pytest.approx(sum(of_ours) / len(of_ours))
    points = [point for point in entry_points(group="inspect_ai") if point.name == "examen_code"]
    if points:
        # An installed package is found by its name, as `inspect eval examen_code/examen` finds it.
        assert points[0].value == "examen_code.inspect_tasks"
        arguments = {"folder": str(exam.folder), "task": exam.tasks[0], "limit": len(examples)}
        [log] = inspect_ai.eval(
            "examen_code/examen",
            task_args=arguments,
            model=get_model("mockllm/model", custom_outputs=outputs, memoize=False),
            display="none",
            max_connections=1,
            max_samples=1,
        )
        assert log.status == "success", log.error
        assert {score.name: score.metrics["mean"].value for score in log.results.scores} == values


def test_lm_evaluation_harness_scores_as_we_do(exam, tmp_path, monkeypatch):
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_DATASETS_CACHE", str(tmp_path))
    monkeypatch.setenv("TOKENIZERS_PARALLELISM", "false")
    lm_eval = needs("lm_eval")
    from pathlib import Path

    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    answers = {exam.prompt(row)["prompt"]: truth(exam, row) for row in exam.examples()}

    class Half(LM):
        """Knows every other answer."""

        def __init__(self):
            super().__init__()
            self.asked = 0

        def generate_until(self, requests):
            replies = []
            for request in requests:
                self.asked += 1
                replies.append(json.dumps({"name": answers[request.args[0]] if self.asked % 2 else "nonsense"}))
            return replies

        def loglikelihood(self, requests):
            raise NotImplementedError

        def loglikelihood_rolling(self, requests):
            raise NotImplementedError

    folder = Path(examen_code.__file__).parent / "lm_eval_tasks"
    metadata = {"folder": str(exam.folder), "task": exam.tasks[0]}
    manager = TaskManager(include_path=str(folder), include_defaults=False, metadata=metadata)
    results = lm_eval.simple_evaluate(model=Half(), tasks=["examen"], task_manager=manager, metadata=metadata, log_samples=False)
    values = results["results"]["examen"]
    asked = len(answers)
    assert values["score,none"] == pytest.approx((asked + 1) // 2 / asked)
    assert values["readable,none"] == 1.0


def lm_eval_path() -> str:
    """What the documented command puts behind `--include_path`."""
    command = [sys.executable, "-m", "examen_code", "lm-eval-path"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def test_the_path_for_lm_evaluation_harness_is_printed():
    assert lm_eval_path().endswith("lm_eval_tasks")


def test_the_command_of_lm_evaluation_harness_runs_with_its_mock_model(exam, tmp_path):
    needs("lm_eval")
    offline = {"HF_HUB_OFFLINE": "1", "HF_DATASETS_CACHE": str(tmp_path), "TOKENIZERS_PARALLELISM": "false"}
    metadata = json.dumps({"folder": str(exam.folder), "task": exam.tasks[0]})
    command = ["--model", "dummy", "--tasks", "examen", "--include_path", lm_eval_path(), "--metadata", metadata, "--limit", "3"]
    ran = subprocess.run(
        [sys.executable, "-m", "lm_eval", *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=tmp_path,
        env=os.environ | offline,
    )
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert "readable" in ran.stdout and "score" in ran.stdout


def test_the_notebook_runs(tmp_path, source):
    nbclient, nbformat = needs("nbclient", "nbformat")
    needs("ipykernel", "matplotlib", "pandas")
    from conftest import ROOT

    notebook = nbformat.read(ROOT / "crates/examen_python/examples/exam.ipynb", as_version=4)
    assert len(notebook.cells) == 10
    os.environ["EXAMEN_SOURCE"] = str(source)
    nbclient.NotebookClient(notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    plots = sum("image/png" in output.get("data", {}) for output in shown)
    assert plots == 3
    # What the last cell shows are the pages of the report.
    assert "index.html" in notebook.cells[-1].outputs[-1]["data"]["text/plain"]

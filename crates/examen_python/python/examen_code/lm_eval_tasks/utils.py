"""What the task ``examen`` of lm-evaluation-harness calls."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Literal

import examen_code


@cache
def _exam(folder: str) -> examen_code.Exam:
    return examen_code.load(folder)


def load(folder: str = "", task: str | None = None, split: Literal["test", "validation", "train"] = "test", **_: Any) -> dict[str, Any]:
    """The examples of a task, each with its prompt."""
    from datasets import Dataset  # type: ignore[import-untyped]

    if not folder:
        raise ValueError("""say which exam: --metadata '{"folder": "exams/names", "task": "names/java"}'""")
    exam = _exam(folder)
    rows = []
    for example in exam.examples(task, split=split):
        prompt = exam.prompt(example, task)["prompt"]
        rows.append({"id": example["id"], "prompt": prompt, "folder": folder, "example": json.dumps(example), "task_name": task or ""})
    return {"test": Dataset.from_list(rows)}


def prompt(doc: dict[str, Any]) -> str:
    return doc["prompt"]


def target(doc: dict[str, Any]) -> str:
    # The scorer knows the truth; few-shot prompts are not made.
    return ""


def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, float]:
    """The task's first metric of single examples, and whether the reply could be read."""
    exam, example, task = _exam(doc["folder"]), json.loads(doc["example"]), doc["task_name"] or None
    try:
        output, readable = exam.read_reply(example, results[0], task), 1.0
    except ValueError as error:
        output, readable = {"unreadable": str(error)}, 0.0
    scores = exam.score_one(example, output, task)
    return {"score": scores[0]["value"], "readable": readable}

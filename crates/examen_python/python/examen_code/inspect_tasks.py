"""Exams as tasks of inspect_ai: ``inspect eval examen_code/examen -T folder=exams/names -T task=names/java --model ...``.

A sample's input is the prompt of the example; the scorer is that of ``examen score``, asked about one answer at a time. inspect_ai finds
this module by the entry point ``inspect_ai`` of the package.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

import examen_code


@task
def examen(folder: str, task: str | None = None, split: Literal["test", "validation", "train"] = "test", limit: int | None = None) -> Task:
    """The examples of one task of a folder that ``examen build`` wrote."""
    # inspect runs this in the folder of this file: a relative path would be one of it.
    place = Path(folder).expanduser()
    if not place.is_absolute():
        import os

        place = Path(os.environ.get("INSPECT_EVAL_CWD", os.environ.get("PWD", "."))) / place
    exam = examen_code.load(place)
    samples: list[Sample] = []
    for example in exam.examples(task, split=split):
        if limit is not None and len(samples) == limit:
            break
        prompt = exam.prompt(example, task)
        samples.append(
            Sample(
                id=example["id"],
                input=prompt["prompt"],
                target=prompt["answer_form"],
                metadata={"example": example, "folder": str(place), "task": task},
            )
        )
    name = task or exam.tasks[0]
    return Task(dataset=MemoryDataset(samples, name=name), solver=generate(), scorer=examen_scorer())


@scorer(metrics={"*": [mean(), stderr()]})
def examen_scorer() -> Scorer:
    """The metrics that the task's scorer has for single examples; an unreadable reply is scored as a wrong answer."""
    opened: dict[str, examen_code.Exam] = {}

    async def score(state: TaskState, target: Target) -> Score:
        metadata: dict[str, Any] = state.metadata
        folder, task = metadata["folder"], metadata["task"]
        if folder not in opened:
            opened[folder] = examen_code.load(folder)
        exam, example = opened[folder], metadata["example"]
        reply = state.output.completion
        reason = None
        try:
            output: Any = exam.read_reply(example, reply, task)
        except ValueError as error:
            output, reason = {"unreadable": str(error)}, str(error)
        values = {row["metric"]: row["value"] for row in exam.score_one(example, output, task)}
        return Score(value=values, answer=reply, explanation=reason)

    return score

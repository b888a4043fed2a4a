"""From code to a score, in memory where it can be: findings, an exam, predictions, scores, a comparison.

    python examples/first_steps.py SOURCE OUT
"""

import sys
from pathlib import Path

import examen_code


def main(source: str, out: str) -> None:
    out = Path(out)
    findings = examen_code.query(examen_code.corpus(source, languages="python"), column="content", errors="rows")
    queries = [row["query"] for row in findings]
    print(f"{len(queries)} findings of {len(set(queries))} queries")

    exam = examen_code.build("names", source, out / "exams", split_by="file", languages="python")
    answers = []
    for example in exam.examples():
        prompt = exam.prompt(example)["prompt"]
        # A model of yours would be asked here; this one counts words.
        reply = '{"name": "' + prompt.split()[len(prompt) % 7] + '"}'
        try:
            output = exam.read_reply(example, reply)
        except ValueError:
            continue
        answers.append({"example_id": example["id"], "model": "mine", "output": output})
    mine = examen_code.score(exam, answers)

    examen_code.predict("path-neighbours", exam, out / "neighbours.jsonl")
    neighbours = examen_code.score(exam, out / "neighbours.jsonl", out=out / "neighbours.json")
    print(neighbours)
    print(examen_code.compare(neighbours, mine))


if __name__ == "__main__":
    main(*sys.argv[1:])

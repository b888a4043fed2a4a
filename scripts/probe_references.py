#!/usr/bin/env python3
"""Reference values of the probes in `crates/examen_models`.

    pip install scikit-learn==1.9.1 numpy
    python3 scripts/probe_references.py crates/examen_models/fixtures optima
    pip install torch==2.11.0
    python3 scripts/probe_references.py crates/examen_models/fixtures adam

`optima`: scikit-learn's LogisticRegression on standardised digits and on a small random problem, solved by Newton's method until
derivatives are below 1e-10. `adam`: the parameters of a linear layer after each of some steps of torch.optim.Adam, from given
parameters and batches. The first line of a file names the tool and its version. The same versions write the same bytes.
"""

import json
import pathlib
import sys

import numpy as np

SEED = 20260801


def optima():
    import sklearn
    from sklearn.datasets import load_digits
    from sklearn.linear_model import LogisticRegression

    yield {"tool": f"scikit-learn {sklearn.__version__}"}
    digits = load_digits()
    random = np.random.default_rng(SEED)
    centres = random.normal(size=(3, 5))
    labels = random.integers(0, 3, 120)
    small = np.round(centres[labels] + 1.5 * random.normal(size=(120, 5)), 3) * [1, 10, 0.01, 1, 3] + [0, 5, 0, -2, 0]
    small = np.round(small, 6)
    cases = [("digits", digits.data[:600], digits.target[:600], 400), ("small", small, labels, 80)]
    for name, rows, labels, training in cases:
        classes = int(labels.max()) + 1
        known = rows[:training]
        deviation = known.std(0)
        factors = np.where(deviation > 0, 1 / np.where(deviation > 0, deviation, 1), 0)
        scaled = (rows - known.mean(0)) * factors
        case = {"name": name, "classes": classes, "width": rows.shape[1], "training": training}
        case |= {"rows": [trimmed(value) for value in rows.ravel()], "labels": labels.tolist(), "optima": []}
        for penalty in (1.0, 0.01, 0.0001):
            model = LogisticRegression(C=1 / (penalty * training), solver="newton-cholesky", tol=1e-10, max_iter=1000)
            model.fit(scaled[:training], labels[:training])
            held = scaled[training:]
            optimum = {"penalty": penalty, "answers": model.predict(held).tolist()}
            optimum["probabilities"] = np.round(model.predict_proba(held)[:20], 8).ravel().tolist()
            centred = model.coef_ - model.coef_.mean(0)
            optimum["weights"] = np.round(centred, 8).ravel().tolist()
            case["optima"].append(optimum)
        yield case


def trimmed(value):
    return int(value) if float(value).is_integer() else float(value)


def adam():
    import torch

    torch.use_deterministic_algorithms(True)
    yield {"tool": f"torch {torch.__version__}"}
    random = np.random.default_rng(SEED)
    width, classes, rows = 19, 3, 12
    values = np.round(random.normal(size=(rows, width)), 4).astype(np.float32)
    labels = random.integers(0, classes, rows)
    weights = np.round(random.uniform(-0.2, 0.2, (classes, width)), 4).astype(np.float32)
    biases = np.round(random.uniform(-0.2, 0.2, classes), 4).astype(np.float32)
    for penalty, size in ((1e-5, 1), (1e-2, 1), (1e-3, 5)):
        batches = [random.permutation(rows)[:size].tolist() for _ in range(40)]
        layer = torch.nn.Linear(width, classes)
        with torch.no_grad():
            layer.weight.copy_(torch.from_numpy(weights))
            layer.bias.copy_(torch.from_numpy(biases))
        optimizer = torch.optim.Adam(layer.parameters(), lr=1e-3, weight_decay=penalty)
        after = []
        for batch in batches:
            optimizer.zero_grad()
            output = layer(torch.from_numpy(values[batch]))
            torch.nn.functional.cross_entropy(output, torch.from_numpy(labels[batch])).backward()
            optimizer.step()
            parameters = torch.cat([layer.weight.detach().ravel(), layer.bias.detach()])
            after.append([round(float(value), 8) for value in parameters])
        case = {"penalty": penalty, "width": width, "classes": classes, "rows": exact(values), "labels": labels.tolist()}
        case |= {"weights": exact(weights), "biases": exact(biases), "batches": batches}
        yield case | {"after_first": after[0], "after_last": after[-1]}


def exact(values):
    return [round(float(value), 4) for value in values.ravel()]


def main():
    folder, name = pathlib.Path(sys.argv[1]), sys.argv[2]
    folder.mkdir(parents=True, exist_ok=True)
    lines = [json.dumps(line, separators=(",", ":")) for line in {"optima": optima, "adam": adam}[name]()]
    (folder / f"probe_{name}.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

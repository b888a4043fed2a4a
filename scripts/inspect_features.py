#!/usr/bin/env python3
"""Features of INSPECT's examples for `cargo run --release -p examen_models --example probe_layers`.

    pip install torch==2.11.0 transformers==5.22.2
    python3 scripts/inspect_features.py ENCODER INSPECT OUT TASK... [--size 1k] [--most 128]

ENCODER is the folder of a BERT-like checkpoint, INSPECT has the authors' files as TASK_SIZE.txt. As their scripts do it: the text
between [CLS] and [SEP], cut to the longest sample or --most pieces; position 0 of every layer; six decimals. Writes TASK.json and
TASK.N.f32 for each layer N, training rows first, then validation, then test.
"""

import argparse
import json
import pathlib

import numpy as np
import torch
from transformers import AutoModel, AutoTokenizer

BATCH = 32
SPLITS = ("tr", "va", "te")


def examples(path):
    """Labels and texts in the order of the splits, and how many there are in each."""
    rows = {split: [] for split in SPLITS}
    with path.open(encoding="utf-8", newline="\n") as lines:
        for line in lines:
            split, label, text = line.rstrip("\n").split("\t", 2)
            rows[split].append((label, text))
    return [row for split in SPLITS for row in rows[split]], [len(rows[split]) for split in SPLITS]


def features(tokenizer, model, texts, most):
    pieces = [tokenizer.tokenize(text) for text in texts]
    length = min(most, max(map(len, pieces)))
    rows = [tokenizer.convert_tokens_to_ids(["[CLS]", *row[: length - 2], "[SEP]"]) for row in pieces]
    layers = []
    with torch.no_grad():
        for start in range(0, len(rows), BATCH):
            batch = rows[start : start + BATCH]
            ids = torch.tensor([row + [0] * (length - len(row)) for row in batch])
            mask = torch.tensor([[1] * len(row) + [0] * (length - len(row)) for row in batch])
            states = model(input_ids=ids, attention_mask=mask, output_hidden_states=True).hidden_states
            layers.append(np.stack([np.round(state[:, 0].double().numpy(), 6) for state in states]))
    return np.concatenate(layers, axis=1).astype("<f4")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("encoder")
    parser.add_argument("inspect", type=pathlib.Path)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("tasks", nargs="+")
    parser.add_argument("--size", default="1k")
    parser.add_argument("--most", type=int, default=128)
    options = parser.parse_args()
    options.out.mkdir(parents=True, exist_ok=True)
    tokenizer = AutoTokenizer.from_pretrained(options.encoder)
    model = AutoModel.from_pretrained(options.encoder).eval()
    for task in options.tasks:
        rows, splits = examples(options.inspect / f"{task}_{options.size}.txt")
        labels = sorted({label for label, _ in rows})
        layers = features(tokenizer, model, [text for _, text in rows], options.most)
        for layer, values in enumerate(layers):
            values.tofile(options.out / f"{task}.{layer}.f32")
        about = {"classes": len(labels), "width": layers.shape[2], "splits": splits}
        about["labels"] = [labels.index(label) for label, _ in rows]
        (options.out / f"{task}.json").write_text(json.dumps(about), encoding="utf-8")


if __name__ == "__main__":
    main()

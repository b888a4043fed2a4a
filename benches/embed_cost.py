#!/usr/bin/env python3
"""What embedding costs beside PyTorch, on the same texts with the same network.

    python3 -m venv VENV && VENV/bin/pip install torch==2.11.0 transformers==5.22.2
    cargo build --release -p examen_models --example embed_texts
    VENV/bin/python benches/embed_cost.py FOLDER [--checkpoint DIR] [--texts 256] [--rows 32] [--rounds 3]
        [--driver target/release/examples/embed_texts]

FOLDER holds Python or Java files; they are cut into pieces of 3 to 40 lines. Without --checkpoint, a BERT of base size is
drawn by a seed. Both sides tokenise, sort by length, compute all hidden layers in batches of --rows and take the mean over
the positions of each text; loading does not count. They take turns, with two threads each; the least time of the rounds
counts, of the clock and of the processor. The features of both are compared.
"""

import argparse
import json
import os
import subprocess
import tempfile
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "2")
os.environ.setdefault("RAYON_NUM_THREADS", "2")

import tokenizers
import torch
from safetensors.torch import load_file
from tokenizers import models, normalizers, pre_tokenizers, trainers
from transformers import AutoModel, AutoTokenizer, BertConfig, BertModel


def texts_of(folder, count):
    """Pieces of files, of 3 to 40 lines by turns."""
    texts, size = [], 3
    for path in sorted(path for path in Path(folder).rglob("*") if path.suffix in (".py", ".java")):
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        at = 0
        while at < len(lines):
            piece = "\n".join(lines[at : at + size]).strip()
            at += size
            size = 3 + (size + 14) % 38
            if piece:
                texts.append(piece)
    step = max(1, len(texts) // count)
    return texts[::step][:count]


def base_checkpoint(folder, texts):
    tokenizer = tokenizers.Tokenizer(models.WordPiece(unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.train_from_iterator(texts, trainers.WordPieceTrainer(vocab_size=8_000, special_tokens=special, show_progress=False))
    words = sorted(tokenizer.get_vocab().items(), key=lambda item: item[1])
    (folder / "vocab.txt").write_text("".join(f"{word}\n" for word, _ in words), encoding="utf-8")
    settings = {"tokenizer_class": "BertTokenizer", "do_lower_case": True, "model_max_length": 512}
    (folder / "tokenizer_config.json").write_text(json.dumps(settings), encoding="utf-8")
    torch.manual_seed(0)
    BertModel(BertConfig(vocab_size=30_522)).eval().save_pretrained(folder)


@torch.no_grad()
def with_torch(model, tokenizer, texts, rows):
    start, cpu = time.perf_counter(), time.process_time()
    tokens = tokenizer(texts, truncation=True, max_length=min(512, tokenizer.model_max_length))["input_ids"]
    order = sorted(range(len(texts)), key=lambda at: -len(tokens[at]))
    features = [None] * len(texts)
    for first in range(0, len(order), rows):
        batch = order[first : first + rows]
        length = max(len(tokens[at]) for at in batch)
        padded = [tokens[at] + [tokenizer.pad_token_id] * (length - len(tokens[at])) for at in batch]
        mask = torch.tensor([[1] * len(tokens[at]) + [0] * (length - len(tokens[at])) for at in batch])
        even = bool(mask.all())
        states = model(torch.tensor(padded), attention_mask=None if even else mask, output_hidden_states=True).hidden_states
        share = (mask / mask.sum(1, keepdim=True))[:, None]
        pooled = torch.stack([(share @ layer)[:, 0] for layer in states], 1)
        for place, at in enumerate(batch):
            features[at] = pooled[place]
    return time.perf_counter() - start, time.process_time() - cpu, torch.stack(features, 1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--checkpoint")
    parser.add_argument("--driver", default="target/release/examples/embed_texts")
    parser.add_argument("--texts", type=int, default=256)
    parser.add_argument("--rows", type=int, default=32)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    torch.set_num_threads(2)
    texts = texts_of(options.folder, options.texts)
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(options.checkpoint or temporary)
        if not options.checkpoint:
            base_checkpoint(folder, texts)
        rows, out = Path(temporary) / "texts.jsonl", Path(temporary) / "features.safetensors"
        rows.write_text("".join(json.dumps({"code": text}) + "\n" for text in texts), encoding="utf-8")
        model, tokenizer = AutoModel.from_pretrained(folder, dtype=torch.float32).eval(), AutoTokenizer.from_pretrained(folder)
        command = [options.driver, str(folder), str(rows), str(out), str(options.rows)]
        theirs, ours = [], []
        for _ in range(options.rounds):
            seconds, cpu, features = with_torch(model, tokenizer, texts, options.rows)
            theirs.append((seconds, cpu))
            facts = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
            ours.append((facts["seconds"], facts["cpu_seconds"]))
        given = torch.stack([load_file(out)[f"layer.{layer}"] for layer in range(facts["layers"])])
    print(f"{facts['texts']} texts, {facts['tokens']:,} tokens, {facts['truncated']} cut off, {facts['layers']} layers")
    (their_wall, their_cpu), (our_wall, our_cpu) = (tuple(map(min, zip(*times))) for times in (theirs, ours))
    print(f"PyTorch {torch.__version__}: {their_wall:.2f} s, {their_cpu:.2f} CPU s")
    print(f"examen: {our_wall:.2f} s, {our_cpu:.2f} CPU s")
    print(f"ratio: {our_wall / their_wall:.2f} by the clock, {our_cpu / their_cpu:.2f} of CPU time")
    print(f"features differ by at most {(given - features).abs().max():.1e}")


if __name__ == "__main__":
    main()

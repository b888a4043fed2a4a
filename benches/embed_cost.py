#!/usr/bin/env python3
"""What embedding costs beside PyTorch, on the same texts with the same network.

    python3 -m venv VENV && VENV/bin/pip install torch==2.11.0 transformers==5.22.2
    cargo build --release -p examen_models --example embed_texts
    VENV/bin/python benches/embed_cost.py FOLDER [--checkpoint DIR] [--texts 256] [--rows 32] [--positions 8192]
        [--pooling mean] [--device cpu|cuda] [--precision f32|bf16] [--rounds 3] [--driver target/release/examples/embed_texts]

For a GPU, build the driver with `--no-default-features --features torch` (docs/encoders.md). It may be built on another
machine: only the versions of PyTorch must be alike, whose libraries the driver is started with.

FOLDER holds Python or Java files; they are cut into pieces of 3 to 40 lines. Without --checkpoint, a BERT of base size is
drawn by a seed. Both sides tokenize, sort by length, compute all hidden layers in the same batches, on the same device and
in the same precision (PyTorch with fused attention), pool each text to one vector a layer and bring it to the host as f32, all
layers of a batch at once. They take turns, on the CPU with two threads each. Loading does not count. Nor does the first time: in its own
process, each side computes all batches once before the clock starts. Then the least time of the rounds and their median
count, of the clock and of the processor, and by the clock for computing alone, without tokenizing.

The features of both are compared; in bf16, both also with those of PyTorch in f32.
"""

import argparse
import json
import os
import statistics
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


def batches_of(tokens, rows, positions):
    """As examen makes them: the longest first, at most so many texts and, of several, so many positions with padding."""
    batches = []
    for at in sorted(range(len(tokens)), key=lambda at: -len(tokens[at])):
        if batches and len(batches[-1]) < rows and (len(batches[-1]) + 1) * len(tokens[batches[-1][0]]) <= positions:
            batches[-1].append(at)
        else:
            batches.append([at])
    return batches


def pooled(layer, pooling, mask, lengths):
    if pooling == "first":
        return layer[:, 0].float()
    if pooling == "last":
        return layer[torch.arange(len(layer), device=layer.device), lengths - 1].float()
    if layer.dtype == torch.float32:
        return ((mask / lengths[:, None])[:, None] @ layer)[:, 0]
    return (layer * mask[:, :, None].to(layer.dtype)).sum(1, dtype=torch.float32) / lengths[:, None]


@torch.no_grad()
def features_of(model, tokens, batches, padding, pooling):
    features = None
    for batch in batches:
        length = max(len(tokens[at]) for at in batch)
        padded = [tokens[at] + [padding] * (length - len(tokens[at])) for at in batch]
        mask = [[1] * len(tokens[at]) + [0] * (length - len(tokens[at])) for at in batch]
        even = all(len(tokens[at]) == length for at in batch)
        ids, mask = torch.tensor(padded).to(model.device), torch.tensor(mask).to(model.device)
        states = model(ids, attention_mask=None if even else mask, output_hidden_states=True).hidden_states
        lengths = mask.sum(1)
        vectors = torch.stack([pooled(layer, pooling, mask, lengths) for layer in states]).cpu()
        if features is None:
            features = torch.zeros(len(vectors), len(tokens), vectors.shape[-1])
        features[:, batch] = vectors
    return features


def with_torch(model, tokenizer, texts, options):
    start, cpu = time.perf_counter(), time.process_time()
    tokens = tokenizer(texts, truncation=True, max_length=min(512, tokenizer.model_max_length))["input_ids"]
    batches = batches_of(tokens, options.rows, options.positions)
    between = time.perf_counter()
    features = features_of(model, tokens, batches, tokenizer.pad_token_id, options.pooling)
    end = time.perf_counter()
    return (end - start, end - between, time.process_time() - cpu), features


def libraries():
    """Where the libraries of this PyTorch lie, for a driver that is linked with them."""
    packages = Path(torch.__file__).parent.parent
    folders = [packages / "torch" / "lib", *sorted(packages.glob("nvidia/*/lib"))]
    return os.pathsep.join([str(folder) for folder in folders] + [os.environ.get("LD_LIBRARY_PATH", "")])


def distance(given, exact):
    """The greatest and the mean distance of a vector, as a fraction of its norm."""
    distances = (given - exact).norm(dim=-1) / exact.norm(dim=-1)
    return f"at most {distances.max():.1e}, in the mean {distances.mean():.1e}"


def report(options, facts, theirs, ours):
    print(f"{facts['texts']} texts, {facts['tokens']:,} tokens, {facts['truncated']} cut off, {facts['layers']} layers, "
          f"{facts['batches']} batches; {options.device}, {options.precision}, {options.pooling}; {options.rounds} rounds")
    for name, summary in (("least", min), ("median", statistics.median)):
        their, our = ([summary(times) for times in zip(*side)] for side in (theirs, ours))
        rows = ((f"PyTorch {torch.__version__}", their), ("examen", our))
        for who, (wall, compute, cpu) in rows:
            print(f"{name}, {who}: {wall:.4f} s, {compute:.4f} s without tokenizing, {cpu:.2f} CPU s")
        wall, compute, cpu = (of_ours / of_theirs for of_ours, of_theirs in zip(our, their))
        print(f"{name}, ratio: {wall:.2f} by the clock, {compute:.2f} without tokenizing, {cpu:.2f} of CPU time")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder")
    parser.add_argument("--checkpoint")
    parser.add_argument("--driver", default="target/release/examples/embed_texts")
    parser.add_argument("--texts", type=int, default=256)
    parser.add_argument("--rows", type=int, default=32)
    parser.add_argument("--positions", type=int, default=8_192)
    parser.add_argument("--pooling", choices=("first", "mean", "last"), default="mean")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--precision", choices=("f32", "bf16"), default="f32")
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
        exact = AutoModel.from_pretrained(folder, dtype=torch.float32, attn_implementation="sdpa").eval()
        tokenizer = AutoTokenizer.from_pretrained(folder)
        in_f32 = None
        if options.precision == "bf16":
            in_f32 = with_torch(exact.to(options.device), tokenizer, texts, options)[1]
        model = exact.to(options.device, torch.bfloat16 if options.precision == "bf16" else torch.float32)
        command = [options.driver, str(folder), str(rows), str(out), str(options.rows), "--positions", str(options.positions),
                   "--pooling", options.pooling, "--device", options.device, "--precision", options.precision, "--warm-up", "1"]
        environment = os.environ | {"LD_LIBRARY_PATH": libraries()}
        theirs, ours = [], []
        with_torch(model, tokenizer, texts, options)
        for _ in range(options.rounds):
            times, features = with_torch(model, tokenizer, texts, options)
            theirs.append(times)
            facts = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment).stdout)
            ours.append((facts["seconds"], facts["compute_seconds"], facts["cpu_seconds"]))
        given = load_file(out)
        given = torch.stack([given[f"layer.{layer}"] for layer in range(facts["layers"])])
    report(options, facts, theirs, ours)
    print(f"features differ by at most {(given - features).abs().max():.1e}; vectors by {distance(given, features)}")
    if in_f32 is not None:
        print(f"from f32: PyTorch {distance(features, in_f32)}; examen {distance(given, in_f32)}")


if __name__ == "__main__":
    main()

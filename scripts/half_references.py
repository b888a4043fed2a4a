#!/usr/bin/env python3
"""How far transformers itself is off when it computes in bf16, on the tiny checkpoints of `examen_models`.

    python3 -m venv VENV && VENV/bin/pip install torch==2.11.0 transformers==5.22.2
    VENV/bin/python scripts/half_references.py crates/examen_models/fixtures/encoders \
        crates/examen_models/fixtures/half_precision.jsonl

One line for each checkpoint: for each layer the norm of the difference from the states in f32 that lie beside the checkpoint
(`expected.safetensors`) over the norm of these, all positions of all texts together. Fused attention, where the family has it.
The first line says with which versions.
"""

import json
import sys
from pathlib import Path

import torch
import transformers
from safetensors.torch import load_file
from transformers import AutoModel, T5EncoderModel


def encoder_of(folder, kind):
    cls = T5EncoderModel if kind == "t5" else AutoModel
    attention = "eager" if kind == "codegen" else "sdpa"
    model = cls.from_pretrained(folder, dtype=torch.bfloat16, attn_implementation=attention).eval()
    return model.encoder if kind in ("bart", "plbart") else model


@torch.no_grad()
def errors_of(folder):
    kind = json.loads((folder / "config.json").read_text(encoding="utf-8"))["model_type"]
    rows = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["rows"]
    exact, model = load_file(folder / "expected.safetensors"), encoder_of(folder, kind)
    far, norms = {}, {}
    for at, row in enumerate(rows):
        if row.get("nodes"):
            continue
        states = model(torch.tensor([row["ids"]]), output_hidden_states=True).hidden_states
        for layer, state in enumerate(states):
            expected = exact[f"{at}.{layer}"].double()
            far[layer] = far.get(layer, 0.0) + (state[0].double() - expected).square().sum().item()
            norms[layer] = norms.get(layer, 0.0) + expected.square().sum().item()
    return [round((far[layer] / norms[layer]) ** 0.5, 5) for layer in sorted(far)]


def main():
    source, out = Path(sys.argv[1]), Path(sys.argv[2])
    made = f"transformers {transformers.__version__}, PyTorch {torch.__version__.split('+')[0]}, bf16 on the CPU"
    lines = [{"made_with": made}]
    lines += [{"checkpoint": folder.name, "layers": errors_of(folder)} for folder in sorted(source.iterdir())]
    out.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()

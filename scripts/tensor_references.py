#!/usr/bin/env python3
"""Reference values for the operations of `examen_tensor`, from PyTorch.

    python3 -m venv VENV && VENV/bin/pip install torch==2.11.0 numpy
    VENV/bin/python scripts/tensor_references.py crates/examen_tensor/fixtures/operations.jsonl

One case a line: the operation, its tensors by name, its settings and the expected values, all computed in f64 from inputs
that are exact in f32. The first line says with which versions. Inputs are drawn by a seed; some are chosen.
"""

import json
import math
import sys

import torch
import torch.nn.functional as F

torch.manual_seed(20_26)
CASES = []


def draw(*shape, scale=1.0):
    return (torch.randn(*shape) * scale).double()


def stored(tensor):
    return {"shape": list(tensor.shape), "values": [float(f"{value:.9g}") for value in tensor.float().flatten().tolist()]}


def case(operation, expected, settings=None, **tensors):
    CASES.append({
        "operation": operation,
        "tensors": {name: stored(tensor) for name, tensor in tensors.items()},
        "settings": settings or {},
        "expected": stored(expected),
    })


def activations():
    ends = [-1e4, -100.0, -88.5, -20.0, -10.0, -6.0, -5.0, -4.0, -1e-3, -0.0, 0.0, 1e-6, 1e-3, 4.0, 6.0, 20.0, 88.5, 1e4]
    x = torch.cat([torch.tensor(ends).double(), torch.linspace(-9, 9, 222).float().double()]).reshape(4, 60)
    case("gelu", F.gelu(x), x=x)
    case("gelu_tanh", F.gelu(x, approximate="tanh"), x=x)
    case("relu", F.relu(x), x=x)
    case("silu", F.silu(x), x=x)
    case("tanh", torch.tanh(x), x=x)
    y = draw(3, 5, 7, scale=4.0)
    case("softmax", torch.softmax(y, -1), x=y)


def layers():
    x, weight, bias = draw(2, 5, 12), draw(7, 12), draw(7)
    case("linear", F.linear(x, weight, bias), x=x, weight=weight, bias=bias)
    case("linear", F.linear(x, weight), x=x, weight=weight)
    x, weight, bias = draw(3, 4, 19, scale=3.0) + 2.0, draw(19), draw(19)
    for epsilon in (1e-5, 1e-12):
        case("layer_norm", F.layer_norm(x, (19,), weight, bias, epsilon), {"epsilon": epsilon}, x=x, weight=weight, bias=bias)
    case("layer_norm", F.layer_norm(x, (19,), weight, None, 1e-5), {"epsilon": 1e-5}, x=x, weight=weight)
    case("rms_norm", F.rms_norm(x, (19,), weight, 1e-6), {"epsilon": 1e-6}, x=x, weight=weight)
    constant = torch.full((2, 3, 19), 0.5).double()
    case("layer_norm", F.layer_norm(constant, (19,), weight, bias, 1e-5), {"epsilon": 1e-5}, x=constant, weight=weight, bias=bias)
    table, ids = draw(9, 4), [0, 8, 3, 3, 1]
    case("embedding", F.embedding(torch.tensor(ids), table), {"ids": ids}, table=table)


def attention():
    for rows, heads, shared, length, width in ((2, 4, 4, 6, 8), (1, 4, 2, 5, 4), (3, 2, 1, 1, 6), (1, 1, 1, 17, 4)):
        q, k, v = draw(rows, heads, length, width), draw(rows, shared, length, width), draw(rows, shared, length, width)
        wide = [part.repeat_interleave(heads // shared, 1) for part in (k, v)]
        lengths = [max(1, length - row) for row in range(rows)]
        open_pairs = torch.zeros(rows, 1, length, length, dtype=torch.bool)
        for row, used in enumerate(lengths):
            open_pairs[row, :, :, :used] = True
        bias = draw(1, heads, length, length)
        case("attention", F.scaled_dot_product_attention(q, *wide), q=q, k=k, v=v)
        case("attention", F.scaled_dot_product_attention(q, *wide, attn_mask=open_pairs), {"lengths": lengths}, q=q, k=k, v=v)
        case("attention", F.scaled_dot_product_attention(q, *wide, is_causal=True), {"causal": True}, q=q, k=k, v=v)
        masked = bias.expand(rows, -1, -1, -1).masked_fill(~open_pairs, -math.inf)
        expected = F.scaled_dot_product_attention(q, *wide, attn_mask=masked, scale=1.0)
        case("attention", expected, {"lengths": lengths, "scale": 1.0}, q=q, k=k, v=v, bias=bias)


def rotary():
    for width, pairs, interleaved in ((8, 4, False), (8, 3, False), (8, 4, True), (10, 3, True)):
        x, length = draw(2, 3, 9, width), 9
        frequencies = [10_000 ** (-2 * pair / (2 * pairs)) for pair in range(pairs)]
        angles = torch.outer(torch.arange(length).float(), torch.tensor(frequencies).float()).double()
        turned, rest = x[..., : 2 * pairs], x[..., 2 * pairs :]
        if interleaved:
            first, second = turned[..., 0::2], turned[..., 1::2]
        else:
            first, second = turned[..., :pairs], turned[..., pairs:]
        new = first * angles.cos() - second * angles.sin(), second * angles.cos() + first * angles.sin()
        joined = torch.stack(new, -1).flatten(-2) if interleaved else torch.cat(new, -1)
        settings = {"frequencies": frequencies, "interleaved": interleaved}
        case("rotate", torch.cat([joined, rest], -1), settings, x=x)


def arithmetic():
    a, b = draw(2, 3, 4), draw(2, 4, 5)
    case("matmul", a @ b, a=a, b=b)
    case("matmul", a[:1] @ b[:1], a=a[:1], b=b[:1])
    c, d = draw(2, 1, 4), draw(2, 3, 4)
    case("add", c + d, a=c, b=d)
    case("mul", c * d, a=c, b=d)
    case("scale", d * 0.37, {"factor": 0.37}, a=d)
    case("slice", d[:, 1:3], {"axis": 1, "start": 1, "end": 3}, a=d)
    case("concat", torch.cat([d, c], 1), {"axis": 1}, a=d, b=c)
    case("transpose", d.transpose(0, 2), {"first": 0, "second": 2}, a=d)
    e = draw(2, 5, 12)
    case("split_heads", e.reshape(2, 5, 3, 4).transpose(1, 2), {"heads": 3}, x=e)
    f = draw(2, 3, 5, 4)
    case("join_heads", f.transpose(1, 2).reshape(2, 5, 12), x=f)


def pooling():
    x, lengths, positions = draw(3, 5, 4), [5, 1, 3], [4, 0, 2]
    picked = torch.stack([row[at] for row, at in zip(x, positions)])
    case("pool_positions", picked, {"positions": positions}, x=x)
    means = torch.stack([row[:used].mean(0) for row, used in zip(x, lengths)])
    case("pool_means", means, {"lengths": lengths}, x=x)
    case("pool_means", x.mean(1), {"lengths": [5, 5, 5]}, x=x)


def main():
    activations()
    layers()
    attention()
    rotary()
    arithmetic()
    pooling()
    with open(sys.argv[1], "w", encoding="utf-8") as file:
        file.write(json.dumps({"made_with": f"PyTorch {torch.__version__.split('+')[0]}, f64"}) + "\n")
        for line in CASES:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()

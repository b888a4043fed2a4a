#!/usr/bin/env python3
"""Reference values for the operations of `examen_tensor` and for training, from PyTorch and transformers.

    python3 -m venv VENV && VENV/bin/pip install torch==2.11.0 transformers==5.22.2 numpy
    VENV/bin/python scripts/tensor_references.py crates/examen_tensor/fixtures

`operations.jsonl` has one case a line: the operation, its tensors by name, its settings and the expected values; then numbers
that the expected values are multiplied by to make a loss, and the gradients of this loss for each tensor. All is computed in f64 from
inputs that are exact in f32. `training.jsonl` has optimizers, clipping and schedules. The first line of each file says with
which versions. Inputs are random by a seed; some are chosen.
"""

import json
import math
import sys
from pathlib import Path

import torch
import torch.nn.functional as F
import transformers

torch.manual_seed(20_26)
CASES = []


def randn(*shape, scale=1.0):
    return (torch.randn(*shape) * scale).double()


def stored(tensor):
    return {"shape": list(tensor.shape), "values": [float(f"{value:.9g}") for value in tensor.float().flatten().tolist()]}


def case(operation, function, settings=None, **tensors):
    leaves = {name: tensor.detach().clone().requires_grad_() for name, tensor in tensors.items()}
    expected = function(**leaves)
    output_gradient = randn(*expected.shape)
    (expected * output_gradient).sum().backward()
    CASES.append({
        "operation": operation,
        "tensors": {name: stored(tensor) for name, tensor in tensors.items()},
        "settings": settings or {},
        "expected": stored(expected),
        "output_gradient": stored(output_gradient),
        "gradients": {name: stored(leaf.grad) for name, leaf in leaves.items()},
    })


def activations():
    ends = [-1e4, -100.0, -88.5, -20.0, -10.0, -6.0, -5.0, -4.0, -1e-3, -0.0, 0.0, 1e-6, 1e-3, 4.0, 6.0, 20.0, 88.5, 1e4]
    x = torch.cat([torch.tensor(ends).double(), torch.linspace(-9, 9, 222).float().double()]).reshape(4, 60)
    case("gelu", lambda x: F.gelu(x), x=x)
    case("gelu_tanh", lambda x: F.gelu(x, approximate="tanh"), x=x)
    case("relu", lambda x: F.relu(x), x=x)
    case("sigmoid", lambda x: torch.sigmoid(x), x=x)
    case("silu", lambda x: F.silu(x), x=x)
    case("tanh", lambda x: torch.tanh(x), x=x)
    y = randn(3, 5, 7, scale=4.0)
    case("softmax", lambda x: torch.softmax(x, -1), x=y)
    case("log_softmax", lambda x: torch.log_softmax(x, -1), x=y)
    case("exp", lambda x: torch.exp(x), x=randn(3, 5))
    case("log", lambda x: torch.log(x), x=randn(3, 5).abs() + 0.25)


def layers():
    x, weight, bias = randn(2, 5, 12), randn(7, 12), randn(7)
    case("linear", lambda x, weight, bias: F.linear(x, weight, bias), x=x, weight=weight, bias=bias)
    case("linear", lambda x, weight: F.linear(x, weight), x=x, weight=weight)
    x, weight, bias = randn(3, 4, 19, scale=3.0) + 2.0, randn(19), randn(19)

    def norm(epsilon):
        return lambda x, weight, bias=None: F.layer_norm(x, (19,), weight, bias, epsilon)

    for epsilon in (1e-5, 1e-12):
        case("layer_norm", norm(epsilon), {"epsilon": epsilon}, x=x, weight=weight, bias=bias)
    case("layer_norm", norm(1e-5), {"epsilon": 1e-5}, x=x, weight=weight)
    case("rms_norm", lambda x, weight: F.rms_norm(x, (19,), weight, 1e-6), {"epsilon": 1e-6}, x=x, weight=weight)
    constant = torch.full((2, 3, 19), 0.5).double()
    case("layer_norm", norm(1e-2), {"epsilon": 1e-2}, x=constant, weight=weight, bias=bias)
    table, ids = randn(9, 4), [0, 8, 3, 3, 1]
    case("embedding", lambda table: F.embedding(torch.tensor(ids), table), {"ids": ids}, table=table)


def losses():
    scores, labels = randn(6, 5, scale=3.0), [4, None, 0, 2, None, 2]
    numbers = torch.tensor([-100 if label is None else label for label in labels])
    weights = [1.0, 2.0, 0.5, 1.0, 3.0]
    case("cross_entropy", lambda x: F.cross_entropy(x, numbers).reshape(1), {"labels": labels}, x=scores)
    weighted = torch.tensor(weights).double()
    settings = {"labels": labels, "weights": weights}
    case("cross_entropy", lambda x: F.cross_entropy(x, numbers, weight=weighted).reshape(1), settings, x=scores)
    wide = randn(3, 300, scale=8.0)
    case("cross_entropy", lambda x: F.cross_entropy(x, torch.tensor([0, 299, 7])).reshape(1), {"labels": [0, 299, 7]}, x=wide)
    case("cross_entropy", lambda x: (x * 0).sum().reshape(1), {"labels": [None, None, None]}, x=wide)


def indices():
    x = randn(2, 3, 5)
    picked = torch.randint(5, (2, 3, 4))
    case("gather", lambda x: x.gather(2, picked), {"indices": picked.flatten().tolist()}, x=x)
    added = torch.randint(7, (2, 3, 5))
    settings = {"indices": added.flatten().tolist(), "width": 7}
    case("scatter_add", lambda x: torch.zeros(2, 3, 7).double().scatter_add(2, added, x), settings, x=x)
    masked = torch.rand(2, 3, 5) < 0.4
    settings = {"masked": masked.flatten().tolist(), "number": -7.5}
    case("masked_fill", lambda x: x.masked_fill(masked, -7.5), settings, x=x)


def lstm():
    def network(width, inputs, is_double):
        made = torch.nn.LSTM(inputs, width, batch_first=True, bidirectional=is_double).double()
        names = ["input", "recurrent", "bias"]
        ours = {}
        for number, ending in enumerate(["", "_reverse"][: 1 + is_double]):
            parts = [getattr(made, f"{name}_l0{ending}").detach() for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh")]
            parts = [(part * 3).float().double() for part in (parts[0], parts[1], parts[2])]
            ours |= {f"{name}{number}": part for name, part in zip(names, parts)}

        def run(x, lengths, start=None, **weights):
            all_weights = []
            for number in range(1 + is_double):
                bias = weights[f"bias{number}"]
                all_weights += [weights[f"input{number}"], weights[f"recurrent{number}"], bias, torch.zeros_like(bias)]
            packed = torch.nn.utils.rnn.pack_padded_sequence(x, torch.tensor(lengths), batch_first=True, enforce_sorted=False)
            start = start or [torch.zeros(1 + is_double, len(lengths), width).double()] * 2
            start = [part.index_select(1, packed.sorted_indices) for part in start]
            data, hidden, cell = torch._VF.lstm(
                packed.data, packed.batch_sizes, start, all_weights, True, 1, 0.0, False, is_double)
            packed = torch.nn.utils.rnn.PackedSequence(data, packed.batch_sizes, packed.sorted_indices, packed.unsorted_indices)
            states, _ = torch.nn.utils.rnn.pad_packed_sequence(packed, batch_first=True, total_length=x.shape[1])
            ends = [part.index_select(1, packed.unsorted_indices) for part in (hidden, cell)]
            # All that comes out as one tensor: states, then for each direction hidden and cell.
            return torch.cat([states.flatten(), torch.stack(ends, 1).flatten()])

        return ours, run

    for lengths, length, width, inputs in (([4, 1, 3], 4, 3, 5), ([1], 1, 17, 2), ([2, 6], 7, 2, 1)):
        weights, run = network(width, inputs, False)
        x, rows = randn(len(lengths), length, inputs), len(lengths)
        case("lstm", lambda run=run, lengths=lengths, **t: run(lengths=lengths, **t), {"lengths": lengths}, x=x, **weights)

        def started(hidden, cell, run=run, lengths=lengths, **t):
            return run(lengths=lengths, start=[hidden.unsqueeze(0), cell.unsqueeze(0)], **t)

        case("lstm", started, {"lengths": lengths}, x=x, hidden=randn(rows, width), cell=randn(rows, width), **weights)
        weights, run = network(width, inputs, True)
        case("bilstm", lambda run=run, lengths=lengths, **t: run(lengths=lengths, **t), {"lengths": lengths}, x=x, **weights)


def attention():
    for rows, heads, shared, length, width in ((2, 4, 4, 6, 8), (1, 4, 2, 5, 4), (3, 2, 1, 1, 6), (1, 1, 1, 17, 4)):
        q, k, v = randn(rows, heads, length, width), randn(rows, shared, length, width), randn(rows, shared, length, width)
        lengths = [max(1, length - row) for row in range(rows)]
        open_pairs = torch.zeros(rows, 1, length, length, dtype=torch.bool)
        for row, used in enumerate(lengths):
            open_pairs[row, :, :, :used] = True
        bias = randn(1, heads, length, length)

        def attend(q, k, v, bias=None, open_pairs=open_pairs, repeats=heads // shared, **options):
            if bias is not None:
                options["attn_mask"] = bias.expand(len(q), -1, -1, -1).masked_fill(~open_pairs, -math.inf)
            wide = [part.repeat_interleave(repeats, 1) for part in (k, v)]
            return F.scaled_dot_product_attention(q, *wide, **options)

        case("attention", attend, q=q, k=k, v=v)
        masked = lambda q, k, v, a=attend, o=open_pairs: a(q, k, v, attn_mask=o)
        case("attention", masked, {"lengths": lengths}, q=q, k=k, v=v)
        case("attention", lambda q, k, v, a=attend: a(q, k, v, is_causal=True), {"causal": True}, q=q, k=k, v=v)
        biased = lambda q, k, v, bias, a=attend: a(q, k, v, bias, scale=1.0)
        case("attention", biased, {"lengths": lengths, "scale": 1.0}, q=q, k=k, v=v, bias=bias)


def rotary():
    for width, pairs, interleaved in ((8, 4, False), (8, 3, False), (8, 4, True), (10, 3, True)):
        x, length = randn(2, 3, 9, width), 9
        frequencies = [10_000 ** (-2 * pair / (2 * pairs)) for pair in range(pairs)]
        angles = torch.outer(torch.arange(length).float(), torch.tensor(frequencies).float()).double()

        def rotate(x, pairs=pairs, interleaved=interleaved, angles=angles):
            rotated, rest = x[..., : 2 * pairs], x[..., 2 * pairs :]
            if interleaved:
                first, second = rotated[..., 0::2], rotated[..., 1::2]
            else:
                first, second = rotated[..., :pairs], rotated[..., pairs:]
            new = first * angles.cos() - second * angles.sin(), second * angles.cos() + first * angles.sin()
            joined = torch.stack(new, -1).flatten(-2) if interleaved else torch.cat(new, -1)
            return torch.cat([joined, rest], -1)

        case("rotate", rotate, {"frequencies": frequencies, "interleaved": interleaved}, x=x)


def arithmetic():
    a, b = randn(2, 3, 4), randn(2, 4, 5)
    case("matmul", lambda a, b: a @ b, a=a, b=b)
    case("matmul", lambda a, b: a @ b, a=a[:1], b=b[:1])
    c, d = randn(2, 1, 4), randn(2, 3, 4)
    case("add", lambda a, b: a + b, a=c, b=d)
    case("sub", lambda a, b: a - b, a=c, b=d)
    case("mul", lambda a, b: a * b, a=c, b=d)
    case("mul_scalar", lambda a: a * 0.37, {"factor": 0.37}, a=d)
    case("add_scalar", lambda a: a + 0.37, {"number": 0.37}, a=d)
    case("sum", lambda a: a.sum(1, keepdim=True), {"axis": 1}, a=d)
    case("mean", lambda a: a.mean(2, keepdim=True), {"axis": 2}, a=d)
    case("slice", lambda a: a[:, 1:3], {"axis": 1, "start": 1, "end": 3}, a=d)
    case("concat", lambda a, b: torch.cat([a, b], 1), {"axis": 1}, a=d, b=c)
    case("transpose", lambda a: a.transpose(0, 2), {"first": 0, "second": 2}, a=d)
    case("split_heads", lambda x: x.reshape(2, 5, 3, 4).transpose(1, 2), {"heads": 3}, x=randn(2, 5, 12))
    case("join_heads", lambda x: x.transpose(1, 2).reshape(2, 5, 12), x=randn(2, 3, 5, 4))


def pooling():
    x, lengths, positions = randn(3, 5, 4), [5, 1, 3], [4, 0, 2]
    picked = lambda x: torch.stack([row[at] for row, at in zip(x, positions)])
    case("pool_positions", picked, {"positions": positions}, x=x)
    means = lambda x: torch.stack([row[:used].mean(0) for row, used in zip(x, lengths)])
    case("pool_means", means, {"lengths": lengths}, x=x)
    case("pool_means", lambda x: x.mean(1), {"lengths": [5, 5, 5]}, x=x)


def ranges():
    x, ends = randn(6, 4), [(0, 2), (1, 2), (2, 6), (1, 4)]
    means = lambda x: torch.stack([x[start:end].mean(0) for start, end in ends])
    case("range_means", means, {"ranges": ends}, x=x)


def training():
    """Steps of optimizers along random gradients, and factors of schedules."""
    lines = []
    steps, learning_rate = 7, 0.05
    shapes = {"a.weight": (3, 2), "b.bias": (4,)}
    algorithms = {
        "adamw": lambda groups: torch.optim.AdamW(groups, lr=learning_rate, eps=1e-6, betas=(0.8, 0.95)),
        "adam": lambda groups: torch.optim.Adam(groups, lr=learning_rate, eps=1e-6, betas=(0.8, 0.95)),
        "sgd": lambda groups: torch.optim.SGD(groups, lr=learning_rate, momentum=0.9),
        "nesterov": lambda groups: torch.optim.SGD(groups, lr=learning_rate, momentum=0.9, nesterov=True),
    }
    for name, make in algorithms.items():
        for clip in (None, 1.5):
            weights = {key: randn(*shape) for key, shape in shapes.items()}
            leaves = {key: weight.clone().requires_grad_() for key, weight in weights.items()}
            decays = [{"params": [leaves["a.weight"]], "weight_decay": 0.1}, {"params": [leaves["b.bias"]], "weight_decay": 0.0}]
            optimizer = make(decays)
            line = {"algorithm": name, "learning_rate": learning_rate, "weight_decay": 0.1, "clip": clip,
                    "start": {key: stored(weight) for key, weight in weights.items()}, "steps": []}
            for _ in range(steps):
                gradients = {key: randn(*shape, scale=2.0) for key, shape in shapes.items()}
                for key, leaf in leaves.items():
                    leaf.grad = gradients[key].clone()
                norm = float(torch.nn.utils.clip_grad_norm_(list(leaves.values()), clip or math.inf))
                optimizer.step()
                line["steps"].append({
                    "gradients": {key: stored(gradient) for key, gradient in gradients.items()},
                    "norm": norm,
                    "parameters": {key: stored(leaf) for key, leaf in leaves.items()},
                })
            lines.append(line)
    at = [0, 1, 2, 4, 5, 6, 9, 19, 20, 25]
    schedules = {
        "constant": lambda o: transformers.get_constant_schedule(o),
        "linear": lambda o: transformers.get_linear_schedule_with_warmup(o, 5, 20),
        "linear_without_warm_up": lambda o: transformers.get_linear_schedule_with_warmup(o, 0, 20),
        "cosine": lambda o: transformers.get_cosine_schedule_with_warmup(o, 5, 20),
        "inverse_sqrt": lambda o: transformers.get_inverse_sqrt_schedule(o, 5),
        "step_decay": lambda o: torch.optim.lr_scheduler.StepLR(o, 4, 0.95),
    }
    for name, make in schedules.items():
        optimizer = torch.optim.SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
        schedule = make(optimizer)
        factors = []
        for _ in range(max(at) + 1):
            factors.append(schedule.get_last_lr()[0])
            optimizer.step()
            schedule.step()
        # Behind its last step this cosine would rise again.
        known = [step for step in at if name != "cosine" or step <= 20]
        lines.append({"schedule": name, "factors": [[step, factors[step]] for step in known]})
    return lines


def write(path, lines):
    versions = f"PyTorch {torch.__version__.split('+')[0]}, transformers {transformers.__version__}, f64"
    with open(path, "w", encoding="utf-8") as file:
        for line in [{"made_with": versions}, *lines]:
            file.write(json.dumps(line, separators=(",", ":")) + "\n")


def main():
    for part in (activations, layers, losses, indices, lstm, attention, rotary, arithmetic, pooling):
        part()
    courses = training()
    # Behind the others, whose random numbers stay what they were.
    ranges()
    folder = Path(sys.argv[1])
    write(folder / "operations.jsonl", CASES)
    write(folder / "training.jsonl", courses)


if __name__ == "__main__":
    main()

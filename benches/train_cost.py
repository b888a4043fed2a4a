#!/usr/bin/env python3
"""What a step of training costs beside PyTorch: the same networks, the same sizes.

    python3 -m venv VENV && VENV/bin/pip install torch==2.11.0
    cargo build --release -p examen_tensor --example train_steps
    VENV/bin/python benches/train_cost.py [--work encoder,bilstm,code2vec,copy] [--device cpu|cuda] [--precision f32|bf16]
        [--rounds 3] [--steps 8] [--driver target/release/examples/train_steps]

For a GPU, build the driver with `--no-default-features --features torch` (docs/encoders.md).

A step is the way there and back and AdamW, without dropout and padding; ids and labels come from the host each time. PyTorch
has fused attention, its own LSTM and, for bf16, autocast. Both sides take turns, each in its own process, on the CPU with two threads each. In a process two steps go
before the clock starts; then the least of the steps counts, and the least of the rounds.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "2")
os.environ.setdefault("RAYON_NUM_THREADS", "2")

import torch
import torch.nn.functional as F
from torch import nn


def device_of(network):
    return next(network.parameters()).device


class Layer(nn.Module):
    def __init__(self, width, heads, inner):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.output = (nn.Linear(width, width) for _ in range(4))
        self.up, self.down = nn.Linear(width, inner), nn.Linear(inner, width)
        self.first, self.second = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, x):
        rows, length, width = x.shape
        split = lambda part: part.view(rows, length, self.heads, width // self.heads).transpose(1, 2)
        mixed = F.scaled_dot_product_attention(split(self.query(x)), split(self.key(x)), split(self.value(x)))
        x = self.first(x + self.output(mixed.transpose(1, 2).reshape(rows, length, width)))
        return self.second(x + self.down(F.gelu(self.up(x))))


class Encoder(nn.Module):
    def __init__(self, layers, width, heads, inner, words, rows, length):
        super().__init__()
        self.words, self.places = nn.Embedding(words, width), nn.Embedding(length, width)
        self.norm, self.head = nn.LayerNorm(width), nn.Linear(width, 4)
        self.layers = nn.ModuleList(Layer(width, heads, inner) for _ in range(layers))
        self.ids, self.labels = torch.randint(words, (rows, length)), torch.randint(4, (rows * length,))

    def forward(self):
        x = self.norm(self.words(self.ids.to(device_of(self))) + self.places.weight)
        for layer in self.layers:
            x = layer(x)
        return F.cross_entropy(self.head(x).float().flatten(0, 1), self.labels.to(x.device))


class TwoDirections(nn.Module):
    def __init__(self, rows, length, width):
        super().__init__()
        self.lstm = nn.LSTM(width, width, batch_first=True, bidirectional=True)
        self.head = nn.Linear(2 * width, 4, bias=False)
        self.register_buffer("x", torch.randn(rows, length, width))
        self.labels = torch.randint(4, (rows * length,))

    def forward(self):
        return F.cross_entropy(self.head(self.lstm(self.x)[0]).float().flatten(0, 1), self.labels.to(self.x.device))


class Code2Vec(nn.Module):
    def __init__(self, rows, contexts, tokens, paths, names):
        super().__init__()
        self.tokens, self.paths = nn.Embedding(tokens, 128), nn.Embedding(paths, 128)
        self.map, self.names = nn.Linear(384, 384, bias=False), nn.Linear(384, names, bias=False)
        self.attention = nn.Linear(384, 1, bias=False)
        self.ids = [torch.randint(limit, (rows, contexts)) for limit in (tokens, paths, tokens)]
        self.labels = torch.randint(names, (rows,))

    def forward(self):
        first, path, last = (ids.to(device_of(self)) for ids in self.ids)
        joined = torch.cat([self.tokens(first), self.paths(path), self.tokens(last)], 2)
        joined = torch.tanh(self.map(joined))
        code = (joined * torch.softmax(self.attention(joined), 1)).sum(1)
        return F.cross_entropy(self.names(code).float(), self.labels.to(code.device))


class Copy(nn.Module):
    def __init__(self, rows, places, words):
        super().__init__()
        self.map, self.words = nn.Linear(512, places), words
        self.register_buffer("x", torch.randn(rows, 512))
        self.held = torch.randint(words, (rows, places))

    def forward(self):
        probabilities = torch.softmax(self.map(self.x).float(), 1)
        held, wanted = self.held.to(probabilities.device), self.held[:, :1].to(probabilities.device)
        sums = torch.zeros(len(probabilities), self.words, device=probabilities.device).scatter_add(1, held, probabilities)
        return -(sums.gather(1, wanted) + 1e-8).log().mean()


WORK = {
    "encoder": lambda: Encoder(3, 512, 8, 2_048, 8_000, 8, 256),
    "fine_tune": lambda: Encoder(12, 768, 12, 3_072, 50_265, 16, 1_024),
    "bilstm": lambda: TwoDirections(64, 100, 256),
    "code2vec": lambda: Code2Vec(64, 100, 50_000, 50_000, 20_000),
    "code2vec_large": lambda: Code2Vec(512, 200, 300_000, 300_000, 150_000),
    "copy": lambda: Copy(512, 150, 10_000),
}


def with_torch(name, device, precision, steps):
    """Runs in a process of its own."""
    torch.manual_seed(0)
    torch.set_num_threads(2)
    network = WORK[name]().to(device)
    optimizer = torch.optim.AdamW(network.parameters(), lr=1e-4, weight_decay=0.01)
    walls = []
    for step in range(steps + 2):
        if step == 2:
            cpu = time.process_time()
        start = time.perf_counter()
        with torch.autocast(device, torch.bfloat16, enabled=precision == "bf16"):
            loss = network()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        loss = loss.item()
        if device == "cuda":
            torch.cuda.synchronize()
        if step >= 2:
            walls.append(time.perf_counter() - start)
    cpu = (time.process_time() - cpu) / steps
    walls.sort()
    print(json.dumps({"seconds": walls[0], "median_seconds": walls[len(walls) // 2], "cpu_seconds": cpu, "loss": loss}))


def libraries():
    """Where the libraries of this PyTorch lie, for a driver that is linked with them."""
    packages = Path(torch.__file__).parent.parent
    folders = [packages / "torch" / "lib", *sorted(packages.glob("nvidia/*/lib"))]
    return os.pathsep.join([str(folder) for folder in folders] + [os.environ.get("LD_LIBRARY_PATH", "")])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", default="encoder,bilstm,code2vec,copy")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--precision", choices=("f32", "bf16"), default="f32")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--steps", type=int, default=8)
    parser.add_argument("--driver", default="target/release/examples/train_steps")
    parser.add_argument("--peer", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.peer:
        with_torch(options.peer, options.device, options.precision, options.steps)
        return
    shared = ["--device", options.device, "--precision", options.precision]
    environment = os.environ | {"LD_LIBRARY_PATH": libraries()}
    for name in options.work.split(","):
        sides = {
            f"PyTorch {torch.__version__}": [sys.executable, __file__, "--peer", name, "--steps", str(options.steps), *shared],
            "examen": [options.driver, name, "--rounds", str(options.steps), *shared],
        }
        least = {}
        for _ in range(options.rounds):
            for side, command in sides.items():
                made = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, env=environment).stdout)
                known = least.setdefault(side, made)
                least[side] = {key: min(known[key], made[key]) for key in known}
        for side, made in least.items():
            print(f"{name}, {side}: {1e3 * made['seconds']:.1f} ms a step, {1e3 * made['cpu_seconds']:.1f} CPU ms")
        theirs, ours = least.values()
        wall, cpu = (ours[key] / theirs[key] for key in ("seconds", "cpu_seconds"))
        print(f"{name}, ratio: {wall:.2f} by the clock, {cpu:.2f} of CPU time ({options.device}, {options.precision})")


if __name__ == "__main__":
    main()

"""Tokens a second of pre-training: PyTorch, eager and compiled, beside `examen train encoder`, on one GPU in one run.

    python3 benches/packed_training.py EXAMEN CORPUS [--seconds 30] [--tokens 65536]

EXAMEN was built with `--no-default-features --features torch`. The network is that of the size `medium`: 12 layers of 384, six heads,
gated feed-forward networks of 1,024, rotary positions, 8,192 tokens, of which 30 % are predicted; sequences of 512 tokens are packed, and
Muon makes the steps. PyTorch's data are random ids that lie on the device already; examen reads, masks and sends real code.
"""

import argparse
import re
import subprocess
import tempfile
import time

import torch
from torch import nn
from torch.nn import functional
from torch.nn.attention.varlen import varlen_attn

WIDTH, LAYERS, HEADS, INNER, WORDS, LENGTH = 384, 12, 6, 1024, 8192, 512


class Norm(nn.RMSNorm):
    """In the type of its input, so that PyTorch takes its fused kernel."""

    def forward(self, x):
        return functional.rms_norm(x, self.normalized_shape, self.weight.to(x.dtype), self.eps)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.before_attention = Norm(WIDTH, 1e-6)
        self.before_inner = Norm(WIDTH, 1e-6)
        self.mixed = nn.Linear(WIDTH, 3 * WIDTH, bias=False)
        self.output = nn.Linear(WIDTH, WIDTH, bias=False)
        self.opened = nn.Linear(WIDTH, 2 * INNER, bias=False)
        self.down = nn.Linear(INNER, WIDTH, bias=False)

    def forward(self, x, angles, ends):
        query, key, value = self.mixed(self.before_attention(x)).view(-1, 3, HEADS, WIDTH // HEADS).unbind(1)
        cosine, sine = angles

        def rotated(part):
            one, other = part.chunk(2, -1)
            return torch.cat([one * cosine - other * sine, other * cosine + one * sine], -1)

        seen = varlen_attn(rotated(query), rotated(key), value.contiguous(), ends, ends, LENGTH, LENGTH)
        x = x + self.output(seen.reshape(-1, WIDTH))
        gate, up = self.opened(self.before_inner(x)).chunk(2, -1)
        return x + self.down(functional.silu(gate) * up)


class Encoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.words = nn.Embedding(WORDS, WIDTH)
        self.first_norm = Norm(WIDTH, 1e-6)
        self.blocks = nn.ModuleList(Block() for _ in range(LAYERS))
        self.last_norm = Norm(WIDTH, 1e-6)
        self.dense = nn.Linear(WIDTH, WIDTH)

    def forward(self, ids, angles, ends, places, truth):
        x = self.first_norm(self.words(ids)).bfloat16()
        for block in self.blocks:
            x = block(x, angles, ends)
        x = functional.gelu(self.dense(self.last_norm(x)[places]))
        scores = functional.linear(x, self.words.weight.to(x.dtype))
        return functional.cross_entropy(scores.float(), truth)


def orthogonal(x):
    x = x.bfloat16() / (x.norm(dim=(-2, -1), keepdim=True) + 1e-7)
    is_tall = x.size(-2) > x.size(-1)
    x = x.mT if is_tall else x
    for _ in range(5):
        square = x @ x.mT
        x = 3.4445 * x + (-4.7750 * square + 2.0315 * square @ square) @ x
    return (x.mT if is_tall else x).float()


def pytorch_rate(tokens, seconds, is_compiled):
    torch.manual_seed(0)
    network = Encoder().cuda()
    matrices = {}
    for name, weight in network.blocks.named_parameters():
        if weight.dim() == 2:
            matrices.setdefault(name.split(".", 1)[1], []).append(weight)
    chosen = {id(weight) for group in matrices.values() for weight in group}
    momenta = {name: torch.zeros(len(group), *group[0].shape, device="cuda") for name, group in matrices.items()}
    others = [weight for weight in network.parameters() if id(weight) not in chosen]
    adam = torch.optim.AdamW(others, lr=1e-3, betas=(0.9, 0.98), fused=True)
    loss_of = torch.compile(network) if is_compiled else network
    positions = torch.arange(tokens, device="cuda") % LENGTH
    frequencies = 20000.0 ** (-torch.arange(0, WIDTH // HEADS, 2, device="cuda") / (WIDTH // HEADS))
    angle = (positions[:, None] * frequencies)[:, None]
    angles = angle.cos().bfloat16(), angle.sin().bfloat16()
    ends = torch.arange(0, tokens + 1, LENGTH, device="cuda", dtype=torch.int32)
    count = int(0.3 * tokens)

    def step():
        ids = torch.randint(0, WORDS, (tokens,), device="cuda")
        places = torch.randperm(tokens, device="cuda")[:count]
        with torch.autocast("cuda", dtype=torch.bfloat16):
            loss = loss_of(ids, angles, ends, places, ids[places])
        loss.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0, foreach=True)
        with torch.no_grad():
            for name, group in matrices.items():
                gradient = torch.stack([weight.grad for weight in group])
                momenta[name].lerp_(gradient, 0.05)
                update = orthogonal(gradient.lerp(momenta[name], 0.95))
                for weight, change in zip(group, update.unbind(0)):
                    weight.mul_(1 - 5e-5).add_(change, alpha=-1e-3 * 0.2 * max(weight.shape) ** 0.5)
        adam.step()
        network.zero_grad(set_to_none=True)

    for _ in range(5):
        step()
    torch.cuda.synchronize()
    began, steps = time.time(), 0
    while time.time() - began < seconds:
        for _ in range(10):
            step()
        torch.cuda.synchronize()
        steps += 10
    return steps * tokens / (time.time() - began)


def examen_rate(program, corpus, tokens, seconds):
    with tempfile.TemporaryDirectory() as out:
        command = [program, "--no-progress", "train", "encoder", "--from", corpus, "--out", out, "--size", "medium"]
        command += ["--seconds", str(seconds), "--batch-tokens", str(tokens), "--max-length", str(LENGTH)]
        command += ["--evaluations", "1", "--device", "cuda", "--precision", "bf16"]
        told = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=True).stderr
    return float(re.findall(r"loss [\d.]+, (\d+) tokens a second", told)[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("examen")
    parser.add_argument("corpus")
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--tokens", type=int, default=65536)
    given = parser.parse_args()
    own = examen_rate(given.examen, given.corpus, given.tokens, given.seconds)
    print(f"examen    {own / 1e6:.3f} M tokens a second", flush=True)
    for is_compiled in (False, True):
        other = pytorch_rate(given.tokens, given.seconds, is_compiled)
        name = "compiled" if is_compiled else "eager"
        print(f"PyTorch   {other / 1e6:.3f} M tokens a second, {name}: examen has {own / other:.2f} of it", flush=True)


if __name__ == "__main__":
    main()

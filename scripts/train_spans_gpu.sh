#!/bin/sh
# Pre-trains an encoder and fine-tunes a span predictor by the clock, on a machine with a GPU and libtorch 2.11.
#
#   scripts/train_spans_gpu.sh EXAMEN CORPUS EXAMS OUT [PRE_TRAINING_SECONDS] [FINE_TUNING_SECONDS]
#
# EXAMEN is a program that was built with `--no-default-features --features torch`. CORPUS is a folder with one folder or archive
# (.tar.xz) for each project; EXAMS is what `examen build queries --task ideal` made of it. Both models are written below OUT, the
# second also in parts of 15 MiB. An interrupted run goes on where it was when it is started again.
set -eu
examen=$1 corpus=$2 exams=$3 out=$4 first=${5:-300} second=${6:-300}
LD_LIBRARY_PATH=$(python3 -c 'import torch; print(torch.__path__[0] + "/lib")'):${LD_LIBRARY_PATH:-}
export LD_LIBRARY_PATH
on_gpu="--device cuda --precision bf16"
# shellcheck disable=SC2086
"$examen" train encoder --from "$corpus" --out "$out/encoder" --size medium --seconds "$first" --batch-tokens 65536 \
    --max-length 1024 --evaluations 2 $on_gpu
# shellcheck disable=SC2086
"$examen" train spans --data "$exams" --from "$out/encoder" --out "$out/spans" --seconds "$second" --batch-tokens 32768 \
    --max-length 2048 --evaluations 4 --occurrences --half $on_gpu
split -b 15m "$out/spans/model.safetensors" "$out/spans/model.safetensors."

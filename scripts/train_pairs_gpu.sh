#!/bin/sh
# Fine-tunes a classifier of pairs (captions) and one of relevance (queries) by the clock, on a machine with a GPU and libtorch 2.11, and
# lets both answer the test splits.
#
#   scripts/train_pairs_gpu.sh EXAMEN ENCODER OUT SECONDS_PAIRS SECONDS_RELEVANCE CAPTIONS... [-- RELEVANCE]
#
# EXAMEN is a program that was built with `--no-default-features --features torch`; ENCODER is what `examen train encoder` wrote. Each CAPTIONS is
# a folder that `examen build captions --task match,choose` made, of Python or Java, with random captions of other functions or those
# of later rounds; RELEVANCE is what `examen build queries --task relevance` made. An interrupted run goes on where it was when it
# is started again.
set -eu
examen=$1 encoder=$2 out=$3 first=$4 second=$5
shift 5
captions="" relevance=""
while [ $# -gt 0 ]; do
    if [ "$1" = -- ]; then
        relevance=$2
        break
    fi
    captions="$captions $1"
    shift
done
LD_LIBRARY_PATH=$(python3 -c 'import torch; print(torch.__path__[0] + "/lib")'):${LD_LIBRARY_PATH:-}
export LD_LIBRARY_PATH
on_gpu="--device cuda --precision bf16"
# Answers the test splits of exams, and scores them.
answer() {
    number=0
    model=$1
    shift
    for exams in "$@"; do
        number=$((number + 1))
        # shellcheck disable=SC2086
        "$examen" predict --model "$out/$model" --data "$exams" --out "$out/$model-$number.parquet" $on_gpu
        "$examen" score --predictions "$out/$model-$number.parquet" --data "$exams" --out "$out/$model-$number.json"
    done
}
if [ "$first" -gt 0 ]; then
    # shellcheck disable=SC2086
    "$examen" train pairs --data $captions --from "$encoder" --out "$out/pairs" --seconds "$first" --batch-tokens 32768 \
        --max-length 320 --evaluations 4 --half $on_gpu
    # shellcheck disable=SC2086
    answer pairs $captions
fi
if [ "$second" -gt 0 ] && [ -n "$relevance" ]; then
    # shellcheck disable=SC2086
    "$examen" train relevance --data "$relevance" --from "$encoder" --out "$out/relevance" --seconds "$second" --batch-tokens 32768 \
        --max-length 512 --evaluations 4 --half $on_gpu
    answer relevance "$relevance"
fi

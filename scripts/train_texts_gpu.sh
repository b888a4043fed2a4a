#!/bin/sh
# Trains a generator of names, captions and answers, code2seq and code2vec by the clock, on a machine with a GPU and libtorch 2.11, lets
# all answer the test splits, and scores them beside the models that are not networks.
#
#   scripts/train_texts_gpu.sh EXAMEN OUT NAMES [CAPTIONS [QUESTIONS]]
#
# EXAMEN is a program that was built with `--no-default-features --features torch`. NAMES, CAPTIONS and QUESTIONS are folders that `examen
# build names`, `examen build captions --task generate --rounds 0` and `examen build questions` made of the same projects, split by project.
# Variables of the environment, with what they are without being set:
#
#   SEEDS="0"           one model of each kind for every seed
#   ENCODER=            what `examen train encoder` wrote; without it the generator starts from random weights of the size SIZE
#   SIZE=medium
#   GENERATOR=900       seconds of training of each kind; 0 leaves it out
#   CODE2SEQ=600
#   CODE2VEC=300
#   ROBUSTNESS=         what `examen build robustness --of names` made beside NAMES; all models of names answer it too
#   DEVICE=cuda  PRECISION=bf16  BATCH=32768  CONTEXTS=65536  LENGTH=512  MORE=
#
# BATCH are tokens of a batch, CONTEXTS its path contexts, LENGTH the most tokens of an input, MORE further flags of all trainings. Weights
# are written at the end of each stage, and a stage that was interrupted goes on from its last checkpoint when this is started again; one
# that has its scores is not done again.
set -eu
examen=$1 out=$2 names=$3 captions=${4:-} questions=${5:-}
seeds=${SEEDS:-0} device=${DEVICE:-cuda} precision=${PRECISION:-bf16}
if [ "$device" = cuda ]; then
    LD_LIBRARY_PATH=$(python3 -c 'import torch; print(torch.__path__[0] + "/lib")'):${LD_LIBRARY_PATH:-}
    export LD_LIBRARY_PATH
fi
where="--device $device --precision $precision"
mkdir -p "$out"

# answer NAME MODEL EXAMS: the test split of exams, and its scores. NAME tells the files apart.
answer() {
    if [ -e "$out/$1.json" ]; then
        return
    fi
    case $2 in
    */*) with=$where ;;
    *) with= ;;
    esac
    # shellcheck disable=SC2086
    "$examen" predict --model "$2" --data "$3" --out "$out/$1.parquet" $with
    "$examen" score --predictions "$out/$1.parquet" --data "$3" --out "$out/$1.json"
}

# answer_names NAME MODEL: names, and rewritten functions where there are some.
answer_names() {
    answer "$1-names" "$2" "$names"
    if [ -n "${ROBUSTNESS:-}" ]; then
        answer "$1-robustness" "$2" "$ROBUSTNESS"
    fi
}

for model in path-neighbours majority; do
    answer_names "$model" "$model"
done
for exams in $captions $questions; do
    for model in text-neighbours majority; do
        answer "$model-$(basename "$exams")" "$model" "$exams"
    done
done

for seed in $seeds; do
    if [ "${GENERATOR:-900}" -gt 0 ]; then
        model=$out/generator-$seed
        # shellcheck disable=SC2086
        if [ -n "${ENCODER:-}" ]; then from="--from $ENCODER"; else from="--size ${SIZE:-medium}"; fi
        if [ ! -e "$model/done" ]; then
            # shellcheck disable=SC2086
            "$examen" train generator --data "$names" $captions $questions $from --out "$model" --seconds "${GENERATOR:-900}" \
                --batch-tokens "${BATCH:-32768}" --max-length "${LENGTH:-512}" --seed "$seed" --half $where ${MORE:-}
            touch "$model/done"
        fi
        answer_names "generator-$seed" "$model"
        for exams in $captions $questions; do
            answer "generator-$seed-$(basename "$exams")" "$model" "$exams"
        done
    fi
    for kind in code2seq code2vec; do
        if [ $kind = code2seq ]; then seconds=${CODE2SEQ:-600}; else seconds=${CODE2VEC:-300}; fi
        if [ "$seconds" -gt 0 ]; then
            model=$out/$kind-$seed
            if [ ! -e "$model/done" ]; then
                # shellcheck disable=SC2086
                "$examen" train $kind --data "$names" --out "$model" --seconds "$seconds" --batch-tokens "${CONTEXTS:-65536}" \
                    --seed "$seed" --half $where ${MORE:-}
                touch "$model/done"
            fi
            answer_names "$kind-$seed" "$model"
        fi
    done
done

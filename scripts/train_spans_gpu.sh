#!/bin/sh
# Everything that docs/results/spans.md asks for, by the clock, on a machine with a GPU and libtorch 2.11: exams, encoders, span predictors
# with and without pre-training, the classifier of relevance, the small predictor of the program, and the scores of all on the test split.
#
#   scripts/train_spans_gpu.sh EXAMEN CORPUS OUT
#
# EXAMEN is a program that was built with `--no-default-features --features torch`. CORPUS is a folder with one folder or archive
# (.tar.xz) for each project. Variables of the environment, with what they are without being set:
#
#   SEEDS="0"           a large span predictor for every seed
#   SIZE=medium  BUILT_IN_SIZE=small
#   PRE_TRAINING=900    seconds of the encoder of all that is large; FINE_TUNING=600 of each span predictor
#   SCRATCH=600         seconds of one without pre-training, for the first seed; 0 leaves it out
#   RELEVANCE=300       seconds of the classifier, and whole files by prefix, windows and two steps; 0 leaves both out
#   BUILT_IN=600        seconds of the encoder and again of the predictor that answers all queries by one pass and has seen files in which
#                       most queries find nothing; 0 leaves it out
#   COPIES=4            edited copies of each training file
#   TESTED=20000        at most so many examples of each class and query in the exams of whole files and blocks
#   DEVICE=cuda  PRECISION=bf16  BATCH=32768  LENGTH=2048  VOCABULARY=8192  MORE=
#
# MORE are further flags of all trainings. Weights are written at the end of each stage, the large predictor also in parts of 15 MiB. A stage
# that was interrupted goes on from its last checkpoint when this is started again; one that is done is not done again. So the same OUT
# with more SEEDS adds what is missing.
set -eu
examen=$1 corpus=$2 out=$3
device=${DEVICE:-cuda} precision=${PRECISION:-bf16}
if [ "$device" = cuda ]; then
    LD_LIBRARY_PATH=$(python3 -c 'import torch; print(torch.__path__[0] + "/lib")'):${LD_LIBRARY_PATH:-}
    export LD_LIBRARY_PATH
fi
where="--device $device --precision $precision"
fine="--batch-tokens ${BATCH:-32768} --max-length ${LENGTH:-2048} --evaluations 4 --half"
mkdir -p "$out"

# exams NAME FLAGS: a folder of exams.
exams() {
    name=$1
    shift
    if [ ! -e "$out/$name/done" ]; then
        "$examen" build queries --from "$corpus" --out "$out/$name" "$@"
        touch "$out/$name/done"
    fi
}

# train NAME KIND SECONDS FLAGS: a model.
train() {
    name=$1 kind=$2 seconds=$3
    shift 3
    if [ ! -e "$out/$name/done" ]; then
        # shellcheck disable=SC2086
        "$examen" train "$kind" --out "$out/$name" --seconds "$seconds" "$@" $where ${MORE:-}
        touch "$out/$name/done"
    fi
}

# answer NAME MODEL EXAMS FLAGS: the test split of exams, and its scores.
answer() {
    name=$1 model=$2 data=$3
    shift 3
    if [ ! -e "$out/$name.json" ]; then
        # shellcheck disable=SC2086
        "$examen" predict --model "$out/$model" --data "$out/$data" --out "$out/$name.parquet" "$@" $where
        "$examen" score --predictions "$out/$name.parquet" --data "$out/$data" --out "$out/$name.json"
    fi
}

exams base --task ideal
exams edited --task ideal --augment "${COPIES:-4}"
exams negatives --task ideal --negatives 2 --negatives-per-file 4
# shellcheck disable=SC2086
train encoder encoder "${PRE_TRAINING:-900}" --from "$corpus" --size "${SIZE:-medium}" --vocabulary "${VOCABULARY:-8192}" \
    --batch-tokens "${BATCH:-65536}" --max-length 1024 --evaluations 2
first=
for seed in ${SEEDS:-0}; do
    first=${first:-$seed}
    # shellcheck disable=SC2086
    train "spans-$seed" spans "${FINE_TUNING:-600}" --data "$out/base" --extra "$out/edited" "$out/negatives" --from "$out/encoder" \
        --seed "$seed" --occurrences $fine
    answer "spans-$seed" "spans-$seed" base
done
split -b 15m "$out/spans-$first/model.safetensors" "$out/spans-$first/model.safetensors."

if [ "${SCRATCH:-600}" -gt 0 ]; then
    # shellcheck disable=SC2086
    train scratch spans "${SCRATCH:-600}" --data "$out/base" --extra "$out/edited" "$out/negatives" --size "${SIZE:-medium}" \
        --vocabulary "${VOCABULARY:-8192}" --seed "$first" --occurrences $fine
    answer scratch scratch base
fi

if [ "${RELEVANCE:-300}" -gt 0 ]; then
    exams blocks --task relevance,file --limit "${TESTED:-20000}"
    train relevance relevance "${RELEVANCE:-300}" --data "$out/blocks" --from "$out/encoder" --batch-tokens "${BATCH:-32768}" \
        --max-length 512 --evaluations 4 --half
    answer relevance relevance blocks/queries/relevance
    answer file-prefix "spans-$first" blocks/queries/file --procedure prefix
    answer file-window "spans-$first" blocks/queries/file --procedure window
    answer file-two-step "spans-$first" blocks/queries/file --relevance "$out/relevance"
fi

if [ "${BUILT_IN:-600}" -gt 0 ]; then
    # Of whole files nearly all queries find nothing: a training on `ideal` alone has half of its examples with an answer.
    exams files --task file --negatives 20 --negatives-per-file 10 --limit "${TESTED:-20000}"
    train built-in-encoder encoder "${BUILT_IN:-600}" --from "$corpus" --size "${BUILT_IN_SIZE:-small}" --vocabulary "${VOCABULARY:-8192}" \
        --batch-tokens "${BATCH:-65536}" --max-length 1024 --evaluations 2
    # shellcheck disable=SC2086
    train built-in spans "${BUILT_IN:-600}" --data "$out/base" --extra "$out/edited" "$out/negatives" "$out/files" \
        --from "$out/built-in-encoder" --one-pass $fine
    answer built-in built-in base
    answer built-in-files built-in files --procedure window
    if [ ! -e "$out/builtin-files.json" ]; then
        "$examen" predict --model builtin --data "$out/files" --out "$out/builtin-files.parquet" --procedure window
        "$examen" score --predictions "$out/builtin-files.parquet" --data "$out/files" --out "$out/builtin-files.json"
    fi
fi

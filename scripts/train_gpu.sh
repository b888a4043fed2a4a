#!/bin/sh
# Trains and scores what docs/results has, stage by stage, on a machine with a GPU and libtorch 2.11.
#
#   scripts/train_gpu.sh EXAMEN PYTHON JAVA OUT STAGE...
#
# EXAMEN is a program that was built with `--no-default-features --features torch`. PYTHON and JAVA are folders with one folder or archive
# for each project. A stage that is done is not done again, and a training that was interrupted goes on from its last checkpoint. Stages:
#
#   query-exams block-exams                  exams, on the CPU
#   text-exams tested-exams adversarial-exams
#                                            the same for names, captions and questions
#   encoder spans                            the large span predictor: pre-training, then training on examples
#   scratch                                  the same without pre-training
#   relevance files                          the classifier of blocks; whole files by prefix, windows and two steps
#   generator code2seq code2vec              names, captions and answers
#   seq2seq dual-encoder transformer nmt sns captions and answers by the networks of CodeQA; captions by those of CodeCaption
#   small-encoder small-generator pairs      the small models that are part of the program
#   baselines robustness                     models that are no networks; names of rewritten functions, by all models
#
# Seconds of trainings: ENCODER=420 SPANS=560 SCRATCH=560 RELEVANCE=80 GENERATOR=230 CODE2SEQ=200 CODE2VEC=80 SEQUENCES=200
# SMALL_ENCODER=100 SMALL_GENERATOR=200 PAIRS=100. Sizes: SIZE=medium SMALL=mini. Exams: COPIES=4 edited copies of each training file, and
# EDITED=5000 examples of them for each query and class; LIMIT=100000 training examples of each task of texts; TESTED=3000 test examples of
# each such task and of whole files. SEED=0; with another seed, OUT has to be another folder. DEVICE=cuda PRECISION=bf16 BATCH=32768
# (tokens; the encoder has twice as many). Weights of the large span predictor are written in parts of 15 MiB too.
set -eu
examen=$1 python=$2 java=$3 out=$4
shift 4
device=${DEVICE:-cuda} precision=${PRECISION:-bf16} batch=${BATCH:-32768} seed=${SEED:-0} limit=${LIMIT:-100000} tested=${TESTED:-3000}
size=${SIZE:-medium} small=${SMALL:-mini}
if [ "$device" = cuda ]; then
    LD_LIBRARY_PATH=$(python3 -c 'import torch; print(torch.__path__[0] + "/lib")'):${LD_LIBRARY_PATH:-}
    export LD_LIBRARY_PATH
fi
where="--device $device --precision $precision"
mkdir -p "$out/scores"

# exams NAME FLAGS: a folder of exams.
exams() {
    name=$1
    shift
    "$examen" --no-progress build "$@" --out "$out/$name"
}

# train NAME KIND SECONDS FLAGS: a model.
train() {
    name=$1 kind=$2 seconds=$3
    shift 3
    # shellcheck disable=SC2086
    "$examen" --no-progress train "$kind" --out "$out/$name" --seconds "$seconds" --seed "$seed" "$@" $where
}

# answer NAME MODEL EXAMS FLAGS: the test split of exams, and its scores. A model with a slash is a folder.
answer() {
    name=$1 model=$2 data=$3
    shift 3
    case $model in
    */*) flags=$where ;;
    *) flags= ;;
    esac
    # shellcheck disable=SC2086
    "$examen" --no-progress predict --model "$model" --data "$out/$data" --out "$out/$name.parquet" "$@" $flags
    "$examen" --no-progress score --predictions "$out/$name.parquet" --data "$out/$data" --out "$out/scores/$name.json"
}

# answer_texts MODEL SUITE...: test splits of suites of texts.
answer_texts() {
    model=$1
    shift
    for suite in "$@"; do
        answer "$suite-$(basename "$model")" "$model" "texts/$suite"
    done
}

# The test split of a task has at most $tested examples; what is learnt from has $limit.
tested_exams() {
    exams tested names questions captions --from "$java" "$python" --projects children --rounds 0 --limit "$tested"
    (cd "$out/tested" && find . -name test.parquet) | while read -r test; do
        if [ -e "$out/texts/$test" ]; then cp "$out/tested/$test" "$out/texts/$test"; fi
    done
    exams texts robustness --of names --from "$java" "$python" --projects children --limit "$limit" --examples "$tested" --places 1
}

stage() {
    case $1 in
    query-exams)
        exams base queries --from "$python" --projects children --task ideal
        exams edited queries --from "$python" --projects children --task ideal --augment "${COPIES:-4}" \
            --limit "${EDITED:-5000}"
        exams negatives queries --from "$python" --projects children --task ideal --negatives 2 --negatives-per-file 4
        ;;
    text-exams)
        exams texts names questions captions --from "$java" "$python" --projects children --rounds 0 --limit "$limit"
        ;;
    tested-exams) tested_exams ;;
    adversarial-exams)
        exams adversarial captions --from "$java" "$python" --projects children --rounds 2 --task match,choose --limit 20000
        ;;
    block-exams)
        exams blocks queries --from "$python" --projects children --task relevance,file --limit "$tested"
        ;;
    encoder)
        train encoder encoder "${ENCODER:-420}" --from "$python" --size "$size" --batch-tokens $((2 * batch)) \
            --max-length 1024 --evaluations 2
        ;;
    small-encoder)
        train small-encoder encoder "${SMALL_ENCODER:-100}" --from "$python" --size "$small" \
            --batch-tokens $((2 * batch)) --max-length 512 --evaluations 1
        ;;
    spans)
        train spans spans "${SPANS:-560}" --data "$out/base" --extra "$out/edited" "$out/negatives" --from "$out/encoder" --occurrences \
            --batch-tokens "$batch" --max-length 4096 --evaluations 3 --half
        split -b 15m "$out/spans/model.safetensors" "$out/spans/model.safetensors."
        answer spans "$out/spans" base
        ;;
    scratch)
        train scratch spans "${SCRATCH:-560}" --data "$out/base" --extra "$out/edited" "$out/negatives" --size "$size" --occurrences \
            --batch-tokens "$batch" --max-length 4096 --evaluations 3 --half
        answer scratch "$out/scratch" base
        ;;
    relevance)
        train relevance relevance "${RELEVANCE:-80}" --data "$out/blocks" --from "$out/encoder" --batch-tokens "$batch" --max-length 512 \
            --evaluations 2 --half
        answer relevance "$out/relevance" blocks/queries/relevance
        ;;
    files)
        answer file-prefix "$out/spans" blocks/queries/file --procedure prefix
        answer file-window "$out/spans" blocks/queries/file --procedure window
        answer file-two-step "$out/spans" blocks/queries/file --relevance "$out/relevance"
        ;;
    generator)
        train generator generator "${GENERATOR:-230}" --data "$out/texts" --from "$out/encoder" --batch-tokens "$batch" \
            --max-length 512 --evaluations 3 --half
        answer_texts "$out/generator" names questions captions
        ;;
    small-generator)
        train small-generator generator "${SMALL_GENERATOR:-200}" --data "$out/texts" --from "$out/small-encoder" --words 4096 \
            --decoder-layers 2 --batch-tokens "$batch" --max-length 384 --evaluations 3 --half
        answer_texts "$out/small-generator" names questions captions
        ;;
    pairs)
        train pairs pairs "${PAIRS:-100}" --data "$out/texts" "$out/adversarial" --from "$out/small-encoder" --batch-tokens "$batch" \
            --max-length 320 --evaluations 3 --half
        answer_texts "$out/pairs" captions
        answer adversarial-pairs "$out/pairs" adversarial
        ;;
    code2seq | code2vec)
        if [ "$1" = code2seq ]; then seconds=${CODE2SEQ:-200}; else seconds=${CODE2VEC:-80}; fi
        train "$1" "$1" "$seconds" --data "$out/texts/names/java" --batch-tokens 65536 --evaluations 3 --half
        answer "names-$1" "$out/$1" texts/names/java
        ;;
    seq2seq | dual-encoder | transformer)
        train "$1" "$1" "${SEQUENCES:-200}" --data "$out/texts/questions" "$out/texts/captions" --size "$size" \
            --batch-tokens "$batch" --max-length 384 --evaluations 3 --half
        answer_texts "$out/$1" questions captions
        ;;
    nmt)
        train nmt seq2seq "${SEQUENCES:-200}" --data "$out/texts/captions" --no-copy --size "$size" \
            --batch-tokens "$batch" --max-length 384 --evaluations 3 --half
        answer_texts "$out/nmt" captions
        ;;
    sns)
        train sns sns "${SEQUENCES:-200}" --data "$out/texts/captions" --size "$size" --batch-tokens "$batch" --max-length 384 \
            --evaluations 3 --half
        answer_texts "$out/sns" captions
        ;;
    baselines)
        for model in path-neighbours n-gram majority; do answer_texts "$model" names; done
        for model in text-neighbours n-gram line-overlap majority; do answer_texts "$model" questions; done
        for model in text-neighbours n-gram copy-name lexical-overlap pair-classifier majority; do answer_texts "$model" captions; done
        if [ -e "$out/adversarial" ]; then
            for model in lexical-overlap pair-classifier; do answer "adversarial-$model" "$model" adversarial; done
        fi
        answer robustness-path-neighbours path-neighbours texts/robustness
        ;;
    robustness)
        for model in code2seq code2vec generator small-generator; do
            answer "robustness-$model" "$out/$model" texts/robustness
        done
        ;;
    *)
        echo "there is no stage $1; the first lines of $0 have them" >&2
        exit 2
        ;;
    esac
}

for wanted in "$@"; do
    if [ ! -e "$out/$wanted.done" ]; then
        stage "$wanted"
        touch "$out/$wanted.done"
    fi
done

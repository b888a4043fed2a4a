#!/usr/bin/env python3
"""Makes the fixtures of the metrics of texts anew: the pairs, and what the original tools say of them.

    pip install sacrebleu==2.6.0 nltk==3.10.4 rouge-score==0.1.2 pycocoevalcap==1.2
    python3 scripts/metric_references.py SOURCES --codeqa CLONE --codexglue CLONE

SOURCES is the folder of comments that `metric_pairs.py` describes. The clones are github.com/jadecxliu/CodeQA and
github.com/microsoft/CodeXGLUE: their evaluations are scripts, so they are read from there. Each fixture begins with a line
that names the tool, its version and its score of all pairs together; then comes a line a pair, with its own score, or
null where the tool fails. Such pairs are left out of the score of all pairs.

With --pairs-only the pairs alone are written.
"""

import argparse
import json
import logging
import subprocess
import types
from collections import Counter
from importlib.metadata import version
from pathlib import Path

from metric_pairs import all_pairs

FIXTURES = Path(__file__).resolve().parent.parent / "crates/examen_metrics/fixtures/text"


def write(name, rows):
    with open(FIXTURES / f"{name}.jsonl", "w", encoding="utf-8", newline="\n") as file:
        file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def write_means(pairs, tool, tool_version, name, sentence, scale=1.0):
    """A metric whose score is the mean of its pairs'."""
    values = []
    for hypothesis, reference in pairs:
        try:
            values.append(float(sentence(hypothesis, reference)))
        except (ZeroDivisionError, UnboundLocalError):
            values.append(None)
    known = [value for value in values if value is not None]
    header = {"tool": tool, "version": tool_version, "corpus": scale * sum(known) / len(known)}
    write(name, [header, *({"value": None if value is None else scale * value} for value in values)])


def write_corpus(pairs, tool, tool_version, name, corpus):
    """A metric whose score is one of sums of counts."""
    score_of = lambda pairs: corpus([hypothesis for hypothesis, _ in pairs], [[reference for _, reference in pairs]]).score
    header = {"tool": tool, "version": tool_version, "corpus": score_of(pairs)}
    write(name, [header, *({"value": score_of([pair])} for pair in pairs)])


def original(clone, path):
    """A module of the file as it is in a clone."""
    module = types.ModuleType(Path(path).stem)
    exec(compile((Path(clone) / path).read_text(encoding="utf-8"), path, "exec"), module.__dict__)
    return module


def original_functions(clone, path, names):
    """Some functions of a script that cannot be run as a whole, since it wants a model."""
    text = (Path(clone) / path).read_text(encoding="utf-8")
    module = types.SimpleNamespace()
    scope = {"Counter": Counter}
    for name in names:
        lines = text[text.index(f"\ndef {name}(") + 1 :].split("\n")
        end = next(index for index, line in enumerate(lines[1:], 1) if line and not line[0].isspace())
        exec(compile("\n".join(lines[:end]), path, "exec"), scope)
        setattr(module, name, scope[name])
    return module


def commit(clone):
    return subprocess.run(["git", "-C", clone, "rev-parse", "HEAD"], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()


def references(codeqa, codexglue):
    """Every metric by name: (tool, version, function of a hypothesis and a reference, scale), or for those of a corpus
    (tool, version, function of all hypotheses and of lists of references)."""
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
    from pycocoevalcap.rouge.rouge import Rouge
    from rouge_score.rouge_scorer import RougeScorer
    from sacrebleu.metrics import BLEU, CHRF

    logging.getLogger("sacrebleu").setLevel(logging.ERROR)
    means, corpora = {}, {}

    tool, tool_version = "CodeQA, codeBERT/code/run.py", commit(codeqa)
    names = ["normalize_answer", "eval_score", "compute_eval_score"]
    scores = original_functions(codeqa, "codeBERT/code/run.py", names).compute_eval_score
    for index, name in enumerate(["exact_match", "token_precision", "token_recall", "token_f1"]):
        means[name] = tool, tool_version, lambda hypothesis, reference, index=index: scores(hypothesis, [reference])[index], 1.0

    google = original(codeqa, "codeBERT/code/eval/bleu/google_bleu.py").compute_bleu
    codeqa_bleu = lambda hypothesis, reference: google([[reference.split()]], [hypothesis.split()], smooth=True)[0]
    means["bleu_codeqa"] = "CodeQA, codeBERT/code/eval/bleu/google_bleu.py", tool_version, codeqa_bleu, 1.0

    moses = original(codexglue, "Code-Text/code-to-text/evaluator/evaluator.py")
    prepared = lambda text: moses.splitPuncts(text.strip().lower())
    codexglue_bleu = lambda hypothesis, reference: moses.bleu([prepared(reference)], prepared(hypothesis))[0]
    tool = "CodeXGLUE, Code-Text/code-to-text/evaluator/evaluator.py"
    means["bleu_codexglue"] = tool, commit(codexglue), codexglue_bleu, 100.0

    method4 = SmoothingFunction().method4
    nltk_bleu = lambda hypothesis, reference: sentence_bleu([reference.split()], hypothesis.split(), smoothing_function=method4)
    means["bleu_nltk4"] = "nltk", version("nltk"), nltk_bleu, 1.0

    for kind in ("rouge1", "rouge2", "rougeL"):
        score = RougeScorer([kind]).score
        for end, field in (("", "fmeasure"), ("_precision", "precision"), ("_recall", "recall")):
            rouge = lambda hypothesis, reference, kind=kind, field=field, score=score: getattr(score(reference, hypothesis)[kind], field)
            means[kind + end] = "rouge-score", version("rouge-score"), rouge, 1.0

    coco = Rouge()
    coco_rouge = lambda hypothesis, reference: coco.calc_score([hypothesis], [reference])
    means["rougeL_coco"] = "pycocoevalcap", version("pycocoevalcap"), coco_rouge, 1.0

    corpora["bleu_sacre"] = "sacrebleu", version("sacrebleu"), BLEU().corpus_score
    corpora["chrf"] = "sacrebleu", version("sacrebleu"), CHRF().corpus_score
    corpora["chrf_plus_plus"] = "sacrebleu", version("sacrebleu"), CHRF(word_order=2).corpus_score
    return means, corpora


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources")
    parser.add_argument("--codeqa")
    parser.add_argument("--codexglue")
    parser.add_argument("--pairs-only", action="store_true")
    options = parser.parse_args()
    pairs = list(all_pairs(options.sources))
    write("pairs", [{"hypothesis": given, "reference": expected, "how": how} for given, expected, how in pairs])
    if options.pairs_only:
        return
    pairs = [pair[:2] for pair in pairs]
    means, corpora = references(options.codeqa, options.codexglue)
    for name, (tool, tool_version, sentence, scale) in means.items():
        write_means(pairs, tool, tool_version, name, sentence, scale)
    for name, (tool, tool_version, corpus) in corpora.items():
        write_corpus(pairs, tool, tool_version, name, corpus)


if __name__ == "__main__":
    main()

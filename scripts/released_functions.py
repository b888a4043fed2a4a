#!/usr/bin/env python3
"""Reads native rows with the released data set's own functions.

    examen build queries --from PATH --out DIR --native
    python3 scripts/released_functions.py CLONE DIR/queries/native

CLONE is a clone of github.com/thepurpleowl/codequeries-benchmark; its utils.py is loaded with torch, transformers,
numpy and tqdm replaced by empty modules, because only functions that need none of them are called. Every row must pass
what the evaluation does before it runs a model, and the spans that it reads off the labels must be as many as the row
names. (In the paper's edition spans merge, so that this holds for the clean edition only.)
"""

import argparse
import json
import pathlib
import sys
import types


class Anything:
    """Stands for whatever an absent library would have given."""

    def __getattr__(self, name):
        return Anything()

    def __call__(self, *arguments, **named):
        return Anything()


def released(clone):
    for name in ("torch", "torch.nn", "transformers", "numpy", "tqdm"):
        module = types.ModuleType(name)
        module.__getattr__ = lambda _: Anything()
        sys.modules[name] = module
    sys.modules["torch.nn"].Module = object
    sys.modules["torch"].nn = sys.modules["torch.nn"]
    sys.modules["tqdm"].tqdm = lambda items, **_: items
    functions = {}
    exec(compile((clone / "utils.py").read_text(), "utils.py", "exec"), functions)
    # The original reads the vocabulary again for every row.
    vocabulary = functions["PREPAREVOCAB"](clone / "pretrained_model_configs" / "vocab.txt").load_vocab()
    functions["PREPAREVOCAB"].load_vocab = lambda _: vocabulary
    return functions, vocabulary


def rows(folder):
    for split in ("train", "validation", "test"):
        with open(folder / f"{split}.jsonl", encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def check_sequences(functions, vocabulary, setting, folder):
    examples = list(rows(folder))
    ids, segments, masks, labels = functions["get_dataloader_input"](examples, "all", setting, None)
    spans = 0
    for example, sequence in zip(examples, labels):
        found = functions["find_tag_aware_spans"](sequence, span_type="both")
        wanted = len(example["answer_spans"]) + len(example["supporting_fact_spans"])
        assert len(found) == wanted, (example["code_file_path"], example["query_name"], len(found), wanted)
        spans += len(found)
    unknown = sum(token == vocabulary["'[UNK]_'"] for sequence in ids for token in sequence)
    print(f"{setting}: {len(examples)} rows, {spans} spans, {unknown} unknown pieces")
    if setting == "prefix":
        copies = [[list(row) for row in column] for column in (ids, segments, masks, labels)]
        print(f"sliding window: {len(functions['prepare_sliding_window_input'](*copies, 1024)[0])} windows")


def check_blocks(functions, folder):
    examples = list(rows(folder))
    files, _ = functions["get_examples_for_twostep"](examples, "all")
    for places in files.values():
        ends = {functions["get_first_sep_label_index"](examples[at]["label_sequence"]) for at in places}
        assert len(ends) == 1, "the query part of all blocks of a file has one length"
        assert examples[places[0]]["subtokenized_input_sequence"][ends.pop()] == "[SEP]_"
    print(f"twostep: {len(examples)} rows of {len(files)} files")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("clone", type=pathlib.Path)
    parser.add_argument("native", type=pathlib.Path)
    arguments = parser.parse_args()
    functions, vocabulary = released(arguments.clone)
    for setting in ("ideal", "file_ideal", "prefix"):
        check_sequences(functions, vocabulary, setting, arguments.native / setting)
    check_blocks(functions, arguments.native / "twostep")


if __name__ == "__main__":
    main()

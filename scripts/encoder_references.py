#!/usr/bin/env python3
"""Tiny random checkpoints of every architecture that `examen_models` reads, with the hidden states of transformers.

    python3 -m venv VENV && VENV/bin/pip install torch==2.11.0 transformers==5.22.2 sentencepiece protobuf
    VENV/bin/python scripts/encoder_references.py crates/examen_models/fixtures/encoders
    VENV/bin/python scripts/encoder_references.py --checkpoint DIR --out DIR

Each checkpoint gets a folder: `config.json`, tokenizer files and weights as its family has them on the hub, and beside them
`expected.json` (texts, ids and offsets of their tokens, what was cut off, versions) and `expected.safetensors` (one tensor
`TEXT.LAYER` of shape [tokens, width] for each text and layer, each text alone, without padding; the first layer is that
of the embeddings). The second form writes these two files for a checkpoint that exists.

Parameters are drawn by a seed, and larger than usual, so that each of them shows in the result. Texts are an ordinary one,
one of a single token, none, one with characters that no vocabulary has, and one beyond the limit.
"""

import argparse
import json
import re
import shutil
from pathlib import Path

import sentencepiece
import tokenizers
import torch
import transformers
from safetensors.torch import save_file
from tokenizers import models, pre_tokenizers, processors, trainers
from transformers import (
    AutoTokenizer, BartConfig, BartModel, BertConfig, BertForMaskedLM, BertModel, CodeGenConfig, CodeGenModel, GPT2Config,
    GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM, ModernBertConfig, ModernBertModel, PLBartConfig,
    PLBartForConditionalGeneration, PreTrainedTokenizerFast, Qwen2Config, Qwen2Model, RobertaConfig, RobertaForMaskedLM, RobertaModel, T5Config,
    T5EncoderModel, T5ForConditionalGeneration,
)

LIMIT = 20
TEXTS = [
    "def add(a, b):\n    return a + b\n",
    "x",
    "",
    "  int naïve\u3000= 1;  // 日本 \ufb01\uff41 \U0001f600",
    "for (int i = 0; i < 10; i++) { total += values[i] * 2; } return total == 0 ? null : total;",
]
CORPUS = TEXTS + [
    "public static void main(String[] args) { System.out.println(total); }",
    "class Point:\n    def __init__(self, x, y):\n        self.x = x\n        self.y = y\n",
    "if (value == null) { return 0; } else { return value.length(); }",
]


def scatter(model, seed, wide=0.3):
    """Parameters that all matter: spread out, norms around 1. Those of bf16 less, or layers would enlarge their rounding."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in sorted(model.named_parameters()):
            noise = torch.randn(parameter.shape, generator=generator)
            norm = parameter.dim() == 1 and name.endswith("weight")
            spread = wide if parameter.dim() > 1 else 0.1
            parameter.copy_(noise * spread + (1.0 if norm else 0.0))
    return model.eval()


def byte_level(folder, special, size=270):
    """vocab.json and merges.txt."""
    tokenizer = tokenizers.Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=special, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(CORPUS, trainer)
    tokenizer.model.save(str(folder))
    merges = (folder / "merges.txt").read_text(encoding="utf-8").splitlines()[1:]
    return json.loads((folder / "vocab.json").read_text(encoding="utf-8")), [tuple(line.split(" ")) for line in merges]


def tokenizer_file(folder, special, begin, end):
    """tokenizer.json in place of vocab.json and merges.txt."""
    vocabulary, merges = byte_level(folder, special)
    (folder / "vocab.json").unlink()
    (folder / "merges.txt").unlink()
    tokenizer = tokenizers.Tokenizer(models.BPE(vocab=vocabulary, merges=merges))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.add_special_tokens(special)
    special_tokens = [(token, vocabulary[token]) for token in (begin, end) if token]
    single = " ".join(filter(None, [begin, "$A", end]))
    if special_tokens:
        tokenizer.post_processor = processors.TemplateProcessing(single=single, special_tokens=special_tokens)
    tokenizer.save(str(folder / "tokenizer.json"))


def word_pieces(folder):
    """vocab.txt: every character but a few, inside of words too, and the words that occur twice."""
    texts = [text for text in CORPUS if "日本" not in text]
    words = [word for text in texts for word in re.findall(r"[A-Za-z]+", text)]
    characters = sorted({character for text in texts for character in text + text.lower() if not character.isspace()})
    pieces = ["##" + character for character in characters if character.isalnum()]
    frequent = sorted({word for word in words if len(word) > 1 and words.count(word) > 1})
    table = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *characters, *pieces, *frequent]
    (folder / "vocab.txt").write_text("".join(f"{word}\n" for word in table), encoding="utf-8")
    return len(table)


def settings(folder, **values):
    (folder / "tokenizer_config.json").write_text(json.dumps(values, indent=1) + "\n", encoding="utf-8")


ROBERTA = ["<s>", "<pad>", "</s>", "<unk>", "<mask>"]
SMALL = {"hidden_size": 12, "num_hidden_layers": 2, "num_attention_heads": 3, "intermediate_size": 20}


def bert(folder):
    size = word_pieces(folder)
    settings(folder, tokenizer_class="BertTokenizer", do_lower_case=True, model_max_length=LIMIT)
    config = BertConfig(vocab_size=size, max_position_embeddings=LIMIT, **SMALL)
    scatter(BertModel(config), 1).save_pretrained(folder)


def bert_old(folder):
    """As the first files were: with heads and prefix, norms with gamma and beta, the layout before zip, cased."""
    size = word_pieces(folder)
    settings(folder, tokenizer_class="BertTokenizer", do_lower_case=False, model_max_length=LIMIT)
    config = BertConfig(vocab_size=size, max_position_embeddings=LIMIT, **SMALL)
    model = scatter(BertForMaskedLM(config), 2)
    model.config.save_pretrained(folder)
    weights = dict(model.state_dict())
    weights["bert.embeddings.position_ids"] = torch.arange(LIMIT)[None]
    for name in list(weights):
        if "LayerNorm" in name:
            weights[name.replace("LayerNorm.weight", "LayerNorm.gamma").replace("LayerNorm.bias", "LayerNorm.beta")] = weights.pop(name)
    torch.save(weights, folder / "pytorch_model.bin", _use_new_zipfile_serialization=False)
    return model


def roberta(folder):
    """CodeBERT and GraphCodeBERT: vocab.json and merges.txt, a pickle in a zip archive."""
    vocabulary, _ = byte_level(folder, ROBERTA)
    settings(folder, tokenizer_class="RobertaTokenizer", model_max_length=LIMIT)
    config = RobertaConfig(vocab_size=len(vocabulary), max_position_embeddings=LIMIT + 2, type_vocab_size=1,
                           layer_norm_eps=1e-5, pad_token_id=1, bos_token_id=0, eos_token_id=2, **SMALL)
    model = scatter(RobertaModel(config), 3)
    config.architectures = ["RobertaModel"]
    config.save_pretrained(folder)
    torch.save(model.state_dict(), folder / "pytorch_model.bin")
    return model


def roberta_sharded(folder):
    """CodeBERTa: tokenizer.json, a model with a head, in several files."""
    tokenizer_file(folder, ROBERTA, "<s>", "</s>")
    settings(folder, tokenizer_class="PreTrainedTokenizerFast", model_max_length=LIMIT, pad_token="<pad>", unk_token="<unk>")
    config = RobertaConfig(vocab_size=270, max_position_embeddings=LIMIT + 2, type_vocab_size=1, layer_norm_eps=1e-5,
                           pad_token_id=1, bos_token_id=0, eos_token_id=2, **SMALL)
    scatter(RobertaForMaskedLM(config), 4).save_pretrained(folder, max_shard_size="12KB")


def unixcoder(folder):
    """UniXcoder: a mode token behind the first."""
    vocabulary, _ = byte_level(folder, [*ROBERTA, "<encoder-only>"])
    settings(folder, tokenizer_class="RobertaTokenizer", model_max_length=LIMIT)
    config = RobertaConfig(vocab_size=len(vocabulary), max_position_embeddings=LIMIT + 2, type_vocab_size=10,
                           layer_norm_eps=1e-5, pad_token_id=1, bos_token_id=0, eos_token_id=2, **SMALL)
    scatter(RobertaModel(config), 5).save_pretrained(folder)


T5 = {"d_model": 12, "d_kv": 6, "d_ff": 20, "num_layers": 2, "num_decoder_layers": 1, "num_heads": 3,
      "relative_attention_num_buckets": 8, "relative_attention_max_distance": 16, "pad_token_id": 0, "eos_token_id": 2}


def codet5(folder):
    vocabulary, _ = byte_level(folder, ["<pad>", "<s>", "</s>", "<unk>", "<mask>"])
    settings(folder, tokenizer_class="RobertaTokenizer", model_max_length=LIMIT)
    config = T5Config(vocab_size=len(vocabulary), feed_forward_proj="relu", bos_token_id=1, **T5)
    scatter(T5ForConditionalGeneration(config), 6).save_pretrained(folder)


def t5_gated(folder):
    """T5 of the second kind, an encoder alone, stored in bf16."""
    tokenizer_file(folder, ["<pad>", "</s>", "<unk>"], None, "</s>")
    settings(folder, tokenizer_class="PreTrainedTokenizerFast", model_max_length=LIMIT, pad_token="<pad>", eos_token="</s>")
    config = T5Config(vocab_size=270, feed_forward_proj="gated-gelu", tie_word_embeddings=False, **T5)
    scatter(T5EncoderModel(config), 7, wide=0.15).bfloat16().save_pretrained(folder)


BART = {"d_model": 12, "encoder_layers": 2, "decoder_layers": 1, "encoder_attention_heads": 3, "decoder_attention_heads": 3,
        "encoder_ffn_dim": 20, "decoder_ffn_dim": 20, "max_position_embeddings": LIMIT}


def plbart(folder):
    """PLBART: a sentencepiece model."""
    lines, rules = folder / "lines.txt", folder / "rules.tsv"
    # A few of the usual rules: white space, a wide letter, a ligature. All of them would take 240 kB.
    rules.write_text("".join(f"{source}\t{target}\n" for source, target in (("9", "20"), ("A", "20"), ("3000", "20"), ("FF41", "61"), ("FB01", "66 69"))))
    lines.write_text("\n".join(line for text in CORPUS[:3] + CORPUS[4:] for line in text.split("\n")), encoding="utf-8")
    sentencepiece.SentencePieceTrainer.train(input=str(lines), model_prefix=str(folder / "sentencepiece.bpe"), vocab_size=120,
                                             model_type="bpe", minloglevel=2, character_coverage=1.0,
                                             normalization_rule_tsv=str(rules))
    lines.unlink()
    rules.unlink()
    (folder / "sentencepiece.bpe.vocab").unlink()
    settings(folder, tokenizer_class="PLBartTokenizer", model_max_length=LIMIT, language_codes="base")
    config = PLBartConfig(vocab_size=126, scale_embedding=True, activation_function="gelu", **BART)
    scatter(PLBartForConditionalGeneration(config), 8).save_pretrained(folder)


def bart(folder):
    """As PLBART, but words are not scaled."""
    tokenizer_file(folder, ROBERTA, "<s>", "</s>")
    settings(folder, tokenizer_class="PreTrainedTokenizerFast", model_max_length=LIMIT, pad_token="<pad>", unk_token="<unk>")
    config = BartConfig(vocab_size=270, scale_embedding=False, activation_function="gelu", **BART)
    scatter(BartModel(config), 9).save_pretrained(folder)


def modernbert(folder):
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer_file(folder, special, "[CLS]", "[SEP]")
    settings(folder, tokenizer_class="PreTrainedTokenizerFast", model_max_length=LIMIT, pad_token="[PAD]", unk_token="[UNK]")
    config = ModernBertConfig(vocab_size=270, hidden_size=12, num_hidden_layers=3, num_attention_heads=3, intermediate_size=20,
                              max_position_embeddings=LIMIT, local_attention=8, global_attn_every_n_layers=2,
                              pad_token_id=0, cls_token_id=2, sep_token_id=3, bos_token_id=2, eos_token_id=3)
    scatter(ModernBertModel(config), 10).save_pretrained(folder)


def gpt2(folder):
    """CodeGPT."""
    vocabulary, _ = byte_level(folder, ["<|endoftext|>"])
    settings(folder, tokenizer_class="GPT2Tokenizer", model_max_length=LIMIT)
    config = GPT2Config(vocab_size=len(vocabulary), n_positions=LIMIT, n_embd=12, n_layer=2, n_head=3, bos_token_id=0, eos_token_id=0)
    scatter(GPT2LMHeadModel(config), 11).save_pretrained(folder)


def codegen(folder):
    vocabulary, _ = byte_level(folder, ["<|endoftext|>"])
    settings(folder, tokenizer_class="CodeGenTokenizer", model_max_length=LIMIT)
    config = CodeGenConfig(vocab_size=len(vocabulary), n_positions=LIMIT, n_ctx=LIMIT, n_embd=24, n_layer=2, n_head=4,
                           rotary_dim=4, n_inner=48, bos_token_id=0, eos_token_id=0)
    scatter(CodeGenModel(config), 12).half().save_pretrained(folder)


def llama(folder):
    tokenizer_file(folder, ["<unk>", "<s>", "</s>"], "<s>", None)
    settings(folder, tokenizer_class="PreTrainedTokenizerFast", model_max_length=LIMIT, bos_token="<s>", eos_token="</s>")
    config = LlamaConfig(vocab_size=270, hidden_size=16, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=2,
                         intermediate_size=24, max_position_embeddings=LIMIT, rope_theta=500.0, tie_word_embeddings=True)
    scatter(LlamaForCausalLM(config), 13).save_pretrained(folder)


def qwen2(folder):
    """Biases on queries, keys and values; no token in front."""
    tokenizer_file(folder, ["<|endoftext|>"], None, None)
    settings(folder, tokenizer_class="PreTrainedTokenizerFast", model_max_length=LIMIT, eos_token="<|endoftext|>")
    config = Qwen2Config(vocab_size=270, hidden_size=16, num_hidden_layers=2, num_attention_heads=4, num_key_value_heads=1,
                         intermediate_size=24, max_position_embeddings=LIMIT, bos_token_id=0, eos_token_id=0)
    scatter(Qwen2Model(config), 14, wide=0.15).bfloat16().save_pretrained(folder)


FAMILIES = [bert, bert_old, roberta, roberta_sharded, unixcoder, codet5, t5_gated, plbart, bart, modernbert, gpt2, codegen,
            llama, qwen2]


def encoder_of(folder, model, dtype):
    """The model, or its encoder, in the given type of number; eager attention is the same arithmetic everywhere."""
    if model is None:
        kind = json.loads((folder / "config.json").read_text(encoding="utf-8"))["model_type"]
        model = (T5EncoderModel if kind == "t5" else transformers.AutoModel).from_pretrained(folder, dtype=dtype)
    model = getattr(model, "bert", model).to(dtype).eval()
    return model.get_encoder() if model.config.is_encoder_decoder else model


def tokens_of(tokenizer, text):
    """Ids with their special tokens, what was cut off, and byte offsets where the tokenizer gives any."""
    vocabulary = tokenizer.get_vocab()
    kinds = {"return_offsets_mapping": True} if tokenizer.is_fast else {}
    whole = tokenizer(text)["input_ids"]
    mode = vocabulary.get("<encoder-only>")
    room = LIMIT if mode is None else LIMIT - 2
    room = min(room, tokenizer.model_max_length)
    cut = tokenizer(text, truncation=True, max_length=room, **kinds)
    ids, offsets = cut["input_ids"], cut.get("offset_mapping")
    dropped = len(whole) - len(ids)
    if mode is not None:
        ids = [ids[0], mode, vocabulary["</s>"], *ids[1:]]
        offsets = [offsets[0], (0, 0), (0, 0), *offsets[1:]]
    if not ids:
        ids, offsets = [tokenizer.eos_token_id], [(0, 0)]
    if offsets is not None:
        byte = [len(text[:at].encode()) for at in range(len(text) + 1)]
        offsets = [[byte[start], byte[end]] for start, end in offsets]
    return ids, offsets, dropped


@torch.no_grad()
def layers_of(model, **inputs):
    return [layer[0] for layer in model(output_hidden_states=True, **inputs).hidden_states]


def record(folder, source, model=None, flow=False):
    torch.set_default_dtype(torch.float32)
    exact = encoder_of(source, model, torch.float32)
    # Some families' own classes take a tokenizer.json for a list of words only.
    whole = (source / "tokenizer.json").is_file()
    tokenizer = (PreTrainedTokenizerFast if whole else AutoTokenizer).from_pretrained(source)
    rows, tensors = [], {}
    for at, text in enumerate(TEXTS):
        ids, offsets, dropped = tokens_of(tokenizer, text)
        for depth, layer in enumerate(layers_of(exact, input_ids=torch.tensor([ids]))):
            tensors[f"{at}.{depth}"] = layer.float().contiguous()
        rows.append({"text": text, "ids": ids, "offsets": offsets, "dropped": dropped})
    if flow:
        rows += data_flow(exact, rows[0]["ids"], tensors, len(rows))
    made = f"transformers {transformers.__version__}, PyTorch {torch.__version__.split('+')[0]}"
    halves = json.loads((source / "config.json").read_text(encoding="utf-8")).get("dtype") == "bfloat16"
    if halves:
        # What the model gives when it computes in bf16 itself, for the first text.
        rough = encoder_of(source, None, torch.bfloat16)
        for depth, layer in enumerate(layers_of(rough, input_ids=torch.tensor([rows[0]["ids"]]))):
            tensors[f"bf16.{depth}"] = layer.float().contiguous()
    save_file(tensors, folder / "expected.safetensors")
    lines = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows)
    (folder / "expected.json").write_text(f'{{"made_with": "{made}", "rows": [\n  {lines}\n]}}\n', encoding="utf-8")


def data_flow(model, ids, tensors, at):
    """GraphCodeBERT's input: nodes behind the code, each seen by its own tokens and by what comes from it."""
    nodes = [{"tokens": [2, 4], "sources": []}, {"tokens": [5, 6], "sources": [0]}, {"tokens": [7, 8], "sources": [0, 1]}]
    code, count = len(ids), len(nodes)
    length = code + count
    visible = torch.zeros(length, length, dtype=torch.bool)
    visible[:code, :code] = True
    for row, token in enumerate(ids):
        if token in (0, 2):
            visible[row, :] = True
    words = model.embeddings.word_embeddings(torch.tensor(ids + [3] * count))
    for index, node in enumerate(nodes):
        start, end = node["tokens"]
        visible[code + index, start:end] = True
        visible[start:end, code + index] = True
        for source in node["sources"]:
            visible[code + index, code + source] = True
        words[code + index] = words[start:end].mean(0)
    positions = torch.tensor([[2 + index for index in range(code)] + [0] * count])
    hidden = layers_of(model, inputs_embeds=words[None], attention_mask=visible[None, None], position_ids=positions,
                       token_type_ids=torch.zeros(1, length, dtype=torch.long))
    for depth, layer in enumerate(hidden):
        tensors[f"{at}.{depth}"] = layer.float().contiguous()
    return [{"text": TEXTS[0], "ids": ids, "offsets": None, "dropped": 0, "nodes": nodes}]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?")
    parser.add_argument("--checkpoint")
    parser.add_argument("--out")
    parser.add_argument("--only")
    arguments = parser.parse_args()
    if arguments.checkpoint:
        global LIMIT
        LIMIT = 512
        Path(arguments.out).mkdir(parents=True, exist_ok=True)
        record(Path(arguments.out), Path(arguments.checkpoint))
        return
    for family in FAMILIES:
        if arguments.only in (None, family.__name__):
            folder = Path(arguments.folder) / family.__name__
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            model = family(folder)
            (folder / "generation_config.json").unlink(missing_ok=True)
            record(folder, folder, model, flow=family is roberta)
            print(family.__name__, sum(file.stat().st_size for file in folder.iterdir()))


if __name__ == "__main__":
    main()

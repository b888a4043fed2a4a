//! The kinds of checkpoint that are known.

/// A kind of checkpoint, as `config.json` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Architecture {
    /// The `model_type`.
    pub model_type: &'static str,
    /// Well-known checkpoints of it, and which part of them is used.
    pub about: &'static str,
}

/// All of them, by name.
pub const ARCHITECTURES: &[Architecture] = &[
    Architecture { model_type: "bart", about: "BART, its encoder" },
    Architecture { model_type: "bert", about: "BERT, JavaBERT, MiniLM" },
    Architecture { model_type: "codegen", about: "CodeGen; the last position knows the text" },
    Architecture { model_type: "gpt2", about: "GPT-2, CodeGPT; the last position knows the text" },
    Architecture { model_type: "llama", about: "Llama and code models like it; the last position knows the text" },
    Architecture { model_type: "modernbert", about: "ModernBERT" },
    Architecture { model_type: "plbart", about: "PLBART, its encoder" },
    Architecture { model_type: "qwen2", about: "Qwen2, Qwen2.5-Coder; the last position knows the text" },
    Architecture {
        model_type: "roberta",
        about: "CodeBERT, GraphCodeBERT (with `--data-flow`, shown that too), CodeBERTa, UniXcoder",
    },
    Architecture { model_type: "t5", about: "T5, CodeT5, CodeReviewer, their encoders" },
    Architecture { model_type: "xlm-roberta", about: "XLM-RoBERTa" },
];

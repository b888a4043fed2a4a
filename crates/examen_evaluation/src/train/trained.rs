//! The models that can be trained.

/// A model that `examen train NAME` makes.
#[derive(Clone, Copy, Debug)]
pub struct Trainable {
    /// The name on the command line.
    pub name: &'static str,
    /// A description in one line.
    pub about: &'static str,
    /// The commands that take its directory.
    pub command: &'static str,
}

/// All models that can be trained, by name.
pub const TRAINABLE: &[Trainable] = &[
    Trainable {
        name: "code2seq",
        about: "writes the name of a function part by part, by the paths through its syntax tree",
        command: "predict",
    },
    Trainable {
        name: "code2vec",
        about: "names a function by its nearest among known names, by the paths through its syntax tree",
        command: "predict",
    },
    Trainable {
        name: "dual-encoder",
        about: "an LSTM for the question, one for the code, and one that writes; copies words",
        command: "predict",
    },
    Trainable { name: "encoder", about: "a small encoder of our own, which others are trained on", command: "train" },
    Trainable {
        name: "generator",
        about: "writes names, captions and answers to questions; copies words that it does not know",
        command: "predict",
    },
    Trainable { name: "pairs", about: "whether a caption says what a function does", command: "predict, build" },
    Trainable { name: "relevance", about: "whether a block is relevant to a query", command: "predict" },
    Trainable {
        name: "seq2seq",
        about: "LSTMs that read and one that writes names, captions and answers; copies words",
        command: "predict",
    },
    Trainable {
        name: "sns",
        about: "LSTMs and a graph network read, an LSTM writes names, captions and answers; copies words",
        command: "predict",
    },
    Trainable { name: "spans", about: "where code answers a query, and what supports that", command: "predict" },
    Trainable {
        name: "transformer",
        about: "a transformer with relative positions that writes names, captions and answers; copies words",
        command: "predict",
    },
];

//! The scores of the papers that stand beside ours: of CodeQueries, on its own data, the test split of ETH Py150 Open, and of others as
//! tables of their own. What articles say of their data is in `examen_suites::published_statistics`.

/// Percentages of one model in one setting.
pub(crate) struct Published {
    /// The model.
    pub(crate) model: &'static str,
    /// Examples, where the paper gives their number.
    pub(crate) n: Option<u64>,
    /// Exact match of all, positive and negative examples.
    pub(crate) exact_match: [Option<f64>; 3],
    /// The same for answers alone, all examples.
    pub(crate) answer_match: Option<f64>,
    /// The table or section.
    pub(crate) source: &'static str,
}

/// pass@1, pass@2, pass@5 and pass@10 of one prompt in percent; texts are compared, without places.
pub(crate) struct PublishedSamples {
    /// The model and how it was asked.
    pub(crate) model: &'static str,
    /// The examples.
    pub(crate) examples: &'static str,
    /// The values.
    pub(crate) values: [f64; 4],
}

/// The samples for each example behind [`SAMPLES`].
pub(crate) const SAMPLE_COUNT: u32 = 10;

/// Where [`SAMPLES`] come from.
pub(crate) const SAMPLES_SOURCE: &str = "CodeQueries' repository, README; 10 files of each query";

const fn samples(model: &'static str, examples: &'static str, values: [f64; 4]) -> PublishedSamples {
    PublishedSamples { model, examples, values }
}

/// What the authors of CodeQueries measured of GPT-3.5-turbo: whole files, temperature 0.8, ten samples.
pub(crate) const SAMPLES: [PublishedSamples; 5] = [
    samples("GPT-3.5-turbo, answers", "positive", [9.82, 13.06, 17.47, 20.84]),
    samples("GPT-3.5-turbo, answers", "negative", [12.83, 17.42, 22.85, 26.77]),
    samples("GPT-3.5-turbo, answers, 2 shots by BM25", "positive", [16.45, 21.14, 27.69, 32.66]),
    samples("GPT-3.5-turbo, answers, 2 shots by BM25", "negative", [44.25, 55.53, 65.43, 70.0]),
    samples("GPT-3.5-turbo, answers and facts, 2 positive shots by BM25", "positive", [21.88, 28.06, 34.94, 39.08]),
];

/// The task that these stand beside: whole files.
pub(crate) const SAMPLED_TASK: &str = "file";

/// Accuracy, precision and recall of relevance classification in percent (section 5.2.1).
pub(crate) const RELEVANCE: (&str, [f64; 3], &str) = ("CuBERT", [96.38, 95.73, 90.10], "CodeQueries, section 5.2.1");

const CUBERT_1K: &str = "CuBERT-1K";
/// The file-level examples (section 5.2.1).
const FILES: Option<u64> = Some(44_423);

const fn all(all: f64, positive: f64, negative: f64) -> [Option<f64>; 3] {
    [Some(all), Some(positive), Some(negative)]
}

const fn values(model: &'static str, exact_match: [Option<f64>; 3], source: &'static str) -> Published {
    Published { model, n: None, exact_match, answer_match: None, source }
}

const fn of_files(model: &'static str, exact_match: [Option<f64>; 3]) -> Published {
    Published { model, n: FILES, exact_match, answer_match: None, source: "CodeQueries, Table 3" }
}

const IDEAL: [Published; 5] = [
    values("Transformer", all(66.38, 22.50, 97.57), "CodeQueries, Table 2"),
    values("CuBERT", all(81.76, 59.77, 97.38), "CodeQueries, Table 2"),
    values("CodeBERT", all(82.13, 62.67, 95.96), "CodeQueries, Table 2"),
    values("GraphCodeBERT", all(82.31, 61.08, 97.40), "CodeQueries, Table 2"),
    Published {
        model: CUBERT_1K,
        n: None,
        exact_match: all(86.70, 72.51, 96.79),
        answer_match: Some(87.41),
        source: "CodeQueries, Tables 2 and 4",
    },
];
const PREFIX: [Published; 1] = [of_files(CUBERT_1K, all(72.28, 36.60, 93.80))];
const SLIDING_WINDOW: [Published; 1] = [of_files(CUBERT_1K, all(73.03, 51.91, 85.75))];
const FILE: [Published; 1] = [of_files("CuBERT-1K, two-step", all(80.13, 52.61, 96.73))];
const FILE_IDEAL: [Published; 1] = [of_files(CUBERT_1K, all(82.47, 59.60, 96.26))];
const ANSWERS_ONLY: [Published; 2] = [
    values("CuBERT-1K, trained without facts", all(86.96, 73.67, 96.41), "CodeQueries, Table 4"),
    values("CuBERT-1K, trained with facts", all(87.41, 73.76, 97.11), "CodeQueries, Table 4"),
];
const PERTURBED: [Published; 1] = [values(CUBERT_1K, all(83.29, 67.16, 94.59), "CodeQueries, Table 5")];

/// The paper's values of a span task.
pub(crate) fn published(task: &str) -> &'static [Published] {
    match task {
        "ideal" => &IDEAL,
        "prefix" => &PREFIX,
        "sliding-window" => &SLIDING_WINDOW,
        "file" => &FILE,
        "file-ideal" => &FILE_IDEAL,
        "answers-only" => &ANSWERS_ONLY,
        "perturbed" => &PERTURBED,
        _ => &[],
    }
}

/// Published values that stand on the page of a suite as a table of their own, since their metrics have many variants: the suite, a
/// title, where they come from, the names of the columns, and the lines.
pub(crate) struct PublishedTable {
    pub(crate) suite: &'static str,
    pub(crate) title: &'static str,
    pub(crate) source: &'static str,
    pub(crate) header: &'static [&'static str],
    pub(crate) lines: &'static [&'static [&'static str]],
}

/// All of them.
pub(crate) const TABLES: [PublishedTable; 6] = [
    PublishedTable {
        suite: "captions",
        title: "Published: captions judged and chosen",
        source: "Accuracy in percent of classifiers on BERT, of captions of five Python libraries (CodeCaption, Table 2).",
        header: &["task", "model", "accuracy"],
        lines: &[&["match", "BERT", "73.1"], &["choose", "BERT", "80.2"]],
    },
    PublishedTable {
        suite: "captions",
        title: "Published: captions written",
        source: "Of the same libraries (CodeCaption, Table 3), in percent.",
        header: &["model", "ROUGE-1 F", "ROUGE-2 F"],
        lines: &[&["NMT", "31", "19"], &["SNS", "30", "13"]],
    },
    PublishedTable {
        suite: "questions",
        title: "Published: answers about Java",
        source: "Test split of CodeQA, Table 7. BLEU near 30 beside an exact match near 4 comes of the smoothing: compare under the same \
                 variant only (bleu_codeqa).",
        header: QA_HEADER,
        lines: &[
            &["Seq2seq", "28.29", "18.88", "4.79", "3.23", "19.75"],
            &["Dual Encoder", "29.51", "20.39", "6.27", "4.06", "21.16"],
            &["Transformer", "30.22", "21.26", "6.77", "4.41", "22.04"],
            &["CodeBERT", "32.40", "28.22", "10.10", "6.20", "29.20"],
            &["Human, 100 samples", "62.97", "63.44", "28.19", "34.00", "64.06"],
        ],
    },
    PublishedTable {
        suite: "questions",
        title: "Published: answers about Python",
        source: "Test split of CodeQA, Table 8.",
        header: QA_HEADER,
        lines: &[
            &["Seq2seq", "30.09", "21.69", "6.38", "2.84", "23.27"],
            &["Dual Encoder", "28.90", "17.79", "4.53", "2.22", "18.97"],
            &["Transformer", "30.69", "23.26", "7.80", "3.35", "24.59"],
            &["CodeBERT", "34.86", "30.28", "12.51", "4.93", "31.56"],
            &["Human, 100 samples", "55.96", "59.55", "25.49", "32.00", "61.59"],
        ],
    },
    PublishedTable {
        suite: "questions",
        title: "Published: answers rated by people",
        source: "Means of two programmers on 100 pairs of each set, from 1 to 3 (CodeQA, Table 9). `examen ratings` lets people rate ours.",
        header: &["language", "model", "fluency, dev", "fluency, test", "correctness, dev", "correctness, test"],
        lines: &[
            &["Java", "Seq2seq", "2.09", "2.21", "1.66", "1.62"],
            &["Java", "Dual Encoder", "2.23", "2.19", "1.79", "1.57"],
            &["Java", "Transformer", "2.37", "2.41", "1.84", "1.75"],
            &["Java", "CodeBERT", "2.53", "2.40", "1.92", "1.89"],
            &["Python", "Seq2seq", "2.23", "2.24", "1.61", "1.63"],
            &["Python", "Dual Encoder", "2.38", "2.44", "1.58", "1.64"],
            &["Python", "Transformer", "2.40", "2.44", "1.70", "1.72"],
            &["Python", "CodeBERT", "2.45", "2.50", "1.78", "1.79"],
        ],
    },
    PublishedTable {
        suite: "names",
        title: "Published: names of Java methods",
        source: "Of sub-tokens in percent, on the data of code2seq, as trained again by Rabin and Alipour (Generalizability, Table 1).",
        header: &["data", "model", "precision", "recall", "F1"],
        lines: &[
            &["java-small", "code2vec", "28.36", "22.37", "25.01"],
            &["java-med", "code2vec", "42.55", "30.85", "35.76"],
            &["java-large", "code2vec", "45.17", "32.28", "37.65"],
            &["java-small", "code2seq", "46.30", "38.81", "42.23"],
            &["java-med", "code2seq", "59.94", "48.03", "53.33"],
            &["java-large", "code2seq", "64.03", "55.02", "59.19"],
        ],
    },
];

const QA_HEADER: &[&str] = &["model", "BLEU", "ROUGE-L", "METEOR", "exact match", "F1"];

/// Percentages of the types of questions in CodeQA, in the order of its Table 6: what, how, where, when, why, for what purpose, yes or
/// no, other.
pub(crate) const BY_QUESTION_TYPE: [f64; 8] = [67.24, 8.93, 5.85, 6.89, 1.02, 5.08, 2.86, 2.13];

/// Exact match of CuBERT-1K in the ideal setting by hops, all, positive and negative (aggregates of Tables 8 and 9).
pub(crate) const BY_HOPS: [(&str, [f64; 3]); 2] = [("multi", [76.82, 52.19, 94.01]), ("single", [91.55, 82.34, 98.16])];

/// The same by query (Tables 8 and 9), sorted by id.
pub(crate) const BY_QUERY: [(&str, [f64; 3]); 52] = [
    ("py/call-to-non-callable", [59.21, 8.82, 100.00]),
    ("py/call/wrong-arguments", [48.97, 14.81, 76.30]),
    ("py/call/wrong-number-class-arguments", [48.61, 23.53, 71.05]),
    ("py/catch-base-exception", [96.56, 92.71, 99.82]),
    ("py/comparison-of-constants", [93.79, 42.86, 95.84]),
    ("py/comparison-of-identical-expressions", [83.46, 58.00, 98.80]),
    ("py/comparison-using-is", [82.11, 64.63, 95.37]),
    ("py/conflicting-attributes", [47.46, 16.95, 77.97]),
    ("py/constant-conditional-expression", [88.31, 67.92, 99.01]),
    ("py/deprecated-slice-method", [100.00, 100.00, 100.00]),
    ("py/duplicate-key-dict-literal", [59.69, 10.71, 97.26]),
    ("py/equals-hash-mismatch", [64.06, 71.88, 56.25]),
    ("py/flask-debug", [97.47, 97.50, 97.44]),
    ("py/illegal-raise", [86.73, 85.11, 88.24]),
    ("py/implicit-string-concatenation-in-list", [83.17, 62.60, 98.31]),
    ("py/import-and-import-from", [79.85, 67.67, 91.24]),
    ("py/import-deprecated-module", [72.63, 42.05, 99.02]),
    ("py/imprecise-assert", [98.64, 96.25, 99.95]),
    ("py/incomplete-ordering", [63.79, 48.28, 79.31]),
    ("py/incomplete-url-substring-sanitization", [76.71, 39.29, 100.00]),
    ("py/inheritance/signature-mismatch", [51.58, 2.97, 92.50]),
    ("py/init-calls-subclass", [34.27, 2.82, 65.28]),
    ("py/insecure-temporary-file", [95.65, 90.91, 100.00]),
    ("py/iter-returns-non-iterator", [79.25, 96.77, 54.55]),
    ("py/missing-call-to-init", [88.06, 85.45, 90.67]),
    ("py/missing-equals", [56.18, 63.90, 11.90]),
    ("py/modification-of-default-value", [60.00, 9.09, 92.31]),
    ("py/modification-of-locals", [75.86, 47.83, 94.29]),
    ("py/multiple-definition", [78.56, 50.13, 95.44]),
    ("py/nested-loops-with-same-variable", [53.53, 31.71, 73.86]),
    ("py/not-named-self", [99.93, 99.86, 100.00]),
    ("py/polluting-import", [93.02, 87.50, 98.46]),
    ("py/procedure-return-value-used", [75.32, 50.34, 96.49]),
    ("py/raise-not-implemented", [100.00, 100.00, 100.00]),
    ("py/redundant-assignment", [91.24, 83.53, 97.25]),
    ("py/redundant-comparison", [56.91, 12.99, 89.42]),
    ("py/redundant-else", [86.92, 74.53, 99.07]),
    ("py/redundant-global-declaration", [92.06, 79.17, 100.00]),
    ("py/repeated-import", [72.18, 50.58, 91.62]),
    ("py/should-use-with", [95.00, 92.50, 97.50]),
    ("py/side-effect-in-assert", [84.52, 62.90, 98.92]),
    ("py/special-method-wrong-signature", [82.43, 78.38, 86.49]),
    ("py/super-not-enclosing-class", [95.65, 92.98, 98.28]),
    ("py/test-equals-none", [97.31, 93.82, 100.00]),
    ("py/unexpected-raise-in-special-method", [95.31, 96.88, 93.75]),
    ("py/unguarded-next-in-generator", [42.86, 13.04, 69.23]),
    ("py/unnecessary-delete", [72.63, 77.55, 67.39]),
    ("py/unnecessary-pass", [95.79, 91.28, 99.39]),
    ("py/unreachable-statement", [78.07, 56.04, 96.68]),
    ("py/unused-import", [78.30, 52.10, 95.35]),
    ("py/unused-local-variable", [91.78, 82.90, 98.34]),
    ("py/unused-loop-variable", [86.79, 79.38, 93.04]),
];

#[cfg(test)]
mod tests {
    use examen_queries::python::QUERIES;

    use super::BY_QUERY;

    #[test]
    fn published_values_are_of_queries_that_there_are() {
        assert!(BY_QUERY.is_sorted_by(|(one, _), (next, _)| one < next));
        for (id, _) in BY_QUERY {
            assert!(QUERIES.iter().any(|query| query.id == id), "{id}");
        }
    }
}

//! The values of the CodeQueries paper that stand beside ours. They are of its own data, the test split of ETH Py150 Open.

/// Shares in percent of one model in one setting.
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

/// Exact match of CuBERT-1K in the ideal setting by hops, all, positive and negative (aggregates of Tables 8 and 9).
pub(crate) const BY_HOPS: [(&str, [f64; 3]); 2] = [("multi", [76.82, 52.19, 94.01]), ("single", [91.55, 82.34, 98.16])];

/// The same for Q1 to Q52 (Tables 8 and 9).
pub(crate) const BY_QUERY: [[f64; 3]; 52] = [
    [78.30, 52.10, 95.35],
    [88.06, 85.45, 90.67],
    [75.32, 50.34, 96.49],
    [56.18, 63.90, 11.90],
    [48.97, 14.81, 76.30],
    [82.11, 64.63, 95.37],
    [51.58, 2.97, 92.50],
    [59.21, 8.82, 100.00],
    [34.27, 2.82, 65.28],
    [47.46, 16.95, 77.97],
    [79.25, 96.77, 54.55],
    [97.47, 97.50, 97.44],
    [64.06, 71.88, 56.25],
    [48.61, 23.53, 71.05],
    [63.79, 48.28, 79.31],
    [91.78, 82.90, 98.34],
    [96.56, 92.71, 99.82],
    [98.64, 96.25, 99.95],
    [78.56, 50.13, 95.44],
    [97.31, 93.82, 100.00],
    [78.07, 56.04, 96.68],
    [99.93, 99.86, 100.00],
    [95.79, 91.28, 99.39],
    [79.85, 67.67, 91.24],
    [72.18, 50.58, 91.62],
    [93.79, 42.86, 95.84],
    [83.17, 62.60, 98.31],
    [86.79, 79.38, 93.04],
    [59.69, 10.71, 97.26],
    [86.92, 74.53, 99.07],
    [95.65, 92.98, 98.28],
    [91.24, 83.53, 97.25],
    [84.52, 62.90, 98.92],
    [53.53, 31.71, 73.86],
    [72.63, 42.05, 99.02],
    [100.00, 100.00, 100.00],
    [56.91, 12.99, 89.42],
    [100.00, 100.00, 100.00],
    [88.31, 67.92, 99.01],
    [83.46, 58.00, 98.80],
    [93.02, 87.50, 98.46],
    [72.63, 77.55, 67.39],
    [86.73, 85.11, 88.24],
    [95.65, 90.91, 100.00],
    [60.00, 9.09, 92.31],
    [95.00, 92.50, 97.50],
    [82.43, 78.38, 86.49],
    [95.31, 96.88, 93.75],
    [92.06, 79.17, 100.00],
    [75.86, 47.83, 94.29],
    [76.71, 39.29, 100.00],
    [42.86, 13.04, 69.23],
];

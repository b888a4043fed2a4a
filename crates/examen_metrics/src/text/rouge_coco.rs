//! ROUGE-L as the COCO caption evaluation computes it, which CodeQA took over.

use super::common_subsequence::longest_common_subsequence;
use super::words::WordPair;
use crate::metric::Metric;

/// Mean F-score of the longest common subsequence, in which recall weighs more.
pub(crate) static ROUGE_L_COCO: Metric = Metric {
    name: "rougeL_coco",
    signature: "mean:answers|tok:single-space|case:mixed|stem:no|beta:1.2|nrefs:1|as:pycocoevalcap-1.2",
    about: "mean over answers of the F-score, beta 1.2, of the longest common subsequence",
    source: "Lin 2004, ROUGE; Chen et al. 2015, Microsoft COCO Captions; Liu and Wan 2021, CodeQA, Section 5.2",
    count_text: Some(|_, hypothesis, reference, scores| scores[0] = sentence(hypothesis, reference)),
    ..Metric::FRACTION
};

const BETA: f64 = 1.2;

fn sentence(hypothesis: &str, reference: &str) -> f64 {
    // Between two spaces is an empty token, and an empty text is one: two empty texts are alike.
    let pair = WordPair::cut_by(hypothesis, reference, |text| text.as_bytes().split(|&byte| byte == b' '));
    let Some(common) = longest_common_subsequence(&pair) else { return f64::NAN };
    let common = common as f64;
    if common == 0.0 {
        return 0.0;
    }
    let (precision, recall) = (common / pair.hypothesis.len() as f64, common / pair.reference.len() as f64);
    (1.0 + BETA * BETA) * precision * recall / (recall + BETA * BETA * precision)
}

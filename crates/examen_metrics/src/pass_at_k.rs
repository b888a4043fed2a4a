//! The probability that one of k answers is right, from n answers of which c are right.

use crate::metric::Metric;

/// The mean over examples of [`pass_at_k`].
pub static PASS_AT_K: Metric = Metric {
    name: "pass_at_k",
    signature: "estimate:unbiased",
    about: "mean over examples of the probability that at least one of k samples is right",
    source: "Chen et al. 2021, Evaluating Large Language Models Trained on Code, section 2.1",
    ..Metric::FRACTION
};

/// `1 - C(n - c, k) / C(n, k)`, without factorials; nothing when there are fewer than k samples or more right than made.
pub fn pass_at_k(samples: u32, right: u32, k: u32) -> Option<f64> {
    if k == 0 || k > samples || right > samples {
        return None;
    }
    let wrong = samples - right;
    if wrong < k {
        return Some(1.0);
    }
    // The probability that k drawn samples are all wrong: the product of (wrong - i) / (samples - i).
    let all_wrong: f64 = (0..k).map(|i| f64::from(wrong - i) / f64::from(samples - i)).product();
    Some(1.0 - all_wrong)
}

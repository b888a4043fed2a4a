//! Exact match of the texts of spans, for models that write text and give no places.

use crate::metric::Metric;

/// The fraction of answers whose lines are the texts of the true spans.
pub static TEXT_MATCH: Metric = Metric {
    name: "text_match",
    signature: "texts:stripped",
    about: "fraction of answers whose texts are those of the true spans, each as often, in any order",
    source: "CodeQueries, the prompting experiments of its repository",
    ..Metric::FRACTION
};

/// Returns whether the texts are those of the true spans: each as often, in any order, without whitespace around them.
///
/// Texts of whitespace count for nothing on either side.
pub fn texts_match<T: AsRef<str>, G: AsRef<str>>(truth: &[T], given: &[G]) -> bool {
    let (truth, given) = (sorted(truth), sorted(given));
    truth == given
}

fn sorted<T: AsRef<str>>(texts: &[T]) -> Vec<&str> {
    let mut stripped: Vec<&str> =
        texts.iter().map(|text| text.as_ref().trim()).filter(|text| !text.is_empty()).collect();
    stripped.sort_unstable();
    stripped
}

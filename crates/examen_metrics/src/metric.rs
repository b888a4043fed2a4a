//! The description of a metric.

use serde::Serialize;

use crate::aggregation::Aggregation;
use crate::text_resources::CountText;

/// A metric.
#[derive(Debug, Serialize)]
pub struct Metric {
    /// The name in result logs, for good.
    pub name: &'static str,
    /// The beginning of its signatures: the variant that this code computes.
    pub signature: &'static str,
    /// What it measures, in a sentence.
    pub about: &'static str,
    /// Where it comes from.
    pub source: &'static str,
    /// The least and the greatest value.
    pub range: (f64, f64),
    /// Which values are the better ones.
    pub better: Better,
    /// How the value of many examples is computed.
    #[serde(skip)]
    pub aggregation: Aggregation,
    /// What a metric of texts counts in a pair of them.
    #[serde(skip)]
    pub count_text: Option<CountText>,
}

/// Which values of a metric are the better ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Better {
    /// The higher ones.
    Higher,
    /// The lower ones.
    Lower,
    /// Neither: the value describes the exam, or what to make of it depends on another one.
    Neither,
}

impl Metric {
    /// The common case: the mean of scores from 0 to 1, and more is better. A base for struct updates.
    pub const FRACTION: Self = Self {
        name: "",
        signature: "",
        about: "",
        source: "",
        range: (0.0, 1.0),
        better: Better::Higher,
        aggregation: Aggregation::Mean,
        count_text: None,
    };

    /// A fraction, times 100, as the tools print that made the metric known.
    pub const PERCENT: Self = Self { range: (0.0, 100.0), ..Self::FRACTION };

    /// Returns the signature with more facts about what was scored: `spans:both|examples:all`.
    pub fn signature_with(&self, facts: &[(&str, &str)]) -> String {
        let mut signature = self.signature.to_owned();
        for (name, value) in facts {
            let bar = if signature.is_empty() { "" } else { "|" };
            signature.extend([bar, name, ":", value]);
        }
        signature
    }
}

//! Names compared by their parts, as the authors of code2vec and code2seq count them.

use crate::aggregation::Aggregation;
use crate::metric::Metric;
use crate::overlap::Overlap;

const SOURCE: &str = "Alon et al. 2019, code2vec and code2seq: the released evaluations";

/// The fraction of given parts that are in the true name.
pub static SUBTOKEN_PRECISION: Metric = Metric {
    name: "subtoken_precision",
    signature: "case:lower|order:none",
    about: "fraction of given parts of names that the true name has",
    source: SOURCE,
    aggregation: Aggregation::PRECISION,
    ..Metric::FRACTION
};

/// The fraction of parts of the true name that were given.
pub static SUBTOKEN_RECALL: Metric = Metric {
    name: "subtoken_recall",
    signature: "case:lower|order:none",
    about: "fraction of parts of true names that were given",
    source: SOURCE,
    aggregation: Aggregation::RECALL,
    ..Metric::FRACTION
};

/// The harmonic mean of the two.
pub static SUBTOKEN_F1: Metric = Metric {
    name: "subtoken_f1",
    signature: "case:lower|order:none",
    about: "harmonic mean of the precision and recall of parts of names",
    source: SOURCE,
    aggregation: Aggregation::F1,
    ..Metric::FRACTION
};

/// Whose way of counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SubtokenRule {
    /// Each given part counts as often as it is given, whether it is in the true name so often or not.
    Code2vec,
    /// The same, but a name that reads the same when its parts are joined is right as a whole, and unknown parts are not
    /// counted.
    Code2seq,
}

/// What code2seq's decoder writes for a part that it does not know, and behind the last.
const SPECIAL: [&str; 3] = ["<UNK>", "<PAD>", "</S>"];

impl SubtokenRule {
    /// Both, in the order in which reports list them.
    pub const ALL: [Self; 2] = [Self::Code2vec, Self::Code2seq];

    /// The word in a signature.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Code2vec => "code2vec",
            Self::Code2seq => "code2seq",
        }
    }
}

impl Overlap {
    /// Counts the parts, joined by bars, of one name.
    pub fn add_name(&mut self, truth: &str, given: &str, rule: SubtokenRule) {
        let (truth, given) = (truth.to_lowercase(), given.to_owned());
        let is_code2seq = rule == SubtokenRule::Code2seq;
        let is_part = |part: &&str| !(part.is_empty() || is_code2seq && SPECIAL.contains(part));
        let given: Vec<String> = given.split('|').filter(is_part).map(str::to_lowercase).collect();
        let truth: Vec<&str> = truth.split('|').filter(|part| !part.is_empty()).collect();
        if is_code2seq && given.concat() == truth.concat() {
            self.right += truth.len() as u64;
            return;
        }
        let right = given.iter().filter(|part| truth.contains(&part.as_str())).count() as u64;
        self.right += right;
        self.wrong += given.len() as u64 - right;
        self.missed += truth.iter().filter(|part| !given.iter().any(|it| it == *part)).count() as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(truth: &str, given: &str, rule: SubtokenRule) -> [u64; 3] {
        let mut counts = Overlap::default();
        counts.add_name(truth, given, rule);
        [counts.right, counts.wrong, counts.missed]
    }

    #[test]
    fn parts_count_without_order_and_case() {
        for rule in SubtokenRule::ALL {
            assert_eq!(counts("get|name", "Name|get", rule), [2, 0, 0]);
            assert_eq!(counts("get|name", "get|names", rule), [1, 1, 1]);
            assert_eq!(counts("get|name", "", rule), [0, 0, 2]);
            // A part that is given twice is right twice: the authors do not clip.
            assert_eq!(counts("get|name", "get|get", rule), [2, 0, 1]);
        }
    }

    #[test]
    fn code2seq_joins_parts_and_leaves_out_special_ones() {
        assert_eq!(counts("to|string", "tostring", SubtokenRule::Code2vec), [0, 1, 2]);
        assert_eq!(counts("to|string", "tostring", SubtokenRule::Code2seq), [2, 0, 0]);
        assert_eq!(counts("run", "run|<UNK>", SubtokenRule::Code2seq), [1, 0, 0]);
        assert_eq!(counts("run", "run|<UNK>", SubtokenRule::Code2vec), [1, 1, 0]);
    }
}

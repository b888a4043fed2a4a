//! For which queries a file serves as a negative example.
//!
//! Nearly every file looks like an answer to some twenty queries, so a choice has to be made, and without knowledge of the
//! other files: shards must agree. Each file samples its queries, those whose negatives are scarce beside their
//! answers more often. What is still too much is left out when all examples are known (`Selection`).

use examen_queries::{BaseRate, Query};

use crate::random::uniform;
use crate::source::SourceKey;

/// How a file is used as a negative example.
#[derive(Clone, Copy, Debug)]
pub(super) struct Negatives {
    /// For how many queries, on average.
    per_file: f64,
    /// How likely a query is, beside the others.
    weight: fn(BaseRate) -> f64,
}

impl Negatives {
    /// Queries whose negatives are scarce beside their answers come first.
    pub(super) fn of_files(per_file: f64) -> Self {
        Self { per_file, weight }
    }

    /// In edited copies answers are as frequent as edits make them, so queries with few places that look like answers come first.
    pub(super) fn of_copies(per_file: f64) -> Self {
        Self { per_file, weight: |rate| 1.0 / f64::from(rate.plausible.max(1)).sqrt() }
    }
}

/// Returns for how many queries this file serves as a negative example.
pub(super) fn number_of_negatives(negatives: &Negatives, seed: u64, key: &SourceKey) -> usize {
    let rate = negatives.per_file;
    let whole = rate.max(0.0).floor();
    let one_more = uniform(seed, "negatives", &name(key)) <= rate.max(0.0) - whole;
    #[expect(clippy::cast_sign_loss, reason = "it is not below zero")]
    let whole = whole as usize;
    whole + usize::from(one_more)
}

/// Returns the queries in the order in which a file should be tried as their negative example.
pub(super) fn order_of_negatives(
    queries: &[&'static Query],
    negatives: &Negatives,
    seed: u64,
    key: &SourceKey,
) -> Vec<&'static Query> {
    let name = name(key);
    let mut drawn: Vec<(f64, &'static Query)> = queries
        .iter()
        .map(|&query| {
            // Weighted sampling without replacement: smallest first (Efraimidis and Spirakis, 2006). A number for each
            // query by itself, so that the other queries asked change nothing.
            (-uniform(seed, query.id, &name).ln() / (negatives.weight)(query.base_rate), query)
        })
        .collect();
    drawn.sort_by(|left, right| left.0.total_cmp(&right.0).then_with(|| left.1.id.cmp(right.1.id)));
    drawn.into_iter().map(|(_, query)| query).collect()
}

fn name(key: &SourceKey) -> String {
    format!("{}\n{}\n{}", key.project, key.path, key.content_hash)
}

/// Files with answers for each file with something that looks like one, at most 1.
fn weight(rate: BaseRate) -> f64 {
    (f64::from(rate.answers) / f64::from(rate.plausible.max(1))).min(1.0)
}

#[cfg(test)]
mod tests {
    use examen_queries::python::QUERIES;

    use super::*;

    #[test]
    fn a_scarce_query_comes_early_and_others_change_nothing() {
        let key = |number: u32| SourceKey {
            project: "p".to_owned(),
            path: format!("{number}.py"),
            content_hash: String::new(),
        };
        let usual = Negatives::of_files(1.0);
        let place = |queries: &[&'static Query], number: u32, id: &str| {
            order_of_negatives(queries, &usual, 0, &key(number)).iter().position(|query| query.id == id)
        };
        let early = (0..200).filter(|&number| place(QUERIES, number, "py/missing-equals") < Some(10)).count();
        assert!(early > 150, "{early}");
        let pair = &QUERIES[..2];
        for number in 0..50 {
            let all = order_of_negatives(QUERIES, &usual, 0, &key(number));
            let of_pair: Vec<&str> =
                all.iter().map(|query| query.id).filter(|&id| pair.iter().any(|query| query.id == id)).collect();
            let alone: Vec<&str> =
                order_of_negatives(pair, &usual, 0, &key(number)).iter().map(|query| query.id).collect();
            assert_eq!(of_pair, alone);
        }
    }
}

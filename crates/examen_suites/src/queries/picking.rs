//! For which queries a file serves as a negative example.
//!
//! Nearly every file looks like an answer to some twenty queries, so a choice has to be made, and without knowledge of the
//! other files: shards must agree. Each file draws its queries by chance, those whose negatives are scarce beside their
//! answers more often. What is still too much is left out when all examples are known (`Selection`).

use examen_queries::Query;

use crate::chance::share;
use crate::source::SourceKey;

/// In how many of 56,369 files of 152 released packages a query has answers, and in how many others something looks like
/// one. Sorted by id.
const RATES: &[(&str, u32, u32)] = &[
    ("py/call-to-non-callable", 77, 42467),
    ("py/call/wrong-arguments", 92, 23615),
    ("py/call/wrong-number-class-arguments", 28, 8604),
    ("py/catch-base-exception", 1670, 15049),
    ("py/comparison-of-constants", 50, 34429),
    ("py/comparison-of-identical-expressions", 131, 14738),
    ("py/comparison-using-is", 228, 18480),
    ("py/conflicting-attributes", 103, 4956),
    ("py/constant-conditional-expression", 171, 33785),
    ("py/deprecated-slice-method", 40, 17895),
    ("py/duplicate-key-dict-literal", 31, 15933),
    ("py/equals-hash-mismatch", 63, 333),
    ("py/flask-debug", 3, 7),
    ("py/illegal-raise", 58, 9992),
    ("py/implicit-string-concatenation-in-list", 200, 13794),
    ("py/import-and-import-from", 704, 33275),
    ("py/import-deprecated-module", 110, 52416),
    ("py/imprecise-assert", 967, 5473),
    ("py/incomplete-ordering", 40, 149),
    ("py/incomplete-url-substring-sanitization", 26, 10417),
    ("py/inheritance/signature-mismatch", 56, 2528),
    ("py/init-calls-subclass", 160, 2222),
    ("py/insecure-temporary-file", 81, 632),
    ("py/iter-returns-non-iterator", 64, 87),
    ("py/missing-call-to-init", 211, 1281),
    ("py/missing-equals", 359, 27),
    ("py/modification-of-default-value", 99, 975),
    ("py/modification-of-locals", 11, 402),
    ("py/multiple-definition", 1790, 22232),
    ("py/nested-loops-with-same-variable", 128, 7156),
    ("py/not-named-self", 302, 30314),
    ("py/polluting-import", 24, 2059),
    ("py/procedure-return-value-used", 249, 16785),
    ("py/raise-not-implemented", 26, 16163),
    ("py/redundant-assignment", 113, 16033),
    ("py/redundant-comparison", 136, 1530),
    ("py/redundant-else", 217, 23274),
    ("py/redundant-global-declaration", 13, 1119),
    ("py/repeated-import", 188, 34247),
    ("py/should-use-with", 309, 446),
    ("py/side-effect-in-assert", 116, 9366),
    ("py/special-method-wrong-signature", 30, 4719),
    ("py/super-not-enclosing-class", 109, 5049),
    ("py/test-equals-none", 247, 29960),
    ("py/unexpected-raise-in-special-method", 44, 693),
    ("py/unguarded-next-in-generator", 57, 1376),
    ("py/unnecessary-delete", 81, 3904),
    ("py/unnecessary-pass", 181, 10459),
    ("py/unreachable-statement", 809, 1935),
    ("py/unused-import", 4915, 46486),
    ("py/unused-local-variable", 4245, 38549),
    ("py/unused-loop-variable", 215, 22890),
];

/// For how many queries this file serves as a negative example, when files do for `rate` on average.
pub(super) fn number_of_negatives(rate: f64, seed: u64, key: &SourceKey) -> usize {
    let whole = rate.max(0.0).floor();
    let one_more = share(seed, "negatives", &name(key)) <= rate.max(0.0) - whole;
    #[expect(clippy::cast_sign_loss, reason = "it is not below zero")]
    let whole = whole as usize;
    whole + usize::from(one_more)
}

/// The queries in the order in which a file should be tried as their negative example.
pub(super) fn order_of_negatives(queries: &[&'static Query], seed: u64, key: &SourceKey) -> Vec<&'static Query> {
    let name = name(key);
    let mut drawn: Vec<(f64, &'static Query)> = queries
        .iter()
        .map(|&query| {
            // Weighted sampling without replacement: smallest first (Efraimidis and Spirakis, 2006). A number for each
            // query by itself, so that the other queries asked change nothing.
            (-share(seed, query.id, &name).ln() / weight(query.id), query)
        })
        .collect();
    drawn.sort_by(|left, right| left.0.total_cmp(&right.0).then_with(|| left.1.id.cmp(right.1.id)));
    drawn.into_iter().map(|(_, query)| query).collect()
}

fn name(key: &SourceKey) -> String {
    format!("{}\n{}\n{}", key.project, key.path, key.content_hash)
}

/// Answers for each place that looks like one, at most 1. A query that was never counted is taken for a frequent one.
fn weight(id: &str) -> f64 {
    let rate = RATES.binary_search_by_key(&id, |&(id, _, _)| id).map(|at| RATES[at]);
    rate.map_or(0.1, |(_, answers, plausible)| (f64::from(answers) / f64::from(plausible.max(1))).min(1.0))
}

#[cfg(test)]
mod tests {
    use examen_queries::python::QUERIES;

    use super::*;

    #[test]
    fn every_query_was_counted() {
        assert!(RATES.is_sorted());
        assert!(QUERIES.iter().all(|query| RATES.iter().any(|(id, _, _)| *id == query.id)));
    }

    #[test]
    fn a_scarce_query_comes_early_and_others_change_nothing() {
        let key = |number: u32| SourceKey {
            project: "p".to_owned(),
            path: format!("{number}.py"),
            content_hash: String::new(),
        };
        let place = |queries: &[&'static Query], number: u32, id: &str| {
            order_of_negatives(queries, 0, &key(number)).iter().position(|query| query.id == id)
        };
        let early = (0..200).filter(|&number| place(QUERIES, number, "py/missing-equals") < Some(10)).count();
        assert!(early > 150, "{early}");
        let pair: Vec<&'static Query> = QUERIES.iter().copied().filter(|query| query.number < 3).collect();
        for number in 0..50 {
            let all = order_of_negatives(QUERIES, 0, &key(number));
            let of_pair: Vec<&str> = all.iter().filter(|query| query.number < 3).map(|query| query.id).collect();
            let alone: Vec<&str> = order_of_negatives(&pair, 0, &key(number)).iter().map(|query| query.id).collect();
            assert_eq!(of_pair, alone);
        }
    }
}

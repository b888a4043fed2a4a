//! What holds of statistics for all samples.

use examen_metrics::ConfusionMatrix;
use examen_metrics::statistics::{
    Bootstrap, Ends, Pairs, Sample, Scale, Weights, benjamini_hochberg, bootstrap, cohen_kappa, holm,
    krippendorff_alpha, mcnemar, mcnemar_corrected, mcnemar_exact, paired_bootstrap, permutation_test, spread_of_runs,
};
use proptest::prelude::*;

use crate::assert_near;
use crate::statistics::{mean, ratio};

/// Scores of two models in a few projects, and a permutation of the rows.
fn paired_scores() -> impl Strategy<Value = Vec<(u8, [f64; 2], [f64; 2])>> {
    let scores = || (0..5u8, 1..5u8).prop_map(|(right, all)| [f64::from(right.min(all)), f64::from(all)]);
    proptest::collection::vec((0..8u8, scores(), scores()), 2..60)
}

fn pairs(rows: &[(u8, [f64; 2], [f64; 2])]) -> (Sample, Sample) {
    let first = Sample::of_clusters(2, rows.iter().map(|row| (row.0, row.1))).unwrap();
    let second = Sample::of_clusters(2, rows.iter().map(|row| (row.0, row.2))).unwrap();
    (first, second)
}

fn quick(ends: Ends) -> Bootstrap {
    Bootstrap { replicates: 200, ends, ..Bootstrap::default() }
}

proptest! {
    #[test]
    fn swapping_the_models_negates_the_difference(rows in paired_scores()) {
        let (first, second) = pairs(&rows);
        let (there, back) = (Pairs::new(&first, &second).unwrap(), Pairs::new(&second, &first).unwrap());
        let (found, turned) =
            (permutation_test(&there, &ratio, 1, 300).unwrap(), permutation_test(&back, &ratio, 1, 300).unwrap());
        assert_near(found.difference, -turned.difference, "difference");
        assert_near(found.p, turned.p, "p");
        prop_assert!(found.p > 0.0 && found.p <= 1.0);
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        prop_assert_eq!(alone.install(|| permutation_test(&there, &ratio, 1, 300)), Ok(found));
        if let Ok(found) = paired_bootstrap(&there, &ratio, quick(Ends::Percentile)) {
            let turned = paired_bootstrap(&back, &ratio, quick(Ends::Percentile)).unwrap();
            assert_near(found.difference.interval.low, -turned.difference.interval.high, "interval");
            assert_near(found.p, turned.p, "p of the bootstrap");
            prop_assert!(found.p > 0.0 && found.p <= 1.0 && found.detectable > 0.0);
            assert_near(found.difference.value, found.first - found.second, "value");
        }
    }

    #[test]
    fn the_order_of_examples_in_clusters_says_nothing(rows in paired_scores(), turn in 0..60usize) {
        let mut turned = rows.clone();
        turned.rotate_left(turn % rows.len());
        // Counts are whole numbers, so that sums do not depend on the order either.
        prop_assert_eq!(pairs(&rows), pairs(&turned));
    }

    #[test]
    fn intervals_are_whole_and_the_same_on_any_number_of_threads(
        scores in proptest::collection::vec(0.0..1.0f64, 2..80), seed in any::<u64>()
    ) {
        let sample = Sample::of_examples(1, scores.iter().map(std::slice::from_ref)).unwrap();
        for ends in [Ends::Percentile, Ends::Bca] {
            let how = Bootstrap { seed, ..quick(ends) };
            let found = bootstrap(&sample, &mean, how);
            let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
            prop_assert_eq!(&alone.install(|| bootstrap(&sample, &mean, how)), &found);
            if let Ok(found) = found {
                let least = scores.iter().copied().fold(1.0, f64::min);
                let most = scores.iter().copied().fold(0.0, f64::max);
                prop_assert!(least - 1e-12 <= found.interval.low && found.interval.high <= most + 1e-12);
                prop_assert!(found.interval.low < found.interval.high && found.standard_error > 0.0);
                let plain = bootstrap(&sample, &mean, Bootstrap { is_expanded: false, ..how }).unwrap();
                prop_assert!(found.interval.low <= plain.interval.low && plain.interval.high <= found.interval.high);
            }
        }
    }

    #[test]
    fn corrected_p_values_are_no_less_and_in_the_same_order(p_values in proptest::collection::vec(0.0..=1.0f64, 0..40)) {
        let (of_holm, of_bh) = (holm(&p_values).unwrap(), benjamini_hochberg(&p_values).unwrap());
        for adjusted in [&of_holm, &of_bh] {
            for (left, &p) in p_values.iter().enumerate() {
                prop_assert!(adjusted[left] >= p && adjusted[left] <= 1.0);
                for (right, &other) in p_values.iter().enumerate() {
                    prop_assert!(p > other || adjusted[left] <= adjusted[right]);
                }
            }
        }
        prop_assert!(of_holm.iter().zip(&of_bh).all(|(holm, bh)| holm >= bh));
    }

    #[test]
    fn mcnemars_p_is_a_probability_whichever_model_is_first(first in 0..200u64, second in 0..200u64) {
        for test in [mcnemar, mcnemar_exact, mcnemar_corrected] {
            let found = test(first, second);
            prop_assert!(found.p > 0.0 && found.p <= 1.0 && found.statistic >= 0.0);
            prop_assert_eq!(found, test(second, first));
        }
    }

    #[test]
    fn an_exact_permutation_test_of_scores_is_mcnemars(first in 0..7u64, second in 0..6u64, same in 0..20u64) {
        let scores = (0..first).map(|_| (1.0, 0.0)).chain((0..second).map(|_| (0.0, 1.0))).chain((0..same).map(|_| (1.0, 1.0)));
        let scores: Vec<(f64, f64)> = scores.collect();
        prop_assume!(!scores.is_empty());
        let of_first = Sample::of_examples(1, scores.iter().map(|score| [score.0])).unwrap();
        let of_second = Sample::of_examples(1, scores.iter().map(|score| [score.1])).unwrap();
        let found = permutation_test(&Pairs::new(&of_first, &of_second).unwrap(), &mean, 0, 100).unwrap();
        prop_assert!(found.is_exact);
        assert_near(found.p, mcnemar_exact(first, second).p, "p");
    }

    #[test]
    fn agreement_is_at_most_1_and_1_with_oneself(ratings in proptest::collection::vec((0..3usize, 0..3usize), 1..50)) {
        let (mut both, mut with_itself) = (ConfusionMatrix::new(3), ConfusionMatrix::new(3));
        for &(first, second) in &ratings {
            both.add(first, second).unwrap();
            with_itself.add(first, first).unwrap();
        }
        for weights in [Weights::Equal, Weights::Linear, Weights::Quadratic] {
            prop_assert!(cohen_kappa(&both, weights).is_none_or(|kappa| (-1.0 - 1e-12..=1.0).contains(&kappa)));
            prop_assert!(cohen_kappa(&with_itself, weights).is_none_or(|kappa| kappa >= 1.0));
        }
        let mut things: Vec<[Option<f64>; 2]> =
            ratings.iter().map(|&(first, second)| [Some(first as f64), Some(second as f64)]).collect();
        for scale in [Scale::Nominal, Scale::Ordinal, Scale::Interval] {
            let found = krippendorff_alpha(&things, scale);
            prop_assert!(found.is_none_or(|alpha| (-1.0 - 1e-12..=1.0).contains(&alpha)));
            things.reverse();
            let turned = krippendorff_alpha(&things, scale);
            prop_assert!(found.zip(turned).is_none_or(|(found, turned)| (found - turned).abs() < 1e-12));
        }
        prop_assert!(both.mcc().is_some_and(|mcc| (-1.0..=1.0).contains(&mcc)));
        prop_assert!(both.macro_f1().is_some_and(|f1| (0.0..=1.0).contains(&f1)));
    }

    #[test]
    fn runs_that_answer_alike_owe_nothing_to_the_seed(rows in paired_scores()) {
        let (first, _) = pairs(&rows);
        prop_assume!(first.units() > 1);
        let found = spread_of_runs(&[first.clone(), first.clone(), first], &ratio).unwrap();
        prop_assert!(found.of_seed < 1e-20 && found.of_examples >= 0.0);
    }
}

#[test]
fn many_examples_are_drawn_in_groups_that_vary_as_they_do() {
    let scores: Vec<[f64; 1]> =
        (0..60_000_u32).map(|number| [f64::from(number.wrapping_mul(2_654_435_769) >> 8)]).collect();
    let n = scores.len() as f64;
    let average = scores.iter().map(|score| score[0]).sum::<f64>() / n;
    let variance = scores.iter().map(|score| (score[0] - average).powi(2)).sum::<f64>() / n;
    let sample = Sample::of_examples(1, &scores).unwrap();
    let found = bootstrap(&sample, &mean, Bootstrap::default()).unwrap();
    let error = (variance / n).sqrt();
    // 2,000 samples tell a standard error to 1.6 %, the groups to 0.7 %.
    assert!((found.standard_error / error - 1.0).abs() < 0.05, "{} and {error}", found.standard_error);
    assert!(((found.interval.high - found.interval.low) / (2.0 * 1.96 * error) - 1.0).abs() < 0.08, "{found:?}");
}

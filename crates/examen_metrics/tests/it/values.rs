//! Values of many examples: pass@k, decisions, selectivity, intervals.

use examen_metrics::{
    ControlledAnswers, Decisions, fraction_interval, majority_baseline, mean_interval, pass_at_k, random_baseline,
};
use proptest::prelude::*;
use serde::Deserialize;

use crate::{assert_near, cases};

#[derive(Deserialize)]
struct PassCase {
    samples: u32,
    right: u32,
    k: u32,
    value: Option<f64>,
}

#[derive(Deserialize)]
struct DecisionCase {
    truth: Vec<bool>,
    given: Vec<bool>,
    accuracy: (u64, u64),
    precision: (u64, u64),
    recall: (u64, u64),
    f1: Option<f64>,
}

#[derive(Deserialize)]
struct SelectivityCase {
    both: u64,
    only_true: u64,
    only_control: u64,
    neither: u64,
    #[serde(rename = "true")]
    of_true: (u64, u64),
    control: (u64, u64),
    selectivity: f64,
    low: f64,
    high: f64,
}

#[derive(Deserialize)]
struct IntervalCase {
    right: u64,
    n: u64,
    low: f64,
    high: f64,
}

#[test]
fn pass_at_k_is_that_of_exact_fractions() {
    for PassCase { samples, right, k, value } in cases("pass_at_k") {
        let what = format!("{right} of {samples} right, k {k}");
        match (pass_at_k(samples, right, k), value) {
            (Some(found), Some(wanted)) => assert_near(found, wanted, &what),
            (found, wanted) => assert_eq!(found, wanted, "{what}"),
        }
    }
}

#[test]
fn decisions_count_as_in_the_fixture() {
    for DecisionCase { truth, given, accuracy, precision, recall, f1 } in cases("classification") {
        let mut decisions = Decisions::default();
        for (&truth, &given) in truth.iter().zip(&given) {
            decisions.add(truth, given);
        }
        assert_eq!(decisions.accuracy_counts(), accuracy);
        assert_eq!(decisions.precision_counts(), precision);
        assert_eq!(decisions.recall_counts(), recall);
        match (decisions.f1(), f1) {
            (Some(found), Some(wanted)) => assert_near(found, wanted, "f1"),
            (found, wanted) => assert_eq!(found, wanted),
        }
    }
}

#[test]
fn selectivity_is_the_difference_with_newcombes_interval() {
    for case in cases::<SelectivityCase>("selectivity") {
        let SelectivityCase { both, only_true, only_control, neither, .. } = case;
        let answers = ControlledAnswers { both, only_true, only_control, neither };
        assert_eq!((answers.true_counts(), answers.control_counts()), (case.of_true, case.control));
        let what = format!("{answers:?}");
        assert_near(answers.selectivity().unwrap(), case.selectivity, &what);
        let interval = answers.interval().unwrap();
        assert_near(interval.low, case.low, &what);
        assert_near(interval.high, case.high, &what);
    }
    assert_eq!(ControlledAnswers::default().selectivity(), None);
    assert_eq!(ControlledAnswers::default().interval(), None);
}

#[test]
fn answers_are_counted_by_both_labels() {
    let mut answers = ControlledAnswers::default();
    for (is_right, is_control_right) in [(true, true), (true, false), (true, false), (false, true), (false, false)] {
        answers.add(is_right, is_control_right);
    }
    assert_eq!(answers, ControlledAnswers { both: 1, only_true: 2, only_control: 1, neither: 1 });
}

#[test]
fn baselines_are_those_of_the_classes() {
    assert_eq!(random_baseline(4), Some(0.25));
    assert_eq!(random_baseline(0), None);
    assert_eq!(majority_baseline([1, 2, 1]), Some(0.5));
    assert_eq!(majority_baseline([]), None);
}

#[test]
fn fraction_intervals_are_wilsons() {
    for IntervalCase { right, n, low, high } in cases("interval") {
        let interval = fraction_interval(right, n).unwrap();
        assert_near(interval.low, low, &format!("{right} of {n}, low"));
        assert_near(interval.high, high, &format!("{right} of {n}, high"));
    }
    assert_eq!(fraction_interval(0, 0), None);
    assert_eq!(fraction_interval(2, 1), None);
}

#[test]
fn mean_intervals_are_normal() {
    // 0.25, 0.5, 0.5 and 0.75: the squares sum up to 1.125, those of the distances from the mean to 0.125.
    let interval = mean_interval(2.0, 1.125, 4).unwrap();
    let half = 1.959_963_984_540_054 * (0.125_f64 / 3.0 / 4.0).sqrt();
    assert_near(interval.low, 0.5 - half, "low");
    assert_near(interval.high, 0.5 + half, "high");
    assert_eq!(mean_interval(1.0, 1.0, 1), None);
}

proptest! {
    #[test]
    fn intervals_hold_their_fraction((right, n) in (1..10_000u64).prop_flat_map(|n| (0..=n, Just(n)))) {
        let interval = fraction_interval(right, n).unwrap();
        let fraction = right as f64 / n as f64;
        prop_assert!(0.0 <= interval.low && interval.low <= fraction && fraction <= interval.high && interval.high <= 1.0);
        prop_assert!(interval.low < interval.high);
    }

    #[test]
    fn selectivity_lies_in_its_interval(
        both in 0..500u64, only_true in 0..500u64, only_control in 0..500u64, neither in 0..500u64
    ) {
        let answers = ControlledAnswers { both, only_true, only_control, neither };
        prop_assume!(answers != ControlledAnswers::default());
        let (value, interval) = (answers.selectivity().unwrap(), answers.interval().unwrap());
        prop_assert!(-1.0 <= interval.low && interval.low <= value && value <= interval.high && interval.high <= 1.0);
        // The other way round everything has the other sign.
        let turned = ControlledAnswers { both, only_true: only_control, only_control: only_true, neither };
        assert_near(turned.selectivity().unwrap(), -value, "value");
        assert_near(turned.interval().unwrap().low, -interval.high, "low");
    }

    #[test]
    fn pass_at_k_lies_between_its_bounds_and_grows(samples in 1..40u32, right in 0..40u32) {
        prop_assume!(right <= samples);
        let values: Vec<f64> = (1..=samples).map(|k| pass_at_k(samples, right, k).unwrap()).collect();
        prop_assert!(values.iter().all(|value| (0.0..=1.0).contains(value)));
        prop_assert!(values.windows(2).all(|pair| pair[0] <= pair[1] + 1e-12));
        assert_near(values[0], f64::from(right) / f64::from(samples), "pass@1 is the fraction of right samples");
    }

    #[test]
    fn decision_values_lie_between_0_and_1(pairs in proptest::collection::vec((any::<bool>(), any::<bool>()), 0..30)) {
        let mut decisions = Decisions::default();
        for (truth, given) in pairs.iter().copied() {
            decisions.add(truth, given);
        }
        for (right, all) in [decisions.accuracy_counts(), decisions.precision_counts(), decisions.recall_counts()] {
            prop_assert!(right <= all && all <= pairs.len() as u64);
        }
        prop_assert!(decisions.f1().is_none_or(|f1| (0.0..=1.0).contains(&f1)));
    }
}

//! How often 95 % intervals hold the true value, in exams that are made up.
//!
//! With `EXAMEN_SLOW=1` in the environment there are 2,000 exams of each kind, and the coverage is that of `docs/statistics.md`;
//! otherwise there are 60, which only a bad interval fails.

use examen_metrics::statistics::{
    Bootstrap, Ends, Pairs, Sample, StatisticsError, bootstrap, paired_bootstrap, permutation_test,
};
use examen_metrics::{Interval, fraction_interval};
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::statistics::{mean, ratio};

/// Exams whose coverage is worth telling, and exams that show that nothing is broken.
const MANY: u64 = 2_000;
const FEW: u64 = 60;
/// Examples of an exam.
const EXAMPLES: usize = 300;

/// The ways to an interval whose coverage is measured; the first is the default.
const WAYS: [(&str, Ends, bool); 4] = [
    ("BCa, expanded", Ends::Bca, true),
    ("BCa", Ends::Bca, false),
    ("percentile, expanded", Ends::Percentile, true),
    ("percentile", Ends::Percentile, false),
];

fn exams() -> u64 {
    if std::env::var_os("EXAMEN_SLOW").is_some() { MANY } else { FEW }
}

/// The fraction of made-up exams in which something is so.
fn fraction_of_exams(kind: u64, is_so: impl Fn(&mut ChaCha8Rng) -> bool) -> f64 {
    let times = (0..exams()).filter(|exam| is_so(&mut ChaCha8Rng::seed_from_u64(kind << 32 | exam))).count();
    times as f64 / exams() as f64
}

/// Intervals of 2,000 exams hold the truth in 93 to 97 % of them; 60 exams tell no more than that it is not 75 %.
fn check(what: &str, coverage: f64) {
    eprintln!("{what}: {:.1} %", 100.0 * coverage);
    let right = if exams() == MANY { 0.93..=0.97 } else { 0.85..=1.0 };
    assert!(right.contains(&coverage), "{what}: {coverage}");
}

/// The coverage of all ways to an interval; the default has to be right.
fn check_ways(
    what: &str,
    kind: u64,
    truth: f64,
    interval: impl Fn(&mut ChaCha8Rng, Bootstrap) -> Result<Interval, StatisticsError>,
) {
    let ways = if exams() == MANY { &WAYS[..] } else { &WAYS[..1] };
    for (place, &(way, ends, is_expanded)) in ways.iter().enumerate() {
        let coverage = fraction_of_exams(kind, |generator| {
            let how = Bootstrap { seed: generator.random(), ends, is_expanded, ..Bootstrap::default() };
            let Interval { low, high } = interval(generator, how).unwrap();
            low <= truth && truth <= high
        });
        let what = format!("{what}, {way}");
        if place == 0 {
            check(&what, coverage);
        } else {
            eprintln!("{what}: {:.1} %", 100.0 * coverage);
        }
    }
}

fn happens(generator: &mut ChaCha8Rng, probability: f64) -> bool {
    generator.random::<f64>() < probability
}

/// A score such as the F1 of tokens: often nothing, sometimes all, mostly low.
fn skewed_score(generator: &mut ChaCha8Rng) -> f64 {
    match generator.random::<f64>() {
        place if place < 0.25 => 0.0,
        place if place < 0.4 => 1.0,
        _ => generator.random::<f64>().powi(2),
    }
}

#[test]
fn coverage_of_fractions() {
    for (kind, truth) in [(1, 0.03), (2, 0.5), (3, 0.85)] {
        let coverage = fraction_of_exams(kind, |generator| {
            let right = (0..EXAMPLES).filter(|_| happens(generator, truth)).count();
            let Interval { low, high } = fraction_interval(right as u64, EXAMPLES as u64).unwrap();
            low <= truth && truth <= high
        });
        check(&format!("fraction {truth}, Wilson"), coverage);
    }
}

#[test]
fn coverage_of_means_of_skewed_scores() {
    let truth = 0.15 + 0.6 / 3.0;
    check_ways("mean of skewed scores", 4, truth, |generator, how| {
        let sample = Sample::of_examples(1, (0..EXAMPLES).map(|_| [skewed_score(generator)]))?;
        Ok(bootstrap(&sample, &mean, how)?.interval)
    });
}

#[test]
fn coverage_of_ratios_of_sums() {
    // Lengths, how often they are met and the fraction of tokens that is right: long answers are rare and bad.
    const KINDS: [(u32, f64, f64); 4] = [(2, 0.4, 0.8), (5, 0.3, 0.6), (10, 0.2, 0.5), (40, 0.1, 0.3)];
    let top: f64 = KINDS.iter().map(|&(length, met, right)| f64::from(length) * met * right).sum();
    let bottom: f64 = KINDS.iter().map(|&(length, met, _)| f64::from(length) * met).sum();
    check_ways("ratio of sums", 5, top / bottom, |generator, how| {
        let rows = (0..EXAMPLES).map(|_| {
            let mut place = generator.random::<f64>();
            let met = KINDS.iter().find(|(_, met, _)| {
                place -= met;
                place < 0.0
            });
            let &(length, _, right) = met.unwrap_or(&KINDS[3]);
            let right = right + if happens(generator, 0.5) { 0.2 } else { -0.2 };
            [(0..length).filter(|_| happens(generator, right)).count() as f64, f64::from(length)]
        });
        let sample = Sample::of_examples(2, rows.collect::<Vec<_>>())?;
        Ok(bootstrap(&sample, &ratio, how)?.interval)
    });
}

#[test]
fn coverage_of_means_over_projects() {
    // A project's fraction of right answers is the root of an even number.
    check_ways("fraction of 30 projects with 10 examples", 6, 2.0 / 3.0, |generator, how| {
        clustered(generator, how, |_| 10)
    });
    check_ways("fraction of 30 projects with 2 to 26 examples", 7, 2.0 / 3.0, |generator, how| {
        clustered(generator, how, |generator| [2, 4, 8, 26][generator.random_range(0..4)])
    });
}

fn clustered(
    generator: &mut ChaCha8Rng,
    how: Bootstrap,
    size: impl Fn(&mut ChaCha8Rng) -> usize,
) -> Result<Interval, StatisticsError> {
    let mut rows = Vec::new();
    for project in 0..30 {
        let right = generator.random::<f64>().sqrt();
        for _ in 0..size(generator) {
            rows.push((project, [f64::from(u8::from(happens(generator, right)))]));
        }
    }
    Ok(bootstrap(&Sample::of_clusters(1, rows)?, &mean, how)?.interval)
}

/// Two models' scores of the same examples: the easier an example, the better both. A true mean is 0.75 times the mean value of
/// answers that are not worth nothing.
fn two_models(generator: &mut ChaCha8Rng, rate_of_second: impl Fn(f64) -> f64) -> Pairs {
    let rows: Vec<([f64; 1], [f64; 1])> = (0..EXAMPLES)
        .map(|_| {
            let ease = generator.random::<f64>();
            let mut score = |fraction: f64| {
                if happens(generator, fraction) { [f64::midpoint(1.0, generator.random())] } else { [0.0] }
            };
            (score(ease), score(rate_of_second(ease)))
        })
        .collect();
    let first = Sample::of_examples(1, rows.iter().map(|row| row.0)).unwrap();
    let second = Sample::of_examples(1, rows.iter().map(|row| row.1)).unwrap();
    Pairs::new(&first, &second).unwrap()
}

#[test]
fn coverage_of_paired_differences() {
    let truth = 0.375 - 0.75 / 3.0;
    check_ways("difference of two models", 8, truth, |generator, how| {
        let pairs = two_models(generator, |ease| ease * ease);
        Ok(paired_bootstrap(&pairs, &mean, how)?.difference.interval)
    });
}

#[test]
fn tests_of_equal_models_find_a_difference_in_one_exam_of_twenty() {
    let how = Bootstrap::default();
    let by_bootstrap = fraction_of_exams(9, |generator| {
        let pairs = two_models(generator, |ease| ease);
        paired_bootstrap(&pairs, &mean, Bootstrap { seed: generator.random(), ..how }).unwrap().p > 0.05
    });
    check("no difference found, paired bootstrap", by_bootstrap);
    let by_permutation = fraction_of_exams(9, |generator| {
        let pairs = two_models(generator, |ease| ease);
        permutation_test(&pairs, &mean, generator.random(), 2_000).unwrap().p > 0.05
    });
    check("no difference found, permutation test", by_permutation);
}

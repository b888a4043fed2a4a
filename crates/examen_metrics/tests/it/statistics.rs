//! Statistics against the values of scipy, scikit-learn, statsmodels and krippendorff (`scripts/statistics_references.py`).

use examen_metrics::statistics::{
    Bootstrap, Distribution, Ends, McNemar, McNemarForm, Pairs, Sample, Scale, StatisticsError, Weights,
    benjamini_hochberg, binomial_half, bootstrap, chi_square_tail, cohen_kappa, detectable_difference,
    detectable_difference_of_fractions, holm, krippendorff_alpha, mcnemar, mcnemar_corrected, mcnemar_exact,
    normal_below, normal_quantile, paired_bootstrap, permutation_test, run_statistics, spread_of_runs, t_quantile,
};
use examen_metrics::{ConfusionMatrix, Interval};
use serde::Deserialize;

use crate::{assert_near, reference_cases};

/// A mean of the first numbers.
pub(crate) fn mean(sums: &[f64], n: u64) -> f64 {
    sums[0] / n as f64
}

/// A ratio of sums.
pub(crate) fn ratio(sums: &[f64], _n: u64) -> f64 {
    sums[0] / sums[1]
}

#[derive(Deserialize)]
struct DistributionCase {
    of: String,
    at: f64,
    #[serde(default)]
    freedom: usize,
    #[serde(default)]
    heads: u64,
    #[serde(default)]
    throws: u64,
    value: f64,
}

#[test]
fn distributions_are_scipys() {
    for DistributionCase { of, at, freedom, heads, throws, value } in reference_cases("distributions") {
        let found = match of.as_str() {
            "normal_quantile" => normal_quantile(at).unwrap(),
            "normal_below" => normal_below(at),
            "t_quantile" => t_quantile(at, freedom).unwrap(),
            "chi_square_tail" => chi_square_tail(at),
            _ => binomial_half(heads, throws),
        };
        assert!((found - value).abs() < 1e-9 * value.abs().max(1.0), "{of} {at} {freedom}: {found} and {value}");
    }
    assert_eq!(normal_quantile(1.0), Err(StatisticsError::NotAProbability { value: 1.0 }));
    assert_eq!(t_quantile(0.5, 0), Err(StatisticsError::TooFew { found: 0, wanted: 1 }));
}

#[derive(Deserialize)]
struct ConfusionCase {
    why: String,
    classes: usize,
    truth: Vec<usize>,
    given: Vec<usize>,
    matrix: Vec<Vec<u64>>,
    accuracy: f64,
    balanced_accuracy: f64,
    mcc: f64,
    macro_precision: f64,
    macro_recall: f64,
    macro_f1: f64,
    micro_precision: f64,
    micro_recall: f64,
    micro_f1: f64,
    weighted_precision: f64,
    weighted_recall: f64,
    weighted_f1: f64,
    by_class: Vec<(f64, f64, f64)>,
}

fn confusion(classes: usize, truth: &[usize], given: &[usize]) -> ConfusionMatrix {
    let mut matrix = ConfusionMatrix::new(classes);
    for (&truth, &given) in truth.iter().zip(given) {
        matrix.add(truth, given).unwrap();
    }
    matrix
}

#[test]
fn values_of_classes_are_scikit_learns() {
    let fraction = |(part, all): (u64, u64)| if all == 0 { 0.0 } else { part as f64 / all as f64 };
    for case in reference_cases::<ConfusionCase>("confusion") {
        let found = confusion(case.classes, &case.truth, &case.given);
        for (truth, row) in case.matrix.iter().enumerate() {
            for (given, &count) in row.iter().enumerate() {
                assert_eq!(found.count(truth, given), count, "{}: {truth} {given}", case.why);
            }
        }
        let accuracy = fraction(found.accuracy_counts());
        for (value, wanted, what) in [
            (Some(accuracy), case.accuracy, "accuracy"),
            (Some(accuracy), case.weighted_recall, "weighted recall"),
            (found.balanced_accuracy(), case.balanced_accuracy, "balanced accuracy"),
            (found.mcc(), case.mcc, "mcc"),
            (found.macro_precision(), case.macro_precision, "macro precision"),
            (found.macro_recall(), case.macro_recall, "macro recall"),
            (found.macro_f1(), case.macro_f1, "macro f1"),
            (found.micro_f1(), case.micro_precision, "micro precision"),
            (found.micro_f1(), case.micro_recall, "micro recall"),
            (found.micro_f1(), case.micro_f1, "micro f1"),
            (found.weighted_precision(), case.weighted_precision, "weighted precision"),
            (found.weighted_f1(), case.weighted_f1, "weighted f1"),
        ] {
            assert_near(value.unwrap(), wanted, &format!("{}: {what}", case.why));
        }
        for (class, &(precision, recall, f1)) in case.by_class.iter().enumerate() {
            let decisions = found.decisions(class);
            assert_near(fraction(decisions.precision_counts()), precision, &case.why);
            assert_near(fraction(decisions.recall_counts()), recall, &case.why);
            assert_near(decisions.f1().unwrap_or(0.0), f1, &case.why);
        }
    }
}

#[test]
fn a_matrix_knows_its_classes() {
    let mut matrix = ConfusionMatrix::new(2);
    assert_eq!(matrix.add(0, 2), Err(StatisticsError::NoSuchClass { class: 2, classes: 2 }));
    assert_eq!((matrix.macro_f1(), matrix.mcc(), matrix.micro_f1()), (None, None, None));
    matrix.add(1, 0).unwrap();
    assert_eq!(ConfusionMatrix::of_sums(2, &[0.0, 0.0, 1.0, 0.0]), Some(matrix));
    assert_eq!(ConfusionMatrix::of_sums(2, &[0.0, 0.5, 0.0, 0.0]), None);
    assert_eq!(ConfusionMatrix::of_sums(2, &[1.0]), None);
}

#[derive(Deserialize)]
struct KappaCase {
    classes: usize,
    first: Vec<usize>,
    second: Vec<usize>,
    equal: Option<f64>,
    linear: Option<f64>,
    quadratic: Option<f64>,
}

#[test]
fn kappa_is_scikit_learns() {
    for case in reference_cases::<KappaCase>("kappa") {
        let ratings = confusion(case.classes, &case.first, &case.second);
        for (weights, wanted) in
            [(Weights::Equal, case.equal), (Weights::Linear, case.linear), (Weights::Quadratic, case.quadratic)]
        {
            assert_same(cohen_kappa(&ratings, weights), wanted, &format!("{weights:?} {:?}", case.first));
        }
    }
}

#[derive(Deserialize)]
struct AlphaCase {
    raters: Vec<Vec<Option<f64>>>,
    nominal: f64,
    ordinal: f64,
    interval: f64,
}

#[test]
fn alpha_is_krippendorffs() {
    for case in reference_cases::<AlphaCase>("alpha") {
        let things: Vec<Vec<Option<f64>>> =
            (0..case.raters[0].len()).map(|thing| case.raters.iter().map(|rater| rater[thing]).collect()).collect();
        for (scale, wanted) in
            [(Scale::Nominal, case.nominal), (Scale::Ordinal, case.ordinal), (Scale::Interval, case.interval)]
        {
            assert_same(krippendorff_alpha(&things, scale), Some(wanted), &format!("{scale:?} {things:?}"));
        }
    }
    assert_eq!(krippendorff_alpha(&[[Some(1.0), Some(1.0)], [Some(1.0), None]], Scale::Ordinal), None);
    assert_eq!(krippendorff_alpha(&[[Some(1.0), None], [None, Some(2.0)]], Scale::Nominal), None);
    assert_eq!(krippendorff_alpha(&[[Some(1.0), Some(f64::NAN)]], Scale::Interval), None);
}

#[derive(Deserialize)]
struct BcaCase {
    why: String,
    level: f64,
    rows: Vec<Vec<f64>>,
    value: f64,
    replicates: Vec<f64>,
    left_out: Vec<f64>,
    percentile: (f64, f64),
    bca: (f64, f64),
    of_many: EndsOfMany,
    standard_error: f64,
}

#[derive(Deserialize)]
struct EndsOfMany {
    percentile: (f64, f64),
    bca: (f64, f64),
}

#[test]
fn ends_are_scipys_for_the_same_drawn_values() {
    for case in reference_cases::<BcaCase>("bca") {
        let drawn = Distribution::new(case.value, case.replicates, case.left_out).unwrap();
        assert_near(drawn.standard_error(), case.standard_error, &case.why);
        let tail = normal_quantile(f64::midpoint(1.0, case.level)).unwrap();
        for (ends, (low, high)) in [(Ends::Percentile, case.percentile), (Ends::Bca, case.bca)] {
            let found = drawn.interval(ends, tail).unwrap();
            let is_near = (found.low - low).abs() < 1e-9 && (found.high - high).abs() < 1e-9;
            assert!(is_near, "{} {ends:?}: {found:?}, and {low} to {high}", case.why);
        }
    }
}

/// The sampling error: two draws of 20,000 samples put an end at most this part of the interval's width apart.
const SAMPLING_ERROR: f64 = 0.05;

#[test]
fn drawn_intervals_are_near_scipys() {
    for case in reference_cases::<BcaCase>("bca") {
        let width = case.rows[0].len();
        let value = if width == 1 { mean } else { ratio };
        let sample = Sample::of_examples(width, &case.rows).unwrap();
        for (ends, (low, high)) in [(Ends::Percentile, case.of_many.percentile), (Ends::Bca, case.of_many.bca)] {
            let how = Bootstrap { level: case.level, ends, is_expanded: false, replicates: 20_000, seed: 7 };
            let found = bootstrap(&sample, &value, how).unwrap();
            assert_near(found.value, case.value, &case.why);
            let near = SAMPLING_ERROR * (high - low);
            let is_near = (found.interval.low - low).abs() < near && (found.interval.high - high).abs() < near;
            assert!(is_near, "{} {ends:?}: {found:?}, and {low} to {high}", case.why);
        }
    }
}

#[derive(Deserialize)]
struct PermutationCase {
    first: Vec<Vec<f64>>,
    second: Vec<Vec<f64>>,
    ratio: Outcome,
    mean: Outcome,
}

#[derive(Deserialize)]
struct Outcome {
    difference: f64,
    p: f64,
}

#[test]
fn permutation_tests_of_few_units_are_scipys_exact_ones() {
    for case in reference_cases::<PermutationCase>("permutation") {
        let samples = [&case.first, &case.second].map(|rows| Sample::of_examples(2, rows).unwrap());
        let pairs = Pairs::new(&samples[0], &samples[1]).unwrap();
        for (value, wanted) in [(ratio as fn(&[f64], u64) -> f64, case.ratio), (mean, case.mean)] {
            let found = permutation_test(&pairs, &value, 0, 1_000).unwrap();
            assert!(found.is_exact);
            assert_near(found.difference, wanted.difference, "difference");
            assert_near(found.p, wanted.p, &format!("p of {:?}", case.first));
        }
    }
}

#[derive(Deserialize)]
struct McNemarCase {
    only_first: u64,
    only_second: u64,
    exact: McNemarOutcome,
    corrected: Option<McNemarOutcome>,
}

#[derive(Deserialize)]
struct McNemarOutcome {
    statistic: f64,
    p: f64,
}

#[test]
fn mcnemars_test_is_that_of_statsmodels() {
    for case in reference_cases::<McNemarCase>("mcnemar") {
        let (first, second) = (case.only_first, case.only_second);
        let near = |found: McNemar, wanted: &McNemarOutcome| {
            assert_near(found.statistic, wanted.statistic, &format!("{first} {second}"));
            assert!((found.p - wanted.p).abs() < 1e-9 * wanted.p, "{first} {second}: {found:?} and {}", wanted.p);
        };
        near(mcnemar_exact(first, second), &case.exact);
        if let Some(corrected) = &case.corrected {
            near(mcnemar_corrected(first, second), corrected);
        }
        let is_exact = mcnemar(first, second).form == McNemarForm::Exact;
        assert_eq!(is_exact, first + second < 25);
    }
    assert_eq!(mcnemar_corrected(0, 0), mcnemar_exact(0, 0));
}

#[derive(Deserialize)]
struct CorrectionCase {
    p_values: Vec<f64>,
    holm: Vec<f64>,
    benjamini_hochberg: Vec<f64>,
}

#[test]
fn corrections_are_those_of_statsmodels_and_scipy() {
    for case in reference_cases::<CorrectionCase>("correction") {
        let found = [holm(&case.p_values).unwrap(), benjamini_hochberg(&case.p_values).unwrap()];
        for (found, wanted) in found.iter().zip([&case.holm, &case.benjamini_hochberg]) {
            assert_eq!(found.len(), wanted.len());
            for (found, wanted) in found.iter().zip(wanted) {
                assert_near(*found, *wanted, &format!("{:?}", case.p_values));
            }
        }
    }
    assert_eq!(holm(&[]), Ok(vec![]));
    assert_eq!(holm(&[0.5, 1.5]), Err(StatisticsError::NotAProbability { value: 1.5 }));
    assert!(benjamini_hochberg(&[f64::NAN]).is_err());
}

#[derive(Deserialize)]
#[serde(tag = "of", rename_all = "lowercase")]
enum PowerCase {
    Means { n: u64, deviation: f64, alpha: f64, power: f64, value: f64 },
    Fractions { n: u64, discordance: f64, alpha: f64, power: f64, value: Option<f64> },
}

#[test]
fn what_can_be_detected_is_what_the_power_function_says() {
    for case in reference_cases::<PowerCase>("power") {
        match case {
            PowerCase::Means { n, deviation, alpha, power, value } => {
                let found = detectable_difference(deviation / (n as f64).sqrt(), alpha, power).unwrap();
                // The reference searches for the effect, to about this precision.
                assert!((found - value).abs() < 1e-9, "{n}: {found} and {value}");
            }
            PowerCase::Fractions { n, discordance, alpha, power, value } => {
                let found = detectable_difference_of_fractions(discordance, n, alpha, power).unwrap();
                assert_same(found, value, &format!("{n} {discordance} {alpha}"));
            }
        }
    }
    assert_eq!(detectable_difference_of_fractions(0.0, 300, 0.05, 0.8), Ok(None));
    assert_eq!(
        detectable_difference_of_fractions(1.2, 9, 0.05, 0.8),
        Err(StatisticsError::NotAProbability { value: 1.2 })
    );
    assert!(detectable_difference(1.0, 0.0, 0.8).is_err());
}

#[derive(Deserialize)]
struct SeedCase {
    scores: Vec<Vec<f64>>,
    values: Vec<f64>,
    mean: f64,
    standard_deviation: f64,
    interval: (f64, f64),
    of_seed: f64,
    of_examples: f64,
}

#[test]
fn runs_vary_as_the_analysis_of_variance_says() {
    for case in reference_cases::<SeedCase>("seeds") {
        let found = run_statistics(&case.values).unwrap();
        assert_near(found.mean, case.mean, "mean");
        assert_near(found.standard_deviation, case.standard_deviation, "standard deviation");
        assert!((found.interval.low - case.interval.0).abs() < 1e-9, "{found:?}");
        assert!((found.interval.high - case.interval.1).abs() < 1e-9, "{found:?}");
        let least = case.values.iter().copied().reduce(f64::min).unwrap();
        assert_near(found.range.low, least, "least");

        let runs: Vec<Sample> = case
            .scores
            .iter()
            .map(|run| Sample::of_examples(1, run.iter().map(std::slice::from_ref)).unwrap())
            .collect();
        let spread = spread_of_runs(&runs, &mean).unwrap();
        assert_near(spread.of_seed, case.of_seed, "of seed");
        assert_near(spread.of_examples, case.of_examples, "of examples");
        assert_near(spread.fraction_due_to_seed.unwrap(), case.of_seed / (case.of_seed + case.of_examples), "fraction");
    }
}

#[test]
fn what_is_undefined_is_an_error() {
    let how = Bootstrap::default();
    let equal = Sample::of_examples(1, vec![[0.1]; 30]).unwrap();
    assert_eq!(bootstrap(&equal, &mean, how), Err(StatisticsError::NoSpread { value: equal.value(&mean).unwrap() }));
    let alone = Sample::of_clusters(1, (0..9).map(|score| ("the project", [f64::from(score)]))).unwrap();
    assert_eq!(bootstrap(&alone, &mean, how), Err(StatisticsError::TooFew { found: 1, wanted: 2 }));
    let none = Sample::of_examples(1, Vec::<[f64; 1]>::new()).unwrap();
    assert_eq!(bootstrap(&none, &mean, how), Err(StatisticsError::TooFew { found: 0, wanted: 2 }));
    // Means of clusters of unlike sizes are equal but for rounding.
    let sizes = [0, 0, 0, 1, 1, 2, 2, 2, 2, 2, 2, 3];
    let clusters = Sample::of_clusters(1, sizes.map(|cluster| (cluster, [0.1]))).unwrap();
    assert!(matches!(bootstrap(&clusters, &mean, how), Err(StatisticsError::NoSpread { .. })));

    let rows = [[1.0, 0.0], [1.0, 0.0], [0.0, 1.0], [0.0, 1.0]];
    let sample = Sample::of_examples(2, rows).unwrap();
    assert!(matches!(bootstrap(&sample, &ratio, how), Err(StatisticsError::Undefined { drawn: 2_000, .. })));
    assert!(matches!(
        Sample::of_examples(1, [[f64::NAN]]),
        Err(StatisticsError::NotFinite { row: 0, value }) if value.is_nan()
    ));
    let uneven: [&[f64]; 2] = [&[1.0, 2.0], &[1.0]];
    assert_eq!(Sample::of_examples(2, uneven), Err(StatisticsError::Width { row: 1, found: 1, wanted: 2 }));
    assert_eq!(Pairs::new(&equal, &alone), Err(StatisticsError::NotPaired));
    assert_eq!(run_statistics(&[0.5]), Err(StatisticsError::TooFew { found: 1, wanted: 2 }));
    assert!(spread_of_runs(&[equal.clone(), alone], &mean).is_err());
    let still = spread_of_runs(&[equal.clone(), equal], &mean).unwrap();
    assert!(still.of_seed < 1e-30 && still.of_examples < 1e-30);
    let wrong_level = Bootstrap { level: 1.0, ..how };
    assert_eq!(bootstrap(&sample, &mean, wrong_level), Err(StatisticsError::NotAProbability { value: 1.0 }));
}

#[test]
fn a_value_outside_of_all_drawn_ones_has_no_bca_interval() {
    let drawn = Distribution::new(5.0, vec![1.0, 2.0, 3.0], vec![4.0, 5.0]).unwrap();
    assert_eq!(drawn.interval(Ends::Bca, 1.96), Err(StatisticsError::OneSided { value: 5.0 }));
    assert!(drawn.interval(Ends::Percentile, 1.96).is_ok());
}

#[test]
fn macro_f1_has_an_interval_too() {
    let classes = 3;
    let rows = (0..90_usize).map(|example| {
        let (truth, given) = (example % 3, if example % 5 == 0 { (example + 1) % 3 } else { example % 3 });
        let mut row = vec![0.0; classes * classes];
        row[truth * classes + given] = 1.0;
        row
    });
    let sample = Sample::of_examples(classes * classes, rows).unwrap();
    let macro_f1 =
        |sums: &[f64], _: u64| ConfusionMatrix::of_sums(classes, sums).and_then(|it| it.macro_f1()).unwrap_or(f64::NAN);
    let Interval { low, high } = bootstrap(&sample, &macro_f1, Bootstrap::default()).unwrap().interval;
    assert!(0.68 < low && low < 0.75 && 0.85 < high && high < 0.9, "{low} {high}");
}

#[test]
fn models_that_answer_alike_do_not_differ() {
    let scores: Vec<[f64; 1]> = (0..40).map(|score| [f64::from(score % 3)]).collect();
    let sample = Sample::of_examples(1, &scores).unwrap();
    let pairs = Pairs::new(&sample, &sample).unwrap();
    let found = permutation_test(&pairs, &mean, 0, 1_000).unwrap();
    assert!(found.is_exact && found.p >= 1.0 && found.arrangements == 1);
    let compared = paired_bootstrap(&pairs, &mean, Bootstrap::default());
    assert_eq!(compared, Err(StatisticsError::NoSpread { value: 0.0 }));
}

/// Equal but for rounding, or both nothing.
fn assert_same(found: Option<f64>, wanted: Option<f64>, what: &str) {
    match (found, wanted) {
        (Some(found), Some(wanted)) => assert_near(found, wanted, what),
        (found, wanted) => assert_eq!(found, wanted, "{what}"),
    }
}

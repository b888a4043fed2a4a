//! What holds for probes of any features.

use examen_models::probing::{Features, ProbeFit, ProbeTask, Protocol, SplitLabels, online_code};
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Features with labels; classes come in turn.
pub(crate) struct Problem {
    pub(crate) classes: usize,
    pub(crate) width: usize,
    pub(crate) values: Vec<f32>,
    pub(crate) labels: SplitLabels,
}

impl Problem {
    /// A value is made of the class of the row, its column and a number between -1 and 1.
    pub(crate) fn new(
        classes: usize,
        width: usize,
        splits: [usize; 3],
        seed: u64,
        value: impl Fn(usize, usize, f32) -> f32,
    ) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let rows: usize = splits.iter().sum();
        let mut training: Vec<usize> = (0..rows).map(|row| row % classes).collect();
        let cells = training.iter().flat_map(|&class| (0..width).map(move |at| (class, at)));
        let values = cells.map(|(class, at)| value(class, at, random.random_range(-1.0..1.0))).collect();
        let test = training.split_off(splits[0] + splits[1]);
        let validation = training.split_off(splits[0]);
        Self { classes, width, values, labels: SplitLabels { training, validation, test } }
    }

    pub(crate) fn features(&self) -> Features {
        Features::new(self.width, self.values.clone()).unwrap()
    }

    pub(crate) fn task(&self) -> ProbeTask {
        ProbeTask::new(self.classes, self.labels.clone(), None).unwrap()
    }
}

pub(crate) fn right(answers: &[usize], labels: &[usize]) -> usize {
    answers.iter().zip(labels).filter(|(answer, label)| answer == label).count()
}

/// Three classes of which features tell something.
fn overlapping(seed: u64) -> Problem {
    Problem::new(3, 5, [90, 45, 45], seed, |class, at, noise| 1.5 * noise + if at == class { 1.0 } else { 0.0 })
}

/// Rounding may turn an answer whose two best scores are all but equal.
const TURNED: usize = 1;

fn differing(left: &[usize], right: &[usize]) -> usize {
    left.iter().zip(right).filter(|(left, right)| left != right).count()
}

/// That two fits of what should be the same are, but for rounding. It may turn an answer on the validation rows too, and so
/// another penalty may be chosen that is as good; then nothing is known of the test rows.
fn are_alike(one: &ProbeFit, other: &ProbeFit) -> bool {
    if one.penalty.to_bits() == other.penalty.to_bits() {
        differing(&one.test, &other.test) <= TURNED
    } else {
        one.validation_right.abs_diff(other.validation_right) <= TURNED
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    /// The mean over training rows is the same, so the optimum is, and rows that repeat are worked on once.
    #[test]
    fn training_rows_given_twice_change_nothing(seed in 0u64..1_000, few in any::<bool>()) {
        // Fewer rows than features lie in fewer dimensions.
        let (width, rows) = if few { (40, 24) } else { (5, 90) };
        let problem = Problem::new(3, width, [rows, 45, 45], seed, |class, at, noise| {
            1.5 * noise + if at == class { 1.0 } else { 0.0 }
        });
        let once = Protocol::Standard.probe(&problem.features(), &problem.task(), 0).unwrap().truth;
        let training = &problem.values[..rows * width];
        let values = [training, &problem.values].concat();
        let labels = SplitLabels { training: problem.labels.training.repeat(2), ..problem.labels.clone() };
        let task = ProbeTask::new(3, labels, None).unwrap();
        let twice = Protocol::Standard.probe(&Features::new(width, values).unwrap(), &task, 0).unwrap().truth;
        prop_assert!(are_alike(&once, &twice));
        prop_assert_eq!(once.has_converged, Some(true));
    }

    #[test]
    fn names_of_classes_do_not_matter_to_the_standard_probe(seed in any::<u64>(), turn in 1_usize..3) {
        let mut problem = overlapping(seed);
        let before = Protocol::Standard.probe(&problem.features(), &problem.task(), 0).unwrap().truth;
        let renamed = |labels: &[usize]| labels.iter().map(|label| (label + turn) % 3).collect::<Vec<usize>>();
        let SplitLabels { training, validation, test } = &problem.labels;
        problem.labels =
            SplitLabels { training: renamed(training), validation: renamed(validation), test: renamed(test) };
        let after = Protocol::Standard.probe(&problem.features(), &problem.task(), 0).unwrap().truth;
        let before = ProbeFit { test: renamed(&before.test), ..before };
        prop_assert!(are_alike(&before, &after));
    }

    #[test]
    fn scales_of_features_do_not_matter_to_the_standard_probe(seed in any::<u64>(), power in -12_i32..12, shift in -4_i8..4) {
        let mut problem = overlapping(seed);
        let before = Protocol::Standard.probe(&problem.features(), &problem.task(), 0).unwrap().truth;
        for (at, value) in problem.values.iter_mut().enumerate() {
            let column = at % problem.width;
            *value = (*value + f32::from(shift)) * 2.0_f32.powi(if column.is_multiple_of(2) { power } else { -power });
        }
        let after = Protocol::Standard.probe(&problem.features(), &problem.task(), 0).unwrap().truth;
        prop_assert!(are_alike(&before, &after));
    }

    #[test]
    fn fits_converge_and_count_what_they_answer(seed in any::<u64>()) {
        let problem = overlapping(seed);
        let fit = Protocol::Standard.probe(&problem.features(), &problem.task(), 0).unwrap().truth;
        prop_assert_eq!(fit.has_converged, Some(true));
        prop_assert_eq!(fit.validation_right, right(&fit.validation, &problem.labels.validation));
        prop_assert!(fit.test.iter().all(|answer| *answer < 3));
    }

    #[test]
    fn the_same_seed_gives_the_same_fit(seed in any::<u64>()) {
        let problem = overlapping(seed);
        let (features, task) = (problem.features(), problem.task());
        for protocol in Protocol::ALL {
            let again = std::thread::scope(|scope| {
                scope.spawn(|| protocol.probe(&features, &task, seed)).join().unwrap()
            });
            prop_assert_eq!(protocol.probe(&features, &task, seed), again);
        }
        prop_assert_eq!(online_code(&features, &task, seed), online_code(&features, &task, seed));
    }

    #[test]
    fn codes_are_no_longer_than_laplace_allows(seed in any::<u64>()) {
        let problem = overlapping(seed);
        let (code, _) = online_code(&problem.features(), &problem.task(), seed).unwrap();
        // Whatever is sent, a label has at least one part in 90 + 3.
        prop_assert!(code.bits > 0.0 && code.bits <= 90.0 * 93.0_f64.log2());
        prop_assert!((code.uniform_bits - 90.0 * 3.0_f64.log2()).abs() < 1e-9);
    }
}

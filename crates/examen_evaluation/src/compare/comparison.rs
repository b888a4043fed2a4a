//! Two models by one measure: the difference, its interval, and its probability between equal models.

use std::collections::BTreeSet;

use clap::ValueEnum;
use examen_data::{Comparison, Measure};
use examen_metrics::statistics::{
    Bootstrap, Pairs, Sample, StatisticsError, benjamini_hochberg, holm, mcnemar, paired_bootstrap, permutation_test,
};

use super::result_scores::{FIRST, ModelScores, flips, value_of_sums};

/// Fewer projects than these say too little of how projects differ.
const FEWEST_PROJECTS: usize = 10;
/// Random arrangements of a permutation test.
const ARRANGEMENTS: u32 = 10_000;

/// The unit that is resampled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Clusters {
    /// The examples of a project, if there are ten projects at least; otherwise each example alone.
    #[default]
    Auto,
    /// The examples of a project.
    Project,
    /// Each example alone.
    Example,
}

/// The correction for many tests at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Correction {
    /// Holm's: one wrong finding among all is as improbable as it should be.
    #[default]
    Holm,
    /// Benjamini and Hochberg's: few of the findings are wrong.
    Bh,
    /// Nothing.
    None,
}

/// Resamples for an interval, unless a caller wants others.
pub const REPLICATES: u32 = 2_000;

/// How models are compared.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// The unit that is resampled.
    pub clusters: Clusters,
    /// The correction for many comparisons.
    pub correction: Correction,
    /// Seed of the resamples.
    pub seed: u64,
    /// Resamples for an interval.
    pub replicates: u32,
}

impl Default for Settings {
    fn default() -> Self {
        Self { clusters: Clusters::default(), correction: Correction::default(), seed: 0, replicates: REPLICATES }
    }
}

/// An example's project, and what was counted in it for the first and the second model.
type Pair<'a> = (&'a str, &'a [f64], &'a [f64]);

/// Compares two models at the examples that both have a score at; nothing where there are none.
pub(super) fn compare(
    of: &Measure,
    first: &ModelScores,
    second: &ModelScores,
    settings: &Settings,
) -> crate::Result<Option<Comparison>> {
    let pairs: Vec<Pair> = first
        .iter()
        .filter_map(|(id, (project, counts))| {
            second.get(id).map(|(_, others)| (project.as_str(), counts.as_slice(), others.as_slice()))
        })
        .collect();
    let Some((_, counts, _)) = pairs.first() else { return Ok(None) };
    let width = counts.len();
    let unit = unit(&pairs, settings.clusters);
    let sample = |pick: fn(&Pair) -> Vec<f64>| {
        if unit == PROJECT {
            Sample::of_clusters(width, pairs.iter().map(|pair| (pair.0, pick(pair))))
        } else {
            Sample::of_examples(width, pairs.iter().map(pick))
        }
    };
    let samples = (sample(|pair| pair.1.to_vec())?, sample(|pair| pair.2.to_vec())?);
    let both = Pairs::new(&samples.0, &samples.1)?;
    let value_of = value_of_sums(of)?;
    let (value, other) = both.values(&value_of)?;
    let flipped = flips(of, first, second)?;
    let first_better = flipped.iter().filter(|flip| flip.better == FIRST).count() as u64;
    let second_better = flipped.len() as u64 - first_better;
    let mut comparison = Comparison {
        of: of.clone(),
        n: pairs.len() as u64,
        unpaired: (first.len() + second.len() - 2 * pairs.len()) as u64,
        first: value,
        second: other,
        difference: value - other,
        ci_low: None,
        ci_high: None,
        p: None,
        test: None,
        p_corrected: None,
        detectable: None,
        first_better,
        second_better,
        unit: unit.to_owned(),
        units: samples.0.units(),
    };
    let how = Bootstrap { seed: settings.seed, replicates: settings.replicates, ..Bootstrap::default() };
    match paired_bootstrap(&both, &value_of, how) {
        Ok(resampled) => {
            comparison.ci_low = Some(resampled.difference.interval.low);
            comparison.ci_high = Some(resampled.difference.interval.high);
            comparison.detectable = Some(resampled.detectable);
        }
        Err(error) if error.is_want_of_spread() => {}
        Err(error) => return Err(error.into()),
    }
    let are_points = |counts: &[f64]| counts.iter().all(|count| [0.0, 1.0].contains(count));
    let is_yes_or_no = width == 1 && pairs.iter().all(|(_, counts, others)| are_points(counts) && are_points(others));
    (comparison.p, comparison.test) = if unit == EXAMPLE && is_yes_or_no {
        (Some(mcnemar(first_better, second_better).p), Some("mcnemar".to_owned()))
    } else if samples.0.units() > 1 {
        let test = permutation_test(&both, &value_of, settings.seed, ARRANGEMENTS)?;
        (Some(test.p), Some("permutation".to_owned()))
    } else {
        (None, None)
    };
    Ok(Some(comparison))
}

const PROJECT: &str = "project";
const EXAMPLE: &str = "example";

fn unit(pairs: &[Pair], clusters: Clusters) -> &'static str {
    match clusters {
        Clusters::Project => PROJECT,
        Clusters::Example => EXAMPLE,
        Clusters::Auto => {
            let projects: BTreeSet<&str> = pairs.iter().map(|pair| pair.0).collect();
            if projects.len() >= FEWEST_PROJECTS { PROJECT } else { EXAMPLE }
        }
    }
}

impl Correction {
    /// The name in tables and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holm => "Holm",
            Self::Bh => "Benjamini-Hochberg",
            Self::None => "none",
        }
    }

    /// Corrects the p values of comparisons made together.
    pub(super) fn correct(self, comparisons: &mut [Comparison]) -> Result<(), StatisticsError> {
        let tested: Vec<f64> = comparisons.iter().filter_map(|comparison| comparison.p).collect();
        let corrected = match self {
            Self::Holm => holm(&tested)?,
            Self::Bh => benjamini_hochberg(&tested)?,
            Self::None => tested,
        };
        let tested = comparisons.iter_mut().filter(|comparison| comparison.p.is_some());
        for (comparison, p) in tested.zip(corrected) {
            comparison.p_corrected = Some(p);
        }
        Ok(())
    }
}

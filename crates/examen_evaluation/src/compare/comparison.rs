//! Two models at one exam: the difference, how sure it is, and how probable by chance.

use std::collections::BTreeSet;

use clap::ValueEnum;
use examen_metrics::statistics::{
    Bootstrap, Pairs, Sample, StatisticsError, benjamini_hochberg, holm, mcnemar, paired_bootstrap, permutation_test,
};
use examen_metrics::{Better, Interval};
use serde::Serialize;

use super::marks::{MeasureKey, ModelMarks, flips};

/// Fewer projects than these say too little of how projects differ.
const FEWEST_PROJECTS: usize = 10;
/// Arrangements that a permutation test draws.
const ARRANGEMENTS: u32 = 10_000;

/// What belongs together when chance is worked out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Clusters {
    /// The examples of a project, if there are ten projects at least; otherwise each example for itself.
    #[default]
    Auto,
    /// The examples of a project.
    Project,
    /// Nothing: each example for itself.
    Example,
}

/// What is done about many tests at once.
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

/// How models are compared.
#[derive(Clone, Copy)]
pub struct Settings {
    pub clusters: Clusters,
    pub seed: u64,
    pub replicates: u32,
}

/// Two models compared at one exam.
#[derive(Clone, Debug, Serialize)]
pub struct Comparison {
    #[serde(flatten)]
    pub of: MeasureKey,
    /// Examples that both have a mark at.
    pub n: u64,
    /// Examples that only one of them has a mark at.
    pub unpaired: u64,
    pub first: f64,
    pub second: f64,
    /// The first less the second, and its interval.
    pub difference: f64,
    pub ci_low: Option<f64>,
    pub ci_high: Option<f64>,
    pub p: Option<f64>,
    /// The test that p is of.
    pub test: Option<&'static str>,
    /// p, corrected for all comparisons made together.
    pub p_corrected: Option<f64>,
    /// The least true difference that such an exam would find in four of five cases.
    pub detectable: Option<f64>,
    /// Examples that the first, the second has better.
    pub first_better: u64,
    pub second_better: u64,
    /// What was drawn by chance, and how many of them there are.
    pub unit: &'static str,
    pub units: usize,
}

impl Comparison {
    /// By how much the first model is better: the difference, turned round where less is better; nothing where neither
    /// direction is better.
    pub fn gain(&self) -> Option<f64> {
        match self.of.better() {
            Better::Higher => Some(self.difference),
            Better::Lower => Some(-self.difference),
            Better::Neither => None,
        }
    }

    pub fn interval(&self) -> Option<Interval> {
        Some(Interval { low: self.ci_low?, high: self.ci_high? })
    }
}

/// An example's project, and what was counted in it for the first and the second model.
type Pair<'a> = (&'a str, &'a [f64], &'a [f64]);

/// Compares two models at the examples that both have a mark at; nothing where there are none.
pub fn compare(
    of: &MeasureKey,
    first: &ModelMarks,
    second: &ModelMarks,
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
    let statistic = of.value_of_sums()?;
    let (value, other) = both.values(&statistic)?;
    let flipped = flips(of, first, second)?;
    let first_better = flipped.iter().filter(|flip| flip.is_first()).count() as u64;
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
        unit,
        units: samples.0.units(),
    };
    let how = Bootstrap { seed: settings.seed, replicates: settings.replicates, ..Bootstrap::default() };
    match paired_bootstrap(&both, &statistic, how) {
        Ok(drawn) => {
            comparison.ci_low = Some(drawn.difference.interval.low);
            comparison.ci_high = Some(drawn.difference.interval.high);
            comparison.detectable = Some(drawn.detectable);
        }
        Err(error) if error.is_want_of_spread() => {}
        Err(error) => return Err(error.into()),
    }
    let are_points = |counts: &[f64]| counts.iter().all(|count| [0.0, 1.0].contains(count));
    let is_yes_or_no = width == 1 && pairs.iter().all(|(_, counts, others)| are_points(counts) && are_points(others));
    (comparison.p, comparison.test) = if unit == EXAMPLE && is_yes_or_no {
        (Some(mcnemar(first_better, second_better).p), Some("mcnemar"))
    } else if samples.0.units() > 1 {
        let test = permutation_test(&both, &statistic, settings.seed, ARRANGEMENTS)?;
        (Some(test.p), Some("permutation"))
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
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holm => "Holm",
            Self::Bh => "Benjamini-Hochberg",
            Self::None => "none",
        }
    }

    /// Corrects the p values of comparisons made together.
    pub fn correct(self, comparisons: &mut [Comparison]) -> Result<(), StatisticsError> {
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

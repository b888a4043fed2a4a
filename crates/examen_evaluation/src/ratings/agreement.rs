//! Agreement of raters.

use examen_metrics::statistics::{Scale, Weights, cohen_kappa, krippendorff_alpha};
use examen_metrics::{ConfusionMatrix, Metric};

use super::SCALES;
use super::filled::Filled;

/// Ratings are 1, 2 and 3.
const RATINGS: usize = 3;

/// The agreement of raters on a scale.
pub(super) struct Agreement {
    pub(super) scale: &'static Metric,
    pub(super) raters: String,
    /// Items with ratings of two raters at least.
    pub(super) n: u64,
    /// The fraction of items with the same rating, Cohen's kappa and the same with quadratic weights: of two raters.
    pub(super) same: Option<f64>,
    pub(super) kappa: Option<f64>,
    pub(super) weighted_kappa: Option<f64>,
    /// Krippendorff's alpha for ordinal ratings: of all raters.
    pub(super) alpha: Option<f64>,
}

/// The agreement of each two raters, and of all where there are more.
pub(super) fn agreements(filled: &Filled) -> crate::Result<Vec<Agreement>> {
    let mut all = Vec::new();
    let raters = filled.raters.len();
    for (scale, ratings) in SCALES.into_iter().zip(&filled.ratings) {
        for first in 0..raters {
            for second in first + 1..raters {
                let pairs = ratings.values().map(|of_item| [of_item[first], of_item[second]]);
                all.push(of_two(scale, [&filled.raters[first], &filled.raters[second]], &pairs.collect::<Vec<_>>())?);
            }
        }
        // A judge stands beside each person, and is none of them.
        let people = filled.people();
        if people.len() > 2 {
            let of_people = |of_item: &Vec<Option<f64>>| people.iter().map(|&rater| of_item[rater]).collect();
            let ratings: Vec<Vec<Option<f64>>> = ratings.values().map(of_people).collect();
            let n = ratings.iter().filter(|of_item| of_item.iter().flatten().count() > 1).count() as u64;
            let alpha = krippendorff_alpha(&ratings, Scale::Ordinal);
            let raters = format!("all {}", people.len());
            all.push(Agreement { scale, raters, n, same: None, kappa: None, weighted_kappa: None, alpha });
        }
    }
    Ok(all)
}

fn of_two(scale: &'static Metric, names: [&String; 2], pairs: &[[Option<f64>; 2]]) -> crate::Result<Agreement> {
    let mut matrix = ConfusionMatrix::new(RATINGS);
    for pair in pairs {
        if let [Some(first), Some(second)] = pair {
            #[expect(clippy::cast_sign_loss, reason = "ratings are 1, 2 and 3")]
            matrix.add(*first as usize - 1, *second as usize - 1)?;
        }
    }
    let (right, n) = matrix.accuracy_counts();
    Ok(Agreement {
        scale,
        raters: format!("{}, {}", names[0], names[1]),
        n,
        same: (n > 0).then(|| right as f64 / n as f64),
        kappa: cohen_kappa(&matrix, Weights::Equal),
        weighted_kappa: cohen_kappa(&matrix, Weights::Quadratic),
        alpha: krippendorff_alpha(pairs, Scale::Ordinal),
    })
}

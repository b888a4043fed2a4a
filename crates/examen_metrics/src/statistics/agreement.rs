//! How far raters agree, beyond the agreement of random ratings.

use crate::aggregation::Aggregation;
use crate::confusion::ConfusionMatrix;
use crate::metric::Metric;

/// Agreement of two raters.
pub static KAPPA: Metric = Metric {
    name: "kappa",
    signature: "",
    about: "agreement of two raters beyond that of random ratings",
    source: "Cohen 1960, A Coefficient of Agreement for Nominal Scales; weighted: Cohen 1968",
    range: (-1.0, 1.0),
    aggregation: Aggregation::Corpus,
    ..Metric::FRACTION
};

/// Agreement of any number of raters, who need not have rated everything.
pub static KRIPPENDORFF_ALPHA: Metric = Metric {
    name: "krippendorff_alpha",
    signature: "",
    about: "agreement of any number of raters beyond that of random ratings; ratings may be missing",
    source: "Krippendorff 2011, Computing Krippendorff's Alpha-Reliability",
    range: (-1.0, 1.0),
    aggregation: Aggregation::Corpus,
    ..Metric::FRACTION
};

/// The weights of disagreements between two raters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Always the same.
    Equal,
    /// By how many classes lie between: for classes in an order.
    Linear,
    /// By the square of that.
    Quadratic,
}

/// Cohen's kappa ([`KAPPA`]) of two raters: one is the truth of the matrix and the other what was given, it does not matter
/// which. Nothing when both always say the same one class, or nothing was rated.
pub fn cohen_kappa(ratings: &ConfusionMatrix, weights: Weights) -> Option<f64> {
    let givens = ratings.givens();
    let n = ratings.n() as f64;
    let (mut observed, mut expected) = (0.0, 0.0);
    for (first, of_first) in ratings.truths().into_iter().enumerate() {
        for (second, &of_second) in givens.iter().enumerate() {
            let apart = first.abs_diff(second) as f64;
            let weight = match weights {
                Weights::Equal => f64::from(u8::from(first != second)),
                Weights::Linear => apart,
                Weights::Quadratic => apart * apart,
            };
            observed += weight * ratings.count(first, second) as f64;
            expected += weight * of_first as f64 * of_second as f64 / n;
        }
    }
    (expected > 0.0).then(|| 1.0 - observed / expected)
}

/// The scale of ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// They are names: equal or not.
    Nominal,
    /// They have an order, and no distances.
    Ordinal,
    /// Their differences count.
    Interval,
}

/// Krippendorff's alpha ([`KRIPPENDORFF_ALPHA`]): for each thing rated what each rater said, or nothing. Things with fewer than
/// two ratings say nothing about agreement. Nothing when all that is left are equal ratings, when nothing is left, or when a
/// rating is no number.
pub fn krippendorff_alpha<R: AsRef<[Option<f64>]>>(things: &[R], scale: Scale) -> Option<f64> {
    let rated: Vec<Vec<f64>> = things
        .iter()
        .map(|ratings| ratings.as_ref().iter().copied().flatten().collect::<Vec<f64>>())
        .filter(|ratings| ratings.len() > 1)
        .collect();
    if rated.iter().flatten().any(|rating| !rating.is_finite()) {
        return None;
    }
    // Negative zero is zero: by the order of floats it would be a value of its own.
    let mut values: Vec<f64> = rated.iter().flatten().map(|rating| rating + 0.0).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    let place = |rating: f64| values.partition_point(|&value| value < rating);

    // How often each pair of values meets in one thing; each thing counts as many times as it has ratings.
    let mut together = vec![vec![0.0; values.len()]; values.len()];
    for ratings in &rated {
        for (number, &rating) in ratings.iter().enumerate() {
            for (other_number, &other) in ratings.iter().enumerate() {
                if number != other_number {
                    together[place(rating)][place(other)] += 1.0 / (ratings.len() - 1) as f64;
                }
            }
        }
    }
    let totals: Vec<f64> = together.iter().map(|row| row.iter().sum()).collect();
    let n: f64 = totals.iter().sum();

    let (mut observed, mut expected) = (0.0, 0.0);
    for left in 0..values.len() {
        for right in left + 1..values.len() {
            let distance = match scale {
                Scale::Nominal => 1.0,
                Scale::Ordinal => totals[left..=right].iter().sum::<f64>() - f64::midpoint(totals[left], totals[right]),
                Scale::Interval => values[right] - values[left],
            };
            observed += together[left][right] * distance * distance;
            expected += totals[left] * totals[right] * distance * distance;
        }
    }
    (expected > 0.0).then(|| 1.0 - (n - 1.0) * observed / expected)
}

//! Answers rated by people, and by language models beside them: sheets to fill in, and values from the filled ones.

mod agreement;
mod control;
mod filled;
mod filling;
#[cfg(feature = "endpoints")]
mod judge;
mod means;
mod sheets;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use examen_data::{ResultHeader, ResultLog, ResultRow, Tool};
use examen_metrics::statistics::{KAPPA, KRIPPENDORFF_ALPHA};
use examen_metrics::{AGREEMENT, CORRECTNESS, FLUENCY, Interval, Metric};
use serde_json::json;

pub use filling::{RatingFolder, RatingProgress, SheetItem, SheetProgress};
#[cfg(feature = "endpoints")]
pub use judge::{JudgeSettings, Judged, judge};
pub use sheets::{SheetSettings, write_sheets};

use agreement::{Agreement, agreements};
use control::Control;
use filled::{Filled, read_filled};
use means::{ModelMeans, model_means};

use crate::error::refuse;

/// The suite of ratings in result rows. The task of mean ratings is `answers`, that of agreement the scale.
pub const SUITE: &str = "ratings";

/// The variant of ratings that a language model gives.
const BY_JUDGE: &str = "scale:1-3|by:judge";

/// The scales, in the order of the columns.
const SCALES: [&Metric; 2] = [&FLUENCY, &CORRECTNESS];

/// What the sheets of language models begin with, and what the files of their controls end with.
const JUDGE: &str = "judge-";
const CONTROLS_END: &str = ".controls.csv";

/// The tasks of what is known of a judge: its ratings of controls, and those of short and long answers.
pub const CONTROLS: &str = "controls";
/// See [`CONTROLS`].
pub const LENGTHS: &str = "answer-length";

/// Answers by their length, each a third of all.
const THIRDS: [&str; 3] = ["short", "middle", "long"];

/// The file that says which model an answer is of.
const KEY: &str = "key.csv";

/// The ratings of all sheets.
pub struct Rated {
    /// Mean ratings by model, and the agreement of raters.
    pub log: ResultLog,
    /// Ratings that are not filled in.
    pub missing: usize,
    /// Whether people gave ratings.
    pub has_people: bool,
}

/// Reads the filled sheets of a directory, all or some: mean ratings by model, and how far raters agree. The seed is that of
/// the resamples for intervals.
pub fn read_ratings(folder: &Path, sheets: &[PathBuf], seed: u64) -> crate::Result<Rated> {
    let filled = read_filled(folder, sheets)?;
    if !filled.has_ratings() {
        refuse!("no sheet has a rating yet: fill in the columns {} and {}", SCALES[0].name, SCALES[1].name);
    }
    let mut rows = Vec::new();
    let judges: Vec<usize> = (0..filled.raters.len()).filter(|&rater| filled.is_judge(rater)).collect();
    let judge_name = |rater: usize| filled.raters[rater].clone();
    let people = std::iter::once((filled.people(), None));
    for (raters, judge) in people.chain(judges.iter().map(|&rater| (vec![rater], Some(judge_name(rater))))) {
        for ModelMeans { model, scales } in model_means(&filled, &raters, seed)? {
            for (metric, scale) in SCALES.into_iter().zip(scales) {
                let Some((n, mean, interval)) = scale else { continue };
                let row = row("answers", metric, mean, interval, n);
                let signature = if judge.is_some() { BY_JUDGE.to_owned() } else { row.signature.clone() };
                rows.push(ResultRow { model: Some(model.clone()), group: judge.clone(), signature, ..row });
            }
        }
    }
    for agreement in agreements(&filled)? {
        rows.extend(agreement_rows(&agreement));
    }
    for &rater in &judges {
        rows.extend(judge_rows(&filled, rater));
    }
    let has_people = filled.has_people();
    Ok(Rated { missing: filled.missing(), has_people, log: ResultLog::new(header(&filled, seed), rows) })
}

/// The mean ratings of a judge for its controls, and for short and long answers.
fn judge_rows(filled: &Filled, rater: usize) -> Vec<ResultRow> {
    let mut rows = Vec::new();
    let mut add = |task: &str, examples: &str, scale: usize, ratings: &[f64]| {
        if !ratings.is_empty() {
            let n = ratings.len() as u64;
            let row = row(task, SCALES[scale], ratings.iter().sum::<f64>() / n as f64, None, n);
            let (group, signature) = (Some(filled.raters[rater].clone()), BY_JUDGE.to_owned());
            rows.push(ResultRow { group, signature, examples: Some(examples.to_owned()), ..row });
        }
    };
    for control in Control::ALL {
        let of_rater = filled.controls.get(&rater).map_or(&[][..], Vec::as_slice);
        for scale in 0..SCALES.len() {
            let of_control = of_rater.iter().filter(|row| row.control == control);
            add(
                CONTROLS,
                control.name(),
                scale,
                &of_control.filter_map(|row| row.ratings[scale]).collect::<Vec<f64>>(),
            );
        }
    }
    let mut by_length: Vec<(usize, u32)> = filled.lengths.iter().map(|(&item, &length)| (length, item)).collect();
    by_length.sort_unstable();
    for (third, name) in THIRDS.into_iter().enumerate() {
        let ends = [third, third + 1].map(|at| by_length.len() * at / THIRDS.len());
        for (scale, ratings) in filled.ratings.iter().enumerate() {
            let given = by_length[ends[0]..ends[1]].iter().filter_map(|(_, item)| ratings.get(item)?[rater]);
            add(LENGTHS, name, scale, &given.collect::<Vec<f64>>());
        }
    }
    rows
}

fn agreement_rows(agreement: &Agreement) -> Vec<ResultRow> {
    let values = [
        (&AGREEMENT, None, agreement.same),
        (&KAPPA, Some(("weights", "equal")), agreement.kappa),
        (&KAPPA, Some(("weights", "quadratic")), agreement.weighted_kappa),
        (&KRIPPENDORFF_ALPHA, Some(("scale", "ordinal")), agreement.alpha),
    ];
    let rows = values.into_iter().filter_map(|(metric, variant, value)| {
        let variant: Vec<(&str, &str)> = variant.into_iter().collect();
        Some(ResultRow {
            signature: metric.signature_with(&variant),
            group: Some(agreement.raters.clone()),
            ..row(agreement.scale.name, metric, value?, None, agreement.n)
        })
    });
    rows.collect()
}

fn row(task: &str, metric: &Metric, value: f64, interval: Option<Interval>, n: u64) -> ResultRow {
    ResultRow {
        suite: SUITE.to_owned(),
        task: task.to_owned(),
        metric: metric.name.to_owned(),
        signature: metric.signature.to_owned(),
        value,
        ci_low: interval.map(|interval| interval.low),
        ci_high: interval.map(|interval| interval.high),
        n,
        ..ResultRow::default()
    }
}

fn header(filled: &Filled, seed: u64) -> ResultHeader {
    ResultHeader {
        tool: Tool { name: "examen".to_owned(), version: env!("CARGO_PKG_VERSION").to_owned() },
        recipe: None,
        configuration: json!({ "raters": filled.raters }),
        seeds: vec![seed],
        data_versions: BTreeMap::new(),
        hardware: BTreeMap::new(),
        counts_by_status: BTreeMap::from([("not-filled-in".to_owned(), filled.missing() as u64)]),
    }
}

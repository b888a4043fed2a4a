//! Answers rated by people: sheets to fill in, and values from the filled ones.

mod agreement;
mod filled;
mod means;
mod sheets;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use examen_data::{ResultHeader, ResultLog, ResultRow, Tool};
use examen_metrics::statistics::{KAPPA, KRIPPENDORFF_ALPHA};
use examen_metrics::{AGREEMENT, CORRECTNESS, FLUENCY, Interval, Metric};
use serde_json::json;

pub use sheets::{SheetSettings, write_sheets};

use agreement::{Agreement, agreements};
use filled::{Filled, read_filled};
use means::{ModelMeans, model_means};

/// The suite of ratings in result rows. The task of mean ratings is `answers`, that of agreement the scale.
pub const SUITE: &str = "ratings";

/// The scales, in the order of the columns.
const SCALES: [&Metric; 2] = [&FLUENCY, &CORRECTNESS];

/// The file that says which model an answer is of.
const KEY: &str = "key.csv";

/// The ratings of all sheets.
pub struct Rated {
    /// Mean ratings by model, and the agreement of raters.
    pub log: ResultLog,
    /// Ratings that are not filled in.
    pub missing: usize,
}

/// Reads the filled sheets of a directory, all or some: mean ratings by model, and how far raters agree. The seed is that of
/// the resamples for intervals.
pub fn read_ratings(folder: &Path, sheets: &[PathBuf], seed: u64) -> crate::Result<Rated> {
    let filled = read_filled(folder, sheets)?;
    let mut rows = Vec::new();
    for ModelMeans { model, scales } in model_means(&filled, seed)? {
        for (metric, scale) in SCALES.into_iter().zip(scales) {
            let Some((n, mean, interval)) = scale else { continue };
            rows.push(ResultRow { model: Some(model.clone()), ..row("answers", metric, mean, interval, n) });
        }
    }
    for agreement in agreements(&filled)? {
        rows.extend(agreement_rows(&agreement));
    }
    Ok(Rated { missing: filled.missing(), log: ResultLog::new(header(&filled, seed), rows) })
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

//! Answers marked by people: sheets to fill in, and what the filled ones come to.

mod agreement;
mod filled;
mod means;
mod sheets;

pub(crate) use agreement::{Agreement, agreements};
pub(crate) use filled::{Filled, read_filled};
pub(crate) use means::{ModelMeans, model_means};
pub(crate) use sheets::{Answers, SheetSettings, write_sheets};

use examen_metrics::{CORRECTNESS, FLUENCY, Metric};

/// What people mark, in the order of the columns.
pub(crate) const SCALES: [&Metric; 2] = [&FLUENCY, &CORRECTNESS];

/// The file that says which model an answer is of.
const KEY: &str = "key.csv";

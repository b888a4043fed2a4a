//! Answers marked by people: sheets to fill in, and what the filled ones come to.

pub mod agreement;
pub mod filled;
pub mod means;
pub mod sheets;

pub use agreement::{Agreement, agreements};
pub use filled::{Filled, read_filled};
pub use means::{ModelMeans, model_means};
pub use sheets::{Answers, SheetSettings, write_sheets};

use examen_metrics::{CORRECTNESS, FLUENCY, Metric};

/// What people mark, in the order of the columns.
pub const SCALES: [&Metric; 2] = [&FLUENCY, &CORRECTNESS];

/// The file that says which model an answer is of.
const KEY: &str = "key.csv";

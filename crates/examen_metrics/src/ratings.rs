//! Ratings of written answers by people: two scales from 1 to 3, as the papers have it.

use crate::metric::Metric;

const SOURCE: &str = "Liu and Wan 2021, CodeQA, section 5.3";

/// The mean rating of how well answers read.
pub static FLUENCY: Metric = Metric {
    name: "fluency",
    signature: "scale:1-3|by:people",
    about: "mean score by people for how well an answer reads, from 1 to 3",
    source: SOURCE,
    range: LIMITS,
    ..Metric::FRACTION
};

/// The mean rating of how far answers are right.
pub static CORRECTNESS: Metric = Metric {
    name: "correctness",
    signature: "scale:1-3|by:people",
    about: "mean score by people for how far an answer is right, from 1 to 3",
    source: SOURCE,
    range: LIMITS,
    ..Metric::FRACTION
};

/// Whether raters agree.
pub static AGREEMENT: Metric = Metric {
    name: "agreement",
    signature: "",
    about: "fraction of items that two raters give the same value",
    source: SOURCE,
    ..Metric::FRACTION
};

const LIMITS: (f64, f64) = (1.0, 3.0);

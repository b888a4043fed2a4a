//! The length of the labels in a code that knows a representation (minimum description length).

use crate::aggregation::Aggregation;
use crate::metric::{Better, Metric};

/// Where both come from.
const SOURCE: &str = "Voita and Titov 2020, Information-Theoretic Probing with Minimum Description Length";

/// The length of the labels' code.
pub static CODELENGTH: Metric = Metric {
    name: "codelength",
    signature: "code:online",
    about: "bits that the labels of the training examples take in an online code whose sender knows the layer",
    source: SOURCE,
    range: (0.0, f64::INFINITY),
    better: Better::Lower,
    aggregation: Aggregation::Corpus,
    count_text: None,
};

/// The compression of the labels against a code that knows nothing.
pub static COMPRESSION: Metric = Metric {
    name: "compression",
    signature: "code:online",
    about: "how many times shorter than in a code that knows nothing; below 1 when the layer misleads",
    source: SOURCE,
    range: (0.0, f64::INFINITY),
    better: Better::Higher,
    aggregation: Aggregation::Corpus,
    count_text: None,
};

/// The length of the labels' code without the layer.
pub static UNIFORM_CODELENGTH: Metric = Metric {
    name: "uniform_codelength",
    signature: "code:uniform",
    about: "bits that the labels of the training examples take in a code in which all classes are equally likely",
    source: SOURCE,
    range: (0.0, f64::INFINITY),
    better: Better::Neither,
    aggregation: Aggregation::Corpus,
    count_text: None,
};

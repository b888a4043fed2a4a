//! How texts are counted, and the tables that this may need.

mod paraphrases;

pub use paraphrases::Paraphrases;
pub(crate) use paraphrases::SPACES;

/// Counts a pair (hypothesis, reference) into as many numbers as the metric's [`Aggregation`](crate::Aggregation) has, which
/// the caller has set to 0. Texts that are too long for the metric have numbers that are none (NaN).
pub type CountText = fn(&TextResources, &str, &str, &mut [f64]);

/// Tables that some metrics read; they are empty by default.
#[derive(Default)]
pub struct TextResources {
    /// What METEOR takes for paraphrases; without, it has no such module.
    pub paraphrases: Option<Paraphrases>,
}

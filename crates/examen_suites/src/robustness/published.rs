//! The paper's own values, to stand beside ours.

/// The values of one model under one transformation, in percent; those that were not published are missing.
#[derive(Clone, Debug, PartialEq)]
pub struct PublishedSurvival {
    /// The data: `java-small`, `java-med` or `java-large`.
    pub data: &'static str,
    /// The model.
    pub model: &'static str,
    /// The transformation.
    pub transform: &'static str,
    /// `single` or `all`.
    pub place: &'static str,
    /// Methods as they were, and rewritten ones.
    pub counts: [Option<u64>; 2],
    /// Change, CCP, CIP, WWSP, WCP, WWDP, change of correct and of wrong ones.
    pub values: [Option<f64>; 8],
}

/// Returns the values; the authors' rewrites are of the looser kind.
pub fn published() -> Vec<PublishedSurvival> {
    include_str!("../../published/robustness.tsv").lines().skip(2).filter_map(line).collect()
}

fn line(line: &'static str) -> Option<PublishedSurvival> {
    let mut fields = line.split('\t');
    let mut word = || fields.next();
    let (data, model, transform, place) = (word()?, word()?, word()?, word()?);
    let counts = [word()?, word()?].map(|field| field.parse().ok());
    let mut values = [None; 8];
    for value in &mut values {
        *value = word()?.parse().ok();
    }
    Some(PublishedSurvival { data, model, transform, place, counts, values })
}

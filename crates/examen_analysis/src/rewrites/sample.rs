//! Some rewrites of each kind, drawn by the hashes of their ids: the same whatever the order of the files.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;

use examen_data::Rank;

use super::counts::RewriteCounts;
use super::rewrite::{EditableText, Rewrite, RewriteSettings, rewrites};
use crate::arguments::Arguments;
use crate::error::{AnalysisError, Result};
use crate::reading::{CodeFile, Reading};

/// The rewrites with the smallest hashes of each kind.
pub struct RewriteSample {
    most: NonZeroUsize,
    /// In the order of the request's transformations.
    kinds: Vec<BTreeSet<Rank>>,
}

impl RewriteSample {
    /// Draws from all rewrites of the code. They are made again afterwards, so that none has to be kept.
    pub fn draw(
        most: NonZeroUsize,
        settings: &RewriteSettings,
        code: &Arguments,
        reading: &Reading<'_>,
    ) -> Result<Self> {
        let mut sample = Self { most, kinds: vec![BTreeSet::new(); settings.transforms.len()] };
        let ranks = |file: CodeFile| -> Vec<(usize, Rank)> {
            let Ok(text) = EditableText::read(file.bytes, file.language) else { return Vec::new() };
            let made = rewrites(&text.source, file.language, settings, &mut RewriteCounts::new(settings));
            let made = made.unwrap_or_default();
            made.iter().map(|rewrite| (rewrite.transform, rank(rewrite, &file.path, settings))).collect()
        };
        code.read(reading, ranks, |_, ranks| {
            for (transform, rank) in ranks.unwrap_or_default() {
                sample.insert(transform, rank);
            }
            Ok::<(), AnalysisError>(())
        })?;
        Ok(sample)
    }

    /// Takes a rewrite for as long as there are not enough with smaller hashes.
    fn insert(&mut self, transform: usize, rank: Rank) {
        let Some(ranks) = self.kinds.get_mut(transform) else { return };
        ranks.insert(rank);
        if ranks.len() > self.most.get() {
            ranks.pop_last();
        }
    }

    /// Whether a rewrite of a file was drawn.
    pub fn has(&self, rewrite: &Rewrite, file: &str, settings: &RewriteSettings) -> bool {
        self.kinds.get(rewrite.transform).is_some_and(|ranks| ranks.contains(&rank(rewrite, file, settings)))
    }
}

/// The place of a rewrite among those of its kind, in a random order.
fn rank(rewrite: &Rewrite, file: &str, settings: &RewriteSettings) -> Rank {
    Rank::new(0, [&settings.seed.to_le_bytes()[..], rewrite.id(file, settings).as_bytes()])
}

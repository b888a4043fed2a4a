//! Tokens dealt anew.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::probes::{Change, Sample};

/// Deals the tokens at some places anew among these places, all orders alike; lines and indentation stay. Nothing when the
/// text would be what it was.
pub(super) fn shuffle(sample: &Sample<'_>, places: &[usize], chance: &mut ChaCha8Rng) -> Option<Vec<Change>> {
    let mut dealt = places.to_vec();
    dealt.shuffle(chance);
    let pairs = places.iter().zip(&dealt).map(|(&place, &from)| (place, sample.token(from)));
    let changes = pairs.filter(|&(place, word)| word != sample.token(place));
    let changes: Vec<Change> = changes.map(|(place, word)| Change::of_token(place, word)).collect();
    (!changes.is_empty()).then_some(changes)
}

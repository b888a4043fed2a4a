//! Shuffled tokens.

use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::probes::{Change, Sample};

/// Shuffles the tokens at some places among these places; lines and indentation stay. Nothing when the text would be what
/// it was.
pub(crate) fn shuffle(sample: &Sample<'_>, places: &[usize], random: &mut ChaCha8Rng) -> Option<Vec<Change>> {
    let mut shuffled = places.to_vec();
    shuffled.shuffle(random);
    let pairs = places.iter().zip(&shuffled).map(|(&place, &from)| (place, sample.token(from)));
    let changes = pairs.filter(|&(place, word)| word != sample.token(place));
    let changes: Vec<Change> = changes.map(|(place, word)| Change::of_token(place, word)).collect();
    (!changes.is_empty()).then_some(changes)
}

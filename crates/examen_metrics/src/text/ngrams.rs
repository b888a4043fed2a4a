//! N-grams that two sequences have in common.

use rustc_hash::FxHashMap;

use super::words::WordPair;

/// An n-gram that the other side does not have.
const ONLY_HERE: u32 = u32::MAX;

/// Returns how many n-grams of each order, from 1 on, the sides have in common: each counts as often as the side has it
/// that has it less often.
///
/// An n-gram is known by the two shorter ones that it is made of, and only those that both sides have can make one that both
/// have. So no n-gram is ever spelt out, higher orders cost little where texts differ, and time grows with length alone.
pub(super) fn common_ngrams<const ORDERS: usize>(pair: WordPair) -> [u32; ORDERS] {
    let WordPair { mut hypothesis, mut reference, mut distinct } = pair;
    let mut common = [0; ORDERS];
    let mut numbers: FxHashMap<u64, u32> = FxHashMap::default();
    let mut uses: Vec<Uses> = Vec::new();
    for (order, common) in common.iter_mut().enumerate() {
        if order > 0 {
            numbers.clear();
            lengthen(&mut reference, |key| {
                let next = numbers.len() as u32;
                *numbers.entry(key).or_insert(next)
            });
            lengthen(&mut hypothesis, |key| numbers.get(&key).copied().unwrap_or(ONLY_HERE));
            distinct = numbers.len();
        }
        uses.clear();
        uses.resize(distinct, Uses::default());
        for &number in &reference {
            if let Some(uses) = uses.get_mut(number as usize) {
                uses.reference += 1;
            }
        }
        for number in &mut hypothesis {
            match uses.get_mut(*number as usize) {
                Some(uses) if uses.reference > 0 => {
                    *common += u32::from(uses.hypothesis < uses.reference);
                    uses.hypothesis += 1;
                }
                _ => *number = ONLY_HERE,
            }
        }
        if *common == 0 || order + 1 == ORDERS {
            break;
        }
        for number in &mut reference {
            if uses.get(*number as usize).is_none_or(|uses| uses.hypothesis == 0) {
                *number = ONLY_HERE;
            }
        }
    }
    common
}

/// Returns how many n-grams of an order a sequence of that length has.
pub(super) fn ngrams_in(length: usize, order: usize) -> usize {
    (length + 1).saturating_sub(order)
}

#[derive(Clone, Copy, Default)]
struct Uses {
    hypothesis: u32,
    reference: u32,
}

/// Makes n-grams of the next order of neighbours.
fn lengthen(ngrams: &mut Vec<u32>, mut number_of: impl FnMut(u64) -> u32) {
    for index in 1..ngrams.len() {
        let (left, right) = (ngrams[index - 1], ngrams[index]);
        let is_shared = left != ONLY_HERE && right != ONLY_HERE;
        ngrams[index - 1] = if is_shared { number_of(u64::from(left) << 32 | u64::from(right)) } else { ONLY_HERE };
    }
    ngrams.pop();
}

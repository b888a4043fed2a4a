//! Which examples are drawn: data sets in a mixture, shuffled in each epoch, packed by a budget of tokens.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// An example that was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The data set.
    pub set: usize,
    /// The example in it.
    pub example: usize,
}

/// A stretch of the training with its own weights.
#[derive(Clone, Debug, PartialEq)]
pub struct Phase {
    /// The fraction of the training that is done when it begins.
    pub from: f64,
    /// The weight of an example of each data set: with equal weights all examples are as likely, whatever the sizes.
    pub weights: Vec<f64>,
}

/// Data sets, of which examples are drawn.
#[derive(Clone, Debug)]
pub struct Mixture {
    /// The lengths of the examples of each data set, in tokens.
    lengths: Vec<Vec<u32>>,
    phases: Vec<Phase>,
}

impl Mixture {
    /// Data sets by the lengths of their examples, in phases that begin one after the other, the first at 0.
    pub fn new(lengths: Vec<Vec<u32>>, phases: Vec<Phase>) -> Self {
        Self { lengths, phases }
    }

    /// One data set.
    pub fn single(lengths: Vec<u32>) -> Self {
        Self::new(vec![lengths], vec![Phase { from: 0.0, weights: vec![1.0] }])
    }

    /// The probability of each data set at a time.
    fn probabilities(&self, progress: f64) -> Vec<f64> {
        let phase = self.phases.iter().rev().find(|phase| phase.from <= progress).or_else(|| self.phases.first());
        let weight = |set: usize| phase.and_then(|phase| phase.weights.get(set)).copied().unwrap_or(0.0).max(0.0);
        let masses: Vec<f64> =
            self.lengths.iter().enumerate().map(|(set, examples)| weight(set) * examples.len() as f64).collect();
        let total: f64 = masses.iter().sum();
        masses.into_iter().map(|mass| if total > 0.0 { mass / total } else { 0.0 }).collect()
    }
}

/// How far each data set was read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct SamplerState {
    drawn: u64,
    /// Epoch and position in it, by data set.
    sets: Vec<(u64, u64)>,
}

/// Draws examples.
#[derive(Debug)]
pub(crate) struct Sampler<'m> {
    mixture: &'m Mixture,
    seed: u64,
    state: SamplerState,
    /// The order of the present epoch, by data set.
    orders: Vec<Option<(u64, Vec<u32>)>>,
}

impl<'m> Sampler<'m> {
    pub(crate) fn new(mixture: &'m Mixture, seed: u64, mut state: SamplerState) -> Self {
        let sets = mixture.lengths.len();
        state.sets.resize(sets, (0, 0));
        Self { mixture, seed, state, orders: vec![None; sets] }
    }

    pub(crate) fn state(&self) -> &SamplerState {
        &self.state
    }

    /// The next examples that fit so many tokens together, and how many tokens they have. Examples that would not fit alone are
    /// passed over; nothing comes back where there are no others.
    pub(crate) fn batch(&mut self, progress: f64, tokens: usize) -> (Vec<Drawn>, usize) {
        let probabilities = self.mixture.probabilities(progress);
        let (mut batch, mut used, mut passed_over) = (Vec::new(), 0, 0);
        let most: usize = self.mixture.lengths.iter().map(Vec::len).sum();
        loop {
            let before = self.state.clone();
            let Some(drawn) = self.draw(&probabilities) else { return (batch, used) };
            let length = self.mixture.lengths[drawn.set][drawn.example] as usize;
            if length > tokens || length == 0 {
                passed_over += 1;
                if passed_over > 2 * most {
                    return (batch, used);
                }
                continue;
            }
            if used + length > tokens {
                // It is the first of the next batch.
                self.state = before;
                return (batch, used);
            }
            used += length;
            batch.push(drawn);
        }
    }

    fn draw(&mut self, probabilities: &[f64]) -> Option<Drawn> {
        let mut random = generator(self.seed, u64::MAX);
        random.set_word_pos(u128::from(self.state.drawn) * 2);
        self.state.drawn += 1;
        let mut at: f64 = random.random();
        let likely = |set: &usize| probabilities[*set] > 0.0;
        let mut set = (0..probabilities.len()).rev().find(likely)?;
        for candidate in (0..probabilities.len()).filter(likely) {
            if at < probabilities[candidate] {
                set = candidate;
                break;
            }
            at -= probabilities[candidate];
        }
        let (epoch, position) = self.state.sets[set];
        let order = match &mut self.orders[set] {
            Some((known, order)) if *known == epoch => order,
            other => &mut other.insert((epoch, shuffled(self.seed, set, epoch, self.mixture.lengths[set].len()))).1,
        };
        let example = *order.get(usize::try_from(position).ok()?)? as usize;
        let is_last = position + 1 >= order.len() as u64;
        self.state.sets[set] = if is_last { (epoch + 1, 0) } else { (epoch, position + 1) };
        Some(Drawn { set, example })
    }
}

/// The order of an epoch: the numbers below `count`, shuffled by (seed, data set, epoch).
fn shuffled(seed: u64, set: usize, epoch: u64, count: usize) -> Vec<u32> {
    let mut random = generator(seed, ((set as u64) << 32) | (epoch & 0xffff_ffff));
    let mut order: Vec<u32> = (0..).take(count).collect();
    for at in (1..count).rev() {
        order.swap(at, random.random_range(0..=at));
    }
    order
}

fn generator(seed: u64, stream: u64) -> ChaCha8Rng {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    let mut random = ChaCha8Rng::from_seed(key);
    random.set_stream(stream);
    random
}

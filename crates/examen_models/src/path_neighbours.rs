//! Names functions after those that look most like them: nearest neighbours over path contexts.
//!
//! A function is the set of its path contexts and of the words at their ends. What is rare weighs more: weights are the
//! logarithms of how seldom each was met in training, which is all that is trained.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashMap, FxHasher};

use crate::error::ModelError;

/// Neighbours that have a say.
const NEIGHBOURS: usize = 7;
/// Features of more functions than this say little and cost much.
const MOST_FUNCTIONS: usize = 1 << 12;

/// A function to learn from.
#[derive(Clone, Copy, Debug)]
pub struct Named<'t> {
    /// Its name.
    pub name: &'t str,
    /// Its contexts, each `word,path,word`, separated by spaces.
    pub contexts: &'t str,
}

/// A namer that has been trained.
#[derive(Debug)]
pub struct PathNeighbours {
    names: Vec<String>,
    /// By feature, the functions that have it, with the length of their vectors divided out.
    functions: FxHashMap<u64, Vec<(u32, f32)>>,
    /// By feature, how much it weighs.
    weights: FxHashMap<u64, f32>,
}

impl PathNeighbours {
    /// The name on the command line and in predictions, for good.
    pub const NAME: &'static str = "path-neighbours";

    /// Counts what the functions have in common. The result depends on the functions and their order alone.
    pub fn train(training: &[Named<'_>]) -> Result<Self, ModelError> {
        if training.is_empty() {
            return Err(ModelError::NoTrainingExamples);
        }
        let vectors: Vec<BTreeMap<u64, f32>> = training.iter().map(|it| features(it.contexts)).collect();
        let mut counts: FxHashMap<u64, usize> = FxHashMap::default();
        for &feature in vectors.iter().flat_map(BTreeMap::keys) {
            *counts.entry(feature).or_default() += 1;
        }
        let n = training.len() as f64;
        let weight = |count: usize| (1.0 + n / count as f64).ln() as f32;
        let weights: FxHashMap<u64, f32> = counts.iter().map(|(&feature, &count)| (feature, weight(count))).collect();
        let mut functions: FxHashMap<u64, Vec<(u32, f32)>> = FxHashMap::default();
        for (number, vector) in vectors.iter().enumerate() {
            let length = length(vector, &weights, 0.0);
            for (feature, frequency) in vector {
                let count = counts.get(feature).copied().unwrap_or_default();
                if count <= MOST_FUNCTIONS {
                    let weight = weights.get(feature).copied().unwrap_or_default();
                    functions.entry(*feature).or_default().push((number as u32, frequency * weight / length));
                }
            }
        }
        free_reserves(&mut functions);
        let names = training.iter().map(|it| it.name.to_owned()).collect();
        Ok(Self { names, functions, weights })
    }

    /// The name that the nearest functions agree on most; nothing for a function that has nothing in common with any.
    pub fn answer(&self, contexts: &str) -> Option<&str> {
        let vector = features(contexts);
        let unknown = (1.0 + self.names.len() as f64).ln() as f32;
        let length = length(&vector, &self.weights, unknown);
        let mut likeness: FxHashMap<u32, f32> = FxHashMap::default();
        for (feature, frequency) in &vector {
            let weight = self.weights.get(feature).copied().unwrap_or_default();
            for &(function, of_function) in self.functions.get(feature).map(Vec::as_slice).unwrap_or_default() {
                *likeness.entry(function).or_default() += frequency * weight * of_function / length;
            }
        }
        let mut nearest: Vec<(u32, f32)> = likeness.into_iter().collect();
        nearest.sort_by(|left, right| right.1.total_cmp(&left.1).then(left.0.cmp(&right.0)));
        nearest.truncate(NEIGHBOURS);
        let mut votes: BTreeMap<&str, f32> = BTreeMap::new();
        for (function, likeness) in nearest {
            // A near one outweighs several that are less so.
            *votes.entry(&self.names[function as usize]).or_default() += likeness * likeness;
        }
        let best = votes.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(name, _)| name)
    }
}

/// Frees what growing lists keep in reserve.
fn free_reserves(functions: &mut FxHashMap<u64, Vec<(u32, f32)>>) {
    functions.values_mut().for_each(Vec::shrink_to_fit);
}

fn length(vector: &BTreeMap<u64, f32>, weights: &FxHashMap<u64, f32>, unknown: f32) -> f32 {
    let squares = vector.iter().map(|(feature, frequency)| {
        let weight = weights.get(feature).copied().unwrap_or(unknown);
        (frequency * weight).powi(2)
    });
    squares.sum::<f32>().sqrt().max(f32::MIN_POSITIVE)
}

/// The contexts of a function and the words at their ends, each with the root of how often it is there.
fn features(contexts: &str) -> BTreeMap<u64, f32> {
    let mut counts: BTreeMap<u64, u32> = BTreeMap::new();
    for context in contexts.split_ascii_whitespace() {
        *counts.entry(hash(0, context)).or_default() += 1;
        let ends = context.split(',').next().into_iter().chain(context.rsplit(',').next());
        for word in ends.flat_map(|end| end.split('|')) {
            *counts.entry(hash(1, word)).or_default() += 1;
        }
    }
    counts.into_iter().map(|(feature, count)| (feature, (count as f32).sqrt())).collect()
}

fn hash(kind: u8, text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    (kind, text).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_function_is_named_after_the_most_alike() {
        let training = [
            Named { name: "get|name", contexts: "this,up,name name,down,return" },
            Named { name: "set|name", contexts: "this,up,name name,assign,value value,x,y" },
            Named { name: "get|size", contexts: "this,up,size size,down,return" },
        ];
        let model = PathNeighbours::train(&training).expect("a model");
        assert_eq!(model.answer("this,up,size size,down,return"), Some("get|size"));
        assert_eq!(model.answer("this,up,name name,assign,value"), Some("set|name"));
        assert_eq!(model.answer("nothing,in,common"), None);
        assert_eq!(PathNeighbours::train(&[]).err(), Some(ModelError::NoTrainingExamples));
    }
}

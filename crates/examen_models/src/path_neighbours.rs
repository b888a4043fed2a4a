//! Names functions after those that look most like them: nearest neighbours over path contexts.
//!
//! A function is the set of its path contexts and of the words at their ends.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHasher;

use crate::error::ModelError;
use crate::neighbours::{Neighbours, Vector};

/// Neighbours that have a say.
const NEIGHBOURS: usize = 7;

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
    neighbours: Neighbours,
}

impl PathNeighbours {
    /// The name on the command line and in predictions, for good.
    pub const NAME: &'static str = "path-neighbours";

    /// Counts what the functions have in common. The result depends on the functions and their order alone.
    pub fn train(training: &[Named<'_>]) -> Result<Self, ModelError> {
        if training.is_empty() {
            return Err(ModelError::NoTrainingExamples);
        }
        let vectors: Vec<Vector> = training.iter().map(|it| features(it.contexts)).collect();
        let names = training.iter().map(|it| it.name.to_owned()).collect();
        Ok(Self { names, neighbours: Neighbours::of(&vectors) })
    }

    /// The name that the nearest functions agree on most; nothing for a function that has nothing in common with any.
    pub fn answer(&self, contexts: &str) -> Option<&str> {
        let mut votes: BTreeMap<&str, f32> = BTreeMap::new();
        for (function, likeness) in self.neighbours.nearest(&features(contexts), NEIGHBOURS) {
            // A near one outweighs several that are less so.
            *votes.entry(&self.names[function as usize]).or_default() += likeness * likeness;
        }
        let best = votes.into_iter().reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(name, _)| name)
    }
}

/// The contexts of a function and the words at their ends, each with the root of how often it is there.
fn features(contexts: &str) -> Vector {
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

//! English as programmers write it: sentences, words, tags, lemmas, trees and roles.

pub mod conllu;
mod english;
pub mod evaluation;
mod features;
pub mod inflection;
mod lemmas;
mod markup;
mod matrix;
mod model;
mod network;
mod packed;
mod parser;
pub mod questions;
mod repairs;
mod roles;
mod sentence;
mod sentences;
mod stems;
mod subjects;
mod tagger;
mod tokens;
pub mod training;

pub use crate::english::English;
pub use crate::model::ModelError;
pub use crate::sentence::{Predicate, Role, Sentence, Sentences, Token};
pub use crate::sentences::{sentence_texts, words};

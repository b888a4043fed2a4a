//! Embedding: texts to the features of all layers of an encoder, on the disk.

mod encoder_choice;
mod encoder_flags;
mod features;
mod hub;
mod showing;

pub(crate) use encoder_choice::{EncoderChoice, LocalEncoder};
pub(crate) use encoder_flags::{EncoderFlags, Pool};
pub(crate) use features::{Embedding, TextRow, embed};

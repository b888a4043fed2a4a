//! Embedding: texts to the features of all layers of an encoder, on the disk.

mod encoder_choice;
mod encoder_flags;
mod features;

pub(crate) use encoder_choice::EncoderChoice;
pub(crate) use encoder_flags::{EncoderFlags, Pool};
pub(crate) use features::{Embedding, TextRow, embed};

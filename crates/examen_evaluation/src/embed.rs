//! Embedding: texts to the features of all layers of an encoder, on the disk.

pub mod encoder_choice;
pub mod encoder_flags;
pub mod features;
pub mod hub;
pub mod showing;

pub use encoder_choice::{EncoderChoice, LocalEncoder};
pub use encoder_flags::{EncoderFlags, Pool};
pub use features::{Embedding, TextRow, embed};

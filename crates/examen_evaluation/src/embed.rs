//! Embedding: texts become the features of all layers of an encoder, in a file.

mod encoder_settings;
mod features;
mod file;
mod functions;
mod hub;
mod input_encoder;
mod local_encoder;

pub use encoder_settings::{EncoderSettings, Pool};
pub(crate) use features::truncation;
pub use features::{Counts, Embedded, Embedding, TextRow, embed, embed_texts};
pub use file::{EmbedSettings, EmbedSummary, embed_file};
pub use functions::{FunctionCounts, FunctionRow, functions_in, read_example_texts, read_functions};
pub use input_encoder::{EncodedText, InputEncoder};
pub use local_encoder::LocalEncoder;

//! Models: they are shown an example's input and give an answer.
//!
//! Examples come in as texts with their class, answers go out. This crate knows neither the suites that examples are from
//! nor the metrics that answers are scored with. There are models without a network, small enough to be trained in seconds:
//! classifiers of texts, which show what can be guessed without reading code, a namer of functions, and judges of sentences about code. And there are encoders:
//! networks of checkpoints, as the hub has them, which give the hidden states of all their layers for a text; and [`probing`]
//! classifiers of these states. [`CodeNetwork`] is a small encoder of our own, which is pre-trained on code and predicts spans.

mod bag_of_tokens;
mod beam_search;
mod checkpoint;
mod classes;
mod classifier;
mod direction;
mod encoders;
#[cfg(feature = "endpoints")]
pub mod endpoints;
mod error;
#[cfg(feature = "hub")]
pub mod hub;
mod labelled;
mod length_only;
mod majority;
mod model_folder;
mod n_gram;
mod namers;
mod neighbours;
mod pair_classifier;
mod path_neighbours;
pub mod probing;
mod softmax_regression;
mod sub_tokens;
mod text_neighbours;
mod token_counts;
mod vocabulary;
mod weights;

pub use beam_search::{BeamSettings, Finished, Unfinished, beam_search};
pub use classifier::{Classifier, Method};
pub use encoders::{
    ARCHITECTURES, Architecture, BlockSpan, CodeBlock, CodeConfig, CodeEdge, CodeHead, CodeModel, CodeNetwork,
    CodeSize, Decision, DecisionSequence, DecisionText, DecisionTokens, EdgeKind, Encoder, FlowNode, FlowTokenizer,
    GeneratedKind, GeneratorConfig, GeneratorInput, GeneratorKind, GeneratorModel, GeneratorNetwork, GeneratorTokens,
    HiddenStates, MAX_NODES, MaskedTokens, Network, PackedInput, PackedSequence, Pooling, ScoredTokens, Sequence,
    SpanInput, SpanReader, TextFlow, TextNode, TokenPlace, Written, batches_by_length, decision_loss, decode_spans,
    generated_words, group_code_parameters, group_generator_parameters, initial_code_parameters,
    initial_generator_parameters, joined_words, takes_data_flow, write_code_model, write_generator,
};
pub use error::ModelError;
pub use examen_tensor::{Device, Placement, Precision, use_threads};
pub use examen_tokenizers::{Tokenizer, TokenizerError, Tokens};
pub use labelled::{Input, Labelled};
pub use n_gram::{NGram, NGramExample};
pub use namers::{
    Answered, ContextTables, ContextTexts, EncodedName, NameGuess, NamerConfig, NamerInput, NamerKind, NamerModel,
    NamerNetwork, NamerVocabulary, PathContext, TextNumbers, group_namer_parameters, initial_namer_parameters,
    path_contexts, sampled, write_namer,
};
pub use pair_classifier::{CodePair, CodeWords, PairClassifier};
pub use path_neighbours::{Named, PathNeighbours};
pub use sub_tokens::{distinct_sub_tokens, sub_tokens};
pub use text_neighbours::TextNeighbours;
pub use vocabulary::{Vocabulary, WordCounts};

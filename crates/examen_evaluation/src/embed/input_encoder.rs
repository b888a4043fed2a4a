//! Texts as inputs of an encoder: tokens alone, or tokens with data flow.

use examen_models::{Encoder, FlowNode, FlowTokenizer, ModelError, Sequence, TextFlow, TextNode, Tokenizer, Tokens};
use examen_syntax::{Language, Span};
use examen_views::data_flow::{DataFlow, data_flow};

use super::TextRow;
use crate::error::{EvaluationError, refuse};

/// An encoder of texts as inputs of a network. Threads may share it.
#[derive(Clone, Copy)]
pub enum InputEncoder<'e> {
    /// Tokens alone.
    Text(&'e Tokenizer),
    /// Tokens and variables with their data flow.
    DataFlow(FlowTokenizer<'e>),
}

/// A text as an input.
pub struct EncodedText {
    /// Its tokens, special tokens included.
    pub tokens: Tokens,
    /// Its variables; none without data flow.
    pub flow: Vec<FlowNode>,
}

impl<'e> InputEncoder<'e> {
    /// Returns the input encoder of a network, with data flow if the network takes that.
    pub fn new(encoder: &'e Encoder, with_data_flow: bool) -> crate::Result<Self> {
        if !with_data_flow {
            return Ok(Self::Text(encoder.tokenizer()));
        }
        match encoder.flow_tokenizer() {
            Some(tokenizer) => Ok(Self::DataFlow(tokenizer)),
            None => refuse!("{}", refusal(encoder.architecture())),
        }
    }

    /// Encodes a text.
    pub fn encode(&self, row: &TextRow) -> crate::Result<EncodedText> {
        match self {
            Self::Text(tokenizer) => {
                Ok(EncodedText { tokens: tokenizer.tokenize(&row.text).map_err(ModelError::from)?, flow: Vec::new() })
            }
            Self::DataFlow(tokenizer) => {
                let language = row
                    .language
                    .ok_or_else(|| EvaluationError::request("--data-flow: the language of a text is not known"))?;
                let (tokens, flow) = tokenizer.tokenize(&row.text, &text_flow(language, &row.text))?;
                Ok(EncodedText { tokens, flow })
            }
        }
    }
}

impl EncodedText {
    /// Returns the number of positions.
    pub fn length(&self) -> usize {
        self.tokens.ids.len() + self.flow.len()
    }

    /// Returns the input of the network.
    pub fn sequence(&self) -> Sequence {
        Sequence { ids: self.tokens.ids.clone(), flow: self.flow.clone() }
    }
}

/// The message for a network that takes no data flow.
pub(super) fn refusal(model_type: &str) -> String {
    format!(
        "--data-flow: only RoBERTa checkpoints with two special tokens around a text, as GraphCodeBERT, take data flow; \
         this one is `{model_type}`"
    )
}

/// The data flow of a text in the types of the encoders.
fn text_flow(language: Language, text: &str) -> TextFlow {
    let DataFlow { tokens, variables } = data_flow(language, text);
    let range = |place: Span| place.start as usize..place.end as usize;
    TextFlow {
        tokens: tokens.into_iter().map(|places| places.into_iter().map(range).collect()).collect(),
        nodes: variables.into_iter().map(|it| TextNode { token: it.token, sources: it.sources }).collect(),
    }
}

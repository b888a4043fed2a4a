//! How texts are shown to an encoder: alone, or with their data flow.

use crate::error::{EvaluationError, refuse};
use examen_models::{Encoder, FlowNode, FlowTokenizer, ModelError, Sequence, TextFlow, TextNode, Tokenizer, Tokens};
use examen_syntax::{Language, Span};
use examen_views::data_flow::{DataFlow, data_flow};

use super::TextRow;

/// What an encoder is shown of texts; for many threads at once.
#[derive(Clone, Copy)]
pub enum Showing<'e> {
    Text(&'e Tokenizer),
    DataFlow(FlowTokenizer<'e>),
}

/// A text as it is shown.
pub struct ShownText {
    pub tokens: Tokens,
    pub flow: Vec<FlowNode>,
}

impl<'e> Showing<'e> {
    /// The text alone, or with its data flow if the encoder takes that.
    pub fn new(encoder: &'e Encoder, with_data_flow: bool) -> crate::Result<Self> {
        if !with_data_flow {
            return Ok(Self::Text(encoder.tokenizer()));
        }
        match encoder.flow_tokenizer() {
            Some(tokenizer) => Ok(Self::DataFlow(tokenizer)),
            None => refuse!("{}", refusal(encoder.architecture())),
        }
    }

    /// A text as it is shown.
    pub fn show(&self, row: &TextRow) -> crate::Result<ShownText> {
        match self {
            Self::Text(tokenizer) => {
                Ok(ShownText { tokens: tokenizer.tokenize(&row.text).map_err(ModelError::from)?, flow: Vec::new() })
            }
            Self::DataFlow(tokenizer) => {
                let language = row
                    .language
                    .ok_or_else(|| EvaluationError::request("--data-flow: the language of a text is not known"))?;
                let (tokens, flow) = tokenizer.tokenize(&row.text, &text_flow(language, &row.text))?;
                Ok(ShownText { tokens, flow })
            }
        }
    }
}

impl ShownText {
    /// How many positions it takes.
    pub fn length(&self) -> usize {
        self.tokens.ids.len() + self.flow.len()
    }

    pub fn sequence(&self) -> Sequence {
        Sequence { ids: self.tokens.ids.clone(), flow: self.flow.clone() }
    }
}

/// Why a network is not shown data flow.
pub fn refusal(model_type: &str) -> String {
    format!(
        "--data-flow: only RoBERTa checkpoints that frame texts with two tokens, as GraphCodeBERT does, are shown data flow; \
         this one is `{model_type}`"
    )
}

/// The data flow of a text in the words of the encoders.
fn text_flow(language: Language, text: &str) -> TextFlow {
    let DataFlow { tokens, variables } = data_flow(language, text);
    let range = |place: Span| place.start as usize..place.end as usize;
    TextFlow {
        tokens: tokens.into_iter().map(|places| places.into_iter().map(range).collect()).collect(),
        nodes: variables.into_iter().map(|it| TextNode { token: it.token, sources: it.sources }).collect(),
    }
}

//! The artificial blocks that stand for methods of built-in classes, which have no text of their own.

use examen_queries::{BuiltInMethod, Query};

use super::edition::Edition;
use super::row::ShownBlock;
use examen_tokenizers::code_tokens::{END_OF_TEXT, spelled_tokens};

/// The number of the query about `is`, whose blocks show an `__eq__` that compares.
const COMPARISON_USING_IS: u8 = 6;

/// The block of a method, as the published data spells it: a class of that name whose method either compares or raises.
pub(super) fn built_in_block(index: u32, query: &Query, needed: &BuiltInMethod) -> ShownBlock {
    let BuiltInMethod { class, method } = needed;
    let content = if query.number == COMPARISON_USING_IS {
        format!("    def {method}(self, value):\n        return self==value")
    } else {
        format!("    def {method}(self):\n        raise NotImplementedError")
    };
    ShownBlock {
        index,
        kind: "STUB".to_owned(),
        path: format!("root.{class}.{method}"),
        header: format!("STUB class {class}(object):"),
        content,
        line_ranges: Vec::new(),
        is_relevant: true,
        is_flagged: true,
    }
}

/// The tokens of such a block; the published ones end with an end of text.
pub(super) fn built_in_tokens(block: &ShownBlock, edition: Edition) -> Vec<String> {
    let mut tokens = spelled_tokens(&block.content);
    if edition == Edition::Paper {
        tokens.push(END_OF_TEXT.to_owned());
    }
    tokens
}

//! The artificial blocks that stand for methods of built-in classes, which have no text of their own.

use examen_queries::{BuiltInMethod, StubBody};

use super::edition::Edition;
use super::row::ShownBlock;
use examen_tokenizers::code_tokens::{END_OF_TEXT, spelled_tokens};

/// Returns the block of a method, as the published data spells it: a class of that name whose method either compares or raises.
pub(super) fn built_in_block(index: u32, needed: &BuiltInMethod) -> ShownBlock {
    let BuiltInMethod { class, method, body } = needed;
    let content = match body {
        StubBody::Compares => format!("    def {method}(self, value):\n        return self==value"),
        StubBody::Raises => format!("    def {method}(self):\n        raise NotImplementedError"),
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

/// Returns the tokens of such a block; the published ones end with an end of text.
pub(super) fn built_in_tokens(block: &ShownBlock, edition: Edition) -> Vec<String> {
    let mut tokens = spelled_tokens(&block.content);
    if edition == Edition::Paper {
        tokens.push(END_OF_TEXT.to_owned());
    }
    tokens
}

//! Unicode escapes in names, which the grammar does not know.

use super::lexer::tokenize;
use super::token::TokenKind;

/// The text with every `\` inside a name replaced by `_`, so that `v\u0061lue` becomes the name `v_u0061lue` of the same
/// length; spans are those of the original text. `None` when no name has an escape.
pub(super) fn without_escapes_in_names(source: &str) -> Option<String> {
    memchr::memmem::find(source.as_bytes(), b"\\u")?;
    let tokens = tokenize(source);
    let mut rewritten = source.to_owned();
    let mut is_changed = false;
    for token in tokens.tokens.iter().filter(|token| token.kind == TokenKind::Identifier) {
        let text = token.text(source);
        if text.contains('\\') {
            let place = token.span.start as usize..token.span.end as usize;
            rewritten.replace_range(place, &text.replace('\\', "_"));
            is_changed = true;
        }
    }
    is_changed.then_some(rewritten)
}

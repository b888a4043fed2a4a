//! Spaces between the tokens of a line, as PEP 8 wants them.

use examen_semantics::python::Version;
use examen_syntax::python::token::{TokenKind, is_keyword};

use super::lines::Item;

/// What is known at one place of a function.
pub(super) struct Spacing {
    version: Version,
    brackets: Vec<Bracket>,
}

/// An open bracket, or the text outside of all.
#[derive(Clone, Copy, Default)]
struct Bracket {
    is_round: bool,
    is_subscript: bool,
    /// Lambdas whose colon is still to come.
    lambdas: usize,
    /// Whether the parameter has an annotation.
    is_annotated: bool,
}

/// Which sides of a token have no space.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sides {
    before: bool,
    after: bool,
}

impl Spacing {
    pub(super) fn new(version: Version) -> Self {
        Self { version, brackets: vec![Bracket::default()] }
    }

    /// The sides of a token; the tokens must be given in order. `is_before_joined` and `is_after_joined` say whether there
    /// was nothing between it and its neighbours.
    pub(super) fn sides(
        &mut self,
        before: Option<&Item<'_>>,
        item: &Item<'_>,
        is_before_joined: bool,
        is_after_joined: bool,
    ) -> Sides {
        if item.starts_line {
            self.brackets.truncate(1);
            self.brackets[0] = Bracket::default();
        }
        if item.kind != TokenKind::Operator {
            if item.text == "lambda" {
                self.innermost().lambdas += 1;
            }
            return Sides::default();
        }
        let ends_value = before.is_some_and(|before| !item.starts_line && Self::ends_value(before));
        let may_be_statement = before.is_some_and(|before| !item.starts_line && self.may_be_statement(before));
        match item.text {
            "(" | "[" | "{" => {
                let is_round = item.text == "(";
                let is_subscript = item.text == "[" && ends_value;
                self.brackets.push(Bracket { is_round, is_subscript, ..Bracket::default() });
                let is_tight = if may_be_statement { is_before_joined } else { ends_value };
                Sides { before: is_tight, after: true }
            }
            ")" | "]" | "}" => {
                if self.brackets.len() > 1 {
                    self.brackets.pop();
                }
                Sides { before: true, after: false }
            }
            "," => {
                self.innermost().is_annotated = false;
                Sides { before: true, after: false }
            }
            ";" => Sides { before: true, after: false },
            ":" => self.colon(before),
            "=" => {
                let bracket = self.innermost();
                let is_tight = bracket.lambdas > 0 || (bracket.is_round && !bracket.is_annotated);
                Sides { before: is_tight, after: is_tight }
            }
            "." | "..." => dot(item, before),
            "~" => Sides { before: false, after: true },
            "@" => Sides { before: false, after: item.starts_line },
            "+" | "-" | "*" | "**" => {
                let is_unary = if may_be_statement { is_after_joined && !is_before_joined } else { !ends_value };
                Sides { before: false, after: is_unary }
            }
            _ => Sides::default(),
        }
    }

    fn colon(&mut self, before: Option<&Item<'_>>) -> Sides {
        let bracket = self.innermost();
        if bracket.lambdas > 0 {
            bracket.lambdas -= 1;
            return Sides { before: true, after: false };
        }
        bracket.is_annotated = true;
        let is_first_of_slice = before.is_some_and(|before| before.text == ",");
        Sides { before: !is_first_of_slice, after: bracket.is_subscript }
    }

    fn innermost(&mut self) -> &mut Bracket {
        let last = self.brackets.len().saturating_sub(1);
        &mut self.brackets[last]
    }

    /// Returns whether a token is the last of an operand, so that what follows is no operand.
    fn ends_value(item: &Item<'_>) -> bool {
        match item.kind {
            TokenKind::Name => !is_keyword(item.text) || matches!(item.text, "None" | "True" | "False"),
            TokenKind::Number | TokenKind::String => true,
            TokenKind::Operator => matches!(item.text, ")" | "]" | "}" | "..."),
            _ => false,
        }
    }

    /// Returns whether a name may also be the first word of a statement.
    fn may_be_statement(&self, item: &Item<'_>) -> bool {
        item.kind == TokenKind::Name
            && match item.text {
                "match" | "case" => item.starts_line,
                "print" | "exec" => self.version == Version::Python2,
                _ => false,
            }
    }
}

/// A dot of a relative import stands apart from the words around it.
fn dot(item: &Item<'_>, before: Option<&Item<'_>>) -> Sides {
    let is_import = before.is_some_and(|before| before.text == "from");
    match item.text {
        "." => Sides { before: !is_import, after: true },
        _ => Sides { before: false, after: is_import },
    }
}

/// Returns whether two tokens of a line stand without a space between them; `is_joined` says whether they did so
/// before.
pub(super) fn is_tight(before: &Item<'_>, after: &Item<'_>, sides: (Sides, Sides), is_joined: bool) -> bool {
    let is_word = |item: &Item<'_>| matches!(item.kind, TokenKind::Name | TokenKind::Number | TokenKind::String);
    if is_joined && is_word(before) && is_word(after) {
        // Without a keyword this is one token that is cut in two: `0777` and `10L` of Python 2, a string with a prefix that
        // is not known here.
        return !is_keyword(before.text) && !is_keyword(after.text);
    }
    match (before.text, after.text) {
        // `<>` of Python 2.
        ("<", ">") => is_joined,
        // `1 .real` is no `1.real`.
        (_, "." | "...") if before.kind == TokenKind::Number => is_joined,
        ("." | "...", "import") => false,
        _ => sides.0.after || sides.1.before,
    }
}

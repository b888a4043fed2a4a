//! Layout.

mod gaps;
mod leaves;

use examen_syntax::java::{Kind, tokenize};
use examen_syntax::{Edit, Edits, Span};

use crate::java_method::JavaMethod;
use crate::{Finder, Found, Strength, Transform};
use gaps::is_tight;
use leaves::{Leaf, leaves};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "LY",
    name: "layout",
    description: "The method is laid out anew: each statement on a line of its own, indented by four spaces for each brace, \
                  spaces around binary operators and behind commas, no empty lines. It is the control of the others: does \
                  a model react to mere layout?",
    reason: "Only white space between tokens changes; the tokens of the new text are compared with those of the old. Strings, \
             text blocks and comments stay as they are, and a comment up to the end of its line stays the last on it.",
    refuses: "Methods with white space that is written as a Unicode escape, or with carriage returns that end no line.",
    paper: "",
    has_all_places: false,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let place = method.method.span();
    let text = method.text(method.method.node);
    if text.replace("\r\n", "").contains('\r') {
        found.refuse(place, "carriage-return");
        return;
    }
    let leaves = leaves(method.method.node, method.source);
    let layout = Layout {
        source: method.source,
        leaves: &leaves,
        line_end: if text.contains("\r\n") { "\r\n" } else { "\n" },
        base: method.indentation(place.start).replace('\t', "    "),
    };
    let Some(edits) = layout.edits() else {
        found.refuse(place, "escaped-white-space");
        return;
    };
    if edits.is_empty() {
        return;
    }
    if has_same_tokens(text, place, &edits) {
        found.site(place, edits);
    } else {
        found.refuse(place, "other-tokens");
    }
}

/// Returns whether the edited method has the tokens that it had.
fn has_same_tokens(text: &str, place: Span, edits: &[Edit]) -> bool {
    let moved = edits.iter().map(|edit| Edit {
        span: Span::new(edit.span.start - place.start, edit.span.end - place.start),
        text: edit.text.clone(),
    });
    let edited = Edits::new(moved.collect()).and_then(|edits| edits.apply(text));
    let Ok(edited) = edited else { return false };
    let (old, new) = (tokenize(text), tokenize(&edited));
    let old = old.tokens.iter().map(|token| (token.kind, token.text(text)));
    old.eq(new.tokens.iter().map(|token| (token.kind, token.text(&edited))))
}

struct Layout<'a> {
    source: &'a str,
    leaves: &'a [Leaf<'a>],
    line_end: &'static str,
    base: String,
}

impl Layout<'_> {
    /// The gaps that change; nothing if something between two tokens is no white space.
    fn edits(&self) -> Option<Vec<Edit>> {
        let mut edits = Vec::new();
        let next_tokens = self.next_tokens();
        for (at, (pair, &next_token)) in self.leaves.windows(2).zip(&next_tokens).enumerate() {
            let [before, after] = pair else { continue };
            let span = Span::new(before.span.end, after.span.start);
            let gap = span.text(self.source);
            if !gap.bytes().all(|byte| byte.is_ascii_whitespace()) {
                return None;
            }
            let next = self.leaves.get(next_token).unwrap_or(after);
            let text = if before.is_comment() || after.is_comment() {
                // Asked once for all comments in a row.
                let breaks_later = before.is_comment() || self.has_line_end(at + 1, next_token);
                self.beside_comment(before, after, next, gap, breaks_later)
            } else if after.starts_line {
                self.new_line(after.level)
            } else {
                let is_tight = is_tight(before, after, gap.is_empty());
                if is_tight { String::new() } else { " ".to_owned() }
            };
            if text != gap {
                edits.push(Edit { span, text });
            }
        }
        Some(edits)
    }

    /// For each gap, the first leaf behind it that is no comment.
    fn next_tokens(&self) -> Vec<usize> {
        let mut next = self.leaves.len();
        let mut tokens: Vec<usize> = Vec::new();
        for (at, leaf) in self.leaves.iter().enumerate().skip(1).rev() {
            if !leaf.is_comment() {
                next = at;
            }
            tokens.push(next);
        }
        tokens.reverse();
        tokens
    }

    /// Returns whether there is a line end between the leaves from `first` on and `last`, or must be one.
    fn has_line_end(&self, first: usize, last: usize) -> bool {
        let leaves = self.leaves.get(first..=last).unwrap_or_default();
        leaves.windows(2).any(|pair| {
            let [before, after] = pair else { return false };
            before.kind == Kind::LineComment
                || Span::new(before.span.end, after.span.start).text(self.source).contains('\n')
        })
    }

    /// The gap before or behind a comment: lines are broken where they were, and where a statement begins.
    fn beside_comment(
        &self,
        before: &Leaf<'_>,
        after: &Leaf<'_>,
        next: &Leaf<'_>,
        gap: &str,
        breaks_later: bool,
    ) -> String {
        let must_break = before.kind == Kind::LineComment || gap.contains('\n') || (next.starts_line && !breaks_later);
        if must_break {
            let is_inside = !next.starts_line && !matches!(after.text, "else" | "catch" | "finally" | "{" | "}");
            return self.new_line(after.level + u32::from(is_inside));
        }
        let is_tight = matches!(before.text, "(" | "[") || matches!(after.text, ")" | "]" | "," | ";");
        if is_tight { String::new() } else { " ".to_owned() }
    }

    fn new_line(&self, level: u32) -> String {
        format!("{}{}{}", self.line_end, self.base, "    ".repeat(level as usize))
    }
}

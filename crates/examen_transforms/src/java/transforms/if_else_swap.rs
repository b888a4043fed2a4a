//! If-else swap.

use examen_syntax::Span;
use examen_syntax::java::{Field, Kind, Node};

use crate::java::support::method_code::token;
use crate::java::support::moves::{Move, MovingSite, Piece, add_sites};
use crate::java::support::opposite::opposite;
use crate::java::support::precedence::inside;
use crate::java_method::JavaMethod;
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "IS",
    name: "if-else swap",
    description: "The branches of an `if` with an `else` change places, and the condition becomes its opposite.",
    reason: "The opposite of a condition is evaluated as the condition is, and the branch that ran before runs again. \
             Definite assignment, reachability and the scopes of pattern variables are symmetric in true and false. A \
             branch that is no block gets braces where an `else` could be taken for its own.",
    refuses: "An `if` with a comment on the line where its first branch ends, before the `else`: nobody knows what it is \
              about.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let mut sites = Vec::new();
    for node in method.code().filter(|node| node.kind() == Kind::IfStatement) {
        match swapped(method, node) {
            Some(Ok(site)) => sites.push(site),
            Some(Err(reason)) => found.refuse(node.span(), reason),
            None => {}
        }
    }
    add_sites(method.source, &sites, found);
}

/// The place, or why it must stay; nothing without an `else`.
fn swapped<'t>(method: &JavaMethod<'t>, node: Node<'t>) -> Option<Result<MovingSite, &'static str>> {
    let condition = node.child(Field::Condition)?;
    let first = node.child(Field::Consequence)?;
    let second = node.child(Field::Alternative)?;
    let word = token(node, "else")?;
    let gap = Span::new(first.span().end, word.span().start);
    let comments = match comments_of_second(gap, method.source) {
        Ok(comments) => comments,
        Err(reason) => return Some(Err(reason)),
    };
    // Comments before a branch move along with it.
    let from = |start: u32, branch: Node<'t>| {
        let end = branch.span().end;
        let text = Span::new(start, end).text(method.source);
        Span::new(start + (text.len() - text.trim_ascii_start().len()) as u32, end)
    };
    let first_text = from(condition.span().end, first);
    let second_text = from(word.span().end, second);
    let is_block = second.kind() == Kind::Block;
    let is_simple = matches!(
        second.kind(),
        Kind::ExpressionStatement
            | Kind::ReturnStatement
            | Kind::ThrowStatement
            | Kind::BreakStatement
            | Kind::ContinueStatement
            | Kind::Token
    );
    let mut opened = Vec::new();
    let mut moves = Vec::new();
    if let Some(comments) = comments {
        opened.push(Piece::Old(comments));
        moves.push(Move { span: gap, pieces: vec![Piece::New(" ")] });
    }
    let old = Piece::Old(second_text);
    opened.extend(if is_block || is_simple { vec![old] } else { vec![Piece::New("{ "), old, Piece::New(" }")] });
    let mut closed = vec![Piece::Old(first_text)];
    // `else{` has no space behind it.
    if second_text.start == word.span().end {
        closed.insert(0, Piece::New(" "));
    }
    moves.push(Move { span: first_text, pieces: opened });
    moves.push(Move { span: second_text, pieces: closed });
    let edits = opposite(method, inside(condition)?, true);
    Some(Ok(MovingSite { place: node.span(), moves, edits }))
}

/// The comments between the first branch and the `else` and the whitespace behind them, if they are about the second branch:
/// those on lines of their own.
fn comments_of_second(gap: Span, source: &str) -> Result<Option<Span>, &'static str> {
    let text = gap.text(source);
    let comments = text.trim_ascii_start();
    if comments.is_empty() {
        return Ok(None);
    }
    let start = text.len() - comments.len();
    if !text.get(..start).is_some_and(|space| space.contains('\n')) {
        return Err("comment-behind-branch");
    }
    Ok(Some(Span::new(gap.start + start as u32, gap.end)))
}

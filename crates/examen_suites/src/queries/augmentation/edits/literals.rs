//! Edits of dictionaries and of lists of strings.

use examen_syntax::python::{DictItem, Expr, ExprKind, Id};
use examen_syntax::{Edit, Span};
use rand_chacha::ChaCha8Rng;

use super::super::code::Code;
use super::super::drawing::{fill, filled, happens, one_of, pick, pick_where};

/// A dictionary display with a key.
fn dictionary(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<(Expr, Vec<DictItem>)> {
    let keyed = code.tree.all::<Expr>().filter_map(|(_, expr)| match expr.kind {
        ExprKind::Dict { items } => {
            Some((*expr, code.list(items).iter().copied().filter(|it| it.key.is_some()).collect()))
        }
        _ => None,
    });
    pick_where(rng, keyed, |(_, items): &(Expr, Vec<DictItem>)| !items.is_empty())
}

pub(super) fn double_key(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let (dict, items) = dictionary(code, rng)?;
    let item = pick(rng, &items)?;
    let (key, value) = (code.code(item.key?), code.code(item.value));
    let value = if happens(rng, 0.4) && !value.contains('\n') {
        value.to_owned()
    } else {
        filled(&["None", "$k", "'$a'", "$a", "[]", "$a.$b"], code, dict.span.start, rng)
    };
    let key = match one_of(rng, &["same", "same", "same", "other"]) {
        "other" => fill("'$v'", code, dict.span.start, rng),
        _ => key.to_owned(),
    };
    // At the front, or before another item: keys may stand in brackets, which their spans do not have.
    let start = match pick(rng, &items).and_then(|it| it.key).filter(|_| happens(rng, 0.6)) {
        Some(before) => {
            let start = code.tree[before].span.start;
            let is_plain = code.source.get(..start as usize)?.trim_end().ends_with(['{', ',']);
            is_plain.then_some(start)?
        }
        None => dict.span.start + 1,
    };
    Some(vec![Edit { span: Span::empty(start), text: format!("{key}: {value}, ") }])
}

pub(super) fn copy_key(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let (dict, items) = dictionary(code, rng)?;
    let target = pick(rng, &items)?.key?;
    let text = if happens(rng, 0.7) {
        code.code(pick(rng, &items)?.key?).to_owned()
    } else {
        filled(&["'$v'", "$k", "'$a'"], code, dict.span.start, rng)
    };
    Some(vec![Edit { span: code.tree[target].span, text }])
}

/// Two strings that follow each other in a list, set or tuple.
fn neighbours(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Span> {
    let is_string = |it: Id<Expr>| matches!(code.tree[it].kind, ExprKind::String { .. });
    let lists = code.tree.all::<Expr>().filter_map(|(_, expr)| match expr.kind {
        ExprKind::List { elements, .. } | ExprKind::Set { elements } | ExprKind::Tuple { elements, .. } => {
            Some(elements)
        }
        _ => None,
    });
    let pairs = lists.flat_map(|elements| code.list(elements).windows(2));
    let pair = pick_where(rng, pairs, |pair| is_string(pair[0]) && is_string(pair[1]))?;
    let (left, right) = (code.tree[pair[0]].span, code.tree[pair[1]].span);
    let between = code.source.get(left.end as usize..right.start as usize)?;
    let comma = between.find(',').filter(|_| between.matches(',').count() == 1 && !between.contains('#'))?;
    let start = left.end + comma as u32;
    Some(Span::new(start, start + 1))
}

pub(super) fn drop_comma(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    Some(vec![Edit { span: neighbours(code, rng)?, text: one_of(rng, &["", "", " +"]).to_owned() }])
}

/// Puts a comma between strings that follow each other.
pub(super) fn add_comma(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let joined = code.expr(rng, |expr| matches!(expr.kind, ExprKind::String { parts } if parts.len() > 1))?;
    let ExprKind::String { parts } = joined.kind else { return None };
    let part = pick(rng, code.list(parts).split_last()?.1)?;
    Some(vec![Edit { span: Span::empty(part.span.end), text: ",".to_owned() }])
}

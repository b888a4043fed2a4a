//! Edits of loops, handlers and raised exceptions.

use examen_syntax::Edit;
use examen_syntax::python::{Expr, ExprKind, Handler, Id, Stmt, StmtKind};
use rand_chacha::ChaCha8Rng;

use super::super::code::{Code, Place};
use super::super::drawing::{fill, filled, happens, one_of, pick_where};

/// A `for` loop over one name: its place, the name, and its body.
fn for_loop<'c, 's>(code: &'c Code<'s>, rng: &mut ChaCha8Rng) -> Option<(&'c Place<'s>, Id<Expr>, &'c Place<'s>)> {
    let parts = |place: &Place<'_>| match place.kind {
        StmtKind::For { target, body, .. } if matches!(code.tree[target].kind, ExprKind::Name { .. }) => {
            Some((target, code.first_of(body)?))
        }
        _ => None,
    };
    let place = code.place(rng, |place| parts(place).is_some())?;
    let (target, first) = parts(place)?;
    Some((place, target, code.place_of(first.stmt)?))
}

pub(super) fn loop_variable(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let (place, target, _) = for_loop(code, rng)?;
    let text = filled(&["$v", "$a", "_", "_$v", "i", "unused"], code, place.span.start, rng);
    Some(vec![Edit { span: code.tree[target].span, text }])
}

pub(super) fn nested_loop(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let (_, target, first) = for_loop(code, rng)?;
    let name = code.code(target);
    let forms = [
        "for § in range($k):\n    print(§)",
        "for § in $a:\n    $b(§)",
        "for § in §.$a:\n    $b.append(§)\n$c(§)",
        "for $v, § in $a:\n    $b(§)",
        "for $v in §:\n    $b($v)",
        "for $v in range($k):\n    $b(§, $v)",
        "if $a:\n    for § in $b:\n        $c(§)",
        "$v = [§ for § in $a]",
    ];
    let text = filled(&forms, code, first.span.start, rng).replace('§', name);
    let is_last = happens(rng, 0.3);
    Some(if first.allows_before(code) && !is_last { first.before(&text) } else { first.behind(&text) })
}

/// Gives an inner loop the variable of the one around it.
pub(super) fn inner_variable(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let target_of = |stmt: &Stmt| match stmt.kind {
        StmtKind::For { target, .. } => Some(code.tree[target].span),
        _ => None,
    };
    let loops: Vec<(&Stmt, examen_syntax::Span)> =
        code.tree.all::<Stmt>().filter_map(|(_, stmt)| Some((stmt, target_of(stmt)?))).collect();
    let nested = loops.iter().flat_map(|inner| {
        let outer = loops.iter().filter(|outer| outer.0.span != inner.0.span && outer.0.span.contains(inner.0.span));
        outer.map(move |outer| (outer.1, inner.1))
    });
    let (outer, inner) = pick_where(rng, nested, |_| true)?;
    Some(vec![Edit { span: inner, text: code.text(outer).to_owned() }])
}

pub(super) fn loop_else(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let is_bare = |kind| match kind {
        StmtKind::For { orelse, .. } | StmtKind::While { orelse, .. } => orelse.is_empty(),
        _ => false,
    };
    let place = code.place(rng, |place| is_bare(place.kind))?;
    let forms = ["else:\n    $a = $b", "else:\n    $a()", "else:\n    raise ValueError($a)", "else:\n    pass"];
    Some(place.behind(&filled(&forms, code, place.span.start, rng)))
}

pub(super) fn drop_break(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| matches!(place.kind, StmtKind::Break))?;
    let text = one_of(rng, &["pass", "continue", "return", "raise StopIteration"]);
    Some(vec![Edit { span: place.span, text: text.to_owned() }])
}

pub(super) fn add_break(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| place.is_in_loop && place.is_simple(code))?;
    Some(place.behind(&fill(
        one_of(rng, &["if $a:\n    break", "break", "if $a $o $k:\n    break"]),
        code,
        place.span.start,
        rng,
    )))
}

pub(super) fn except_clause(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let handler =
        *pick_where(rng, code.tree.all::<Handler>().map(|(_, it)| it), |it| !code.text(it.header).contains('\n'))?;
    let forms = [
        "except:",
        "except BaseException:",
        "except Exception:",
        "except BaseException as $v:",
        "except KeyError:",
        "except (ValueError, TypeError):",
        "except (KeyError, BaseException):",
        "except Exception as $v:",
        "except $a:",
    ];
    Some(vec![Edit { span: handler.header, text: filled(&forms, code, handler.span.start, rng) }])
}

pub(super) fn handler_body(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let first = |handler: &Handler| code.list(handler.body).last().and_then(|&stmt| code.place_of(stmt));
    let places = code.tree.all::<Handler>().filter_map(|(_, handler)| first(handler));
    let place = pick_where(rng, places, |place| place.is_simple(code))?;
    let forms = ["raise", "pass", "return $a", "raise ValueError($a)", "$a = $b", "sys.exit(1)", "raise $a"];
    let text = filled(&forms, code, place.span.start, rng);
    Some(if happens(rng, 0.5) { place.replaced(&text) } else { place.behind(&text) })
}

pub(super) fn raise_other(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| matches!(place.kind, StmtKind::Raise { .. }))?;
    let forms = [
        "raise NotImplemented",
        "raise NotImplemented('$a')",
        "raise NotImplementedError",
        "raise NotImplementedError('$a')",
        "raise '$a'",
        "raise '$a: %s' % $b",
        "raise $k",
        "raise None",
        "raise TypeError('$a')",
        "raise ValueError($a)",
        "raise ($a, $b)",
        "raise $a",
        "raise [$a]",
        "raise KeyError",
        "raise",
    ];
    Some(vec![Edit { span: place.span, text: filled(&forms, code, place.span.start, rng) }])
}

//! Edits of whole statements.

use examen_syntax::Edit;
use examen_syntax::python::{Expr, ExprKind, Id, StmtKind};
use rand_chacha::ChaCha8Rng;

use super::super::code::{Code, Place};
use super::super::drawing::{fill, filled, happens, one_of, pick_where};

/// Longer functions are not copied.
const LONGEST_COPY: u32 = 1_500;

const EXITS: &[&str] = &[
    "return",
    "return $a",
    "return None",
    "raise ValueError($a)",
    "raise NotImplementedError()",
    "raise",
    "import sys\nsys.exit($k)",
    "assert False",
    "while True:\n    pass",
    "while 1:\n    $a = $b",
    "if $a:\n    return $b\nelse:\n    raise KeyError($c)",
    "if $a:\n    return",
    "with $a:\n    raise ValueError()",
    "try:\n    return $a\nfinally:\n    $b = None",
    "try:\n    raise $a\nexcept ValueError:\n    return",
    "if False:\n    $a = $b",
    "for $v in $a:\n    return $v",
];

const VALUES: &[&str] = &[
    "None",
    "$k",
    "[]",
    "''",
    "$b",
    "$b.$c",
    "$b($c)",
    "len($b)",
    "$b[$k]",
    "$b + $k",
    "{}",
    "($b, $c)",
    "$b or $c",
    "[$b for $b in $c]",
    "lambda $w: $w",
    "$b is None",
    "True",
];

pub(super) fn delete_statement(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    Some(code.place(rng, |place| place.is_simple(code))?.removed())
}

pub(super) fn double_statement(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| place.is_simple(code))?;
    let text = code.text(place.lines).to_owned();
    Some(vec![Edit { span: examen_syntax::Span::empty(place.lines.end), text }])
}

pub(super) fn swap_statements(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let next = |place: &Place<'_>| place.next.map(|next| code.places[next]);
    let place = code.place(rng, |place| place.is_simple(code) && next(place).is_some_and(|it| it.is_simple(code)))?;
    let other = next(place)?;
    let swapped =
        |place: &Place<'_>, other: &Place<'_>| Edit { span: place.span, text: code.text(other.span).to_owned() };
    Some(vec![swapped(place, &other), swapped(&other, place)])
}

pub(super) fn early_exit(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| place.function.is_some() && place.allows_before(code))?;
    if place.is_in_loop && happens(rng, 0.3) {
        return Some(place.before(one_of(rng, &["break", "continue"])));
    }
    Some(place.before(&filled(EXITS, code, place.span.start, rng)))
}

pub(super) fn drop_exit(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let is_exit =
        |kind| matches!(kind, StmtKind::Return { .. } | StmtKind::Raise { .. } | StmtKind::Break | StmtKind::Continue);
    let place = code.place(rng, |place| is_exit(place.kind))?;
    match place.kind {
        StmtKind::Return { value: Some(value) } if happens(rng, 0.6) => {
            let target = fill(one_of(rng, &["", "$v = ", "$a = ", "yield "]), code, place.span.start, rng);
            Some(vec![Edit { span: place.span, text: format!("{target}{}", code.code(value)) }])
        }
        _ => Some(place.removed()),
    }
}

pub(super) fn add_pass(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| !place.indent.is_empty() && place.allows_before(code))?;
    Some(if happens(rng, 0.5) { place.before("pass") } else { place.behind("pass") })
}

pub(super) fn drop_pass(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| matches!(place.kind, StmtKind::Pass))?;
    Some(if place.is_only {
        place.replaced(&filled(
            &["$a()", "'''Nothing.'''\npass", "return", "...", "raise"],
            code,
            place.span.start,
            rng,
        ))
    } else {
        place.removed()
    })
}

pub(super) fn new_variable(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| place.function.is_some() && place.is_simple(code))?;
    let target = one_of(rng, &["$v", "$v", "$a", "$v, $w", "_$v", "self.$v"]);
    let end = one_of(rng, &["", "", "\nprint($v)", "\n$a($v)"]);
    let template = format!("{target} = {}{end}", one_of(rng, VALUES));
    Some(place.before(&fill(&template, code, place.span.start, rng)))
}

/// An assignment of one name.
fn assignment<'c, 's>(code: &'c Code<'s>, rng: &mut ChaCha8Rng) -> Option<(&'c Place<'s>, Id<Expr>, Id<Expr>)> {
    let parts = |place: &Place<'_>| match place.kind {
        StmtKind::Assign { targets, value } => match code.list(targets) {
            &[target] if matches!(code.tree[target].kind, ExprKind::Name { .. }) => Some((target, value)),
            _ => None,
        },
        _ => None,
    };
    let place = code.place(rng, |place| parts(place).is_some())?;
    let (target, value) = parts(place)?;
    Some((place, target, value))
}

pub(super) fn rename_target(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let (place, target, _) = assignment(code, rng)?;
    let name = code.code(target);
    let text = match one_of(rng, &["2", "_", "v", "a"]) {
        "2" => format!("{name}2"),
        "_" => format!("_{name}"),
        other => fill(&format!("${other}"), code, place.span.start, rng),
    };
    Some(vec![Edit { span: code.tree[target].span, text }])
}

pub(super) fn tuple_target(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let (place, target, _) = assignment(code, rng)?;
    let name = code.code(target);
    let template = one_of(rng, &["=, _", "=, $v", "$v, =", "(=, $v)", "= = $v", "=, $a"]);
    let text = fill(template, code, place.span.start, rng).replace('=', name);
    // A chain of targets has the sign itself.
    let text = if template.starts_with("= =") { format!("{name} = {}", text.rsplit(' ').next()?) } else { text };
    Some(vec![Edit { span: code.tree[target].span, text }])
}

pub(super) fn assign_twice(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let (place, target, value) = assignment(code, rng)?;
    let (name, value) = (code.code(target), code.code(value));
    let value = if happens(rng, 0.3) && !value.contains('\n') {
        value.to_owned()
    } else {
        filled(VALUES, code, place.span.start, rng)
    };
    let template = match one_of(rng, &["plain", "plain", "used", "branch", "loop", "tuple", "try"]) {
        "used" => format!("{name} = {value}\nprint({name})"),
        "branch" => format!("if $a:\n    {name} = {value}"),
        "loop" => format!("for $v in $a:\n    {name} = {value}"),
        "tuple" => format!("{name}, $v = {value}, $k"),
        "try" => format!("try:\n    {name} = {value}\nexcept KeyError:\n    {name} = $b"),
        _ => format!("{name} = {value}"),
    };
    let text = fill(&template, code, place.span.start, rng);
    Some(if happens(rng, 0.6) { place.before(&text) } else { place.behind(&text) })
}

pub(super) fn assign_itself(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    if happens(rng, 0.4) {
        let (_, target, value) = assignment(code, rng)?;
        return Some(vec![Edit { span: code.tree[value].span, text: code.code(target).to_owned() }]);
    }
    let place = code.place(rng, |place| place.function.is_some() && place.is_simple(code))?;
    let forms = ["$a = $a", "self.$a = self.$a", "$a = $b", "self.$a = $a", "$a.$b = $a.$b", "$a[$k] = $a[$k]"];
    Some(place.behind(&filled(&forms, code, place.span.start, rng)))
}

/// Puts a statement of one line into another one.
fn wrap(code: &Code<'_>, rng: &mut ChaCha8Rng, forms: &[&'static str]) -> Option<Vec<Edit>> {
    let is_line = |place: &Place<'_>| !code.text(place.span).contains('\n');
    let place = code.place(rng, |place| place.function.is_some() && place.is_simple(code) && is_line(place))?;
    let text = filled(forms, code, place.span.start, rng).replace('§', code.text(place.span));
    Some(place.replaced(&text))
}

pub(super) fn wrap_in_try(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "try:\n    §\nexcept:\n    pass",
        "try:\n    §\nexcept BaseException:\n    $a = None",
        "try:\n    §\nexcept Exception as $v:\n    pass",
        "try:\n    §\nexcept OSError:\n    raise",
        "try:\n    §\nexcept:\n    raise",
        "try:\n    §\nexcept BaseException as $v:\n    $b($v)\n    raise",
        "try:\n    §\nexcept ($a, TypeError):\n    return None",
        "try:\n    §\nfinally:\n    $a.close()",
    ];
    wrap(code, rng, &forms)
}

pub(super) fn wrap_in_if(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let forms = [
        "if $a:\n    §",
        "if True:\n    §",
        "if $k == $l:\n    §",
        "if $a is not None:\n    §",
        "if $a == None:\n    §",
        "while $a:\n    §",
        "for $v in $a:\n    §",
        "for $v in $a:\n    §\nelse:\n    $b = None",
        "with $a as $v:\n    §",
        "if $a $o $k:\n    §",
        "if $a $o $k and $a $o $l:\n    §",
    ];
    wrap(code, rng, &forms)
}

pub(super) fn delete_name(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| place.function.is_some() && place.is_simple(code) && place.next.is_none())?;
    Some(place.behind(&filled(
        &["del $a", "del $a, $b", "del self.$a", "del $a[$k]", "$v = $a\ndel $v"],
        code,
        place.span.start,
        rng,
    )))
}

pub(super) fn double_function(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let is_short = |place: &Place<'_>| place.lines.len() <= LONGEST_COPY;
    let place = code.place(rng, |place| matches!(place.kind, StmtKind::Function(_)) && is_short(place))?;
    let StmtKind::Function(function) = place.kind else { return None };
    let mut text = code.text(place.lines).to_owned();
    if happens(rng, 0.3) {
        let name = code.function_name(function);
        text =
            text.replacen(&format!("def {name}"), &format!("def {name}_{}", one_of(rng, &["again", "old", "new"])), 1);
    }
    Some(vec![Edit { span: examen_syntax::Span::empty(place.lines.end), text }])
}

pub(super) fn rename_function(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let function = |place: &Place<'_>| match place.kind {
        StmtKind::Function(function) => Some(function),
        _ => None,
    };
    let place = code.place(rng, |place| function(place).is_some())?;
    let renamed = function(place)?;
    let siblings = code.places.iter().filter(|it| it.class == place.class && it.indent == place.indent);
    let other = pick_where(rng, siblings.filter_map(function), |&it| it != renamed)?;
    let text = code.function_name(other).to_owned();
    (!text.is_empty()).then(|| vec![Edit { span: code.tree[renamed].name.span, text }])
}

//! Edits of calls and of what they have to fit: arguments, parameters, `super`.

use examen_syntax::python::{Expr, ExprKind, Function, Id, Parameter, ParameterKind, StmtKind};
use examen_syntax::{Edit, Span};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::super::code::Code;
use super::super::drawing::{fill, filled, happens, one_of, pick, pick_where};

/// Of the calls that are edited, those of functions of the file.
const TO_DEFINED: f64 = 0.7;

/// The name behind which a call finds its function.
fn called<'s>(code: &Code<'s>, expr: &Expr) -> Option<&'s str> {
    let ExprKind::Call { function, .. } = expr.kind else { return None };
    match code.tree[function].kind {
        ExprKind::Name { .. } => Some(code.code(function)),
        ExprKind::Attribute { name, .. } => Some(name.text(code.source)),
        _ => None,
    }
}

fn call(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Expr> {
    let is_any = |expr: &Expr| matches!(expr.kind, ExprKind::Call { .. });
    let is_defined = |expr: &Expr| called(code, expr).is_some_and(|name| code.defined.contains(name));
    if happens(rng, TO_DEFINED)
        && let Some(call) = code.expr(rng, is_defined)
    {
        return Some(call);
    }
    code.expr(rng, is_any)
}

/// The offset behind the opening bracket of a call.
fn inside(code: &Code<'_>, function: Id<Expr>) -> Option<u32> {
    let end = code.tree[function].span.end;
    let at = code.source.get(end as usize..)?.find('(')?;
    Some(end + at as u32 + 1)
}

pub(super) fn add_argument(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let call = call(code, rng)?;
    let ExprKind::Call { function, arguments, keywords } = call.kind else { return None };
    let is_generator = |&it: &Id<Expr>| matches!(code.tree[it].kind, ExprKind::Generator { .. });
    if code.list(arguments).iter().any(is_generator) {
        return None;
    }
    let name = fill("$a", code, call.span.start, rng);
    let is_empty = arguments.is_empty() && keywords.is_empty();
    let text = if is_empty { name } else { format!("{name}, ") };
    Some(vec![Edit { span: Span::empty(inside(code, function)?), text }])
}

/// Takes one of several things out of a list, with the comma that belongs to it.
fn without(code: &Code<'_>, spans: &[Span], at: usize) -> Option<Vec<Edit>> {
    let is_comma = |from: Span, to: Span| {
        code.source.get(from.end as usize..to.start as usize).is_some_and(|between| between.trim() == ",")
    };
    let span = match (spans.get(at + 1), at.checked_sub(1).map(|before| spans[before])) {
        (Some(&next), _) if is_comma(spans[at], next) => Span::new(spans[at].start, next.start),
        (None, Some(before)) if is_comma(before, spans[at]) => Span::new(before.end, spans[at].end),
        _ => return None,
    };
    Some(vec![Edit { span, text: String::new() }])
}

pub(super) fn drop_argument(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let call = call(code, rng)?;
    let ExprKind::Call { function, arguments, keywords } = call.kind else { return None };
    let spans: Vec<Span> = code.list(arguments).iter().map(|&it| code.tree[it].span).collect();
    if spans.len() == 1 && keywords.is_empty() {
        let span = Span::new(inside(code, function)?, call.span.end.saturating_sub(1));
        let is_whole = span.contains(spans[0]) && code.source.as_bytes().get(span.end as usize) == Some(&b')');
        return is_whole.then(|| vec![Edit { span, text: String::new() }]);
    }
    let at = rng.random_range(0..spans.len().max(1));
    (at < spans.len()).then(|| without(code, &spans, at)).flatten()
}

/// Arguments for a function, as many as it takes or some others.
fn arguments(code: &Code<'_>, function: Id<Function>, is_method: bool, offset: u32, rng: &mut ChaCha8Rng) -> String {
    let is_needed = |it: &&Parameter| {
        it.default.is_none() && matches!(it.kind, ParameterKind::Positional | ParameterKind::PositionalOnly)
    };
    let needed = code.list(code.tree[function].parameters).iter().filter(is_needed).count();
    let needed = needed.saturating_sub(usize::from(is_method));
    let count = if happens(rng, 0.5) { needed } else { rng.random_range(0..=3) };
    let names: Vec<String> = (0..count).map(|_| fill("$a", code, offset, rng)).collect();
    names.join(", ")
}

const USES: &[&str] = &["§", "$v = §", "return §", "if §:\n    pass", "print(§)", "$a = §", "$a(§)"];

pub(super) fn call_function(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| place.function.is_some() && place.is_simple(code))?;
    let offset = place.span.start;
    let own = place.class.map(|class| code.methods(class)).unwrap_or_default();
    let text = if let Some(&method) = pick(rng, &own).filter(|_| happens(rng, 0.5)) {
        format!("self.{}({})", code.function_name(method), arguments(code, method, true, offset, rng))
    } else {
        let is_top =
            |it: &&super::super::code::Place<'_>| it.indent.is_empty() && matches!(it.kind, StmtKind::Function(_));
        let callee = pick_where(rng, code.places.iter(), is_top)?;
        let StmtKind::Function(function) = callee.kind else { return None };
        format!("{}({})", code.function_name(function), arguments(code, function, false, offset, rng))
    };
    let form = filled(USES, code, offset, rng).replace('§', &text);
    Some(if form.starts_with("return") { place.before(&form) } else { place.behind(&form) })
}

pub(super) fn make_object(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| place.function.is_some() && place.is_simple(code))?;
    let (class, _) = pick_where(rng, code.top_classes(), |_| true)?;
    let offset = place.span.start;
    let init = code.methods(class).into_iter().find(|&it| code.function_name(it) == "__init__");
    let arguments = init.map(|init| arguments(code, init, true, offset, rng)).unwrap_or_default();
    let text = format!("{}({arguments})", code.class_name(class));
    let forms = ["$v = §", "return §", "§", "$v = §\n$v()", "$a.append(§)"];
    let form = filled(&forms, code, offset, rng).replace('§', &text);
    Some(if form.starts_with("return") { place.before(&form) } else { place.behind(&form) })
}

/// The parameters that come first, are plain and have neither default nor annotation.
fn plain_parameters(code: &Code<'_>, function: Id<Function>) -> Vec<Span> {
    let is_plain = |it: &&Parameter| {
        it.kind == ParameterKind::Positional && it.default.is_none() && it.annotation.is_none() && it.tuple.is_none()
    };
    code.list(code.tree[function].parameters).iter().take_while(is_plain).map(|it| it.name.span).collect()
}

fn function_with_parameters(code: &Code<'_>, rng: &mut ChaCha8Rng, at_least: usize) -> Option<Vec<Span>> {
    let functions = code.tree.all::<Function>().map(|(id, _)| plain_parameters(code, id));
    pick_where(rng, functions, |spans| spans.len() >= at_least)
}

pub(super) fn add_parameter(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let spans = function_with_parameters(code, rng, 1)?;
    let after = pick(rng, &spans)?;
    let text = fill(", $v", code, after.start, rng);
    Some(vec![Edit { span: Span::empty(after.end), text }])
}

pub(super) fn drop_parameter(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let spans = function_with_parameters(code, rng, 2)?;
    let at = rng.random_range(1..spans.len());
    without(code, &spans, at)
}

pub(super) fn super_argument(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let call = code.expr(rng, |expr| called(code, expr) == Some("super"))?;
    let ExprKind::Call { function, arguments, .. } = call.kind else { return None };
    let own =
        code.places.iter().rev().find(|it| it.class.is_some() && it.span.contains(call.span)).and_then(|it| it.class);
    let own = own.map_or("object", |class| code.class_name(class));
    let base = fill("$C", code, call.span.start, rng);
    let name = match one_of(rng, &["base", "base", "own", "near", "self", "like"]) {
        "own" => own.to_owned(),
        "near" => fill("$a", code, call.span.start, rng),
        "self" => "self.__class__".to_owned(),
        "like" => format!("Base{own}"),
        _ => base,
    };
    match code.list(arguments).first() {
        Some(&first) => Some(vec![Edit { span: code.tree[first].span, text: name }]),
        None => Some(vec![Edit { span: Span::empty(inside(code, function)?), text: format!("{name}, self") }]),
    }
}

pub(super) fn init_of_base(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let is_init = |function: Option<Id<Function>>| function.is_some_and(|it| code.function_name(it) == "__init__");
    let place =
        code.place(rng, |place| is_init(place.function) && place.class.is_some() && place.allows_before(code))?;
    if place.is_simple(code) && code.text(place.span).contains("__init__(") {
        return Some(place.removed());
    }
    let own = code.class_name(place.class?);
    let forms = [
        "super(§, self).__init__()",
        "super().__init__()",
        "$C.__init__(self)",
        "super($C, self).__init__()",
        "$C.__init__(self, $a)",
    ];
    Some(place.before(&filled(&forms, code, place.span.start, rng).replace('§', own)))
}

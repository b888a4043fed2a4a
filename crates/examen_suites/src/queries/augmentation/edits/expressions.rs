//! Edits of names, comparisons and tests.

use examen_syntax::python::{Branch, CompareOp, Expr, ExprKind, Stmt, StmtKind};
use examen_syntax::{Edit, Span};
use rand_chacha::ChaCha8Rng;

use super::super::code::Code;
use super::super::drawing::{fill, filled, happens, one_of, pick_where};

const CONSTANTS: &[&str] = &["$k", "'$a'", "None", "True", "0", "1", "''", "()", "\"$b\"", "-1"];

const TESTS: &[&str] = &[
    "True",
    "False",
    "1",
    "0",
    "None",
    "''",
    "'$a'",
    "($a, $b)",
    "[]",
    "not 1",
    "§ or True",
    "§ and §",
    "$k == $l",
    "'$a' == '$b'",
    "0 < 1",
    "$k",
    "not §",
    "§ or $a",
    "§ is None",
    "lambda: §",
    "{}",
];

pub(super) fn swap_name(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let name = code.expr(rng, |expr| matches!(expr.kind, ExprKind::Name { .. }) && !expr.span.is_empty())?;
    let text = code.name_near(name.span.start, rng).to_owned();
    Some(vec![Edit { span: name.span, text }])
}

/// A comparison of two operands, with the place of its operator.
struct Compared {
    span: Span,
    left: Span,
    operator: Span,
    op: CompareOp,
    right: Span,
}

fn compared(code: &Code<'_>, expr: &Expr) -> Option<Compared> {
    let ExprKind::Compare { left, rest } = expr.kind else { return None };
    let &[only] = code.list(rest) else { return None };
    let (left, right) = (code.tree[left].span, code.tree[only.right].span);
    let between = code.source.get(left.end as usize..right.start as usize)?;
    let start = left.end + (between.len() - between.trim_start().len()) as u32;
    let operator = Span::new(start, start + between.trim().len() as u32);
    let is_plain = code.text(operator).split_whitespace().eq(symbol(only.op).split(' '));
    is_plain.then_some(Compared { span: expr.span, left, operator, op: only.op, right })
}

fn symbol(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Equal => "==",
        CompareOp::NotEqual => "!=",
        CompareOp::Less => "<",
        CompareOp::LessEqual => "<=",
        CompareOp::Greater => ">",
        CompareOp::GreaterEqual => ">=",
        CompareOp::Is => "is",
        CompareOp::IsNot => "is not",
        CompareOp::In => "in",
        CompareOp::NotIn => "not in",
    }
}

fn comparison(code: &Code<'_>, rng: &mut ChaCha8Rng, is_meant: impl Fn(&Compared) -> bool) -> Option<Compared> {
    pick_where(rng, code.tree.all::<Expr>().filter_map(|(_, expr)| compared(code, expr)), is_meant)
}

pub(super) fn none_test(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let found = comparison(code, rng, |it| code.text(it.right) == "None")?;
    let text = match found.op {
        CompareOp::Is => "==",
        CompareOp::IsNot if happens(rng, 0.5) => "==",
        CompareOp::IsNot => "!=",
        CompareOp::NotEqual => "is not",
        _ => "is",
    };
    Some(vec![Edit { span: found.operator, text: text.to_owned() }])
}

pub(super) fn identity(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let is_equality = |op| matches!(op, CompareOp::Equal | CompareOp::NotEqual | CompareOp::Is | CompareOp::IsNot);
    let found = comparison(code, rng, |it| is_equality(it.op))?;
    let text = match found.op {
        CompareOp::Equal => "is",
        CompareOp::NotEqual => "is not",
        CompareOp::Is => "==",
        _ => "!=",
    };
    let mut edits = vec![Edit { span: found.operator, text: text.to_owned() }];
    if happens(rng, 0.3) {
        let text = filled(&["'$a'", "$k", "1000", "()", "[]", "''", "True", "None"], code, found.span.start, rng);
        edits.push(Edit { span: found.right, text });
    }
    Some(edits)
}

pub(super) fn other_operator(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let found = comparison(code, rng, |_| true)?;
    let text = fill("$o", code, 0, rng);
    Some(vec![Edit { span: found.operator, text }])
}

pub(super) fn same_operands(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let found = comparison(code, rng, |_| true)?;
    Some(vec![if happens(rng, 0.6) {
        Edit { span: found.right, text: code.text(found.left).to_owned() }
    } else {
        Edit { span: found.left, text: code.text(found.right).to_owned() }
    }])
}

pub(super) fn constant_operands(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let found = comparison(code, rng, |_| true)?;
    let mut edits = vec![Edit { span: found.left, text: filled(CONSTANTS, code, found.span.start, rng) }];
    if happens(rng, 0.6) {
        edits.push(Edit { span: found.right, text: filled(CONSTANTS, code, found.span.start, rng) });
    }
    Some(edits)
}

pub(super) fn constant_test(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let branches = code.tree.all::<Branch>().map(|(_, branch)| branch.test);
    let whiles = code.tree.all::<Stmt>().filter_map(|(_, stmt)| match stmt.kind {
        StmtKind::While { test, .. } | StmtKind::Assert { test, .. } => Some(test),
        _ => None,
    });
    let conditionals = code.tree.all::<Expr>().filter_map(|(_, expr)| match expr.kind {
        ExprKind::Conditional { test, .. } => Some(test),
        _ => None,
    });
    let test = pick_where(rng, branches.chain(whiles).chain(conditionals), |_| true)?;
    let span = code.tree[test].span;
    if span.is_empty() || code.text(span).contains('\n') {
        return None;
    }
    let other = filled(TESTS, code, span.start, rng).replace('§', code.text(span));
    Some(vec![Edit { span, text: other }])
}

/// Puts a comparison of the same operands beside one, or below it.
pub(super) fn compare_again(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let is_order = |op| {
        matches!(
            op,
            CompareOp::Less
                | CompareOp::LessEqual
                | CompareOp::Greater
                | CompareOp::GreaterEqual
                | CompareOp::Equal
                | CompareOp::NotEqual
        )
    };
    let again = |found: &Compared, rng: &mut ChaCha8Rng| {
        let right = if happens(rng, 0.3) { fill("$k", code, 0, rng) } else { code.text(found.right).to_owned() };
        format!("{} {} {right}", code.text(found.left), fill("$o", code, 0, rng))
    };
    let is_line = |span: Span| !code.text(span).contains('\n');
    if happens(rng, 0.4) {
        let found = comparison(code, rng, |it| is_order(it.op) && is_line(it.span))?;
        let word = one_of(rng, &["and", "or", "and"]);
        let text = format!("({} {word} {})", code.text(found.span), again(&found, rng));
        return Some(vec![Edit { span: found.span, text }]);
    }
    let under = code.tree.all::<Branch>().filter_map(|(_, branch)| {
        let found = compared(code, &code.tree[branch.test]).filter(|it| is_order(it.op) && is_line(it.span))?;
        Some((found, code.first_of(branch.body)?, *branch))
    });
    let (found, first, branch) = pick_where(rng, under, |_| true)?;
    let offset = branch.header.start;
    Some(first.before(&fill(&format!("if {}:\n    $a = $b", again(&found, rng)), code, offset, rng)))
}

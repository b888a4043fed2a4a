//! Switch to if.

use std::collections::BTreeSet;

use examen_semantics::python::ScopeId;
use examen_syntax::python::{Case, Expr, ExprKind, Id, Name, Node, Pattern, PatternKind, Stmt, StmtKind};
use examen_syntax::{Edit, Span};

use crate::python_function::{PythonFunction, insert, replace};
use crate::{Finder, Found, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "SF",
    name: "switch to if",
    description: "A `match` statement becomes an assignment of its subject to a new variable and a chain of `if`, `elif` and \
                  `else` that compares it.",
    reason: "The subject is evaluated once, and cases are tried in order. Literals and dotted names are compared by `==` with the \
             subject on the left, `None`, `True` and `False` by `is`, as `match` does it. Names that a case binds are bound at \
             the start of its block.",
    refuses: "Patterns of sequences, mappings and classes; names that are bound before a guard is tested; patterns over \
              several lines; statements in the body of a class, and where names are read by their text (`locals()`, `eval`).",
    paper: "",
    has_all_places: true,
    find: Finder::Python(find),
};

fn find(function: &PythonFunction<'_>, found: &mut Found) {
    let tree = function.tree();
    let read_by_name = function.scopes_read_by_name();
    function.walk(&mut |node| {
        let Node::Stmt(id) = node else { return };
        if !matches!(tree[id].kind, StmtKind::Match { .. }) {
            return;
        }
        match chain(function, id, &read_by_name) {
            Ok(edits) => found.site(tree[id].span, edits),
            Err(reason) => found.refuse(tree[id].span, reason),
        }
    });
}

/// When a case is taken, and the name it then binds.
struct Meaning {
    /// What holds of the subject, joined by `or`; nothing where all is taken.
    alternatives: Vec<Alternative>,
    name: Option<Name>,
}

enum Alternative {
    Equal(Id<Expr>),
    Is(Id<Expr>),
}

fn chain(
    function: &PythonFunction<'_>,
    id: Id<Stmt>,
    read_by_name: &BTreeSet<ScopeId>,
) -> Result<Vec<Edit>, &'static str> {
    let tree = function.tree();
    let StmtKind::Match { subject, cases } = tree[id].kind else { return Err("no-match") };
    function.new_variables(function.model.scope_of_stmt(id), read_by_name)?;
    let cases = tree.list(cases);
    let meanings: Vec<Meaning> = cases.iter().map(|case| meaning(function, case)).collect::<Result<_, _>>()?;
    let header = tree[id].header;
    if !function.starts_line(header.start)
        || !cases.iter().all(|case| function.starts_line(case.span.start))
        || !function.text(header).ends_with(':')
    {
        return Err("shared-line");
    }

    let variable = function.fresh_name("subject");
    let start = function.skip_whitespace(header.start + "match".len() as u32);
    let is_bare = start == tree[subject].span.start;
    let is_named = is_bare && matches!(tree[subject].kind, ExprKind::Named { .. });
    let (open, close) = if is_named { ("(", ")") } else { ("", "") };
    let colon = Span::new(header.end.saturating_sub(1), header.end);
    let mut edits =
        vec![replace(Span::new(header.start, start), format!("{variable} = {open}")), replace(colon, close)];
    let indentation = function.indentation(header.start);
    for (at, (case, meaning)) in cases.iter().zip(&meanings).enumerate() {
        let line = case.span.start - function.indentation(case.span.start).len() as u32;
        edits.push(replace(Span::new(line, case.span.start), indentation));
        head(function, case, meaning, &variable, at == 0, &mut edits)?;
        if let Some(name) = meaning.name {
            edits.push(binding(function, case, name, &variable)?);
        }
    }
    Ok(edits)
}

/// When a case is taken; else why that cannot be said by comparisons.
fn meaning(function: &PythonFunction<'_>, case: &Case) -> Result<Meaning, &'static str> {
    let tree = function.tree();
    let (pattern, name) = match tree[case.pattern].kind {
        PatternKind::As { pattern, name } => (pattern, name),
        _ => (Some(case.pattern), None),
    };
    if name.is_some() && case.guard.is_some() {
        return Err("name-bound-before-a-guard");
    }
    let patterns: &[Id<Pattern>] = match pattern.map(|pattern| (pattern, tree[pattern].kind)) {
        None => &[],
        Some((_, PatternKind::Or { patterns })) => tree.list(patterns),
        Some((ref pattern, _)) => &[*pattern],
    };
    let alternatives = patterns.iter().map(|&pattern| alternative(function, pattern)).collect::<Result<_, _>>()?;
    Ok(Meaning { alternatives, name })
}

fn alternative(function: &PythonFunction<'_>, pattern: Id<Pattern>) -> Result<Alternative, &'static str> {
    let tree = function.tree();
    match tree[pattern].kind {
        PatternKind::Value { value } => match tree[value].kind {
            ExprKind::None | ExprKind::True | ExprKind::False => Ok(Alternative::Is(value)),
            _ => Ok(Alternative::Equal(value)),
        },
        PatternKind::Class { .. } => Err("class-pattern"),
        PatternKind::Mapping { .. } => Err("mapping-pattern"),
        PatternKind::Sequence { .. } | PatternKind::Star { .. } => Err("sequence-pattern"),
        PatternKind::As { .. } | PatternKind::Or { .. } => Err("nested-pattern"),
        PatternKind::Error => Err("broken-pattern"),
    }
}

/// The head of a case as that of an `if`; a guard stays where it is.
fn head(
    function: &PythonFunction<'_>,
    case: &Case,
    meaning: &Meaning,
    variable: &str,
    is_first: bool,
    edits: &mut Vec<Edit>,
) -> Result<(), &'static str> {
    let tree = function.tree();
    let compare = |alternative: &Alternative| match *alternative {
        Alternative::Equal(value) => format!("{variable} == {}", function.text(tree[value].span)),
        Alternative::Is(value) => format!("{variable} is {}", function.text(tree[value].span)),
    };
    let comparisons: Vec<String> = meaning.alternatives.iter().map(compare).collect();
    let condition = comparisons.join(" or ");
    let keyword = if is_first { "if" } else { "elif" };
    let colon = case.header.end.saturating_sub(1);
    let (replaced, text) = match case.guard {
        None => {
            let text = match (condition.is_empty(), is_first) {
                (false, _) => format!("{keyword} {condition}"),
                (true, false) => "else".to_owned(),
                (true, true) => "if True".to_owned(),
            };
            (Span::new(case.header.start, colon), text)
        }
        Some(guard) => {
            let gap = Span::new(tree[case.pattern].span.end, tree[guard].span.start);
            let at = function.text(gap).find("if").ok_or("broken-pattern")?;
            let start = function.skip_whitespace(gap.start + (at + "if".len()) as u32);
            let is_loose = start == tree[guard].span.start && function.needs_parentheses(guard);
            let is_alone = condition.is_empty() && !matches!(tree[guard].kind, ExprKind::Named { .. });
            let (open, close) = if is_loose && !is_alone { ("(", ")") } else { ("", "") };
            if !close.is_empty() {
                edits.push(insert(colon, close));
            }
            let condition = match comparisons.len() {
                0 => String::new(),
                1 => format!("{condition} and "),
                _ => format!("({condition}) and "),
            };
            (Span::new(case.header.start, start), format!("{keyword} {condition}{open}"))
        }
    };
    // There may be comments, and the new head has no brackets around them.
    if function.text(replaced).contains(['\n', '\r']) {
        return Err("pattern-over-several-lines");
    }
    edits.push(replace(replaced, text));
    Ok(())
}

/// Binds the name of a case at the start of its block.
fn binding(function: &PythonFunction<'_>, case: &Case, name: Name, variable: &str) -> Result<Edit, &'static str> {
    let tree = function.tree();
    let &first = tree.list(case.body).first().ok_or("broken-pattern")?;
    let start = tree[first].span.start;
    let name = name.text(function.model.source);
    let end = if function.starts_line(start) {
        format!("{}{}", function.newline(), function.indentation(start))
    } else {
        "; ".to_owned()
    };
    Ok(insert(start, format!("{name} = {variable}{end}")))
}

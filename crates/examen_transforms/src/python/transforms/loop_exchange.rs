//! Loop exchange.

use std::collections::BTreeSet;

use examen_semantics::python::{ScopeId, Version};
use examen_syntax::python::{Expr, ExprKind, Id, Node, Stmt, StmtKind};
use examen_syntax::{Edit, Span};

use crate::python::support::block_layout::BlockLayout;
use crate::python_function::{PythonFunction, insert, replace};
use crate::{Finder, Found, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "LX",
    name: "loop exchange",
    description: "`while c:` becomes `while True:` with `if not c: break` at the start of its block, and the other way round. \
                  `for x in xs:` becomes `while True:` over an iterator that is made before the loop: its next item is \
                  asked for at the start of the block, and the loop ends when there is none.",
    reason: "The condition is tested at the same moments, by `continue` too. Iterator and items are made by `iter` and `next` as \
             the `for` statement makes them. Only the end of the iterator is caught: the body, and the assignment to a \
             target that is not a plain name, stand outside the `try`. In Python 2, where a caught exception stays visible, a \
             sentinel that no iterator can have stands for the end. An iterator that a `break` leaves unfinished is let go behind \
             the loop; moments of other finalisations are not part of the meaning.",
    refuses: "Loops with `else`, `async for`, blocks on the line of the head, indentation that mixes tabs and spaces. `for` \
              where the file binds `iter`, `next` or `StopIteration` or imports `*`, in the body of a class, and where names \
              are read by their text (`locals()`, `eval`). The reverse where a comment would be lost.",
    paper: "",
    has_all_places: true,
    find: Finder::Python(find),
};

fn find(function: &PythonFunction<'_>, found: &mut Found) {
    let tree = function.tree();
    let read_by_name = function.scopes_read_by_name();
    function.walk(&mut |node| {
        let Node::Stmt(id) = node else { return };
        let rewritten = match tree[id].kind {
            StmtKind::While { test, body, orelse } => {
                let is_endless = is_true(function, test);
                let exit = if is_endless { leading_exit(function, tree.list(body)) } else { None };
                if is_endless && exit.is_none() {
                    return;
                }
                if !orelse.is_empty() {
                    Err("else-clause")
                } else if let Some(exit) = exit {
                    with_condition(function, test, &exit, tree.list(body))
                } else {
                    without_condition(function, id, test, tree.list(body))
                }
            }
            StmtKind::For { is_async: true, .. } => Err("async-for"),
            StmtKind::For { orelse, .. } if !orelse.is_empty() => Err("else-clause"),
            StmtKind::For { .. } => over_iterator(function, id, &read_by_name),
            _ => return,
        };
        match rewritten {
            Ok(Rewritten { end, edits }) => {
                let span = tree[id].span;
                found.site(Span::new(span.start, end.unwrap_or(span.end)), edits);
            }
            Err(reason) => found.refuse(tree[id].span, reason),
        }
    });
}

/// A loop's edits; `end` is where they put something behind it.
struct Rewritten {
    end: Option<u32>,
    edits: Vec<Edit>,
}

fn is_true(function: &PythonFunction<'_>, test: Id<Expr>) -> bool {
    match function.tree()[test].kind {
        ExprKind::True => true,
        ExprKind::Number => function.text(function.tree()[test].span) == "1",
        _ => false,
    }
}

/// `while c:` without its condition: everything stays where it is, and the new head is put before the condition.
fn without_condition(
    function: &PythonFunction<'_>,
    id: Id<Stmt>,
    test: Id<Expr>,
    body: &[Id<Stmt>],
) -> Result<Rewritten, &'static str> {
    let BlockLayout { newline, inner, unit, colon, head_end, .. } = function.block_layout(id, body)?;
    let start = function.tree()[id].header.start;
    let condition = function.skip_whitespace(start + "while".len() as u32);
    let is_bare = condition == function.tree()[test].span.start;
    let (kept_from, open, close) = if is_bare && function.negated_operand(test).is_some() {
        (function.behind_not(test), "", "")
    } else if is_bare && function.needs_parentheses(test) {
        (condition, "not (", ")")
    } else {
        (condition, "not ", "")
    };
    let mut edits = vec![replace(Span::new(start, kept_from), format!("while True:{newline}{inner}if {open}"))];
    if !close.is_empty() {
        edits.push(insert(colon, close));
    }
    edits.push(insert(head_end, format!("{newline}{inner}{unit}break")));
    Ok(Rewritten { end: None, edits })
}

/// The statement `if c: break` at the start of an endless loop.
struct Exit {
    stmt: Id<Stmt>,
    test: Id<Expr>,
    /// Between `if` and the colon.
    condition: Span,
}

fn leading_exit(function: &PythonFunction<'_>, body: &[Id<Stmt>]) -> Option<Exit> {
    let tree = function.tree();
    let &stmt = body.first()?;
    let StmtKind::If { branches, orelse } = tree[stmt].kind else { return None };
    let [branch] = tree.list(branches) else { return None };
    let [only] = tree.list(branch.body) else { return None };
    if body.len() < 2 || !orelse.is_empty() || !matches!(tree[*only].kind, StmtKind::Break) {
        return None;
    }
    let start = function.skip_whitespace(branch.header.start + "if".len() as u32);
    Some(Exit { stmt, test: branch.test, condition: Span::new(start, branch.header.end.saturating_sub(1)) })
}

/// `while True:` with the condition of the statement it starts with, which is taken out together with its lines.
fn with_condition(
    function: &PythonFunction<'_>,
    endless: Id<Expr>,
    exit: &Exit,
    body: &[Id<Stmt>],
) -> Result<Rewritten, &'static str> {
    let tree = function.tree();
    let span = tree[exit.stmt].span;
    let end = function.end_of_last_line(span.end).ok_or("shared-line")?;
    let rest = body.get(1).map_or(end, |&next| tree[next].span.start);
    if !function.starts_line(span.start) || !function.starts_line(rest) {
        return Err("shared-line");
    }
    if function.text(Span::new(span.start, end)).contains('#') {
        return Err("comment-in-the-way");
    }
    let condition = function.text(exit.condition).trim_end();
    let is_bare = exit.condition.start == tree[exit.test].span.start;
    let condition = if is_bare && function.negated_operand(exit.test).is_some() {
        function.text(Span::new(function.behind_not(exit.test), exit.condition.end)).trim_end().to_owned()
    } else if is_bare && function.needs_parentheses(exit.test) {
        format!("not ({condition})")
    } else {
        format!("not {condition}")
    };
    // From the start of its line to the start of the next one.
    let spaces = function.indentation(span.start).len() as u32;
    let line_break = function.text(Span::new(end, rest)).find('\n').map_or(0, |at| at as u32 + 1);
    let taken_out = Span::new(span.start - spaces, end + line_break);
    Ok(Rewritten { end: None, edits: vec![replace(tree[endless].span, condition), replace(taken_out, "")] })
}

/// `for` as a loop over an iterator: what is iterated over stays where it is.
fn over_iterator(
    function: &PythonFunction<'_>,
    id: Id<Stmt>,
    read_by_name: &BTreeSet<ScopeId>,
) -> Result<Rewritten, &'static str> {
    let tree = function.tree();
    let StmtKind::For { target, iter, body, .. } = tree[id].kind else { return Err("no-loop") };
    let body = tree.list(body);
    let BlockLayout { newline, outer, inner, unit, colon, head_end } = function.block_layout(id, body)?;
    let scope = function.model.scope_of_stmt(id);
    function.new_variables(scope, read_by_name)?;
    let end = match function.model.version {
        Version::Python2 => "object",
        Version::Python3 => "StopIteration",
    };
    let builtins = ["iter", "next", end];
    if !function.model.star_imports().is_empty() {
        return Err("star-import");
    }
    if !builtins.iter().all(|name| function.is_builtin(scope, name)) {
        return Err("bound-built-in");
    }
    if !function.takes_a_block_inside(id) {
        return Err("too-many-blocks");
    }
    let start = tree[id].header.start;
    let names = function.skip_whitespace(start + "for".len() as u32);
    let between = function.text(Span::new(tree[target].span.end, tree[iter].span.start));
    let before_in = between.find("in").ok_or("no-loop")?;
    if between[..before_in].contains('#') {
        return Err("comment-in-the-way");
    }
    let at = tree[target].span.end + before_in as u32;
    let iterable = function.skip_whitespace(at + "in".len() as u32);
    let targets = function.text(Span::new(names, at)).trim_end_matches([' ', '\t']);
    let is_bare_tuple = matches!(tree[iter].kind, ExprKind::Tuple { parenthesized: false, .. });
    let (open, close) = if is_bare_tuple { ("((", "))") } else { ("(", ")") };

    let iterator = function.fresh_name("iterator");
    let (before, step) = match (function.model.version, tree[target].kind) {
        (Version::Python2, _) => {
            let (end, item) = (function.fresh_name("end"), function.fresh_name("item"));
            let step = format!(
                "{newline}{inner}{item} = next({iterator}, {end}){newline}{inner}if {item} is {end}:\
                 {newline}{inner}{unit}break{newline}{inner}{targets} = {item}"
            );
            (format!("{newline}{outer}{end} = object()"), step)
        }
        (Version::Python3, kind) => {
            let (item, assignment) = if matches!(kind, ExprKind::Name { .. }) {
                (targets.to_owned(), String::new())
            } else {
                let item = function.fresh_name("item");
                (item.clone(), format!("{newline}{inner}{targets} = {item}"))
            };
            let step = format!(
                "{newline}{inner}try:{newline}{inner}{unit}{item} = next({iterator})\
                 {newline}{inner}except StopIteration:{newline}{inner}{unit}break{assignment}"
            );
            (String::new(), step)
        }
    };
    let mut edits = vec![
        replace(Span::new(start, iterable), format!("{iterator} = iter{open}")),
        insert(colon, format!("{close}{before}{newline}{outer}while True")),
        insert(head_end, step),
    ];
    let mut end = None;
    if has_break(function, body) {
        let last = function.end_of_last_line(tree[id].span.end).ok_or("shared-line")?;
        edits.push(insert(last, format!("{newline}{outer}del {iterator}")));
        end = Some(last);
    }
    Ok(Rewritten { end, edits })
}

/// Returns whether a `break` of a loop's body leaves that loop.
fn has_break(function: &PythonFunction<'_>, body: &[Id<Stmt>]) -> bool {
    let tree = function.tree();
    let mut open = body.to_vec();
    while let Some(stmt) = open.pop() {
        match tree[stmt].kind {
            StmtKind::Break => return true,
            StmtKind::For { orelse, .. } | StmtKind::While { orelse, .. } => open.extend(tree.list(orelse)),
            StmtKind::Function(_) | StmtKind::Class(_) => {}
            _ => tree.children(stmt.into(), &mut |child| {
                if let Node::Stmt(inner) = child {
                    open.push(inner);
                }
            }),
        }
    }
    false
}

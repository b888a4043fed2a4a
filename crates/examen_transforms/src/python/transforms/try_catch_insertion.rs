//! Try-catch insertion.

use examen_syntax::python::{ExprKind, Id, Node, Stmt, StmtKind};
use examen_syntax::{Edit, Span};

use crate::python::support::block_layout::BlockLayout;
use crate::python_function::{PythonFunction, insert};
use crate::{Finder, Found, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "TC",
    name: "try-catch insertion",
    description: "A statement of the body that calls something is put into `try:` with a handler `except BaseException:` that raises \
                  the exception again (`except:` where the file gives that name another meaning).",
    reason: "`raise` alone raises the very exception that was caught, with its traceback. A handler that binds no name has no other \
             effect, and `return`, `yield` and `await` may stand in a `try`. The lines of the statement are indented, those \
             inside strings are not.",
    refuses: "Statements that share a line with others, indentation that mixes tabs and spaces, and more nested blocks than \
              CPython takes.",
    paper: "",
    has_all_places: false,
    find: Finder::Python(find),
};

fn find(function: &PythonFunction<'_>, found: &mut Found) {
    let tree = function.tree();
    let has_call = |stmt: &Id<Stmt>| {
        let mut has_call = false;
        tree.walk((*stmt).into(), &mut |node| {
            has_call |= matches!(node, Node::Expr(id) if matches!(tree[id].kind, ExprKind::Call { .. }));
        });
        has_call && !matches!(tree[*stmt].kind, StmtKind::Function(_) | StmtKind::Class(_))
    };
    let layout = function.block_layout(tree[function.function].stmt, tree.list(tree[function.function].body));
    let mut places = Vec::new();
    for &stmt in function.statements().iter().filter(|stmt| has_call(stmt)) {
        match layout.and_then(|layout| wrapped(function, stmt, &layout)) {
            Ok(edits) => places.push((tree[stmt].span, edits)),
            Err(reason) => found.refuse(tree[stmt].span, reason),
        }
    }
    if !places.is_empty() {
        let (place, edits) = places.swap_remove(function.choice("TC", places.len()));
        found.site(place, edits);
    }
}

fn wrapped(function: &PythonFunction<'_>, stmt: Id<Stmt>, layout: &BlockLayout<'_>) -> Result<Vec<Edit>, &'static str> {
    let span = function.tree()[stmt].span;
    let BlockLayout { newline, inner, unit, .. } = *layout;
    let end = function.end_of_last_line(span.end).ok_or("shared-line")?;
    if !function.starts_line(span.start) {
        return Err("shared-line");
    }
    if function.indentation(span.start) != inner {
        return Err("mixed-indentation");
    }
    if !function.takes_another_block(stmt) {
        return Err("too-many-blocks");
    }
    let is_builtin = function.is_builtin(function.scope(), "BaseException");
    let clause = if is_builtin { "except BaseException:" } else { "except:" };
    let mut edits = vec![insert(span.start, format!("try:{newline}{inner}{unit}"))];
    indent(function, stmt, layout, &mut edits)?;
    edits.push(insert(end, format!("{newline}{inner}{clause}{newline}{inner}{unit}raise")));
    Ok(edits)
}

/// Indents all lines of a statement but the first and those that begin inside a string.
fn indent(
    function: &PythonFunction<'_>,
    stmt: Id<Stmt>,
    layout: &BlockLayout<'_>,
    edits: &mut Vec<Edit>,
) -> Result<(), &'static str> {
    let span = function.tree()[stmt].span;
    let is_only = |letter| layout.inner.chars().chain(layout.unit.chars()).all(|it| it == letter);
    let (of_spaces, of_tabs) = (is_only(' '), is_only('\t'));
    let strings = strings_over_lines(function, stmt);
    let mut strings = strings.iter().peekable();
    let mut string_end = 0;
    let mut start = span.start;
    for line in function.text(span).split_inclusive('\n') {
        let line_start = start;
        start += line.len() as u32;
        while let Some(string) = strings.next_if(|string| string.start < line_start) {
            string_end = string_end.max(string.end);
        }
        let text = line.trim_start_matches([' ', '\t']);
        if line_start == span.start || line_start < string_end || text.trim().is_empty() {
            continue;
        }
        let indentation = &line[..line.len() - text.len()];
        // A tab goes to the next multiple of eight: all lines must move by the same number of columns.
        let keeps_columns = if of_tabs {
            indentation.starts_with(layout.inner) || text.starts_with('#')
        } else {
            of_spaces && !indentation.contains('\t')
        };
        // Both make something else of the whitespace before them.
        let is_odd = text.starts_with(['\x0c', '\\']);
        if !keeps_columns || is_odd || line.trim_end_matches(['\r', '\n']).contains('\r') {
            return Err("mixed-indentation");
        }
        edits.push(insert(line_start, layout.unit));
    }
    Ok(())
}

/// The string literals of a statement that go over several lines, in the order of the text.
fn strings_over_lines(function: &PythonFunction<'_>, stmt: Id<Stmt>) -> Vec<Span> {
    let tree = function.tree();
    let mut spans = Vec::new();
    tree.walk(stmt.into(), &mut |node| {
        let Node::Expr(id) = node else { return };
        let ExprKind::String { parts } = tree[id].kind else { return };
        let parts = tree.list(parts).iter().map(|part| part.span);
        spans.extend(parts.filter(|part| function.text(*part).contains('\n')));
    });
    spans.sort_unstable();
    spans
}

//! Unused statement.

use crate::python_function::{PythonFunction, insert};
use crate::{Finder, Found, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "UN",
    name: "unused statement",
    description: "A local variable that nobody reads gets a number before a statement of the body.",
    reason: "The name is used nowhere else in the file, so that the assignment is seen by nobody. The docstring stays the first \
             statement.",
    refuses: "Functions whose body stands on the line of the head, and those where names are read by their text (`locals()`, \
              `eval` and the like), which would show the variable.",
    paper: "",
    has_all_places: false,
    find: Finder::Python(find),
};

fn find(function: &PythonFunction<'_>, found: &mut Found) {
    let tree = function.tree();
    let statements = function.statements();
    let Some(&first) = statements.first() else { return };
    // A statement behind a semicolon has no line of its own.
    let starts = statements.iter().map(|&stmt| tree[stmt].span).filter(|span| function.starts_line(span.start));
    let starts: Vec<_> = starts.collect();
    let Some(&place) = starts.get(function.choice("UN", starts.len())) else {
        found.refuse(tree[first].span, "block-on-the-line-of-the-head");
        return;
    };
    if let Err(reason) = function.new_variables(function.scope(), &function.scopes_read_by_name()) {
        found.refuse(place, reason);
        return;
    }
    let name = function.fresh_name("unused");
    let text = format!("{name} = 0{}{}", function.newline(), function.indentation(place.start));
    found.site(place, vec![insert(place.start, text)]);
}

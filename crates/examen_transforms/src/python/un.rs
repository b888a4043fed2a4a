//! Unused statement.

use super::{PythonFunction, insert};
use crate::{Finder, Found, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "UN",
    name: "unused statement",
    description: "A local variable that nobody reads gets a number before a statement of the body.",
    reason: "The name is used nowhere else in the file, so that the assignment is seen by nobody.",
    refuses: "Functions whose body stands on the line of the head.",
    paper: "",
    has_all_places: false,
    find: Finder::Python(find),
};

fn find(function: &PythonFunction<'_>, found: &mut Found) {
    let statements = function.statements();
    let Some(&first) = statements.get(function.choice("UN", statements.len())) else { return };
    let place = function.tree()[first].span;
    let name = function.fresh_name("unused");
    let text = format!("{name} = 0\n{}", function.indentation(place.start));
    found.site(place, vec![insert(place.start, text)]);
}

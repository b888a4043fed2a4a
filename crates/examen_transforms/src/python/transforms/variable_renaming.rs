//! Variable renaming.

use std::collections::{BTreeMap, BTreeSet};

use examen_semantics::python::{Definition, DefinitionKind, ScopeId, ScopeKind, VariableId};
use examen_syntax::python::{Node, StmtKind};
use examen_syntax::{Edit, Span};

use crate::python::support::shown_texts::ShownTexts;
use crate::python_function::{PythonFunction, insert, replace};
use crate::{Finder, Found, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "VN",
    name: "variable renaming",
    description: "A local variable gets the name `var` with a number, wherever it is meant: variables of the function and of \
                  the functions, lambdas and comprehensions in it. A parameter is renamed where no caller can name it: \
                  `*args`, `**kwargs`, positional-only ones, and those of inner functions and lambdas that are only \
                  called, with the keywords of their calls. `import x` becomes `import x as var0`.",
    reason: "Names of local variables are seen in their scope only, and the scopes are those of Python. The new name is used \
             nowhere in the file. The message of an error about a variable without a value or a missing argument names it; its class \
             stays.",
    refuses: "Parameters that callers may pass by name. Variables that are read by the text of their names: `locals()`, \
              `eval` and the like in reach, `f\"{x=}\"`, t-strings, annotations that are strings. `import a.b`, private names \
              (`__x`), type parameters, names that are not ASCII, names read in the body of a class with bases. \
              Names of inner functions and classes are no candidates, since objects carry them.",
    paper: "",
    has_all_places: true,
    find: Finder::Python(find),
};

fn find(function: &PythonFunction<'_>, found: &mut Found) {
    let model = function.model;
    let scopes = function.scopes();
    let is_of_names = |scope: &&ScopeId| !matches!(model[**scope].kind, ScopeKind::Class(_));
    let variables = scopes.iter().filter(is_of_names).flat_map(|&scope| model.locals(scope));
    let mut variables: Vec<(Span, VariableId)> =
        variables.filter_map(|variable| Some((candidate(function, variable)?, variable))).collect();
    variables.sort_unstable();
    let renaming = Renaming {
        function,
        read_by_name: function.scopes_read_by_name(),
        shown: function.shown_texts(),
        declared: declared(function),
    };
    let mut names = (0_u32..).map(|number| format!("var{number}"));
    for (place, variable) in variables {
        match renaming.places(variable) {
            Ok(places) => {
                let name = function.first_fresh(&mut names);
                found.site(place, places.into_iter().map(|place| place.edit(&name)).collect());
            }
            Err(reason) => found.refuse(place, reason),
        }
    }
}

/// Where a variable that might be renamed is defined first.
fn candidate(function: &PythonFunction<'_>, variable: VariableId) -> Option<Span> {
    let model = function.model;
    let mut definitions = model.definitions_of(variable).iter().map(|&id| &model[id]);
    let has_other_name = |definition: &Definition| match definition.kind {
        DefinitionKind::Function(_) | DefinitionKind::Class(_) | DefinitionKind::TypeAlias { .. } => true,
        // What a tuple parameter binds are the names in it.
        DefinitionKind::Parameter(parameter) => function.tree()[parameter].tuple.is_some(),
        _ => false,
    };
    if definitions.clone().any(has_other_name) {
        return None;
    }
    definitions.next().map(|first| first.name)
}

/// The names in `nonlocal` statements, by variable.
fn declared(function: &PythonFunction<'_>) -> BTreeMap<VariableId, Vec<Span>> {
    let (tree, model) = (function.tree(), function.model);
    let mut declared: BTreeMap<VariableId, Vec<Span>> = BTreeMap::new();
    function.walk(&mut |node| {
        let Node::Stmt(id) = node else { return };
        let StmtKind::Nonlocal { names } = tree[id].kind else { return };
        for name in tree.list(names) {
            let around = model.enclosing_scopes(model.scope_of_stmt(id)).skip(1);
            let mut seen = around.filter(|&scope| !matches!(model[scope].kind, ScopeKind::Class(_)));
            let variable = seen.find_map(|scope| model.local_named(scope, name.text(model.source)));
            if let Some(variable) = variable {
                declared.entry(variable).or_default().push(name.span);
            }
        }
    });
    declared
}

/// A place where a variable is named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// The name itself.
    Name(Span),
    /// An import that binds its own name ends here.
    Import(u32),
}

impl Place {
    fn edit(self, name: &str) -> Edit {
        match self {
            Self::Name(span) => replace(span, name),
            Self::Import(end) => insert(end, format!(" as {name}")),
        }
    }
}

struct Renaming<'f, 't> {
    function: &'f PythonFunction<'t>,
    read_by_name: BTreeSet<ScopeId>,
    shown: ShownTexts<'t>,
    declared: BTreeMap<VariableId, Vec<Span>>,
}

impl Renaming<'_, '_> {
    /// All places where a variable is named; else why it must keep its name.
    fn places(&self, variable: VariableId) -> Result<BTreeSet<Place>, &'static str> {
        let (tree, model) = (self.function.tree(), self.function.model);
        let name = model.name_of(variable);
        if self.read_by_name.contains(&model[variable].scope) {
            return Err("names-read-by-text");
        }
        if name.starts_with("__") && !name.ends_with("__") {
            return Err("private-name");
        }
        if !name.is_ascii() {
            return Err("name-that-is-not-ascii");
        }
        if self.shown.has_word(name) {
            return Err("named-in-a-string-annotation");
        }
        if self.function.is_named_in_own_head(variable) {
            return Err("type-parameter");
        }
        let mut places = BTreeSet::new();
        for &id in model.definitions_of(variable) {
            self.add_definition(&model[id], &mut places)?;
        }
        for &name in model.uses(variable) {
            if self.is_in_special_class(model.scope_of_expr(name)) {
                return Err("read-in-the-body-of-a-class");
            }
            if self.shown.contains(tree[name].span) {
                return Err("text-is-shown");
            }
            places.insert(Place::Name(tree[name].span));
        }
        let declared = self.declared.get(&variable).map_or(&[][..], Vec::as_slice);
        places.extend(declared.iter().copied().map(Place::Name));
        Ok(places)
    }

    fn add_definition(&self, definition: &Definition, places: &mut BTreeSet<Place>) -> Result<(), &'static str> {
        let (tree, source) = (self.function.tree(), self.function.model.source);
        let place = match definition.kind {
            DefinitionKind::TypeParameter => return Err("type-parameter"),
            DefinitionKind::Import { alias, .. } | DefinitionKind::ImportFrom { alias, .. }
                if tree[alias].alias.is_none() =>
            {
                let name = tree[alias].name;
                if name.text(source).contains('.') {
                    return Err("dotted-import");
                }
                Place::Import(name.span.end)
            }
            DefinitionKind::Parameter(parameter) => {
                let keywords = self.function.keywords_of_callers(definition.scope, parameter, &self.read_by_name);
                let keywords = keywords.ok_or("parameter-of-unseen-callers")?;
                places.extend(keywords.into_iter().map(Place::Name));
                Place::Name(definition.name)
            }
            _ => Place::Name(definition.name),
        };
        places.insert(place);
        Ok(())
    }

    /// Returns whether a scope is the body of a class whose metaclass may give names a meaning.
    fn is_in_special_class(&self, scope: ScopeId) -> bool {
        match self.function.model[scope].kind {
            ScopeKind::Class(class) => {
                let class = &self.function.tree()[class];
                !class.bases.is_empty() || !class.keywords.is_empty()
            }
            _ => false,
        }
    }
}

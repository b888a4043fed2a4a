//! Places where a file mentions a name of its module without reading it.

use std::collections::HashSet;

use examen_semantics::python::{DefinitionKind, ScopeId, ScopeKind, SemanticFile, VariableId};
use examen_syntax::python::{Expr, ExprKind, Function, Id, Node, Parameter, StmtKind};

use super::comments::comments;
use super::literal;

/// Names that are looked for.
pub(crate) struct Names<'p> {
    names: HashSet<&'p str>,
    /// How long they are, each length once.
    lengths: Vec<usize>,
}

/// Which of the names a file mentions outside its code proper.
#[derive(Default)]
pub(crate) struct Mentions<'p> {
    names: HashSet<&'p str>,
    in_doctests: HashSet<&'p str>,
    /// Whether there is an `__all__` that is not just a list of strings.
    has_opaque_exports: bool,
}

impl<'p> Mentions<'p> {
    pub(crate) fn new(file: &SemanticFile<'p>, names: &Names<'p>) -> Self {
        let mut mentions = Self::default();
        mentions.find_in_classes(file, names);
        mentions.find_exports(file, names);
        mentions.find_in_comments(file, names);
        for annotation in annotations(file) {
            names.add_words(annotation, &mut mentions.names);
        }
        for line in doctests(file) {
            names.add_parts(line, &mut mentions.in_doctests);
        }
        mentions
    }

    /// Returns whether a name is mentioned anywhere but in doctests.
    pub(crate) fn mention(&self, name: &str) -> bool {
        self.has_opaque_exports || self.names.contains(name)
    }

    /// Returns whether a name follows a prompt in a docstring, be it as a part of another one.
    pub(crate) fn is_in_doctest(&self, name: &str) -> bool {
        self.in_doctests.contains(name)
    }

    /// The body of a class may read a name of its own before it is defined, which then is the module's.
    fn find_in_classes(&mut self, file: &SemanticFile<'p>, names: &Names<'p>) {
        let model = file.model();
        let is_function = |scope: ScopeId| matches!(model[scope].kind, ScopeKind::Function(_));
        for (id, variable) in model.variables() {
            if matches!(model[variable.scope].kind, ScopeKind::Class(_))
                && !model.uses(id).is_empty()
                && !model.enclosing_scopes(variable.scope).any(is_function)
            {
                self.names.extend(names.find(model.name_of(id)));
            }
        }
    }

    fn find_exports(&mut self, file: &SemanticFile<'p>, names: &Names<'p>) {
        let (model, tree) = (file.model(), file.tree());
        let Some(variable) = model.local_named(model.module_scope(), "__all__") else {
            return;
        };
        let mut is_listed = false;
        for &definition in model.definitions_of(variable) {
            if let DefinitionKind::Assign { value, .. } = model[definition].kind
                && let ExprKind::List { elements, .. } | ExprKind::Tuple { elements, .. } = tree[value].kind
            {
                let strings = tree.list(elements).iter().filter_map(|&name| literal::string_constant(file, name, true));
                for string in strings {
                    is_listed = true;
                    self.names.extend(names.find(&string.value));
                }
            }
        }
        self.has_opaque_exports = !is_listed || calls_method(file, variable);
    }

    /// `# type:` with a name behind it, be it as a part of another one, and links of the kind `L{name}`.
    fn find_in_comments(&mut self, file: &SemanticFile<'p>, names: &Names<'p>) {
        let source = file.model().source;
        if !source.contains("# type:") && !source.contains("L{") {
            return;
        }
        for comment in comments(file).map(|span| file.text(span)) {
            if let Some(hint) = comment.strip_prefix("# type:") {
                names.add_parts(hint, &mut self.names);
            }
            let links = comment.split("L{").skip(1).filter_map(|rest| rest.split_once('}'));
            self.names.extend(links.filter_map(|(name, _)| names.find(name)));
        }
    }
}

/// Returns whether a method of what a variable holds is called.
fn calls_method(file: &SemanticFile<'_>, variable: VariableId) -> bool {
    let model = file.model();
    let is_called = |&name: &Id<Expr>| {
        let Some(Node::Expr(attribute)) = model.parent(name) else {
            return false;
        };
        let Some(Node::Expr(call)) = model.parent(attribute) else {
            return false;
        };
        file.attribute(attribute).is_some() && file.call(call).is_some_and(|call| call.function == attribute)
    };
    model.uses(variable).iter().any(is_called)
}

/// Returns what follows `>>>` or `...` in the lines of docstrings.
fn doctests<'p>(file: &SemanticFile<'p>) -> impl Iterator<Item = &'p str> {
    let model = file.model();
    let docstrings = model.scopes().filter_map(|(scope, _)| file.tree().docstring(model.source, model.body(scope)));
    let lines = docstrings.flat_map(|docstring| file.code(docstring).lines());
    lines.filter_map(|line| {
        let prompt = [line.find(">>>"), line.find("...")].into_iter().flatten().min()?;
        Some(&line[prompt + 3..])
    })
}

/// The strings in annotations of parameters, results and variables.
fn annotations<'p>(file: &SemanticFile<'p>) -> Vec<&'p str> {
    let tree = file.tree();
    let parameters = tree.all::<Parameter>().filter_map(|(_, parameter)| parameter.annotation);
    let results = tree.all::<Function>().filter_map(|(_, function)| function.returns);
    let variables = file.stmts().filter_map(|(_, node)| match node.kind {
        StmtKind::AnnAssign { annotation, .. } => Some(annotation),
        _ => None,
    });
    let mut strings = Vec::new();
    for annotation in parameters.chain(results).chain(variables) {
        tree.walk(annotation.into(), &mut |node| {
            if let Node::Expr(expr) = node
                && matches!(tree[expr].kind, ExprKind::String { .. })
            {
                strings.push(file.code(expr));
            }
        });
    }
    strings
}

impl<'p> Names<'p> {
    pub(crate) fn new(names: HashSet<&'p str>) -> Self {
        let mut lengths: Vec<usize> = names.iter().map(|name| name.len()).collect();
        lengths.sort_unstable();
        lengths.dedup();
        Self { names, lengths }
    }

    fn find(&self, name: &str) -> Option<&'p str> {
        self.names.get(name).copied()
    }

    /// Adds the names that a text has as words.
    fn add_words(&self, text: &str, found: &mut HashSet<&'p str>) {
        let words = text.split(|character: char| !character.is_alphanumeric() && character != '_');
        found.extend(words.filter_map(|word| self.find(word)));
    }

    /// Adds the names that a text has anywhere.
    fn add_parts(&self, text: &str, found: &mut HashSet<&'p str>) {
        for (at, _) in text.char_indices() {
            let parts = self.lengths.iter().map_while(|length| text.as_bytes().get(at..at + length));
            found.extend(parts.filter_map(|part| self.find(std::str::from_utf8(part).ok()?)));
        }
    }
}

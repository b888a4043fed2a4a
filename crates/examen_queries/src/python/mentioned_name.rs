//! Places where a file mentions a name of its module without reading it.

use std::borrow::Cow;

use examen_semantics::python::{DefinitionKind, ScopeKind, SemanticFile, Symbol};
use examen_syntax::python::{Expr, ExprKind, Function, Id, Node, Parameter, StmtKind};

use super::comments::comments;
use super::literal;

/// What a file says about names outside its code proper.
pub(super) struct Mentions<'p> {
    /// By symbol, whether the body of a class reads a name of its own, which before its definition is the module's.
    read_in_classes: Vec<bool>,
    /// The names in `__all__`, sorted.
    exported: Vec<Cow<'p, str>>,
    /// Whether there is an `__all__` that is not just a list of strings.
    has_opaque_exports: bool,
    /// What follows the prompts in docstrings.
    doctests: Vec<&'p str>,
    /// Comments that start with `# type:`.
    type_comments: Vec<&'p str>,
    /// Comments with a link of the kind `L{name}`.
    link_comments: Vec<&'p str>,
    /// Strings in annotations.
    annotations: Vec<&'p str>,
}

impl<'p> Mentions<'p> {
    pub(super) fn new(file: &SemanticFile<'p>) -> Self {
        let mut mentions = Self {
            read_in_classes: read_in_classes(file),
            exported: Vec::new(),
            has_opaque_exports: false,
            doctests: doctests(file),
            type_comments: Vec::new(),
            link_comments: Vec::new(),
            annotations: annotations(file),
        };
        mentions.find_exports(file);
        let source = file.model().source;
        if source.contains("# type:") || source.contains("L{") {
            for comment in comments(file).map(|span| file.text(span)) {
                if comment.starts_with("# type:") {
                    mentions.type_comments.push(comment);
                }
                if comment.contains("L{") {
                    mentions.link_comments.push(comment);
                }
            }
        }
        mentions
    }

    /// Whether a name is mentioned anywhere but in doctests.
    pub(super) fn mention(&self, symbol: Symbol, name: &str) -> bool {
        self.has_opaque_exports
            || self.read_in_classes[symbol.index()]
            || self.exported.binary_search_by(|exported| exported.as_ref().cmp(name)).is_ok()
            || self.type_comments.iter().any(|comment| comment["# type:".len()..].contains(name))
            || self.link_comments.iter().any(|comment| has_link(comment, name))
            || self.annotations.iter().any(|annotation| has_word(annotation, name))
    }

    /// Whether a name follows a prompt in a docstring, be it as a part of another one.
    pub(super) fn is_in_doctest(&self, name: &str) -> bool {
        self.doctests.iter().any(|line| line.contains(name))
    }

    fn find_exports(&mut self, file: &SemanticFile<'p>) {
        let (model, tree) = (file.model(), file.tree());
        let Some(variable) = model.local_named(model.module_scope(), "__all__") else {
            return;
        };
        for &definition in model.definitions_of(variable) {
            if let DefinitionKind::Assign { value, .. } = model[definition].kind
                && let ExprKind::List { elements, .. } | ExprKind::Tuple { elements, .. } = tree[value].kind
            {
                let strings = tree.list(elements).iter().filter_map(|&name| literal::string_constant(file, name, true));
                self.exported.extend(strings.map(|string| string.value));
            }
        }
        self.exported.sort_unstable();
        let is_changed = |&name: &Id<Expr>| {
            let Some(Node::Expr(attribute)) = model.parent(name) else {
                return false;
            };
            let called = model.parent(attribute);
            matches!(called, Some(Node::Expr(call)) if file.call(call).is_some_and(|call| call.function == attribute))
                && file.attribute(attribute).is_some()
        };
        self.has_opaque_exports = self.exported.is_empty() || model.uses(variable).iter().any(is_changed);
    }
}

fn read_in_classes(file: &SemanticFile<'_>) -> Vec<bool> {
    let model = file.model();
    let mut read = vec![false; model.symbols().len()];
    for (id, variable) in model.variables() {
        let mut around = model.enclosing_scopes(variable.scope);
        if matches!(model[variable.scope].kind, ScopeKind::Class(_))
            && !model.uses(id).is_empty()
            && !around.any(|scope| matches!(model[scope].kind, ScopeKind::Function(_)))
        {
            read[variable.symbol.index()] = true;
        }
    }
    read
}

/// What follows `>>>` or `...` in the lines of docstrings.
fn doctests<'p>(file: &SemanticFile<'p>) -> Vec<&'p str> {
    let model = file.model();
    let docstrings = model.scopes().filter_map(|(scope, _)| file.tree().docstring(model.source, model.body(scope)));
    let lines = docstrings.flat_map(|docstring| file.code(docstring).lines());
    lines
        .filter_map(|line| {
            let prompt = [line.find(">>>"), line.find("...")].into_iter().flatten().min()?;
            Some(&line[prompt + 3..])
        })
        .collect()
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

fn has_link(comment: &str, name: &str) -> bool {
    let mut links = comment.match_indices("L{");
    links.any(|(at, _)| comment[at + 2..].strip_prefix(name).is_some_and(|rest| rest.starts_with('}')))
}

fn has_word(text: &str, word: &str) -> bool {
    let is_part =
        |character: Option<char>| character.is_some_and(|character| character.is_alphanumeric() || character == '_');
    text.match_indices(word)
        .any(|(at, _)| !is_part(text[..at].chars().next_back()) && !is_part(text[at + word.len()..].chars().next()))
}

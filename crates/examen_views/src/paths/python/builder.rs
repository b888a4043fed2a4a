//! From our Python tree to the types of Python 2.7.
//!
//! Only what has terminals below it shows in paths, so that attributes, strings, aliases and other names are left out.
//! What Python 2.7 does not have keeps the name that Python 3 gives it; annotations have no place.

mod expressions;
mod statements;

use examen_syntax::Span;
use examen_syntax::python::{Expr, Id, List, Parameter, ParameterKind, Stmt, Tree};

use super::names::split_name;
use super::tree::PythonTree;

/// A file's tree and its functions, parents before what is inside them.
pub(super) struct Built {
    pub(super) tree: PythonTree,
    pub(super) functions: Vec<BuiltFunction>,
}

/// Where a function is in the tree and in the text.
#[derive(Clone, Copy)]
pub(super) struct BuiltFunction {
    pub(super) node: usize,
    pub(super) name: Span,
    pub(super) span: Span,
}

pub(super) fn build(source: &str, python: &Tree) -> Built {
    let mut builder = Builder { source, python, tree: PythonTree::default(), functions: Vec::new() };
    let root = builder.tree.open(0, "Module");
    builder.statements(root, python.body);
    builder.tree.close(root);
    Built { tree: builder.tree, functions: builder.functions }
}

struct Builder<'s> {
    source: &'s str,
    python: &'s Tree,
    tree: PythonTree,
    functions: Vec<BuiltFunction>,
}

impl Builder<'_> {
    fn name(&mut self, parent: usize, label: &'static str, span: Span) {
        let token = split_name(span.text(self.source));
        self.tree.terminal(parent, label, token, span);
    }

    fn statements(&mut self, parent: usize, list: List<Id<Stmt>>) {
        for &id in self.python.list(list) {
            self.statement(parent, id);
        }
    }

    /// A list of statements as a node of its own.
    fn block(&mut self, parent: usize, label: &'static str, list: List<Id<Stmt>>) {
        let block = self.tree.open(parent, label);
        self.statements(block, list);
        self.tree.close(block);
    }

    fn expression_list(&mut self, parent: usize, label: &'static str, ids: impl Iterator<Item = Id<Expr>>) {
        let list = self.tree.open(parent, label);
        ids.for_each(|id| self.expression(list, id));
        self.tree.close(list);
    }

    /// A node above expressions.
    fn node(
        &mut self,
        parent: usize,
        label: impl Into<std::borrow::Cow<'static, str>>,
        children: impl IntoIterator<Item = Id<Expr>>,
    ) {
        let node = self.tree.open(parent, label);
        children.into_iter().for_each(|id| self.expression(node, id));
        self.tree.close(node);
    }

    /// Names, then values by default. Those that can be given by keyword only follow, as Python 3 calls them.
    fn arguments(&mut self, parent: usize, parameters: List<Parameter>) {
        let arguments = self.tree.open(parent, "arguments");
        let parameters = self.python.list(parameters);
        let is_positional =
            |it: &&Parameter| matches!(it.kind, ParameterKind::PositionalOnly | ParameterKind::Positional);
        let is_keyword_only = |it: &&Parameter| it.kind == ParameterKind::KeywordOnly;
        self.parameter_names(arguments, "args", parameters.iter().filter(is_positional));
        let defaults = parameters.iter().filter(is_positional).filter_map(|parameter| parameter.default);
        self.expression_list(arguments, "defaults", defaults);
        if parameters.iter().any(|parameter| is_keyword_only(&parameter)) {
            self.parameter_names(arguments, "kwonlyargs", parameters.iter().filter(is_keyword_only));
            let defaults = parameters.iter().filter(is_keyword_only).filter_map(|parameter| parameter.default);
            self.expression_list(arguments, "kw_defaults", defaults);
        }
        self.tree.close(arguments);
    }

    fn parameter_names<'p>(
        &mut self,
        parent: usize,
        label: &'static str,
        parameters: impl Iterator<Item = &'p Parameter>,
    ) {
        let list = self.tree.open(parent, label);
        for parameter in parameters {
            match parameter.tuple {
                Some(tuple) => self.expression(list, tuple),
                None => self.name(list, "NameParam", parameter.name.span),
            }
        }
        self.tree.close(list);
    }
}

//! The named pieces of a tree.

use examen_syntax::Span;
use examen_syntax::python::{
    Class, Expr, ExprKind, Function, Id, Keyword, List, Node, Parameter, Stmt, StmtKind, Tree,
};
use rustc_hash::FxHashSet;

use super::{Part, Role, names};

/// What may stand between a bracket and what it holds.
const SPACE: [char; 5] = [' ', '\t', '\n', '\r', '\\'];

/// Collects parts, outer ones before those in them.
pub(super) struct Collector<'t> {
    tree: &'t Tree,
    source: &'t str,
    parts: Vec<Part>,
    /// The brackets that belong to a call, a class or parameters, and are no parentheses of an expression.
    owned_brackets: FxHashSet<Span>,
}

impl<'t> Collector<'t> {
    /// The parts of a whole tree.
    pub(super) fn collect(tree: &'t Tree, source: &'t str) -> Vec<Part> {
        let mut collector = Self { tree, source, parts: Vec::new(), owned_brackets: FxHashSet::default() };
        for &statement in tree.list(tree.body) {
            tree.walk(statement.into(), &mut |node| collector.node(node));
        }
        collector.parts
    }

    fn node(&mut self, node: Node) {
        match node {
            Node::Stmt(id) => self.statement(&self.tree[id]),
            Node::Expr(id) => self.expression(&self.tree[id]),
            Node::Pattern(id) => self.add(self.tree[id].span, "case pattern"),
        }
    }

    fn add(&mut self, span: Span, name: &'static str) {
        self.add_as(span, name, Role::Construct);
    }

    fn add_as(&mut self, span: Span, name: &'static str, role: Role) {
        self.parts.push(Part { span, name, role, parent: 0 });
    }

    fn statement(&mut self, statement: &Stmt) {
        let (name, role) = names::statement(&statement.kind);
        self.add_as(statement.span, name, role);
        match statement.kind {
            StmtKind::Class(id) => self.class(&self.tree[id]),
            StmtKind::Function(id) => self.function(&self.tree[id]),
            StmtKind::For { body, orelse, .. } | StmtKind::While { body, orelse, .. } => {
                self.block(body);
                self.block(orelse);
            }
            StmtKind::If { branches, orelse } => {
                for (at, branch) in self.tree.list(branches).iter().enumerate() {
                    if at > 0 {
                        self.add(branch.span, "elif clause");
                    }
                    self.block(branch.body);
                }
                self.block(orelse);
            }
            StmtKind::Match { cases, .. } => {
                for case in self.tree.list(cases) {
                    self.add(case.span, "case clause");
                    self.block(case.body);
                }
            }
            StmtKind::Try { body, handlers, orelse, finally, .. } => {
                self.block(body);
                for handler in self.tree.list(handlers) {
                    self.add(handler.span, "except clause");
                    self.block(handler.body);
                }
                self.block(orelse);
                self.block(finally);
            }
            StmtKind::With { body, .. } => self.block(body),
            _ => {}
        }
    }

    /// A block of one statement is that statement, which is the closer one.
    fn block(&mut self, body: List<Id<Stmt>>) {
        if let [first, .., last] = *self.tree.list(body) {
            self.add(self.tree[first].span.cover(self.tree[last].span), "block");
        }
    }

    fn class(&mut self, class: &Class) {
        self.decorators(class.decorators);
        let bases = self.tree.list(class.bases).iter().map(|&base| self.tree[base].span);
        let keywords = self.tree.list(class.keywords).iter().map(|keyword| keyword.span);
        if let Some(inside) = bases.chain(keywords).reduce(Span::cover) {
            self.brackets(inside, "argument list");
        }
        self.keywords(class.keywords);
        self.block(class.body);
    }

    fn function(&mut self, function: &Function) {
        self.decorators(function.decorators);
        self.parameters(function.parameters);
        self.block(function.body);
    }

    fn decorators(&mut self, decorators: List<Id<Expr>>) {
        for &decorator in self.tree.list(decorators) {
            let span = self.tree[decorator].span;
            let before = self.source.get(..span.start as usize).unwrap_or("").trim_end_matches(SPACE);
            let start = if before.ends_with('@') { before.len() as u32 - 1 } else { span.start };
            self.add(Span::new(start, span.end), "decorator");
        }
    }

    fn parameters(&mut self, parameters: List<Parameter>) {
        let spans: Vec<Span> = self.tree.list(parameters).iter().map(|parameter| self.parameter(parameter)).collect();
        if let Some(all) = spans.iter().copied().reduce(Span::cover) {
            self.brackets(all, "function parameters");
        }
        for span in spans {
            self.add(span, "function parameters");
        }
    }

    fn parameter(&self, parameter: &Parameter) -> Span {
        let below = [parameter.annotation, parameter.default];
        below.into_iter().flatten().fold(parameter.name.span, |span, id| span.cover(self.tree[id].span))
    }

    fn keywords(&mut self, keywords: List<Keyword>) {
        for keyword in self.tree.list(keywords) {
            self.add(keyword.span, "keyword argument");
        }
    }

    /// Adds what is inside brackets together with them, as far as they are there.
    fn brackets(&mut self, inside: Span, name: &'static str) {
        // Between the last element and the bracket a comma may stand, and before the first a star or two.
        let before = self.source.get(..inside.start as usize).unwrap_or("");
        let after = self.source.get(inside.end as usize..).unwrap_or("");
        let before = before.trim_end_matches(['*', ' ', '\t', '\n', '\r', '\\']);
        let skipped = after.len() - after.trim_start_matches([',', ')', ' ', '\t', '\n', '\r', '\\']).len();
        let close = after.get(..skipped).and_then(|text| text.rfind(')'));
        let span = match close {
            Some(close) if before.ends_with('(') => Span::new(before.len() as u32 - 1, inside.end + close as u32 + 1),
            _ => inside,
        };
        self.owned_brackets.insert(span);
        self.add(span, name);
    }

    fn expression(&mut self, expression: &Expr) {
        self.parentheses(expression.span);
        let (name, role) = names::expression(&expression.kind);
        self.add_as(expression.span, name, role);
        match expression.kind {
            ExprKind::Call { function, keywords, .. } => {
                self.arguments(self.tree[function].span, expression.span);
                self.keywords(keywords);
            }
            ExprKind::Dict { items } => {
                for item in self.tree.list(items) {
                    let value = self.tree[item.value].span;
                    let span = item.key.map_or(value, |key| self.tree[key].span.cover(value));
                    self.add(span, "dictionary keys");
                }
            }
            ExprKind::Lambda { parameters, .. } => self.parameters(parameters),
            ExprKind::String { parts } if parts.len() > 1 => {
                for part in self.tree.list(parts) {
                    self.add(part.span, "string literal");
                }
            }
            _ => {}
        }
    }

    /// The arguments of a call with their brackets: from the first bracket behind the function.
    fn arguments(&mut self, function: Span, call: Span) {
        let Some(behind) = self.source.get(function.end as usize..call.end as usize) else { return };
        let skipped = behind.trim_start_matches([')', ' ', '\t', '\n', '\r', '\\']);
        if skipped.starts_with('(') {
            let span = Span::new(call.end - skipped.len() as u32, call.end);
            self.owned_brackets.insert(span);
            self.add(span, "argument list");
        }
    }

    /// Adds the pairs of parentheses right around an expression, outer ones first, unless they are another part's.
    fn parentheses(&mut self, span: Span) {
        let mut inner = span;
        let mut pairs = Vec::new();
        while let Some(pair) = self.pair_around(inner) {
            if self.owned_brackets.contains(&pair) {
                break;
            }
            pairs.push(pair);
            inner = pair;
        }
        for pair in pairs.into_iter().rev() {
            self.add(pair, "parenthesized expression");
        }
    }

    fn pair_around(&self, span: Span) -> Option<Span> {
        let before = self.source.get(..span.start as usize)?.trim_end_matches(SPACE);
        let after = self.source.get(span.end as usize..)?;
        let behind = after.trim_start_matches(SPACE);
        let is_pair = before.ends_with('(') && behind.starts_with(')');
        is_pair.then(|| Span::new(before.len() as u32 - 1, span.end + (after.len() - behind.len()) as u32 + 1))
    }
}

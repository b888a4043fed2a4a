//! The tree as text, one node a line: what tests and people read.

use std::fmt::Write;

use super::nodes::{ExprKind, Name, Parameter, ParameterKind, PatternKind, StmtKind, TypeParameter};
use super::tree::{List, Tree};
use super::visit::Node;
use crate::Span;

/// Writes the tree of `source`: kind, details, byte range; children two columns to the right.
pub fn dump(tree: &Tree, source: &str) -> String {
    let mut dump = Dump { tree, source, text: String::new() };
    for &id in tree.list(tree.body) {
        dump.node(id.into(), 0);
    }
    dump.text
}

struct Dump<'t> {
    tree: &'t Tree,
    source: &'t str,
    text: String,
}

impl Dump<'_> {
    fn node(&mut self, node: Node, level: usize) {
        let span = self.tree.span(node);
        let label = match node {
            Node::Stmt(id) => {
                let stmt = &self.tree[id];
                let label = self.stmt(&stmt.kind);
                if stmt.header == stmt.span { label } else { format!("{label} header {}", range(stmt.header)) }
            }
            Node::Expr(id) => self.expr(&self.tree[id].kind, span),
            Node::Pattern(id) => self.pattern(&self.tree[id].kind),
        };
        let _ = writeln!(self.text, "{:indent$}{label} {}", "", range(span), indent = level * 2);
        let mut children = Vec::new();
        self.tree.children(node, &mut |child| children.push(child));
        for child in children {
            self.node(child, level + 1);
        }
    }

    fn stmt(&self, kind: &StmtKind) -> String {
        match *kind {
            StmtKind::AugAssign { op, .. } => format!("AugAssign {op:?}"),
            StmtKind::Class(id) => {
                let class = &self.tree[id];
                let mut label = format!("Class {}", self.text(class.name));
                self.type_parameters(class.type_parameters, &mut label);
                for keyword in self.tree.list(class.keywords) {
                    let _ = write!(label, " {}=", keyword.name.map_or("**", |name| self.text(name)));
                }
                label
            }
            StmtKind::For { is_async, orelse, .. } => format!("{}For else {}", asynchronous(is_async), orelse.len()),
            StmtKind::Function(id) => {
                let function = &self.tree[id];
                let mut label = format!("{}Function {}", asynchronous(function.is_async), self.text(function.name));
                self.type_parameters(function.type_parameters, &mut label);
                self.parameters(function.parameters, &mut label);
                label
            }
            StmtKind::Global { names } => format!("Global {}", self.names(names)),
            StmtKind::If { branches, orelse } => {
                let mut label = "If".to_owned();
                for branch in self.tree.list(branches) {
                    let _ = write!(label, " {}:{}", range(branch.span), range(branch.header));
                }
                let _ = write!(label, " else {}", orelse.len());
                label
            }
            StmtKind::Import { names } => format!("Import{}", self.aliases(names)),
            StmtKind::ImportFrom { module, level, names } => {
                let dots = ".".repeat(level as usize);
                let module = module.map_or("", |module| self.text(module));
                format!("ImportFrom {dots}{module}:{}", self.aliases(names))
            }
            StmtKind::Match { cases, .. } => {
                let headers: Vec<String> = self.tree.list(cases).iter().map(|case| range(case.header)).collect();
                format!("Match {}", headers.join(" "))
            }
            StmtKind::Nonlocal { names } => format!("Nonlocal {}", self.names(names)),
            StmtKind::Print { has_trailing_comma, destination, .. } => {
                let to = if destination.is_some() { " to" } else { "" };
                format!("Print{to}{}", if has_trailing_comma { " ," } else { "" })
            }
            StmtKind::Raise { value, traceback, cause, .. } => {
                format!("Raise {}{}{}", flag(value), flag(traceback), flag(cause))
            }
            StmtKind::Try { is_star, handlers, orelse, finally, .. } => {
                let headers: Vec<String> = self
                    .tree
                    .list(handlers)
                    .iter()
                    .map(|handler| {
                        format!(" {}:{}{}", range(handler.span), range(handler.header), flag(handler.target))
                    })
                    .collect();
                let star = if is_star { "*" } else { "" };
                format!("Try{star}{} else {} finally {}", headers.concat(), orelse.len(), finally.len())
            }
            StmtKind::TypeAlias { type_parameters, .. } => {
                let mut label = "TypeAlias".to_owned();
                self.type_parameters(type_parameters, &mut label);
                label
            }
            StmtKind::While { orelse, .. } => format!("While else {}", orelse.len()),
            StmtKind::With { is_async, items, .. } => {
                let targets: Vec<String> = self.tree.list(items).iter().map(|item| flag(item.target)).collect();
                format!("{}With {}", asynchronous(is_async), targets.concat())
            }
            ref plain => debug_name(plain),
        }
    }

    fn expr(&self, kind: &ExprKind, span: Span) -> String {
        match *kind {
            ExprKind::Attribute { name, context, .. } => format!("Attribute {} {context:?}", self.text(name)),
            ExprKind::Binary { op, .. } => format!("Binary {op:?}"),
            ExprKind::Bool { op, .. } => format!("Bool {op:?}"),
            ExprKind::Call { arguments, keywords, .. } => {
                let mut label = format!("Call {}", arguments.len());
                for keyword in self.tree.list(keywords) {
                    let name = keyword.name.map_or("**", |name| self.text(name));
                    let _ = write!(label, " {name}={}", range(keyword.span));
                }
                label
            }
            ExprKind::Compare { rest, .. } => {
                let ops: Vec<String> = self.tree.list(rest).iter().map(|it| format!(" {:?}", it.op)).collect();
                format!("Compare{}", ops.concat())
            }
            ExprKind::Dict { items } => {
                let keys: Vec<String> = self.tree.list(items).iter().map(|item| flag(item.key)).collect();
                format!("Dict {}", keys.concat())
            }
            ExprKind::DictComprehension { clauses, .. }
            | ExprKind::Generator { clauses, .. }
            | ExprKind::ListComprehension { clauses, .. }
            | ExprKind::SetComprehension { clauses, .. } => {
                let clauses: Vec<String> = self
                    .tree
                    .list(clauses)
                    .iter()
                    .map(|clause| {
                        let conditions = clause.conditions.len();
                        format!(" {}for {} if {conditions}", asynchronous(clause.is_async), range(clause.span))
                    })
                    .collect();
                format!("{}{}", debug_name(kind), clauses.concat())
            }
            ExprKind::Lambda { parameters, .. } => {
                let mut label = "Lambda".to_owned();
                self.parameters(parameters, &mut label);
                label
            }
            ExprKind::List { context, .. } => format!("List {context:?}"),
            ExprKind::Name { context } => format!("Name {} {context:?}", span.text(self.source)),
            ExprKind::Number => format!("Number {}", span.text(self.source)),
            ExprKind::Slice { lower, upper, step } => format!("Slice {}{}{}", flag(lower), flag(upper), flag(step)),
            ExprKind::Starred { context, .. } => format!("Starred {context:?}"),
            ExprKind::String { parts } => {
                let parts: Vec<String> = self
                    .tree
                    .list(parts)
                    .iter()
                    .map(|part| format!(" {}+{}", range(part.span), part.interpolations.len()))
                    .collect();
                format!("String{}", parts.concat())
            }
            ExprKind::Subscript { context, .. } => format!("Subscript {context:?}"),
            ExprKind::Tuple { context, parenthesized, .. } => {
                format!("Tuple {context:?}{}", if parenthesized { " ()" } else { "" })
            }
            ExprKind::Unary { op, .. } => format!("Unary {op:?}"),
            ref plain => debug_name(plain),
        }
    }

    fn pattern(&self, kind: &PatternKind) -> String {
        match *kind {
            PatternKind::As { name, .. } => format!("As {}", name.map_or("_", |name| self.text(name))),
            PatternKind::Class { keywords, .. } => format!("ClassPattern {}", self.names(keywords)),
            PatternKind::Mapping { rest, .. } => format!("Mapping {}", rest.map_or("", |rest| self.text(rest))),
            PatternKind::Star { name } => format!("Star {}", name.map_or("_", |name| self.text(name))),
            ref plain => debug_name(plain),
        }
    }

    fn text(&self, name: Name) -> &str {
        name.text(self.source)
    }

    fn names(&self, names: List<Name>) -> String {
        self.tree.list(names).iter().map(|&name| self.text(name)).collect::<Vec<_>>().join(" ")
    }

    fn aliases(&self, aliases: List<super::nodes::Alias>) -> String {
        let mut text = String::new();
        for alias in self.tree.list(aliases) {
            let _ = write!(text, " {}", self.text(alias.name));
            if let Some(name) = alias.alias {
                let _ = write!(text, "->{}", self.text(name));
            }
            let _ = write!(text, " {}", range(alias.span));
        }
        text
    }

    fn parameters(&self, parameters: List<Parameter>, label: &mut String) {
        for parameter in self.tree.list(parameters) {
            let prefix = match parameter.kind {
                ParameterKind::PositionalOnly => "/",
                ParameterKind::Positional => "",
                ParameterKind::Variadic => "*",
                ParameterKind::KeywordOnly => "=",
                ParameterKind::VariadicKeyword => "**",
            };
            let flags = [flag(parameter.tuple), flag(parameter.annotation), flag(parameter.default)].concat();
            let _ = write!(label, " {prefix}{} {}{flags}", self.text(parameter.name), range(parameter.name.span));
        }
    }

    fn type_parameters(&self, parameters: List<TypeParameter>, label: &mut String) {
        for parameter in self.tree.list(parameters) {
            let _ = write!(label, " [{}]{}", self.text(parameter.name), flag(parameter.bound));
        }
    }
}

fn range(span: Span) -> String {
    format!("{}..{}", span.start, span.end)
}

fn asynchronous(is_async: bool) -> &'static str {
    if is_async { "Async" } else { "" }
}

fn flag<T: Copy>(present: Option<T>) -> String {
    if present.is_some() { "+".to_owned() } else { "-".to_owned() }
}

/// The name of an enum's variant.
fn debug_name(kind: &impl std::fmt::Debug) -> String {
    let text = format!("{kind:?}");
    text.split([' ', '(']).next().unwrap_or_default().to_owned()
}

//! A file as edits see it: its statements with what is around them, and the names that are at hand.

use std::collections::BTreeSet;

use examen_syntax::python::{Class, Expr, ExprKind, Function, Id, List, Pooled, Stmt, StmtKind, Tree, parse};
use examen_syntax::{Edit, Span};
use rand_chacha::ChaCha8Rng;

use super::drawing::{pick, pick_where};

/// Names before a place that count as being at hand there.
const NAMES_NEAR: usize = 30;

/// A file that can be edited.
pub(super) struct Code<'s> {
    pub(super) source: &'s str,
    pub(super) tree: Tree,
    /// The statements that have lines of their own, in the order of the text, outer ones before those in them.
    pub(super) places: Vec<Place<'s>>,
    /// The names that are read or stored, in the order of the text.
    names: Vec<Span>,
    /// The functions and classes that the file defines.
    pub(super) defined: BTreeSet<&'s str>,
}

/// A statement with what is around it.
#[derive(Clone, Copy)]
pub(super) struct Place<'s> {
    pub(super) stmt: Id<Stmt>,
    pub(super) kind: StmtKind,
    pub(super) span: Span,
    /// Its lines, with the end of the last.
    pub(super) lines: Span,
    pub(super) indent: &'s str,
    pub(super) function: Option<Id<Function>>,
    /// The class whose body, or one of whose methods, it is in.
    pub(super) class: Option<Id<Class>>,
    pub(super) is_in_loop: bool,
    /// Whether it is the only statement of its body, and the first one.
    pub(super) is_only: bool,
    pub(super) is_first: bool,
    /// The next statement of the body, if that has lines of its own too.
    pub(super) next: Option<usize>,
}

/// What a statement is in.
#[derive(Clone, Copy, Default)]
struct Around {
    function: Option<Id<Function>>,
    class: Option<Id<Class>>,
    is_in_loop: bool,
}

impl<'s> Code<'s> {
    /// Parses a text.
    pub(super) fn of(source: &'s str) -> Self {
        let tree = parse(source).tree;
        let mut collector = Collector { source, tree: &tree, places: Vec::new() };
        collector.body(tree.body, Around::default());
        let places = collector.places;
        let is_name = |expr: &Expr| matches!(expr.kind, ExprKind::Name { .. });
        let names = tree.all::<Expr>().filter(|(_, expr)| is_name(expr)).map(|(_, expr)| expr.span);
        let mut names: Vec<Span> = names.filter(|span| !span.is_empty()).collect();
        names.sort_unstable();
        let functions = tree.all::<Function>().map(|(_, function)| function.name);
        let classes = tree.all::<Class>().map(|(_, class)| class.name);
        let defined = functions.chain(classes).map(|name| name.text(source)).filter(|name| !name.is_empty()).collect();
        Self { source, tree, places, names, defined }
    }

    /// The text of a span.
    pub(super) fn text(&self, span: Span) -> &'s str {
        span.text(self.source)
    }

    /// The text of an expression.
    pub(super) fn code(&self, expr: Id<Expr>) -> &'s str {
        self.text(self.tree[expr].span)
    }

    /// The elements of a list.
    pub(super) fn list<T: Pooled>(&self, list: List<T>) -> &[T] {
        self.tree.list(list)
    }

    /// One of the places for which something holds.
    pub(super) fn place(&self, rng: &mut ChaCha8Rng, is_meant: impl Fn(&Place<'s>) -> bool) -> Option<&Place<'s>> {
        pick_where(rng, self.places.iter(), |place| is_meant(place))
    }

    /// The place of a statement.
    pub(super) fn place_of(&self, stmt: Id<Stmt>) -> Option<&Place<'s>> {
        let start = self.tree[stmt].span.start;
        let from = self.places.partition_point(|place| place.span.start < start);
        self.places[from..].iter().take_while(|place| place.span.start == start).find(|place| place.stmt == stmt)
    }

    /// The place of the first statement of a body.
    pub(super) fn first_of(&self, body: List<Id<Stmt>>) -> Option<&Place<'s>> {
        self.list(body).first().and_then(|&stmt| self.place_of(stmt))
    }

    /// One of the expressions for which something holds.
    pub(super) fn expr(&self, rng: &mut ChaCha8Rng, is_meant: impl Fn(&Expr) -> bool) -> Option<Expr> {
        pick_where(rng, self.tree.all::<Expr>(), |(_, expr)| is_meant(expr)).map(|(_, expr)| *expr)
    }

    /// A name that stands shortly before an offset.
    pub(super) fn name_near(&self, offset: u32, rng: &mut ChaCha8Rng) -> &'s str {
        let before = self.names.partition_point(|name| name.start < offset);
        let near = &self.names[before.saturating_sub(NAMES_NEAR)..before.max(NAMES_NEAR.min(self.names.len()))];
        pick(rng, near).map_or("value", |&name| self.text(name))
    }

    /// The methods in the body of a class.
    pub(super) fn methods(&self, class: Id<Class>) -> Vec<Id<Function>> {
        let method = |&stmt: &Id<Stmt>| match self.tree[stmt].kind {
            StmtKind::Function(function) => Some(function),
            _ => None,
        };
        self.list(self.tree[class].body).iter().filter_map(method).collect()
    }

    /// The name of a function.
    pub(super) fn function_name(&self, function: Id<Function>) -> &'s str {
        self.tree[function].name.text(self.source)
    }

    /// The name of a class.
    pub(super) fn class_name(&self, class: Id<Class>) -> &'s str {
        self.tree[class].name.text(self.source)
    }

    /// The classes that other code of the module can name, with their places.
    pub(super) fn top_classes(&self) -> impl Iterator<Item = (Id<Class>, &Place<'s>)> {
        self.places.iter().filter(|place| place.indent.is_empty()).filter_map(|place| match place.kind {
            StmtKind::Class(class) if !self.class_name(class).is_empty() => Some((class, place)),
            _ => None,
        })
    }

    /// Another class of the module.
    pub(super) fn other_class(&self, rng: &mut ChaCha8Rng, than: Option<Id<Class>>) -> Option<&'s str> {
        let class = pick_where(rng, self.top_classes(), |(class, _)| Some(*class) != than)?;
        Some(self.class_name(class.0))
    }
}

impl Place<'_> {
    /// Whether it is a statement without a body, other than a docstring.
    pub(super) fn is_simple(&self, code: &Code<'_>) -> bool {
        match self.kind {
            StmtKind::Class(_)
            | StmtKind::Error
            | StmtKind::For { .. }
            | StmtKind::Function(_)
            | StmtKind::If { .. }
            | StmtKind::Match { .. }
            | StmtKind::Try { .. }
            | StmtKind::While { .. }
            | StmtKind::With { .. } => false,
            StmtKind::Expr { value } => !matches!(code.tree[value].kind, ExprKind::String { .. } | ExprKind::Error),
            StmtKind::ImportFrom { module, .. } => module.is_none_or(|it| it.text(code.source) != "__future__"),
            _ => true,
        }
    }

    /// Whether a statement before it changes nothing that must be first.
    pub(super) fn allows_before(&self, code: &Code<'_>) -> bool {
        !(self.is_first
            && matches!(self.kind, StmtKind::Expr { value } if matches!(code.tree[value].kind, ExprKind::String { .. })))
    }

    /// Puts lines before it, which get its indentation.
    pub(super) fn before(&self, text: &str) -> Vec<Edit> {
        vec![Edit { span: Span::empty(self.lines.start), text: self.indented(text) }]
    }

    /// Puts lines behind it.
    pub(super) fn behind(&self, text: &str) -> Vec<Edit> {
        vec![Edit { span: Span::empty(self.lines.end), text: self.indented(text) }]
    }

    /// Puts lines in its place.
    pub(super) fn replaced(&self, text: &str) -> Vec<Edit> {
        vec![Edit { span: self.lines, text: self.indented(text) }]
    }

    /// Takes it out; a body that would be empty gets a `pass`.
    pub(super) fn removed(&self) -> Vec<Edit> {
        if self.is_only { self.replaced("pass") } else { vec![Edit { span: self.lines, text: String::new() }] }
    }

    /// Lines with its indentation; their own, in steps of four spaces, comes on top.
    pub(super) fn indented(&self, text: &str) -> String {
        let unit = if self.indent.contains('\t') { "\t" } else { "    " };
        let mut out = String::with_capacity(text.len() + 64);
        for line in text.lines() {
            let body = line.trim_start_matches(' ');
            if !body.is_empty() {
                out.push_str(self.indent);
                out.push_str(&unit.repeat((line.len() - body.len()) / 4));
                out.push_str(body);
            }
            out.push('\n');
        }
        out
    }
}

struct Collector<'c, 's> {
    source: &'s str,
    tree: &'c Tree,
    places: Vec<Place<'s>>,
}

impl Collector<'_, '_> {
    fn body(&mut self, list: List<Id<Stmt>>, around: Around) {
        let stmts = self.tree.list(list);
        let mut before: Option<usize> = None;
        for (at, &stmt) in stmts.iter().enumerate() {
            let here = self.places.len();
            let is_place = self.place(stmt, around, at == 0, stmts.len() == 1);
            if let Some(before) = before.filter(|_| is_place) {
                self.places[before].next = Some(here);
            }
            before = is_place.then_some(here);
            self.inner(stmt, around);
        }
    }

    /// Adds a statement if its lines hold nothing else, and says whether they do.
    fn place(&mut self, stmt: Id<Stmt>, around: Around, is_first: bool, is_only: bool) -> bool {
        let node = &self.tree[stmt];
        let (start, end) = (node.span.start as usize, node.span.end as usize);
        let (Some(before), Some(behind)) = (self.source.get(..start), self.source.get(end..)) else { return false };
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let indent = &before[line_start..];
        let Some(rest) = behind.find('\n') else { return false };
        let behind = behind[..rest].trim_start();
        if !indent.chars().all(|it| matches!(it, ' ' | '\t')) || !(behind.is_empty() || behind.starts_with('#')) {
            return false;
        }
        let lines = Span::new(line_start as u32, (end + rest + 1) as u32);
        let Around { function, class, is_in_loop } = around;
        let (kind, span, next) = (node.kind, node.span, None);
        self.places.push(Place {
            stmt,
            kind,
            span,
            lines,
            indent,
            function,
            class,
            is_in_loop,
            is_only,
            is_first,
            next,
        });
        true
    }

    fn inner(&mut self, stmt: Id<Stmt>, around: Around) {
        let in_loop = Around { is_in_loop: true, ..around };
        match self.tree[stmt].kind {
            StmtKind::Class(class) => {
                self.body(self.tree[class].body, Around { class: Some(class), ..Around::default() });
            }
            StmtKind::Function(function) => {
                let around = Around { function: Some(function), is_in_loop: false, ..around };
                self.body(self.tree[function].body, around);
            }
            StmtKind::For { body, orelse, .. } | StmtKind::While { body, orelse, .. } => {
                self.body(body, in_loop);
                self.body(orelse, around);
            }
            StmtKind::If { branches, orelse } => {
                for branch in self.tree.list(branches) {
                    self.body(branch.body, around);
                }
                self.body(orelse, around);
            }
            StmtKind::Try { body, handlers, orelse, finally, .. } => {
                self.body(body, around);
                for handler in self.tree.list(handlers) {
                    self.body(handler.body, around);
                }
                self.body(orelse, around);
                self.body(finally, around);
            }
            StmtKind::With { body, .. } => self.body(body, around),
            StmtKind::Match { cases, .. } => {
                for case in self.tree.list(cases) {
                    self.body(case.body, around);
                }
            }
            _ => {}
        }
    }
}

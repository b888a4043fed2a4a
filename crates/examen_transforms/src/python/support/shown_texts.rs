//! Expressions whose own text is seen at run time.

use std::collections::BTreeSet;

use examen_semantics::python::ScopeKind;
use examen_syntax::Span;
use examen_syntax::python::{Expr, ExprKind, Id, Node, Stmt, StmtKind};

use crate::python_function::PythonFunction;

/// The parts of a function whose text is seen at run time.
#[derive(Debug, Default)]
pub(crate) struct ShownTexts<'t> {
    /// Expressions of `f"{x=}"` and of t-strings, annotations that are kept as text; in the order of the text.
    spans: Vec<Span>,
    /// The words of annotations that are strings.
    words: BTreeSet<&'t str>,
}

impl ShownTexts<'_> {
    /// Returns whether the text of a span is seen.
    pub(crate) fn contains(&self, span: Span) -> bool {
        let after = self.spans.partition_point(|shown| shown.start <= span.start);
        // Spans may nest, so one further to the left may still reach here; they are few.
        self.spans[..after].iter().any(|shown| shown.contains(span))
    }

    /// Returns whether an annotation that is a string may mean this name.
    pub(crate) fn has_word(&self, name: &str) -> bool {
        self.words.contains(name)
    }
}

impl<'t> PythonFunction<'t> {
    /// The parts of the body whose text is seen at run time.
    pub(crate) fn shown_texts(&self) -> ShownTexts<'t> {
        let tree = self.tree();
        let keeps_annotations = self.keeps_annotations_as_text();
        let mut shown = ShownTexts::default();
        self.walk(&mut |node| match node {
            Node::Stmt(id) => match tree[id].kind {
                StmtKind::Function(function) => {
                    let function = &tree[function];
                    let of_parameters = tree.list(function.parameters).iter().filter_map(|it| it.annotation);
                    for annotation in of_parameters.chain(function.returns) {
                        self.show_annotation(annotation, keeps_annotations, &mut shown);
                    }
                }
                // In a function they are neither kept nor evaluated.
                StmtKind::AnnAssign { annotation, .. } if self.is_in_class_body(id) => {
                    self.show_annotation(annotation, keeps_annotations, &mut shown);
                }
                _ => {}
            },
            Node::Expr(id) => self.show_interpolations(id, &mut shown),
            Node::Pattern(_) => {}
        });
        shown.spans.sort_unstable();
        shown
    }

    fn show_annotation(&self, annotation: Id<Expr>, keeps_annotations: bool, shown: &mut ShownTexts<'t>) {
        let tree = self.tree();
        if keeps_annotations {
            shown.spans.push(tree[annotation].span);
        }
        tree.walk(annotation.into(), &mut |node| {
            if let Node::Expr(id) = node
                && matches!(tree[id].kind, ExprKind::String { .. })
            {
                let words = self.text(tree[id].span).split(|letter: char| letter != '_' && !letter.is_alphanumeric());
                shown.words.extend(words);
            }
        });
    }

    fn show_interpolations(&self, string: Id<Expr>, shown: &mut ShownTexts<'t>) {
        let tree = self.tree();
        let ExprKind::String { parts } = tree[string].kind else { return };
        for part in tree.list(parts) {
            let prefix = self.text(part.span).split(['"', '\'']).next().unwrap_or_default();
            let is_template = prefix.contains(['t', 'T']);
            for &expr in tree.list(part.interpolations) {
                let span = tree[expr].span;
                let rest = self.text(Span::new(span.end, part.span.end));
                let rest =
                    rest.trim_start_matches(|letter: char| letter.is_whitespace() || matches!(letter, ')' | ','));
                if is_template || rest.starts_with(['=', '#']) {
                    shown.spans.push(span);
                }
            }
        }
    }

    /// Returns whether the file has `from __future__ import annotations`.
    fn keeps_annotations_as_text(&self) -> bool {
        let (tree, source) = (self.tree(), self.model.source);
        let first = tree.list(tree.body).iter().map(|&stmt| tree[stmt].kind);
        // Nothing but the docstring and other such imports may come before it.
        let mut first = first.take_while(|kind| matches!(kind, StmtKind::Expr { .. } | StmtKind::ImportFrom { .. }));
        first.any(|kind| match kind {
            StmtKind::ImportFrom { module: Some(module), names, .. } => {
                module.text(source) == "__future__"
                    && tree.list(names).iter().any(|alias| alias.name.text(source) == "annotations")
            }
            _ => false,
        })
    }

    fn is_in_class_body(&self, stmt: Id<Stmt>) -> bool {
        matches!(self.model[self.model.scope_of_stmt(stmt)].kind, ScopeKind::Class(_))
    }
}

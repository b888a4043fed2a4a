//! Patterns of tree-sitter's tree.

use tree_sitter::Node;

use super::{Field, Reader, name, span};
use crate::Span;
use crate::python::nodes::{BinaryOp, Context, Expr, ExprKind, Name, Pattern, PatternKind, UnaryOp};
use crate::python::tree::{Id, List};

impl<'t> Reader<'_, 't> {
    /// The pattern of a case: `case a, b:` is a sequence without brackets.
    pub(super) fn case_pattern(&mut self, patterns: &[Node<'t>], has_comma: bool, near: Span) -> Id<Pattern> {
        match patterns {
            [] => self.add_pattern(Span::empty(near.start), PatternKind::Error),
            [only] if !has_comma => self.pattern(*only),
            [first, .., last] | [first @ last] => {
                let end = span(*last).end;
                let comma = self.out.skip_trivia(end);
                let end = if self.byte_at(comma) == b',' { comma + 1 } else { end };
                let sequence = Span::new(span(*first).start, end);
                let patterns = self.patterns(patterns);
                self.add_pattern(sequence, PatternKind::Sequence { patterns })
            }
        }
    }

    fn add_pattern(&mut self, span: Span, kind: PatternKind) -> Id<Pattern> {
        self.out.tree.add(Pattern { span, kind })
    }

    fn patterns(&mut self, nodes: &[Node<'t>]) -> List<Id<Pattern>> {
        let ids: Vec<Id<Pattern>> = nodes.iter().map(|&node| self.pattern(node)).collect();
        self.out.tree.add_list(&ids)
    }

    fn pattern(&mut self, node: Node<'t>) -> Id<Pattern> {
        let whole = span(node);
        if !self.out.enter(whole) {
            return self.add_pattern(whole, PatternKind::Error);
        }
        let pattern = self.pattern_inside(node, whole);
        self.out.leave();
        pattern
    }

    fn pattern_inside(&mut self, node: Node<'t>, whole: Span) -> Id<Pattern> {
        let inner = self.named_children(node);
        let kind = match node.kind() {
            "case_pattern" => {
                return match inner.as_slice() {
                    [] => self.add_pattern(whole, PatternKind::As { pattern: None, name: None }),
                    [number] if self.has_child(node, "-") => {
                        let operand = self.expression(*number, Context::Load);
                        let value = self.out.add_expr(whole, ExprKind::Unary { op: UnaryOp::Minus, operand });
                        self.add_pattern(whole, PatternKind::Value { value })
                    }
                    [only, ..] => self.pattern(*only),
                };
            }
            "as_pattern" => {
                let (Some(&pattern), Some(&target)) = (inner.first(), inner.last()) else {
                    return self.add_pattern(whole, PatternKind::Error);
                };
                PatternKind::As { pattern: Some(self.pattern(pattern)), name: Some(name(target)) }
            }
            "union_pattern" => PatternKind::Or { patterns: self.union(node) },
            "list_pattern" => PatternKind::Sequence { patterns: self.patterns(&inner) },
            // Brackets around one pattern without a comma only group.
            "tuple_pattern" => match inner.as_slice() {
                [only] if !self.has_child(node, ",") => return self.pattern(*only),
                _ => PatternKind::Sequence { patterns: self.patterns(&inner) },
            },
            "dict_pattern" => self.mapping(node),
            "class_pattern" => self.class_pattern(&inner),
            "splat_pattern" => PatternKind::Star { name: inner.first().map(|&it| name(it)) },
            "dotted_name" => match inner.as_slice() {
                [only] if self.text(*only) == "_" => PatternKind::As { pattern: None, name: None },
                [only] => PatternKind::As { pattern: None, name: Some(name(*only)) },
                parts => PatternKind::Value { value: self.dotted(parts) },
            },
            "complex_pattern" => PatternKind::Value { value: self.complex(node, whole) },
            _ => PatternKind::Value { value: self.expression(node, Context::Load) },
        };
        self.add_pattern(whole, kind)
    }

    /// A negative number in a union is a `-` and a number side by side.
    fn union(&mut self, node: Node<'t>) -> List<Id<Pattern>> {
        let mut ids = Vec::new();
        let mut minus = None;
        for child in self.children(node) {
            match (child.kind(), minus) {
                ("-", _) => minus = Some(child),
                ("|", _) => {}
                ("_", _) => ids.push(self.add_pattern(span(child), PatternKind::As { pattern: None, name: None })),
                (_, Some(sign)) => {
                    let number = span(sign).cover(span(child));
                    let operand = self.expression(child, Context::Load);
                    let value = self.out.add_expr(number, ExprKind::Unary { op: UnaryOp::Minus, operand });
                    ids.push(self.add_pattern(number, PatternKind::Value { value }));
                    minus = None;
                }
                _ => ids.push(self.pattern(child)),
            }
        }
        self.out.tree.add_list(&ids)
    }

    fn mapping(&mut self, node: Node<'t>) -> PatternKind {
        let keys: Vec<Node<'t>> = self.children_of(node, Field::Key).into_iter().filter(Node::is_named).collect();
        let values: Vec<Node<'t>> = self.children_of(node, Field::Value).into_iter().collect();
        let mut key_ids = Vec::new();
        for key in keys {
            let parts = self.named_children(key);
            let is_dotted = key.kind() == "dotted_name" && !parts.is_empty();
            key_ids.push(if is_dotted { self.dotted(&parts) } else { self.expression(key, Context::Load) });
        }
        let rest = self.child_of_kind(node, "splat_pattern").and_then(|splat| splat.named_child(0));
        PatternKind::Mapping {
            keys: self.out.tree.add_list(&key_ids),
            patterns: self.patterns(&values),
            rest: rest.map(name),
        }
    }

    fn class_pattern(&mut self, inner: &[Node<'t>]) -> PatternKind {
        let Some((class, arguments)) = inner.split_first() else {
            return PatternKind::Error;
        };
        let class = self.dotted(&self.named_children(*class));
        let mut positional = Vec::new();
        let mut named = Vec::new();
        let mut keywords: Vec<Name> = Vec::new();
        for &argument in arguments {
            match self.child_of_kind(argument, "keyword_pattern") {
                Some(keyword) => {
                    let parts = self.named_children(keyword);
                    if let (Some(&key), Some(&value)) = (parts.first(), parts.last()) {
                        keywords.push(name(key));
                        named.push(self.pattern(value));
                    }
                }
                None => positional.push(self.pattern(argument)),
            }
        }
        positional.extend(named);
        PatternKind::Class {
            class,
            patterns: self.out.tree.add_list(&positional),
            keywords: self.out.tree.add_list(&keywords),
        }
    }

    fn dotted(&mut self, parts: &[Node<'t>]) -> Id<Expr> {
        let Some((first, rest)) = parts.split_first() else {
            return self.missing(Span::empty(0));
        };
        let mut value = self.expression(*first, Context::Load);
        for part in rest {
            let whole = span(*first).cover(span(*part));
            let kind = ExprKind::Attribute { value, name: name(*part), context: Context::Load };
            value = self.out.add_expr(whole, kind);
        }
        value
    }

    /// `-1 + 2j`
    fn complex(&mut self, node: Node<'t>, whole: Span) -> Id<Expr> {
        let tokens = self.children(node);
        let numbers = self.named_children(node);
        let (Some(&real), Some(&imaginary)) = (numbers.first(), numbers.get(1)) else {
            return self.missing(whole);
        };
        let mut left = self.expression(real, Context::Load);
        if tokens.first().is_some_and(|token| token.kind() == "-") {
            let negative = Span::new(whole.start, span(real).end);
            left = self.out.add_expr(negative, ExprKind::Unary { op: UnaryOp::Minus, operand: left });
        }
        let operator = tokens.iter().rev().nth(1).map_or("+", |token| token.kind());
        let op = if operator == "-" { BinaryOp::Subtract } else { BinaryOp::Add };
        let right = self.expression(imaginary, Context::Load);
        self.out.add_expr(whole, ExprKind::Binary { op, left, right })
    }
}

//! Patterns of ruff's tree.

use ruff_python_ast as ast;
use ruff_text_size::Ranged;

use super::{name, span};
use crate::python::lowering::Lowering;
use crate::python::nodes::{ExprKind, Name, Pattern, PatternKind};
use crate::python::tree::{Id, List};

impl Lowering<'_> {
    pub(super) fn pattern(&mut self, pattern: &ast::Pattern) -> Id<Pattern> {
        let whole = span(pattern.range());
        let mut kind = PatternKind::Error;
        if self.enter(whole) {
            kind = self.pattern_kind(pattern);
            self.leave();
        }
        self.tree.add(Pattern { span: whole, kind })
    }

    fn patterns<'p>(&mut self, patterns: impl ExactSizeIterator<Item = &'p ast::Pattern>) -> List<Id<Pattern>> {
        let list = self.tree.reserve(patterns.len(), Id::PLACEHOLDER);
        for (at, pattern) in patterns.enumerate() {
            let id = self.pattern(pattern);
            self.tree.fill(list, at, id);
        }
        list
    }

    fn pattern_kind(&mut self, pattern: &ast::Pattern) -> PatternKind {
        match pattern {
            ast::Pattern::MatchValue(node) => PatternKind::Value { value: self.expr(&node.value) },
            ast::Pattern::MatchSingleton(node) => {
                let kind = match node.value {
                    ast::Singleton::None => ExprKind::None,
                    ast::Singleton::True => ExprKind::True,
                    ast::Singleton::False => ExprKind::False,
                };
                PatternKind::Value { value: self.add_expr(span(node.range), kind) }
            }
            ast::Pattern::MatchSequence(node) => {
                PatternKind::Sequence { patterns: self.patterns(node.patterns.iter()) }
            }
            ast::Pattern::MatchMapping(node) => PatternKind::Mapping {
                keys: self.exprs(&node.keys),
                patterns: self.patterns(node.patterns.iter()),
                rest: node.rest.as_ref().map(name),
            },
            ast::Pattern::MatchClass(node) => {
                let class = self.expr(&node.cls);
                let keywords: Vec<Name> = node.arguments.keywords.iter().map(|keyword| name(&keyword.attr)).collect();
                let keywords = self.tree.add_list(&keywords);
                let keyword_patterns = node.arguments.keywords.iter().map(|keyword| &keyword.pattern);
                let all: Vec<&ast::Pattern> = node.arguments.patterns.iter().chain(keyword_patterns).collect();
                PatternKind::Class { class, patterns: self.patterns(all.into_iter()), keywords }
            }
            ast::Pattern::MatchStar(node) => PatternKind::Star { name: node.name.as_ref().map(name) },
            ast::Pattern::MatchAs(node) => PatternKind::As {
                pattern: node.pattern.as_deref().map(|inner| self.pattern(inner)),
                name: node.name.as_ref().map(name),
            },
            ast::Pattern::MatchOr(node) => PatternKind::Or { patterns: self.patterns(node.patterns.iter()) },
        }
    }
}

//! What is stored to or deleted: expressions that turn out to be targets.

use super::Parser;
use super::expressions::Walrus;
use super::kind::{Kind, level};
use crate::python::nodes::{Context, Expr, ExprKind};
use crate::python::tree::Id;

impl Parser<'_> {
    /// The target of `for`: operands without `in`, as a tuple if there are commas.
    pub(super) fn target_list(&mut self) -> Id<Expr> {
        let start = self.token.start;
        let element = |parser: &mut Self, _: Walrus| match parser.token.kind {
            Kind::Star => parser.starred(level::BIT_OR),
            _ => parser.binary(level::BIT_OR),
        };
        let first = element(self, Walrus::Refused);
        let target = if self.at(Kind::Comma) { self.rest_of_tuple(start, first, element) } else { first };
        self.store(target);
        target
    }

    /// Makes a target of an expression, and complains where it can be none.
    pub(super) fn store(&mut self, id: Id<Expr>) {
        self.retarget(id, Context::Store);
    }

    /// Makes an expression one that is deleted.
    pub(super) fn delete(&mut self, id: Id<Expr>) {
        self.retarget(id, Context::Delete);
    }

    fn retarget(&mut self, id: Id<Expr>, new: Context) {
        let expr = &mut self.out.tree.exprs[id.index()];
        let elements = match &mut expr.kind {
            ExprKind::Name { context } | ExprKind::Attribute { context, .. } | ExprKind::Subscript { context, .. } => {
                *context = new;
                return;
            }
            ExprKind::Starred { context, value } => {
                *context = new;
                let value = *value;
                return self.retarget(value, new);
            }
            ExprKind::Tuple { elements, context, .. } | ExprKind::List { elements, context } => {
                *context = new;
                *elements
            }
            // What is missing was complained about.
            ExprKind::Error => return,
            ExprKind::True | ExprKind::False | ExprKind::None => {
                let span = expr.span;
                return self.python3_error(span, "a constant cannot be assigned to");
            }
            _ => {
                let span = expr.span;
                return self.error(span, "cannot be assigned to or deleted");
            }
        };
        for at in 0..elements.len() {
            let element = self.out.tree.list(elements)[at];
            self.retarget(element, new);
        }
    }
}

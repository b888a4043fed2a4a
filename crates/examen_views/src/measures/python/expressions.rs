//! The one walk over the tree: expressions.

use examen_syntax::python::{Comprehension, Context, Expr, ExprKind, Id, List, Node, Parameter, TypeParameter};

use super::statements::Walk;

/// Which choices inside an expression are counted.
#[derive(Clone, Copy, PartialEq)]
enum Counted {
    None,
    /// `and` and `or`.
    Operators,
    /// These, and conditional expressions twice.
    All,
}

/// What an expression adds to the paths of the statement it stands in.
#[derive(Clone, Copy)]
pub(super) struct Choices {
    /// What is counted in it.
    pub(super) count: u64,
    /// By how much the paths are multiplied.
    pub(super) factor: u64,
}

impl Choices {
    const NONE: Self = Self { count: 0, factor: 1 };

    fn join(&mut self, other: Self) {
        self.count = self.count.saturating_add(other.count);
        self.factor = self.factor.saturating_mul(other.factor);
    }
}

impl Walk<'_> {
    /// A condition: operators are counted.
    pub(super) fn condition(&mut self, expr: Id<Expr>, level: u32) -> Choices {
        self.expr(expr, level, Counted::Operators)
    }

    /// What is returned: operators and conditional expressions are counted.
    pub(super) fn returned(&mut self, expr: Id<Expr>, level: u32) -> Choices {
        self.expr(expr, level, Counted::All)
    }

    /// Any other expression: nothing is counted but inside of conditional expressions.
    pub(super) fn plain(&mut self, expr: Id<Expr>, level: u32) -> u64 {
        self.expr(expr, level, Counted::None).factor
    }

    pub(super) fn each_plain(&mut self, exprs: List<Id<Expr>>, level: u32) -> u64 {
        let tree = self.tree;
        tree.list(exprs).iter().fold(1, |paths: u64, &expr| paths.saturating_mul(self.plain(expr, level)))
    }

    pub(super) fn parameters(&mut self, parameters: List<Parameter>, level: u32) -> u64 {
        let tree = self.tree;
        let mut paths = 1_u64;
        for parameter in tree.list(parameters) {
            if let Some(tuple) = parameter.tuple {
                self.unnamed(|walk| walk.plain(tuple, level));
            }
            for expr in [parameter.annotation, parameter.default].into_iter().flatten() {
                paths = paths.saturating_mul(self.plain(expr, level));
            }
        }
        paths
    }

    pub(super) fn type_parameters(&mut self, parameters: List<TypeParameter>, level: u32) -> u64 {
        let tree = self.tree;
        let exprs = tree.list(parameters).iter().flat_map(|parameter| [parameter.bound, parameter.default]);
        exprs.flatten().fold(1, |paths: u64, expr| paths.saturating_mul(self.plain(expr, level)))
    }

    fn expr(&mut self, id: Id<Expr>, level: u32, counted: Counted) -> Choices {
        self.reach(level);
        let tree = self.tree;
        let Expr { span, kind } = tree[id];
        match kind {
            ExprKind::Name { context: Context::Store } => {
                self.bind(span);
                Choices::NONE
            }
            ExprKind::Bool { values, .. } => {
                let operators = values.len().saturating_sub(1);
                self.complexity += operators as u32;
                let mut choices = self.parts(id, level, counted);
                if counted != Counted::None {
                    choices.count = choices.count.saturating_add(operators as u64);
                }
                choices
            }
            ExprKind::Conditional { .. } => {
                self.complexity += 1;
                if counted == Counted::Operators {
                    return self.parts(id, level, counted);
                }
                let Choices { count, factor } = self.parts(id, level, Counted::All);
                let ways = count.saturating_add(2);
                match counted {
                    Counted::All => Choices { count: ways, factor },
                    _ => Choices { count: 0, factor: ways.saturating_mul(factor) },
                }
            }
            ExprKind::Generator { element, clauses }
            | ExprKind::ListComprehension { element, clauses }
            | ExprKind::SetComprehension { element, clauses } => {
                self.comprehension([Some(element), None], clauses, level)
            }
            ExprKind::DictComprehension { key, value, clauses } => {
                self.comprehension([Some(key), Some(value)], clauses, level)
            }
            ExprKind::Lambda { parameters, body } => {
                let factor = self.parameters(parameters, level + 1).saturating_mul(self.plain(body, level + 1));
                Choices { count: 0, factor }
            }
            _ => self.parts(id, level, counted),
        }
    }

    fn parts(&mut self, id: Id<Expr>, level: u32, counted: Counted) -> Choices {
        let mut choices = Choices::NONE;
        let tree = self.tree;
        tree.children(Node::Expr(id), &mut |child| {
            if let Node::Expr(expr) = child {
                choices.join(self.expr(expr, level + 1, counted));
            }
        });
        choices
    }

    /// As many paths as the loops and ifs have that a comprehension stands for.
    fn comprehension(&mut self, element: [Option<Id<Expr>>; 2], clauses: List<Comprehension>, level: u32) -> Choices {
        let below = level + 1;
        let mut paths = 1_u64;
        for part in element.into_iter().flatten() {
            paths = paths.saturating_mul(self.plain(part, below));
        }
        let tree = self.tree;
        let mut factor = 1_u64;
        for clause in tree.list(clauses).iter().rev() {
            for &condition in tree.list(clause.conditions).iter().rev() {
                self.complexity += 1;
                let condition = self.condition(condition, below);
                paths = paths.saturating_add(condition.count).saturating_add(1);
                factor = factor.saturating_mul(condition.factor);
            }
            self.complexity += 1;
            paths = paths.saturating_add(1);
            for expr in [clause.target, clause.iter] {
                factor = factor.saturating_mul(self.plain(expr, below));
            }
        }
        Choices { count: 0, factor: paths.saturating_mul(factor) }
    }
}

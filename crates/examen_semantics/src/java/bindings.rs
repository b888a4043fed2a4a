//! The variables of a method and which identifiers name them.

use examen_syntax::java::{Field, Kind};

use super::outline::{Index, Outline};
use super::variable::Variable;

/// A method's nodes with the variables that they name.
#[derive(Debug)]
pub(super) struct Bindings<'t> {
    pub(super) source: &'t str,
    pub(super) outline: Outline<'t>,
    pub(super) variables: Vec<Variable<'t>>,
    /// By place in the outline.
    by_index: Vec<u32>,
}

const NO_VARIABLE: u32 = u32::MAX;

impl<'t> Bindings<'t> {
    pub(super) fn new(source: &'t str, outline: Outline<'t>) -> Self {
        let by_index = vec![NO_VARIABLE; outline.len()];
        Self { source, outline, variables: Vec::new(), by_index }
    }

    /// The variable that the identifier at `index` declares or refers to.
    pub(super) fn variable(&self, index: Index) -> Option<usize> {
        self.by_index.get(index).copied().filter(|&variable| variable != NO_VARIABLE).map(|variable| variable as usize)
    }

    pub(super) fn bind(&mut self, index: Index, variable: usize) {
        self.by_index[index] = variable as u32;
    }

    pub(super) fn text(&self, index: Index) -> &'t str {
        self.outline.span(index).text(self.source)
    }

    /// The operator of an assignment, a binary or a unary expression.
    pub(super) fn operator(&self, index: Index) -> &'static str {
        self.outline.node(index).child(Field::Operator).map_or("", |operator| operator.kind_name())
    }

    /// The child that plays the part, unless it is a word or sign such as an empty statement.
    pub(super) fn field(&self, index: Index, field: Field) -> Option<Index> {
        let child = self.outline.node(index).child(field)?;
        self.outline.children(index).find(|&at| self.outline.node(at) == child)
    }

    /// What is inside any number of parentheses.
    pub(super) fn unparenthesized(&self, index: Index) -> Index {
        let mut inner = index;
        while self.outline.kind(inner) == Kind::ParenthesizedExpression
            && let Some(next) = self.outline.first_child(inner)
        {
            inner = next;
        }
        inner
    }

    /// Whether a switch stands where a statement does.
    pub(super) fn is_switch_statement(&self, index: Index) -> bool {
        let parent = self.outline.parent_kind(index);
        // Statements of a text that is no file lie below the root.
        self.outline.kind(index) == Kind::SwitchExpression && (parent.is_statement_parent() || parent == Kind::Program)
    }

    /// Whether a cast is a sum or difference that the grammar misread: in `(a.b) - c` no type can be meant, since a cast
    /// to a class takes no operand with a sign (JLS 15.16).
    pub(super) fn is_misread_cast(&self, index: Index) -> bool {
        let mut children = self.outline.children(index);
        let (Some(first), Some(value), None) = (children.next(), children.next(), children.next()) else {
            return false;
        };
        matches!(self.outline.kind(first), Kind::TypeIdentifier | Kind::ScopedTypeIdentifier)
            && match self.outline.kind(value) {
                Kind::UnaryExpression => matches!(self.operator(value), "+" | "-"),
                _ => false,
            }
    }

    /// The parts of a basic `for`.
    pub(super) fn for_parts(&self, index: Index) -> ForParts {
        let mut parts = ForParts::default();
        let mut places = self.outline.children(index);
        let mut semicolons = 0;
        let mut is_past_head = false;
        for child in self.outline.node(index).children() {
            let kind = child.kind();
            if kind == Kind::Token {
                semicolons += usize::from(!is_past_head && child.kind_name() == ";");
                is_past_head |= child.kind_name() == ")";
                continue;
            }
            if kind.is_comment() {
                continue;
            }
            let Some(place) = places.next() else { break };
            match semicolons {
                _ if is_past_head => parts.body = Some(place),
                0 => parts.init.push(place),
                1 => parts.condition = Some(place),
                _ => parts.update.push(place),
            }
            semicolons += usize::from(kind == Kind::LocalVariableDeclaration && !is_past_head);
        }
        parts
    }
}

/// The parts of a basic `for` as they are written; a body that is a mere `;` is none.
#[derive(Debug, Default)]
pub(super) struct ForParts {
    pub(super) init: Vec<Index>,
    pub(super) condition: Option<Index>,
    pub(super) update: Vec<Index>,
    pub(super) body: Option<Index>,
}

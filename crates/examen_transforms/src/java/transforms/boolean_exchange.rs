//! Boolean exchange.

mod by_text;

use std::collections::BTreeSet;

use examen_semantics::java::{Access, Use, Variable, VariableKind};
use examen_syntax::Edit;
use examen_syntax::java::{Field, Kind, Node};

use crate::java::support::doubts::doubt;
use crate::java::support::negations::{Negations, are_expressions, is_negation};
use crate::java::support::predicates::is_typed_by_target;
use crate::java_method::JavaMethod;
use crate::{Finder, Found, Strength, Transform};
use by_text::exchange_texts;

pub(crate) static TRANSFORM: Transform = Transform {
    code: "BX",
    name: "boolean exchange",
    description: "A local variable of type `boolean` holds the opposite: every value that it is given is negated, and so is every \
                  read of it. `!x` becomes `x`, `true` becomes `false`, `x &= y` becomes `x |= !y`.",
    reason: "Every value is negated once where it goes in and once where it comes out, also where a lambda or class captures \
             the variable and where an assignment is used as a value. Nothing is evaluated more, less or in another order. \
             `!` keeps constants constant, and definite assignment treats both of its outcomes alike (JLS 16). A call whose \
             type may depend on where it stands gets a cast to `boolean`.",
    refuses: "Variables with a use that may be a field of a superclass, in a local or anonymous class. Parameters, `var`, \
              `Boolean` and arrays are no places.",
    paper: "Variables of type `boolean` or `Boolean` with an initialiser; every name of that text is negated, whatever it means. \
            Conditions of `? :`, names in parentheses and casts and arguments of constructors are forgotten, `&=` and `|=` are \
            kept and only their value is negated, and an assignment that is used as a value has the wrong one.",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, strength: Strength, found: &mut Found) {
    if strength == Strength::Paper {
        exchange_texts(method, found);
        return;
    }
    let mut exchanged = BTreeSet::new();
    for (index, variable) in method.model.variables().iter().enumerate() {
        if !is_boolean_local(variable) {
            continue;
        }
        let place = variable.declarator.span();
        if let Some(reason) = doubt(variable) {
            found.refuse(place, reason);
            continue;
        }
        if !variable.uses.iter().all(|usage| is_understood(method, usage)) {
            found.refuse(place, "unknown-assignment");
            continue;
        }
        let edits = edits(method, &BTreeSet::from([index]));
        if !edits.is_empty() {
            found.site(place, edits);
            exchanged.insert(index);
        }
    }
    if exchanged.len() > 1 {
        found.all = Some(edits(method, &exchanged));
    }
}

fn is_boolean_local(variable: &Variable<'_>) -> bool {
    matches!(variable.kind, VariableKind::Local | VariableKind::ForInit)
        && variable.type_node.is_some_and(|named| named.kind() == Kind::BooleanType)
        && variable.dimensions.is_none()
}

fn is_understood<'t>(method: &JavaMethod<'t>, usage: &Use<'t>) -> bool {
    let assignment = assignment_to(method, usage.node);
    match usage.access {
        Access::Read => assignment.is_none(),
        Access::Write => assignment.is_some_and(|assignment| operator(assignment) == "="),
        Access::ReadWrite => assignment.is_some_and(|assignment| matches!(operator(assignment), "&=" | "|=" | "^=")),
    }
}

/// The assignment whose target a name is.
fn assignment_to<'t>(method: &JavaMethod<'t>, name: Node<'t>) -> Option<Node<'t>> {
    let above = method.model.parent(name)?;
    (above.kind() == Kind::AssignmentExpression && above.child(Field::Left) == Some(name)).then_some(above)
}

fn operator(assignment: Node<'_>) -> &'static str {
    assignment.child(Field::Operator).map_or("", Node::kind_name)
}

/// The edits that negate some variables at once.
fn edits(method: &JavaMethod<'_>, variables: &BTreeSet<usize>) -> Vec<Edit> {
    let mut exchange = Exchange { method, variables, negations: Negations::default() };
    for &index in variables {
        let Some(variable) = method.model.variables().get(index) else { continue };
        if let Some(initializer) = variable.initializer {
            exchange.negate(initializer, true);
        }
        for usage in &variable.uses {
            exchange.usage(usage);
        }
    }
    exchange.negations.into_edits()
}

/// Negates some variables. Names of them and assignments to them have the opposite value afterwards: these are the sources.
struct Exchange<'m, 't> {
    method: &'m JavaMethod<'t>,
    variables: &'m BTreeSet<usize>,
    negations: Negations,
}

impl<'t> Exchange<'_, 't> {
    fn usage(&mut self, usage: &Use<'t>) {
        let Some(assignment) = assignment_to(self.method, usage.node) else {
            self.source(usage.node);
            return;
        };
        let operator = operator(assignment);
        if let Some(value) = assignment.child(Field::Right)
            && operator != "^="
        {
            self.negate(value, operator == "=");
        }
        match operator {
            "&=" => self.negations.operator(assignment, "|="),
            "|=" => self.negations.operator(assignment, "&="),
            _ => {}
        }
        if self.is_value_used(assignment) {
            self.source(assignment);
        }
    }

    /// Returns whether anybody sees the value of an assignment.
    fn is_value_used(&self, assignment: Node<'t>) -> bool {
        let Some(above) = self.method.model.parent(assignment) else { return true };
        match above.kind() {
            Kind::ForStatement => above.child(Field::Condition) == Some(assignment),
            Kind::ExpressionStatement => {
                // In `case 1 -> a = b;` the value is that of the switch, if that is an expression.
                let rule = self.method.model.parent(above).filter(|rule| rule.kind() == Kind::SwitchRule);
                let block = rule.and_then(|rule| self.method.model.parent(rule));
                let switch = block.and_then(|block| self.method.model.parent(block));
                switch.is_some_and(|switch| self.method.model.enclosing_statement(switch) != Some(switch))
            }
            _ => true,
        }
    }

    /// A name of a variable, or an assignment to it, has the opposite value; what is around it must not.
    fn source(&mut self, source: Node<'t>) {
        let mut outermost = source;
        let mut negation = None;
        let mut context = None;
        while let Some(above) = self.method.model.parent(outermost) {
            if is_negation(above) {
                negation.get_or_insert(above);
            } else if above.kind() != Kind::ParenthesizedExpression {
                context = Some(above);
                break;
            }
            outermost = above;
        }
        if !context.is_some_and(|context| self.is_negated_in(context, outermost)) {
            self.toggle(source, negation, false);
        }
    }

    /// Returns whether the value of an expression is wanted negated, for it is given to one of the variables.
    fn is_negated_in(&self, context: Node<'t>, value: Node<'t>) -> bool {
        match context.kind() {
            Kind::VariableDeclarator => {
                context.child(Field::Value) == Some(value)
                    && context.child(Field::Name).is_some_and(|name| self.is_exchanged(name))
            }
            Kind::AssignmentExpression => {
                context.child(Field::Right) == Some(value) && operator(context) != "^=" && self.is_source(context)
            }
            _ => false,
        }
    }

    fn is_exchanged(&self, name: Node<'t>) -> bool {
        self.method.model.variable_at(name).is_some_and(|variable| self.variables.contains(&variable))
    }

    fn is_source(&self, node: Node<'t>) -> bool {
        match node.kind() {
            Kind::AssignmentExpression => node.child(Field::Left).is_some_and(|target| self.is_exchanged(target)),
            Kind::Identifier => self.is_exchanged(node),
            _ => false,
        }
    }

    /// A value is given to one of the variables. `has_target` tells whether its type may come from the variable.
    fn negate(&mut self, value: Node<'t>, has_target: bool) {
        let mut inner = value;
        let mut negation = None;
        loop {
            let next = if is_negation(inner) {
                negation = Some(inner);
                inner.child(Field::Operand)
            } else if inner.kind() == Kind::ParenthesizedExpression {
                inner.named_children().find(|child| !child.kind().is_comment())
            } else {
                break;
            };
            let Some(next) = next else { break };
            inner = next;
        }
        // Sources look at what is around them.
        if !self.is_source(inner) {
            self.toggle(inner, negation, has_target);
        }
    }

    /// Negates an expression: `negation` is the nearest `!` around it and its parentheses.
    fn toggle(&mut self, node: Node<'t>, negation: Option<Node<'t>>, has_target: bool) {
        if let Some(negation) = negation {
            self.negations.strip(negation, self.method.source);
            return;
        }
        let sign = if has_target && is_typed_by_target(self.method, node) { "!(boolean) " } else { "!" };
        match node.kind() {
            Kind::True | Kind::False => self.negations.flip(node),
            Kind::Identifier
            | Kind::TypeIdentifier
            | Kind::FieldAccess
            | Kind::ArrayAccess
            | Kind::MethodInvocation => self.negations.wrap(node, sign, ""),
            _ => match self.method.model.parent(node).filter(|&above| are_expressions(self.method, above)) {
                Some(parentheses) => self.negations.wrap(parentheses, sign, ""),
                None => self.negations.wrap(node, &format!("{sign}("), ")"),
            },
        }
    }
}

//! Switch to if.

mod breaks;
mod chain;
mod comparison;
mod group;
mod paper;
mod selector;

use examen_syntax::java::{Field, Kind, Node};

use crate::java_method::JavaMethod;
use crate::{Finder, Found, Strength, Transform};
use group::{Group, groups_of};
use selector::Selectors;

pub(crate) static TRANSFORM: Transform = Transform {
    code: "SF",
    name: "switch to if",
    description: "A `switch` statement, old or with arrows, becomes a chain of `if` and `else`. The selector is evaluated once, into \
                  a new local variable.",
    reason: "Each group runs for the same values as before: numbers and enum constants are compared by `==`, strings by `equals`, and \
             the labels of a group are joined by `||`. A selector that is `null` fails as it does in a `switch`. A group that runs on \
             into the next one is not chained by `else`; the next one is then tested for the labels of both. A `default` that is not \
             the last is tested by the labels that follow, and the last group needs no test. A `break` at the end of a \
             group is left out; another one leaves a labelled block around the chain.",
    refuses: "Switches whose labels' type follows neither from a literal, from the selector nor from the file; patterns, guards and `null`; \
              declarations that one group makes for another; a `default` that runs on into a group; more groups or labels than \
              an `if` should have. Switches that give a value are no places.",
    paper: "Old switches only. The selector is repeated in every test and compared by `==` whatever its type; each label gets a test of \
            its own, so that joined cases lose their action, as do those that run on into the next; `default` is moved to the end; a `break` \
            that is not directly in the group stays.",
    has_all_places: true,
    find: Finder::Java(find),
};

/// Longer chains nest too deeply for compilers and people.
const MOST_GROUPS: usize = 100;

/// The most comparisons in all tests together.
const MOST_TESTS: usize = 400;

/// A switch statement with its parts.
pub(super) struct Switch<'t> {
    pub(super) node: Node<'t>,
    pub(super) keyword: Node<'t>,
    pub(super) open: Node<'t>,
    pub(super) selector: Node<'t>,
    pub(super) close: Node<'t>,
    pub(super) block: Node<'t>,
}

impl<'t> Switch<'t> {
    /// The parts of a switch, if it is a statement.
    fn of(method: &JavaMethod<'t>, node: Node<'t>) -> Option<Self> {
        let is_statement = method.model.parent(node)?.kind().is_statement_parent();
        let is_in_head = |parent: Node<'t>| parent.child(Field::Body).is_some_and(|body| body != node);
        let is_loop = |parent: &Node<'t>| matches!(parent.kind(), Kind::ForStatement | Kind::EnhancedForStatement);
        if !is_statement || method.model.parent(node).filter(is_loop).is_some_and(is_in_head) {
            return None;
        }
        let condition = node.child(Field::Condition)?;
        let mut signs = condition.children().filter(|child| child.kind() == Kind::Token);
        let (open, close) = (signs.next()?, signs.last()?);
        let selector = condition.named_children().find(|child| !child.kind().is_comment())?;
        let (keyword, block) = (node.children().next()?, node.child(Field::Body)?);
        Some(Self { node, keyword, open, selector, close, block })
    }
}

fn find(method: &JavaMethod<'_>, strength: Strength, found: &mut Found) {
    let nodes = method.method.node.descendants().filter(|node| node.kind() == Kind::SwitchExpression);
    let switches: Vec<Switch<'_>> = nodes.filter_map(|node| Switch::of(method, node)).collect();
    let selectors = Selectors::new(method);
    for switch in &switches {
        let edits = match strength {
            Strength::Strict => strict_edits(method, switch, &selectors),
            Strength::Paper => match paper::edits(method, switch) {
                Some(edits) => Ok(edits),
                None => continue,
            },
        };
        match edits {
            Ok(edits) => found.site(switch.node.span(), edits),
            Err(reason) => found.refuse(switch.node.span(), reason),
        }
    }
}

fn strict_edits<'t>(
    method: &JavaMethod<'t>,
    switch: &Switch<'t>,
    selectors: &Selectors<'_, 't>,
) -> Result<Vec<examen_syntax::Edit>, &'static str> {
    let groups = groups_of(method, switch)?;
    check_declarations(method, &groups)?;
    let values: Vec<Node<'t>> = groups.iter().flat_map(Group::values).collect();
    let tests = chain::tests(&groups)?;
    if groups.len() > MOST_GROUPS || values.len() + tests.count(&groups) > MOST_TESTS {
        return Err("too-many-cases");
    }
    let comparison = selectors.comparison(switch, &values)?;
    Ok(chain::edits(method, switch, &groups, &tests, &comparison))
}

/// Names that a group declares are in scope of the groups behind it, which a block of its own would change.
fn check_declarations<'t>(method: &JavaMethod<'t>, groups: &[Group<'t>]) -> Result<(), &'static str> {
    for group in groups {
        for statement in &group.statements {
            if statement.kind().is_type_declaration() && groups.len() > 1 {
                return Err("local-class-in-group");
            }
            if statement.kind() != Kind::LocalVariableDeclaration {
                continue;
            }
            let names = statement.children_of(Field::Declarator).filter_map(|declarator| declarator.child(Field::Name));
            let variables = names.filter_map(|name| method.model.variables().get(method.model.variable_at(name)?));
            let is_shared = |last: u32| last >= group.end;
            if variables.filter_map(|it| it.uses.last()).any(|last| is_shared(last.node.span().start)) {
                return Err("declaration-shared-by-groups");
            }
        }
    }
    Ok(())
}

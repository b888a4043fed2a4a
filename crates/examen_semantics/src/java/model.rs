//! One method with its names, jumps, completion, constants and effects.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use examen_syntax::java::tree::MAX_DEPTH;
use examen_syntax::java::{Field, Kind, Method, Node, Parameter};

use super::bindings::Bindings;
use super::constants::Constant;
use super::effects::Effects;
use super::jumps::Jumps;
use super::outline::{Index, Outline};
use super::variable::Variable;
use super::walk::{Walk, Walked};

/// What is known of one method or constructor.
///
/// Nodes that are passed in must be of the same tree. For a node outside the method there is nothing to tell, and the
/// worst is assumed. A method whose tree is deeper than [`MAX_DEPTH`] is not looked into: it seems to have no variables,
/// and everything in it may do anything.
#[derive(Debug)]
pub struct MethodModel<'t> {
    pub(super) bindings: Bindings<'t>,
    pub(super) jumps: Jumps,
    /// By place in the outline: whether a statement cannot complete.
    stops: Vec<bool>,
    pub(super) is_too_deep: bool,
    names: OnceLock<BTreeSet<&'t str>>,
    free_names: OnceLock<BTreeSet<&'t str>>,
}

impl<'t> MethodModel<'t> {
    /// Reads a method or constructor; `source` is the text that was parsed.
    pub fn new(method: Method<'t>, source: &'t str) -> Self {
        let enclosing = method.enclosing_type().map(|enclosing| enclosing.node);
        let record = enclosing.filter(|class| method.is_constructor() && class.kind() == Kind::RecordDeclaration);
        let parameters = record.and_then(|record| record.child(Field::Parameters));
        let name = |parameter| Parameter { node: parameter }.name().map(|name| name.text(source));
        let components: Vec<&str> = parameters.into_iter().flat_map(Node::named_children).filter_map(name).collect();
        Self::read(method.node, source, &components)
    }

    /// Reads anything with statements in it, such as an initialiser block.
    pub fn of_node(root: Node<'t>, source: &'t str) -> Self {
        Self::read(root, source, &[])
    }

    fn read(root: Node<'t>, source: &'t str, components: &[&str]) -> Self {
        let outline = Outline::new(root);
        let is_too_deep = outline.depth > MAX_DEPTH;
        let walked = if is_too_deep {
            let stops = vec![false; outline.len()];
            Walked { bindings: Bindings::new(source, outline), jumps: Jumps::default(), stops }
        } else {
            Walk::run(source, outline, components)
        };
        let Walked { bindings, jumps, stops } = walked;
        Self { bindings, jumps, stops, is_too_deep, names: OnceLock::new(), free_names: OnceLock::new() }
    }

    /// The variables, in the order of their declarations.
    pub fn variables(&self) -> &[Variable<'t>] {
        &self.bindings.variables
    }

    /// The variable that an identifier declares or refers to, as its index in [`variables`](Self::variables).
    pub fn variable_at(&self, name: Node<'t>) -> Option<usize> {
        self.bindings.variable(self.outline().index_of(name)?)
    }

    /// The simple names that are none of the variables': of fields, methods, types and packages, and of members and
    /// classes that are declared in the method. A name behind a dot is not simple.
    pub fn free_names(&self) -> &BTreeSet<&'t str> {
        self.free_names.get_or_init(|| self.bindings.free_names())
    }

    /// The texts of all identifiers, labels and names behind dots included.
    pub fn names(&self) -> &BTreeSet<&'t str> {
        self.names.get_or_init(|| self.bindings.all_names())
    }

    /// The statement or switch that a `break`, `continue` or `yield` leaves or continues. With a label it is the
    /// statement behind the label, or behind all of them if there are several; see [`label_of`](Self::label_of).
    pub fn jump_target(&self, jump: Node<'t>) -> Option<Node<'t>> {
        let target = self.jumps.target(self.outline().index_of(jump)?)?;
        Some(self.outline().node(target))
    }

    /// The `break`, `continue` and `yield` statements whose target a statement or switch is, in the order of the text.
    pub fn jumps_to(&self, statement: Node<'t>) -> impl Iterator<Item = Node<'t>> {
        let target = self.outline().index_of(statement);
        target.into_iter().flat_map(|target| self.jumps.to(target)).map(|jump| self.outline().node(jump))
    }

    /// The labelled statement directly around a statement.
    pub fn label_of(&self, statement: Node<'t>) -> Option<Node<'t>> {
        self.parent(statement).filter(|parent| parent.kind() == Kind::LabeledStatement)
    }

    /// Whether a statement can complete normally (JLS 14.22), given that it is reached. A condition that is constant by a
    /// field's value is not known to be; a loop around it is said to complete.
    ///
    /// As in the specification, `break` with a label lets the labelled statement complete, and not the one behind the
    /// label. Also known of `case` groups and rules and of `catch` and `finally` clauses; anything else is said to complete.
    pub fn can_complete(&self, statement: Node<'t>) -> bool {
        self.outline().index_of(statement).is_none_or(|index| !self.stops[index])
    }

    /// The value of an expression, if it is constant by what the method alone tells (JLS 15.29): fields are not looked
    /// up, and neither floating-point numbers nor text blocks are evaluated.
    pub fn constant(&self, expression: Node<'t>) -> Option<Constant> {
        let index = self.outline().index_of(expression).filter(|_| !self.is_too_deep)?;
        self.bindings.constant(index)
    }

    /// What running an expression or statement may do.
    pub fn effects(&self, node: Node<'t>) -> Effects {
        match self.outline().index_of(node) {
            Some(index) if !self.is_too_deep => Effects::of(self, index),
            // An empty statement or a comment does nothing.
            None if node.kind() == Kind::Token || node.kind().is_comment() => Effects::default(),
            _ => Effects::anything(),
        }
    }

    /// The node above, within the method.
    pub fn parent(&self, node: Node<'t>) -> Option<Node<'t>> {
        let above = match self.outline().index_of(node) {
            Some(index) => self.outline().parent(index),
            None => self.outline().around(node),
        };
        above.map(|index| self.outline().node(index))
    }

    /// The innermost statement that a node is or lies in. A declaration in the head of a `for` is no statement; the
    /// bodies of methods, lambdas and handlers are.
    pub fn enclosing_statement(&self, node: Node<'t>) -> Option<Node<'t>> {
        let index = self.outline().index_of(node).or_else(|| self.outline().around(node))?;
        let mut above = std::iter::once(index).chain(self.outline().ancestors(index));
        above.find(|&at| self.is_statement(at)).map(|at| self.outline().node(at))
    }

    /// The innermost lambda or member of a local or anonymous class that a node lies in, or else the method itself.
    ///
    /// A lambda and a member lie in what is around them. Initialiser blocks, fields and enum constants of a local class
    /// are members that run code as methods do.
    pub fn enclosing_callable(&self, node: Node<'t>) -> Node<'t> {
        let index = match self.outline().index_of(node) {
            Some(index) => self.outline().parent(index),
            None => self.outline().around(node),
        };
        let mut above =
            index.into_iter().flat_map(|index| std::iter::once(index).chain(self.outline().ancestors(index)));
        self.outline().node(above.find(|&at| self.is_callable(at)).unwrap_or(0))
    }

    pub(super) fn outline(&self) -> &Outline<'t> {
        &self.bindings.outline
    }

    fn is_callable(&self, index: Index) -> bool {
        let outline = self.outline();
        let is_class_body = matches!(
            outline.parent_kind(index),
            Kind::ClassBody
                | Kind::InterfaceBody
                | Kind::EnumBody
                | Kind::EnumBodyDeclarations
                | Kind::AnnotationTypeBody
        );
        let kind = outline.kind(index);
        kind == Kind::LambdaExpression
            || (is_class_body && !kind.is_type_declaration() && kind != Kind::EnumBodyDeclarations)
    }

    fn is_statement(&self, index: Index) -> bool {
        let outline = self.outline();
        match outline.kind(index) {
            Kind::LocalVariableDeclaration => outline.parent_kind(index) != Kind::ForStatement,
            Kind::SwitchExpression => self.bindings.is_switch_statement(index),
            kind if kind.is_type_declaration() => outline.parent_kind(index).is_statement_list(),
            kind => matches!(
                kind,
                Kind::AssertStatement
                    | Kind::Block
                    | Kind::BreakStatement
                    | Kind::ConstructorBody
                    | Kind::ContinueStatement
                    | Kind::DoStatement
                    | Kind::EnhancedForStatement
                    | Kind::ExplicitConstructorInvocation
                    | Kind::ExpressionStatement
                    | Kind::ForStatement
                    | Kind::IfStatement
                    | Kind::LabeledStatement
                    | Kind::ReturnStatement
                    | Kind::SynchronizedStatement
                    | Kind::ThrowStatement
                    | Kind::TryStatement
                    | Kind::TryWithResourcesStatement
                    | Kind::WhileStatement
                    | Kind::YieldStatement
            ),
        }
    }
}

//! Statements.

use examen_syntax::java::{Field, Kind, Node};

use super::types::{AnnotationPlace, is_type};
use super::{Builder, begin_of, end_of, parts};
use crate::paths::label::Label;
use crate::paths::tree::{Extent, NodeId};

impl Builder<'_> {
    pub(super) fn block(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        self.push_statements(node);
        self.close(base, Label::BlockStmt, begin_of(node), end_of(node))
    }

    /// Pushes the statements among the children.
    pub(super) fn push_statements(&mut self, node: Node<'_>) {
        for child in node.children() {
            if let Some(id) = self.statement(child) {
                self.push(id);
            }
        }
    }

    /// The statement that a node is; nothing for comments, braces and words.
    pub(super) fn statement(&mut self, node: Node<'_>) -> Option<NodeId> {
        let kind = node.kind();
        let id = match kind {
            Kind::Token if node.kind_name() == ";" => {
                self.tree.add(Label::EmptyStmt, Extent::of(node.span()), std::iter::empty())
            }
            Kind::Token | Kind::LineComment | Kind::BlockComment | Kind::Error => return None,
            Kind::Block => self.block(node),
            Kind::ExpressionStatement => self.expression_statement(node),
            Kind::LocalVariableDeclaration => {
                let expression = self.local_variables(node);
                self.wrapped(Label::ExpressionStmt, expression, end_of(node))
            }
            Kind::IfStatement => self.if_statement(node),
            Kind::ForStatement => self.for_statement(node),
            Kind::EnhancedForStatement => self.for_each(node),
            Kind::WhileStatement => self.loop_statement(node, Label::WhileStmt),
            Kind::DoStatement => self.loop_statement(node, Label::DoStmt),
            Kind::ReturnStatement => self.with_expressions(node, Label::ReturnStmt),
            Kind::ThrowStatement => self.with_expressions(node, Label::ThrowStmt),
            Kind::YieldStatement => self.with_expressions(node, Label::YieldStmt),
            Kind::AssertStatement => self.with_expressions(node, Label::AssertStmt),
            // Labels are no nodes.
            Kind::BreakStatement => self.tree.add(Label::BreakStmt, Extent::of(node.span()), std::iter::empty()),
            Kind::ContinueStatement => self.tree.add(Label::ContinueStmt, Extent::of(node.span()), std::iter::empty()),
            Kind::LabeledStatement => {
                let base = self.height();
                for child in node.children().skip(1) {
                    let inner = self.statement(child);
                    self.stack.extend(inner);
                }
                self.close(base, Label::LabeledStmt, begin_of(node), end_of(node))
            }
            Kind::SwitchExpression => self.switch(node, Label::SwitchStmt),
            Kind::SynchronizedStatement => self.synchronized(node),
            Kind::TryStatement | Kind::TryWithResourcesStatement => self.try_statement(node),
            Kind::ExplicitConstructorInvocation => self.constructor_call(node),
            _ if kind.is_type_declaration() => {
                let declaration = self.type_declaration(node);
                self.wrapped(Label::TypeDeclarationStmt, declaration, end_of(node))
            }
            _ => return None,
        };
        Some(id)
    }

    /// A statement that begins where its only child does.
    pub(super) fn wrapped(&mut self, label: Label, child: NodeId, end: u32) -> NodeId {
        let begin = self.begin(child);
        self.tree.add(label, Extent { begin, end }, std::iter::once(child))
    }

    pub(super) fn expression_statement(&mut self, node: Node<'_>) -> NodeId {
        let Some(expression) = parts(node).next() else {
            return self.tree.add(Label::EmptyStmt, Extent::of(node.span()), std::iter::empty());
        };
        let expression = self.expression(expression);
        self.wrapped(Label::ExpressionStmt, expression, end_of(node))
    }

    /// The variables of a declaration, without its `;`.
    fn local_variables(&mut self, node: Node<'_>) -> NodeId {
        let (base, begin) = self.push_variables(node);
        let last = parts(node).filter(|part| part.kind() == Kind::VariableDeclarator).last();
        let end = last.map_or_else(|| end_of(node), end_of);
        self.close(base, Label::VariableDeclarationExpr, begin, end)
    }

    fn with_expressions(&mut self, node: Node<'_>, label: Label) -> NodeId {
        let base = self.height();
        for part in parts(node) {
            let id = self.expression(part);
            self.push(id);
        }
        self.close(base, label, begin_of(node), end_of(node))
    }

    /// Pushes what stands in the round brackets of a statement, which are not part of the expression.
    pub(super) fn push_condition(&mut self, parenthesized: Node<'_>) {
        for part in parts(parenthesized) {
            let id = self.expression(part);
            self.push(id);
        }
    }

    fn if_statement(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        for child in node.children() {
            if child.kind() == Kind::ParenthesizedExpression {
                self.push_condition(child);
            } else {
                let inner = self.statement(child);
                self.stack.extend(inner);
            }
        }
        self.close(base, Label::IfStmt, begin_of(node), end_of(node))
    }

    /// `while` and `do`, whose parts stand in the order of the text.
    fn loop_statement(&mut self, node: Node<'_>, label: Label) -> NodeId {
        let base = self.height();
        for child in node.children() {
            if child.kind() == Kind::ParenthesizedExpression {
                self.push_condition(child);
            } else if label == Label::WhileStmt || self.stack.len() == base {
                // The `;` behind `do … while (…)` is no statement.
                let inner = self.statement(child);
                self.stack.extend(inner);
            }
        }
        self.close(base, label, begin_of(node), end_of(node))
    }

    /// Condition, initialisers, updates, body.
    fn for_statement(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        if let Some(condition) = node.child(Field::Condition) {
            let id = self.expression(condition);
            self.push(id);
        }
        for init in node.children_of(Field::Init).filter(|init| init.is_named()) {
            let id = match init.kind() {
                Kind::LocalVariableDeclaration => self.local_variables(init),
                _ => self.expression(init),
            };
            self.push(id);
        }
        for update in node.children_of(Field::Update).filter(|update| update.is_named()) {
            let id = self.expression(update);
            self.push(id);
        }
        self.push_body(node);
        self.close(base, Label::ForStmt, begin_of(node), end_of(node))
    }

    fn push_body(&mut self, node: Node<'_>) {
        let body = node.child(Field::Body).and_then(|body| self.statement(body));
        self.stack.extend(body);
    }

    fn for_each(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        let variable = self.single_variable(node, None);
        self.push(variable);
        if let Some(value) = node.child(Field::Value) {
            let value = self.expression(value);
            self.push(value);
        }
        self.push_body(node);
        self.close(base, Label::ForeachStmt, begin_of(node), end_of(node))
    }

    /// The declaration of one variable, with its value if one is given.
    fn single_variable(&mut self, node: Node<'_>, value: Option<Node<'_>>) -> NodeId {
        let base = self.height();
        let (mut begin, mut pairs, mut name, mut dimensions) = (0, Vec::new(), None, None);
        for part in parts(node) {
            match part.kind() {
                Kind::Modifiers => begin = self.push_modifiers(part),
                kind if is_type(kind) && name.is_none() => {
                    let (element, brackets) = self.element_type(part);
                    pairs = brackets;
                    begin = if begin == 0 { self.type_begin(element, &pairs) } else { begin };
                    self.push(element);
                }
                Kind::Identifier | Kind::UnderscorePattern if name.is_none() => name = Some(part),
                Kind::Dimensions => dimensions = Some(part),
                _ => {}
            }
        }
        let mut end = end_of(node);
        if let Some(name) = name {
            let declarator = self.height();
            let id = self.declarator_id(name, dimensions);
            self.push(id);
            end = dimensions.map_or_else(|| end_of(name), end_of);
            if let Some(value) = value {
                end = end_of(value);
                let value = self.expression(value);
                self.push(value);
            }
            let id = self.close(declarator, Label::VariableDeclarator, begin_of(name), end);
            self.push(id);
        }
        self.stack.append(&mut pairs);
        self.close(base, Label::VariableDeclarationExpr, begin, end)
    }

    fn synchronized(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        for part in parts(node) {
            if part.kind() == Kind::ParenthesizedExpression {
                self.push_condition(part);
            } else {
                let body = self.block(part);
                self.push(body);
            }
        }
        self.close(base, Label::SynchronizedStmt, begin_of(node), end_of(node))
    }

    /// Resources, block, handlers, the block of `finally`: all in the order of the text.
    fn try_statement(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        for part in parts(node) {
            let id = match part.kind() {
                Kind::ResourceSpecification => {
                    for resource in parts(part) {
                        let id = self.resource(resource);
                        self.push(id);
                    }
                    continue;
                }
                Kind::Block => self.block(part),
                Kind::CatchClause => self.catch_clause(part),
                Kind::FinallyClause => match part.child_of_kind(Kind::Block) {
                    Some(block) => self.block(block),
                    None => continue,
                },
                _ => continue,
            };
            self.push(id);
        }
        self.close(base, Label::TryStmt, begin_of(node), end_of(node))
    }

    fn resource(&mut self, node: Node<'_>) -> NodeId {
        if let Some(value) = node.child(Field::Value) {
            return self.single_variable(node, Some(value));
        }
        match parts(node).next() {
            Some(name) => self.expression(name),
            None => self.leaf(Label::NameExpr, node),
        }
    }

    /// The parameter has the extent of the whole clause.
    fn catch_clause(&mut self, node: Node<'_>) -> NodeId {
        let (begin, end) = (begin_of(node), end_of(node));
        let base = self.height();
        for part in parts(node) {
            let id = match part.kind() {
                Kind::CatchFormalParameter => self.catch_parameter(part, begin, end),
                Kind::Block => self.block(part),
                _ => continue,
            };
            self.push(id);
        }
        self.close(base, Label::CatchClause, begin, end)
    }

    fn catch_parameter(&mut self, node: Node<'_>, begin: u32, end: u32) -> NodeId {
        let base = self.height();
        let (mut name, mut dimensions, mut types) = (None, None, None);
        for part in parts(node) {
            match part.kind() {
                Kind::Modifiers => {
                    self.push_modifiers(part);
                }
                Kind::CatchType => types = Some(part),
                Kind::Dimensions => dimensions = Some(part),
                _ => name = Some(part),
            }
        }
        if let Some(name) = name {
            let id = self.declarator_id(name, dimensions);
            self.push(id);
        }
        if let Some(types) = types {
            let union = self.height();
            for part in parts(types) {
                let id = self.type_node(part, AnnotationPlace::Text);
                self.push(id);
            }
            if self.height() - union > 1 {
                let id = self.close(union, Label::UnionType, 0, 0);
                self.push(id);
            }
        }
        self.close(base, Label::Parameter, begin, end)
    }

    /// Type arguments, the object before the dot, arguments.
    fn constructor_call(&mut self, node: Node<'_>) -> NodeId {
        let base = self.height();
        if let Some(arguments) = node.child(Field::TypeArguments) {
            self.push_type_arguments(arguments);
        }
        if let Some(object) = node.child(Field::Object) {
            let id = self.expression(object);
            self.push(id);
        }
        if let Some(arguments) = node.child(Field::Arguments) {
            self.push_arguments(arguments);
        }
        self.close(base, Label::ExplicitConstructorInvocationStmt, begin_of(node), end_of(node))
    }
}

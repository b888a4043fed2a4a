//! The walk over statements: declarations, jumps, and which statements can complete (JLS 14.22).

use examen_syntax::Span;
use examen_syntax::java::{Field, Kind};

use super::constants::Constant;
use super::jumps::{FrameKind, JumpKind};
use super::outline::Index;
use super::static_types::StaticType;
use super::variable::VariableKind;
use super::walk::{Declared, Walk};

/// The pattern variables that a statement brings into scope of those behind it.
type Introduced = Vec<usize>;

impl Walk<'_> {
    /// A statement.
    pub(super) fn statement(&mut self, index: Index) -> Introduced {
        match self.kind(index) {
            Kind::Block | Kind::ConstructorBody => self.block(index),
            Kind::LocalVariableDeclaration => {
                let end = self.block_end;
                self.local_variables(index, VariableKind::Local, end);
            }
            Kind::LabeledStatement => return self.labeled(index),
            Kind::IfStatement => return self.if_statement(index),
            Kind::WhileStatement => return self.while_statement(index),
            Kind::DoStatement => return self.do_statement(index),
            Kind::ForStatement => return self.for_statement(index),
            Kind::EnhancedForStatement => self.enhanced_for(index),
            Kind::SwitchExpression => self.switch(index, true),
            Kind::BreakStatement => self.jump(index, JumpKind::Break),
            Kind::ContinueStatement => self.jump(index, JumpKind::Continue),
            Kind::YieldStatement => {
                self.parts(index);
                self.jump(index, JumpKind::Yield);
            }
            Kind::ReturnStatement | Kind::ThrowStatement => {
                self.parts(index);
                self.stops[index] = true;
            }
            Kind::TryStatement | Kind::TryWithResourcesStatement => self.try_statement(index),
            Kind::SynchronizedStatement => {
                self.parts(index);
                let body = self.outline().children(index).last();
                self.stops[index] = body.is_some_and(|body| self.stops[body]);
            }
            Kind::ExpressionStatement | Kind::AssertStatement | Kind::ExplicitConstructorInvocation => {
                self.parts(index);
            }
            _ => self.anything(index),
        }
        Introduced::new()
    }

    fn parts(&mut self, index: Index) {
        for part in self.children(index) {
            self.anything(part);
        }
    }

    fn block(&mut self, index: Index) {
        let height = self.scopes.height();
        let outer_end = self.enter_block(index);
        self.stops[index] = self.sequence(&self.children(index));
        self.block_end = outer_end;
        self.scopes.leave(height);
    }

    /// Statements one after the other; whether the end of them is out of reach.
    pub(super) fn sequence(&mut self, statements: &[Index]) -> bool {
        let mut stops = false;
        for &statement in statements {
            let introduced = self.statement(statement);
            let end = self.block_end;
            self.enter_patterns(&introduced, end);
            stops |= self.stops[statement];
        }
        stops
    }

    /// The declarators of a declaration, each in scope from its own name on.
    fn local_variables(&mut self, index: Index, kind: VariableKind, end: u32) {
        let mut declared = Declared::default();
        for child in self.children(index) {
            match self.kind(child) {
                Kind::Modifiers => {
                    declared.is_final = self.has_final(child);
                    self.anything(child);
                }
                Kind::VariableDeclarator => self.local_variable(child, kind, end, declared),
                Kind::Error => self.anything(child),
                _ => {
                    declared.type_index = Some(child);
                    self.anything(child);
                }
            }
        }
    }

    fn local_variable(&mut self, declarator: Index, kind: VariableKind, end: u32, declared: Declared) {
        let name = self.outline().first_child(declarator).filter(|&name| self.kind(name) == Kind::Identifier);
        let Some(name) = name else {
            self.declarator_value(declarator);
            return;
        };
        let dimensions = self.outline().child_of_kind(declarator, Kind::Dimensions);
        let initializer = self.value_of(declarator);
        let scope = Span::new(self.outline().span(name).start, end);
        let is_final = declared.is_final;
        let declared = Declared { dimensions, initializer, ..declared };
        let variable = self.declare(name, declarator, kind, scope, declared);
        self.scopes.declare(self.bindings.variables[variable].name, variable);
        self.declarator_value(declarator);
        self.infer_type(variable, initializer);
        if let Some(initializer) = initializer.filter(|_| is_final) {
            let constant = self.bindings.constant_of_variable(declared, initializer);
            self.bindings.variables[variable].constant = constant;
        }
    }

    /// The type of a variable that is declared by `var`.
    fn infer_type(&mut self, variable: usize, initializer: Option<Index>) {
        if let Some(initializer) = initializer
            && self.bindings.variables[variable].static_type == StaticType::Unknown
        {
            self.bindings.variables[variable].static_type = self.bindings.static_type(initializer);
        }
    }

    fn jump(&mut self, index: Index, kind: JumpKind) {
        let label = self.outline().child_of_kind(index, Kind::Identifier).filter(|_| kind != JumpKind::Yield);
        let label = label.map(|label| self.bindings.text(label));
        let has_target = self.jumps.jump(index, kind, label);
        // Where there is nothing to yield to, `yield (a);` is a call in a Java before 14.
        self.stops[index] = has_target || kind != JumpKind::Yield;
    }

    fn labeled(&mut self, index: Index) -> Introduced {
        let parts = self.children(index);
        // The body of `label: ;` is no rule.
        let [label, statement] = parts[..] else { return Introduced::new() };
        let mut body = statement;
        while self.kind(body) == Kind::LabeledStatement
            && let Some(inner) = self.outline().children(body).nth(1)
        {
            body = inner;
        }
        self.jumps.enter(FrameKind::Label { name: self.bindings.text(label), body }, index);
        let introduced = self.statement(statement);
        let exits = self.jumps.leave();
        self.stops[index] = self.stops[statement] && exits.breaks == 0;
        introduced
    }

    fn if_statement(&mut self, index: Index) -> Introduced {
        let Some(condition) = self.outline().first_child(index) else { return Introduced::new() };
        let patterns = self.expression(condition);
        let consequence = self.bindings.field(index, Field::Consequence);
        let alternative = self.bindings.field(index, Field::Alternative);
        let has_else = self.outline().node(index).child(Field::Alternative).is_some();
        if let Some(consequence) = consequence {
            self.with_patterns(&patterns.when_true, consequence, Self::statement);
        }
        if let Some(alternative) = alternative {
            self.with_patterns(&patterns.when_false, alternative, Self::statement);
        }
        let first_stops = consequence.is_some_and(|consequence| self.stops[consequence]);
        let second_stops = alternative.is_some_and(|alternative| self.stops[alternative]);
        self.stops[index] = has_else && first_stops && second_stops;
        match (first_stops, second_stops) {
            (true, false) => patterns.when_false,
            (false, true) => patterns.when_true,
            _ => Introduced::new(),
        }
    }

    fn while_statement(&mut self, index: Index) -> Introduced {
        let mut parts = self.outline().children(index);
        let (condition, body) = (parts.next(), parts.next());
        drop(parts);
        let Some(condition) = condition else { return Introduced::new() };
        let patterns = self.expression(condition);
        self.jumps.enter(FrameKind::Loop, index);
        if let Some(body) = body {
            self.with_patterns(&patterns.when_true, body, Self::statement);
        }
        let exits = self.jumps.leave();
        self.stops[index] = self.is_always_true(condition) && exits.breaks == 0;
        if exits.breaks == 0 { patterns.when_false } else { Introduced::new() }
    }

    fn do_statement(&mut self, index: Index) -> Introduced {
        let parts = self.children(index);
        let Some((&condition, body)) = parts.split_last() else { return Introduced::new() };
        self.jumps.enter(FrameKind::Loop, index);
        for &body in body {
            self.statement(body);
        }
        let exits = self.jumps.leave();
        let patterns = self.expression(condition);
        let body_stops = body.iter().any(|&body| self.stops[body]);
        let reaches_condition = !body_stops || exits.continues > 0;
        let falls_out = reaches_condition && !self.is_always_true(condition);
        self.stops[index] = !falls_out && exits.breaks == 0;
        if exits.breaks == 0 { patterns.when_false } else { Introduced::new() }
    }

    fn for_statement(&mut self, index: Index) -> Introduced {
        let parts = self.bindings.for_parts(index);
        let height = self.scopes.height();
        let end = self.outline().span(index).end;
        for init in parts.init {
            if self.kind(init) == Kind::LocalVariableDeclaration {
                self.local_variables(init, VariableKind::ForInit, end);
            } else {
                self.expression(init);
            }
        }
        let patterns = parts.condition.map(|condition| self.expression(condition)).unwrap_or_default();
        self.enter_patterns(&patterns.when_true, end);
        for update in parts.update {
            self.expression(update);
        }
        self.jumps.enter(FrameKind::Loop, index);
        if let Some(body) = parts.body {
            self.statement(body);
        }
        let exits = self.jumps.leave();
        self.scopes.leave(height);
        let is_endless = parts.condition.is_none_or(|condition| self.is_always_true(condition));
        self.stops[index] = is_endless && exits.breaks == 0;
        if exits.breaks == 0 { patterns.when_false } else { Introduced::new() }
    }

    fn enhanced_for(&mut self, index: Index) {
        let value = self.bindings.field(index, Field::Value);
        let body = self.bindings.field(index, Field::Body);
        let name = self.bindings.field(index, Field::Name).filter(|&name| self.kind(name) == Kind::Identifier);
        let mut declared = Declared::default();
        let mut variable = None;
        let scope = body.map_or(Span::empty(self.outline().span(index).end), |body| self.outline().span(body));
        for child in self.children(index) {
            match self.kind(child) {
                Kind::Modifiers => {
                    declared.is_final = self.has_final(child);
                    self.anything(child);
                }
                _ if Some(child) == name => {
                    declared.dimensions = self.bindings.field(index, Field::Dimensions);
                    variable = Some(self.declare(child, index, VariableKind::ForEach, scope, declared));
                }
                _ if Some(child) == body || self.kind(child) == Kind::Dimensions => {}
                _ if Some(child) == value => {
                    self.expression(child);
                }
                _ => {
                    declared.type_index = Some(child);
                    self.anything(child);
                }
            }
        }
        let height = self.scopes.height();
        if let Some(variable) = variable {
            self.scopes.declare(self.bindings.variables[variable].name, variable);
        }
        self.jumps.enter(FrameKind::Loop, index);
        if let Some(body) = body {
            self.statement(body);
        }
        self.jumps.leave();
        self.scopes.leave(height);
    }

    fn try_statement(&mut self, index: Index) {
        let jumps_before = self.jumps.count();
        let height = self.scopes.height();
        let (mut completes, mut finally) = (false, None);
        for child in self.children(index) {
            match self.kind(child) {
                Kind::ResourceSpecification => {
                    let end = self.bindings.field(index, Field::Body).map_or(0, |body| self.outline().span(body).end);
                    self.resources(child, end);
                }
                Kind::Block => {
                    self.statement(child);
                    completes |= !self.stops[child];
                    // Resources are closed before any handler runs.
                    self.scopes.leave(height);
                }
                Kind::CatchClause => completes |= !self.catch_clause(child),
                Kind::FinallyClause => finally = Some(child),
                _ => self.anything(child),
            }
        }
        let jumps_handled = self.jumps.count();
        let mut finally_stops = false;
        if let Some(finally) = finally {
            for block in self.children(finally) {
                self.anything(block);
                finally_stops |= self.stops[block];
            }
            self.stops[finally] = finally_stops;
        }
        if finally_stops {
            self.jumps.swallow(jumps_before..jumps_handled);
        }
        self.stops[index] = finally_stops || !completes;
    }

    fn resources(&mut self, specification: Index, end: u32) {
        for resource in self.children(specification) {
            let Some(name) = self.bindings.field(resource, Field::Name) else {
                // A variable or field that is declared elsewhere.
                self.parts(resource);
                continue;
            };
            let value = self.bindings.field(resource, Field::Value);
            let type_index = self.bindings.field(resource, Field::Type);
            let scope = Span::new(self.outline().span(name).start, end);
            let declared = Declared { type_index, initializer: value, is_final: true, ..Declared::default() };
            for part in self.children(resource) {
                if part == name {
                    if self.kind(part) == Kind::Identifier {
                        let variable = self.declare(part, resource, VariableKind::Resource, scope, declared);
                        self.scopes.declare(self.bindings.variables[variable].name, variable);
                    }
                } else {
                    self.anything(part);
                }
            }
        }
    }

    /// A handler; whether the end of it is out of reach.
    fn catch_clause(&mut self, index: Index) -> bool {
        let height = self.scopes.height();
        let body = self.bindings.field(index, Field::Body);
        let scope = body.map_or(Span::empty(self.outline().span(index).end), |body| self.outline().span(body));
        for child in self.children(index) {
            match self.kind(child) {
                Kind::CatchFormalParameter => self.declare_in(child, child, VariableKind::Catch, scope),
                _ => self.anything(child),
            }
        }
        self.scopes.leave(height);
        self.stops[index] = body.is_some_and(|body| self.stops[body]);
        self.stops[index]
    }

    /// Whether a condition is the constant `true`.
    fn is_always_true(&self, condition: Index) -> bool {
        self.bindings.constant(condition) == Some(Constant::Boolean(true))
    }
}

//! The walk over switches: what their labels mean, and whether they complete.

use examen_syntax::java::Kind;

use super::jumps::FrameKind;
use super::outline::Index;
use super::static_types::StaticType;
use super::variable::{Access, DoubtReason, VariableKind};
use super::walk::Walk;

/// What the labels of a switch tell of it.
#[derive(Clone, Copy, Debug)]
struct Labels {
    has_default: bool,
    /// Whether a label is a pattern or `null`, so that the switch must cover every value.
    is_enhanced: bool,
    /// Whether a name is an enum's constant; none where that is not known.
    is_enum: Option<bool>,
}

impl Walk<'_> {
    /// A switch, as a statement or as an expression.
    pub(super) fn switch(&mut self, index: Index, is_statement: bool) {
        let mut body = None;
        for child in self.children(index) {
            match self.kind(child) {
                Kind::SwitchBlock => body = Some(child),
                _ => {
                    self.expression(child);
                }
            }
        }
        let Some(body) = body else { return };
        let labels = self.labels(index, body);
        let frame = if is_statement { FrameKind::Switch } else { FrameKind::SwitchExpression };
        self.jumps.enter(frame, index);
        let height = self.scopes.height();
        let outer_end = self.enter_block(body);
        let mut end_stops = false;
        let mut has_completing_rule = false;
        for part in self.children(body) {
            match self.kind(part) {
                Kind::SwitchBlockStatementGroup => {
                    end_stops = self.group(part, labels);
                    self.stops[part] = end_stops;
                }
                Kind::SwitchRule => {
                    end_stops = self.group(part, labels);
                    has_completing_rule |= !end_stops;
                    self.stops[part] = end_stops;
                }
                _ => self.anything(part),
            }
        }
        self.block_end = outer_end;
        self.scopes.leave(height);
        let exits = self.jumps.leave();
        let covers_all = labels.has_default || labels.is_enhanced;
        self.stops[index] = is_statement && covers_all && end_stops && !has_completing_rule && exits.breaks == 0;
    }

    /// The labels and statements of a group or rule; whether its end is out of reach.
    fn group(&mut self, group: Index, labels: Labels) -> bool {
        let height = self.scopes.height();
        let first = self.bindings.variables.len();
        let mut stops = false;
        for part in self.children(group) {
            if self.kind(part) == Kind::SwitchLabel {
                self.label(part, group, labels);
            } else {
                stops |= self.sequence(&[part]);
            }
        }
        self.scopes.leave(height);
        self.keep_locals(first);
        stops
    }

    /// The variables that a group declares stay in scope of the groups behind it; pattern variables do not.
    fn keep_locals(&mut self, first: usize) {
        for index in first..self.bindings.variables.len() {
            let variable = &self.bindings.variables[index];
            if variable.kind == VariableKind::Local && variable.scope.end == self.block_end {
                self.scopes.declare(variable.name, index);
            }
        }
    }

    /// What stands behind `case`.
    fn label(&mut self, label: Index, group: Index, labels: Labels) {
        let end = self.outline().span(group).end;
        for part in self.children(label) {
            match self.kind(part) {
                Kind::Pattern => {
                    let mut found = Vec::new();
                    self.case_pattern(part, &mut found);
                    self.enter_patterns(&found, end);
                }
                Kind::Guard => {
                    for condition in self.children(part) {
                        let patterns = self.expression(condition);
                        self.enter_patterns(&patterns.when_true, end);
                    }
                }
                Kind::Identifier => self.case_name(part, labels),
                _ => {
                    self.expression(part);
                }
            }
        }
    }

    /// `case NAME`: a constant of an enum, or a constant variable, which is `final` and has a value of a simple type.
    fn case_name(&mut self, name: Index, labels: Labels) {
        let text = self.bindings.text(name);
        let Some(found) = self.scopes.find(text) else { return };
        let variable = &self.bindings.variables[found.variable];
        let may_be_constant = variable.is_final
            && variable.initializer.is_some()
            && matches!(variable.kind, VariableKind::Local | VariableKind::ForInit)
            && (variable.static_type.is_primitive()
                || matches!(variable.static_type, StaticType::String | StaticType::Unknown));
        if !may_be_constant || labels.is_enum == Some(true) {
            return;
        }
        self.refer(name, Access::Read);
        if labels.is_enum.is_none() {
            let node = self.outline().node(name);
            self.doubt(found.variable, node, DoubtReason::MayBeEnumConstant);
        }
    }

    fn labels(&self, switch: Index, body: Index) -> Labels {
        let mut labels = Labels { has_default: false, is_enhanced: false, is_enum: None };
        let selector = self.outline().first_child(switch);
        let selector_type = selector.map_or(StaticType::Unknown, |selector| self.bindings.static_type(selector));
        labels.is_enum = match selector_type {
            StaticType::Integral | StaticType::String | StaticType::Boxed => Some(false),
            StaticType::Reference => Some(true),
            _ => None,
        };
        let outline = self.outline();
        for group in outline.children(body) {
            for label in outline.children(group).filter(|&part| outline.kind(part) == Kind::SwitchLabel) {
                labels.has_default |= outline.subtree(label).len() == 1;
                for value in outline.children(label) {
                    match outline.kind(value) {
                        Kind::Pattern | Kind::NullLiteral => labels.is_enhanced = true,
                        // The grammar reads the `default` of `case null, default` as a name.
                        Kind::Identifier => labels.has_default |= self.bindings.text(value) == "default",
                        Kind::FieldAccess | Kind::Guard | Kind::Error => {}
                        _ => labels.is_enum = Some(false),
                    }
                }
            }
        }
        labels
    }
}

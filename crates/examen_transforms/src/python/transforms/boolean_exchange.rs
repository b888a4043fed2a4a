//! Boolean exchange.

use std::collections::BTreeSet;

use examen_semantics::python::{Definition, DefinitionKind, ScopeId, ScopeKind, VariableId};
use examen_syntax::python::{CompareOp, Expr, ExprKind, Id, Node, StmtKind};
use examen_syntax::{Edit, Span};

use crate::python::support::shown_texts::ShownTexts;
use crate::python_function::{PythonFunction, insert, replace};
use crate::{Finder, Found, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "BX",
    name: "boolean exchange",
    description: "A local variable that holds nothing but `True` and `False` holds the opposite: what is assigned to it and what is \
                  read of it is negated.",
    reason: "All that is assigned is known to be a `bool`: `True`, `False`, `not`, comparisons by `is` and `in`, built-ins such as \
             `isinstance`, and `and`, `or` and conditional expressions of those. Two negations of a `bool` give the same \
             object again. Reads in inner functions are negated too.",
    refuses: "Variables that may hold another value (`==` and `<` may give anything), parameters, `nonlocal` variables, \
              variables that are deleted, unpacked to, assigned with `:=`, `&=` and the like, or together with others, those \
              read by the text of their names, `f\"{x=}\"` and t-strings.",
    paper: "",
    has_all_places: true,
    find: Finder::Python(find),
};

fn find(function: &PythonFunction<'_>, found: &mut Found) {
    let model = function.model;
    let is_of_function = |scope: &&ScopeId| matches!(model[**scope].kind, ScopeKind::Function(_));
    let scopes = function.scopes();
    let variables = scopes.iter().filter(is_of_function).flat_map(|&scope| model.locals(scope));
    let exchange = Exchange { function, read_by_name: function.scopes_read_by_name(), shown: function.shown_texts() };
    let mut variables: Vec<(Span, VariableId)> =
        variables.filter_map(|variable| Some((exchange.candidate(variable)?, variable))).collect();
    variables.sort_unstable();
    for (place, variable) in variables {
        match exchange.edits(variable) {
            Ok(edits) => found.site(place, edits),
            Err(reason) => found.refuse(place, reason),
        }
    }
}

/// Built-in functions that give `True` or `False` and nothing else.
const GIVE_BOOL: &[&str] = &["all", "any", "bool", "callable", "hasattr", "isinstance", "issubclass"];

struct Exchange<'f, 't> {
    function: &'f PythonFunction<'t>,
    read_by_name: BTreeSet<ScopeId>,
    shown: ShownTexts<'t>,
}

impl Exchange<'_, '_> {
    /// Where a variable that gets a `bool` somewhere is defined first.
    fn candidate(&self, variable: VariableId) -> Option<Span> {
        let model = self.function.model;
        let mut definitions = model.definitions_of(variable).iter().map(|&id| &model[id]);
        let gets_bool = definitions.clone().any(|definition| match definition.kind {
            DefinitionKind::Assign { value, .. } | DefinitionKind::AnnAssign { value: Some(value), .. } => {
                self.is_bool(value)
            }
            _ => false,
        });
        definitions.next().filter(|_| gets_bool).map(|first| first.name)
    }

    fn is_bool(&self, expr: Id<Expr>) -> bool {
        let tree = self.function.tree();
        match tree[expr].kind {
            ExprKind::True | ExprKind::False => true,
            ExprKind::Unary { .. } => self.function.negated_operand(expr).is_some(),
            ExprKind::Compare { rest, .. } => tree
                .list(rest)
                .iter()
                .all(|it| matches!(it.op, CompareOp::In | CompareOp::NotIn | CompareOp::Is | CompareOp::IsNot)),
            // The tree is of bounded depth.
            ExprKind::Bool { values, .. } => tree.list(values).iter().all(|&value| self.is_bool(value)),
            ExprKind::Conditional { body, orelse, .. } => self.is_bool(body) && self.is_bool(orelse),
            ExprKind::Call { function, .. } if matches!(tree[function].kind, ExprKind::Name { .. }) => {
                let name = self.function.text(tree[function].span);
                GIVE_BOOL.contains(&name) && self.function.is_builtin(self.function.model.scope_of_expr(function), name)
            }
            _ => false,
        }
    }

    fn edits(&self, variable: VariableId) -> Result<Vec<Edit>, &'static str> {
        let model = self.function.model;
        if model[variable].is_declared {
            return Err("nonlocal");
        }
        if self.read_by_name.contains(&model[variable].scope) {
            return Err("names-read-by-text");
        }
        if self.function.is_named_in_own_head(variable) {
            return Err("may-hold-another-value");
        }
        let mut edits = Vec::new();
        for &definition in model.definitions_of(variable) {
            self.write(&model[definition], &mut edits)?;
        }
        for &name in model.uses(variable) {
            edits.push(self.read(name)?);
        }
        Ok(edits)
    }

    fn write(&self, definition: &Definition, edits: &mut Vec<Edit>) -> Result<(), &'static str> {
        let tree = self.function.tree();
        let value = match definition.kind {
            DefinitionKind::Assign { stmt, value, .. } => {
                let StmtKind::Assign { targets, .. } = tree[stmt].kind else { return Err("may-hold-another-value") };
                if targets.len() > 1 {
                    return Err("assigned-with-others");
                }
                value
            }
            DefinitionKind::AnnAssign { value: Some(value), .. } => value,
            // A declaration gives no value.
            DefinitionKind::AnnAssign { value: None, .. } => return Ok(()),
            DefinitionKind::AugAssign { .. } => return Err("augmented-assignment"),
            DefinitionKind::Delete { .. } => return Err("deleted"),
            DefinitionKind::Unpack { .. } => return Err("unpacked"),
            DefinitionKind::Named { .. } => return Err("assignment-expression"),
            DefinitionKind::Parameter(_) | DefinitionKind::TupleParameter { .. } => return Err("parameter"),
            _ => return Err("may-hold-another-value"),
        };
        if !self.is_bool(value) {
            return Err("may-hold-another-value");
        }
        let span = tree[value].span;
        match tree[value].kind {
            ExprKind::True => edits.push(replace(span, "False")),
            ExprKind::False => edits.push(replace(span, "True")),
            _ if self.function.needs_parentheses(value) => {
                edits.push(insert(span.start, "not ("));
                edits.push(insert(span.end, ")"));
            }
            _ => edits.push(insert(span.start, "not ")),
        }
        Ok(())
    }

    fn read(&self, name: Id<Expr>) -> Result<Edit, &'static str> {
        let (tree, model) = (self.function.tree(), self.function.model);
        let span = tree[name].span;
        if self.shown.contains(span) {
            return Err("text-is-shown");
        }
        let parent = model.parent(name).ok_or("may-hold-another-value")?;
        if let Node::Expr(parent) = parent
            && self.function.negated_operand(parent).is_some()
        {
            return Ok(replace(Span::new(tree[parent].span.start, self.function.behind_not(parent)), ""));
        }
        let is_outside_attributes = |node: &Node| match *node {
            Node::Expr(id) => !matches!(tree[id].kind, ExprKind::Attribute { .. }),
            _ => true,
        };
        if matches!(model.ancestors(name).find(is_outside_attributes), Some(Node::Pattern(_))) {
            return Err("in-a-pattern");
        }
        let text = self.function.text(span);
        let text = if self.takes_not(parent, name) { format!("not {text}") } else { format!("(not {text})") };
        Ok(replace(span, text))
    }

    /// Returns whether `not x` needs no parentheses as a child of this node.
    fn takes_not(&self, parent: Node, name: Id<Expr>) -> bool {
        let tree = self.function.tree();
        match parent {
            Node::Stmt(stmt) => matches!(
                tree[stmt].kind,
                StmtKind::AnnAssign { .. }
                    | StmtKind::Assert { .. }
                    | StmtKind::Assign { .. }
                    | StmtKind::AugAssign { .. }
                    | StmtKind::Expr { .. }
                    | StmtKind::If { .. }
                    | StmtKind::Return { .. }
                    | StmtKind::While { .. }
            ),
            Node::Expr(expr) => match tree[expr].kind {
                ExprKind::Bool { .. }
                | ExprKind::Conditional { .. }
                | ExprKind::List { .. }
                | ExprKind::Set { .. }
                | ExprKind::Tuple { .. }
                | ExprKind::Lambda { .. }
                | ExprKind::Named { .. }
                | ExprKind::Yield { .. } => true,
                ExprKind::Call { function, .. } => function != name && !self.is_unpacked(name),
                ExprKind::Dict { .. } => !self.is_unpacked(name),
                ExprKind::Subscript { value, .. } => value != name,
                _ => false,
            },
            Node::Pattern(_) => false,
        }
    }

    /// Returns whether a name stands behind `**`.
    fn is_unpacked(&self, name: Id<Expr>) -> bool {
        let start = self.function.tree()[name].span.start as usize;
        self.function.model.source.get(..start).is_some_and(|before| before.trim_end().ends_with('*'))
    }
}

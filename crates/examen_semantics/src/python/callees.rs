//! Which functions a function calls.

use examen_syntax::python::{ExprKind, Function, Id, Node};

use super::file::{FileId, SemanticFile};
use super::value::{At, ClassRef, FunctionRef, Value};

/// Something that a function calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee<'p> {
    /// A function.
    Function(FunctionRef),
    /// `super().name()` in a class: what follows it in the resolution order of the object at hand.
    Super(ClassRef, &'p str),
    /// `self.name()`: what the class of the object at hand has under the name.
    OfSelf(&'p str),
    /// `object.name()`, where nothing is known about it.
    Unknown(&'p str),
}

impl<'p> SemanticFile<'p> {
    /// What a function of the program calls, in the order of the text; calls of classes and of unknown names are left
    /// out.
    pub fn callees(&self, file: FileId, function: Id<Function>) -> Vec<Callee<'p>> {
        let model = self.model_of(file);
        let mut called = Vec::new();
        model.visit_body(function, &mut |node| {
            if let Node::Expr(call) = node
                && let ExprKind::Call { function, .. } = model.tree[call].kind
            {
                called.push(function);
            }
        });
        let mut callees = Vec::new();
        for expr in called {
            self.add_callees(At { file, expr }, &mut callees);
        }
        callees
    }

    fn add_callees(&self, at: At, callees: &mut Vec<Callee<'p>>) {
        let model = self.model_of(at.file);
        let before = callees.len();
        let mut attribute = None;
        if let ExprKind::Attribute { value, name, .. } = model.tree[at.expr].kind {
            let name = name.text(model.source);
            attribute = Some(name);
            for object in self.values_at(At { expr: value, ..at }).iter() {
                match object {
                    Value::Super(start, _) => callees.push(Callee::Super(start, name)),
                    Value::SelfInstance(..) => callees.push(Callee::OfSelf(name)),
                    _ => {}
                }
            }
        }
        for value in self.values_at(at).iter() {
            if let Value::Function(function) | Value::Method(function, _) = value {
                callees.push(Callee::Function(function));
            }
        }
        if let Some(name) = attribute
            && !callees[before..].iter().any(|callee| matches!(callee, Callee::Function(_)))
        {
            callees.push(Callee::Unknown(name));
        }
    }
}

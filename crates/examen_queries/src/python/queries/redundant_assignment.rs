//! Q32: `x = x` does nothing; most often one of the two should have been another name.

use examen_semantics::python::knowledge::knowledge;
use examen_semantics::python::{ClassRef, DefinitionId, DefinitionKind, SemanticFile, Value, Version};
use examen_syntax::Span;
use examen_syntax::python::{Expr, ExprKind, Id, StmtKind};

use crate::python::support::comments::comments;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/redundant-assignment",
    number: 32,
    name: "Redundant assignment",
    hops: Hops::Single,
    severity: Severity::Error,
    tags: &["reliability", "useless-code", "external/cwe/cwe-563"],
    description: "Assigning a variable or an attribute to itself has no effect and often hides a slip, such as a missing \
                  `self`.",
    example: "class Point:\n    def __init__(self, x):\n        ⟦x = x⟧\n",
    base_rate: BaseRate { answers: 113, plausible: 16_033 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// Some target is what is assigned. A comment about Pyflakes on the line says that it is on purpose.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    let mut comments = None;
    each_pair(file, |target, value, stmt| {
        let is_redundant = is_same(file, target, value) && !runs_setter(file, target);
        if is_redundant && !is_for_pyflakes(file, stmt, comments.get_or_insert_with(|| comments_about_pyflakes(file))) {
            out.add(stmt, "This assignment assigns a variable to itself.");
        }
        is_redundant
    });
}

/// Assignments of one name or attribute to another.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    each_pair(file, |_, _, stmt| {
        out.add(stmt, "The two are not the same, or the assignment does something.");
        true
    });
}

/// Calls `visit` for the targets and values of assignments that are both names or both attributes; true ends the
/// statement.
fn each_pair(file: &SemanticFile<'_>, mut visit: impl FnMut(Id<Expr>, Id<Expr>, Span) -> bool) {
    let tree = file.tree();
    for (_, node) in file.stmts() {
        let StmtKind::Assign { targets, value } = node.kind else {
            continue;
        };
        let is_alike = |target: Id<Expr>| match tree[value].kind {
            ExprKind::Name { .. } => matches!(tree[target].kind, ExprKind::Name { .. }),
            ExprKind::Attribute { .. } => matches!(tree[target].kind, ExprKind::Attribute { .. }),
            _ => false,
        };
        for &target in tree.list(targets) {
            if is_alike(target) && visit(target, value, node.span) {
                break;
            }
        }
    }
}

fn is_same(file: &SemanticFile<'_>, target: Id<Expr>, value: Id<Expr>) -> bool {
    let model = file.model();
    if let (Some((object, name)), Some((other, other_name))) = (file.attribute(target), file.attribute(value)) {
        return name == other_name && is_same(file, object, other) && is_plain_attribute(file, object, name);
    }
    model.variable_of(target).is_some()
        && model.variable_of(target) == model.variable_of(value)
        && !is_builtin_name(file, file.code(value))
        && !may_be_undefined(file, value)
}

/// Returns whether an object is of a known class and has no property of that name.
fn is_plain_attribute(file: &SemanticFile<'_>, object: Id<Expr>, name: &str) -> bool {
    let mut is_known = false;
    for class in classes(file, object) {
        is_known = true;
        if let Some((_, found)) = file.lookup(class, name)
            && found.iter().any(|value| matches!(value, Value::Property(..)))
        {
            return false;
        }
    }
    is_known
}

/// Returns whether the class of the object that is assigned to has a `__setattr__` of its own.
fn runs_setter(file: &SemanticFile<'_>, target: Id<Expr>) -> bool {
    let Some((object, _)) = file.attribute(target) else {
        return false;
    };
    let is_written = |class: &ClassRef| match class {
        ClassRef::Defined(..) => true,
        ClassRef::Known(class) => knowledge().class(*class).is_source,
    };
    classes(file, object)
        .flat_map(|class| file.mro(class))
        .filter(is_written)
        .any(|class| file.declared(class, "__setattr__").is_some())
}

fn classes(file: &SemanticFile<'_>, object: Id<Expr>) -> impl Iterator<Item = ClassRef> {
    let values = file.values(object);
    let classes: Vec<ClassRef> = values.iter().filter_map(|value| file.class_of_value(value)).collect();
    classes.into_iter()
}

/// Names of the language are assigned to themselves where versions differ: `bytes = bytes`.
fn is_builtin_name(file: &SemanticFile<'_>, name: &str) -> bool {
    let member = knowledge().member_with_versions(knowledge().builtins(), name);
    member.is_some_and(|(_, versions)| match file.version() {
        Version::Python2 => versions.in_python2(),
        Version::Python3 => versions.in_python3(),
    })
}

/// Returns whether a name may have no value yet where it is read, so that the value comes from around its scope.
fn may_be_undefined(file: &SemanticFile<'_>, name: Id<Expr>) -> bool {
    let (model, ssa) = (file.model(), file.ssa());
    let scope = model.scope_of_expr(name);
    if model.variable_of(name).is_none_or(|variable| model[variable].scope != scope) {
        return false;
    }
    let is_set_anyway = scope == model.module_scope() && matches!(file.code(name), "__name__" | "__file__");
    ssa.values_at(name).any(|value| {
        let reaching = ssa.reaching(value);
        let is_deleted = |id: DefinitionId| matches!(model[id].kind, DefinitionKind::Delete { .. });
        // Of a name of the module that nothing has bound before CodeQL knows no variable that might be undefined.
        let is_unbound = scope == model.module_scope() && reaching.definitions.is_empty();
        !reaching.is_complete
            || reaching.has_entry && !is_set_anyway && !is_unbound
            || reaching.definitions.into_iter().any(is_deleted)
    })
}

/// Returns whether a comment on the line where a statement starts is about Pyflakes; `comments` are where such comments
/// start.
fn is_for_pyflakes(file: &SemanticFile<'_>, stmt: Span, comments: &[u32]) -> bool {
    let rest = file.model().source.get(stmt.start as usize..).unwrap_or_default();
    let line = rest.find(['\n', '\r']).unwrap_or(rest.len());
    let next = comments.partition_point(|&comment| comment < stmt.start);
    comments.get(next).is_some_and(|&comment| comment < stmt.start + line as u32)
}

fn comments_about_pyflakes(file: &SemanticFile<'_>) -> Vec<u32> {
    let is_about = |comment: &Span| file.text(*comment).to_lowercase().contains("pyflakes");
    comments(file).filter(is_about).map(|comment| comment.start).collect()
}

//! The `bindings` block of fixtures: which scope a name belongs to, and where it is bound and read.

use std::fmt::Write;

use examen_semantics::python::{Definition, DefinitionKind, Model, ScopeId, ScopeKind, VariableId, Version};
use examen_syntax::python::parse;
use examen_syntax::{LineIndex, Span};

/// For each scope, outer ones first, its variables: how and in which line each is bound and where it is read. Places in
/// another scope than the variable's own are named with that scope.
pub(crate) fn bindings(bracketed: &str, version: Version) -> String {
    let (source, _) = examen_test::read_markers(bracketed);
    let parsed = parse(&source);
    let model = Model::new(&source, &parsed.tree, version);
    let lines = LineIndex::new(&source);
    let mut text = String::new();
    for (id, scope) in model.scopes() {
        let _ = writeln!(text, "{}", scope_name(&model, &lines, id));
        for (is_set, fact) in [(scope.is_generator, "generator"), (scope.calls_locals, "calls locals()")] {
            if is_set {
                let _ = writeln!(text, "  ({fact})");
            }
        }
        for variable in model.locals(id) {
            let _ = writeln!(text, "  {}: {}", model.name_of(variable), described(&model, &lines, variable));
        }
    }
    text
}

fn scope_name(model: &Model<'_>, lines: &LineIndex, scope: ScopeId) -> String {
    let line = |span: Span| lines.line_of(span.start);
    match model[scope].kind {
        ScopeKind::Module => "module".to_owned(),
        ScopeKind::Class(class) => format!("class {}", model.tree[class].name.text(model.source)),
        ScopeKind::Function(function) => format!("def {}", model.tree[function].name.text(model.source)),
        ScopeKind::Lambda(expr) => format!("lambda of line {}", line(model.tree[expr].span)),
        ScopeKind::Comprehension(expr) => format!("comprehension of line {}", line(model.tree[expr].span)),
    }
}

fn described(model: &Model<'_>, lines: &LineIndex, variable: VariableId) -> String {
    let place = |span: Span, scope: ScopeId| {
        let line = lines.line_of(span.start);
        if scope == model[variable].scope {
            line.to_string()
        } else {
            format!("{line} in {}", scope_name(model, lines, scope))
        }
    };
    let definitions = model.definitions_of(variable).iter().map(|&id| {
        let definition = &model[id];
        format!("{} {}", kind(definition), place(definition.name, definition.scope))
    });
    let mut parts: Vec<String> = definitions.collect();
    if parts.is_empty() {
        parts.push("not bound".to_owned());
    }
    if model[variable].is_declared {
        parts.push("declared global or nonlocal".to_owned());
    }
    let uses = model.uses(variable).iter();
    let read: Vec<String> = uses.map(|&name| place(model.tree[name].span, model.scope_of_expr(name))).collect();
    if !read.is_empty() {
        parts.push(format!("read {}", read.join(", ")));
    }
    parts.join("; ")
}

const fn kind(definition: &Definition) -> &'static str {
    match definition.kind {
        DefinitionKind::Assign { .. } => "assigned",
        DefinitionKind::AnnAssign { value: Some(_), .. } => "assigned with annotation",
        DefinitionKind::AnnAssign { value: None, .. } => "annotated",
        DefinitionKind::Unpack { .. } => "unpacked",
        DefinitionKind::AugAssign { .. } => "augmented",
        DefinitionKind::Named { .. } => "named",
        DefinitionKind::For { .. } => "for",
        DefinitionKind::Comprehension { .. } => "comprehension",
        DefinitionKind::With { .. } => "with",
        DefinitionKind::Handler { .. } => "except",
        DefinitionKind::Import { .. } => "import",
        DefinitionKind::ImportFrom { .. } => "from import",
        DefinitionKind::Function(_) => "def",
        DefinitionKind::Class(_) => "class",
        DefinitionKind::Parameter(_) => "parameter",
        DefinitionKind::TupleParameter { .. } => "tuple parameter",
        DefinitionKind::Pattern(_) => "pattern",
        DefinitionKind::TypeAlias { .. } => "type",
        DefinitionKind::TypeParameter => "type parameter",
        DefinitionKind::Delete { .. } => "deleted",
    }
}

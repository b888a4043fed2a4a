//! Edits of imports.

use examen_syntax::python::StmtKind;
use examen_syntax::{Edit, Span};
use rand_chacha::ChaCha8Rng;

use super::super::code::{Code, Place};
use super::super::drawing::{fill, happens, one_of, pick};

const MODULES: &[&str] = &[
    "collections",
    "copy",
    "ctypes",
    "datetime",
    "functools",
    "glob",
    "itertools",
    "json",
    "logging",
    "math",
    "os",
    "os.path",
    "random",
    "re",
    "shutil",
    "socket",
    "string",
    "struct",
    "subprocess",
    "sys",
    "tempfile",
    "threading",
    "time",
    "traceback",
    "types",
    "unittest",
    "warnings",
];

const DEPRECATED: &[&str] =
    &["md5", "sha", "popen2", "rfc822", "mimetools", "multifile", "posixfile", "statvfs", "sets", "user", "mimify"];

/// An import at the top of the module.
fn import<'c, 's>(code: &'c Code<'s>, rng: &mut ChaCha8Rng) -> Option<&'c Place<'s>> {
    code.place(rng, |place| is_import(place) && place.is_simple(code) && place.indent.is_empty())
}

const fn is_import(place: &Place<'_>) -> bool {
    matches!(place.kind, StmtKind::Import { .. } | StmtKind::ImportFrom { .. })
}

/// A place in a function, or at the top.
fn somewhere<'c, 's>(code: &'c Code<'s>, rng: &mut ChaCha8Rng) -> Option<&'c Place<'s>> {
    if happens(rng, 0.5) {
        return import(code, rng);
    }
    code.place(rng, |place| place.function.is_some() && place.is_simple(code))
}

pub(super) fn double_import(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let text = code.text(import(code, rng)?.span);
    let place = somewhere(code, rng)?;
    (!text.contains('\n')).then(|| place.behind(text))
}

pub(super) fn new_import(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = if happens(rng, 0.7) { import(code, rng)? } else { somewhere(code, rng)? };
    let module = one_of(rng, MODULES);
    let text = match one_of(rng, &["plain", "plain", "as", "star", "from", "deprecated", "used", "package"]) {
        "as" => format!("import {module} as {}", fill("$v", code, 0, rng)),
        "star" if place.indent.is_empty() => format!("from {module} import *"),
        "from" => format!("from {module} import {}", fill("$a, $v", code, place.span.start, rng)),
        "deprecated" => format!("import {}", one_of(rng, DEPRECATED)),
        "used" => format!("import {module}\n{}", fill(&format!("$v = {module}.$a"), code, place.span.start, rng)),
        "package" if place.indent.is_empty() => fill("from .$v import *", code, 0, rng),
        _ => format!("import {module}"),
    };
    Some(place.behind(&text))
}

/// Imports a module where something is imported from it, and the other way round.
pub(super) fn import_both_ways(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = import(code, rng)?;
    let text = match place.kind {
        StmtKind::ImportFrom { module: Some(module), level: 0, .. } => format!("import {}", module.text(code.source)),
        StmtKind::Import { names } => {
            let name = pick(rng, code.list(names))?.name.text(code.source);
            format!("from {name} import {}", fill("$a", code, u32::MAX, rng))
        }
        _ => return None,
    };
    Some(if happens(rng, 0.5) { place.before(&text) } else { place.behind(&text) })
}

/// Imports something under another name, so that its uses mean nothing any more.
pub(super) fn rename_import(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| is_import(place) && place.is_simple(code))?;
    let (StmtKind::Import { names } | StmtKind::ImportFrom { names, .. }) = place.kind else { return None };
    let alias = pick(rng, code.list(names))?;
    match alias.alias {
        Some(name) => Some(vec![Edit { span: name.span, text: fill("_$v", code, 0, rng) }]),
        None if alias.name.text(code.source) == "*" => None,
        None => Some(vec![Edit { span: Span::empty(alias.span.end), text: fill(" as $v", code, 0, rng) }]),
    }
}

/// Takes a name out of an import of several, or puts one in.
pub(super) fn imported_names(code: &Code<'_>, rng: &mut ChaCha8Rng) -> Option<Vec<Edit>> {
    let place = code.place(rng, |place| is_import(place) && place.is_simple(code))?;
    let (StmtKind::Import { names } | StmtKind::ImportFrom { names, .. }) = place.kind else { return None };
    let names = code.list(names);
    let first = names.first().filter(|it| it.name.text(code.source) != "*")?;
    if let [first, second, ..] = names
        && happens(rng, 0.4)
    {
        return Some(vec![Edit { span: Span::new(first.span.start, second.span.start), text: String::new() }]);
    }
    let text = match place.kind {
        StmtKind::Import { .. } => one_of(rng, MODULES).to_owned(),
        _ => fill("$v", code, 0, rng),
    };
    Some(vec![Edit { span: Span::empty(first.span.start), text: format!("{text}, ") }])
}

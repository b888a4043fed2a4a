//! Q35: modules that Python itself has given up.

use examen_semantics::python::SemanticFile;
use examen_syntax::Span;
use examen_syntax::python::{ExprKind, Handler, Id, Node, Stmt, StmtKind};

use crate::python::support::imported::is_builtin;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/import-deprecated-module",
    number: 35,
    name: "Import of deprecated module",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["maintainability", "external/cwe/cwe-477"],
    description: "A deprecated module gets no more repairs and goes away with some later version of Python.",
    example: "import ⟦md5⟧\n",
    base_rate: BaseRate { answers: 110, plausible: 52_416 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// An import that is only tried where the replacement is missing is as it should be.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    each_module(file, |stmt, name, span| {
        if let Some(module) = deprecated(name)
            && !is_fallback(file, stmt)
        {
            out.add(span, module.message());
        }
    });
}

fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    each_module(file, |_, name, span| {
        let message = match deprecated(name) {
            Some(_) => "The module is imported only where its replacement is missing.",
            None => "The module is not deprecated.",
        };
        out.add(span, message);
    });
}

struct Deprecated {
    name: &'static str,
    since: &'static str,
    instead: Option<&'static str>,
}

impl Deprecated {
    fn message(&self) -> String {
        let Self { name, since, instead } = self;
        match instead {
            Some(instead) => format!("The {name} module is deprecated since Python {since}; use {instead} instead."),
            None => format!("The {name} module is deprecated since Python {since}."),
        }
    }
}

fn deprecated(name: &str) -> Option<&'static Deprecated> {
    DEPRECATED.binary_search_by_key(&name, |module| module.name).ok().map(|at| &DEPRECATED[at])
}

/// Sorted by name.
#[rustfmt::skip]
const DEPRECATED: [Deprecated; 20] = [
    Deprecated { name: "MimeWriter", since: "2.3", instead: Some("email") },
    Deprecated { name: "buildtools", since: "2.3", instead: None },
    Deprecated { name: "cfmfile", since: "2.4", instead: None },
    Deprecated { name: "gopherlib", since: "2.5", instead: None },
    Deprecated { name: "macfs", since: "2.3", instead: None },
    Deprecated { name: "md5", since: "2.5", instead: Some("hashlib") },
    Deprecated { name: "mimetools", since: "2.3", instead: Some("email") },
    Deprecated { name: "mimify", since: "2.3", instead: Some("email") },
    Deprecated { name: "mpz", since: "2.2", instead: Some("a third-party module") },
    Deprecated { name: "multifile", since: "2.5", instead: Some("email") },
    Deprecated { name: "posixfile", since: "1.5", instead: Some("fcntl") },
    Deprecated { name: "pre", since: "1.5", instead: Some("re") },
    Deprecated { name: "rfc822", since: "2.3", instead: Some("email") },
    Deprecated { name: "rgbimgmodule", since: "2.5", instead: None },
    Deprecated { name: "rotor", since: "2.4", instead: None },
    Deprecated { name: "sets", since: "2.6", instead: Some("the built-in set") },
    Deprecated { name: "sha", since: "2.5", instead: Some("hashlib") },
    Deprecated { name: "statcache", since: "2.2", instead: None },
    Deprecated { name: "whrandom", since: "2.1", instead: Some("random") },
    Deprecated { name: "xreadlines", since: "2.3", instead: None },
];

/// Calls `visit` for each module that is named in an import, with its span; leading dots belong to the span, not to the
/// name.
fn each_module(file: &SemanticFile<'_>, mut visit: impl FnMut(Id<Stmt>, &str, Span)) {
    for (stmt, node) in file.stmts() {
        match node.kind {
            StmtKind::Import { names } => {
                for alias in file.list(names) {
                    visit(stmt, file.text(alias.name.span), alias.name.span);
                }
            }
            StmtKind::ImportFrom { module: Some(module), level, .. } => {
                let mut span = module.span;
                if level > 0 {
                    let before = file.text(Span::new(node.span.start, span.start));
                    span.start = before.find('.').map_or(span.start, |at| node.span.start + at as u32);
                }
                visit(stmt, file.text(module.span), span);
            }
            _ => {}
        }
    }
}

/// Returns whether a statement stands in the handler of an `ImportError` of its own scope.
fn is_fallback(file: &SemanticFile<'_>, stmt: Id<Stmt>) -> bool {
    let span = file.span(stmt);
    for node in file.model().ancestors(stmt) {
        let Node::Stmt(outer) = node else {
            continue;
        };
        match file.tree()[outer].kind {
            StmtKind::Function(_) | StmtKind::Class(_) => return false,
            StmtKind::Try { handlers, .. } => {
                let handlers = file.list(handlers);
                if handlers.iter().any(|handler| handler.span.contains(span) && handles_import_error(file, handler)) {
                    return true;
                }
            }
            _ => {}
        }
    }
    false
}

fn handles_import_error(file: &SemanticFile<'_>, handler: &Handler) -> bool {
    let Some(exception) = handler.exception else {
        return false;
    };
    match file.tree()[exception].kind {
        ExprKind::Tuple { elements, .. } => {
            file.list(elements).iter().any(|&element| is_builtin(file, element, "ImportError"))
        }
        _ => is_builtin(file, exception, "ImportError"),
    }
}

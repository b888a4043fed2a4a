//! Q51: `"example.com" in url` also holds for `http://evil.net/?example.com`.

use examen_semantics::python::{Call, Compare, SemanticFile};
use examen_syntax::python::{CompareOp, Expr, ExprKind, Id};

use crate::python::support::literal::string_constant;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/incomplete-url-substring-sanitization",
    number: 51,
    name: "Incomplete URL substring sanitization",
    hops: Hops::Single,
    severity: Severity::Warning,
    tags: &["correctness", "security", "external/cwe/cwe-20"],
    description: "A check that a host name occurs somewhere in a URL does not tell where: it may stand in the path, or as a \
                  part of another host. The URL should be parsed first.",
    example: "def is_ours(url):\n    return ⟦⟨\"example.com\"⟩ in url⟧\n",
    base_rate: BaseRate { answers: 26, plausible: 10_417 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    each_check(file, |check, url| {
        let Some(text) = text(file, url) else {
            return;
        };
        if check.is_incomplete(&text) {
            let message = format!("'{text}' may be at an arbitrary position in the sanitized URL.");
            out.add(file.span(check.expr()), message).fact(file.span(url), text);
        }
    });
}

/// Checks against other strings, or against enough of a URL.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    each_check(file, |check, string| {
        if text(file, string).is_some_and(|text| !check.is_incomplete(&text)) {
            out.add(file.span(check.expr()), "The string is no bare host or URL, or enough of one.");
        }
    });
}

enum Check {
    In(Compare),
    StartsWith(Call),
    EndsWith(Call),
}

/// Calls `visit` for each check of a string for a part of it.
fn each_check(file: &SemanticFile<'_>, mut visit: impl FnMut(Check, Id<Expr>)) {
    let is_string = |expr: Id<Expr>| matches!(file.tree()[expr].kind, ExprKind::String { .. });
    for (expr, node) in file.exprs() {
        match node.kind {
            ExprKind::Compare { left, rest } => {
                let comparison = Compare { expr, left, rest };
                for (left, op, _) in file.operand_pairs(&comparison) {
                    if op == CompareOp::In && is_string(left) {
                        visit(Check::In(comparison), left);
                    }
                }
            }
            ExprKind::Call { function, arguments, keywords } => {
                let Some(&first) = file.list(arguments).first().filter(|&&first| is_string(first)) else {
                    continue;
                };
                let call = Call { expr, function, arguments, keywords };
                match file.attribute(function) {
                    Some((_, "startswith")) => visit(Check::StartsWith(call), first),
                    Some((_, "endswith")) => visit(Check::EndsWith(call), first),
                    _ => {}
                }
            }
            _ => {}
        }
    }
}

impl Check {
    fn expr(&self) -> Id<Expr> {
        match self {
            Self::In(comparison) => comparison.expr,
            Self::StartsWith(call) | Self::EndsWith(call) => call.expr,
        }
    }

    fn is_incomplete(&self, text: &str) -> bool {
        is_url(text)
            && match self {
                Self::In(_) => true,
                Self::StartsWith(_) => !has_whole_host(text),
                Self::EndsWith(_) => !is_whole_domain(text),
            }
    }
}

fn text<'p>(file: &SemanticFile<'p>, expr: Id<Expr>) -> Option<std::borrow::Cow<'p, str>> {
    Some(string_constant(file, expr, true)?.value)
}

/// A host in a well-known domain, perhaps with a scheme, a port and a slash; or `http://` with any host.
fn is_url(text: &str) -> bool {
    let (scheme, rest) = match text.split_once("//") {
        Some((scheme, rest)) => (Some(scheme), rest),
        None => (None, text),
    };
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    let host = match rest.rsplit_once(':') {
        Some((host, port)) if !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => host,
        Some(_) => return false,
        None => rest,
    };
    let is_letters = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphabetic());
    if !scheme.is_none_or(|scheme| is_letters(scheme.strip_suffix(':').unwrap_or(scheme))) {
        return false;
    }
    let is_http = scheme.is_some_and(is_http);
    // Of any scheme but that of the web a domain may be meant, which starts with a dot.
    let (domain, has_dot) = host.strip_prefix('.').map_or((host, false), |domain| (domain, true));
    let Some((labels, last)) = domain.rsplit_once('.') else {
        return false;
    };
    labels.split('.').all(is_label)
        && (is_top_level_domain(last) || is_http && !has_dot && !last.is_empty() && is_letters(last))
}

fn is_http(scheme: &str) -> bool {
    scheme.eq_ignore_ascii_case("http:") || scheme.eq_ignore_ascii_case("https:")
}

fn is_label(label: &str) -> bool {
    !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn is_top_level_domain(label: &str) -> bool {
    ["com", "org", "edu", "gov", "uk", "net", "io"].iter().any(|domain| label.eq_ignore_ascii_case(domain))
}

/// `http://host/…`: nothing can follow the host but a path.
fn has_whole_host(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("//") else {
        return false;
    };
    let host = rest.split('/').next().unwrap_or("");
    is_http(scheme)
        && host.len() < rest.len()
        && !host.is_empty()
        && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.'))
}

/// `.domain.tld`: nothing can come before it but the name of a host in the domain.
fn is_whole_domain(text: &str) -> bool {
    text.strip_prefix('.').is_some_and(|domain| domain.contains('.') && domain.split('.').all(is_label))
}

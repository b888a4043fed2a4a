//! Q17: who catches everything also catches the wish to end the program.

use examen_semantics::python::flow::{BlockId, Flow};
use examen_semantics::python::{ScopeId, SemanticFile};
use examen_syntax::python::{Handler, Id, StmtKind};

use crate::python::support::caught;
use crate::{BaseRate, Findings, Hops, Query, RelevanceRule, Severity};

pub(super) static QUERY: Query = Query {
    id: "py/catch-base-exception",
    number: 17,
    name: "Except block handles 'BaseException'",
    hops: Hops::Single,
    severity: Severity::Recommendation,
    tags: &["reliability", "readability", "convention", "external/cwe/cwe-396"],
    description: "A handler for every exception also stops `SystemExit` and `KeyboardInterrupt`, unless it raises again.",
    example: "try:\n    serve()\n⟦except:⟧\n    log()\n",
    base_rate: BaseRate { answers: 1670, plausible: 15_049 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers,
    earlier_answers: None,
    negatives,
};

/// The handler catches everything, and some way from it leads to a normal end of its scope.
fn answers(file: &SemanticFile<'_>, out: &mut Findings) {
    let mut exits = Exits::default();
    let mut is_mentioned = None;
    each_handler(file, |id, handler, scope| {
        let catches_all = match handler.exception {
            None => true,
            Some(_) => {
                *is_mentioned.get_or_insert_with(|| file.model().source.contains("BaseException"))
                    && caught::names(file, handler, "BaseException")
            }
        };
        if catches_all && file.flow().places(id).any(|place| exits.reaches(file.flow(), scope, place.block)) {
            out.add(handler.header, "Except block directly handles BaseException.");
        }
    });
}

/// Handlers for something narrower, and those that raise again.
fn negatives(file: &SemanticFile<'_>, out: &mut Findings) {
    each_handler(file, |_, handler, _| {
        let message = match handler.exception {
            None => "The exception goes on.",
            Some(_) => "The exception is a narrower one, or goes on.",
        };
        out.add(handler.header, message);
    });
}

fn each_handler(file: &SemanticFile<'_>, mut visit: impl FnMut(Id<Handler>, &Handler, ScopeId)) {
    for (stmt, node) in file.stmts() {
        if let StmtKind::Try { handlers, .. } = node.kind {
            let scope = file.model().scope_of_stmt(stmt);
            for (id, handler) in file.tree().ids(handlers).zip(file.list(handlers)) {
                visit(id, handler, scope);
            }
        }
    }
}

/// The blocks from which a normal end of their scope can be reached, found for one scope after the other.
#[derive(Default)]
struct Exits {
    /// By scope, whether its blocks have been looked at.
    seen: Vec<bool>,
    /// By block.
    reaching: Vec<bool>,
}

impl Exits {
    fn reaches(&mut self, flow: &Flow, scope: ScopeId, block: BlockId) -> bool {
        if !set(&mut self.seen, scope.index()) {
            let mut open: Vec<BlockId> = flow.exit(scope).into_iter().collect();
            while let Some(block) = open.pop() {
                if !set(&mut self.reaching, block.index()) {
                    open.extend(flow.predecessors(block));
                }
            }
        }
        self.reaching.get(block.index()).copied().unwrap_or(false)
    }
}

/// Sets a bit and returns whether it was set before.
fn set(bits: &mut Vec<bool>, at: usize) -> bool {
    if bits.len() <= at {
        bits.resize(at + 1, false);
    }
    std::mem::replace(&mut bits[at], true)
}

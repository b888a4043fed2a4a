//! Early return.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use examen_syntax::java::{Field, Kind, Node};
use examen_syntax::{Edit, Span};

use crate::java::support::method_code::{signs, statements, token};
use crate::java::support::short_if::ends_with_short_if;
use crate::java_method::{JavaMethod, insert, replace};
use crate::{Finder, Found, Strength, Transform};

pub(crate) static TRANSFORM: Transform = Transform {
    code: "ER",
    name: "early return",
    description: "What follows an `if` that never completes, such as one that returns, becomes its `else`; the other way \
                  round, such an `if` loses its `else`, whose statements come behind it.",
    reason: "What follows runs only if the condition does not hold, either way. The end of the block is reached under the \
             same conditions, and what is declared behind the `if` is used there only.",
    refuses: "An `if` whose body ends with another one that would take the `else`; an `else` with a declaration whose name \
              is also used behind the `if`, where it would come into scope.",
    paper: "",
    has_all_places: true,
    find: Finder::Java(find),
};

fn find(method: &JavaMethod<'_>, _: Strength, found: &mut Found) {
    let names = OnceCell::new();
    for node in method.code() {
        let kind = node.kind();
        let is_block = matches!(kind, Kind::Block | Kind::ConstructorBody);
        if !is_block && kind != Kind::SwitchBlockStatementGroup {
            continue;
        }
        let children: Vec<Node<'_>> = node.children().collect();
        let Some(last) = statements(node).last() else { continue };
        for (at, &statement) in children.iter().enumerate() {
            if statement.kind() != Kind::IfStatement {
                continue;
            }
            let Some(body) = statement.child(Field::Consequence).filter(|&body| !method.model.can_complete(body))
            else {
                continue;
            };
            let is_last = statement == last;
            match statement.child(Field::Alternative) {
                Some(alternative) => {
                    let end = if is_last && is_block { statement.span().end } else { scope_end(method, node) };
                    let behind = Span::new(statement.span().end, end);
                    // The pattern variables of the condition, and all that the `else` declares.
                    let spilled = [Span::new(statement.span().start, body.span().start), alternative.span()];
                    let names = names.get_or_init(|| Names::of(method));
                    if spilled.into_iter().any(|spilled| names.clash(spilled, behind)) {
                        found.refuse(statement.span(), "name-declared-in-else");
                    } else if let Some(edits) = without_else(method, statement, body, alternative) {
                        found.site(statement.span(), edits);
                    }
                }
                None if is_block && !is_last => {
                    if ends_with_short_if(body) {
                        found.refuse(statement.span(), "dangling-else");
                    } else if let Some(end) = signs(node, "{", "}").map(|(_, close)| close.span().start) {
                        let behind = children.get(at + 1..).unwrap_or_default();
                        let edits = with_else(method, statement, behind, end);
                        found.site(Span::new(statement.span().start, end), edits);
                    }
                }
                None => {}
            }
        }
    }
    found.sites.sort_by_key(|site| (site.place.start, std::cmp::Reverse(site.place.end)));
    found.refusals.sort_by_key(|refusal| refusal.place.start);
}

/// Where variables declared among these statements go out of scope.
fn scope_end<'t>(method: &JavaMethod<'t>, block: Node<'t>) -> u32 {
    // A group of a switch shares its scope with the groups behind it.
    let holder = if block.kind() == Kind::SwitchBlockStatementGroup { method.model.parent(block) } else { None };
    holder.unwrap_or(block).span().end
}

/// Puts what follows a statement, up to the end of the block, into an `else`.
fn with_else<'t>(method: &JavaMethod<'t>, statement: Node<'t>, behind: &[Node<'t>], end: u32) -> Vec<Edit> {
    let mut at = statement.span().end;
    let mut opened = " else {".to_owned();
    // A comment behind the statement on its line is about it.
    for comment in behind.iter().take_while(|child| child.kind().is_comment()) {
        let between = Span::new(at, comment.span().start).text(method.source);
        if between.contains('\n') {
            break;
        }
        at = comment.span().end;
        if comment.kind() == Kind::LineComment {
            opened = format!("\n{}else {{", method.indentation(statement.span().start));
            break;
        }
    }
    let is_on_own_line =
        method.source.get(..end as usize).is_some_and(|before| before.trim_end_matches([' ', '\t']).ends_with('\n'));
    let closed = if is_on_own_line { format!("    }}\n{}", method.indentation(end)) } else { "} ".to_owned() };
    vec![insert(at, opened), insert(end, closed)]
}

/// Takes an `else` away, and the braces of its block.
fn without_else<'t>(
    method: &JavaMethod<'t>,
    statement: Node<'t>,
    body: Node<'t>,
    alternative: Node<'t>,
) -> Option<Vec<Edit>> {
    let word = token(statement, "else")?;
    let (before, behind) = (body.span().end, alternative.span().start);
    let new_line = format!("\n{}", method.indentation(statement.span().start));
    if alternative.kind() != Kind::Block {
        return Some(vec![method.replace_with_whitespace(word.span(), before, behind, new_line)]);
    }
    let (open, close) = signs(alternative, "{", "}")?;
    let mut edits = Vec::new();
    if method.is_whitespace(before, word.span().start) && method.is_whitespace(word.span().end, behind) {
        edits.push(Edit { span: Span::new(before, open.span().end), text: String::new() });
    } else {
        edits.extend([replace(word, ""), replace(open, "")]);
    }
    edits.push(method.drop_brace(close));
    Some(edits)
}

/// Where names are declared and where they occur.
struct Names<'t> {
    /// Of variables and local classes, with the places of their declarations, sorted.
    declared: Vec<(u32, &'t str)>,
    /// All places of each name, sorted.
    places: BTreeMap<&'t str, Vec<u32>>,
}

impl<'t> Names<'t> {
    fn of(method: &JavaMethod<'t>) -> Self {
        let variables = method.model.variables().iter();
        let mut declared: Vec<_> = variables.map(|it| (it.declaration.span().start, it.name)).collect();
        let mut places: BTreeMap<_, Vec<u32>> = BTreeMap::new();
        for node in method.code() {
            if node.kind().is_type_declaration() {
                declared.extend(node.child(Field::Name).map(|name| (name.span().start, method.text(name))));
            } else if matches!(node.kind(), Kind::Identifier | Kind::TypeIdentifier) {
                places.entry(method.text(node)).or_default().push(node.span().start);
            }
        }
        declared.sort_unstable();
        Self { declared, places }
    }

    /// Returns whether a name that is declared in one span occurs in another.
    fn clash(&self, declared: Span, behind: Span) -> bool {
        let first = self.declared.partition_point(|&(start, _)| start < declared.start);
        let mut inside = self.declared.iter().skip(first).take_while(|&&(start, _)| start < declared.end);
        inside.any(|(_, name)| {
            self.places.get(name).is_some_and(|places| {
                let first = places.partition_point(|&start| start < behind.start);
                places.get(first).is_some_and(|&start| start < behind.end)
            })
        })
    }
}

//! The chain of `if` and `else` that a switch becomes, as edits of its words and signs.

use examen_syntax::java::{Kind, Node};
use examen_syntax::{Edit, Span};

use super::Switch;
use super::breaks::{kept_breaks, leave_by, remove};
use super::comparison::Comparison;
use super::group::Group;
use crate::java::support::tidy_edits::{is_whitespace, removal};
use crate::java_method::{JavaMethod, insert, replace};

/// When each group runs.
pub(super) struct Tests<'t>(Vec<Test<'t>>);

enum Test<'t> {
    /// For everything that gets here.
    Always,
    /// For what no later label names.
    NoneOf(Vec<Node<'t>>),
    /// For its own labels, and those of the groups that run on into it.
    OneOf(Vec<Node<'t>>),
}

impl Tests<'_> {
    /// Returns how many comparisons there are.
    pub(super) fn count(&self, groups: &[Group<'_>]) -> usize {
        let own = |group: &Group<'_>| group.values().count();
        let tests = self.0.iter().zip(groups);
        tests
            .map(|(test, group)| match test {
                Test::Always => 0,
                Test::NoneOf(later) => later.len(),
                Test::OneOf(earlier) => earlier.len() + own(group),
            })
            .sum()
    }
}

/// When each group runs, seen from where it stands in the chain.
pub(super) fn tests<'t>(groups: &[Group<'t>]) -> Result<Tests<'t>, &'static str> {
    let default = groups.iter().position(Group::has_default);
    let mut tests = Vec::new();
    let mut earlier: Vec<Node<'t>> = Vec::new();
    for (at, group) in groups.iter().enumerate() {
        let is_last = at + 1 == groups.len();
        tests.push(match default {
            // All values but those of the last group are taken by the others.
            Some(_) if is_last => Test::Always,
            Some(default) if default == at && group.falls => return Err("default-falls-through"),
            Some(default) if default == at => {
                Test::NoneOf(groups.iter().skip(at + 1).flat_map(Group::values).collect())
            }
            _ => Test::OneOf(earlier.clone()),
        });
        if group.falls {
            earlier.extend(group.values());
        } else {
            earlier.clear();
        }
    }
    Ok(Tests(tests))
}

/// What is written around the chain.
struct Frame<'a> {
    /// The variable that holds the selector.
    variable: String,
    /// The label by which jumps leave.
    label: String,
    /// The whitespace before the switch.
    indentation: &'a str,
    /// How many blocks around it are open.
    open_blocks: usize,
}

/// The edits that make a chain of a switch.
pub(super) fn edits<'t>(
    method: &JavaMethod<'t>,
    switch: &Switch<'t>,
    groups: &[Group<'t>],
    tests: &Tests<'t>,
    comparison: &Comparison,
) -> Vec<Edit> {
    let mut edits = Vec::new();
    let kept = kept_breaks(method, switch, groups);
    let mut frame = Frame {
        variable: method.fresh_name("selector"),
        label: String::new(),
        indentation: method.indentation(switch.node.span().start),
        open_blocks: 0,
    };
    open_frame(method, switch, comparison, !kept.is_empty(), &mut frame, &mut edits);
    for (at, (group, test)) in groups.iter().zip(&tests.0).enumerate() {
        let previous = at.checked_sub(1).and_then(|before| groups.get(before));
        let header = Header { method, comparison, previous, group };
        header.write(test, &mut frame, &mut edits);
        edits.extend(group.tail_breaks.iter().map(|&jump| remove(method, jump)));
    }
    edits.extend(kept.iter().filter_map(|&jump| leave_by(jump, &frame.label)));
    close_frame(method, switch, groups, &frame, &mut edits);
    edits
}

/// The declaration of the variable, in a block if there must be one.
fn open_frame<'t>(
    method: &JavaMethod<'t>,
    switch: &Switch<'t>,
    comparison: &Comparison,
    has_jumps: bool,
    frame: &mut Frame<'_>,
    edits: &mut Vec<Edit>,
) {
    let (variable, indentation) = (&frame.variable, frame.indentation);
    let parent = method.model.parent(switch.node);
    let is_listed = parent.is_some_and(|parent| parent.kind().is_statement_list());
    let old_label = method.model.label_of(switch.node).and_then(|label| label.child_of_kind(Kind::Identifier));
    let mut start = String::new();
    if let Some(old) = old_label {
        method.text(old).clone_into(&mut frame.label);
    } else if has_jumps {
        frame.label = method.fresh_name("chosen");
        start = format!("{}: ", frame.label);
    }
    if !is_listed || has_jumps {
        frame.open_blocks += 1;
        start.push_str("{\n");
        start.push_str(indentation);
    }
    let source = method.source;
    let declaration = format!("{start}{} {variable} = ", comparison.variable_type());
    let is_simple = matches!(
        switch.selector.kind(),
        Kind::Identifier | Kind::FieldAccess | Kind::MethodInvocation | Kind::ArrayAccess | Kind::This
    );
    let asks_name = matches!(comparison, Comparison::EnumName(_));
    if asks_name && !is_simple {
        replace_to(source, switch.keyword, switch.open.span().start, &declaration, edits);
    } else {
        let is_plain = is_whitespace(source, switch.keyword.span().end, switch.open.span().start);
        if is_plain {
            edits.push(Edit { span: switch.keyword.span().cover(switch.open.span()), text: declaration });
        } else {
            edits.extend([replace(switch.keyword, declaration), replace(switch.open, "")]);
        }
    }
    let paren = if asks_name && !is_simple { ")" } else { "" };
    let name = if asks_name { ".name()" } else { "" };
    let check = comparison.null_check().map(|check| format!("\n{indentation}{variable}.{check};")).unwrap_or_default();
    let end = format!("{paren}{name};{check}");
    let brace = Span::new(switch.block.span().start, switch.block.span().start + 1);
    if is_whitespace(source, switch.close.span().end, brace.start) {
        edits.push(Edit { span: switch.close.span().cover(brace), text: end });
    } else {
        edits.extend([replace(switch.close, end), Edit { span: brace, text: String::new() }]);
    }
}

/// The brace of the switch closes the last group, and all blocks that are still open are closed behind it.
fn close_frame(
    method: &JavaMethod<'_>,
    switch: &Switch<'_>,
    groups: &[Group<'_>],
    frame: &Frame<'_>,
    edits: &mut Vec<Edit>,
) {
    let end = switch.block.span().end;
    let brace = Span::new(end.saturating_sub(1), end);
    let own = usize::from(groups.last().is_none_or(|last| last.block.is_none()));
    match own + frame.open_blocks {
        0 => edits.push(removal(method.source, brace)),
        1 => {}
        count => {
            let braces = vec!["}"; count].join(&format!("\n{}", frame.indentation));
            edits.push(Edit { span: brace, text: braces });
        }
    }
}

/// What the labels of a group become.
struct Header<'a, 't> {
    method: &'a JavaMethod<'t>,
    comparison: &'a Comparison,
    previous: Option<&'a Group<'t>>,
    group: &'a Group<'t>,
}

impl<'t> Header<'_, 't> {
    fn write(&self, test: &Test<'t>, frame: &mut Frame<'_>, edits: &mut Vec<Edit>) {
        let Some(first) = self.group.labels.first() else { return };
        let mut header = self.lead(first.node, frame);
        let source = self.method.source;
        let variable = &frame.variable;
        let brace = if self.group.block.is_some() { "" } else { "{" };
        match test {
            Test::OneOf(earlier) => {
                header.push_str("if (");
                for value in earlier {
                    header.push_str(&self.comparison.text(variable, *value, source, true));
                    header.push_str(" || ");
                }
                self.compare_labels(header, variable, edits);
                return;
            }
            Test::NoneOf(later) => {
                let tests = later.iter().map(|&value| self.comparison.text(variable, value, source, false));
                header.push_str("if (");
                header.push_str(&tests.collect::<Vec<_>>().join(" && "));
                header.push_str(if brace.is_empty() { ")" } else { ") {" });
            }
            Test::Always => {
                header.push_str(brace);
                header.truncate(header.trim_end().len());
            }
        }
        self.drop_labels(&header, edits);
    }

    /// Returns what stands between the group before and the test of this one.
    fn lead(&self, label: Node<'t>, frame: &mut Frame<'_>) -> String {
        let Some(previous) = self.previous else { return String::new() };
        let brace = if previous.block.is_some() { "" } else { "}" };
        let indentation = self.method.indentation(label.span().start);
        if previous.falls {
            return if brace.is_empty() { String::new() } else { format!("}}\n{indentation}") };
        }
        let space = if brace.is_empty() { "" } else { " " };
        if self.group.falls {
            // What follows is no longer one statement.
            frame.open_blocks += 1;
            format!("{brace}{space}else {{\n{indentation}")
        } else {
            format!("{brace}{space}else ")
        }
    }

    /// Each value is compared where it stands.
    fn compare_labels(&self, mut text: String, variable: &str, edits: &mut Vec<Edit>) {
        let source = self.method.source;
        let last = self.group.labels.len().saturating_sub(1);
        for (at, label) in self.group.labels.iter().enumerate() {
            let signs: Vec<Node<'t>> = label.node.children().filter(|child| child.kind() == Kind::Token).collect();
            for (sign, value) in signs.iter().zip(&label.values) {
                let (before, behind) = self.comparison.around(variable, *value, true);
                if sign.kind_name() == "," {
                    text.insert(0, ' ');
                }
                text.push_str(&before);
                replace_to(source, *sign, value.span().start, &text, edits);
                if !behind.is_empty() {
                    edits.push(insert(value.span().end, behind));
                }
                "||".clone_into(&mut text);
                text.push(' ');
            }
            let end = match (at == last, self.group.block) {
                (false, _) => "",
                (true, Some(_)) => ")",
                (true, None) => ") {",
            };
            let gap = Span::new(label.node.span().end, label.separator.span().start);
            let start = if is_whitespace(source, gap.start, gap.end) { gap.start } else { gap.end };
            edits.push(Edit { span: Span::new(start, label.separator.span().end), text: end.to_owned() });
        }
    }

    /// The labels go, but not the comments among them.
    fn drop_labels(&self, text: &str, edits: &mut Vec<Edit>) {
        for (at, label) in self.group.labels.iter().enumerate() {
            let span = label.node.span().cover(label.separator.span());
            let has_comment = label.node.children().any(|child| child.kind().is_comment())
                || !is_whitespace(self.method.source, label.node.span().end, label.separator.span().start);
            let text = if at == 0 { text } else { "" };
            if !has_comment {
                edits.push(if text.is_empty() {
                    removal(self.method.source, span)
                } else {
                    Edit { span, text: text.to_owned() }
                });
                continue;
            }
            edits.push(insert(span.start, text));
            let parts = label.node.children().filter(|child| !child.kind().is_comment());
            edits.extend(parts.chain([label.separator]).map(|part| replace(part, "")));
        }
    }
}

/// Replaces a token and the whitespace behind it; a comment there stays.
fn replace_to(source: &str, token: Node<'_>, to: u32, text: &str, edits: &mut Vec<Edit>) {
    let end = if is_whitespace(source, token.span().end, to) { to } else { token.span().end };
    edits.push(Edit { span: Span::new(token.span().start, end), text: text.to_owned() });
}

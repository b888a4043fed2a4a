//! How many lines a method's body has when the original prints it: code2vec leaves out those with none, or more than
//! 10,000.

use super::comments::Comment;
use super::label::Label;
use super::tree::{NodeId, PathTree};

/// Bodies with as many lines as this, and fewer than [`MOST_LINES`], are kept.
const FEWEST_LINES: usize = 1;
const MOST_LINES: usize = 10_000;
/// Printed nodes have a line end or two each, so that a body with fewer cannot have too many lines.
const FEW_NODES: usize = 2_000;

/// Whether code2vec keeps a method with this body.
pub(super) fn is_kept(source: &str, comments: &[Comment], tree: &PathTree, body: NodeId) -> bool {
    // A comment before the block is printed first, so that its brace stays and counts.
    if tree.comment(body).is_some() {
        return true;
    }
    let has_statements = tree.children(body).iter().any(|&child| tree.node(child).label != Label::Comment);
    if !has_statements {
        return comment_lines(source, comments, tree, body) >= FEWEST_LINES;
    }
    if subtree_size(tree, body, FEW_NODES) < FEW_NODES {
        return true;
    }
    line_ends(tree, body) <= MOST_LINES + 1
}

/// The lines of the comments in an empty block, but for those that begin with `/` or `*`.
fn comment_lines(source: &str, comments: &[Comment], tree: &PathTree, body: NodeId) -> usize {
    let extents = tree.children(body).iter().map(|&child| tree.node(child).extent);
    let texts = extents.filter_map(|extent| {
        let comment = comments.iter().find(|comment| comment.span.start + 1 == extent.begin)?;
        Some(comment.span.text(source))
    });
    let is_counted = |line: &str| !line.trim().starts_with(['/', '*']);
    texts.flat_map(|text| text.split('\n')).filter(|line| is_counted(line)).count()
}

/// The number of nodes, or `most` if there are more.
fn subtree_size(tree: &PathTree, node: NodeId, most: usize) -> usize {
    let mut size = 1;
    for &child in tree.children(node) {
        if size >= most {
            return most;
        }
        size += subtree_size(tree, child, most - size);
    }
    size.min(most)
}

/// The line ends in the printed text, without those of comments, whose lines do not count.
fn line_ends(tree: &PathTree, node: NodeId) -> usize {
    let children = tree.children(node);
    let count = |is_wanted: fn(Label) -> bool| children.iter().filter(|&&it| is_wanted(tree.node(it).label)).count();
    let own = match tree.node(node).label {
        Label::BlockStmt | Label::SwitchEntryStmt => 1 + count(Label::is_statement),
        Label::SwitchStmt | Label::SwitchExpr => 1,
        Label::IfStmt => {
            let label = |at: usize| children.get(at).map(|&child| tree.node(child).label);
            let has_then_line = label(1).is_some_and(|label| label != Label::BlockStmt);
            let has_else_line = label(2).is_some_and(|label| !matches!(label, Label::BlockStmt | Label::IfStmt));
            usize::from(has_then_line) * (1 + usize::from(children.len() > 2)) + usize::from(has_else_line)
        }
        Label::TryStmt => count(|label| label == Label::VariableDeclarationExpr).saturating_sub(1),
        Label::ClassOrInterfaceDeclaration | Label::RecordDeclaration | Label::EnumDeclaration => {
            1 + 2 * count(is_member) + count(is_annotation)
        }
        Label::ObjectCreationExpr | Label::EnumConstantDeclaration if count(is_member) > 0 => 1 + 2 * count(is_member),
        label if is_member(label) => count(is_annotation),
        _ => 0,
    };
    own + children.iter().map(|&child| line_ends(tree, child)).sum::<usize>()
}

fn is_member(label: Label) -> bool {
    label as u8 >= Label::ClassOrInterfaceDeclaration as u8 && (label as u8) <= Label::EmptyTypeDeclaration as u8
}

fn is_annotation(label: Label) -> bool {
    matches!(label, Label::MarkerAnnotationExpr | Label::NormalAnnotationExpr | Label::SingleMemberAnnotationExpr)
}

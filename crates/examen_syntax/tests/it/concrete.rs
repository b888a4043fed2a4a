//! The trees of the parser as they are.

use examen_syntax::{ConcreteTree, Language, concrete_tree};
use proptest::prelude::*;

/// Kinds of a node's children, with their fields.
fn children(tree: &ConcreteTree, node: usize) -> Vec<String> {
    let name = |child: usize| {
        let node = &tree.nodes()[child];
        node.field.map_or_else(|| node.kind.to_owned(), |field| format!("{field}: {}", node.kind))
    };
    tree.children(node).map(name).collect()
}

#[test]
fn kinds_and_fields_have_the_names_of_the_grammar() {
    let tree = concrete_tree(Language::Java, "a = b;");
    assert_eq!((tree.nodes()[0].kind, tree.depth()), ("program", 4));
    assert_eq!(children(&tree, 1), ["assignment_expression", ";"]);
    assert_eq!(children(&tree, 2), ["left: identifier", "operator: =", "right: identifier"]);
    let tree = concrete_tree(Language::Python, "a = 'b'\n");
    assert_eq!(tree.nodes()[2].kind, "assignment");
    let right = tree.child(2, "right").unwrap();
    assert_eq!(children(&tree, right), ["string_start", "string_content", "string_end"]);
    assert_eq!(tree.child(2, "type"), None);
}

proptest! {
    #![proptest_config(crate::property_config(256))]

    #[test]
    fn children_lie_in_their_parents_one_after_the_other(text in "[a-z0-9 \n=+:;,.(){}\"'#/*é]{0,120}") {
        for language in Language::ALL {
            let tree = concrete_tree(language, &text);
            for at in 0..tree.nodes().len() {
                let node = tree.nodes()[at];
                let mut end = node.span.start;
                let mut next = at + 1;
                for child in tree.children(at) {
                    prop_assert_eq!(child, next);
                    let child = tree.nodes()[child];
                    prop_assert!(end <= child.span.start && child.span.end <= node.span.end);
                    (end, next) = (child.span.end, child.end);
                }
                prop_assert_eq!(next, node.end);
            }
        }
    }
}

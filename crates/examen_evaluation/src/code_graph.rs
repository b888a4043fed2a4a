//! The graph of code that a graph network reads: syntax, data flow, places of the same word.

use std::collections::BTreeMap;

use examen_models::{CodeEdge, EdgeKind};
use examen_syntax::{Language, concrete_tree};
use examen_views::data_flow::{DataFlow, data_flow};

/// The edges of a text. Broken text has those of what is intact.
pub(crate) fn code_graph(text: &str, language: &str) -> Vec<CodeEdge> {
    let language = Language::of_name(language).unwrap_or(Language::Python);
    let tree = concrete_tree(language, text);
    let nodes = tree.nodes();
    let edge = |kind, from: u32, to: u32| CodeEdge { kind, from: from as usize, to: to as usize };
    let mut edges = Vec::new();
    let mut places: BTreeMap<&str, u32> = BTreeMap::new();
    for (number, node) in nodes.iter().enumerate() {
        edges.extend(
            tree.children(number).map(|child| edge(EdgeKind::Syntax, node.span.start, nodes[child].span.start)),
        );
        if node.kind == "identifier" {
            let before = places.insert(node.span.text(text), node.span.start);
            edges.extend(before.map(|before| edge(EdgeKind::SameWord, before, node.span.start)));
        }
    }
    let DataFlow { tokens, variables } = data_flow(language, text);
    let start = |token: usize| tokens.get(token).and_then(|places| places.first()).map(|place| place.start);
    for variable in &variables {
        let from = variable.sources.iter().filter_map(|&source| start(source));
        let to = start(variable.token);
        edges.extend(from.filter_map(|from| to.map(|to| edge(EdgeKind::DataFlow, from, to))));
    }
    edges
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn syntax_words_and_data_flow_lead_from_place_to_place() {
        let text = "def f(a):\n    b = a\n    return b\n";
        let edges = code_graph(text, "python");
        let leads = |kind, from: &str, to: &str| {
            let (from, to) = (text.find(from).unwrap(), text.rfind(to).unwrap());
            edges.contains(&CodeEdge { kind, from, to })
        };
        assert!(leads(EdgeKind::SameWord, "b =", "b\n"));
        assert!(leads(EdgeKind::DataFlow, "b =", "b\n"));
        assert!(leads(EdgeKind::Syntax, "b = a", "a\n    return"));
        assert!(code_graph("", "java").is_empty());
        assert!(code_graph("class {{{ 🎉", "java").iter().all(|edge| edge.to < 20));
    }
}

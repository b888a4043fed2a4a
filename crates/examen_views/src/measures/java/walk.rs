//! The one walk over the tree.

use examen_syntax::java::{Kind, Node};

use super::depth::Levels;
use super::npath::Paths;
use super::variables::Variables;

/// What the tree of a method tells.
#[derive(Debug, PartialEq)]
pub(super) struct Shape {
    pub(super) depth: u32,
    pub(super) paths: u64,
    pub(super) variables: u32,
    pub(super) distinct_variables: u32,
}

/// Walks a method. `notable` are the positions of the tokens without which an expression holds nothing of interest.
pub(super) fn shape(method: Node<'_>, notable: &[u32], source: &str) -> Shape {
    let (mut levels, mut paths, mut variables) = (Levels::default(), Paths::new(), Variables::default());
    let mut notable = notable;
    let mut walk = method.descendants();
    while let Some(node) = walk.next() {
        let (kind, depth) = (node.kind(), walk.depth());
        if kind == Kind::Token {
            paths.meet_token(node, depth, source);
            continue;
        }
        levels.enter(kind, depth);
        paths.enter(kind, depth);
        variables.enter(node, kind, depth, source);
        if holds_statements(kind) {
            continue;
        }
        let span = node.span();
        // The walk goes forwards, so what is behind stays behind.
        while let [first, rest @ ..] = notable
            && *first < span.start
        {
            notable = rest;
        }
        let is_plain = notable.first().is_none_or(|&start| start >= span.end) && !node.has_error();
        if is_plain && levels.has_room_for(node.descendant_count()) {
            walk.skip_children();
        }
    }
    let (variables, distinct_variables) = variables.finish();
    Shape { depth: levels.deepest(), paths: paths.finish(), variables, distinct_variables }
}

/// Whether there may be statements or declarations in a node that has no `{`.
const fn holds_statements(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Block
            | Kind::CatchClause
            | Kind::ClassBody
            | Kind::ClassDeclaration
            | Kind::CompactConstructorDeclaration
            | Kind::ConstantDeclaration
            | Kind::ConstructorBody
            | Kind::ConstructorDeclaration
            | Kind::DoStatement
            | Kind::EnhancedForStatement
            | Kind::EnumBody
            | Kind::EnumBodyDeclarations
            | Kind::EnumConstant
            | Kind::EnumDeclaration
            | Kind::Error
            | Kind::FieldDeclaration
            | Kind::FinallyClause
            | Kind::ForStatement
            | Kind::IfStatement
            | Kind::InterfaceBody
            | Kind::InterfaceDeclaration
            | Kind::LabeledStatement
            | Kind::LocalVariableDeclaration
            | Kind::MethodDeclaration
            | Kind::Other
            | Kind::Program
            | Kind::RecordDeclaration
            | Kind::SwitchBlock
            | Kind::SwitchBlockStatementGroup
            | Kind::SwitchExpression
            | Kind::SwitchRule
            | Kind::SynchronizedStatement
            | Kind::TryStatement
            | Kind::TryWithResourcesStatement
            | Kind::VariableDeclarator
            | Kind::WhileStatement
    )
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use examen_syntax::java::{Token, parse, tokenize};
    use examen_syntax::{Language, SourceText};

    use super::*;
    use crate::measures::java::lexical::Lexical;

    #[test]
    fn nothing_of_interest_is_skipped() {
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java")];
        let mut methods = 0;
        while let Some(folder) = folders.pop() {
            let entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
            let (inner, files): (Vec<_>, Vec<_>) = entries.into_iter().partition(|path| path.is_dir());
            folders.extend(inner);
            for file in files.iter().filter(|file| file.extension().is_some_and(|it| it == "java")) {
                let bytes = std::fs::read(file).unwrap();
                methods += check(&SourceText::decode(bytes, Language::Java).text);
            }
        }
        assert!(methods > 100, "{methods}");
        check("class A { int f() { a = - - - - - - - - b; c = !!!!!!!!d.e(); return f(g(h(i(j)))) + ((((k)))); } }");
    }

    /// With every token notable nothing is skipped.
    fn check(source: &str) -> usize {
        let tree = parse(source);
        let tokens: Vec<Token> = tokenize(source).significant().collect();
        let everywhere: Vec<u32> = tokens.iter().map(|token| token.span.start).collect();
        let notable = Lexical::of(&tokens, source).notable;
        for method in tree.methods() {
            assert_eq!(shape(method.node, &notable, source), shape(method.node, &everywhere, source));
        }
        tree.methods().count()
    }
}

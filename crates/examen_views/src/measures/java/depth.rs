//! How deep the tree is, as the language has it rather than the parser.

use examen_syntax::java::Kind;

/// The levels met on a walk.
#[derive(Default)]
pub(super) struct Levels {
    /// Depths of the nodes above the current one that are no level.
    flat: Vec<usize>,
    current: usize,
    deepest: usize,
}

impl Levels {
    pub(super) fn enter(&mut self, kind: Kind, depth: usize) {
        while self.flat.last().is_some_and(|&above| above >= depth) {
            self.flat.pop();
        }
        let is_flat = !is_level(kind);
        if is_flat {
            self.flat.push(depth);
        }
        self.current = depth + 1 - self.flat.len();
        self.deepest = self.deepest.max(self.current);
    }

    /// Whether a part of an expression with so many nodes cannot be deeper than what was met.
    ///
    /// Every expression and type but those at the ends of the tree has a token or a second part.
    pub(super) fn has_room_for(&self, nodes: usize) -> bool {
        self.current + nodes / 2 <= self.deepest
    }

    pub(super) fn deepest(&self) -> u32 {
        self.deepest as u32
    }
}

/// Whether a node is a declaration, a statement, an expression, a type or a pattern.
const fn is_level(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::Other
            | Kind::Token
            | Kind::Error
            | Kind::AnnotationArgumentList
            | Kind::AnnotationTypeBody
            | Kind::ArgumentList
            | Kind::Asterisk
            | Kind::Block
            | Kind::BlockComment
            | Kind::CatchClause
            | Kind::CatchFormalParameter
            | Kind::CatchType
            | Kind::ClassBody
            | Kind::ConstructorBody
            | Kind::Dimensions
            | Kind::DimensionsExpr
            | Kind::ElementValuePair
            | Kind::EnumBody
            | Kind::EnumBodyDeclarations
            | Kind::EscapeSequence
            | Kind::ExtendsInterfaces
            | Kind::FinallyClause
            | Kind::FormalParameter
            | Kind::FormalParameters
            | Kind::Guard
            | Kind::InferredParameters
            | Kind::InterfaceBody
            | Kind::LineComment
            | Kind::Modifiers
            | Kind::MultilineStringFragment
            | Kind::ParenthesizedExpression
            | Kind::Pattern
            | Kind::Permits
            | Kind::Program
            | Kind::ReceiverParameter
            | Kind::RecordPatternBody
            | Kind::RecordPatternComponent
            | Kind::Resource
            | Kind::ResourceSpecification
            | Kind::SpreadParameter
            | Kind::StringFragment
            | Kind::StringInterpolation
            | Kind::SuperInterfaces
            | Kind::Superclass
            | Kind::SwitchBlock
            | Kind::SwitchBlockStatementGroup
            | Kind::SwitchLabel
            | Kind::SwitchRule
            | Kind::Throws
            | Kind::TypeArguments
            | Kind::TypeBound
            | Kind::TypeList
            | Kind::TypeParameter
            | Kind::TypeParameters
            | Kind::VariableDeclarator
    )
}

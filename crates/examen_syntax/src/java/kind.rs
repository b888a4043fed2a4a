//! Names of the grammar as types, so that a misspelt one does not compile.

use std::num::NonZeroU16;
use std::sync::LazyLock;

/// An enum of names of the grammar; its documentation is the names.
macro_rules! grammar_names {
    ($(#[$attribute:meta])* $type:ident { $($variant:ident = $name:literal,)* }) => {
        $(#[$attribute])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $type {
            $(#[doc = concat!("`", $name, "`")] $variant,)*
        }

        impl $type {
            /// All of them, by name; the ones that the grammar does not name come first.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The name that the grammar uses.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

grammar_names! {
    /// What a node is: [`Kind::Token`] for words and signs of the grammar, [`Kind::Error`] for text that fits no rule, and
    /// [`Kind::Other`] for anything the grammar has and this list has not.
    Kind {
        Other = "(other)",
        Token = "(token)",
        Error = "ERROR",
        AnnotatedType = "annotated_type",
        Annotation = "annotation",
        AnnotationArgumentList = "annotation_argument_list",
        AnnotationTypeBody = "annotation_type_body",
        AnnotationTypeDeclaration = "annotation_type_declaration",
        AnnotationTypeElementDeclaration = "annotation_type_element_declaration",
        ArgumentList = "argument_list",
        ArrayAccess = "array_access",
        ArrayCreationExpression = "array_creation_expression",
        ArrayInitializer = "array_initializer",
        ArrayType = "array_type",
        AssertStatement = "assert_statement",
        AssignmentExpression = "assignment_expression",
        Asterisk = "asterisk",
        BinaryExpression = "binary_expression",
        BinaryIntegerLiteral = "binary_integer_literal",
        Block = "block",
        BlockComment = "block_comment",
        BooleanType = "boolean_type",
        BreakStatement = "break_statement",
        CastExpression = "cast_expression",
        CatchClause = "catch_clause",
        CatchFormalParameter = "catch_formal_parameter",
        CatchType = "catch_type",
        CharacterLiteral = "character_literal",
        ClassBody = "class_body",
        ClassDeclaration = "class_declaration",
        ClassLiteral = "class_literal",
        CompactConstructorDeclaration = "compact_constructor_declaration",
        ConstantDeclaration = "constant_declaration",
        ConstructorBody = "constructor_body",
        ConstructorDeclaration = "constructor_declaration",
        ContinueStatement = "continue_statement",
        DecimalFloatingPointLiteral = "decimal_floating_point_literal",
        DecimalIntegerLiteral = "decimal_integer_literal",
        Dimensions = "dimensions",
        DimensionsExpr = "dimensions_expr",
        DoStatement = "do_statement",
        ElementValueArrayInitializer = "element_value_array_initializer",
        ElementValuePair = "element_value_pair",
        EnhancedForStatement = "enhanced_for_statement",
        EnumBody = "enum_body",
        EnumBodyDeclarations = "enum_body_declarations",
        EnumConstant = "enum_constant",
        EnumDeclaration = "enum_declaration",
        EscapeSequence = "escape_sequence",
        ExplicitConstructorInvocation = "explicit_constructor_invocation",
        ExportsModuleDirective = "exports_module_directive",
        ExpressionStatement = "expression_statement",
        ExtendsInterfaces = "extends_interfaces",
        False = "false",
        FieldAccess = "field_access",
        FieldDeclaration = "field_declaration",
        FinallyClause = "finally_clause",
        FloatingPointType = "floating_point_type",
        ForStatement = "for_statement",
        FormalParameter = "formal_parameter",
        FormalParameters = "formal_parameters",
        GenericType = "generic_type",
        Guard = "guard",
        HexFloatingPointLiteral = "hex_floating_point_literal",
        HexIntegerLiteral = "hex_integer_literal",
        Identifier = "identifier",
        IfStatement = "if_statement",
        ImportDeclaration = "import_declaration",
        InferredParameters = "inferred_parameters",
        InstanceofExpression = "instanceof_expression",
        IntegralType = "integral_type",
        InterfaceBody = "interface_body",
        InterfaceDeclaration = "interface_declaration",
        LabeledStatement = "labeled_statement",
        LambdaExpression = "lambda_expression",
        LineComment = "line_comment",
        LocalVariableDeclaration = "local_variable_declaration",
        MarkerAnnotation = "marker_annotation",
        MethodDeclaration = "method_declaration",
        MethodInvocation = "method_invocation",
        MethodReference = "method_reference",
        Modifiers = "modifiers",
        ModuleBody = "module_body",
        ModuleDeclaration = "module_declaration",
        MultilineStringFragment = "multiline_string_fragment",
        NullLiteral = "null_literal",
        ObjectCreationExpression = "object_creation_expression",
        OctalIntegerLiteral = "octal_integer_literal",
        OpensModuleDirective = "opens_module_directive",
        PackageDeclaration = "package_declaration",
        ParenthesizedExpression = "parenthesized_expression",
        Pattern = "pattern",
        Permits = "permits",
        Program = "program",
        ProvidesModuleDirective = "provides_module_directive",
        ReceiverParameter = "receiver_parameter",
        RecordDeclaration = "record_declaration",
        RecordPattern = "record_pattern",
        RecordPatternBody = "record_pattern_body",
        RecordPatternComponent = "record_pattern_component",
        RequiresModifier = "requires_modifier",
        RequiresModuleDirective = "requires_module_directive",
        Resource = "resource",
        ResourceSpecification = "resource_specification",
        ReturnStatement = "return_statement",
        ScopedIdentifier = "scoped_identifier",
        ScopedTypeIdentifier = "scoped_type_identifier",
        SpreadParameter = "spread_parameter",
        StaticInitializer = "static_initializer",
        StringFragment = "string_fragment",
        StringInterpolation = "string_interpolation",
        StringLiteral = "string_literal",
        Super = "super",
        SuperInterfaces = "super_interfaces",
        Superclass = "superclass",
        SwitchBlock = "switch_block",
        SwitchBlockStatementGroup = "switch_block_statement_group",
        SwitchExpression = "switch_expression",
        SwitchLabel = "switch_label",
        SwitchRule = "switch_rule",
        SynchronizedStatement = "synchronized_statement",
        TemplateExpression = "template_expression",
        TernaryExpression = "ternary_expression",
        This = "this",
        ThrowStatement = "throw_statement",
        Throws = "throws",
        True = "true",
        TryStatement = "try_statement",
        TryWithResourcesStatement = "try_with_resources_statement",
        TypeArguments = "type_arguments",
        TypeBound = "type_bound",
        TypeIdentifier = "type_identifier",
        TypeList = "type_list",
        TypeParameter = "type_parameter",
        TypeParameters = "type_parameters",
        TypePattern = "type_pattern",
        UnaryExpression = "unary_expression",
        UnderscorePattern = "underscore_pattern",
        UpdateExpression = "update_expression",
        UsesModuleDirective = "uses_module_directive",
        VariableDeclarator = "variable_declarator",
        VoidType = "void_type",
        WhileStatement = "while_statement",
        Wildcard = "wildcard",
        YieldStatement = "yield_statement",
    }
}

grammar_names! {
    /// The part that a child plays in its parent.
    Field {
        Alternative = "alternative",
        Arguments = "arguments",
        Array = "array",
        Body = "body",
        Condition = "condition",
        Consequence = "consequence",
        Constructor = "constructor",
        Declarator = "declarator",
        Dimensions = "dimensions",
        Element = "element",
        Field = "field",
        Index = "index",
        Init = "init",
        Interfaces = "interfaces",
        Key = "key",
        Left = "left",
        Modifiers = "modifiers",
        Module = "module",
        Modules = "modules",
        Name = "name",
        Object = "object",
        Operand = "operand",
        Operator = "operator",
        Package = "package",
        Parameters = "parameters",
        Pattern = "pattern",
        Permits = "permits",
        Provided = "provided",
        Provider = "provider",
        Resources = "resources",
        Right = "right",
        Scope = "scope",
        Superclass = "superclass",
        TemplateArgument = "template_argument",
        TemplateProcessor = "template_processor",
        Type = "type",
        TypeArguments = "type_arguments",
        TypeParameters = "type_parameters",
        Update = "update",
        Value = "value",
    }
}

/// Held for good, since a language lends its names only as long as it lives.
static LANGUAGE: LazyLock<tree_sitter::Language> = LazyLock::new(|| tree_sitter_java::LANGUAGE.into());

/// The grammar's name for a number of the grammar.
pub(super) fn kind_name(id: u16) -> &'static str {
    LANGUAGE.node_kind_for_id(id).unwrap_or("ERROR")
}

impl Kind {
    /// The kind with a number of the grammar.
    pub(super) fn of_id(id: u16) -> Self {
        static BY_ID: LazyLock<Vec<Kind>> = LazyLock::new(|| {
            let kind_of = |id| {
                if LANGUAGE.node_kind_is_named(id) { Kind::of_name(kind_name(id)) } else { Kind::Token }
            };
            (0..LANGUAGE.node_kind_count() as u16).map(kind_of).collect()
        });
        // The parser's number of an error lies outside the grammar.
        BY_ID.get(usize::from(id)).copied().unwrap_or(Self::Error)
    }

    /// The kind with a name of the grammar; [`Kind::Other`] when there is none.
    fn of_name(name: &str) -> Self {
        Self::ALL.iter().copied().find(|kind| kind.name() == name).unwrap_or(Self::Other)
    }

    /// Whether the node is a comment, which may stand anywhere.
    pub const fn is_comment(self) -> bool {
        matches!(self, Self::LineComment | Self::BlockComment)
    }

    /// Whether the node declares a class, an interface, an enum, a record or an annotation type.
    pub const fn is_type_declaration(self) -> bool {
        matches!(
            self,
            Self::ClassDeclaration
                | Self::InterfaceDeclaration
                | Self::EnumDeclaration
                | Self::RecordDeclaration
                | Self::AnnotationTypeDeclaration
        )
    }

    /// Whether the node declares a method or a constructor.
    pub const fn is_method_declaration(self) -> bool {
        matches!(self, Self::MethodDeclaration | Self::ConstructorDeclaration | Self::CompactConstructorDeclaration)
    }

    /// Whether the node is a list of statements: a block, the body of a constructor, a group of a `switch`.
    pub const fn is_statement_list(self) -> bool {
        matches!(self, Self::Block | Self::ConstructorBody | Self::SwitchBlockStatementGroup)
    }

    /// Whether a child of the node can be a statement: in a list, behind a label, as the body of an `if` or of a loop.
    pub const fn is_statement_parent(self) -> bool {
        self.is_statement_list()
            || matches!(
                self,
                Self::LabeledStatement
                    | Self::IfStatement
                    | Self::WhileStatement
                    | Self::DoStatement
                    | Self::ForStatement
                    | Self::EnhancedForStatement
            )
    }
}

impl Field {
    /// The grammar's number of the field.
    pub(super) fn id(self) -> Option<NonZeroU16> {
        static IDS: LazyLock<Vec<Option<NonZeroU16>>> =
            LazyLock::new(|| Field::ALL.iter().map(|field| LANGUAGE.field_id_for_name(field.name())).collect());
        IDS.get(self as usize).copied().flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_enums_name_the_whole_grammar() {
        let language = &*LANGUAGE;
        for id in 0..language.node_kind_count() as u16 {
            let is_shown = language.node_kind_is_named(id) && language.node_kind_is_visible(id);
            if is_shown && !language.node_kind_is_supertype(id) {
                assert_ne!(Kind::of_id(id), Kind::Other, "{:?}", language.node_kind_for_id(id));
            }
        }
        for kind in &Kind::ALL[3..] {
            assert_ne!(language.id_for_node_kind(kind.name(), true), 0, "{kind:?}");
        }
        assert!(Field::ALL.iter().all(|field| field.id().is_some()));
        assert_eq!(language.field_count(), Field::ALL.len());
    }
}

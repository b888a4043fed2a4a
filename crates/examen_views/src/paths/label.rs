//! What the nodes are called in paths.

/// A table of labels; each is the name of a class of `JavaParser`, with its operator, and code2seq's short form.
macro_rules! labels {
    ($($variant:ident = $long:literal, $short:literal;)*) => {
        /// What a node of a Java tree is called in a path.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub(super) enum Label {
            $($variant,)*
        }

        impl Label {
            /// All of them, in the order of their numbers.
            pub(super) const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// The form that code2vec writes.
            pub(super) const fn long(self) -> &'static str {
                match self { $(Self::$variant => $long,)* }
            }

            /// The form that code2seq writes.
            pub(super) const fn short(self) -> &'static str {
                match self { $(Self::$variant => $short,)* }
            }
        }
    };
}

labels! {
    // Declarations.
    CompilationUnit = "CompilationUnit", "CompilationUnit";
    OtherDeclaration = "OtherDeclaration", "OtherDeclaration";
    ClassOrInterfaceDeclaration = "ClassOrInterfaceDeclaration", "ClsD";
    EnumDeclaration = "EnumDeclaration", "EnumDeclaration";
    RecordDeclaration = "RecordDeclaration", "RecordDeclaration";
    AnnotationDeclaration = "AnnotationDeclaration", "AnnotationDeclaration";
    AnnotationMemberDeclaration = "AnnotationMemberDeclaration", "AnnotationMemberDeclaration";
    EnumConstantDeclaration = "EnumConstantDeclaration", "EnumConstantDeclaration";
    FieldDeclaration = "FieldDeclaration", "FldDec";
    MethodDeclaration = "MethodDeclaration", "Mth";
    ConstructorDeclaration = "ConstructorDeclaration", "Ctor";
    CompactConstructorDeclaration = "CompactConstructorDeclaration", "CompactConstructorDeclaration";
    InitializerDeclaration = "InitializerDeclaration", "Init";
    EmptyMemberDeclaration = "EmptyMemberDeclaration", "Emp";
    EmptyTypeDeclaration = "EmptyTypeDeclaration", "EmptyTypeDeclaration";
    Parameter = "Parameter", "Prm";
    VariableDeclarator = "VariableDeclarator", "VD";
    VariableDeclaratorId = "VariableDeclaratorId", "VDID";
    MarkerAnnotationExpr = "MarkerAnnotationExpr", "MarkerExpr";
    NormalAnnotationExpr = "NormalAnnotationExpr", "NormEx";
    SingleMemberAnnotationExpr = "SingleMemberAnnotationExpr", "SMEx";
    MemberValuePair = "MemberValuePair", "Mvp";
    // Types.
    ArrayBracketPair = "ArrayBracketPair", "ArBr";
    ArrayType = "ArrayType", "ArTy";
    BoxedType = "PrimitiveType", "Prim";
    ClassOrInterfaceType = "ClassOrInterfaceType", "Cls";
    GenericClass = "GenericClass", "GenericClass";
    IntersectionType = "IntersectionType", "IntersectionType";
    PrimitiveType = "PrimitiveType", "Prim";
    TypeParameter = "TypeParameter", "TypePar";
    UnionType = "UnionType", "Unio";
    UnknownType = "UnknownType", "UnknownType";
    VoidType = "VoidType", "Void";
    WildcardType = "WildcardType", "Wild";
    // Statements.
    AssertStmt = "AssertStmt", "Asrt";
    BlockStmt = "BlockStmt", "Bk";
    BreakStmt = "BreakStmt", "BreakStmt";
    CatchClause = "CatchClause", "Catch";
    ContinueStmt = "ContinueStmt", "ContinueStmt";
    DoStmt = "DoStmt", "Do";
    EmptyStmt = "EmptyStmt", "EmptyStmt";
    ExplicitConstructorInvocationStmt = "ExplicitConstructorInvocationStmt", "ExpCtor";
    ExpressionStmt = "ExpressionStmt", "Ex";
    ForeachStmt = "ForeachStmt", "Foreach";
    ForStmt = "ForStmt", "For";
    IfStmt = "IfStmt", "If";
    LabeledStmt = "LabeledStmt", "Labeled";
    ReturnStmt = "ReturnStmt", "Ret";
    SwitchEntryStmt = "SwitchEntryStmt", "SwiEnt";
    SwitchStmt = "SwitchStmt", "Switch";
    SynchronizedStmt = "SynchronizedStmt", "Sync";
    ThrowStmt = "ThrowStmt", "Thro";
    TryStmt = "TryStmt", "Try";
    TypeDeclarationStmt = "TypeDeclarationStmt", "TypeDec";
    WhileStmt = "WhileStmt", "While";
    YieldStmt = "YieldStmt", "YieldStmt";
    // Expressions.
    ArrayAccessExpr = "ArrayAccessExpr", "ArAc";
    ArrayCreationExpr = "ArrayCreationExpr", "ArCr";
    ArrayCreationLevel = "ArrayCreationLevel", "ArCrLvl";
    ArrayInitializerExpr = "ArrayInitializerExpr", "ArIn";
    BooleanLiteralExpr = "BooleanLiteralExpr", "BoolEx";
    CastExpr = "CastExpr", "Cast";
    CharLiteralExpr = "CharLiteralExpr", "CharEx";
    ClassExpr = "ClassExpr", "ClsEx";
    ConditionalExpr = "ConditionalExpr", "Cond";
    DoubleLiteralExpr = "DoubleLiteralExpr", "Dbl";
    EnclosedExpr = "EnclosedExpr", "Enc";
    FieldAccessExpr = "FieldAccessExpr", "Fld";
    InstanceOfExpr = "InstanceOfExpr", "InstanceOf";
    IntegerLiteralExpr = "IntegerLiteralExpr", "IntEx";
    IntegerLiteralMinValueExpr = "IntegerLiteralMinValueExpr", "IntMinEx";
    LambdaExpr = "LambdaExpr", "Lambda";
    LongLiteralExpr = "LongLiteralExpr", "LongEx";
    LongLiteralMinValueExpr = "LongLiteralMinValueExpr", "LongLiteralMinValueExpr";
    MethodCallExpr = "MethodCallExpr", "Cal";
    MethodReferenceExpr = "MethodReferenceExpr", "MethRef";
    NameExpr = "NameExpr", "Nm";
    NullLiteralExpr = "NullLiteralExpr", "Null";
    ObjectCreationExpr = "ObjectCreationExpr", "ObjEx";
    PatternExpr = "PatternExpr", "PatternExpr";
    Placeholder = "NameExpr", "Nm";
    QualifiedNameExpr = "QualifiedNameExpr", "Qua";
    RecordPatternExpr = "RecordPatternExpr", "RecordPatternExpr";
    StringLiteralExpr = "StringLiteralExpr", "StrEx";
    SuperExpr = "SuperExpr", "SupEx";
    SwitchExpr = "SwitchExpr", "SwitchExpr";
    TemplateExpr = "TemplateExpr", "TemplateExpr";
    ThisExpr = "ThisExpr", "This";
    TypeExpr = "TypeExpr", "Type";
    VariableDeclarationExpr = "VariableDeclarationExpr", "VDE";
    AssignAssign = "AssignExpr:assign", "As";
    AssignPlus = "AssignExpr:plus", "AsP";
    AssignMinus = "AssignExpr:minus", "AsMi";
    AssignStar = "AssignExpr:star", "AsSt";
    AssignSlash = "AssignExpr:slash", "AsSl";
    AssignAnd = "AssignExpr:and", "AsAn";
    AssignOr = "AssignExpr:or", "AsOr";
    AssignXor = "AssignExpr:xor", "AsX";
    AssignRem = "AssignExpr:rem", "AsRe";
    AssignLeftShift = "AssignExpr:lShift", "AsLS";
    AssignSignedShift = "AssignExpr:rSignedShift", "AsRSS";
    AssignUnsignedShift = "AssignExpr:rUnsignedShift", "AsRUS";
    BinaryOr = "BinaryExpr:or", "Or";
    BinaryAnd = "BinaryExpr:and", "And";
    BinaryBinOr = "BinaryExpr:binOr", "BinOr";
    BinaryBinAnd = "BinaryExpr:binAnd", "BinAnd";
    BinaryXor = "BinaryExpr:xor", "Xor";
    BinaryEquals = "BinaryExpr:equals", "Eq";
    BinaryNotEquals = "BinaryExpr:notEquals", "Neq";
    BinaryLess = "BinaryExpr:less", "Ls";
    BinaryGreater = "BinaryExpr:greater", "Gt";
    BinaryLessEquals = "BinaryExpr:lessEquals", "Leq";
    BinaryGreaterEquals = "BinaryExpr:greaterEquals", "Geq";
    BinaryLeftShift = "BinaryExpr:lShift", "LS";
    BinarySignedShift = "BinaryExpr:rSignedShift", "RSS";
    BinaryUnsignedShift = "BinaryExpr:rUnsignedShift", "RUS";
    BinaryPlus = "BinaryExpr:plus", "Plus";
    BinaryMinus = "BinaryExpr:minus", "Minus";
    BinaryTimes = "BinaryExpr:times", "Mul";
    BinaryDivide = "BinaryExpr:divide", "Div";
    BinaryRemainder = "BinaryExpr:remainder", "Mod";
    UnaryPositive = "UnaryExpr:positive", "Pos";
    UnaryNegative = "UnaryExpr:negative", "Neg";
    UnaryPreIncrement = "UnaryExpr:preIncrement", "PreInc";
    UnaryPreDecrement = "UnaryExpr:preDecrement", "PreDec";
    UnaryNot = "UnaryExpr:not", "Not";
    UnaryInverse = "UnaryExpr:inverse", "Inverse";
    UnaryPosIncrement = "UnaryExpr:posIncrement", "PosInc";
    UnaryPosDecrement = "UnaryExpr:posDecrement", "PosDec";
    // Hangs in the tree, and is in no path.
    Comment = "Comment", "Comment";
}

impl Label {
    /// Whether the node is a statement, which is never a leaf.
    pub(super) const fn is_statement(self) -> bool {
        self as u8 >= Self::AssertStmt as u8 && self as u8 <= Self::YieldStmt as u8
    }

    /// Whether the node is of the four kinds whose children are told apart by their numbers.
    pub(super) const fn numbers_children(self) -> bool {
        matches!(self, Self::ArrayAccessExpr | Self::FieldAccessExpr | Self::MethodCallExpr)
            || (self as u8 >= Self::AssignAssign as u8 && self as u8 <= Self::AssignUnsignedShift as u8)
    }

    /// The label of an assignment with the operator.
    pub(super) fn of_assignment(operator: &str) -> Self {
        match operator {
            "+=" => Self::AssignPlus,
            "-=" => Self::AssignMinus,
            "*=" => Self::AssignStar,
            "/=" => Self::AssignSlash,
            "&=" => Self::AssignAnd,
            "|=" => Self::AssignOr,
            "^=" => Self::AssignXor,
            "%=" => Self::AssignRem,
            "<<=" => Self::AssignLeftShift,
            ">>=" => Self::AssignSignedShift,
            ">>>=" => Self::AssignUnsignedShift,
            _ => Self::AssignAssign,
        }
    }

    /// The label of an operation with two operands.
    pub(super) fn of_binary(operator: &str) -> Self {
        match operator {
            "||" => Self::BinaryOr,
            "&&" => Self::BinaryAnd,
            "|" => Self::BinaryBinOr,
            "&" => Self::BinaryBinAnd,
            "^" => Self::BinaryXor,
            "==" => Self::BinaryEquals,
            "!=" => Self::BinaryNotEquals,
            "<" => Self::BinaryLess,
            ">" => Self::BinaryGreater,
            "<=" => Self::BinaryLessEquals,
            ">=" => Self::BinaryGreaterEquals,
            "<<" => Self::BinaryLeftShift,
            ">>" => Self::BinarySignedShift,
            ">>>" => Self::BinaryUnsignedShift,
            "-" => Self::BinaryMinus,
            "*" => Self::BinaryTimes,
            "/" => Self::BinaryDivide,
            "%" => Self::BinaryRemainder,
            _ => Self::BinaryPlus,
        }
    }

    /// The label of an operation with its operator before its operand.
    pub(super) fn of_prefix(operator: &str) -> Self {
        match operator {
            "+" => Self::UnaryPositive,
            "-" => Self::UnaryNegative,
            "++" => Self::UnaryPreIncrement,
            "--" => Self::UnaryPreDecrement,
            "~" => Self::UnaryInverse,
            _ => Self::UnaryNot,
        }
    }
}

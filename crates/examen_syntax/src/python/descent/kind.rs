//! Kinds of tokens, and what they can begin or bind.

use crate::python::nodes::{BinaryOp, CompareOp};

/// What a token is. Words that are keywords in some places only are names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(super) enum Kind {
    End,
    Newline,
    Indent,
    Dedent,
    /// A line whose tabs come to the column of its block in another way than those before.
    Tabs,
    Unknown,
    Name,
    /// Names in Python 2.
    Async,
    Await,
    Nonlocal,
    Number,
    String,
    False,
    None,
    True,
    And,
    As,
    Assert,
    Break,
    Class,
    Continue,
    Def,
    Del,
    Elif,
    Else,
    Except,
    Finally,
    For,
    From,
    Global,
    If,
    Import,
    In,
    Is,
    Lambda,
    Not,
    Or,
    Pass,
    Raise,
    Return,
    Try,
    While,
    With,
    Yield,
    OpenRound,
    CloseRound,
    OpenSquare,
    CloseSquare,
    OpenCurly,
    CloseCurly,
    Comma,
    Colon,
    Semicolon,
    Dot,
    Ellipsis,
    Arrow,
    Assign,
    Walrus,
    Bang,
    Backtick,
    Tilde,
    Plus,
    Minus,
    Star,
    Slash,
    DoubleSlash,
    Percent,
    At,
    DoubleStar,
    LeftShift,
    RightShift,
    Ampersand,
    Caret,
    Bar,
    PlusAssign,
    MinusAssign,
    StarAssign,
    SlashAssign,
    DoubleSlashAssign,
    PercentAssign,
    AtAssign,
    DoubleStarAssign,
    LeftShiftAssign,
    RightShiftAssign,
    AmpersandAssign,
    CaretAssign,
    BarAssign,
    Equal,
    NotEqual,
    /// Python 2's `<>`.
    Unequal,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// How tightly operators bind; more is tighter.
pub(super) mod level {
    pub(in super::super) const OR: u8 = 1;
    pub(in super::super) const AND: u8 = 2;
    pub(in super::super) const NOT: u8 = 3;
    pub(in super::super) const COMPARE: u8 = 4;
    pub(in super::super) const BIT_OR: u8 = 5;
}

impl Kind {
    /// Whether a name can be spelt so, in either version.
    pub(super) fn is_name(self) -> bool {
        matches!(self, Self::Name | Self::Async | Self::Await | Self::Nonlocal)
    }

    pub(super) fn is_closer(self) -> bool {
        matches!(self, Self::CloseRound | Self::CloseSquare | Self::CloseCurly)
    }

    pub(super) fn is_opener(self) -> bool {
        matches!(self, Self::OpenRound | Self::OpenSquare | Self::OpenCurly)
    }

    /// Whether an expression can begin with it, a star and `yield` not counted.
    pub(super) fn starts_expression(self) -> bool {
        self.is_name()
            || self.is_opener()
            || matches!(
                self,
                Self::Number
                    | Self::String
                    | Self::False
                    | Self::None
                    | Self::True
                    | Self::Lambda
                    | Self::Not
                    | Self::Ellipsis
                    | Self::Backtick
                    | Self::Tilde
                    | Self::Plus
                    | Self::Minus
            )
    }

    /// Whether it can only begin a statement, so that a line which begins with it is in no brackets.
    pub(super) fn starts_statement_only(self) -> bool {
        matches!(
            self,
            Self::Assert
                | Self::Break
                | Self::Class
                | Self::Continue
                | Self::Def
                | Self::Del
                | Self::Elif
                | Self::Except
                | Self::Finally
                | Self::Global
                | Self::Import
                | Self::Pass
                | Self::Raise
                | Self::Return
                | Self::Try
                | Self::While
                | Self::With
        )
    }

    /// How tightly it binds as an operator between two operands, 0 where it is none. Powers are not among them.
    pub(super) fn level(self) -> u8 {
        match self {
            Self::Or => level::OR,
            Self::And => level::AND,
            Self::Equal
            | Self::NotEqual
            | Self::Unequal
            | Self::Less
            | Self::LessEqual
            | Self::Greater
            | Self::GreaterEqual
            | Self::In
            | Self::Is
            | Self::Not => level::COMPARE,
            Self::Bar => level::BIT_OR,
            Self::Caret => level::BIT_OR + 1,
            Self::Ampersand => level::BIT_OR + 2,
            Self::LeftShift | Self::RightShift => level::BIT_OR + 3,
            Self::Plus | Self::Minus => level::BIT_OR + 4,
            Self::Star | Self::Slash | Self::DoubleSlash | Self::Percent | Self::At => level::BIT_OR + 5,
            _ => 0,
        }
    }

    pub(super) fn binary_op(self) -> Option<BinaryOp> {
        let op = match self {
            Self::Plus | Self::PlusAssign => BinaryOp::Add,
            Self::Minus | Self::MinusAssign => BinaryOp::Subtract,
            Self::Star | Self::StarAssign => BinaryOp::Multiply,
            Self::Slash | Self::SlashAssign => BinaryOp::Divide,
            Self::DoubleSlash | Self::DoubleSlashAssign => BinaryOp::FloorDivide,
            Self::Percent | Self::PercentAssign => BinaryOp::Modulo,
            Self::At | Self::AtAssign => BinaryOp::MatMultiply,
            Self::DoubleStar | Self::DoubleStarAssign => BinaryOp::Power,
            Self::LeftShift | Self::LeftShiftAssign => BinaryOp::LeftShift,
            Self::RightShift | Self::RightShiftAssign => BinaryOp::RightShift,
            Self::Ampersand | Self::AmpersandAssign => BinaryOp::BitAnd,
            Self::Caret | Self::CaretAssign => BinaryOp::BitXor,
            Self::Bar | Self::BarAssign => BinaryOp::BitOr,
            _ => return None,
        };
        Some(op)
    }

    /// The operator of an augmented assignment.
    pub(super) fn augmented_op(self) -> Option<BinaryOp> {
        self.binary_op().filter(|_| self as u8 >= Self::PlusAssign as u8)
    }

    pub(super) fn compare_op(self) -> Option<CompareOp> {
        let op = match self {
            Self::Equal => CompareOp::Equal,
            Self::NotEqual | Self::Unequal => CompareOp::NotEqual,
            Self::Less => CompareOp::Less,
            Self::LessEqual => CompareOp::LessEqual,
            Self::Greater => CompareOp::Greater,
            Self::GreaterEqual => CompareOp::GreaterEqual,
            Self::In => CompareOp::In,
            Self::Is => CompareOp::Is,
            _ => return None,
        };
        Some(op)
    }
}

/// The kind of a word.
pub(super) fn keyword(word: &[u8]) -> Kind {
    match word {
        b"False" => Kind::False,
        b"None" => Kind::None,
        b"True" => Kind::True,
        b"and" => Kind::And,
        b"as" => Kind::As,
        b"assert" => Kind::Assert,
        b"async" => Kind::Async,
        b"await" => Kind::Await,
        b"break" => Kind::Break,
        b"class" => Kind::Class,
        b"continue" => Kind::Continue,
        b"def" => Kind::Def,
        b"del" => Kind::Del,
        b"elif" => Kind::Elif,
        b"else" => Kind::Else,
        b"except" => Kind::Except,
        b"finally" => Kind::Finally,
        b"for" => Kind::For,
        b"from" => Kind::From,
        b"global" => Kind::Global,
        b"if" => Kind::If,
        b"import" => Kind::Import,
        b"in" => Kind::In,
        b"is" => Kind::Is,
        b"lambda" => Kind::Lambda,
        b"nonlocal" => Kind::Nonlocal,
        b"not" => Kind::Not,
        b"or" => Kind::Or,
        b"pass" => Kind::Pass,
        b"raise" => Kind::Raise,
        b"return" => Kind::Return,
        b"try" => Kind::Try,
        b"while" => Kind::While,
        b"with" => Kind::With,
        b"yield" => Kind::Yield,
        _ => Kind::Name,
    }
}

/// The operator or bracket that `rest` starts with, and its length.
pub(super) fn sign(rest: &[u8]) -> (Kind, usize) {
    let second = rest.get(1).copied().unwrap_or(0);
    let third = rest.get(2).copied().unwrap_or(0);
    let with_equals = |plain, assign| if second == b'=' { (assign, 2) } else { (plain, 1) };
    match rest[0] {
        b'(' => (Kind::OpenRound, 1),
        b')' => (Kind::CloseRound, 1),
        b'[' => (Kind::OpenSquare, 1),
        b']' => (Kind::CloseSquare, 1),
        b'{' => (Kind::OpenCurly, 1),
        b'}' => (Kind::CloseCurly, 1),
        b',' => (Kind::Comma, 1),
        b';' => (Kind::Semicolon, 1),
        b'~' => (Kind::Tilde, 1),
        b'`' => (Kind::Backtick, 1),
        b'.' if second == b'.' && third == b'.' => (Kind::Ellipsis, 3),
        b'.' => (Kind::Dot, 1),
        b':' => with_equals(Kind::Colon, Kind::Walrus),
        b'=' => with_equals(Kind::Assign, Kind::Equal),
        b'!' => with_equals(Kind::Bang, Kind::NotEqual),
        b'+' => with_equals(Kind::Plus, Kind::PlusAssign),
        b'-' if second == b'>' => (Kind::Arrow, 2),
        b'-' => with_equals(Kind::Minus, Kind::MinusAssign),
        b'%' => with_equals(Kind::Percent, Kind::PercentAssign),
        b'@' => with_equals(Kind::At, Kind::AtAssign),
        b'&' => with_equals(Kind::Ampersand, Kind::AmpersandAssign),
        b'|' => with_equals(Kind::Bar, Kind::BarAssign),
        b'^' => with_equals(Kind::Caret, Kind::CaretAssign),
        b'*' if second == b'*' && third == b'=' => (Kind::DoubleStarAssign, 3),
        b'*' if second == b'*' => (Kind::DoubleStar, 2),
        b'*' => with_equals(Kind::Star, Kind::StarAssign),
        b'/' if second == b'/' && third == b'=' => (Kind::DoubleSlashAssign, 3),
        b'/' if second == b'/' => (Kind::DoubleSlash, 2),
        b'/' => with_equals(Kind::Slash, Kind::SlashAssign),
        b'<' if second == b'<' && third == b'=' => (Kind::LeftShiftAssign, 3),
        b'<' if second == b'<' => (Kind::LeftShift, 2),
        b'<' if second == b'>' => (Kind::Unequal, 2),
        b'<' => with_equals(Kind::Less, Kind::LessEqual),
        b'>' if second == b'>' && third == b'=' => (Kind::RightShiftAssign, 3),
        b'>' if second == b'>' => (Kind::RightShift, 2),
        b'>' => with_equals(Kind::Greater, Kind::GreaterEqual),
        _ => (Kind::Unknown, 1),
    }
}

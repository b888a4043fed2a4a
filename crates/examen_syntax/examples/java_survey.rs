//! Counts methods of Java files, times the tree against the bare parser, and checks the lexer against the tree.
//!
//! Reads paths from standard input, one a line: `find SOURCES -name '*.java' | java_survey`. With `--tokens` the tokens of
//! files without errors are compared to the leaves of their trees.
#![expect(clippy::print_stdout, reason = "the survey is its output")]

use std::io::BufRead;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use examen_syntax::java::{Kind, Node, Token, TokenKind, Tokens, parse, tokenize};
use examen_syntax::{DiagnosticKind, Language, SourceText, Span};

#[derive(Default)]
struct Survey {
    batches: u64,
    files: u64,
    bytes: u64,
    unreadable: u64,
    with_syntax_errors: u64,
    too_deep: u64,
    too_much_work: u64,
    /// All, those with a body, those with a body and a documentation comment.
    methods: [u64; 3],
    constructors: [u64; 3],
    /// Methods and constructors in local and anonymous classes, which the counts above leave out.
    local_methods: u64,
    token_errors: u64,
    token_mismatches: u64,
    our_time: Duration,
    bare_time: Duration,
    lexer_time: Duration,
    /// The largest fraction of the parser's work limit that a file without errors took, and which file it was.
    most_callbacks: (f64, String),
}

fn main() {
    let checks_tokens = std::env::args().any(|argument| argument == "--tokens");
    let mut survey = Survey::default();
    let mut bare_parser = tree_sitter::Parser::new();
    if let Err(error) = bare_parser.set_language(&tree_sitter_java::LANGUAGE.into()) {
        println!("no parser: {error}");
        return;
    }
    let paths: Vec<String> = std::io::stdin().lock().lines().map_while(Result::ok).collect();
    for batch in paths.chunks(100) {
        survey.add(batch, &mut bare_parser, checks_tokens);
    }
    survey.print();
}

impl Survey {
    /// Adds some files; measured together, because the system tells CPU time by the hundredth of a second.
    fn add(&mut self, paths: &[String], bare_parser: &mut tree_sitter::Parser, checks_tokens: bool) {
        let mut files = Vec::new();
        for path in paths {
            match std::fs::read(path) {
                Ok(bytes) => files.push((path, bytes)),
                Err(_) => self.unreadable += 1,
            }
        }
        let decode = |bytes: &Vec<u8>| SourceText::decode(bytes.clone(), Language::Java).text;
        let readable: Vec<&String> = files.iter().map(|&(path, _)| path).collect();
        let texts: Vec<String> = files.iter().map(|(_, bytes)| decode(bytes)).collect();
        self.bytes += files.iter().map(|(_, bytes)| bytes.len() as u64).sum::<u64>();
        self.files += files.len() as u64;
        self.batches += 1;
        // Whoever comes second finds the texts in the cache; so they take turns.
        let is_bare_first = self.batches.is_multiple_of(2);
        if is_bare_first {
            self.time_bare_parser(&texts, bare_parser);
        }
        let start = cpu_time();
        for (path, bytes) in files {
            self.count(path, bytes);
        }
        self.our_time += cpu_time().saturating_sub(start);
        if !is_bare_first {
            self.time_bare_parser(&texts, bare_parser);
        }
        if checks_tokens {
            for (path, text) in readable.iter().zip(&texts) {
                self.count_callbacks(path, text, bare_parser);
            }
            let start = cpu_time();
            let tokens: Vec<Tokens> = texts.iter().map(|text| tokenize(text)).collect();
            self.lexer_time += cpu_time().saturating_sub(start);
            for ((path, text), tokens) in readable.iter().zip(&texts).zip(tokens) {
                self.check_tokens(path, text, &tokens);
            }
        }
    }

    fn count(&mut self, path: &str, bytes: Vec<u8>) {
        let source = SourceText::decode(bytes, Language::Java).text;
        let tree = parse(&source);
        for method in tree.methods() {
            if method.is_local() {
                self.local_methods += 1;
                continue;
            }
            let has_body = method.body().is_some();
            let has_javadoc = has_body && method.javadoc(&source).is_some();
            let row = if method.is_constructor() { &mut self.constructors } else { &mut self.methods };
            for (count, is_counted) in row.iter_mut().zip([true, has_body, has_javadoc]) {
                *count += u64::from(is_counted);
            }
        }
        let has = |kind| tree.diagnostics().iter().any(|diagnostic| diagnostic.kind == kind);
        let kinds = [DiagnosticKind::TooDeep, DiagnosticKind::TooMuchWork, DiagnosticKind::Syntax].map(has);
        for (count, (is_there, title)) in [&mut self.too_deep, &mut self.too_much_work, &mut self.with_syntax_errors]
            .into_iter()
            .zip(kinds.into_iter().zip(["too deep", "too much work", "syntax error"]))
        {
            if is_there {
                *count += 1;
                println!("{title}: {path}");
            }
        }
    }

    fn time_bare_parser(&mut self, texts: &[String], parser: &mut tree_sitter::Parser) {
        let start = cpu_time();
        for text in texts {
            drop(parser.parse(text, None));
        }
        self.bare_time += cpu_time().saturating_sub(start);
    }

    fn count_callbacks(&mut self, path: &str, text: &str, parser: &mut tree_sitter::Parser) {
        let mut calls = 0u64;
        let mut count = |_: &tree_sitter::ParseState| {
            calls += 1;
            std::ops::ControlFlow::Continue(())
        };
        let options = tree_sitter::ParseOptions::new().progress_callback(&mut count);
        let mut read = |offset: usize, _| text.as_bytes().get(offset..).unwrap_or_default();
        drop(parser.parse_with_options(&mut read, None, Some(options)));
        let fraction = calls as f64 / (text.len() as f64 / 2.0).max(2_000.0);
        if fraction > self.most_callbacks.0 {
            self.most_callbacks = (fraction, format!("{calls} for {} bytes: {path}", text.len()));
        }
    }

    fn check_tokens(&mut self, path: &str, source: &str, tokens: &Tokens) {
        let tree = parse(source);
        if !tree.diagnostics().is_empty() {
            return;
        }
        self.token_errors += tokens.diagnostics.len() as u64;
        for diagnostic in &tokens.diagnostics {
            println!("{path}: {}: {}", diagnostic.message, diagnostic.span.text(source).escape_debug());
        }
        let tokens: Vec<Token> = tokens.significant().collect();
        if let Some((leaf, token)) = first_mismatch(source, tree.root(), &tokens) {
            self.token_mismatches += 1;
            println!("{path}: leaf {leaf}, token {token}");
        }
    }

    fn print(&self) {
        println!("files {}, bytes {}, unreadable {}", self.files, self.bytes, self.unreadable);
        println!(
            "with syntax errors {}, too deep {}, too much work {}",
            self.with_syntax_errors, self.too_deep, self.too_much_work
        );
        for (title, [all, with_body, with_javadoc]) in [("methods", self.methods), ("constructors", self.constructors)]
        {
            println!("{title} {all}, with body {with_body}, with body and Javadoc {with_javadoc}");
        }
        println!("methods and constructors in local and anonymous classes {}", self.local_methods);
        println!("token errors {}, files with token mismatches {}", self.token_errors, self.token_mismatches);
        println!("largest fraction of the work limit {:.4} ({})", self.most_callbacks.0, self.most_callbacks.1);
        println!(
            "CPU seconds: ours {:.2}, bare parser {:.2}, ratio {:.3}; lexer {:.2}",
            self.our_time.as_secs_f64(),
            self.bare_time.as_secs_f64(),
            self.our_time.as_secs_f64() / self.bare_time.as_secs_f64(),
            self.lexer_time.as_secs_f64()
        );
    }
}

/// The CPU time of all threads where the system tells it, the clock's elsewhere.
fn cpu_time() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let status = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // Behind the name in brackets: user and system time are the twelfth and thirteenth fields, in hundredths of a second.
    let fields = status.rsplit(')').next().into_iter().flat_map(str::split_whitespace).skip(11).take(2);
    let hundredths: Vec<u64> = fields.filter_map(|field| field.parse().ok()).collect();
    if hundredths.len() == 2 { Duration::from_millis(10 * hundredths.iter().sum::<u64>()) } else { START.elapsed() }
}

/// The first leaf of the tree that the tokens do not have, and the token there.
fn first_mismatch(source: &str, root: Node<'_>, tokens: &[Token]) -> Option<(String, String)> {
    let mut rest = tokens.iter().copied();
    let mut current = rest.next();
    let mut walk = root.descendants();
    while let Some(leaf) = walk.next() {
        // Strings have their fragments as children.
        let is_leaf = leaf.child_count() == 0 || leaf.kind() == Kind::StringLiteral;
        if leaf.kind().is_comment() || leaf == root || !is_leaf {
            continue;
        }
        walk.skip_children();
        let span = leaf.span();
        let mismatch = |token: Option<Token>| {
            let token = token.map(|token| (token.kind, token.text(source)));
            Some((format!("{:?} {:?}", leaf.kind(), leaf.text(source)), format!("{token:?}")))
        };
        let Some(token) = current else {
            return mismatch(current);
        };
        if token.span.start != span.start {
            return mismatch(current);
        }
        if token.span.end > span.end && token.text(source).starts_with(">>") && leaf.kind_name() == ">" {
            // Type arguments close one by one.
            current = Some(Token { kind: token.kind, span: Span::new(span.end, token.span.end) });
            continue;
        }
        if leaf.kind_name() == "@interface" {
            current = rest.next();
            if current.is_none_or(|next| next.text(source) != "interface") {
                return mismatch(current);
            }
        } else if token.span != span || !is_kind_of(token.kind, leaf) {
            return mismatch(current);
        }
        current = rest.next();
    }
    current.map(|token| ("end".to_owned(), format!("{:?} {}", token.kind, token.text(source))))
}

fn is_kind_of(kind: TokenKind, leaf: Node<'_>) -> bool {
    match leaf.kind() {
        Kind::Identifier | Kind::TypeIdentifier | Kind::UnderscorePattern => kind == TokenKind::Identifier,
        Kind::DecimalIntegerLiteral
        | Kind::HexIntegerLiteral
        | Kind::OctalIntegerLiteral
        | Kind::BinaryIntegerLiteral => kind == TokenKind::Integer,
        Kind::DecimalFloatingPointLiteral | Kind::HexFloatingPointLiteral => kind == TokenKind::Float,
        Kind::CharacterLiteral => kind == TokenKind::Character,
        Kind::StringLiteral => matches!(kind, TokenKind::String | TokenKind::TextBlock),
        Kind::True | Kind::False => kind == TokenKind::Boolean,
        Kind::NullLiteral => kind == TokenKind::Null,
        Kind::Asterisk => kind == TokenKind::Operator,
        Kind::This | Kind::Super | Kind::VoidType | Kind::BooleanType => kind == TokenKind::Keyword,
        _ => match leaf.kind_name().as_bytes() {
            [b'a'..=b'z', ..] => matches!(kind, TokenKind::Keyword | TokenKind::Identifier),
            _ => matches!(kind, TokenKind::Operator | TokenKind::Separator),
        },
    }
}

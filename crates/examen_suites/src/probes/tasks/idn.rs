//! Identifier tagging.

use examen_syntax::Span;
use examen_syntax::java::{self, Field, JavaTree, Kind, Node};
use examen_syntax::python::{
    Class, Context, Expr, ExprKind, Function, Name, Parameter, Pattern, PatternKind, Stmt, StmtKind, Tree,
};
use rustc_hash::FxHashMap;

use crate::probes::page::Code;
use crate::probes::{Category, Make, Origin, Page, Rules, Task, Word};

const CLASS: &str = "IDC";
const METHOD: &str = "IDM";
const PACKAGE: &str = "IDP";
const VARIABLE: &str = "IDV";

const LONGEST: usize = 64;

pub(super) static TASK: Task = Task {
    code: "IDN",
    name: "Identifier tagging",
    category: Category::Tokens,
    origin: Origin::Paper,
    description: "What does this identifier name: a class (IDC), a method (IDM), a part of a package (IDP) or a variable \
                  (IDV)? Identifiers of at most 64 characters, from where they are declared or imported; one that names \
                  two of these in its file is left out.",
    java: "Classes are types of any sort but type parameters. Packages are those of the file and of its imports, up to the \
           first part with a capital letter. Variables are fields, enum constants, locals, parameters, resources and \
           those of patterns.",
    python: "Methods are functions of any sort. Packages are the parts of the modules behind `import` and `from`. Variables \
             are parameters, names that are bound (by assignment, `for`, `with`, `except`, comprehensions, patterns), and \
             attributes that are assigned to.",
    published: "",
    classes: |_| &[CLASS, METHOD, PACKAGE, VARIABLE],
    published_lengths: Task::ANY_LENGTH,
    keeps_case: true,
    make: Make::FileWords(words),
};

fn words<'p>(page: &'p Page<'_>, _: &Rules) -> Vec<Word<'p>> {
    let mut found = Found { source: page.source, words: Vec::new(), labels: FxHashMap::default() };
    match &page.code {
        Code::Java { tree, tokens } => java_words(tree, tokens, &mut found),
        Code::Python { file, .. } => python_words(&file.tree, &mut found),
    }
    let Found { mut words, labels, .. } = found;
    words.retain(|word| labels.get(word.text).is_some_and(Option::is_some));
    words.sort_by_key(|word| word.place);
    words
}

/// The identifiers of a file, each once, with what they name; nothing for those that name two things.
struct Found<'p> {
    source: &'p str,
    words: Vec<Word<'p>>,
    labels: FxHashMap<&'p str, Option<&'static str>>,
}

impl Found<'_> {
    fn add(&mut self, label: &'static str, place: Span) {
        let text = place.text(self.source);
        // Java may write a letter as an escape, which is more than the letter.
        let is_asked = !text.is_empty() && text.chars().count() <= LONGEST && !text.contains(['.', '\\', '*']);
        if !is_asked {
            return;
        }
        let mut is_new = false;
        let known = self.labels.entry(text).or_insert_with(|| {
            is_new = true;
            Some(label)
        });
        if is_new {
            self.words.push(Word { text, label, place });
        } else if *known != Some(label) {
            *known = None;
        }
    }

    fn add_node(&mut self, label: &'static str, node: Option<Node<'_>>) {
        if let Some(node) = node.filter(|node| node.kind() == Kind::Identifier) {
            self.add(label, node.span());
        }
    }

    /// The parts of a dotted name.
    fn add_parts(&mut self, label: &'static str, name: Name) {
        let mut start = name.span.start;
        for part in name.text(self.source).split('.') {
            let end = start + part.len() as u32;
            let spaces = (part.len() - part.trim_start().len()) as u32;
            self.add(label, Span::new(start + spaces, start + spaces + part.trim().len() as u32));
            start = end + 1;
        }
    }
}

fn java_words(tree: &JavaTree, tokens: &[java::Token], found: &mut Found<'_>) {
    // An expression declares something only in a body, behind `->`, or in a pattern.
    let openings: Vec<u32> = tokens
        .iter()
        .filter(|token| matches!(token.text(found.source), "{" | "->" | "instanceof"))
        .map(|token| token.span.start)
        .collect();
    let has_opening = |span: Span| {
        let next = openings.partition_point(|&at| at < span.start);
        openings.get(next).is_some_and(|&at| at < span.end)
    };
    let mut walk = tree.root().descendants();
    while let Some(node) = walk.next() {
        let kind = node.kind();
        match kind {
            Kind::PackageDeclaration | Kind::ImportDeclaration => {
                java_package(node, found);
                walk.skip_children();
            }
            Kind::MethodDeclaration | Kind::AnnotationTypeElementDeclaration => {
                found.add_node(METHOD, node.child(Field::Name));
            }
            Kind::VariableDeclarator
            | Kind::FormalParameter
            | Kind::CatchFormalParameter
            | Kind::EnhancedForStatement
            | Kind::EnumConstant
            | Kind::InstanceofExpression
            | Kind::Resource => found.add_node(VARIABLE, node.child(Field::Name)),
            // A lone parameter of a lambda is its child, and several are in a list.
            Kind::LambdaExpression => found.add_node(VARIABLE, node.child(Field::Parameters)),
            Kind::InferredParameters | Kind::TypePattern | Kind::RecordPatternComponent => {
                for child in node.named_children() {
                    found.add_node(VARIABLE, Some(child));
                }
            }
            _ if kind.is_type_declaration() => found.add_node(CLASS, node.child(Field::Name)),
            Kind::Modifiers | Kind::Error => walk.skip_children(),
            _ if !may_declare(kind) && !has_opening(node.span()) => walk.skip_children(),
            _ => {}
        }
    }
}

/// Returns whether there may be declarations in a node that has no body of its own.
const fn may_declare(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Program
            | Kind::FormalParameters
            | Kind::SpreadParameter
            | Kind::FieldDeclaration
            | Kind::ConstantDeclaration
            | Kind::LocalVariableDeclaration
            | Kind::ForStatement
            | Kind::ResourceSpecification
    )
}

fn java_package(declaration: Node<'_>, found: &mut Found<'_>) {
    let Some(name) =
        declaration.named_children().find(|it| matches!(it.kind(), Kind::Identifier | Kind::ScopedIdentifier))
    else {
        return;
    };
    let mut parts: Vec<Node<'_>> = name.descendants().filter(|it| it.kind() == Kind::Identifier).collect();
    let has = |word| declaration.children().any(|it| it.kind_name() == word);
    let is_import = declaration.kind() == Kind::ImportDeclaration;
    // Behind the package: a class unless all of a package is imported, and a member of it behind `static`.
    let others = usize::from(is_import && has("static")) + usize::from(is_import && !has("asterisk"));
    parts.truncate(parts.len().saturating_sub(others));
    let is_capitalised = |node: &Node<'_>| node.text(found.source).starts_with(char::is_uppercase);
    let classes = parts.iter().position(is_capitalised).unwrap_or(parts.len());
    for part in parts.drain(..classes) {
        found.add_node(PACKAGE, Some(part));
    }
}

fn python_words(tree: &Tree, found: &mut Found<'_>) {
    for (_, class) in tree.all::<Class>() {
        found.add(CLASS, class.name.span);
    }
    for (_, function) in tree.all::<Function>() {
        found.add(METHOD, function.name.span);
    }
    for (_, parameter) in tree.all::<Parameter>().filter(|(_, parameter)| parameter.tuple.is_none()) {
        found.add(VARIABLE, parameter.name.span);
    }
    for (_, expr) in tree.all::<Expr>() {
        match expr.kind {
            ExprKind::Name { context: Context::Store } => found.add(VARIABLE, expr.span),
            ExprKind::Attribute { name, context: Context::Store, .. } => found.add(VARIABLE, name.span),
            _ => {}
        }
    }
    for (_, pattern) in tree.all::<Pattern>() {
        let name = match pattern.kind {
            PatternKind::As { name, .. } | PatternKind::Star { name } | PatternKind::Mapping { rest: name, .. } => name,
            _ => None,
        };
        if let Some(name) = name {
            found.add(VARIABLE, name.span);
        }
    }
    for (_, stmt) in tree.all::<Stmt>() {
        match stmt.kind {
            StmtKind::Import { names } => {
                for alias in tree.list(names) {
                    found.add_parts(PACKAGE, alias.name);
                }
            }
            StmtKind::ImportFrom { module: Some(module), .. } => found.add_parts(PACKAGE, module),
            _ => {}
        }
    }
}

//! The methods of a Java file and their lines.

use std::borrow::Cow;

use examen_syntax::java::{JavaTree, Kind, parse};

use super::comments::{self, Comment};
use super::java::{Built, JavaMethod, build};
use super::leaves::{Leaves, Texts};
use super::lines::{ContextPlaces, LeftOut, MethodLine};
use super::printed_lines::is_kept;
use super::rendering::{HashRendering, Rendering, TextRendering};
use super::settings::{PathFormat, PathSettings};
use super::token::{target, without_unicode_escapes};
use super::tree::{NodeId, PathTree};
use super::walk::Walk;

/// Hands over the methods with a body in the order of the text, an outer one before those in classes inside it.
/// Trees that are too deep must be left out before.
pub fn java_lines(source: &str, java: &JavaTree, settings: &PathSettings, mut take: impl FnMut(MethodLine<'_>)) {
    let file = JavaFile::new(source, java, *settings);
    let (mut line, mut places) = (String::new(), Vec::new());
    for method in &file.methods {
        if let Some(body) = method.body {
            places.clear();
            let written = file.write(method, body, &mut line, &mut places);
            take(MethodLine { name: method.name, line: written.map(|()| line.as_str()), places: &places });
        }
    }
}

/// A file as the original parser sees it.
struct JavaFile<'s> {
    source: &'s str,
    settings: PathSettings,
    tree: PathTree,
    comments: Vec<Comment>,
    leaves: Leaves,
    methods: Vec<JavaMethod>,
}

impl<'s> JavaFile<'s> {
    fn new(source: &'s str, java: &JavaTree, settings: PathSettings) -> Self {
        let Built { mut tree, root, methods } = build(source, java);
        let comments = comments::scan(source);
        comments::attribute(source, &comments, &mut tree, root);
        tree.number_children(root);
        let texts = Texts { source, comments: &comments, format: settings.format };
        let with_body = methods.iter().filter(|method| method.body.is_some());
        let leaves = Leaves::new(&tree, with_body.map(|method| method.node), &texts);
        Self { source, settings, tree, comments, leaves, methods }
    }

    /// Writes the method's line in place of what the text holds.
    fn write(
        &self,
        method: &JavaMethod,
        body: NodeId,
        line: &mut String,
        places: &mut Vec<ContextPlaces>,
    ) -> Result<(), LeftOut> {
        if !method.is_intact {
            return Err(LeftOut::SyntaxError);
        }
        let is_code2vec = self.settings.format == PathFormat::Code2vec;
        if is_code2vec && !is_kept(self.source, &self.comments, &self.tree, body) {
            return Err(LeftOut::Empty);
        }
        line.clear();
        line.push_str(&target(&without_unicode_escapes(method.name.text(self.source))));
        line.push(' ');
        if is_code2vec && self.settings.has_hashes {
            self.walk(HashRendering::new(&self.tree, self.settings), line, places, method.node)
        } else {
            self.walk(TextRendering::new(&self.tree, self.settings), line, places, method.node)
        }
    }

    fn walk(
        &self,
        rendering: impl Rendering,
        line: &mut String,
        places: &mut Vec<ContextPlaces>,
        method: NodeId,
    ) -> Result<(), LeftOut> {
        let Self { tree, leaves, settings, .. } = self;
        let mut walk = Walk { tree, leaves, settings: *settings, rendering, line, contexts: 0, places };
        if !walk.run(method) {
            return Err(LeftOut::TooLong);
        }
        if walk.contexts == 0 { Err(LeftOut::Empty) } else { Ok(()) }
    }
}

/// The text and tree that the originals would work on, and where the source begins in that text. What is no file, they try as
/// the statements of a method `f` in a class, then as the members of one.
pub fn original_reading(source: &str) -> (Cow<'_, str>, JavaTree, u32) {
    let java = parse(source);
    let root = java.root();
    let is_file =
        |kind: Kind| matches!(kind, Kind::PackageDeclaration | Kind::ImportDeclaration | Kind::ModuleDeclaration);
    let is_other =
        |kind: Kind| !kind.is_type_declaration() && !is_file(kind) && !kind.is_comment() && kind != Kind::Token;
    let has_file_parts = root.children().any(|child| is_file(child.kind()));
    if has_file_parts || !root.children().any(|child| is_other(child.kind())) {
        return (Cow::Borrowed(source), java, 0);
    }
    let in_method = ["public class Test {SomeUnknownReturnType f() {", "return noSuchReturnValue; }}"];
    let in_class = ["public class Test {", "}"];
    for [before, behind] in [in_method, in_class] {
        let wrapped = [before, source, behind].concat();
        let tree = parse(&wrapped);
        if tree.diagnostics().is_empty() {
            return (Cow::Owned(wrapped), tree, before.len() as u32);
        }
    }
    (Cow::Borrowed(source), java, 0)
}

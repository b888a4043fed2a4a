//! The functions of files.

use std::fmt::Write;

use examen_syntax::{FunctionDefinition, Language, ParsedFile, functions};

use crate::fixture::{Section, check};

#[test]
fn functions_are_as_written() {
    check("functions", &[("functions", &listed)]);
}

fn listed(section: &Section) -> String {
    let language = if section.language == "py" { Language::Python } else { Language::Java };
    let file = ParsedFile::of_part(&section.source, language);
    let mut text = String::new();
    for function in functions(&file, &section.source) {
        describe(&function, &section.source, &mut text);
    }
    text
}

fn describe(function: &FunctionDefinition<'_>, source: &str, text: &mut String) {
    let one_line = |part: &str| part.split_whitespace().collect::<Vec<_>>().join(" ");
    let _ = write!(text, "{}: {:?}", function.qualified_name, function.kind);
    text.push_str(if function.is_nested { ", nested" } else { "" });
    let contact = function.errors;
    let rules =
        [(contact.begins_inside, "begins inside"), (contact.overlaps, "overlaps"), (contact.touches, "touches")];
    let broken: Vec<&str> = rules.into_iter().filter(|(holds, _)| *holds).map(|(_, name)| name).collect();
    if !broken.is_empty() {
        let _ = write!(text, ", an error {}", broken.join(", "));
    }
    let _ = writeln!(text, "\n  header: {}", one_line(function.header().text(source)));
    if let Some(body) = function.body {
        let _ = writeln!(text, "  body: {}", one_line(body.text(source)));
    }
    if let Some(documentation) = function.documentation(source) {
        let _ = writeln!(text, "  documentation: {}", one_line(documentation.text(source)));
    }
}

//! Documentation of functions, split into its parts.

use std::fmt::Write;

use examen_syntax::{Language, ParsedFile, functions};
use examen_views::documentation::{Entry, documentation, read_docstring, read_javadoc};
use proptest::prelude::*;

use crate::fixture::check;
use crate::property_config;

#[test]
fn documentation_is_as_written() {
    check("documentation", &[("documentation", &parts)]);
}

fn parts(source: &str, language: &str) -> String {
    let language = if language == "java" { Language::Java } else { Language::Python };
    let file = ParsedFile::of_part(source, language);
    let mut text = String::new();
    for function in functions(&file, source) {
        let Some(it) = documentation(&function, source) else {
            let _ = writeln!(text, "{}: none", function.qualified_name);
            continue;
        };
        let _ = writeln!(
            text,
            "{}: {}{}",
            function.qualified_name,
            it.style.name(),
            if it.is_blank() { ", blank" } else { "" }
        );
        for (name, part) in [("summary", &it.summary), ("description", &it.description)] {
            if !part.is_empty() {
                let _ = writeln!(text, "  {name}: {part:?}");
            }
        }
        for (name, entries) in [("parameter", &it.parameters), ("returns", &it.returns), ("raises", &it.raises)] {
            for Entry { name: of, kind, text: said } in entries {
                let _ = writeln!(text, "  {name}: {of:?} {kind:?} {said:?}");
            }
        }
    }
    text
}

/// Lines of which some begin sections and fields.
fn docstring_like() -> impl Strategy<Value = String> {
    let indentation = prop::sample::select(vec!["", "    ", "        ", "\t"]);
    let line = prop::sample::select(vec![
        "Args:",
        "Returns:",
        "Parameters",
        "----------",
        "a : int",
        "a (int): text",
        ":param a: b",
        ":type a: c",
        "@return: é",
        "@param x",
        "<p>",
        ">>> f()",
        "",
        "Raises: é",
        "Summary, and more. Text",
        "🎉",
        "\u{0}",
        "```",
        ":",
        "@",
    ]);
    prop::collection::vec((indentation, line), 0..30)
        .prop_map(|lines| lines.into_iter().flat_map(|(indentation, line)| [indentation, line, "\n"]).collect())
}

proptest! {
    #![proptest_config(property_config(256))]

    #[test]
    fn any_text_is_read_and_no_word_is_made_up(text in docstring_like(), noise in any::<String>()) {
        for text in [&text, &noise] {
            for it in [read_docstring(text, "f"), read_javadoc(text)] {
                let entries = it.parameters.iter().chain(&it.returns).chain(&it.raises);
                let said = entries.flat_map(|entry| [&entry.name, &entry.kind, &entry.text]);
                for line in said.chain([&it.summary, &it.description]).flat_map(|part| part.lines()) {
                    prop_assert!(text.contains(line), "{line:?} of {text:?}");
                }
            }
        }
    }
}

/// Were any step more than linear in the text, these would take minutes.
#[test]
fn giant_docstrings_are_read() {
    let n = 200_000;
    for text in [
        "word ".repeat(n),
        ":".repeat(n),
        "@param x: y\n".repeat(n),
        ":param a b: y\n:type c: d\n".repeat(n),
        "Args:\n    a: b\n".repeat(n),
        "Args\n----\n".repeat(n),
        format!("Args:\n    {}", "a: b\n    ".repeat(n)),
        "(".repeat(n),
        "<p>".repeat(n),
        "<".repeat(n),
        " \n".repeat(n),
    ] {
        let lengths = [read_docstring(&text, "f"), read_javadoc(&text)].map(|it| it.summary.len());
        assert!(lengths.iter().all(|&length| length <= text.len()));
    }
}

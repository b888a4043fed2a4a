//! Findings with supporting facts: near, far, on no character of the file, and in another file.

use examen_queries::{BaseRate, Fact, Finding, FindingKind, Findings, Hops, Query, RelevanceRule, Severity};
use examen_semantics::python::{FileId, SemanticFile};
use examen_syntax::Span;

use super::Format;
use examen_analysis::{Found, ParsedFile};

static QUERY: Query = Query {
    id: "py/sample",
    number: 1,
    name: "Sample",
    hops: Hops::Multi,
    severity: Severity::Error,
    tags: &[],
    description: "A sample.",
    example: "class ⟨Base⟩:\n    ...\n\nclass ⟦Derived(⟨Base⟩)⟧:\n    ...\n",
    base_rate: BaseRate { answers: 1, plausible: 1 },
    relevance: RelevanceRule::SINGLE_HOP,
    answers: nothing,
    earlier_answers: None,
    negatives: nothing,
};

fn nothing(_: &SemanticFile<'_>, _: &mut Findings) {}

fn rendered(format: Format) -> String {
    let filler = "filler = 'longer than what is shown together'\n".repeat(200);
    let here = format!("from other import Base\nclass Derived(Base):\n    pass\n{filler}Derived('é')\n");
    let files = [("here.py", here), ("lib/other.py", "class Base:\n    pass\n".to_owned())]
        .map(|(path, text)| ParsedFile::new(path.to_owned(), text.into_bytes()).unwrap());
    let place = |file: usize, part: &str| {
        let start = files[file].text.find(part).unwrap() as u32;
        Span::new(start, start + part.len() as u32)
    };
    let fact = |file: u32, span, label: &str| Fact { file: FileId(file), span, label: label.to_owned() };
    let finding = Finding {
        kind: FindingKind::Answer,
        span: place(0, "class Derived(Base):"),
        message: "Class 'Derived' is derived,\nor so it seems.".to_owned(),
        subject: None,
        facts: vec![
            fact(0, place(0, "Base"), "import of Base"),
            fact(0, place(0, "Derived('é')"), "use of Derived"),
            fact(0, Span::empty(0), "start of the file"),
            fact(1, place(1, "class Base:"), "class Base"),
        ],
    };
    let output = format.render(&files, 0, &[Found { query: &QUERY, finding }], &[&QUERY]).unwrap().output;
    anstream::adapter::strip_str(&output).to_string()
}

#[test]
fn facts_stand_beside_the_answer() {
    insta::assert_snapshot!("text", rendered(Format::Text));
    insta::assert_snapshot!("jsonl", rendered(Format::Jsonl));
    insta::assert_snapshot!("sarif", rendered(Format::Sarif));
    insta::assert_snapshot!("github", rendered(Format::Github));
}

#[test]
fn markers_of_an_example_become_carets() {
    insta::assert_snapshot!("example", anstream::adapter::strip_str(&super::render_example(&QUERY)).to_string());
}

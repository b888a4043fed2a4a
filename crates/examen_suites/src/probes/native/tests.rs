use super::*;

/// Made up, with every defect that the published files have and some that they could.
const FILE: &str = include_str!("tests/CPX_ORIG_1k.txt");

fn kinds(file: &NativeFile) -> Vec<(usize, &'static str)> {
    file.defects.iter().map(|defect| (defect.line, defect.kind.name())).collect()
}

#[test]
fn samples_are_read_and_defects_reported() {
    let file = read(FILE);
    let samples: Vec<_> = file.samples.iter().map(|it| (it.line, split_code(it.split), &*it.label)).collect();
    assert_eq!(
        samples,
        [
            (1, "tr", "0"),
            (2, "tr", "1"),
            (4, "va", "0"),
            (8, "te", "1"),
            (9, "te", "0"),
            (10, "te", "0"),
            (12, "tr", "2")
        ]
    );
    assert_eq!(file.samples[1].text, "void g ( ) { p ( \n ) ; }");
    assert_eq!(file.samples[2].text, "void h ( ) { p ( \"a\tb\" ) ; }");
    assert_eq!(
        kinds(&file),
        [
            (3, "continued-text"),
            (4, "extra-tab"),
            (5, "empty-line"),
            (6, "missing-label"),
            (7, "unknown-split"),
            (11, "missing-text"),
            (13, "missing-label"),
            (14, "text-without-sample"),
        ]
    );
}

#[test]
fn nothing_in_particular_is_no_sample() {
    assert_eq!(read(""), NativeFile::default());
    assert_eq!(kinds(&read("void f ( ) { }\n")), [(1, "text-without-sample")]);
    assert_eq!(read("\u{feff}tr\tA\tx\r\n").samples[0].text, "x");
}

#[test]
fn texts_in_two_splits_and_twice_in_one_are_found() {
    let file = read(FILE);
    let leaks = leaks(&file);
    assert_eq!(leaks.across_splits, [vec![0, 3]]);
    assert_eq!(leaks.within_split, [vec![4, 5]]);
    let shared = Split::ALL.map(|split| leaks.shared(&file, split));
    assert_eq!(shared, [1, 0, 1]);
}

#[test]
fn what_is_written_is_read_back() {
    let text = "def f(a):\n    \"\"\"\\n\\\\\"\"\"\n\treturn '\\t'\r\n";
    let sample = NativeSample { split: Split::Test, label: "B".to_owned(), text: text.to_owned(), line: 1 };
    let written = write([&sample], Language::Python);
    assert_eq!(written, "te\tB\tdef f(a):\\n    \"\"\"\\\\n\\\\\\\\\"\"\"\\n\treturn '\\\\t'\\r\\n\n");
    assert_eq!(read_python(&written).samples, [sample]);
    assert_eq!(
        read_language(&written, Language::Java).samples[0].text,
        written["te\tB\t".len()..].trim_end_matches('\n')
    );
}

#[test]
fn java_stays_on_its_line() {
    let text = "void f ( ) { p ( '\\\\' \n ) ; }".to_owned();
    let sample = NativeSample { split: Split::Train, label: "0\t1".to_owned(), text, line: 1 };
    assert_eq!(write([&sample], Language::Java), "tr\t0 1\tvoid f ( ) { p ( '\\\\'   ) ; }\n");
}

#[test]
fn stray_backslashes_stay() {
    assert_eq!(unescaped(r"a\tb\"), r"a\tb\");
}

#[test]
fn names_say_task_and_size() {
    let name = |file| NativeName::of(file).map(|name| (name.task, name.size));
    assert_eq!(name("CPX_1k.txt"), Some(("CPX", "1k")));
    assert_eq!(name("CPX_ORIG_10k.txt"), Some(("CPX", "10k")));
    assert_eq!(name("LEN_ORIG_100.txt"), Some(("LEN", "100")));
    assert_eq!(name("LEN.txt"), Some(("LEN", "")));
    for other in ["README.md", "README.txt", "CPX_1k.csv", "CPX_k.txt", "CPX_1k_2.txt", "cpx_1k.txt"] {
        assert_eq!(name(other), None, "{other}");
    }
}

#[test]
fn a_text_that_parses_is_left_alone() {
    for text in ["void f ( ) { }", r#"void f ( ) { p ( "\\" , record , '\\' , a . class ) ; }"#] {
        assert_eq!(mended(text), text);
    }
}

#[test]
fn known_damage_is_undone() {
    let cases = [
        // Backslashes were doubled.
        (r#"void f ( ) { p ( "a\\"b" + '\\'' ) ; }"#, r#"void f ( ) { p ( "a\"b" + '\'' ) ; }"#),
        // Names became keywords.
        (
            "void f ( ) { class < ? > c = class . forname ( n ) ; }",
            "void f ( ) { class_ < ? > c = class_ . forname ( n ) ; }",
        ),
        ("void f ( ) { for ( record r : a ) p ( r ) ; }", "void f ( ) { for ( record_ r : a ) p ( r ) ; }"),
        ("void f ( ) { p ( double . parse ( s ) ) ; }", "void f ( ) { p ( double_ . parse ( s ) ) ; }"),
        // Names became signs.
        ("void f ( string - ) { - = - . trim ( ) ; }", "void f ( string _minus ) { _minus = _minus . trim ( ) ; }"),
        // Quotes were lost.
        ("void f ( ) { if ( c == ' ) { p ( ) ; } }", "void f ( ) { if ( c == 0 ) { p ( ) ; } }"),
        // Letters became escapes that Java does not have.
        ("void f ( ) { int a\\xe7o = 1 ; }", "void f ( ) { int a_xe7o = 1 ; }"),
    ];
    for (damaged, whole) in cases {
        assert_eq!(mended(damaged), whole);
    }
}

#[test]
fn a_class_in_a_method_stays_one() {
    let text = "void f ( ) { class A extends B { } class c = A . class ; }";
    assert_eq!(mended(text), "void f ( ) { class A extends B { } class_ c = A . class ; }");
}

//! Trees of other parsers.

use examen_english::conllu::{ConlluError, read, read_for, write};

const FILE: &str = "# text\n1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n2\tworks\twork\tVERB\tVBZ\t_\t0\troot\t_\tSpaceAfter=No\n\
                    3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_\n\n";

#[test]
fn a_file_is_read_and_written() {
    let sentences = read_for(FILE, "It works.").expect("fits");
    assert_eq!(sentences[0].tokens[1].span, 3..8);
    assert_eq!(write(&sentences), FILE.strip_prefix("# text\n").expect("comment"));
}

#[test]
fn what_does_not_fit_is_one_clear_error() {
    let text = ConlluError::Text { line: 3, found: "works".into(), expected: "fails.".into() };
    assert_eq!(read_for(FILE, "It fails."), Err(text));
    let error = read_for(FILE, "It works. Or not.").expect_err("text goes on");
    assert_eq!(error.to_string(), "line 5: the file has `the end`, the text goes on with `Or not.`");
    assert_eq!(read("1\tIt\n"), Err(ConlluError::Columns { line: 1, columns: 2 }));
    let head = FILE.replace("\t2\tnsubj", "\t9\tnsubj");
    assert_eq!(read(&head), Err(ConlluError::Number { line: 2, value: "9".into() }));
    let circle = FILE.replace("\t0\troot", "\t1\troot");
    assert_eq!(read(&circle), Err(ConlluError::Tree { line: 2 }));
    assert_eq!(read(&FILE.replace("2\tworks", "x\tworks")), Err(ConlluError::Number { line: 3, value: "x".into() }));
}

#[test]
fn ranges_and_empty_nodes_are_passed_over() {
    let file = FILE
        .replace("1\tIt", "1-2\tItworks\t_\t_\t_\t_\t_\t_\t_\t_\n1\tIt")
        .replace("3\t.", "2.1\te\t_\t_\t_\t_\t_\t_\t_\t_\n3\t.");
    assert_eq!(read(&file).expect("fits")[0].tokens.len(), 3);
}

//! JSONL and Parquet.

use std::ops::ControlFlow;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::{ArrayRef, BinaryArray, Int64Array, LargeStringArray, StringArray, StringViewArray};
use examen_corpus::{Found, SourceOptions, TableKind, read_table_bytes};
use examen_syntax::Language;
use examen_test::hostile_file;
use parquet::arrow::ArrowWriter;

use crate::build::{gz, gz_zeros, read, write};

/// `project|path|text` or `path|!reason: detail`.
fn lines(kind: TableKind, bytes: Vec<u8>, options: &SourceOptions) -> Vec<String> {
    let mut lines = Vec::new();
    let flow = read_table_bytes(kind, bytes, "table", options, &mut |found| {
        match found {
            Found::File(file) => {
                lines.push(format!("{}|{}|{}", file.project, file.path, String::from_utf8_lossy(&file.bytes)));
            }
            Found::Skipped(row) => lines.push(format!("{}|!{}: {}", row.path, row.reason, row.detail)),
            Found::Other => lines.push("other".to_owned()),
            Found::LeftOut => {}
        }
        ControlFlow::Continue(())
    });
    assert!(flow.is_continue());
    lines
}

fn parquet(columns: Vec<(&str, ArrayRef)>) -> Vec<u8> {
    let batch = RecordBatch::try_from_iter(columns).unwrap();
    let mut bytes = Vec::new();
    let mut writer = ArrowWriter::try_new(&mut bytes, batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
    bytes
}

fn strings(values: &[&str]) -> ArrayRef {
    Arc::new(StringArray::from(values.to_vec()))
}

#[test]
fn the_stack_is_read_as_it_is() {
    let bytes = parquet(vec![
        ("hexsha", strings(&["1", "2", "3"])),
        ("size", Arc::new(Int64Array::from(vec![1, 2, 3]))),
        ("lang", strings(&["Python", "Java", "C++"])),
        ("max_stars_repo_path", strings(&["src/a.py", "/src/B.java", "c.cc"])),
        ("max_stars_repo_name", strings(&["one/a", "two/b", "three/c"])),
        ("content", strings(&["a = 1", "class B {}", "int c;"])),
    ]);
    let expected = ["one/a|src/a.py|a = 1", "two/b|src/B.java|class B {}", "other"];
    assert_eq!(lines(TableKind::Parquet, bytes, &SourceOptions::default()), expected);
}

#[test]
fn all_kinds_of_strings_are_read() {
    let contents: [ArrayRef; 4] = [
        strings(&["a = 1"]),
        Arc::new(LargeStringArray::from(vec!["a = 1"])),
        Arc::new(StringViewArray::from(vec!["a = 1"])),
        Arc::new(BinaryArray::from(vec![&b"a = 1"[..]])),
    ];
    for content in contents {
        let kind = content.data_type().clone();
        let bytes = parquet(vec![("code", content), ("path", strings(&["a.py"]))]);
        assert_eq!(lines(TableKind::Parquet, bytes, &SourceOptions::default()), ["table|a.py|a = 1"], "{kind}");
    }
}

#[test]
fn a_table_of_wrong_types_is_a_row_that_names_the_columns() {
    let bytes = parquet(vec![("content", Arc::new(Int64Array::from(vec![1]))), ("path", strings(&["a.py"]))]);
    let expected = "table|!table-without-content: no text column content, code, text; found content Int64, path Utf8";
    assert_eq!(lines(TableKind::Parquet, bytes, &SourceOptions::default()), [expected]);
    let bytes = parquet(vec![("body", strings(&["a = 1"])), ("path", strings(&["a.py"]))]);
    assert!(lines(TableKind::Parquet, bytes.clone(), &SourceOptions::default())[0].contains("found body Utf8"));
    let options = SourceOptions { content_column: Some("body".to_owned()), ..SourceOptions::default() };
    assert_eq!(lines(TableKind::Parquet, bytes, &options), ["table|a.py|a = 1"]);
}

#[test]
fn a_damaged_parquet_is_a_row() {
    let texts: Vec<String> = (0..2000).map(|number| format!("x = {number}\n").repeat(20)).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let names = vec!["a.py"; 2000];
    let whole = parquet(vec![("content", strings(&texts)), ("path", strings(&names))]);
    assert_eq!(lines(TableKind::Parquet, whole.clone(), &SourceOptions::default()).len(), 2000);
    let truncated = whole[..whole.len() / 2].to_vec();
    assert!(lines(TableKind::Parquet, truncated, &SourceOptions::default())[0].contains("!corrupt-table"));
    assert!(lines(TableKind::Parquet, b"PAR1".to_vec(), &SourceOptions::default())[0].contains("!corrupt-table"));
    let mut overwritten = whole;
    overwritten[100..400].fill(0xff);
    let found = lines(TableKind::Parquet, overwritten, &SourceOptions::default());
    assert!(found.last().unwrap().contains("!corrupt-table") || found.len() == 2000);
}

#[test]
fn bad_lines_are_rows_with_their_number() {
    let text = concat!(
        r#"{"content": "a = 1", "path": "a.py", "repo_name": "one"}"#,
        "\n{broken\n\n[1, 2]\n",
        r#"{"content": null, "path": "b.py"}"#,
        "\n",
        r#"{"content": 7, "path": "c.py"}"#,
        "\n",
        r#"{"path": "d.rs", "content": "fn"}"#,
        "\n",
        r#"{"content": "no name"}"#,
        "\n",
        r#"{"text": "worse", "code": "e = 1", "filename": "C:\\x\\..\\e.py", "more": {"deep": [1, {"x": null}]}}"#,
    );
    let found = lines(TableKind::Jsonl, text.into(), &SourceOptions::default());
    assert_eq!(found[0], "one|a.py|a = 1");
    assert!(found[1].starts_with("table/2|!bad-row: row 2: "), "{}", found[1]);
    assert!(found[2].starts_with("table/4|!bad-row: row 4: "), "{}", found[2]);
    assert_eq!(found[3], "b.py|!row-without-content: row 5");
    assert_eq!(found[4], "c.py|!row-without-content: row 6");
    assert_eq!(found[5], "other");
    assert_eq!(found[6], "table/8|!unknown-language: row 8");
    assert_eq!(found[7], "table|x/e.py|e = 1");
    assert_eq!(found.len(), 8);
    let options = SourceOptions { language: Some(Language::Python), ..SourceOptions::default() };
    assert_eq!(lines(TableKind::Jsonl, text.into(), &options)[6], "table|table/8|no name");
}

#[test]
fn a_table_of_something_else_is_one_row() {
    let text = "{\"question\": \"why?\", \"answer\": 42}\n".repeat(1000);
    let found = lines(TableKind::Jsonl, text.into(), &SourceOptions::default());
    let expected = "table|!table-without-content: no column content, code, text; found question, answer";
    assert_eq!(found, [expected]);
}

#[test]
fn a_giant_line_is_a_row_and_the_next_one_is_read() {
    let mut bytes = gz_zeros(b"{\"content\": \"", 100);
    bytes.extend(gz(b"\"}\n{\"content\": \"a\", \"path\": \"a.py\"}\n"));
    let found = lines(TableKind::JsonlGz, bytes, &SourceOptions::default());
    assert_eq!(found, ["table/1|!line-too-long: row 1: more than 67108864 bytes", "table|a.py|a"]);
}

#[test]
fn a_table_without_line_ends_is_not_read_to_its_end() {
    let mut options = SourceOptions::default();
    options.limits.max_line_bytes = 1 << 16;
    let mut bytes = vec![b' '; 10 << 16];
    bytes.extend_from_slice(b"\n{\"content\": \"a\", \"path\": \"a.py\"}\n");
    let found = lines(TableKind::Jsonl, bytes.clone(), &options);
    assert_eq!(found, ["table/1|!line-too-long: row 1: more than 65536 bytes", "table|a.py|a"]);
    bytes.splice(0..0, vec![b' '; 10 << 16]);
    let found = lines(TableKind::Jsonl, bytes, &options);
    let expected = "table|!line-too-long: row 1: more than 1048576 bytes without a line end; the rest is not read";
    assert_eq!(found, [expected]);
}

#[test]
fn a_compressed_table_is_bounded_and_may_break_off() {
    let mut options = SourceOptions::default();
    options.limits.max_unpacked_bytes = 10 << 20;
    let found = lines(TableKind::JsonlGz, gz_zeros(b"", 100), &options);
    assert_eq!(found, ["table|!too-many-bytes: row 1: more than 10485760 bytes"]);
    let whole = gz(&b"{\"content\": \"a\", \"path\": \"a.py\"}\n".repeat(100_000));
    let found = lines(TableKind::JsonlGz, whole[..whole.len() / 2].to_vec(), &SourceOptions::default());
    assert!(found.len() > 1 && found.last().unwrap().contains("!corrupt-table"));
}

#[test]
fn nested_brackets_in_a_line_do_not_exhaust_the_stack() {
    let text = format!("{{\"content\": \"a\", \"path\": \"a.py\"}}\n{{\"deep\": {}", "[".repeat(100_000));
    let found = lines(TableKind::Jsonl, text.into(), &SourceOptions::default());
    assert!(found[1].contains("!bad-row"));
}

#[test]
fn tables_in_a_folder_are_read() {
    let folder = tempfile::tempdir().unwrap();
    write(&folder.path().join("data/train.jsonl"), "{\"content\": \"a\", \"path\": \"a.py\", \"repo\": \"x/y\"}\n");
    write(&folder.path().join("more.parquet"), "not one");
    let (lines, _) = read(&[folder.path()], &SourceOptions::default());
    assert_eq!(lines, ["x/y|a.py|a", "more|more.parquet|!corrupt-table"]);
}

#[test]
fn groups_in_groups_are_read_down_to_a_limit() {
    // Deeper than a stack, if each were a call.
    let bytes = hostile_file("parquet/groups-nested").bytes(300_000);
    let rows = lines(TableKind::Parquet, bytes, &SourceOptions::default());
    assert!(rows.len() == 1 && rows[0].ends_with("!corrupt-table: groups lie too deep in each other"), "{rows:?}");
    let few = hostile_file("parquet/groups-nested").bytes(400);
    let rows = lines(TableKind::Parquet, few, &SourceOptions::default());
    assert!(rows.len() == 1 && !rows[0].contains("too deep"), "{rows:?}");
    // Many beside each other are no depth.
    let wide = hostile_file("parquet/columns").bytes(100_000);
    let rows = lines(TableKind::Parquet, wide, &SourceOptions::default());
    assert!(rows.len() == 1 && !rows[0].contains("too deep"), "{rows:?}");
}

//! Rows of the released data set: hand-made ones, and ours on the way there and back.

use std::path::Path;

use examen_suites::queries::native::{
    BlockInput, NativeError, NativeRow, NativeTokens, TokenIds, from_native, from_native_blocks, from_native_prefix,
    to_native, to_native_blocks, to_native_prefix, to_native_twostep,
};
use examen_suites::queries::page::header_tokens;
use examen_suites::queries::row::{ExampleType, LineRange, ShownBlock, ShownSpan, SpanRow};
use examen_tokenizers::Subwords;

fn released() -> Vec<NativeRow> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/native/released.jsonl");
    std::fs::read_to_string(path).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const fn no_token(_: u32) -> Option<String> {
    None
}

#[test]
fn fields_have_the_released_names_and_order() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/native/released.jsonl");
    let written: String = released().iter().map(|row| serde_json::to_string(row).unwrap() + "\n").collect();
    assert_eq!(std::fs::read_to_string(path).unwrap(), written);
}

#[test]
fn a_method_is_placed_by_its_span() {
    let row = from_native(released().remove(2), no_token).unwrap();
    assert_eq!((row.query.as_str(), row.hops.as_str()), ("py/missing-equals", "multi"));
    assert_eq!(row.query_name, "`__eq__` not overridden when adding attributes");
    assert_eq!(row.example_type, ExampleType::Positive);
    let [method, class] = &row.blocks[..] else { panic!("two blocks") };
    assert_eq!((method.kind.as_str(), method.header.as_str()), ("CLASS_FUNCTION", "class B(A, metaclass=M):"));
    assert_eq!(method.line_ranges, [LineRange { start: 11, end: 13 }]);
    assert_eq!((class.kind.as_str(), class.header.as_str()), ("CLASS_OTHER", "module"));
    assert_eq!(class.line_ranges, []);
    let [answer] = &row.answer_spans[..] else { panic!("one answer") };
    assert_eq!((answer.block, answer.text.as_str()), (1, "class B(A):"));
    let [fact] = &row.supporting_fact_spans[..] else { panic!("one fact") };
    assert_eq!((fact.block, fact.text.as_str()), (0, "self.x"));
    assert_eq!((row.length, row.spans_within_limit), (7, 2));
}

#[test]
fn rows_of_blocks_become_one_example() {
    let mut rows = released();
    rows.truncate(2);
    let alone = from_native(rows[1].clone(), no_token).unwrap();
    assert_eq!(alone.answer_spans, []);
    let row = from_native_blocks(rows.clone(), no_token).unwrap();
    let kinds: Vec<_> = row.blocks.iter().map(|block| (block.kind.as_str(), block.is_relevant)).collect();
    assert_eq!(kinds, [("MODULE_OTHER", true), ("MODULE_FUNCTION", false)]);
    assert_eq!(row.answer_spans[0].block, 0);
    let tokens = row.tokens.unwrap();
    assert_eq!(tokens[10..13], ["sys_", "[SEP]_", "module_"]);
    assert_eq!((tokens.len(), row.labels.unwrap()[11]), (16, 4));
    rows.extend(released().drain(2..3));
    assert_eq!(from_native_blocks(rows, no_token), Err(NativeError::NoBlock));
}

#[test]
fn ids_need_a_vocabulary() {
    let row = released().remove(3);
    assert_eq!(from_native(row.clone(), no_token), Err(NativeError::UnknownToken(2)));
    let ours = from_native(row.clone(), |id| Some(format!("t{id}"))).unwrap();
    assert_eq!(ours.query, "py/redundant-else");
    assert_eq!(ours.tokens.as_deref(), Some(&["t2", "t7", "t3", "t9"].map(str::to_owned)[..]));
    let back = to_native(&ours, &row.code_file_path, header_tokens).unwrap();
    assert_eq!(back.with_token_ids(|token| token[1..].parse().ok()), Ok(row));
}

#[test]
fn bad_rows_say_why() {
    let row = released().remove(2);
    let with = |change: fn(&mut NativeRow)| {
        let mut row = row.clone();
        change(&mut row);
        from_native(row, no_token).unwrap_err().to_string()
    };
    let problems = [
        with(|row| row.query_name = "No such query".to_owned()),
        with(|row| row.example_type = 2),
        with(|row| row.context_blocks = None),
        with(|row| row.context_blocks.as_mut().unwrap()[0].header = "['class".to_owned()),
        with(|row| row.answer_spans[0].span = "class X:".to_owned()),
        with(|row| row.label_sequence.push(2)),
    ];
    insta::assert_snapshot!(problems.join("\n"), @r#"
    no query is called "No such query"
    example type 2 is neither 0 nor 1
    the row shows no block
    the header "['class" is no list of strings
    no block holds the span "class X:" of line 10
    8 labels for 7 tokens
    "#);
}

fn block(index: u32, kind: &str, path: &str, header: &str, content: &str, line_ranges: &[(u32, u32)]) -> ShownBlock {
    ShownBlock {
        index,
        kind: kind.to_owned(),
        path: path.to_owned(),
        header: header.to_owned(),
        content: content.to_owned(),
        line_ranges: line_ranges.iter().map(|&(start, end)| LineRange { start, end }).collect(),
        is_relevant: true,
        is_flagged: true,
    }
}

fn span(block: u32, place: [u32; 4], text: &str) -> ShownSpan {
    let [start_line, start_column, end_line, end_column] = place;
    let text = text.to_owned();
    ShownSpan { block, start_line, start_column, end_line, end_column, text, pattern: String::new() }
}

fn ours() -> SpanRow {
    SpanRow {
        query: "py/init-calls-subclass".to_owned(),
        query_name: "`__init__` method calls overridden method".to_owned(),
        hops: "multi".to_owned(),
        example_type: ExampleType::Positive,
        blocks: vec![
            block(
                0,
                "CLASS_FUNCTION",
                "root.A.__init__",
                "class A(object):",
                "    def __init__(self):\n        self.f()\n",
                &[(1, 3)],
            ),
            block(1, "CLASS_FUNCTION", "root.A.f", "class A(object):", "    def f(self):\n        pass\n", &[(3, 5)]),
            block(
                3,
                "CLASS_FUNCTION",
                "root.B.f",
                "class B(A):",
                "    def f(self):\n        self.x = (1,\n 'é')\n",
                &[],
            ),
        ],
        answer_spans: vec![span(0, [2, 8, 2, 16], "self.f()")],
        supporting_fact_spans: vec![span(2, [8, 17, 9, 5], "(1,\n 'é')")],
        plausible_spans: Vec::new(),
        length: 4,
        spans_within_limit: 2,
        tokens: Some(["[CLS]_", "[SEP]_", "self_", "é_"].map(str::to_owned).to_vec()),
        labels: Some(vec![4, 4, 0, 3]),
    }
}

#[test]
fn what_the_schema_holds_comes_back() {
    let row = ours();
    let native = to_native(&row, "owner/project/a.py", header_tokens).unwrap();
    let text = serde_json::to_string(&native).unwrap();
    let mut back = from_native(serde_json::from_str(&text).unwrap(), no_token).unwrap();
    // Only a block with a span of its own shows where it stands.
    assert_eq!(back.blocks[1].line_ranges, []);
    assert_eq!(back.blocks[2].line_ranges, [LineRange { start: 7, end: 10 }]);
    back.blocks[1].line_ranges.clone_from(&row.blocks[1].line_ranges);
    back.blocks[2].line_ranges.clear();
    assert_eq!(back, row);
}

#[test]
fn blocks_are_written_one_by_one() {
    let row = ours();
    let tokens = ["[CLS]_", "[SEP]_", "self_"].map(str::to_owned);
    let input = BlockInput { tokens: &tokens, labels: &[4, 4, 0] };
    let rows = to_native_blocks(&row, "a.py", header_tokens, &[input; 3]).unwrap();
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|native| native.relevance_label == Some(1) && native.answer_spans.len() == 1));
    assert_eq!(rows[0].subtokenized_input_sequence, NativeTokens::Texts(tokens.to_vec()));
    assert_eq!(rows[2].context_block.as_ref().unwrap().header, "['class', 'B', '(', 'A', ')', ':', '___EOS___']");
    let short = to_native_blocks(&row, "a.py", header_tokens, &[input]);
    assert_eq!(short, Err(NativeError::InputCount { inputs: 1, blocks: 3 }));
    let bare = SpanRow { tokens: None, ..row };
    assert_eq!(to_native(&bare, "a.py", header_tokens), Err(NativeError::NoTokens));
}

#[test]
fn headers_are_written_as_python_writes_lists() {
    let tokens = ["it's", "\"a\"", "both ' and \"", "tab\tline\n", "back\\slash", "\u{1}é"];
    let mut row = ours();
    row.blocks.truncate(1);
    row.supporting_fact_spans.clear();
    let header = |_: &str| tokens.map(str::to_owned).to_vec();
    let native = to_native(&row, "a.py", header).unwrap();
    let written = &native.context_blocks.as_ref().unwrap()[0].header;
    assert_eq!(written, r#"["it's", '"a"', 'both \' and "', 'tab\tline\n', 'back\\slash', '\x01é']"#);
    let back = from_native(native, no_token).unwrap();
    assert_eq!(back.blocks[0].header, "it's \"a\" both ' and \" tab\tline\nback\\slash\u{1}é");
}

#[test]
fn ids_are_those_of_the_vocabulary() {
    let (ids, cubert) = (TokenIds::cubert(), Subwords::cubert());
    for token in ["[CLS]_", "[SEP]_", "import_", "\\u\\u\\uEOS\\u\\u\\u_", "'_"] {
        assert_eq!(ids.id(token), cubert.id(token), "{token}");
        assert_eq!(ids.token(ids.id(token).unwrap()), Some(token));
    }
    assert_eq!((ids.id("no such token"), ids.token(u32::MAX)), (None, None));
}

#[test]
fn a_prefix_is_whole_again_and_shows_no_code() {
    let subwords = Subwords::python();
    let text = "x = 1\ny = x\n";
    let whole =
        ["[CLS]", "Unused", "import", "[SEP]", "module", "___EOS___", "x", "=", "1", "___NEWLINE___", "y", "=", "x"];
    let mut row = ours();
    row.query = "py/unused-import".to_owned();
    row.query_name = "Unused import".to_owned();
    row.blocks = vec![block(0, "FILE", "root", "module", text, &[(0, 2)])];
    row.labels = Some(vec![4, 4, 4, 4, 2, 2, 2, 2, 2, 2, 0, 1, 1]);
    row.tokens = Some(whole[..8].iter().map(|&token| token.to_owned()).collect());
    let native = to_native_prefix(&row, "a.py", &subwords).unwrap();
    assert_eq!((native.context_blocks.as_ref(), native.label_sequence.len()), (None, 13));
    assert_eq!(native.subtokenized_input_sequence, NativeTokens::Texts(whole.map(str::to_owned).to_vec()));
    let back = from_native_prefix(native, 8, no_token).unwrap();
    assert_eq!((&back.tokens, &back.labels, back.blocks.len()), (&row.tokens, &row.labels, 0));
    assert_eq!(back.answer_spans, row.answer_spans);
    let other = to_native_prefix(&row, "a.py", &Subwords::cubert());
    assert_eq!(other, Err(NativeError::OtherTokenizer));
}

#[test]
fn the_input_of_a_file_is_cut_into_those_of_its_blocks() {
    let mut row = ours();
    row.blocks.truncate(2);
    row.supporting_fact_spans.clear();
    row.tokens = Some(["[CLS]", "q", "[SEP]", "h", "a", "[SEP]", "h", "b"].map(str::to_owned).to_vec());
    row.labels = Some(vec![4, 4, 4, 2, 0, 4, 2, 2]);
    let rows = to_native_twostep(&row, "a.py").unwrap();
    assert_eq!(
        rows[1].subtokenized_input_sequence,
        NativeTokens::Texts(["[CLS]", "q", "[SEP]", "h", "b"].map(str::to_owned).to_vec())
    );
    assert_eq!(
        (&rows[0].label_sequence[..], &rows[1].label_sequence[..]),
        (&[4, 4, 4, 2, 0][..], &[4, 4, 4, 2, 2][..])
    );
    let back = from_native_blocks(rows, no_token).unwrap();
    assert_eq!((back.tokens, back.labels), (row.tokens.clone(), row.labels.clone()));
    row.blocks.truncate(1);
    assert_eq!(to_native_twostep(&row, "a.py"), Err(NativeError::InputCount { inputs: 2, blocks: 1 }));
}

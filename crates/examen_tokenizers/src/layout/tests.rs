//! Layout-aware tokens: what they cover, and that training repeats itself.

use proptest::prelude::*;

use super::*;

const CODE: &str =
    "def f(self, x):\n    # naïve\n\n    if x >= 10 ** 2:\n        return self.value_of(x)\r\n\treturn '''a b'''\n";

fn trained() -> LayoutTokenizer {
    LayoutTokenizer::train(&vec![CODE.to_owned(); 5], 300).unwrap()
}

fn shown(tokenizer: &LayoutTokenizer, text: &str) -> Vec<String> {
    tokenizer.tokenize(text).iter().map(|token| tokenizer.tokens[token.id as usize].clone()).collect()
}

#[test]
fn layout_and_operators_are_whole() {
    let tokenizer = trained();
    let tokens = shown(&tokenizer, "x **= 2\n\n    x  ->self \n");
    let fixed: Vec<&str> = tokens.iter().map(String::as_str).filter(|token| !token.starts_with(PREFIX)).collect();
    assert_eq!(fixed, ["**=", "<nl4>", "->", "<nl0>"], "{tokens:?}");
    assert_eq!(shown(&tokenizer, "\n\t\tself\n".trim_end()), ["<nl16>", "\u{2581}self"]);
}

#[test]
fn a_name_has_the_same_pieces_everywhere() {
    let tokenizer = trained();
    let [alone, called] = ["value_of", "(value_of)"].map(|text| tokenizer.tokenize(text));
    let ids = |tokens: &[LayoutToken]| tokens.iter().map(|token| token.id).collect::<Vec<_>>();
    assert_eq!(ids(&alone), ids(&called[1..called.len() - 1]));
    assert!(alone.iter().all(|token| token.word == Some((0, 8))));
}

#[test]
fn training_repeats_itself_and_goes_through_a_file() {
    let (one, other) = (trained().to_json(), trained().to_json());
    assert_eq!(one, other);
    let read = LayoutTokenizer::from_json("test", &one).unwrap();
    assert_eq!(read.to_json(), one);
    assert_eq!(read.tokenize(CODE), trained().tokenize(CODE));
    for wrong in ["", "{}", r#"{"type":"examen-layout","tokens":[],"merges":[]}"#] {
        assert!(LayoutTokenizer::from_json("test", wrong).is_err(), "{wrong}");
    }
    let merge = one.replacen("\"merges\":[", "\"merges\":[[\"no\",\"such\"],", 1);
    assert!(LayoutTokenizer::from_json("test", &merge).is_err());
}

proptest! {
    #[test]
    fn tokens_cover_all_that_is_not_whitespace(text in "[a-z_ é\\n\\t\r(=*>\"'.0-9]{0,80}") {
        let tokens = trained().tokenize(&text);
        let mut at = 0;
        for token in &tokens {
            prop_assert!(token.start as usize >= at && token.start <= token.end);
            prop_assert!(text[at..token.start as usize].chars().all(char::is_whitespace));
            at = token.end as usize;
        }
        prop_assert!(text[at..].chars().all(char::is_whitespace));
    }
}

//! Suggestions for words that name nothing.

use examen_data::{did_you_mean, nearest_name};

#[test]
fn the_nearest_name_is_suggested_if_one_is_near() {
    let names = ["bag-of-tokens", "length-only", "majority"];
    for (word, wanted) in [
        ("majorty", Some("majority")),
        ("length", Some("length-only")),
        ("MAJORITY", Some("majority")),
        ("codebert", None),
        ("", None),
    ] {
        assert_eq!(nearest_name(word, names), wanted, "{word}");
    }
    assert_eq!(did_you_mean("majorty", names), " (did you mean `majority`?)");
    assert_eq!(did_you_mean("codebert", names), "");
}

//! Each method finds its own shortcut, and nothing where there is none.

use examen_models::Method;

use crate::corpus::{Text, accuracy, answers, texts};

/// Every other text has one type misspelt.
fn misspelt() -> Vec<Text> {
    texts(1_500, 1, |at, tokens| {
        let place = (7 * at) % tokens.len();
        let word = if at % 2 == 0 { "int" } else { ["itn", "nit"][at / 2 % 2] };
        word.clone_into(&mut tokens[place]);
        ["ORIG", "FAULT"][at % 2].to_owned()
    })
}

/// Classes by length: 20 to 29 tokens, 30 to 39 and so on.
fn by_length() -> Vec<Text> {
    texts(1_000, 2, |_, tokens| (tokens.len() / 10).to_string())
}

/// Random classes, whatever the text.
fn random_classes() -> Vec<Text> {
    texts(2_000, 3, |at, _| (at % 4).to_string())
}

#[test]
fn a_bag_of_tokens_finds_a_single_token() {
    assert!(accuracy(Method::BagOfTokens, &misspelt(), 0) > 0.97);
    let length_only = accuracy(Method::LengthOnly, &misspelt(), 0);
    assert!((0.4..0.6).contains(&length_only), "{length_only}");
}

#[test]
fn a_bag_of_tokens_tells_numbers_of_tokens_apart() {
    let counted = texts(2_500, 4, |at, tokens| {
        let count = at % 4;
        tokens.extend(std::iter::repeat_n("if".to_owned(), count));
        count.to_string()
    });
    assert!(accuracy(Method::BagOfTokens, &counted, 0) > 0.9);
}

#[test]
fn a_bag_of_tokens_does_not_see_their_order() {
    // A pair is the same tokens the other way round.
    let ordered = texts(1_000, 5, |at, tokens| {
        tokens.sort_unstable();
        if at % 2 == 1 {
            tokens.reverse();
        }
        (at % 2).to_string()
    });
    let found = accuracy(Method::BagOfTokens, &ordered, 0);
    assert!((0.4..0.6).contains(&found), "{found}");
}

#[test]
fn length_tells_classes_of_length() {
    assert!(accuracy(Method::LengthOnly, &by_length(), 0) > 0.97);
}

#[test]
fn random_classes_are_not_learnt() {
    for method in Method::ALL {
        let found = accuracy(method, &random_classes(), 0);
        assert!((0.18..0.32).contains(&found), "{}: {found}", method.name());
    }
}

#[test]
fn the_majority_is_the_most_frequent_class_in_training() {
    let uneven = texts(100, 6, |at, _| if at % 3 == 0 { "rare" } else { "frequent" }.to_owned());
    assert!(answers(Method::Majority, &uneven, 0).iter().all(|(given, _)| given == "frequent"));
}

#[test]
fn the_same_seed_gives_the_same_answers() {
    for method in Method::ALL {
        assert_eq!(answers(method, &random_classes(), 7), answers(method, &random_classes(), 7), "{}", method.name());
    }
    assert_ne!(answers(Method::BagOfTokens, &random_classes(), 7), answers(Method::BagOfTokens, &random_classes(), 8));
}

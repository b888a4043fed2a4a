//! Little to learn from, or nothing.

use examen_models::{Input, Labelled, Method, ModelError};

const fn labelled<'t>(text: &'t str, token_count: u32, label: &'t str) -> Labelled<'t> {
    Labelled { input: Input { text, token_count }, label }
}

const UNSEEN: Input<'_> = Input { text: "never met before", token_count: 1_000 };

#[test]
fn nothing_to_train_on_is_an_error() {
    for method in Method::ALL {
        let validation = [labelled("a b", 2, "A")];
        assert_eq!(method.train(&[], &validation, 0).map(|_| ()), Err(ModelError::NoTrainingExamples));
    }
}

#[test]
fn one_class_is_always_answered() {
    let training = [labelled("a b", 2, "A"), labelled("b c d", 3, "A"), labelled("", 0, "A")];
    for method in Method::ALL {
        let model = method.train(&training, &training, 0).unwrap();
        for input in [UNSEEN, training[0].input, Input { text: "", token_count: 0 }] {
            assert_eq!(model.answer(input), "A", "{}", method.name());
        }
    }
}

#[test]
fn without_validation_the_usual_settings_are_used() {
    let pair = [labelled("x = 1", 3, "short"), labelled("x = 1 + 2 + 3", 7, "long")];
    let training: Vec<Labelled<'_>> = pair.iter().copied().cycle().take(200).collect();
    for method in [Method::BagOfTokens, Method::LengthOnly] {
        let model = method.train(&training, &[], 0).unwrap();
        assert_eq!(model.answer(pair[0].input), "short", "{}", method.name());
        assert_eq!(model.answer(pair[1].input), "long", "{}", method.name());
    }
}

#[test]
fn unseen_tokens_leave_the_frequency_of_the_classes() {
    let training: Vec<Labelled<'_>> =
        (0..30).map(|at| if at % 3 == 0 { labelled("a b", 2, "rare") } else { labelled("a c", 2, "usual") }).collect();
    let model = Method::BagOfTokens.train(&training, &training, 0).unwrap();
    assert_eq!(model.answer(training[0].input), "rare");
    assert_eq!(model.answer(UNSEEN), "usual");
}

#[test]
fn ties_go_to_the_first_class() {
    let training = [labelled("a", 5, "B"), labelled("a", 5, "A"), labelled("a", 9, "C")];
    assert_eq!(Method::Majority.train(&training, &[], 0).unwrap().answer(UNSEEN), "A");
    let validation = [labelled("a", 9, "C")];
    let nearest = Method::LengthOnly.train(&training, &validation, 0).unwrap();
    assert_eq!(nearest.answer(Input { text: "a", token_count: 4 }), "A");
    assert_eq!(nearest.answer(Input { text: "a", token_count: 8 }), "C");
    // As far from 5 as from 9: all three are neighbours.
    assert_eq!(nearest.answer(Input { text: "a", token_count: 7 }), "A");
}

#[test]
fn classes_that_only_validation_has_do_no_harm() {
    let training = [labelled("a a", 2, "A"), labelled("b b", 9, "B")];
    let validation = [labelled("c", 1, "C"), labelled("b", 9, "B")];
    for method in Method::ALL {
        let model = method.train(&training, &validation, 0).unwrap();
        assert!(["A", "B"].contains(&model.answer(UNSEEN)), "{}", method.name());
    }
}

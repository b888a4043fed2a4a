//! Forms of verbs, from the dictionary form and back.

use examen_english::inflection::{
    base, form_of_do, is_auxiliary, is_negation, past, past_participle, present_participle, singular, third_person,
};

#[test]
fn forms_are_those_of_the_fixture_and_lead_back() {
    let mut wrong = Vec::new();
    for line in include_str!("fixtures/inflection.tsv").lines() {
        let forms: Vec<&str> = line.split('\t').collect();
        let [verb, third, before, done, doing] = forms[..] else { panic!("five forms: {line}") };
        let made = [third_person(verb), past(verb), past_participle(verb), present_participle(verb)];
        if made != [third, before, done, doing] {
            wrong.push(format!("{verb}: {made:?}"));
        }
        for (form, tag) in [(third, "VBZ"), (done, "VBN"), (doing, "VBG")] {
            // "lay" is a verb of its own and "lain" unambiguous; "lying" is read as the regular form of "ly".
            if verb != "lie" && base(form, tag) != verb {
                wrong.push(format!("{form} {tag}: {}", base(form, tag)));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn helpers_of_questions() {
    assert_eq!([form_of_do("VBZ"), form_of_do("VBD"), form_of_do("VBP")], ["does", "did", "do"]);
    assert!(is_auxiliary("will") && is_auxiliary("has") && !is_auxiliary("returns"));
    assert!(is_negation("n't") && is_negation("never") && !is_negation("no"));
}

#[test]
fn plurals_have_singulars() {
    let pairs =
        [("indices", "index"), ("caches", "cache"), ("classes", "class"), ("entries", "entry"), ("matches", "match")];
    for (plural, expected) in pairs.into_iter().chain([("boxes", "box"), ("values", "value"), ("status", "status")]) {
        assert_eq!(singular(plural), expected);
    }
}

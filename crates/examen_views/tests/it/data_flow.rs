//! Data flow against the original extractor, and on texts made to be hard.

use examen_syntax::Language;
use examen_views::data_flow::{DataFlow, MAX_DEPTH, data_flow};
use proptest::prelude::*;
use serde_json::{Value, json};

/// The graph in the form of the reference values.
fn described(source: &str, flow: &DataFlow) -> Value {
    let text = |places: &Vec<examen_syntax::Span>| places.iter().map(|place| place.text(source)).collect::<String>();
    let edge = |variable: &examen_views::data_flow::Variable| {
        json!([variable.token, variable.relation.name(), variable.sources])
    };
    json!({
        "tokens": flow.tokens.iter().map(text).collect::<Vec<_>>(),
        "edges": flow.variables.iter().map(edge).collect::<Vec<_>>(),
    })
}

#[test]
fn graphs_are_those_of_the_original() {
    let lines = include_str!("../../fixtures/data_flow/references.jsonl");
    let mut count = 0;
    for line in lines.lines().skip(1) {
        let row: Value = serde_json::from_str(line).unwrap();
        let (name, source) = (row["name"].as_str().unwrap(), row["code"].as_str().unwrap());
        let language = Language::of_name(row["language"].as_str().unwrap()).unwrap();
        let found = described(source, &data_flow(language, source));
        let wanted = json!({ "tokens": row["tokens"], "edges": row["edges"] });
        if row.get("differs").is_some() {
            assert_ne!(found, wanted, "{language}, {name}: is no longer different");
        } else {
            assert_eq!(found, wanted, "{language}, {name}");
        }
        count += 1;
    }
    let sources =
        [include_str!("../../fixtures/data_flow/java.md"), include_str!("../../fixtures/data_flow/python.md")];
    let cases: usize = sources.iter().map(|text| text.matches("\n## ").count()).sum();
    assert_eq!(count, cases, "the references are of other cases");
}

/// Loops in each other cost twice as much with each level: past a limit there are no edges.
#[test]
fn deep_loops_end() {
    let nested = |levels: usize| "for (int i = 0; i < n; i++) {".repeat(levels) + "x = i;" + &"}".repeat(levels);
    let variables = |text: &str| data_flow(Language::Java, text).variables.len();
    assert!(variables(&nested(8)) > 30);
    assert_eq!(variables(&nested(40)), 0);
    assert!(!data_flow(Language::Java, &nested(40)).tokens.is_empty());
}

#[test]
fn deep_trees_and_long_chains_end() {
    let sum = |terms: usize| format!("x = {};", vec!["a"; terms].join(" + "));
    assert!(!data_flow(Language::Java, &sum(MAX_DEPTH / 2)).variables.is_empty());
    for levels in [10, MAX_DEPTH / 2 - 10] {
        let nested = "if (a) {".repeat(levels) + "x = a;" + &"}".repeat(levels);
        assert_eq!(data_flow(Language::Java, &nested).variables.len(), levels + 2);
    }
    for text in [sum(50_000), "(".repeat(20_000), "if (a) ".repeat(20_000), "if (a) x = 1; else ".repeat(20_000)] {
        data_flow(Language::Java, &text);
        data_flow(Language::Python, &text);
    }
    let clauses = "elif a:\n  x = 1\n".repeat(5_000);
    data_flow(Language::Python, &format!("if a:\n  x = 1\n{clauses}print(x)\n").repeat(3));
    for text in ["\\\"".repeat(50_000), "/*'".repeat(2_000), "++a;".repeat(50_000)] {
        data_flow(Language::Java, &text);
    }
}

proptest! {
    #![proptest_config(crate::property_config(512))]

    #[test]
    fn any_text_has_tokens_in_order(text in "[a-z0-9 \n\t=+:;,.(){}\\[\\]\"'#/*\\\\é]{0,200}") {
        for language in Language::ALL {
            let flow = data_flow(language, &text);
            let places: Vec<_> = flow.tokens.iter().flatten().collect();
            prop_assert!(places.iter().all(|place| text.get(place.start as usize..place.end as usize).is_some()));
            prop_assert!(places.windows(2).all(|pair| pair[0].end <= pair[1].start));
            prop_assert!(flow.tokens.iter().all(|places| !places.is_empty()));
            let is_known = |token: &usize| *token < flow.tokens.len();
            let variables = &flow.variables;
            prop_assert!(variables.iter().all(|it| is_known(&it.token) && it.sources.iter().all(is_known)));
            prop_assert!(variables.windows(2).all(|pair| pair[0].token <= pair[1].token));
        }
    }
}

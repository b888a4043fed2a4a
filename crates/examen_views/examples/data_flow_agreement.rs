//! How far data flow is that of the original extractor, and how fast it is found: for the functions that
//! `scripts/data_flow_references.py` has answers for.
//!
//! `cargo run --release -p examen_views --example data_flow_agreement -- references.jsonl`

#![expect(clippy::print_stdout, reason = "the numbers are the point")]

use std::time::Instant;

use examen_syntax::Language;
use examen_views::data_flow::{DataFlow, data_flow};
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args().nth(1).unwrap_or_default();
    let text = std::fs::read_to_string(path)?;
    let rows: Vec<Value> = text.lines().skip(1).map(serde_json::from_str).collect::<Result<_, _>>()?;
    for language in Language::ALL {
        let rows: Vec<&Value> = rows.iter().filter(|row| row["language"] == language.name()).collect();
        let sources: Vec<&str> = rows.iter().map(|row| row["code"].as_str().unwrap_or_default()).collect();
        let start = Instant::now();
        let flows: Vec<DataFlow> = sources.iter().map(|source| data_flow(language, source)).collect();
        let seconds = start.elapsed().as_secs_f64();
        let (mut same_tokens, mut same_graphs) = (0, 0);
        for ((row, source), flow) in rows.iter().zip(&sources).zip(&flows) {
            let (tokens, edges) = described(source, flow);
            let has_tokens = tokens == row["tokens"];
            let is_equal = has_tokens && edges == row["edges"];
            same_tokens += usize::from(has_tokens);
            same_graphs += usize::from(is_equal);
            if !is_equal {
                let told = json!({ "differs": if has_tokens { "edges" } else { "tokens" }, "code": source,
                    "ours": [tokens, edges], "original": [row["tokens"], row["edges"]] });
                println!("{told}");
            }
        }
        let rate = rows.len() as f64 / seconds;
        println!(
            "{language}: {} functions, {same_tokens} with the same tokens, {same_graphs} with the same graph; {rate:.0} functions a second",
            rows.len()
        );
    }
    Ok(())
}

/// Tokens and edges in the form of the reference values.
fn described(source: &str, flow: &DataFlow) -> (Value, Value) {
    let tokens = flow.tokens.iter().map(|places| places.iter().map(|place| place.text(source)).collect::<String>());
    let edges = flow.variables.iter().map(|it| json!([it.token, it.relation.name(), it.sources]));
    (tokens.collect(), edges.collect())
}

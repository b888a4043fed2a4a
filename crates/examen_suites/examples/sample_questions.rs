//! Draws pairs of a built exam of questions, for reading: `cargo run --release -p examen_suites --example sample_questions -- OUT [N] [SEED]`.
//!
//! Prints N of each task (50) as rows of a table in Markdown: those with the smallest hashes of seed (0) and id. The ids themselves would not do: of questions
//! with the answer yes an exam has those with the smallest.

use std::error::Error;
use std::io::Write;
use std::path::Path;

use examen_corpus::Split;
use examen_data::{ExampleId, TaskFolder};
use serde::Deserialize;

#[derive(Deserialize)]
struct Drawn {
    id: String,
    project: String,
    rule: String,
    question: String,
    answer: String,
    sentence: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let out = arguments.first().ok_or("name the folder that the exam was built into")?;
    let number: usize = arguments.get(1).map_or(Ok(50), |number| number.parse())?;
    let seed = arguments.get(2).map_or("0", String::as_str);
    let mut lines = std::io::stdout().lock();
    for task in ["java", "python"] {
        let folder = Path::new(out).join("questions").join(task);
        if !folder.is_dir() {
            continue;
        }
        let folder = TaskFolder::open(&folder)?;
        let mut rows: Vec<Drawn> = Vec::new();
        for split in Split::ALL {
            let columns = ["id", "project", "rule", "question", "answer", "sentence"];
            for row in folder.rows_with::<Drawn>(split, &columns)? {
                rows.push(row?);
            }
        }
        rows.sort_by_cached_key(|row| ExampleId::new(["sample of questions", seed, &row.id]).to_string());
        for row in rows.iter().take(number) {
            let [question, answer, sentence] =
                [&row.question, &row.answer, &row.sentence].map(|text| text.replace('|', "\\|"));
            writeln!(lines, "| {} | {} | {question} | {answer} | {sentence} |", row.project, row.rule)?;
        }
    }
    Ok(())
}

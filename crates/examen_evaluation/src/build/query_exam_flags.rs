//! The flags of the `queries` suite.

use std::fmt::Write;
use std::path::Path;

use crate::error::{EvaluationError, While as _, refuse};
use clap::{Args, ValueEnum};
use examen_semantics::python::Version;
use examen_suites::queries::edition::Edition;
use examen_suites::queries::{LIMIT, Reading, Settings, TASKS, Task};
use examen_tokenizers::Subwords;
use serde_json::json;

use crate::build::exam_flags::{EditionFlag, ExamFlags, name_of};
use examen_analysis::PythonRules;
use examen_analysis::select;

#[derive(Args)]
#[command(next_help_heading = "The queries suite")]
pub struct QueryExamFlags {
    /// Ask only these: an id, a number (Q20 or 20), a tag or a number of hops (single, multi); may be repeated.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    query: Vec<String>,

    /// Add tokens and labels: `python`, `cubert`, a tokenizer.json of Hugging Face or a vocabulary in CuBERT's notation.
    #[arg(long, value_name = "NAME|FILE")]
    tokenizer: Option<String>,

    /// Tokens that a prefix or a window holds.
    #[arg(long, value_name = "N", default_value_t = LIMIT)]
    max_length: usize,

    /// Which blocks count as relevant [default: flagged for single results, simplified for whole files, as published].
    #[arg(long, value_enum)]
    relevance: Option<ReadingFlag>,

    /// Negative examples of a query for each positive one, in each split; 16 of a query are kept in any case.
    #[arg(long, value_name = "RATIO", default_value_t = 1.0)]
    negatives: f64,

    /// For how many queries a file serves as a negative example, on average; more for small corpora.
    #[arg(long, value_name = "N", default_value_t = Settings::default().negatives_per_file)]
    negatives_per_file: f64,

    /// Whose rules files are read by.
    #[arg(long, value_enum, default_value_t)]
    python: PythonRules,
}

#[derive(Clone, Copy, ValueEnum)]
enum ReadingFlag {
    /// The blocks that are needed to see why an answer holds.
    Flagged,
    /// All blocks that the query's rule takes in.
    Simplified,
}

/// What is made of the queries.
pub struct QueryExam {
    pub settings: Settings,
    pub tasks: Vec<&'static Task>,
    /// Negative examples for each positive one.
    pub negatives: f64,
    /// All of it, for the manifest.
    pub configuration: serde_json::Value,
    /// The flags that make it again.
    pub flags: String,
}

impl QueryExamFlags {
    pub fn exam(&self, common: &ExamFlags, seed: u64, is_native: bool) -> crate::Result<QueryExam> {
        for (flag, value) in [("negatives", self.negatives), ("negatives-per-file", self.negatives_per_file)] {
            if !value.is_finite() || value < 0.0 {
                refuse!("--{flag} is {value}, wanted a number from 0 up");
            }
        }
        let edition = common.edition_of(&[EditionFlag::Clean, EditionFlag::Paper]);
        let tasks = tasks(common, is_native);
        let needs_tokens = tasks.iter().any(|task| task.needs_tokens);
        // The released data set is in CuBERT's tokens.
        let tokenizer = self.tokenizer.as_deref().or(is_native.then_some("cubert"));
        let settings = Settings {
            seed,
            edition: match edition {
                EditionFlag::Paper => Edition::Paper,
                EditionFlag::Clean | EditionFlag::Published => Edition::Clean,
            },
            relevance: self.relevance.map(|reading| match reading {
                ReadingFlag::Flagged => Reading::Flagged,
                ReadingFlag::Simplified => Reading::Simplified,
            }),
            subwords: tokenizer.map(subwords).transpose()?,
            max_length: self.max_length,
            queries: select(&self.query)?,
            python: match self.python {
                PythonRules::Two => Some(Version::Python2),
                PythonRules::Three => Some(Version::Python3),
                PythonRules::Auto => None,
            },
            negatives_per_file: self.negatives_per_file,
        };
        let configuration = json!({
            "edition": name_of(edition),
            "max_length": self.max_length,
            "negatives": self.negatives,
            "negatives_per_file": self.negatives_per_file,
            "python": name_of(self.python),
            "queries": settings.queries.iter().map(|query| query.id).collect::<Vec<_>>(),
            "relevance": self.relevance.map(name_of),
            "tokenizer": settings.subwords.as_ref().map(Subwords::name).or(needs_tokens.then_some("python")),
        });
        let flags = self.to_text(common, edition);
        Ok(QueryExam { settings, tasks, negatives: self.negatives, configuration, flags })
    }

    /// The flags that differ from their defaults.
    fn to_text(&self, common: &ExamFlags, edition: EditionFlag) -> String {
        let mut flags = String::new();
        let mut add = |flag: &str, value: &str| {
            // Writing to a string does not fail.
            let _ = write!(flags, " --{flag} {value}");
        };
        if !common.task.is_empty() {
            add("task", &common.task.join(","));
        }
        if !self.query.is_empty() {
            add("query", &self.query.join(","));
        }
        if let Some(tokenizer) = &self.tokenizer {
            add("tokenizer", tokenizer);
        }
        if self.max_length != LIMIT {
            add("max-length", &self.max_length.to_string());
        }
        if edition == EditionFlag::Paper {
            add("edition", "paper");
        }
        if let Some(reading) = self.relevance {
            add("relevance", &name_of(reading));
        }
        if self.negatives.to_bits() != 1.0_f64.to_bits() {
            add("negatives", &self.negatives.to_string());
        }
        if self.negatives_per_file.to_bits() != Settings::default().negatives_per_file.to_bits() {
            add("negatives-per-file", &self.negatives_per_file.to_string());
        }
        if !matches!(self.python, PythonRules::Three) {
            add("python", &name_of(self.python));
        }
        flags
    }
}

fn tasks(common: &ExamFlags, is_native: bool) -> Vec<&'static Task> {
    let is_usual = |task: &Task| task.is_usual || is_native && task.name == "prefix";
    let mut tasks: Vec<&'static Task> = TASKS.to_vec();
    tasks.retain(|task| if common.task.is_empty() { is_usual(task) } else { common.names(task.name) });
    tasks
}

/// The vocabulary that a name or a file stands for.
pub fn subwords(name: &str) -> crate::Result<Subwords> {
    match name {
        "python" => return Ok(Subwords::python()),
        "cubert" => return Ok(Subwords::cubert()),
        _ => {}
    }
    let path = Path::new(name);
    let bytes = std::fs::read(path).doing(|| format!("cannot read the tokenizer {name}"))?;
    if bytes.trim_ascii_start().starts_with(b"{") {
        let stem = path.file_name().unwrap_or_default().to_string_lossy();
        return Subwords::from_tokenizer_json(&stem, &bytes)
            .map_err(|error| EvaluationError::request(format!("cannot use {name}: {error}")));
    }
    let text = String::from_utf8(bytes)
        .map_err(|_| EvaluationError::request(format!("{name} is neither a tokenizer.json nor a vocabulary")))?;
    Subwords::from_cubert_text(&text).map_err(|error| EvaluationError::request(format!("cannot use {name}: {error}")))
}

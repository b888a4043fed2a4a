//! The suite as a value.

use std::path::Path;

use arrow_schema::Field;
use clap::{Args, FromArgMatches};
use examen_corpus::{Shares, Split};
use examen_data::{AnswerSpec, Balance, Selection};
use examen_queries::{PythonRules, select};
use examen_semantics::python::Version;
use examen_syntax::Language;
use examen_tokenizers::Subwords;
use examen_tokenizers::code_tokens::spelled_tokens;
use examen_tokenizers::sequence::sequence;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::augmented_rows::{augmented_rows, copy_columns};
use super::edition::Edition;
use super::pairs::{SPAN_TASKS, query_pairs};
use super::row::{span_answer, span_columns};
use super::{ChosenBy, LIMIT, Reading, Settings, TASKS, Task, file_rows};
use crate::error::SuiteError;
use crate::rewriting::{FilePairs, RewriteSettings};
use crate::settings_flags::flags_of;
use crate::source::LeftOut;
use crate::suite::{
    Admits, Choice, Edition as AnyEdition, Exam, ExamRequest, File, FileRows, Row, Shown, Suite, TaskInfo, TaskPlan,
};

/// Examples of a query that are kept however few there are of the other class.
const AT_LEAST: u64 = 16;

/// Of edited copies: examples of a query that are kept of each class, and positive ones for each negative one.
const EDITED_AT_MOST: u64 = 5_000;
const EDITED_POSITIVES: f64 = 2.0;

/// Point at the spans that answer a semantic query.
pub static SUITE: Suite = Suite {
    name: "queries",
    about: "Point at the spans that answer a semantic query (Python)",
    languages: &[Language::Python],
    shares: Shares::DEFAULT,
    needs: &[Split::Test],
    shown: Shown::Files,
    data_version: "2",
    editions: &[AnyEdition::Clean, AnyEdition::Paper],
    tasks: || {
        let info =
            |task: &&'static Task| TaskInfo { name: task.name, description: task.description, is_usual: task.is_usual };
        TASKS.iter().map(info).collect()
    },
    add_flags: QueryExamSettings::augment_args,
    exam: |matches, request| {
        QueryExamSettings::from_arg_matches(matches)
            .map_err(|error| SuiteError::Flags(error.to_string()))?
            .exam(request)
            .map(|exam| Box::new(exam) as Box<dyn Exam>)
    },
    why_empty: ["there is no Python file", "no query has an answer in the files, or anything that looks like one"],
};

/// The settings of the suite.
#[derive(Args, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[command(next_help_heading = "The queries suite")]
pub struct QueryExamSettings {
    /// Ask only these: an id, a number (Q20 or 20), a tag or a number of hops (single, multi); may be repeated.
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    pub query: Vec<String>,

    /// Add tokens and labels: `python`, `cubert`, a tokenizer.json of Hugging Face or a vocabulary in CuBERT's notation.
    #[arg(long, value_name = "NAME|FILE")]
    pub tokenizer: Option<String>,

    /// Tokens that a prefix or a window holds.
    #[arg(long, value_name = "N", default_value_t = LIMIT)]
    pub max_length: usize,

    /// Which blocks count as relevant [default: flagged for single results, simplified for whole files, as published].
    #[arg(long, value_enum)]
    pub relevance: Option<Reading>,

    /// Negative examples of a query for each positive one, in each split; 16 of a query are kept in any case.
    #[arg(long, value_name = "RATIO", default_value_t = 1.0)]
    pub negatives: f64,

    /// For how many queries a file serves as a negative example, on average; more for small corpora.
    #[arg(long, value_name = "N", default_value_t = Settings::default().negatives_per_file)]
    pub negatives_per_file: f64,

    /// Make further training examples: of N copies of each training file with small random edits, and of nothing else.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub augment: Option<u32>,

    /// The version of Python that files are read as.
    #[arg(long, value_enum, default_value_t)]
    pub python: PythonRules,
}

impl Default for QueryExamSettings {
    fn default() -> Self {
        Self {
            query: Vec::new(),
            tokenizer: None,
            max_length: LIMIT,
            relevance: None,
            negatives: 1.0,
            negatives_per_file: Settings::default().negatives_per_file,
            augment: None,
            python: PythonRules::default(),
        }
    }
}

impl QueryExamSettings {
    /// The exam with these settings.
    pub fn exam(mut self, request: &ExamRequest<'_>) -> Result<QueryExam, SuiteError> {
        for (flag, value) in [("negatives", self.negatives), ("negatives-per-file", self.negatives_per_file)] {
            if !value.is_finite() || value < 0.0 {
                let message = format!("is {value}, wanted a number from 0 up");
                return Err(SuiteError::Flag { flag, message });
            }
        }
        if self.augment.is_some() && request.is_native {
            let message = "makes training examples of edited code, which the released files have none of".to_owned();
            return Err(SuiteError::Flag { flag: "augment", message });
        }
        let edition = SUITE.edition(request);
        let mut named = SUITE.named_tasks(request);
        // What `is_native` means for the rows is told by these two; without it they are the same.
        let mut named_for_native = Vec::new();
        if request.is_native {
            if request.tasks.is_empty() {
                named.push("prefix");
                named.sort_unstable();
                named_for_native.clone_from(&named);
            }
            // The released data set is in CuBERT's tokens.
            self.tokenizer.get_or_insert_with(|| "cubert".to_owned());
        }
        let rows = Settings {
            seed: request.seed,
            edition: if edition == AnyEdition::Paper { Edition::Paper } else { Edition::Clean },
            relevance: self.relevance,
            subwords: self.tokenizer.as_deref().map(|name| subwords(name, request.read)).transpose()?,
            max_length: self.max_length,
            queries: select(&self.query)?,
            python: match self.python {
                PythonRules::Two => Some(Version::Python2),
                PythonRules::Three => Some(Version::Python3),
                PythonRules::Auto => None,
            },
            negatives_per_file: self.negatives_per_file,
        };
        let tasks: Vec<&'static Task> = TASKS.iter().copied().filter(|task| named.contains(&task.name)).collect();
        check_room(&tasks, &rows)?;
        Ok(QueryExam { settings: self, tasks, named_for_native, limit: request.limit, edition, rows })
    }
}

/// The suite with its settings.
pub struct QueryExam {
    settings: QueryExamSettings,
    /// The tasks that are made.
    pub tasks: Vec<&'static Task>,
    /// Those that are made because files of the released data set are, though nobody named them.
    named_for_native: Vec<&'static str>,
    limit: Option<u64>,
    edition: AnyEdition,
    /// How rows are made.
    pub rows: Settings,
}

impl QueryExam {
    fn columns(&self, task: &Task) -> Vec<Field> {
        let mut columns = (task.columns)(&self.rows);
        columns.extend(self.settings.augment.iter().flat_map(|_| copy_columns()));
        columns
    }

    fn about(&self, task: &Task) -> String {
        let edited = " All are training examples: the code was edited at random, and labelled as it is then.";
        format!("{}{}", task.description, if self.settings.augment.is_some() { edited } else { "" })
    }

    fn selection(&self, task: &Task) -> Selection {
        let (at_most, ratio) = match task.chosen_by {
            ChosenBy::Row | ChosenBy::File => (self.limit, Some(self.settings.negatives)),
            ChosenBy::Budget(budget) => (Some(self.limit.map_or(budget / 2, |limit| limit.min(budget / 2))), None),
        };
        let (at_most, balance) = match (self.settings.augment, ratio) {
            // Edits make positive examples of any number. A model that meets a query with far more of these than of negative
            // ones sees answers everywhere.
            (Some(_), Some(ratio)) => (
                at_most.or(Some(EDITED_AT_MOST)),
                Some(balance("positive", "negative", EDITED_POSITIVES / ratio.max(0.01))),
            ),
            (None, Some(ratio)) => (at_most, Some(balance("negative", "positive", ratio))),
            (_, None) => (at_most, None),
        };
        let (group, class) = ("query".to_owned(), "example_type".to_owned());
        Selection { group, class, at_most, balance, is_in_one_split: false }
    }
}

impl Exam for QueryExam {
    fn tasks(&self, _: &[String]) -> Vec<TaskPlan> {
        let plan = |task: &'static Task, folder: String| TaskPlan {
            folder,
            language: None,
            columns: self.columns(task),
            answer: (task.answer)(&self.rows),
            about: self.about(task),
            tags: vec!["code".to_owned(), "python".to_owned(), "question-answering".to_owned()],
            choice: Choice::Selection(self.selection(task)),
        };
        let of_task =
            |&task: &&'static Task| task.folders(&self.rows.queries).into_iter().map(move |folder| plan(task, folder));
        let mut plans: Vec<TaskPlan> = self.tasks.iter().flat_map(of_task).collect();
        plans.sort_by(|left, right| left.folder.cmp(&right.folder));
        plans
    }

    fn configuration(&self) -> Map<String, Value> {
        let needs_tokens = self.tasks.iter().any(|task| task.needs_tokens);
        let QueryExamSettings { augment, max_length, negatives, negatives_per_file, python, relevance, .. } =
            &self.settings;
        let tokenizer = self.rows.subwords.as_ref().map(Subwords::name).or(needs_tokens.then_some("python"));
        let mut value = json!({
            "edition": self.edition,
            "max_length": max_length,
            "negatives": negatives,
            "negatives_per_file": negatives_per_file,
            "python": python,
            "queries": self.rows.queries.iter().map(|query| query.id).collect::<Vec<_>>(),
            "relevance": relevance,
            "tokenizer": tokenizer,
        });
        if let Some(copies) = augment {
            value["augment"] = json!(copies);
        }
        value.as_object().cloned().unwrap_or_default()
    }

    fn flags(&self) -> String {
        let tasks = self.named_for_native.join(",");
        let tasks = if tasks.is_empty() { tasks } else { format!(" --task {tasks}") };
        format!("{tasks}{}", flags_of(&self.settings))
    }

    fn rows(&self, file: &File<'_>, _: &Admits<'_>) -> Result<FileRows, LeftOut> {
        if let Some(copies) = self.settings.augment {
            return augmented_rows(file, &self.tasks, &self.rows, copies);
        }
        let made = file_rows(file.code, file.key, file.split, &self.tasks, &self.rows)?;
        let mut out = FileRows { skipped: made.skipped, ..FileRows::default() };
        for (folder, rows) in made.by_folder {
            for (reason, count) in rows.skipped {
                out.skipped_of_task.insert((folder.clone(), reason), count);
            }
            out.rows.insert(folder, rows.rows.into_iter().map(|(id, row)| Row::new(id, row)).collect());
        }
        Ok(out)
    }

    fn rewritable(&self, folder: &str) -> Option<(Vec<Field>, AnswerSpec)> {
        let is_its = |task: &&&Task| task.folders(&self.rows.queries).iter().any(|it| it == folder);
        let task = self.tasks.iter().find(is_its)?;
        SPAN_TASKS.contains(&task.name).then(|| (span_columns(false), span_answer(false)))
    }

    fn pairs(&self, file: &File<'_>, how: &RewriteSettings) -> Result<FilePairs, LeftOut> {
        query_pairs(file, &self.tasks, &self.rows, how)
    }

    fn languages(&self, _: &[Language]) -> Vec<Language> {
        SUITE.languages.to_vec()
    }
}

/// A class of which there are at most so many for each of another one, but some in any case.
fn balance(class: &str, against: &str, ratio: f64) -> Balance {
    Balance { class: class.to_owned(), against: against.to_owned(), ratio, at_least: AT_LEAST }
}

/// The vocabulary that a name or a file stands for.
pub fn subwords(name: &str, read: &dyn Fn(&str) -> std::io::Result<Vec<u8>>) -> Result<Subwords, SuiteError> {
    match name {
        "python" => return Ok(Subwords::python()),
        "cubert" => return Ok(Subwords::cubert()),
        _ => {}
    }
    let error = |message: String| SuiteError::Tokenizer { message };
    let bytes = read(name).map_err(|it| error(format!("cannot read the tokenizer {name}: {it}")))?;
    if bytes.trim_ascii_start().starts_with(b"{") {
        let stem = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
        return Subwords::from_tokenizer_json(&stem, &bytes).map_err(|it| error(format!("cannot use {name}: {it}")));
    }
    let text =
        String::from_utf8(bytes).map_err(|_| error(format!("{name} is neither a tokenizer.json nor a vocabulary")))?;
    Subwords::from_cubert_text(&text).map_err(|it| error(format!("cannot use {name}: {it}")))
}

/// Fails when a task cuts its input so short that some query leaves no token of code.
fn check_room(tasks: &[&'static Task], settings: &Settings) -> Result<(), SuiteError> {
    if !tasks.iter().any(|task| task.needs_tokens) {
        return Ok(());
    }
    let python = Subwords::python();
    let subwords = settings.subwords.as_ref().unwrap_or(&python);
    let max_length = settings.max_length;
    let length = |name: &str| sequence(&spelled_tokens(name), &[], subwords).query_length;
    let lengths: Vec<(usize, &str)> = settings.queries.iter().map(|query| (length(query.name), query.id)).collect();
    let too_long = lengths.iter().filter(|(length, _)| *length >= max_length).count();
    if let Some((longest, id)) = lengths.iter().max().filter(|_| too_long > 0) {
        let message = format!(
            "{max_length} leaves no room for code behind {too_long} of {} queries: {id} alone takes {longest} tokens",
            lengths.len()
        );
        return Err(SuiteError::Flag { flag: "max-length", message });
    }
    Ok(())
}

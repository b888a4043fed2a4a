//! Rows and the messages in which a model is asked about them, as Markdown: `fixtures/prompts/`.
//!
//! A `task KIND` block holds what a task says of itself, a `row` block all columns of a row, those of the truth too. A `reply` block makes
//! the row before it a worked example. What comes out is in the blocks behind: `messages WORDS`, or `completion WORDS` for models
//! without a template, and `schema`. The words are settings, as `words` reads them; without any a model is asked as endpoints are by default. In
//! messages `'''` stands for a fence.

use std::path::Path;

use examen_data::{Answer, AnswerSpec};
use serde::Deserialize;

use super::*;

/// What a task says of itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnWords {
    input: Vec<String>,
    truth: Vec<String>,
    #[serde(default)]
    about: String,
    #[serde(default)]
    classes: Vec<String>,
}

/// The task and the rows of a fixture, as far as it was read.
#[derive(Default)]
struct Asked {
    task: Option<TaskInfo>,
    /// Worked examples with their replies.
    shown: Vec<(ExampleRow, String)>,
    row: Option<ExampleRow>,
}

/// How a row is asked about.
struct Words {
    prompts: PromptSettings,
    has_system_role: bool,
    control_tokens: ControlTokens,
}

fn words<'w>(words: impl Iterator<Item = &'w str>) -> Result<Words, String> {
    let mut read = Words {
        prompts: PromptSettings { spans: SpanForm::Quotes, ..PromptSettings::default() },
        has_system_role: true,
        control_tokens: ControlTokens::Split,
    };
    for word in words {
        match word {
            "texts" => read.prompts.spans = SpanForm::Texts,
            "places" => read.prompts.spans = SpanForm::Places,
            "option" => read.prompts.asks_for_option = true,
            "name" => read.prompts.describe = Describe::Name,
            "description" => read.prompts.describe = Describe::Description,
            "user" => read.has_system_role = false,
            "keep" => read.control_tokens = ControlTokens::Keep,
            other => return Err(format!("`{other}` is no setting")),
        }
    }
    Ok(read)
}

fn task(kind: &str, text: &str) -> Result<TaskInfo, String> {
    let kind = AnswerKind::ALL.into_iter().find(|it| it.name() == kind).ok_or("no such kind")?;
    let OwnWords { input, truth, about, classes } = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let answer = AnswerSpec { input, truth, ..AnswerSpec::new(kind, &[], &[]) };
    Ok(TaskInfo { suite: "suite".to_owned(), task: "task".to_owned(), answer, about, classes })
}

impl Asked {
    fn task(&self) -> Result<&TaskInfo, String> {
        self.task.as_ref().ok_or_else(|| "no task stands before it".to_owned())
    }

    fn row(&self) -> Result<&ExampleRow, String> {
        self.row.as_ref().ok_or_else(|| "no row stands before it".to_owned())
    }

    /// The text of the row and the worked examples before it.
    fn prompts(&self, settings: PromptSettings) -> Result<(String, Vec<Shot>), String> {
        let made = |row: &ExampleRow| prompt(self.task()?, row, settings).map(|made| made.prompt);
        let shot =
            |(row, reply): &(ExampleRow, String)| Ok(Shot { question: made(row)?, reply: reply.trim_end().to_owned() });
        Ok((made(self.row()?)?, self.shown.iter().map(shot).collect::<Result<_, String>>()?))
    }

    /// Reads a block, or makes it.
    fn fill(&mut self, info: &str, text: &str) -> Result<Option<String>, String> {
        let mut parts = info.split(' ');
        match (parts.next().unwrap_or_default(), parts) {
            ("task", mut parts) => {
                *self = Self { task: Some(task(parts.next().unwrap_or_default(), text)?), ..Self::default() };
                Ok(None)
            }
            ("row", _) => {
                let columns = serde_json::from_str(text).map_err(|error| error.to_string())?;
                self.row = Some(self.task()?.shown(columns));
                Ok(None)
            }
            ("reply", _) => {
                self.shown.push((self.row()?.clone(), text.to_owned()));
                Ok(None)
            }
            ("messages", parts) => {
                let words = words(parts)?;
                let (asked, shots) = self.prompts(words.prompts)?;
                let all = messages(SYSTEM, &shots, &asked, words.has_system_role, words.control_tokens);
                let parts = all.iter().map(|Message { role, content }| format!("=== {role}\n{content}\n"));
                Ok(Some(with_quotes_for_fences(&parts.collect::<Vec<String>>().concat())))
            }
            ("completion", parts) => {
                let words = words(parts)?;
                let (asked, shots) = self.prompts(words.prompts)?;
                let text = completion_prompt(SYSTEM, &shots, &asked, words.control_tokens);
                Ok(Some(with_quotes_for_fences(&format!("{text}\n"))))
            }
            ("schema", _) => {
                let asked = prompt(self.task()?, self.row()?, PromptSettings::default())?;
                Ok(Some(format!("{}\n", reply_schema(self.task()?, asked.candidates.len()))))
            }
            (other, _) => Err(format!("`{other}` is no kind of block")),
        }
    }
}

/// A fence in a block would end it where Markdown is shown. Invisible characters are written out.
fn with_quotes_for_fences(text: &str) -> String {
    let line = |line: &str| if line.starts_with("```") { line.replace('`', "'") } else { line.to_owned() };
    text.split_inclusive('\n').map(line).collect::<String>().replace('\u{200b}', "{U+200B}")
}

#[test]
fn rows_are_asked_about_as_the_fixtures_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/prompts");
    let (mut asked, mut current) = (Asked::default(), Path::new("").to_owned());
    examen_test::check_fixtures(&folder, |path, block| {
        if path != current {
            (asked, current) = (Asked::default(), path.to_owned());
        }
        asked.fill(block.info, block.text)
    });
}

#[test]
fn every_kind_says_how_to_answer_and_its_example_is_an_answer() {
    let truth = ["answer_spans", "supporting_fact_spans"].map(str::to_owned);
    for kind in AnswerKind::ALL {
        for spans in [SpanForm::Texts, SpanForm::Places] {
            let task = TaskInfo {
                suite: "suite".to_owned(),
                task: "task".to_owned(),
                answer: AnswerSpec { truth: truth.to_vec(), ..AnswerSpec::new(kind, &[], &[]) },
                about: String::new(),
                classes: ["a", "b"].map(str::to_owned).to_vec(),
            };
            let form = answer_form(&task, PromptSettings { spans, ..PromptSettings::default() });
            let start = form.find('{').unwrap();
            let example = form[start..].replace(", …", "");
            let mut values = serde_json::Deserializer::from_str(&example).into_iter::<Value>();
            let example = values.next().unwrap().unwrap();
            Answer::parse(kind, &example).unwrap();
        }
    }
}

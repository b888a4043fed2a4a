//! A suite of one's own through the public interfaces: built, answered, scored and printed.

use arrow_schema::DataType;
use clap::Command;
use examen_corpus::{Plan, Shares, SourceOptions, Split};
use examen_data::{Answer, AnswerKind, AnswerSpec, ExampleId, column};
use examen_evaluation::build::{BuildSettings, SplitBy, build};
use examen_evaluation::predict::{ExampleRow, LoadedModel, Predictor, Reply, TaskInfo, predict_with};
use examen_evaluation::score::{ScoreSettings, score};
use examen_evaluation::{Context, Silent, SplitChoice};
use examen_report::score_tables::score_tables;
use examen_suites::source::LeftOut;
use examen_suites::suite::{Admits, Choice, File, FileRows, Row, Shown, TaskPlan};
use examen_suites::{Exam, Suite};
use examen_syntax::Language;
use serde_json::{Map, Value, json};

static TOY: Suite = Suite {
    name: "toy",
    about: "What does the first line of a file say?",
    languages: &[Language::Python],
    shares: Shares::DEFAULT,
    needs: &[Split::Test],
    shown: Shown::Files,
    data_version: "1",
    editions: &[],
    tasks: Vec::new,
    add_flags: |command: Command| command,
    exam: |_, _| Ok(Box::new(FirstLine)),
    why_empty: ["there is no file", "no file has a line"],
};

struct FirstLine;

impl Exam for FirstLine {
    fn tasks(&self, _: &[String]) -> Vec<TaskPlan> {
        vec![TaskPlan {
            folder: "first-line".to_owned(),
            language: None,
            columns: vec![column("text", DataType::Utf8, "a file"), column("line", DataType::Utf8, "its first line")],
            answer: AnswerSpec::new(AnswerKind::Text, &["text"], &["line"]),
            about: TOY.about.to_owned(),
            tags: Vec::new(),
            choice: Choice::All,
        }]
    }

    fn configuration(&self) -> Map<String, Value> {
        Map::new()
    }

    fn flags(&self) -> String {
        String::new()
    }

    fn rows(&self, file: &File<'_>, _: &Admits<'_>) -> Result<FileRows, LeftOut> {
        let line = file.code.source().lines().next().ok_or(LeftOut("empty"))?;
        let row =
            Row::new(ExampleId::new([&file.key.content_hash]), json!({ "text": file.code.source(), "line": line }));
        Ok(FileRows { rows: [("first-line".to_owned(), vec![row])].into(), ..FileRows::default() })
    }
}

struct Reader;

impl Predictor for Reader {
    fn predict(&self, _: &TaskInfo, batch: &[ExampleRow]) -> Vec<Reply> {
        let line = |row: &ExampleRow| row.text("text").unwrap().lines().next().unwrap_or_default().to_owned();
        batch.iter().map(|row| Ok(Answer::Text(line(row)))).collect()
    }
}

#[test]
fn a_suite_of_ones_own_is_built_answered_scored_and_printed() {
    let folder = tempfile::tempdir().unwrap();
    let (exams, predictions) = (folder.path().join("exams"), folder.path().join("reader.jsonl"));
    let context = Context { threads: None, observer: &Silent };
    let options = SourceOptions { languages: vec![Language::Python], ..SourceOptions::default() };
    let settings = BuildSettings { split_by: SplitBy::File, ..BuildSettings::new(exams.clone(), 0) };
    let built = build(&TOY, &FirstLine, (Plan::builtin(TOY.languages), options), &settings, &context).unwrap();
    assert_eq!(built.manifests[0].answer.as_ref().map(|answer| answer.kind), Some(AnswerKind::Text));

    predict_with(
        LoadedModel::predictor("reader", &[AnswerKind::Text], Reader),
        &exams,
        &[Split::Test],
        predictions.as_path().into(),
        &context,
    )
    .unwrap();
    let settings = ScoreSettings { data: exams, predictions: vec![predictions], split: SplitChoice::Test, run: None };
    let scored = score(&settings, &context).unwrap();
    let table = score_tables(&scored.log.rows, false);
    assert!(table.contains("toy/first-line") && table.contains("reader") && table.contains("100.00"), "{table}");
}

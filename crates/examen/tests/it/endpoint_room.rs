//! What tests of language models behind an address share: exams of all suites, and a server on this machine that knows the truth.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Output;

use examen_corpus::Split;
use examen_data::{Answer, AnswerKind, ResultLog, find_task_folders};
use examen_evaluation::predict::prompts::{
    PromptSettings, ShownLines, SpanForm, prompt, reply_of, without_control_tokens,
};
use examen_evaluation::predict::{TaskExamples, TaskInfo};
use examen_test::{EndpointReply, EndpointRequest, EndpointServer};
use serde_json::{Map, Value, json};

use crate::documents::root;
use crate::questions::write_code;
use crate::{command, examen, shown, text};

pub(crate) const KEY: &str = "sk-known-secret-4712";

/// The right reply to each prompt about the test examples below a folder, by the prompt's text.
pub(crate) fn oracle(exams: &Path) -> BTreeMap<String, String> {
    let settings = PromptSettings { spans: SpanForm::Quotes, ..PromptSettings::default() };
    oracle_with(exams, settings, |task, answer, lines| reply_of(task, answer, lines).unwrap())
}

/// The same for prompts of other forms.
pub(crate) fn oracle_with(
    exams: &Path,
    settings: PromptSettings,
    reply_of: impl Fn(&TaskInfo, &Answer, &ShownLines) -> String,
) -> BTreeMap<String, String> {
    let mut replies = BTreeMap::new();
    for folder in find_task_folders(exams).unwrap() {
        let Some(task) = TaskExamples::new(folder.clone(), &[Split::Test]).unwrap() else { continue };
        let spec = &task.info.answer;
        let mut columns = vec!["id"];
        columns
            .extend(spec.truth.iter().map(String::as_str).filter(|name| !["control_label", "labels"].contains(name)));
        let truths: Vec<Map<String, Value>> =
            folder.objects_with(Split::Test, &columns).unwrap().map(Result::unwrap).collect();
        let shown: Vec<&str> = task.info.shown_columns().collect();
        for (row, truth) in task.rows(&shown).unwrap().map(Result::unwrap).zip(truths) {
            let answer = if spec.kind == AnswerKind::Spans {
                let places = |name: &str| {
                    truth.get(name).map_or(json!([]), |places| {
                        let place = |place: &Value| {
                            let field = |name: &str| place[name].clone();
                            json!({ "start_line": field("start_line"), "start_column": field("start_column"),
                                "end_line": field("end_line"), "end_column": field("end_column") })
                        };
                        places.as_array().unwrap().iter().map(place).collect()
                    })
                };
                let output = json!({ "answer_spans": places("answer_spans"), "supporting_fact_spans": places("supporting_fact_spans") });
                Answer::parse(spec.kind, &output).unwrap()
            } else {
                Answer::parse(spec.kind, &truth[columns[1]]).unwrap()
            };
            let asked = prompt(&task.info, &row, settings).unwrap();
            let reply = reply_of(&task.info, &answer, &ShownLines::of_row(&row).unwrap());
            replies.insert(without_control_tokens(&asked.prompt), reply);
        }
    }
    replies
}

/// A server that answers by an oracle, dresses its answers, and takes no JSON schema.
pub(crate) fn serve(replies: BTreeMap<String, String>, dress: fn(String) -> String) -> EndpointServer {
    EndpointServer::start(move |request: &EndpointRequest| {
        if request.method == "GET" {
            let is_list = request.path.ends_with("/models");
            return EndpointReply::new(if is_list { 200 } else { 404 }, "{\"data\": [{\"id\": \"oracle\"}]}");
        }
        let body: Value = serde_json::from_str(&request.body).unwrap();
        let asked = body["messages"].as_array().and_then(|all| all.last()).and_then(|last| last["content"].as_str());
        let content = replies.get(asked.unwrap_or_default()).cloned().map_or("Hello".to_owned(), dress);
        EndpointReply::chat(&json!(content).to_string())
    })
}

pub(crate) struct Room {
    pub(crate) folder: tempfile::TempDir,
}

impl Room {
    /// Builds a few tasks of all suites, with answers of every kind.
    pub(crate) fn new() -> Self {
        let room = Self { folder: tempfile::tempdir().unwrap() };
        let (exams, python, java) = (room.path("exams"), root().join("corpus/python"), root().join("corpus/java"));
        let documented = room.path("documented");
        std::fs::create_dir(&documented).unwrap();
        write_code(&documented);
        let documented = shown(&documented);
        let builds: [&[&str]; 6] = [
            &["build", "queries", "--from", shown(&python), "--task", "ideal,relevance"],
            &["build", "probes", "--from", shown(&java), "--task", "CPX", "--limit", "20"],
            &["build", "names", "--from", shown(&java)],
            &["build", "robustness", "--of", "names", "--from", shown(&java), "--kind", "VN"],
            &["build", "captions", "--from", documented, "--language", "python", "--rounds", "0"],
            &["build", "questions", "--from", documented, "--language", "java", "--yes-ratio", "0.5"],
        ];
        for arguments in builds {
            // The documented functions are all in one file.
            let split_by = if arguments.contains(&documented) { "function" } else { "file" };
            let built = examen(&[arguments, &["--out", shown(&exams), "--split-by", split_by]].concat());
            assert!(built.status.success(), "{arguments:?}: {}", text(&built.stderr));
        }
        room
    }

    pub(crate) fn path(&self, name: &str) -> std::path::PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn predict(&self, url: &str, out: &str, flags: &[&str]) -> Output {
        let (exams, out) = (self.path("exams"), self.path(out));
        let arguments = ["predict", "--model", url, "--data", shown(&exams), "--out", shown(&out)];
        let mut command = command(&[&arguments[..], flags].concat());
        command.env("EXAMEN_CACHE", self.path("cache")).env("EXAMEN_API_KEY", KEY).env_remove("EXAMEN_OFFLINE");
        // A proxy of the machine that tests run on would hear of addresses that are not called loopback.
        for name in ["http_proxy", "https_proxy", "all_proxy"] {
            command.env_remove(name).env_remove(name.to_uppercase());
        }
        let output = command.output().unwrap();
        assert!(!text(&output.stderr).contains(KEY) && !text(&output.stdout).contains(KEY));
        output
    }

    pub(crate) fn score(&self, predictions: &str) -> ResultLog {
        let (exams, predictions, out) = (self.path("exams"), self.path(predictions), self.path("result.json"));
        let scored =
            examen(&["score", "--data", shown(&exams), "--predictions", shown(&predictions), "--out", shown(&out)]);
        assert!(scored.status.success(), "{}", text(&scored.stderr));
        ResultLog::read(&out).unwrap()
    }
}

pub(crate) fn succeed(output: &Output) -> String {
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stderr)
}

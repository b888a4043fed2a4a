//! A language model as one more rater. It fills in a sheet as people do, and its controls tell whether it can be believed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use examen_data::write_atomically;
use examen_models::endpoints::{Asked, EndpointSettings, Request};
use examen_suites::random::shuffle;

use super::control::{Control, ControlRow};
use super::filled::{Row, read_key, rows};
use super::{CONTROLS_END, JUDGE, KEY, SCALES};
use crate::context::Context;
use crate::error::{csv_bytes, refuse};
use crate::predict::prompts::{JudgedAnswer, judge_messages, judge_schema, read_ratings};
use crate::predict::{Connection, ConnectionSettings, Likelihoods};

/// The sheet that is filled in: all have the same items.
const SHEET: &str = "rater-1.csv";
/// The most tokens of a reply, if nobody says how many.
const MOST_TOKENS: u32 = 256;

/// What is judged, and by whom.
#[derive(Clone, Debug)]
pub struct JudgeSettings {
    /// The directory of the sheets.
    pub folder: PathBuf,
    /// The name in the names of files; that of the model by default.
    pub name: Option<String>,
    /// How many references and how many answers to other questions are mixed in.
    pub controls: usize,
    /// The seed of the controls.
    pub seed: u64,
    /// How the model is asked.
    pub connection: ConnectionSettings,
}

/// What a judge did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The sheet.
    pub sheet: PathBuf,
    /// Answers with ratings.
    pub rated: usize,
    /// Answers without, by reason.
    pub unrated: BTreeMap<String, usize>,
    /// What the user should know.
    pub remarks: Vec<String>,
}

/// An item of a sheet, or a control among them.
struct Asking {
    item: String,
    control: Option<Control>,
    judged: JudgedAnswer,
}

/// Ratings, or why there are none.
type Ratings = Result<[u8; 2], String>;

/// Lets a model rate the answers of a folder, and writes its sheet and its controls.
pub fn judge(settings: &JudgeSettings, endpoint: EndpointSettings, context: &Context<'_>) -> crate::Result<Judged> {
    let mut items = read_items(&settings.folder.join(SHEET))?;
    let models = read_key(&settings.folder.join(KEY))?;
    let connection = Connection::open(endpoint, &settings.connection, Likelihoods::default(), context)?;
    let model = connection.capabilities.model.clone();
    let name = file_name(settings.name.as_deref().unwrap_or(&model));
    items.extend(controls(&items, settings));
    let ratings = ask(&items, &connection, context)?;

    let mut sheet = csv::Writer::from_writer(Vec::new());
    sheet.write_record(["item", "question", "reference", "answer", SCALES[0].name, SCALES[1].name])?;
    let mut checks = csv::Writer::from_writer(Vec::new());
    checks.write_record(ControlRow::HEADER)?;
    let (mut rated, mut unrated) = (0, BTreeMap::<String, usize>::new());
    for (Asking { item, control, judged }, ratings) in items.iter().zip(&ratings) {
        let [fluency, correctness] = match ratings {
            Ok(ratings) => ratings.map(|rating| rating.to_string()),
            // A rating that cannot be read stays empty.
            Err(_) => [String::new(), String::new()],
        };
        let JudgedAnswer { question, reference, answer } = judged;
        match control {
            Some(control) => {
                checks.write_record([control.name(), item, question, reference, answer, &fluency, &correctness])?;
            }
            None => sheet.write_record([item, question, reference, answer, &fluency, &correctness])?,
        }
        match ratings {
            Ok(_) => rated += usize::from(control.is_none()),
            Err(reason) => *unrated.entry(reason.clone()).or_default() += 1,
        }
    }
    let path = settings.folder.join(format!("{JUDGE}{name}.csv"));
    write_atomically(&path, &csv_bytes(sheet)?)?;
    write_atomically(&settings.folder.join(format!("{JUDGE}{name}{CONTROLS_END}")), &csv_bytes(checks)?)?;
    let mut remarks = vec![connection.spent()];
    if models.values().any(|judged| judged.eq_ignore_ascii_case(&model) || judged.eq_ignore_ascii_case(&name)) {
        remarks.push(format!("warning: {model} judges answers of its own"));
    }
    Ok(Judged { sheet: path, rated, unrated, remarks })
}

fn read_items(path: &Path) -> crate::Result<Vec<Asking>> {
    let mut items = Vec::new();
    for row in rows(path, &["item", "question", "reference", "answer"])? {
        let Row { cells, .. } = row?;
        let [item, question, reference, answer] = <[String; 4]>::try_from(cells).unwrap_or_default();
        items.push(Asking { item, control: None, judged: JudgedAnswer { question, reference, answer } });
    }
    if items.is_empty() {
        refuse!("there is nothing to be rated in {}", path.display());
    }
    Ok(items)
}

/// References handed in as answers, and answers to other questions.
fn controls(items: &[Asking], settings: &JudgeSettings) -> Vec<Asking> {
    let mut order: Vec<usize> = (0..items.len()).collect();
    shuffle(&mut order, settings.seed, "judge", "controls");
    let mut controls = Vec::new();
    for &at in order.iter().take(settings.controls) {
        let Asking { item, judged, .. } = &items[at];
        let answer = judged.reference.clone();
        let judged = JudgedAnswer { answer, ..judged.clone() };
        controls.push(Asking { item: item.clone(), control: Some(Control::Reference), judged });
    }
    let is_other = |one: &JudgedAnswer, other: &JudgedAnswer| {
        let is_asked_otherwise = one.question.is_empty() || one.question != other.question;
        is_asked_otherwise && one.reference != other.reference && one.reference != other.answer
    };
    for (position, &at) in order.iter().enumerate().take(settings.controls) {
        let Asking { item, judged, .. } = &items[at];
        // The next in the random order that answers another question.
        let mut others = order[position + 1..].iter().chain(&order[..position]).map(|&other| &items[other].judged);
        let Some(other) = others.find(|other| is_other(judged, other)) else { continue };
        let judged = JudgedAnswer { answer: other.answer.clone(), ..judged.clone() };
        controls.push(Asking { item: item.clone(), control: Some(Control::OtherQuestion), judged });
    }
    controls
}

/// Asks about all items, each by itself, and reads the ratings.
fn ask(items: &[Asking], connection: &Connection, context: &Context<'_>) -> crate::Result<Vec<Ratings>> {
    let request = |asking: &Asking| -> crate::Result<Request> {
        let messages = judge_messages(&asking.judged, connection.settings().has_system_role);
        let request = Request::new(serde_json::to_value(messages)?, connection.max_tokens(MOST_TOKENS));
        Ok(Request { schema: Some(judge_schema()), ..request })
    };
    let requests: Vec<Request> = items.iter().map(request).collect::<crate::Result<_>>()?;
    let failures: Mutex<BTreeMap<usize, String>> = Mutex::default();
    if !connection.settings().is_offline {
        let steps = context.observer.start(requests.len() as u64, "answers");
        let mut left = requests.iter().cloned().enumerate();
        connection.endpoint.ask_all(
            &connection.capabilities,
            || left.next(),
            |at, asked| {
                if let Asked::Skipped(reason) | Asked::Failed(reason) = asked {
                    failures.lock().unwrap_or_else(PoisonError::into_inner).insert(at, reason);
                }
                steps.add(1);
            },
        )?;
    }
    let failures = failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    let ratings = requests.iter().enumerate().map(|(at, request)| {
        if let Some(reason) = failures.get(&at) {
            return Err(reason.clone());
        }
        let reply = connection.kept(request).ok_or("not-in-cache")?;
        if reply.is_cut() { Err("output-limit".to_owned()) } else { read_ratings(&reply.content) }
    });
    Ok(ratings.collect())
}

/// A name as part of the name of a file: a server's words lead nowhere else.
fn file_name(name: &str) -> String {
    let is_plain = |it: char| it.is_ascii_alphanumeric() || ['.', '_', '-'].contains(&it);
    let name: String = name.chars().take(64).map(|it| if is_plain(it) { it } else { '-' }).collect();
    let name = name.trim_matches(['.', '-']);
    if name.is_empty() { "model".to_owned() } else { name.to_owned() }
}

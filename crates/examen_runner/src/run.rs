//! The run of a recipe: stage by stage, what is done already left out, and a record behind each stage.

use std::path::{Path, PathBuf};
use std::time::Instant;

use examen_data::{ResultLog, ResultRow, grouped, write_atomically};
use examen_evaluation::{Context, StageProgress};
use examen_report::run_screen::{RunScreen, SuiteLine};
use examen_report::table::table;

use crate::checks::Code;
use crate::error::{Result, RunError};
use crate::estimate::Estimate;
use crate::exam::{RecipeExam, exams};
use crate::folder::RunFolder;
use crate::graph::{Graph, Stage, Work};
use crate::recipe::Recipe;
use crate::record::{StageRecord, inputs_hash, stages_with_records};
use crate::remarks::Remarks;
use crate::stages::{At, Job, REPORT_INDEX};

/// The file of all tables.
pub const TABLES: &str = "tables.txt";
/// The recipe as it was run, with everything that flags and defaults said.
pub const RESOLVED: &str = "run.toml";

/// What a run is told beside its recipe.
#[derive(Clone, Debug)]
pub struct RunSettings {
    /// The name of the recipe in results.
    pub name: String,
    /// The folder for everything that is written.
    pub out: PathBuf,
    /// What tells this program from any other version of it: where it differs, nothing that was done counts.
    pub tool: String,
    /// The stages that are wanted, with all that they need; all stages where there is none.
    pub only: Vec<String>,
}

/// A recipe that is ready to be run. Nothing is written before [`Run::run`].
pub struct Run {
    recipe: Recipe,
    settings: RunSettings,
    exams: Vec<RecipeExam>,
    stages: Vec<Stage>,
    is_wanted: Vec<bool>,
    code: Code,
}

/// What came of a run.
pub struct Finished {
    /// What is printed: a screen.
    pub screen: String,
}

impl Run {
    /// Checks everything that can be checked before anything is done.
    pub fn new(recipe: Recipe, settings: RunSettings, context: &Context<'_>) -> Result<Self> {
        let exams = exams(&recipe)?;
        let graph = Graph::new(&recipe, &exams)?;
        let is_wanted = graph.with_needs(&settings.only)?;
        let stages = graph.stages;
        let code = crate::checks::check(&recipe, &exams, &stages, context)?;
        Ok(Self { recipe, settings, exams, stages, is_wanted, code })
    }

    fn job(&self) -> Job<'_> {
        Job {
            recipe: &self.recipe,
            name: &self.settings.name,
            exams: &self.exams,
            stages: &self.stages,
            root: &self.settings.out,
        }
    }

    /// The hash of what a stage follows from; nothing where a stage that it needs is not done.
    fn inputs(&self, at: usize, records: &[Option<StageRecord>]) -> Option<String> {
        let stage = &self.stages[at];
        let upstream: Option<Vec<String>> =
            stage.needs.iter().map(|&need| Some(records[need].as_ref()?.digest())).collect();
        let code = if Job::reads_code(stage) { self.code.contents.hash.as_str() } else { "" };
        Some(inputs_hash(&stage.name, &self.settings.tool, &self.job().identity(stage), code, &upstream?))
    }

    /// The record of a stage that need not be done again.
    fn finished(&self, at: usize, inputs: &str) -> Option<StageRecord> {
        let record = StageRecord::read(&self.settings.out, &self.stages[at].name)?;
        (record.inputs == inputs && record.has_outputs(&self.settings.out)).then_some(record)
    }

    /// The plan: the stages with what is to be done, and what it is thought to take.
    pub fn plan(&self) -> String {
        let mut records: Vec<Option<StageRecord>> = vec![None; self.stages.len()];
        let mut lines = table(&["stage", "needs", "state", "seconds", "MB"], |column| column > 2);
        let (mut left, mut to_do) = (Estimate::default(), 0);
        let job = self.job();
        for at in (0..self.stages.len()).filter(|&at| self.is_wanted[at]) {
            let stage = &self.stages[at];
            records[at] = self.inputs(at, &records).and_then(|inputs| self.finished(at, &inputs));
            let names: Vec<&str> = stage.needs.iter().map(|&need| self.stages[need].name.as_str()).collect();
            let needs = match (&stage.work, names.len()) {
                (Work::Report, _) => "all".to_owned(),
                (_, 0..=2) => names.join(", "),
                (_, several) => format!("{} and {} more", names[0], several - 1),
            };
            let estimate = job.estimate(stage, &self.code);
            let is_done = records[at].is_some();
            if !is_done {
                to_do += 1;
                left.seconds += estimate.seconds;
                left.bytes += estimate.bytes;
            }
            let [seconds, bytes] = if is_done {
                ["", ""].map(str::to_owned)
            } else {
                [estimate.seconds, estimate.bytes / 1e6].map(rounded)
            };
            let word = if is_done { "done" } else { "to do" };
            lines.add_row([stage.name.clone(), needs, word.to_owned(), seconds, bytes]);
        }
        let all = self.is_wanted.iter().filter(|&&is_wanted| is_wanted).count();
        format!(
            "{}code: {}\n{lines}\n{} stages, {} done, {} to do: about {} s on two cores and {} MB\n",
            if self.recipe.about.is_empty() { String::new() } else { format!("{}\n", self.recipe.about) },
            self.code_line(),
            all,
            all - to_do,
            to_do,
            rounded(left.seconds),
            rounded(left.bytes / 1e6),
        )
    }

    /// How much code there is.
    fn code_line(&self) -> String {
        let mut parts: Vec<String> = self
            .code
            .contents
            .files
            .iter()
            .map(|(language, files)| format!("{} {language} files", grouped(*files)))
            .collect();
        if self.code.contents.containers > 0 {
            parts.push(format!("{} archives and tables", grouped(self.code.contents.containers)));
        }
        format!("{}, {} MB", parts.join(", "), rounded(self.code.contents.bytes as f64 / 1e6))
    }

    /// Does what is not done yet. `show` hears the tables of each stage.
    pub fn run(&self, context: &Context<'_>, show: &mut dyn FnMut(&str) -> std::io::Result<()>) -> Result<Finished> {
        let mut folder = RunFolder::open(&self.settings.out)?;
        let root = folder.path().to_owned();
        let done = self.run_in(&root, context, show);
        // What was finished before a failure stays, and is not done again.
        if done.is_ok() || !stages_with_records(&root).is_empty() {
            folder.keep();
        }
        done
    }

    fn run_in(
        &self,
        root: &Path,
        context: &Context<'_>,
        show: &mut dyn FnMut(&str) -> std::io::Result<()>,
    ) -> Result<Finished> {
        if self.settings.only.is_empty() {
            self.remove_others(root, context)?;
        }
        let remarks = Remarks::new(context.observer);
        let quiet = Context { observer: &remarks, ..*context };
        let job = self.job();
        let mut records: Vec<Option<StageRecord>> = vec![None; self.stages.len()];
        let mut clock = Clock::new(
            self.stages.iter().map(|stage| job.estimate(stage, &self.code).seconds).collect(),
            &self.is_wanted,
        );
        for at in (0..self.stages.len()).filter(|&at| self.is_wanted[at]) {
            if records[at].is_none() {
                let Some(inputs) = self.inputs(at, &records) else { continue };
                if let Some(record) = self.finished(at, &inputs) {
                    clock.skip(at);
                    records[at] = Some(record);
                } else {
                    let together = self.together(at, inputs, &records);
                    for &(stage, _) in &together {
                        if let Some(old) = StageRecord::read(root, &self.stages[stage].name) {
                            old.remove(root)?;
                        }
                    }
                    context.observer.stage(&clock.progress(at, &self.words(&together)));
                    let (stages, inputs): (Vec<usize>, Vec<String>) = together.into_iter().unzip();
                    let at_stage = At { records: &records, context: &quiet, remarks: &remarks };
                    let mut new = Vec::new();
                    job.run(&stages, &at_stage, &mut |stage, done| {
                        remarks.take();
                        let of_stage = stages.iter().position(|it| *it == stage).unwrap_or_default();
                        let name = &self.stages[stage].name;
                        new.push((stage, StageRecord::write(root, name, inputs[of_stage].clone(), done)?));
                        Ok(())
                    })?;
                    for (stage, record) in new {
                        clock.done(stage);
                        records[stage] = Some(record);
                    }
                    clock.number += stages.len() - 1;
                }
            }
            if let Some(record) = &records[at] {
                show(&record.tables).map_err(RunError::file(PathBuf::from("standard output")))?;
            }
        }
        self.finish(root, &records)
    }

    /// The stages that are done with this one, each with the hash of its inputs: exams that are still to be made, in folders of their own,
    /// are made in one pass over the code.
    fn together(&self, at: usize, inputs: String, records: &[Option<StageRecord>]) -> Vec<(usize, String)> {
        let folder = |at: usize| match self.stages[at].work {
            Work::Build { exam } => Some(self.exams[exam].folder()),
            _ => None,
        };
        let mut together = vec![(at, inputs)];
        let Some(first) = folder(at) else { return together };
        let mut folders = vec![first];
        for later in (at + 1..self.stages.len()).filter(|&later| self.is_wanted[later]) {
            let Some(folder) = folder(later).filter(|folder| !folders.contains(folder)) else { continue };
            let Some(inputs) = self.inputs(later, records) else { continue };
            if self.finished(later, &inputs).is_none() {
                folders.push(folder);
                together.push((later, inputs));
            }
        }
        together
    }

    /// What is done, in the words of progress.
    fn words(&self, together: &[(usize, String)]) -> String {
        let name = together.first().map_or("", |&(at, _)| self.stages[at].name.as_str());
        match together.len() {
            0 | 1 => name.to_owned(),
            several => format!("{name} and {} more", several - 1),
        }
    }

    /// Removes what stages of earlier runs left that are none of this recipe, so that the folder has what a run alone would leave.
    /// Trained models stay: they are dear, and nothing takes them for its own.
    fn remove_others(&self, root: &Path, context: &Context<'_>) -> Result<()> {
        for name in stages_with_records(root) {
            let is_other = self.stages.iter().all(|stage| stage.name != name) && !name.starts_with("train-");
            if let Some(record) = StageRecord::read(root, &name).filter(|_| is_other) {
                record.remove(root)?;
                context.remark(format!("removed what the stage {name} of an earlier run had left"));
            }
        }
        Ok(())
    }

    /// Writes what is made of all records, and the screen.
    fn finish(&self, root: &Path, records: &[Option<StageRecord>]) -> Result<Finished> {
        write_atomically(&root.join(RESOLVED), self.recipe.to_toml()?.as_bytes())?;
        if !self.settings.only.is_empty() {
            return Ok(Finished { screen: self.only_screen(records) });
        }
        let tables: String = records.iter().flatten().map(|record| record.tables.as_str()).collect();
        write_atomically(&root.join(TABLES), tables.as_bytes())?;
        let reasons = self.reasons(records);
        let has_other_work =
            self.recipe.corpus.table || self.recipe.corpus.findings || !self.recipe.trainings.is_empty();
        if !has_other_work && !reasons.is_empty() && reasons.len() == self.answered().count() {
            return Err(RunError::request(format!("nothing could be examined: {}", reasons.join("; "))));
        }
        Ok(Finished { screen: self.screen(root, records)? })
    }

    /// The exams that somebody answers.
    fn answered(&self) -> impl Iterator<Item = usize> {
        let is_answered = |exam: &RecipeExam| !exam.recipe.models.is_empty() || exam.recipe.probing.is_some();
        (0..self.exams.len()).filter(move |&at| is_answered(&self.exams[at]))
    }

    /// Why exams that somebody was to answer have no examples.
    fn reasons(&self, records: &[Option<StageRecord>]) -> Vec<String> {
        let why = |exam: usize| {
            let probed = self.record(records, &Work::Probe { exam });
            let why = self.why_empty(records, exam).filter(|_| probed.is_none_or(|record| record.empty.is_some()))?;
            Some(format!("{}: {why}", self.exams[exam].recipe.name()))
        };
        self.answered().filter_map(why).collect()
    }

    /// Why an exam has no scores.
    fn why_empty<'a>(&self, records: &'a [Option<StageRecord>], exam: usize) -> Option<&'a str> {
        let of = |work: Work| self.record(records, &work).and_then(|record| record.empty.as_deref());
        of(Work::Build { exam }).or_else(|| of(Work::Score { exam }))
    }

    /// The record of the stage that does something.
    fn record<'a>(&self, records: &'a [Option<StageRecord>], work: &Work) -> Option<&'a StageRecord> {
        let at = self.stages.iter().position(|stage| stage.work == *work)?;
        records[at].as_ref()
    }

    /// The screen of a whole run.
    fn screen(&self, root: &Path, records: &[Option<StageRecord>]) -> Result<String> {
        let mut read: String = records.iter().flatten().filter_map(|record| record.screen.as_deref()).collect();
        if read.is_empty() {
            read = format!("{}\n", self.code_line());
        }
        let mut rows: Vec<Vec<ResultRow>> = Vec::new();
        let mut shown: Vec<usize> = Vec::new();
        for at in self.answered() {
            shown.push(at);
            let of_exam = |work: &Work| self.record(records, work).filter(|record| record.empty.is_none());
            let exam = &self.exams[at].recipe;
            let scored = of_exam(&Work::Score { exam: at }).map(|_| root.join(exam.result()));
            let probed =
                of_exam(&Work::Probe { exam: at }).map(|_| root.join(exam.probing_folder()).join("result.json"));
            rows.push(match scored.or(probed) {
                Some(path) => ResultLog::read(&path)?.rows,
                None => Vec::new(),
            });
        }
        let models: Vec<String> = shown.iter().map(|&at| self.first_model(records, at)).collect();
        let suites = shown.iter().zip(&rows).zip(&models).map(|((&at, rows), model)| {
            let record = self.record(records, &Work::Build { exam: at });
            SuiteLine {
                suite: self.exams[at].recipe.name(),
                model,
                rows,
                why_empty: self.why_empty(records, at),
                few_projects: record
                    .and_then(|it| it.few_projects.as_ref())
                    .map(|few| (few.projects, few.remedy.as_str())),
            }
        });
        let report = root.join(REPORT_INDEX);
        let has_report = self.record(records, &Work::Report).is_some_and(|record| record.empty.is_none());
        let last = if has_report { report } else { root.join(TABLES) };
        Ok(RunScreen { read: &read, suites: suites.collect(), out: root, report: &last }.to_text())
    }

    /// The model that a summary speaks of: the first that answered anything.
    fn first_model(&self, records: &[Option<StageRecord>], exam: usize) -> String {
        let of_exam = |(stage, record): (&Stage, &Option<StageRecord>)| match &stage.work {
            Work::Predict { exam: of, model, .. } if *of == exam => {
                let has_answered = record.as_ref().is_some_and(|record| record.empty.is_none());
                Some((model.name(), has_answered))
            }
            _ => None,
        };
        let models: Vec<(String, bool)> = self.stages.iter().zip(records).filter_map(of_exam).collect();
        let first = models.iter().find(|(_, has_answered)| *has_answered).or_else(|| models.first());
        let mut probed = self.exams[exam].recipe.probing.iter().filter_map(|probing| probing.models.first().cloned());
        first.map(|(name, _)| name.clone()).or_else(|| probed.next()).unwrap_or_default()
    }

    /// What some stages wrote.
    fn only_screen(&self, records: &[Option<StageRecord>]) -> String {
        let mut text = String::new();
        for (stage, record) in
            self.stages.iter().zip(records).filter(|(stage, _)| self.settings.only.contains(&stage.name))
        {
            let Some(record) = record else { continue };
            let wrote = match (&record.empty, record.outputs.as_slice()) {
                (Some(why), _) => format!("nothing: {why}"),
                (None, [only]) => self.settings.out.join(&only.path).display().to_string(),
                (None, several) => {
                    format!("{} files in {}", grouped(several.len() as u64), self.settings.out.display())
                }
            };
            text.extend([&stage.name, ": ", &wrote, "\n"]);
        }
        text
    }
}

/// A number of two digits, or of more before the point.
#[expect(clippy::cast_sign_loss, reason = "it is at least 10")]
fn rounded(number: f64) -> String {
    match number {
        number if number >= 10.0 => grouped(number.round() as u64),
        number if number >= 1.0 => format!("{number:.1}"),
        number => format!("{number:.2}"),
    }
}

/// How long a run will go on: what the stages were thought to take, by what those took that are done.
struct Clock {
    started: Instant,
    thought: Vec<f64>,
    is_left: Vec<bool>,
    spent: f64,
    number: usize,
}

/// The part of the whole that must be done before anything is told of the rest.
const TELLING: f64 = 0.05;

impl Clock {
    fn new(thought: Vec<f64>, is_wanted: &[bool]) -> Self {
        Self { started: Instant::now(), thought, is_left: is_wanted.to_vec(), spent: 0.0, number: 0 }
    }

    fn skip(&mut self, at: usize) {
        self.is_left[at] = false;
    }

    fn done(&mut self, at: usize) {
        self.is_left[at] = false;
        self.spent += self.thought[at];
    }

    fn progress<'s>(&mut self, at: usize, name: &'s str) -> StageProgress<'s> {
        self.number += 1;
        let left: f64 = self.thought.iter().zip(&self.is_left).filter(|(_, is_left)| **is_left).map(|(it, _)| it).sum();
        let others = self.is_left.iter().enumerate().filter(|(other, is_left)| **is_left && *other > at).count();
        let can_tell = self.spent > TELLING * (self.spent + left);
        let seconds_left = can_tell.then(|| left * self.started.elapsed().as_secs_f64() / self.spent);
        StageProgress { name, number: self.number, of: self.number + others, seconds_left }
    }
}

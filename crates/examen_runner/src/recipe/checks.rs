//! What must hold of a recipe before anything is done.

use std::collections::BTreeSet;

use clap::Command;
use examen_data::did_you_mean;
use examen_evaluation::embed::EncoderSettings;
use examen_metrics::METRICS;
use examen_suites::suite::check_choice;
use examen_suites::{SUITES, robustness};

use super::reading::{RecipeText, Step};
use super::{ExamRecipe, Recipe, TrainingKind};
use crate::error::Result;
use crate::settings::command_of;

impl Recipe {
    /// Refuses what could not be run, whatever the code is.
    pub(super) fn check(&self, at: &RecipeText) -> Result<()> {
        let mut names = BTreeSet::new();
        let mut places = BTreeSet::new();
        for (number, exam) in self.exams.iter().enumerate() {
            let error = |key: &str, message: String| {
                Err(at.error(&[Step::Key("exams"), Step::At(number), Step::Key(key)], message))
            };
            if let Err((key, message)) = exam.check() {
                return error(key, message);
            }
            if let Some((setting, message)) = exam.unknown_setting() {
                let place = [Step::Key("exams"), Step::At(number), Step::Key("settings"), Step::Key(&setting)];
                return Err(at.error(&place, message));
            }
            if !names.insert(exam.name()) {
                return error(
                    "name",
                    format!("two exams are called `{}`: give one of them another `name`", exam.name()),
                );
            }
            if !places.insert((&exam.folder, &exam.suite)) {
                let message =
                    format!("two exams of {} are made in `{}`: give one another `folder`", exam.suite, exam.folder);
                return error("folder", message);
            }
        }
        let mut trained = BTreeSet::new();
        for (number, training) in self.trainings.iter().enumerate() {
            let place = |key| [Step::Key("trainings"), Step::At(number), Step::Key(key)];
            if !is_plain(&training.name) || !trained.insert(training.name.as_str()) {
                let message = format!(
                    "`{}` cannot be the name of a training: wanted letters, digits, `-` and `_`, each name once",
                    training.name
                );
                return Err(at.error(&place("name"), message));
            }
            if let Some(name) = training.data.iter().find(|name| !names.contains(name.as_str())) {
                let meant = did_you_mean(name, names.iter().copied());
                return Err(at.error(&place("data"), format!("there is no exam `{name}`{meant}")));
            }
            let needs_data = training.kind.0 != TrainingKind::Encoder;
            if needs_data == training.data.is_empty() {
                let message = if needs_data {
                    "names no exam to learn from: data = [\"…\"]"
                } else {
                    "an encoder learns from the code, not from exams"
                };
                return Err(at.error(&place("name"), format!("{}: {message}", training.name)));
            }
            let kind = training.kind.name();
            if training.from.is_some() && !training.kind.0.has_start() {
                let message = format!("{}: a training of {kind} starts from random weights", training.name);
                return Err(at.error(&place("from"), message));
            }
            let of = format!("a training of {kind}");
            if let Some((setting, message)) = training.settings.unknown(&training.kind.0.command(), &of) {
                let [first, second, _] = place("");
                return Err(at.error(&[first, second, Step::Key("settings"), Step::Key(&setting)], message));
            }
        }
        if self.exams.is_empty() && self.trainings.is_empty() && !self.corpus.table && !self.corpus.findings {
            return Err(at.error(&[], "there is nothing to do: name an exam ([[exams]] suite = \"…\")"));
        }
        Ok(())
    }
}

impl ExamRecipe {
    /// What is wrong with it: the key, and what to say.
    fn check(&self) -> std::result::Result<(), (&'static str, String)> {
        let Some(suite) = self.suite() else {
            let names: Vec<&str> = SUITES.iter().map(|suite| suite.name).collect();
            let meant = did_you_mean(&self.suite, names.iter().copied());
            return Err((
                "suite",
                format!("there is no suite `{}`{meant}; there are {}", self.suite, names.join(", ")),
            ));
        };
        for (key, word) in [("name", self.name()), ("folder", &self.folder)] {
            if !is_plain(word) {
                return Err((key, format!("`{word}` cannot be a name: wanted letters, digits, `-` and `_`")));
            }
        }
        let result = self.result();
        if !result.strip_suffix(".json").is_some_and(is_plain) {
            return Err((
                "result",
                format!("`{result}` cannot be the file of scores: wanted a name that ends in .json"),
            ));
        }
        let tasks: &[String] = if suite.name == robustness::SUITE.name { &[] } else { &self.tasks };
        check_choice(&[suite], tasks, None).map_err(|error| ("tasks", error.to_string()))?;
        let edition = self.edition.map(|edition| edition.0);
        check_choice(&[suite], &[], edition).map_err(|error| ("edition", error.to_string()))?;
        if self.limit == Some(0) {
            return Err(("limit", "0 leaves no example: wanted a number from 1 up".to_owned()));
        }
        if let Some(model) = self.only.keys().find(|model| !self.models.contains(model)) {
            return Err((
                "only",
                format!("`{model}` is not among the models of this exam: {}", self.models.join(", ")),
            ));
        }
        for tasks in self.only.values() {
            check_choice(&[suite], tasks, None).map_err(|error| ("only", error.to_string()))?;
        }
        let unknown = self.metrics.iter().find(|name| METRICS.iter().all(|metric| metric.name != name.as_str()));
        if let Some(name) = unknown {
            let names: Vec<&str> = METRICS.iter().map(|metric| metric.name).collect();
            let meant = did_you_mean(name, names.iter().copied());
            return Err(("metrics", format!("there is no metric `{name}`{meant}; `examen list metrics` shows them")));
        }
        Ok(())
    }

    /// A setting that its suite does not have.
    fn unknown_setting(&self) -> Option<(String, String)> {
        let suite = self.suite()?;
        let mut command = (suite.add_flags)(Command::new(suite.name));
        if suite.name == robustness::SUITE.name {
            // It has the settings of the suite that it rewrites as well.
            command =
                SUITES.iter().filter(|it| it.name != suite.name).fold(command, |command, it| (it.add_flags)(command));
        }
        if let Some(found) = self.settings.unknown(&command, &format!("the suite {}", suite.name)) {
            return Some(found);
        }
        let probing = self.probing.as_ref()?;
        probing.settings.unknown(&command_of::<EncoderSettings>("encoder"), "encoders")
    }
}

/// Whether a word can be part of a file's name everywhere.
fn is_plain(word: &str) -> bool {
    let is_good = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.');
    !word.is_empty() && !word.starts_with('.') && word.chars().all(is_good)
}

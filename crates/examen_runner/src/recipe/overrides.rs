//! What flags and variables of the environment say: it has the last word over a recipe.

use std::path::PathBuf;

use clap::Command;
use examen_evaluation::build::SplitBy;
use examen_suites::Suite;
use examen_suites::suite::{Edition, check_choice};

use super::Recipe;
use crate::choice::Choice;
use crate::error::Result;
use crate::settings::Settings;

/// The flags that were given; what was not is left to the recipe.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// Code to read.
    pub from: Vec<PathBuf>,
    /// Decides splits and every other choice.
    pub seed: Option<u64>,
    /// From which likeness on two files are near duplicates.
    pub near_duplicates: Option<f64>,
    /// Tasks: exams that have none of them are left out.
    pub tasks: Vec<String>,
    /// Whose rules are followed, where a suite has them.
    pub edition: Option<Edition>,
    /// What is in one split as a whole.
    pub split_by: Option<SplitBy>,
    /// Flags of suites; each is for all exams of its suite.
    pub settings: Settings,
}

impl Recipe {
    /// Lets flags have the last word.
    pub fn apply(&mut self, given: &Overrides) -> Result<()> {
        if !given.from.is_empty() {
            self.sources.from.clone_from(&given.from);
        }
        self.seed = given.seed.unwrap_or(self.seed);
        self.corpus.near_duplicates = given.near_duplicates.unwrap_or(self.corpus.near_duplicates);
        // Exams without tasks to choose from have no say.
        let suites: Vec<&Suite> = self.exams.iter().filter_map(super::ExamRecipe::suite).collect();
        let with_tasks: Vec<&Suite> = suites.iter().copied().filter(|suite| !(suite.tasks)().is_empty()).collect();
        check_choice(&with_tasks, &given.tasks, None)?;
        check_choice(&suites, &[], given.edition)?;
        if !given.tasks.is_empty() {
            self.choose_tasks(&given.tasks);
        }
        for exam in &mut self.exams {
            let Some(suite) = exam.suite() else { continue };
            if let Some(edition) = given.edition.filter(|edition| suite.editions.contains(edition)) {
                exam.edition = Some(Choice(edition));
            }
            if let Some(unit) = given.split_by {
                exam.split_by = Choice(unit);
            }
            let command = (suite.add_flags)(Command::new(suite.name));
            exam.settings = given.settings.of_command(&command).over(&exam.settings);
        }
        Ok(())
    }

    /// Keeps the exams that have some of the tasks, with these.
    fn choose_tasks(&mut self, words: &[String]) {
        for exam in &mut self.exams {
            let known: Vec<&str> =
                exam.suite().map(|suite| (suite.tasks)()).into_iter().flatten().map(|it| it.name).collect();
            let is_its = |word: &&String| !known.is_empty() && (*word == "all" || known.contains(&word.as_str()));
            exam.tasks = words.iter().filter(is_its).cloned().collect();
        }
        self.exams.retain(|exam| !exam.tasks.is_empty());
    }
}

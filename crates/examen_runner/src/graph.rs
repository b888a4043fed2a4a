//! The stages of a recipe, each behind those whose outputs it needs.

use examen_data::did_you_mean;
use examen_evaluation::predict::ModelSpec;

use crate::error::{Result, RunError};
use crate::exam::RecipeExam;
use crate::recipe::Recipe;

/// A stage of a run.
#[derive(Clone, Debug)]
pub struct Stage {
    /// Its name, by which `--only` and its record know it.
    pub name: String,
    /// The stages whose outputs it needs, by their places; all of them are earlier ones.
    pub needs: Vec<usize>,
    /// What it does.
    pub(crate) work: Work,
}

/// What a stage does.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Work {
    /// Reads the code into a table.
    Corpus,
    /// Asks the queries.
    Findings,
    /// Makes the examples of an exam.
    Build { exam: usize },
    /// Trains a model.
    Train { training: usize, model: String, seed: u64, from: Option<ModelUse>, data: Vec<usize> },
    /// Lets a model answer an exam.
    Predict { exam: usize, model: ModelUse, relevance: Option<ModelUse> },
    /// Probes encoders.
    Probe { exam: usize },
    /// Scores the answers to an exam.
    Score { exam: usize },
    /// Writes the report.
    Report,
}

/// A model, as a recipe names it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ModelUse {
    /// One that is trained in the run, by the name of its folder.
    Trained(String),
    /// One that is there.
    Given(ModelSpec),
}

impl ModelUse {
    /// Its name in predictions.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Trained(name) => name.clone(),
            Self::Given(spec) => spec.name(),
        }
    }

    /// Its name in names of files.
    pub(crate) fn file_name(&self) -> String {
        let is_plain = |it: char| it.is_ascii_alphanumeric() || matches!(it, '-' | '_' | '.');
        self.name().chars().map(|it| if is_plain(it) { it } else { '-' }).collect()
    }
}

/// The stages of a recipe, in an order in which they can be done.
pub(crate) struct Graph<'r> {
    recipe: &'r Recipe,
    exams: &'r [RecipeExam],
    pub(crate) stages: Vec<Stage>,
}

impl<'r> Graph<'r> {
    /// The stages of a recipe.
    pub(crate) fn new(recipe: &'r Recipe, exams: &'r [RecipeExam]) -> Result<Self> {
        let mut graph = Self { recipe, exams, stages: Vec::new() };
        if recipe.corpus.table {
            graph.add("corpus".to_owned(), Vec::new(), Work::Corpus);
        }
        if recipe.corpus.findings {
            graph.add("findings".to_owned(), Vec::new(), Work::Findings);
        }
        for exam in 0..exams.len() {
            graph.add_exam(exam)?;
        }
        for training in &recipe.trainings {
            for (model, _) in training.models(recipe.seed) {
                graph.train(&model, &mut Vec::new())?;
            }
        }
        if !exams.is_empty() {
            let all = (0..graph.stages.len()).collect();
            graph.add("report".to_owned(), all, Work::Report);
        }
        Ok(graph)
    }

    /// The places of the named stages and of all that they need.
    pub(crate) fn with_needs(&self, names: &[String]) -> Result<Vec<bool>> {
        let mut is_wanted = vec![names.is_empty(); self.stages.len()];
        for name in names {
            let Some(at) = self.stages.iter().position(|stage| stage.name == *name) else {
                let known: Vec<&str> = self.stages.iter().map(|stage| stage.name.as_str()).collect();
                let meant = did_you_mean(name, known.iter().copied());
                return Err(RunError::request(format!(
                    "there is no stage `{name}`{meant}; there are {}",
                    known.join(", ")
                )));
            };
            is_wanted[at] = true;
        }
        for at in (0..self.stages.len()).rev().filter(|_| !names.is_empty()) {
            if is_wanted[at] {
                self.stages[at].needs.iter().for_each(|&need| is_wanted[need] = true);
            }
        }
        Ok(is_wanted)
    }

    /// Adds a stage, unless it is there; returns its place.
    fn add(&mut self, name: String, needs: Vec<usize>, work: Work) -> usize {
        if let Some(at) = self.stages.iter().position(|stage| stage.name == name) {
            return at;
        }
        self.stages.push(Stage { name, needs, work });
        self.stages.len() - 1
    }

    fn add_exam(&mut self, exam: usize) -> Result<()> {
        let built = self.build(exam);
        let RecipeExam { recipe, .. } = &self.exams[exam];
        let name = recipe.name();
        let mut answers = vec![built];
        for model in self.models(&recipe.models) {
            let mut needs = vec![built];
            needs.extend(self.trained(&model)?);
            let relevance =
                recipe.reading.relevance.as_ref().and_then(|name| self.models(std::slice::from_ref(name)).pop());
            if let Some(relevance) = &relevance {
                needs.extend(self.trained(relevance)?);
            }
            let stage = format!("predict-{name}-{}", model.file_name());
            if self.stages.iter().any(|it| it.name == stage) {
                return Err(RunError::request(format!("two models of the exam {name} are called `{}`", model.name())));
            }
            answers.push(self.add(stage, needs, Work::Predict { exam, model, relevance }));
        }
        if recipe.probing.is_some() {
            let probed = self.add(format!("probe-{name}"), vec![built], Work::Probe { exam });
            // What probes say of examples stands beside what models say.
            if answers.len() > 1 {
                answers.push(probed);
            }
        }
        if answers.len() > 1 {
            self.add(format!("score-{name}"), answers, Work::Score { exam });
        }
        Ok(())
    }

    /// The stage that makes an exam, behind the one whose examples it rewrites.
    fn build(&mut self, exam: usize) -> usize {
        let base = self.exams[exam].base;
        let needs = base.map(|base| self.build(base)).into_iter().collect();
        let name = format!("build-{}", self.exams[exam].recipe.name());
        self.add(name, needs, Work::Build { exam })
    }

    /// The models of some names; a training with several seeds is several.
    fn models(&self, names: &[String]) -> Vec<ModelUse> {
        let mut models = Vec::new();
        for name in names {
            match self.recipe.trainings.iter().find(|training| training.name == *name) {
                Some(training) => {
                    models
                        .extend(training.models(self.recipe.seed).into_iter().map(|(name, _)| ModelUse::Trained(name)));
                }
                None => models.push(ModelUse::Given(ModelSpec::parse(name))),
            }
        }
        models
    }

    /// The stage that trains a model, if the run does.
    fn trained(&mut self, model: &ModelUse) -> Result<Option<usize>> {
        match model {
            ModelUse::Trained(name) => self.train(name, &mut Vec::new()).map(Some),
            ModelUse::Given(_) => Ok(None),
        }
    }

    /// The stage that trains a model, behind those that it learns from. `open` are those that wait for it.
    fn train(&mut self, model: &str, open: &mut Vec<String>) -> Result<usize> {
        let recipe = self.recipe;
        let found = recipe.trainings.iter().enumerate().find_map(|(at, training)| {
            let models = training.models(recipe.seed);
            let (_, seed) = models.into_iter().find(|(name, _)| name == model)?;
            Some((at, training, seed))
        });
        let Some((training, settings, seed)) = found else {
            return Err(RunError::request(format!("there is no training `{model}`")));
        };
        if open.iter().any(|name| name == model) {
            return Err(RunError::request(format!("the training {model} starts from itself: {}", open.join(", "))));
        }
        open.push(model.to_owned());
        let mut needs = Vec::new();
        let mut data = Vec::new();
        for name in &settings.data {
            if let Some(exam) = self.exams.iter().position(|exam| exam.recipe.name() == name) {
                needs.push(self.build(exam));
                data.push(exam);
            }
        }
        // With a seed each, the model of the same seed; the first otherwise.
        let from = settings.from.as_ref().map(|name| {
            let models = self.models(std::slice::from_ref(name));
            let same = models.iter().find(|it| it.name() == format!("{name}-{seed}")).cloned();
            same.or_else(|| models.into_iter().next())
        });
        let from = from.flatten();
        if let Some(ModelUse::Trained(name)) = &from {
            needs.push(self.train(name, open)?);
        }
        open.pop();
        let work = Work::Train { training, model: model.to_owned(), seed, from, data };
        Ok(self.add(format!("train-{model}"), needs, work))
    }
}

//! Models as users name them.

use std::convert::Infallible;
use std::path::PathBuf;
use std::str::FromStr;

use examen_data::AnswerKind;
use examen_models::{CodeHead, CodeModel, GeneratorModel, NamerModel};

use super::decision_predictor::DecisionPredictor;
use super::generator_predictor::GeneratorPredictor;
use super::models::{Make, find_model, nearest_model};
use super::namer_predictor::NamerPredictor;
use super::predictor::{LoadedModel, ModelOptions, Role};
use super::span_predictor::SpanPredictor;
use crate::error::refuse;

/// A model by name: `NAME | DIRECTORY | hub:OWNER/NAME | http(s)://…`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ModelSpec {
    /// A model that is part of the program.
    BuiltIn(&'static str),
    /// A checkpoint in a directory.
    Directory(PathBuf),
    /// A checkpoint on the hub: `owner/name`, or `owner/name@revision`.
    Hub(String),
    /// A model behind an address.
    Url(String),
}

impl ModelSpec {
    /// Reads a name. What is neither an address nor built in is taken for a directory.
    pub fn parse(text: &str) -> Self {
        if let Some(name) = text.strip_prefix("hub:") {
            return Self::Hub(name.to_owned());
        }
        if text.starts_with("http://") || text.starts_with("https://") {
            return Self::Url(text.to_owned());
        }
        match find_model(text) {
            Some(model) => Self::BuiltIn(model.name),
            None => Self::Directory(text.into()),
        }
    }

    /// Returns the name in predictions and results: that of the model, of the directory, or of the hub.
    pub fn name(&self) -> String {
        match self {
            Self::BuiltIn(name) => (*name).to_owned(),
            Self::Directory(path) => {
                let whole = std::path::absolute(path).unwrap_or_else(|_| path.clone());
                whole.file_name().unwrap_or(whole.as_os_str()).to_string_lossy().into_owned()
            }
            Self::Hub(name) | Self::Url(name) => name.clone(),
        }
    }

    /// Makes the model ready to predict.
    pub fn load(&self, options: &ModelOptions) -> crate::Result<LoadedModel> {
        let name = match self {
            Self::BuiltIn(name) => name,
            Self::Directory(path) if CodeModel::is_in(path) => {
                let model = CodeModel::load(path, options.placement)?;
                return Ok(match (model.head, model.config.decision) {
                    (CodeHead::Decision, Some(decision)) => {
                        let predictor = DecisionPredictor::of(model, decision, options.placement)?;
                        LoadedModel::predictor(self.name(), DecisionPredictor::kinds(decision), predictor)
                    }
                    (CodeHead::Spans, _) => {
                        let predictor = SpanPredictor::of(model, options)?;
                        LoadedModel::predictor(self.name(), &SpanPredictor::KINDS, predictor)
                    }
                    _ => refuse!(
                        "{0}: an encoder that was trained for no task yet; `examen train spans --from {0}` does that",
                        path.display()
                    ),
                });
            }
            Self::Directory(path) if GeneratorModel::is_in(path) => {
                let model = GeneratorModel::load(path, options.placement)?;
                return Ok(LoadedModel::predictor(self.name(), &AnswerKind::ALL, GeneratorPredictor::of(model)));
            }
            Self::Directory(path) if NamerModel::is_in(path) => {
                let model = NamerModel::load(path, options.placement)?;
                return Ok(LoadedModel::predictor(self.name(), &NamerPredictor::KINDS, NamerPredictor::of(model)));
            }
            Self::Directory(path) if path.is_dir() => {
                refuse!(
                    "{}: checkpoints cannot predict yet; `examen embed` and `examen probe` take them",
                    path.display()
                );
            }
            Self::Directory(_) => refuse!("{}", self.unknown()),
            Self::Hub(name) => {
                refuse!("hub:{name}: checkpoints cannot predict yet; `examen embed` and `examen probe` take them");
            }
            Self::Url(address) => refuse!("{address}: a model behind an address is asked by `examen predict`"),
        };
        let Some(model) = find_model(name) else { refuse!("{}", self.unknown()) };
        let role = match model.make {
            Make::Predictor(make) => Role::Predictor(make(options)),
            Make::Trainer(make) => Role::Trainer(make(options)),
            Make::Encoder => {
                refuse!("{name} gives features and no answers; `examen embed` and `examen probe` take it")
            }
        };
        Ok(LoadedModel::new(model.name.to_owned(), model.kinds, role))
    }

    /// Says that there is no such model, and which built-in one may be meant.
    pub(crate) fn unknown(&self) -> String {
        let text = match self {
            Self::Directory(path) => path.display().to_string(),
            _ => self.name(),
        };
        let nearest = nearest_model(&text).map(|name| format!("; did you mean `{name}`?")).unwrap_or_default();
        format!("{text} is neither a built-in model (`examen list models`) nor a directory{nearest}")
    }
}

impl FromStr for ModelSpec {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::parse(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_by_their_form() {
        let hub = |name: &str| ModelSpec::Hub(name.to_owned());
        let directory = |path: &str| ModelSpec::Directory(path.into());
        let table = [
            ("engine", ModelSpec::BuiltIn("engine"), "engine"),
            ("random-encoder", ModelSpec::BuiltIn("random-encoder"), "random-encoder"),
            ("hub:microsoft/codebert-base", hub("microsoft/codebert-base"), "microsoft/codebert-base"),
            ("hub:owner/name@v2", hub("owner/name@v2"), "owner/name@v2"),
            ("./models/codebert", directory("./models/codebert"), "codebert"),
            ("codebert", directory("codebert"), "codebert"),
            ("./engine", directory("./engine"), "engine"),
            ("http://localhost:8000/v1", ModelSpec::Url("http://localhost:8000/v1".into()), "http://localhost:8000/v1"),
            ("https://example.org", ModelSpec::Url("https://example.org".into()), "https://example.org"),
        ];
        for (text, spec, name) in table {
            assert_eq!(ModelSpec::parse(text), spec, "{text}");
            assert_eq!(spec.name(), name, "{text}");
        }
    }

    #[test]
    fn what_cannot_predict_says_why() {
        let refusal = |text: &str| match ModelSpec::parse(text).load(&ModelOptions::default()) {
            Ok(model) => format!("loaded {}", model.name()),
            Err(error) => error.to_string(),
        };
        assert!(refusal("bag-of-token").contains("did you mean `bag-of-tokens`?"), "{}", refusal("bag-of-token"));
        assert!(refusal("./no/such/directory").contains("nor a directory"));
        assert!(!refusal("./no/such/directory").contains("did you mean"));
        assert!(refusal(env!("CARGO_MANIFEST_DIR")).contains("cannot predict yet"));
        assert!(refusal("hub:a/b").contains("cannot predict yet"));
        assert!(refusal("https://example.org").contains("examen predict"));
        assert!(refusal("random-encoder").contains("gives features"));
        assert_eq!(refusal("majority"), "loaded majority");
    }
}

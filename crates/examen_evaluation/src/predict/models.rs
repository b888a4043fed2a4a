//! The models that are part of the program: one file each, and one line in [`MODELS`].

mod bag_of_tokens;
mod builtin;
mod copy_name;
mod engine;
mod length_only;
mod lexical_overlap;
mod line_overlap;
mod majority;
mod n_gram;
mod no_answer;
mod pair_classifier;
mod path_neighbours;
mod random_encoder;
mod text_neighbours;

use examen_data::{AnswerKind, nearest_name};

pub use builtin::BUILT_IN;
pub use engine::ENGINE;
pub use no_answer::NO_ANSWER;
pub use random_encoder::RANDOM_ENCODER;

use super::predictor::{ModelOptions, Predictor, Trainer};

/// All built-in models, by name.
pub const MODELS: &[&Model] = &[
    &bag_of_tokens::MODEL,
    &builtin::MODEL,
    &copy_name::MODEL,
    &engine::MODEL,
    &length_only::MODEL,
    &lexical_overlap::MODEL,
    &line_overlap::MODEL,
    &majority::MODEL,
    &n_gram::MODEL,
    &no_answer::MODEL,
    &pair_classifier::MODEL,
    &path_neighbours::MODEL,
    &random_encoder::MODEL,
    &text_neighbours::MODEL,
];

/// A built-in model.
#[derive(Clone, Copy, Debug)]
pub struct Model {
    /// The name on the command line and in predictions, for good.
    pub name: &'static str,
    /// A description in one line.
    pub description: &'static str,
    /// The kinds of answer that it gives; none for an encoder.
    pub kinds: &'static [AnswerKind],
    /// The function that makes it.
    pub make: Make,
}

/// The function that makes a built-in model.
#[derive(Clone, Copy, Debug)]
pub enum Make {
    /// A model that gives features and no answers.
    Encoder,
    /// A model that answers as it is.
    Predictor(fn(&ModelOptions) -> Box<dyn Predictor>),
    /// A model that is trained for each task.
    Trainer(fn(&ModelOptions) -> Box<dyn Trainer>),
}

/// Returns the built-in model of a name.
pub fn find_model(name: &str) -> Option<&'static Model> {
    MODELS.iter().copied().find(|model| model.name == name)
}

/// Returns the name of the built-in model that is most similar to a word, if one is similar.
pub fn nearest_model(word: &str) -> Option<&'static str> {
    nearest_name(word, MODELS.iter().map(|model| model.name))
}

#[cfg(test)]
mod tests {
    use examen_data::AnswerSpec;

    use super::*;
    use crate::predict::{ModelSpec, TaskInfo};

    fn task(kind: AnswerKind) -> TaskInfo {
        TaskInfo {
            suite: "suite".to_owned(),
            task: "task".to_owned(),
            answer: AnswerSpec::new(kind, &["text"], &[]),
            about: String::new(),
            classes: Vec::new(),
        }
    }

    #[test]
    fn models_are_sorted_and_accept_the_kinds_that_they_list() {
        assert!(MODELS.is_sorted_by(|left, right| left.name < right.name));
        for model in MODELS.iter().filter(|model| !matches!(model.make, Make::Encoder)) {
            assert!(!model.kinds.is_empty(), "{} accepts no task", model.name);
            let loaded = ModelSpec::parse(model.name).load(&ModelOptions::default()).unwrap();
            assert_eq!(loaded.name(), model.name);
            for kind in AnswerKind::ALL {
                assert_eq!(loaded.accepts(&task(kind)).is_ok(), model.kinds.contains(&kind), "{}", model.name);
            }
        }
    }

    #[test]
    fn similar_names_are_suggested() {
        assert_eq!(nearest_model("majorty"), Some("majority"));
        assert_eq!(nearest_model("length"), Some("length-only"));
        assert_eq!(nearest_model("codebert"), None);
    }
}

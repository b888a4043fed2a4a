//! The description of a transformation.

use examen_syntax::Language;

use crate::Found;
use crate::java_method::JavaMethod;
use crate::python_function::PythonFunction;

/// A kind of rewrite, for one language.
#[derive(Debug)]
pub struct Transform {
    /// Two capital letters, the authors' where they have them; the same in all languages.
    pub code: &'static str,
    /// What it does, in a few words.
    pub name: &'static str,
    /// What is rewritten into what, in a sentence or two.
    pub description: &'static str,
    /// Why the meaning stays.
    pub reason: &'static str,
    /// What it leaves alone.
    pub refuses: &'static str,
    /// What the authors' looser rule does otherwise, so that the result may not compile or mean something else; empty
    /// without such a rule.
    pub paper: &'static str,
    /// Whether all places of a function can be rewritten at once.
    pub has_all_places: bool,
    /// Finds the places.
    pub find: Finder,
}

/// Finds the places of a function that can be rewritten, and those that must stay.
#[derive(Clone, Copy, Debug)]
pub enum Finder {
    /// In a Java method or constructor.
    Java(fn(&JavaMethod<'_>, Strength, &mut Found)),
    /// In a Python function.
    Python(fn(&PythonFunction<'_>, &mut Found)),
}

/// How sure a rewrite must be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Strength {
    /// Results, exceptions, output and definite assignment provably stay.
    #[default]
    Strict,
    /// What the authors of the paper do: may not compile, may change the meaning.
    Paper,
}

impl Transform {
    /// The language it is for.
    pub const fn language(&self) -> Language {
        match self.find {
            Finder::Java(_) => Language::Java,
            Finder::Python(_) => Language::Python,
        }
    }

    /// Returns whether it can be made with a strength: the authors have no rules for Python, and none for what is ours.
    pub const fn has_strength(&self, strength: Strength) -> bool {
        match strength {
            Strength::Strict => true,
            Strength::Paper => !self.paper.is_empty(),
        }
    }
}

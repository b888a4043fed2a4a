//! The objective of a network that names functions by their paths.

use examen_metrics::{Overlap, SubtokenRule};
use examen_models::{ContextTables, EncodedName, NamerConfig, NamerInput, NamerKind, NamerNetwork, NamerVocabulary};
use examen_tensor::{Mode, Parameters, Tensor};
use examen_training::{Batch, Objective, ObjectiveError, Score};

/// Functions that are answered at once.
const AT_ONCE: usize = 64;

/// Functions, and a network that names them.
pub(super) struct NamerObjective {
    pub(super) config: NamerConfig,
    pub(super) vocabulary: NamerVocabulary,
    pub(super) tables: ContextTables,
    pub(super) training: Vec<EncodedName>,
    /// Names, and the functions, whose contexts are fewer than the network is shown at once.
    pub(super) validation: Vec<(String, EncodedName)>,
}

impl NamerObjective {
    /// How the names of a network are counted: as its authors do it.
    const fn rule(&self) -> SubtokenRule {
        match self.config.model_type {
            NamerKind::Code2vec => SubtokenRule::Code2vec,
            NamerKind::Code2seq => SubtokenRule::Code2seq,
        }
    }
}

impl Objective for NamerObjective {
    fn loss(&self, parameters: &Parameters, batch: Batch<'_>, mode: Mode<'_>) -> Result<Tensor<1>, ObjectiveError> {
        let network = NamerNetwork::tracked(&self.config, parameters)?;
        let sampled = batch.examples.iter().zip(0..).map(|(drawn, place)| {
            self.training[drawn.example].sampled(self.config.contexts, batch.seed.wrapping_add(place))
        });
        let examples: Vec<EncodedName> = sampled.collect();
        let input = NamerInput::new(&self.tables, &examples);
        Ok(network.loss(&input, &examples.iter().collect::<Vec<_>>(), mode)?)
    }

    /// F1 of the parts of names decides which parameters are best. A function without contexts has no answer.
    fn evaluate(&self, parameters: &Parameters) -> Result<Vec<Score>, ObjectiveError> {
        let network = NamerNetwork::detached(&self.config, parameters)?;
        let (mut parts, mut right) = (Overlap::default(), 0u64);
        for chunk in self.validation.chunks(AT_ONCE) {
            let with_contexts = || chunk.iter().filter(|(_, example)| !example.contexts.is_empty());
            let input = NamerInput::new(&self.tables, with_contexts().map(|(_, example)| example));
            let mut answers = network.answer(&input, 1)?.into_iter();
            for (truth, example) in chunk {
                let answer = if example.contexts.is_empty() { None } else { answers.next() };
                let best = answer.as_ref().and_then(|answer| answer.guesses.first());
                let given = best.map(|guess| self.vocabulary.text(&guess.words)).unwrap_or_default();
                parts.add_name(truth, &given, self.rule());
                right += u64::from(given == *truth);
            }
        }
        let examples = self.validation.len() as u64;
        if examples == 0 {
            return Ok(Vec::new());
        }
        let score = |name: &str, value: f64| Score { name: name.to_owned(), value, examples };
        Ok(vec![score("subtoken_f1", parts.f1().unwrap_or(0.0)), score("accuracy", right as f64 / examples as f64)])
    }
}

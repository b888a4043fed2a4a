//! The objective of a generator: names, captions and answers together.

use examen_models::{GeneratedKind, GeneratorConfig, GeneratorInput, GeneratorNetwork};
use examen_tensor::{Mode, Parameters, Tensor};
use examen_training::{Batch, Objective, ObjectiveError, Score};

/// Examples that are evaluated at once.
const AT_ONCE: usize = 16;

/// Examples, and a network that writes what they ask for.
pub(super) struct GeneratorObjective {
    pub(super) config: GeneratorConfig,
    /// The data sets that are learnt from.
    pub(super) sets: Vec<Vec<GeneratorInput>>,
    pub(super) validation: Vec<(GeneratedKind, Vec<GeneratorInput>)>,
}

impl Objective for GeneratorObjective {
    fn loss(&self, parameters: &Parameters, batch: Batch<'_>, mode: Mode<'_>) -> Result<Tensor<1>, ObjectiveError> {
        let network = GeneratorNetwork::tracked(&self.config, parameters)?;
        let inputs: Vec<&GeneratorInput> =
            batch.examples.iter().map(|drawn| &self.sets[drawn.set][drawn.example]).collect();
        Ok(network.loss(&inputs, mode)?)
    }

    /// The mean logarithm of the probability of what is to be written decides which parameters are best: it needs no search. Each kind
    /// of example has its own beside it.
    fn evaluate(&self, parameters: &Parameters) -> Result<Vec<Score>, ObjectiveError> {
        let network = GeneratorNetwork::detached(&self.config, parameters)?;
        let (mut sum, mut examples, mut scores) = (0.0, 0, Vec::new());
        for kind in GeneratedKind::ALL {
            let (mut of_kind, mut count) = (0.0, 0);
            for (_, inputs) in self.validation.iter().filter(|(own, _)| *own == kind) {
                for chunk in inputs.chunks(AT_ONCE) {
                    let chunk: Vec<&GeneratorInput> = chunk.iter().collect();
                    let loss = network.loss(&chunk, Mode::Eval)?.into_values()?;
                    of_kind -= f64::from(loss.first().copied().unwrap_or(f32::NAN)) * chunk.len() as f64;
                    count += chunk.len() as u64;
                }
            }
            if count > 0 {
                let name = format!("{}_log_probability", kind.name());
                scores.push(Score { name, value: of_kind / count as f64, examples: count });
            }
            sum += of_kind;
            examples += count;
        }
        if examples > 0 {
            let value = sum / examples as f64;
            scores.insert(0, Score { name: "log_probability".to_owned(), value, examples });
        }
        Ok(scores)
    }
}

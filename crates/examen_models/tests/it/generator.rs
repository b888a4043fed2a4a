//! Generators of all kinds: gradients, that they learn, that they copy, batches, their directory.

use examen_models::{
    CodeEdge, CodeSize, EdgeKind, GeneratedKind, GeneratorConfig, GeneratorInput, GeneratorKind, GeneratorModel,
    GeneratorNetwork, GeneratorTokens, Placement, Vocabulary, WordCounts, generated_words, group_generator_parameters,
    initial_generator_parameters, write_generator,
};
use examen_tensor::{Mode, NamedValues, Parameters, Storage, Tensor};
use examen_tokenizers::LayoutTokenizer;

use crate::{finite_differences, muon_steps};

/// What is written of which code, by which question.
struct Example {
    kind: GeneratedKind,
    question: String,
    code: String,
    target: String,
}

struct Case {
    config: GeneratorConfig,
    tokenizer: LayoutTokenizer,
    words: Vocabulary,
    examples: Vec<Example>,
}

const KINDS: [GeneratorKind; 5] = [
    GeneratorKind::Generator,
    GeneratorKind::Seq2seq,
    GeneratorKind::DualEncoder,
    GeneratorKind::Sns,
    GeneratorKind::Transformer,
];

const NOUNS: [&str; 8] = ["name", "size", "parent", "first", "last", "key", "value", "node"];

/// A function that returns a field, with its name, a caption and an answer in turn.
fn example(number: usize) -> Example {
    let noun = NOUNS[number % 8];
    let code = format!("int METHOD_NAME() {{ return this.{noun}{number}; }}");
    let (kind, question, target) = match number % 3 {
        0 => (GeneratedKind::Name, "", format!("get|{noun}")),
        1 => (GeneratedKind::Caption, "", format!("Returns the {noun}.")),
        _ => (GeneratedKind::Answer, "What does it return?", format!("the {noun}")),
    };
    Example { kind, question: question.to_owned(), code, target }
}

fn case_of(network: GeneratorKind, examples: Vec<Example>, least: u64) -> Case {
    let texts: Vec<String> = examples.iter().map(|example| example.code.clone()).collect();
    let tokenizer = LayoutTokenizer::train(&texts, 150).unwrap();
    let mut counts = WordCounts::default();
    for example in &examples {
        for word in &generated_words(example.kind, &example.target) {
            counts.add(word, 1);
        }
    }
    let words = counts.vocabulary(100, least);
    let encoder = examen_models::CodeConfig {
        hidden_dropout_prob: 0.0,
        max_position_embeddings: 96,
        ..CodeSize::Tiny.config(tokenizer.len())
    };
    let config = GeneratorConfig { kind: network, ..GeneratorConfig::new(encoder, words.len(), 1) };
    Case { config, tokenizer, words, examples }
}

fn case_with(network: GeneratorKind, count: usize) -> Case {
    case_of(network, (0..count).map(example).collect(), 1)
}

impl Case {
    fn tokens(&self) -> GeneratorTokens<'_> {
        GeneratorTokens { tokenizer: &self.tokenizer, words: &self.words, config: &self.config }
    }

    /// An input with edges of all kinds.
    fn input(&self, example: &Example) -> GeneratorInput {
        let input = self.tokens().input(example.kind, &example.question, &example.code);
        let edge = |kind, from, to| CodeEdge { kind, from, to };
        let mut edges: Vec<CodeEdge> = EdgeKind::ALL.into_iter().map(|kind| edge(kind, 0, kind as usize + 4)).collect();
        edges.push(edge(EdgeKind::Syntax, 4, 1000));
        self.tokens().with_graph(input, &example.code, &edges)
    }

    fn inputs(&self) -> Vec<GeneratorInput> {
        let input = |example: &Example| self.tokens().with_target(example.kind, self.input(example), &example.target);
        self.examples.iter().map(input).collect()
    }

    fn initial(&self) -> Parameters {
        let values = initial_generator_parameters(&self.config, 3);
        let mut parameters = Parameters::new(values, Placement::default()).unwrap();
        group_generator_parameters(&mut parameters);
        parameters
    }

    fn loss(&self, parameters: &Parameters, inputs: &[GeneratorInput]) -> Tensor<1> {
        let network = GeneratorNetwork::tracked(&self.config, parameters).unwrap();
        network.loss(&inputs.iter().collect::<Vec<_>>(), Mode::Eval).unwrap()
    }

    fn learn(&self, steps: u64) -> (GeneratorNetwork, f32, Parameters) {
        let inputs = self.inputs();
        let (parameters, loss) = muon_steps::learn(self.initial(), steps, |parameters| self.loss(parameters, &inputs));
        (GeneratorNetwork::detached(&self.config, &parameters).unwrap(), loss, parameters)
    }

    /// What the network writes of an example.
    fn written(&self, network: &GeneratorNetwork, example: &Example) -> String {
        let input = self.input(example);
        let written = network.write(example.kind, &[&input], 3).unwrap().remove(0);
        self.tokens().text(example.kind, &input, &written[0].words)
    }
}

fn values(parameters: &Parameters) -> Vec<NamedValues> {
    parameters.values().map(Result::unwrap).collect()
}

#[test]
fn gradients_of_every_parameter_are_finite_differences() {
    for network in KINDS {
        let mut case = case_with(network, 6);
        let inputs = case.inputs();
        finite_differences::check(&case.initial(), |parameters| case.loss(parameters, &inputs));
        case.config.no_copy = true;
        let inputs = case.inputs();
        finite_differences::check(&case.initial(), |parameters| case.loss(parameters, &inputs));
    }
}

/// Names and long texts are decoded apart from each other; unknown words count nothing.
#[test]
fn the_loss_of_a_batch_is_the_mean_of_those_of_its_examples() {
    let long = Example { target: "Returns the name of the first or the last of its keys.".to_owned(), ..example(1) };
    let unknown = Example { target: "the unheard".to_owned(), ..example(2) };
    let mut examples: Vec<Example> = (0..6).map(example).collect();
    examples.extend([long, unknown]);
    for network in KINDS {
        let mut case = case_with(network, 6);
        case.examples = std::mem::take(&mut examples);
        let (parameters, inputs) = (case.initial(), case.inputs());
        assert!(inputs[7].unknown_targets() > 0);
        let loss = |inputs: &[GeneratorInput]| case.loss(&parameters, inputs).into_values().unwrap()[0];
        let alone: Vec<f32> = inputs.iter().map(|input| loss(std::slice::from_ref(input))).collect();
        let mean = alone.iter().sum::<f32>() / alone.len() as f32;
        assert!((loss(&inputs) - mean).abs() < 1e-4, "{network:?}: {} {mean}", loss(&inputs));
        assert!(loss(&[]).abs() < f32::EPSILON);
        examples = case.examples;
    }
}

#[test]
fn it_overfits_32_examples_to_a_loss_near_zero_and_writes_them() {
    for network in KINDS {
        let case = case_with(network, 32);
        let (learnt, loss, _) = case.learn(if network.is_recurrent() { 300 } else { 200 });
        assert!(loss < 0.05, "{network:?}: {loss}");
        for example in &case.examples {
            let wanted = example.target.to_lowercase();
            assert_eq!(case.written(&learnt, example), wanted, "{network:?}: {}", example.code);
        }
    }
}

#[test]
fn equal_seeds_give_equal_weights() {
    for network in KINDS {
        let case = case_with(network, 8);
        assert!(values(&case.learn(3).2) == values(&case.learn(3).2), "{network:?}");
    }
}

/// Each word occurs once, so that none but `the` and the like is in the vocabulary: what is returned has to be copied.
fn with_unknown_word(number: usize) -> Example {
    let step = 5 + 2 * (number / 26);
    let letters = (0..4).map(|at| char::from(b'a' + ((number * 7 + at * step) % 26) as u8));
    let word: String = letters.collect();
    Example {
        kind: GeneratedKind::Caption,
        question: String::new(),
        code: format!("int METHOD_NAME() {{ return this.{word}; }}"),
        target: format!("the {word}"),
    }
}

#[test]
fn words_that_no_vocabulary_has_are_copied() {
    for network in KINDS {
        let mut case = case_of(network, (0..48).map(with_unknown_word).collect(), 2);
        assert!(case.words.len() < 4, "{:?}", case.words);
        assert!(case.inputs().iter().all(|input| input.unknown_targets() == 0 && input.has_target()));
        let (learnt, loss, _) = case.learn(300);
        assert!(loss < 0.2, "{network:?}: {loss}");
        // Words that were never seen are copied too.
        case.examples = (48..52).map(with_unknown_word).collect();
        for example in &case.examples {
            assert_eq!(case.written(&learnt, example), example.target, "{network:?}: {}", example.code);
        }
    }
}

#[test]
fn without_copies_nothing_but_words_of_the_vocabulary_is_written() {
    let mut case = case_of(GeneratorKind::Seq2seq, (0..24).map(with_unknown_word).collect(), 2);
    case.config.no_copy = true;
    assert!(case.inputs().iter().all(|input| input.unknown_targets() == 1));
    let (learnt, ..) = case.learn(20);
    assert!(case.examples.iter().all(|example| {
        let written = case.written(&learnt, example);
        written.split(' ').all(|word| case.words.number(word) != Vocabulary::UNKNOWN)
    }));
    let names = initial_generator_parameters(&case.config, 3);
    assert!(!names.iter().any(|parameter| parameter.name.starts_with("copy_")));
}

#[test]
fn a_text_does_not_depend_on_its_batch() {
    for network in KINDS {
        a_text_does_not_depend_on_its_batch_with(network);
    }
}

fn a_text_does_not_depend_on_its_batch_with(network: GeneratorKind) {
    let case = case_with(network, 9);
    let (network, ..) = case.learn(40);
    let inputs = case.inputs();
    for kind in GeneratedKind::ALL {
        let of_kind: Vec<&GeneratorInput> = case
            .examples
            .iter()
            .zip(&inputs)
            .filter(|(example, _)| example.kind == kind)
            .map(|(_, input)| input)
            .collect();
        let together = network.write(kind, &of_kind, 2).unwrap();
        for (input, together) in of_kind.iter().zip(together) {
            let alone = network.write(kind, &[input], 2).unwrap().remove(0);
            assert_eq!(alone[0].words, together[0].words);
            assert!((alone[0].log_probability - together[0].log_probability).abs() < 1e-3);
        }
    }
}

#[test]
fn empty_and_very_long_inputs_are_cut_and_answered() {
    KINDS.into_iter().for_each(empty_and_very_long_inputs);
}

fn empty_and_very_long_inputs(network: GeneratorKind) {
    let case = case_with(network, 6);
    let (network, ..) = case.learn(2);
    let long = case.examples[0].code.repeat(2000);
    for (question, code) in [("", ""), ("", long.as_str()), (long.as_str(), long.as_str()), ("\u{0}?", "🎉é\r\n")] {
        for kind in GeneratedKind::ALL {
            let input = case.tokens().input(kind, question, code);
            assert!(input.len() <= 96 && !input.is_empty(), "{}", input.len());
            // Where there is no question, code has its room.
            assert!(question.len() + code.len() < 96 || input.len() == 96, "{}", input.len());
            let written = network.write(kind, &[&input], 2).unwrap().remove(0);
            assert!(
                !written.is_empty()
                    && !written[0].words.is_empty()
                    && written[0].words.len() <= case.config.longest(kind)
            );
        }
    }
    assert!(network.write(GeneratedKind::Name, &[], 2).unwrap().is_empty());
    // Of a long answer the first words are learnt, of an empty one nothing but the end.
    let input = || case.tokens().input(GeneratedKind::Answer, "", "");
    let target = |text: &str| case.tokens().with_target(GeneratedKind::Answer, input(), text);
    assert!(!target("").has_target() && target("the").has_target());
    assert_eq!(target(&"the ".repeat(500)).cost() - target("").cost(), case.config.longest_text);
}

#[test]
fn a_generator_goes_through_its_directory() {
    KINDS.into_iter().for_each(goes_through_its_directory);
}

fn goes_through_its_directory(network: GeneratorKind) {
    let case = case_with(network, 6);
    let parameters = case.initial();
    let folder = tempfile::tempdir().unwrap();
    assert!(!GeneratorModel::is_in(folder.path()));
    let own = values(&parameters);
    for (name, bytes) in write_generator(&case.config, &case.tokenizer, &case.words, own, Storage::F32).unwrap() {
        std::fs::write(folder.path().join(name), bytes).unwrap();
    }
    assert!(GeneratorModel::is_in(folder.path()));
    let model = GeneratorModel::load(folder.path(), Placement::default()).unwrap();
    assert_eq!((&model.config, &model.words), (&case.config, &case.words));
    let network = GeneratorNetwork::detached(&case.config, &parameters).unwrap();
    let input = &case.inputs()[0];
    let written = |network: &GeneratorNetwork| network.write(GeneratedKind::Name, &[input], 2).unwrap();
    assert_eq!(written(&model.network), written(&network));
    std::fs::write(folder.path().join("words.json"), "[\"<UNK>\"]").unwrap();
    let error = GeneratorModel::load(folder.path(), Placement::default()).unwrap_err().to_string();
    assert!(error.contains("words.json") && error.contains("words, where the configuration"), "{error}");
}

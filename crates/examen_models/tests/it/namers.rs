//! code2vec and code2seq: gradients, that they learn, batches, their directory.

use examen_models::{
    ContextTables, ContextTexts, EncodedName, NamerConfig, NamerInput, NamerKind, NamerModel, NamerNetwork,
    NamerVocabulary, Placement, group_namer_parameters, initial_namer_parameters, path_contexts, write_namer,
};
use examen_tensor::{Mode, NamedValues, Parameters, Storage, Tensor};

use crate::{finite_differences, muon_steps};

const KINDS: [NamerKind; 2] = [NamerKind::Code2vec, NamerKind::Code2seq];

/// A namer with the functions that it knows.
struct Case {
    config: NamerConfig,
    vocabulary: NamerVocabulary,
    tables: ContextTables,
    examples: Vec<EncodedName>,
    names: Vec<String>,
}

/// Functions, each with a name of its own and one to eight contexts.
fn functions(count: usize) -> Vec<(String, String)> {
    let verbs = ["get", "set", "is", "find"];
    let nouns = ["name", "size", "parent", "first", "last", "key", "value", "node"];
    let function = |number: usize| {
        let (verb, noun) = (verbs[number % 4], nouns[number / 4 % 8]);
        let contexts: Vec<String> = (0..=number % 8)
            .map(|at| {
                let way = ["Nm0|Ret|Mth", "Nm0|As|Ex|Bk", "Prm", "Cal|Nm1"][(number + at) % 4];
                format!("{noun},{way}|{verb},this|{}", nouns[(number + at) % 8])
            })
            .collect();
        (format!("{verb}|{noun}"), contexts.join(" "))
    };
    (0..count).map(function).collect()
}

fn case(kind: NamerKind, count: usize) -> Case {
    let functions = functions(count);
    let mut texts = ContextTexts::default();
    let raw: Vec<_> = functions.iter().map(|(_, contexts)| texts.add(contexts)).collect();
    let names: Vec<String> = functions.into_iter().map(|(name, _)| name).collect();
    let vocabulary = NamerVocabulary::of(kind, &texts, names.iter().map(String::as_str), [100; 3], 1);
    let config = NamerConfig {
        width: 8,
        contexts: 8,
        context_dropout: 0.0,
        decoder_dropout: 0.0,
        ..NamerConfig::new(kind, &vocabulary)
    };
    let mut tables = ContextTables::default();
    let numbers = tables.add(&config, &vocabulary, &texts);
    let encoded = |(raw, name): (&Vec<[u32; 3]>, &String)| EncodedName {
        name: vocabulary.name(&config, name),
        ..numbers.encode(raw)
    };
    let examples = raw.iter().zip(&names).map(encoded).collect();
    Case { config, vocabulary, tables, examples, names }
}

impl Case {
    fn initial(&self) -> Parameters {
        let mut parameters = Parameters::new(initial_namer_parameters(&self.config, 3), Placement::default()).unwrap();
        group_namer_parameters(&mut parameters);
        parameters
    }

    fn loss(&self, parameters: &Parameters) -> Tensor<1> {
        let network = NamerNetwork::tracked(&self.config, parameters).unwrap();
        let input = NamerInput::new(&self.tables, &self.examples);
        network.loss(&input, &self.examples.iter().collect::<Vec<_>>(), Mode::Eval).unwrap()
    }

    fn learn(&self, steps: u64) -> (Parameters, f32) {
        muon_steps::learn(self.initial(), steps, |parameters| self.loss(parameters))
    }
}

fn values(parameters: &Parameters) -> Vec<NamedValues> {
    parameters.values().map(Result::unwrap).collect()
}

#[test]
fn gradients_of_every_parameter_are_finite_differences() {
    for kind in KINDS {
        let case = case(kind, 6);
        finite_differences::check(&case.initial(), |parameters| case.loss(parameters));
    }
}

#[test]
fn they_overfit_32_functions_to_a_loss_near_zero_and_say_their_names() {
    for kind in KINDS {
        let case = case(kind, 32);
        let (parameters, loss) = case.learn(150);
        assert!(loss < 0.02, "{kind:?}: {loss}");
        let network = NamerNetwork::detached(&case.config, &parameters).unwrap();
        let answers = network.answer(&NamerInput::new(&case.tables, &case.examples), 3).unwrap();
        for ((answer, name), example) in answers.iter().zip(&case.names).zip(&case.examples) {
            assert_eq!(case.vocabulary.text(&answer.guesses[0].words), *name, "{kind:?}");
            assert!(
                answer.guesses.len() > 1
                    && answer.guesses.is_sorted_by(|one, other| one.log_probability >= other.log_probability)
            );
            // Attention is a distribution over the contexts of the function.
            assert_eq!(answer.attention.len(), example.contexts.len());
            assert!((answer.attention.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{:?}", answer.attention);
            assert_eq!(answer.vector.len(), case.config.vector_width());
        }
    }
}

#[test]
fn equal_seeds_give_equal_weights() {
    for kind in KINDS {
        let case = case(kind, 8);
        assert!(values(&case.learn(3).0) == values(&case.learn(3).0));
    }
}

#[test]
fn a_name_does_not_depend_on_its_batch() {
    for kind in KINDS {
        let case = case(kind, 12);
        let network = NamerNetwork::detached(&case.config, &case.learn(20).0).unwrap();
        let together = network.answer(&NamerInput::new(&case.tables, &case.examples), 1).unwrap();
        for (example, together) in case.examples.iter().zip(&together) {
            let alone = &network.answer(&NamerInput::new(&case.tables, [example]), 1).unwrap()[0];
            assert_eq!(alone.guesses[0].words, together.guesses[0].words);
            let near =
                |one: &[f32], other: &[f32]| one.iter().zip(other).all(|(one, other)| (one - other).abs() < 1e-4);
            assert!(near(&alone.attention, &together.attention) && near(&alone.vector, &together.vector));
        }
    }
}

#[test]
fn a_namer_goes_through_its_directory() {
    for kind in KINDS {
        let case = case(kind, 8);
        let parameters = case.initial();
        let folder = tempfile::tempdir().unwrap();
        assert!(!NamerModel::is_in(folder.path()));
        for (name, bytes) in write_namer(&case.config, &case.vocabulary, values(&parameters), Storage::F32).unwrap() {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        assert!(NamerModel::is_in(folder.path()));
        let model = NamerModel::load(folder.path(), Placement::default()).unwrap();
        assert_eq!((&model.config, &model.vocabulary), (&case.config, &case.vocabulary));
        let input = NamerInput::new(&case.tables, &case.examples);
        let own = NamerNetwork::detached(&case.config, &parameters).unwrap();
        assert_eq!(model.network.answer(&input, 2).unwrap(), own.answer(&input, 2).unwrap());
        // Another vocabulary, and sizes that are none, are errors that name the file.
        let error = |name: &str, change: &dyn Fn(&mut serde_json::Value)| {
            let path = folder.path().join(name);
            let text = std::fs::read_to_string(&path).unwrap();
            let mut value = serde_json::from_str(&text).unwrap();
            change(&mut value);
            std::fs::write(&path, value.to_string()).unwrap();
            let error = NamerModel::load(folder.path(), Placement::default()).unwrap_err().to_string();
            std::fs::write(&path, text).unwrap();
            error
        };
        let changed = error("vocabulary.json", &|value| value["names"].as_array_mut().unwrap().push("more".into()));
        assert!(changed.contains("vocabulary.json") && changed.contains("names, where"), "{changed}");
        let changed = error("config.json", &|value| value["width"] = 0.into());
        assert!(changed.contains("config.json") && changed.contains("no size"), "{changed}");
        let changed = error("config.json", &|value| value["context_dropout"] = 1.0.into());
        assert!(changed.contains("no probability"), "{changed}");
    }
}

#[test]
fn what_is_in_no_vocabulary_is_left_out_or_unknown() {
    let mut case = case(NamerKind::Code2vec, 8);
    let (config, vocabulary) = (case.config.clone(), case.vocabulary.clone());
    // No context, one that nothing is known of, one of which the path is known.
    let known = functions(1).remove(0).1;
    let path = path_contexts(&known).next().unwrap().path;
    let contexts = format!("a,b,c x,{path},y nonsense");
    assert!(case.tables.encode(&config, &vocabulary, "").contexts.is_empty());
    assert!(case.tables.encode(&config, &vocabulary, "a,b,c").contexts.is_empty());
    let encoded = case.tables.encode(&config, &vocabulary, &contexts);
    assert_eq!((encoded.contexts.len(), encoded.places), (1, vec![1]));
    assert!(vocabulary.name(&config, "no|such|name").is_empty());
    assert_eq!(vocabulary.text(&vocabulary.name(&config, "get|name")), "get|name");
    let network = NamerNetwork::detached(&config, &case.initial()).unwrap();
    let nothing: [&EncodedName; 0] = [];
    assert!(network.answer(&NamerInput::new(&case.tables, nothing), 3).unwrap().is_empty());
    // Of long names and paths the first parts are read, and an unknown part of a name is one.
    let of_parts = self::case(NamerKind::Code2seq, 8);
    let name = of_parts.vocabulary.name(&of_parts.config, "get|a|b|name|c|d|e|f");
    assert_eq!(name.len(), of_parts.config.longest_name);
    assert_eq!(of_parts.vocabulary.text(&name), "get|<UNK>|<UNK>|name|<UNK>|<UNK>");
}

#[test]
fn contexts_of_a_long_function_are_sampled_alike_for_equal_seeds() {
    let contexts: Vec<String> = (0..5000).map(|number| format!("t{number},path,this")).collect();
    let mut texts = ContextTexts::default();
    texts.add(&contexts.join(" "));
    let vocabulary = NamerVocabulary::of(NamerKind::Code2seq, &texts, ["long"].into_iter(), [10_000; 3], 1);
    let config = NamerConfig { width: 4, ..NamerConfig::new(NamerKind::Code2seq, &vocabulary) };
    let mut tables = ContextTables::default();
    let all = tables.encode(&config, &vocabulary, &contexts.join(" "));
    assert_eq!(all.contexts.len(), 5000);
    let some = all.sampled(200, 7);
    assert_eq!((some.contexts.len(), &some), (200, &all.sampled(200, 7)));
    assert_ne!(some, all.sampled(200, 8));
    assert!(some.places.is_sorted() && some.places.iter().any(|&place| place > 2500));
    assert_eq!(all.sampled(5000, 1), all);
}

//! The encoder of our own: packing, gradients, that it learns, its directory.

use examen_models::{
    CodeBlock, CodeConfig, CodeHead, CodeModel, CodeNetwork, CodeSize, Encoder, MaskedTokens, PackedInput,
    PackedSequence, Placement, ScoredTokens, Sequence, SpanInput, decode_spans, group_code_parameters,
    initial_code_parameters, write_code_model,
};
use examen_tensor::{Mode, NamedValues, Parameters, Rotary, Storage, Tensor};
use examen_tokenizers::LayoutTokenizer;
use examen_tokenizers::labels::{Label, LabelledSpan, SpanKind, TokenRun, decode};

use crate::finite_differences::check;
use crate::muon_steps;

/// An example with the labels of its tokens.
struct Example {
    input: SpanInput,
    labels: Vec<Label>,
    query: u32,
}

impl Example {
    fn sequence(&self) -> PackedSequence<'_> {
        PackedSequence { ids: &self.input.ids, occurrences: &self.input.occurrences, query: self.query }
    }
}

/// Functions in which one name is defined and never used, or all are.
fn code(number: usize) -> (String, Option<(u32, u32)>) {
    let names = ["value", "count", "item", "total", "name", "index", "key", "result"];
    let (used, other) = (names[number % 8], names[(number / 8 + number + 1) % 8]);
    if number.is_multiple_of(3) {
        return (format!("def f{number}():\n    {used} = {number}\n    return {used}\n"), None);
    }
    let before = format!("def f{number}():\n    ");
    let text = format!("{before}{other} = 1\n    {used} = {number}\n    return {used} + {number}\n");
    let start = before.len() as u32;
    (text, Some((start, start + other.len() as u32)))
}

fn tokenizer() -> LayoutTokenizer {
    let texts: Vec<String> = (0..32).map(|number| code(number).0).collect();
    LayoutTokenizer::train(&texts, 200).unwrap()
}

fn examples(tokenizer: &LayoutTokenizer, count: usize) -> Vec<Example> {
    let example = |number: usize| {
        let (text, marked) = code(number);
        let input = SpanInput::new(tokenizer, [CodeBlock { header: "module", content: &text }]);
        let kind = if number.is_multiple_of(2) { SpanKind::Answer } else { SpanKind::Fact };
        let span = |(start, end): (u32, u32)| (0, LabelledSpan { kind, span: examen_syntax::Span::new(start, end) });
        let spans: Vec<(u32, LabelledSpan)> = marked.map(span).into_iter().collect();
        Example { labels: input.labels(&spans).unwrap(), input, query: u32::from(!number.is_multiple_of(2)) }
    };
    (0..count).map(example).collect()
}

fn config(tokenizer: &LayoutTokenizer) -> CodeConfig {
    CodeConfig {
        queries: vec!["one".to_owned(), "two".to_owned()],
        has_occurrences: true,
        hidden_dropout_prob: 0.0,
        ..CodeSize::Tiny.config(tokenizer.len())
    }
}

fn parameters(config: &CodeConfig, head: CodeHead) -> Parameters {
    let mut parameters = Parameters::new(initial_code_parameters(config, head, 5), Placement::default()).unwrap();
    group_code_parameters(&mut parameters);
    parameters
}

fn last_tokens(labels: &[Label]) -> Vec<bool> {
    let ends: Vec<usize> = decode(labels).into_iter().map(|run| run.end - 1).collect();
    (0..labels.len()).map(|at| ends.contains(&at)).collect()
}

fn span_loss(config: &CodeConfig, parameters: &Parameters, examples: &[Example], rotary: &Rotary) -> Tensor<1> {
    let network = CodeNetwork::tracked(config, CodeHead::Spans, parameters).unwrap();
    let packed = PackedInput::new(examples.iter().map(Example::sequence));
    let scores = network.span_scores(&packed, rotary, Mode::Eval).unwrap();
    let labels: Vec<Label> = examples.iter().flat_map(|example| example.labels.clone()).collect();
    let is_last: Vec<bool> = examples.iter().flat_map(|example| last_tokens(&example.labels)).collect();
    CodeNetwork::span_loss(&scores, &labels, &is_last, examples.len()).unwrap()
}

#[test]
fn packed_sequences_have_the_scores_that_they_have_alone() {
    let tokenizer = tokenizer();
    let (config, examples) = (config(&tokenizer), examples(&tokenizer, 6));
    let parameters = parameters(&config, CodeHead::Spans);
    let network = CodeNetwork::detached(&config, CodeHead::Spans, &parameters).unwrap();
    let rotary = CodeNetwork::rotary(&config, 64).unwrap();
    let scores = |examples: &[Example]| {
        let packed = PackedInput::new(examples.iter().map(Example::sequence));
        network.span_scores(&packed, &rotary, Mode::Eval).unwrap().into_values().unwrap()
    };
    let alone: Vec<f32> = examples.chunks(1).flat_map(scores).collect();
    for (one, other) in scores(&examples).iter().zip(&alone) {
        assert!((one - other).abs() < 1e-5, "{one} is not {other}");
    }
}

#[test]
fn gradients_of_every_parameter_are_finite_differences() {
    let tokenizer = tokenizer();
    let (config, examples) = (config(&tokenizer), examples(&tokenizer, 4));
    let rotary = CodeNetwork::rotary(&config, 64).unwrap();
    let masked = MaskedTokens { positions: vec![3, 9, 20], ids: vec![50, 60, 70] };
    let masked_loss = |parameters: &Parameters| {
        let network = CodeNetwork::tracked(&config, CodeHead::MaskedTokens, parameters).unwrap();
        let packed = PackedInput::new(examples.iter().map(Example::sequence));
        network.masked_loss(&packed, &masked, &rotary, Mode::Eval).unwrap()
    };
    for head in [CodeHead::Spans, CodeHead::MaskedTokens] {
        let loss = |parameters: &Parameters| match head {
            CodeHead::Spans => span_loss(&config, parameters, &examples, &rotary),
            _ => masked_loss(parameters),
        };
        let own = parameters(&config, head);
        check(&own, loss);
    }
}

/// Parameters after so many steps on 32 examples, and the last loss.
fn learn(config: &CodeConfig, examples: &[Example], steps: u64) -> (Parameters, f32) {
    let rotary = CodeNetwork::rotary(config, 64).unwrap();
    muon_steps::learn(parameters(config, CodeHead::Spans), steps, |parameters| {
        span_loss(config, parameters, examples, &rotary)
    })
}

#[test]
fn it_overfits_32_examples_to_a_loss_near_zero_and_says_their_spans() {
    let tokenizer = tokenizer();
    let (config, examples) = (config(&tokenizer), examples(&tokenizer, 32));
    let (parameters, loss) = learn(&config, &examples, 150);
    assert!(loss < 0.02, "{loss}");
    let network = CodeNetwork::detached(&config, CodeHead::Spans, &parameters).unwrap();
    let rotary = CodeNetwork::rotary(&config, 64).unwrap();
    for example in &examples {
        let packed = PackedInput::new([example.sequence()]);
        let scores = network.span_scores(&packed, &rotary, Mode::Eval).unwrap().into_values().unwrap();
        let is_code: Vec<bool> = example.labels.iter().map(|label| *label != Label::NotCode).collect();
        assert_eq!(decode_spans(ScoredTokens { scores: &scores, is_code: &is_code }), decode(&example.labels));
    }
}

#[test]
fn equal_seeds_give_equal_weights() {
    let tokenizer = tokenizer();
    let (config, examples) = (config(&tokenizer), examples(&tokenizer, 8));
    let values = || learn(&config, &examples, 3).0.values().map(Result::unwrap).collect::<Vec<_>>();
    assert!(values() == values());
}

#[test]
fn a_model_goes_through_its_directory() {
    let tokenizer = tokenizer();
    let config = config(&tokenizer);
    let own: Vec<NamedValues> = parameters(&config, CodeHead::Spans).values().map(Result::unwrap).collect();
    for storage in [Storage::F32, Storage::F16, Storage::I8] {
        let folder = tempfile::tempdir().unwrap();
        assert!(!CodeModel::is_in(folder.path()));
        for (name, bytes) in write_code_model(&config, &tokenizer, own.clone(), storage).unwrap() {
            std::fs::write(folder.path().join(name), bytes).unwrap();
        }
        assert!(CodeModel::is_in(folder.path()));
        let model = CodeModel::load(folder.path(), Placement::default()).unwrap();
        assert_eq!((&model.config, model.head), (&config, CodeHead::Spans));
        let read: Vec<NamedValues> = model.parameters.values().map(Result::unwrap).collect();
        for (one, other) in read.iter().zip(&own) {
            assert_eq!(one.name, other.name);
            let greatest = other.values.iter().fold(0.0f32, |greatest, value| greatest.max(value.abs()));
            let (relative, least) = match storage {
                Storage::F32 => (0.0, 0.0),
                // What rounding to 11 bits may change, with the least exponent of 16 bits.
                Storage::F16 => (2.0f32.powi(-11), 2.0f32.powi(-25)),
                // Half a step of 127, and the rounding of its length and of vectors.
                Storage::I8 => (2.0f32.powi(-9), greatest / 250.0),
            };
            let is_near = |(one, other): (&f32, &f32)| (one - other).abs() <= relative * other.abs() + least;
            assert!(one.values.iter().zip(&other.values).all(is_near), "{}", one.name);
        }
        // A vocabulary of another size is an error that names the file.
        let other = LayoutTokenizer::train(&["a = b".to_owned(), "a = b".to_owned(), "a = b".to_owned()], 150).unwrap();
        std::fs::write(folder.path().join("tokenizer.json"), other.to_json()).unwrap();
        let error = CodeModel::load(folder.path(), Placement::default()).unwrap_err().to_string();
        assert!(error.contains("tokenizer.json") && error.contains("tokens"), "{error}");
    }
}

#[test]
fn occurrences_tell_first_and_last_words() {
    let tokenizer = tokenizer();
    let text = "value = count\nvalue = value + index\n";
    let input = SpanInput::new(&tokenizer, [CodeBlock { header: "", content: text }]);
    let class = |word_start: u32| {
        let at = input.places.iter().position(|place| place.is_some_and(|place| place.start == word_start)).unwrap();
        input.occurrences[at]
    };
    let places = [0, 8, 14, 22, 30].map(class);
    assert_eq!(places, [2, 1, 3, 4, 1]);
}

#[test]
fn a_span_ends_where_inside_and_last_agree() {
    // B, I, I, O by the labels; the second I says that the span is over.
    let row = |label: usize, end: f32| -> [f32; 5] {
        let mut row = [0.0; 5];
        row[label] = 6.0;
        row[4] = end;
        row
    };
    let scores: Vec<f32> = [row(0, -4.0), row(1, -4.0), row(1, 4.0), row(2, -4.0), row(3, 4.0)].concat();
    let runs = decode_spans(ScoredTokens { scores: &scores, is_code: &[true; 5] });
    let run = |kind, start, end| TokenRun { kind, start, end };
    assert_eq!(runs, [run(SpanKind::Answer, 0, 3), run(SpanKind::Fact, 4, 5)]);
    assert!(decode_spans(ScoredTokens { scores: &scores, is_code: &[false; 5] }).is_empty());
}

#[test]
fn windows_hold_all_code_and_begin_with_the_query_and_a_header() {
    let tokenizer = tokenizer();
    let texts: Vec<String> = (0..6).map(|number| code(number).0).collect();
    let blocks = texts.iter().map(|text| CodeBlock { header: "class A:", content: text });
    let input = SpanInput::new(&tokenizer, blocks);
    assert_eq!(input.windows(input.ids.len(), 5), std::slice::from_ref(&input));
    for (length, stride) in [(40, 40), (40, 20), (25, 7), (input.ids.len() - 1, 3)] {
        let windows = input.windows(length, stride);
        assert!(windows.len() > 1 && windows.iter().all(|window| window.ids.len() <= length));
        let begins_well = |window: &SpanInput| window.ids[..3] == input.ids[..3] && window.places[2].is_none();
        assert!(windows.iter().all(begins_well));
        let seen: std::collections::HashSet<_> =
            windows.iter().flat_map(|window| &window.places).flatten().map(|it| (it.block, it.start, it.end)).collect();
        let all: std::collections::HashSet<_> =
            input.places.iter().flatten().map(|it| (it.block, it.start, it.end)).collect();
        assert_eq!(seen, all);
    }
}

#[test]
fn its_states_are_those_of_other_encoders_too() {
    let model = || CodeModel::built_in_spans(Placement::default()).unwrap();
    let text = "def first(values):\n    return values[0]\n";
    let encoder = Encoder::of_code(model()).unwrap();
    let tokens = encoder.tokenize(text).unwrap();
    // Of two texts, the shorter one is padded.
    let longer = encoder.tokenize(&text.repeat(2)).unwrap();
    let states = encoder.hidden_states(&[Sequence::from(&tokens), Sequence::from(&longer)]).unwrap();
    assert_eq!((states.layers(), encoder.width()), (9, 192));

    let CodeModel { config, network, .. } = model();
    let sequence = PackedSequence { ids: &tokens.ids, occurrences: &[], query: config.no_query() };
    let rotary = CodeNetwork::rotary(&config, config.max_position_embeddings).unwrap();
    let packed = network.states(&PackedInput::new([sequence]), &rotary, Mode::Eval).unwrap().into_values().unwrap();
    let last = states.text(8, 0).unwrap();
    assert_eq!(last.len(), packed.len());
    let difference = last.iter().zip(&packed).map(|(one, other)| (one - other).abs()).fold(0.0, f32::max);
    assert!(difference < 1e-4, "{difference}");
}

#[test]
fn tokens_of_texts_know_their_bytes_and_are_cut_to_the_length() {
    let mut encoder = Encoder::built_in_on(Placement::default()).unwrap();
    let text = "x = getattr(y, 'z')";
    let tokens = encoder.tokenize(text).unwrap();
    assert_eq!((tokens.dropped, tokens.unknown), (0, 0));
    let at = tokens.at_byte(4).unwrap();
    assert!(text[4..11].starts_with(&text[tokens.offsets[at].clone()]));
    encoder.limit_length(5).unwrap();
    let cut = encoder.tokenize(text).unwrap();
    assert_eq!((cut.ids.len(), cut.dropped), (5, tokens.ids.len() - 5));
    // The token for the end of a text stays.
    assert_eq!(cut.ids.last(), tokens.ids.last());
    assert_eq!(encoder.tokenize("").unwrap().ids.len(), 2);
}

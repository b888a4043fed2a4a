//! Checkpoints that are not what they should be.

use std::path::{Path, PathBuf};

use examen_models::{Encoder, ModelError, TokenizerError};
use safetensors::tensor::{Dtype, TensorView, serialize};
use tempfile::TempDir;

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/encoders").join(name)
}

/// A copy of a fixture that may be spoilt.
fn copy(name: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for entry in std::fs::read_dir(fixture(name)).unwrap() {
        let path = entry.unwrap().path();
        std::fs::copy(&path, folder.path().join(path.file_name().unwrap())).unwrap();
    }
    folder
}

fn error(folder: &TempDir) -> ModelError {
    Encoder::load(folder.path()).map(|_| ()).unwrap_err()
}

type Tensors = Vec<(String, Dtype, Vec<usize>, Vec<u8>)>;

/// Rewrites the weights of a checkpoint.
fn rewrite(folder: &TempDir, change: impl FnOnce(&mut Tensors)) {
    let path = folder.path().join("model.safetensors");
    let bytes = std::fs::read(&path).unwrap();
    let file = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    let mut tensors: Tensors = file
        .tensors()
        .into_iter()
        .map(|(name, view)| (name, view.dtype(), view.shape().to_vec(), view.data().to_vec()))
        .collect();
    tensors.sort();
    change(&mut tensors);
    let views =
        tensors.iter().map(|(name, kind, shape, data)| (name, TensorView::new(*kind, shape.clone(), data).unwrap()));
    std::fs::write(&path, serialize(views, None).unwrap()).unwrap();
}

fn configure(folder: &TempDir, change: impl FnOnce(&mut serde_json::Value)) {
    let path = folder.path().join("config.json");
    let mut config = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    change(&mut config);
    std::fs::write(path, config.to_string()).unwrap();
}

#[test]
fn a_missing_weight_is_named() {
    let folder = copy("bert");
    rewrite(&folder, |tensors| tensors.retain(|tensor| tensor.0 != "encoder.layer.1.output.dense.bias"));
    let name = "encoder.layer.1.output.dense.bias".to_owned();
    assert_eq!(error(&folder), ModelError::MissingWeight { path: folder.path().to_owned(), name });
}

#[test]
fn a_surplus_weight_is_named() {
    let folder = copy("bert");
    rewrite(&folder, |tensors| {
        tensors.push(("encoder.layer.2.extra".to_owned(), Dtype::F32, vec![1], vec![0; 4]));
    });
    let (path, name) = (folder.path().join("model.safetensors"), "encoder.layer.2.extra".to_owned());
    assert_eq!(error(&folder), ModelError::SurplusWeight { path, name });
    // One layer less than there are weights for.
    let folder = copy("llama");
    configure(&folder, |config| config["num_hidden_layers"] = 1.into());
    assert!(matches!(error(&folder), ModelError::SurplusWeight { name, .. } if name.contains("layers.1.")));
}

#[test]
fn a_wrong_shape_is_named() {
    let folder = copy("bert");
    configure(&folder, |config| config["intermediate_size"] = 21.into());
    let expected = ModelError::WeightShape {
        path: folder.path().join("model.safetensors"),
        name: "encoder.layer.0.intermediate.dense.weight".to_owned(),
        found: vec![20, 12],
        expected: vec![21, 12],
    };
    assert_eq!(error(&folder), expected);
}

#[test]
fn weights_must_be_numbers_with_a_point() {
    let folder = copy("bert");
    rewrite(&folder, |tensors| {
        let tensor = tensors.iter_mut().find(|tensor| tensor.0 == "embeddings.LayerNorm.bias").unwrap();
        (tensor.1, tensor.3) = (Dtype::I32, vec![0; 48]);
    });
    assert!(error(&folder).to_string().contains("`embeddings.LayerNorm.bias` is not of floating-point numbers"));
}

#[test]
fn configurations_decide() {
    let folder = copy("bert");
    configure(&folder, |config| config["model_type"] = "mamba".into());
    let path = folder.path().join("config.json");
    assert_eq!(error(&folder), ModelError::UnknownArchitecture { path, model_type: "mamba".to_owned() });
    let spoilt = |name: &str, key: &str, value: serde_json::Value| {
        let folder = copy(name);
        configure(&folder, |config| config[key] = value);
        error(&folder).to_string()
    };
    for (name, key, value, said) in [
        ("bert", "hidden_size", (-3).into(), "`hidden_size` is -3"),
        ("bert", "num_attention_heads", 5.into(), "cannot be split into 5 heads"),
        ("bert", "hidden_act", "mish".into(), "`mish`"),
        ("bert", "position_embedding_type", "relative_key".into(), "not absolute"),
        ("llama", "rope_parameters", serde_json::json!({ "rope_type": "yarn" }), "`yarn`"),
        ("codet5", "feed_forward_proj", "gated-silu".into(), "`gated-silu`"),
        ("codegen", "rotary_dim", 7.into(), "`rotary_dim` is 7"),
    ] {
        let message = spoilt(name, key, value);
        assert!(message.contains(said) && message.contains("config.json"), "{message}");
    }
}

#[test]
fn files_that_are_missing_are_named() {
    for (name, file, said) in [
        ("bert", "config.json", "config.json"),
        ("bert", "model.safetensors", "no weights"),
        ("bert", "vocab.txt", "no tokenizer"),
        ("roberta", "merges.txt", "no tokenizer"),
        ("roberta_sharded", "model-00002-of-00003.safetensors", "model-00002-of-00003.safetensors"),
    ] {
        let folder = copy(name);
        std::fs::remove_file(folder.path().join(file)).unwrap();
        assert!(error(&folder).to_string().contains(said), "{name} without {file}");
    }
}

#[test]
fn an_index_cannot_lead_out_of_its_folder() {
    let folder = copy("roberta_sharded");
    let index = r#"{ "weight_map": { "a": "../model.safetensors" } }"#;
    std::fs::write(folder.path().join("model.safetensors.index.json"), index).unwrap();
    assert!(error(&folder).to_string().contains("does not name files beside it"));
}

#[test]
fn files_cut_short_or_spoilt_are_errors() {
    let files = [
        ("bert", "model.safetensors"),
        ("roberta", "pytorch_model.bin"),
        ("bert_old", "pytorch_model.bin"),
        ("plbart", "sentencepiece.bpe.model"),
    ];
    for (name, file) in files {
        let whole = std::fs::read(fixture(name).join(file)).unwrap();
        let folder = copy(name);
        let path = folder.path().join(file);
        for percent in [0, 1, 7, 50, 90, 99] {
            std::fs::write(&path, &whole[..whole.len() * percent / 100]).unwrap();
            assert!(error(&folder).to_string().contains(file), "{name}, {percent} %");
        }
        // Any byte of the description may be another: that is an error, another name or another number, never a panic.
        for at in (0..whole.len().min(6_000)).step_by(61) {
            let mut spoilt = whole.clone();
            spoilt[at] ^= 0x5a;
            std::fs::write(&path, spoilt).unwrap();
            let _ = Encoder::load(folder.path());
        }
    }
}

#[test]
fn pickles_are_not_executed() {
    let folder = copy("roberta");
    let path = folder.path().join("pytorch_model.bin");
    let evil_as = |method: zip::CompressionMethod, pickle: &[u8]| {
        let mut archive = zip::ZipWriter::new(std::fs::File::create(&path).unwrap());
        let stored = zip::write::SimpleFileOptions::default().compression_method(method);
        archive.start_file("archive/data.pkl", stored).unwrap();
        std::io::Write::write_all(&mut archive, pickle).unwrap();
        archive.finish().unwrap();
        error(&folder).to_string()
    };
    let evil = |pickle: &[u8]| evil_as(zip::CompressionMethod::Stored, pickle);
    assert!(evil(b"\x80\x02cos\nsystem\nX\x02\x00\x00\x00ls\x85R.").contains("`os.system` has no place"));
    assert!(evil(b"\x80\x04\x8c\x08builtins\x8c\x04eval\x93.").contains("`builtins.eval` has no place"));
    assert!(evil(b"\x80\x02ctorch\nFloatStorage\n)R.").contains("called that is no function"));
    assert!(evil(b"\x80\x02(((.").contains("the stack is empty"));
    assert!(evil(b"\x80\x02I1\n.").contains("instruction 0x49"));
    assert!(evil(b"\x80\x02]r\xff\xff\xff\x7f.").contains("too far"));
    assert!(evil(b"\x80\x02K\x01.").contains("no dictionary"));
    // A thousand tuples in tuples, and a list that holds itself.
    let deep: Vec<u8> = [&b"\x80\x02)"[..], &vec![0x85; 100_000], b"."].concat();
    assert!(evil(&deep).contains("no dictionary"));
    assert!(evil(b"\x80\x02]q\x00h\x00a.").contains("no dictionary"));
    assert!(evil_as(zip::CompressionMethod::Deflated, b"\x80\x02}.").contains("is compressed"));
}

/// A seed of the fuzz targets in the place of a file.
fn with_seed(name: &str, file: &str, seed: &str) -> TempDir {
    let folder = copy(name);
    let seeds = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds");
    std::fs::copy(seeds.join(seed), folder.path().join(file)).unwrap();
    folder
}

#[test]
fn files_cannot_ask_for_more_memory_than_their_size_justifies() {
    for (name, file, seed, said) in [
        // A tensor of 948 elements that are all the same one, whose strides are 0.
        ("bert_old", "pytorch_model.bin", "checkpoint/pickle_of_one_number_for_many", "more elements than its storage"),
        ("bert", "model.safetensors", "checkpoint/header_with_ends_before_starts", "model.safetensors"),
        ("bert", "model.safetensors", "checkpoint/header_with_a_size_too_large", "model.safetensors"),
        ("plbart", "sentencepiece.bpe.model", "tokenizer/long_piece", "not a sentencepiece model"),
    ] {
        let message = error(&with_seed(name, file, seed)).to_string();
        assert!(message.contains(said), "{seed}: {message}");
    }
}

#[test]
fn tables_that_contradict_themselves_are_errors_when_they_are_used() {
    let folder = with_seed("plbart", "sentencepiece.bpe.model", "tokenizer/charsmap_out_of_itself");
    let encoder = Encoder::load(folder.path()).unwrap();
    let expected = ModelError::Tokenizer(TokenizerError::Failed("the tables contradict themselves".to_owned()));
    assert_eq!(encoder.tokenize("a b"), Err(expected));
}

//! Models from a hub on this machine, with all that can go wrong on the way.

mod server;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use examen_models::Encoder;
use examen_models::hub::{HubError, HubOptions, Progress, fetch};
use serde_json::{Value, json};
use server::{Reply, Request, Server};
use sha1::Digest;
use tempfile::TempDir;

const COMMIT: &str = "0123456789abcdef0123456789abcdef01234567";
const OTHER_COMMIT: &str = "fedcba9876543210fedcba9876543210fedcba98";

/// A model as a hub has it: its files by name.
#[derive(Clone)]
struct Model {
    commit: &'static str,
    files: BTreeMap<String, Vec<u8>>,
    /// Files whose checksums are said to be others.
    spoilt: Vec<&'static str>,
    /// Sizes that are said to be others.
    sizes: BTreeMap<&'static str, usize>,
}

impl Model {
    /// A tiny checkpoint, with files that no encoder needs.
    fn read(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/encoders").join(name);
        let mut files = BTreeMap::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if !name.starts_with("expected") {
                files.insert(name, std::fs::read(path).unwrap());
            }
        }
        for surplus in
            ["README.md", "tf_model.h5", "onnx/model.onnx", "flax_model.msgpack", "../evil", "/evil", "..\\evil"]
        {
            files.insert(surplus.to_owned(), b"not needed".to_vec());
        }
        Self { commit: COMMIT, files, spoilt: Vec::new(), sizes: BTreeMap::new() }
    }

    fn with(mut self, name: &str, bytes: &[u8]) -> Self {
        self.files.insert(name.to_owned(), bytes.to_vec());
        self
    }

    /// What the hub says about it. Weights are large files.
    fn listing(&self) -> Value {
        let sibling = |(name, bytes): (&String, &Vec<u8>)| {
            let size = self.sizes.get(name.as_str()).copied().unwrap_or(bytes.len());
            let other: &[u8] = if self.spoilt.contains(&name.as_str()) { b"other" } else { b"" };
            let bytes = [bytes.as_slice(), other].concat();
            let blob = hexadecimal(&sha1::Sha1::digest([format!("blob {size}\0").as_bytes(), &bytes].concat()));
            if ["safetensors", "bin"].iter().any(|form| name.rsplit('.').next() == Some(form)) {
                let large =
                    json!({ "sha256": hexadecimal(&sha2::Sha256::digest(&bytes)), "size": size, "pointerSize": 130 });
                return json!({ "rfilename": name, "size": size, "blobId": "0".repeat(40), "lfs": large });
            }
            json!({ "rfilename": name, "size": size, "blobId": blob })
        };
        json!({ "id": "owner/tiny", "sha": self.commit, "siblings": self.files.iter().map(sibling).collect::<Vec<_>>() })
    }

    /// Answers as a hub does.
    fn answer(&self, request: &Request) -> Reply {
        if request.path.starts_with("/api/models/owner/tiny/revision/") {
            return Reply::new(200, self.listing().to_string());
        }
        let prefix = format!("/owner/tiny/resolve/{}/", self.commit);
        let Some(bytes) = request.path.strip_prefix(&prefix).and_then(|name| self.files.get(name)) else {
            return Reply::new(404, "no such file");
        };
        match request.start {
            Some(start) if start >= bytes.len() => Reply::new(416, ""),
            Some(start) => Reply::new(206, &bytes[start..]).with(format!(
                "Content-Range: bytes {start}-{}/{}",
                bytes.len() - 1,
                bytes.len()
            )),
            None => Reply::new(200, bytes.clone()),
        }
    }

    fn serve(self) -> Server {
        Server::start(move |request| self.answer(request))
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |digits, byte| digits + &format!("{byte:02x}"))
}

fn options<'o>(cache: &TempDir, endpoint: String) -> HubOptions<'o> {
    HubOptions { endpoint, token: None, cache: cache.path().to_owned(), is_offline: false, progress: &|_| {} }
}

fn cache() -> TempDir {
    tempfile::tempdir().unwrap()
}

fn is_weights(request: &Request) -> bool {
    request.path.ends_with("model.safetensors")
}

/// The files of a folder, hidden ones among them.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .filter(|name| name != ".lock")
        .collect();
    names.sort();
    names
}

fn folder(cache: &TempDir) -> PathBuf {
    cache.path().join("hub/owner/tiny").join(COMMIT)
}

#[test]
fn what_an_encoder_needs_is_loaded_once() {
    let (cache, server) = (cache(), Model::read("bert").serve());
    let told = RefCell::new(Vec::new());
    let tell =
        |progress: Progress<'_>| told.borrow_mut().push((progress.file.to_owned(), progress.done, progress.total));
    let options = HubOptions { progress: &tell, ..options(&cache, server.endpoint()) };
    let found = fetch("owner/tiny", &options).unwrap();
    assert_eq!(found, folder(&cache));
    let wanted = ["config.json", "manifest.json", "model.safetensors", "tokenizer_config.json", "vocab.txt"];
    assert_eq!(names(&found), wanted);
    assert_eq!(Encoder::load(&found).unwrap().architecture(), "bert");
    assert_eq!(names(cache.path()), ["hub"]);
    assert_eq!(server.requests().len(), 5);
    assert_eq!(told.borrow().last().unwrap(), &("model.safetensors".to_owned(), 18_960, 18_960));
    // Again: what commit it is now is asked, and nothing loaded. A commit is not even asked for.
    assert_eq!(fetch("owner/tiny", &options).unwrap(), found);
    assert_eq!(server.requests().len(), 1);
    assert_eq!(fetch(&format!("owner/tiny@{COMMIT}"), &options).unwrap(), found);
    assert_eq!(server.requests().len(), 0);
}

#[test]
fn parts_of_weights_are_those_of_the_index() {
    let (cache, server) = (cache(), Model::read("roberta_sharded").serve());
    let found = fetch("owner/tiny", &options(&cache, server.endpoint())).unwrap();
    assert_eq!(Encoder::load(&found).unwrap().architecture(), "roberta");
    assert_eq!(names(&found).iter().filter(|name| name.ends_with(".safetensors")).count(), 3);
}

#[test]
fn one_form_of_weights_is_enough() {
    let (cache, server) = (cache(), Model::read("bert").with("pytorch_model.bin", b"other form").serve());
    let found = fetch("owner/tiny", &options(&cache, server.endpoint())).unwrap();
    assert!(!names(&found).contains(&"pytorch_model.bin".to_owned()));
}

#[test]
fn a_broken_connection_is_continued() {
    let (cache, model) = (cache(), Model::read("bert"));
    let mut cuts = 0;
    let server = Server::start(move |request| {
        let reply = model.answer(request);
        cuts += usize::from(is_weights(request));
        Reply { cut: (is_weights(request) && cuts <= 2).then_some(5_000), ..reply }
    });
    let found = fetch("owner/tiny", &options(&cache, server.endpoint())).unwrap();
    Encoder::load(&found).unwrap();
    let starts: Vec<_> = server.requests().into_iter().filter(is_weights).map(|request| request.start).collect();
    assert_eq!(starts, [None, Some(5_000), Some(10_000)]);
}

#[test]
fn another_run_goes_on_where_one_stopped() {
    let (cache, model) = (cache(), Model::read("bert"));
    let broken = model.clone();
    let server = Server::start(move |request| {
        let reply = broken.answer(request);
        Reply { cut: is_weights(request).then_some(100), ..reply }
    });
    let error = fetch("owner/tiny", &options(&cache, server.endpoint())).unwrap_err();
    assert!(matches!(&error, HubError::Unreachable { url, .. } if url.ends_with("model.safetensors")), "{error}");
    assert!(names(&folder(&cache)).contains(&".model.safetensors.part".to_owned()));
    // What is not whole is not given out.
    let offline = HubOptions { is_offline: true, ..options(&cache, server.endpoint()) };
    assert!(matches!(fetch("owner/tiny", &offline), Err(HubError::NotCached { .. })));
    let server = model.serve();
    let found = fetch("owner/tiny", &options(&cache, server.endpoint())).unwrap();
    assert_eq!(server.requests().into_iter().find(is_weights).unwrap().start, Some(500));
    assert!(!names(&found).iter().any(|name| name.contains("part")));
    Encoder::load(&found).unwrap();
}

#[test]
fn servers_without_ranges_send_everything_again() {
    for status in [200, 206, 416] {
        let (cache, model) = (cache(), Model::read("bert"));
        let mut first = true;
        let server = Server::start(move |request| {
            let whole = Reply { cut: None, ..model.answer(&Request { start: None, ..request.clone() }) };
            match request.start {
                _ if !is_weights(request) => whole,
                None if std::mem::take(&mut first) => Reply { cut: Some(7_000), ..whole },
                // Another range than the one that was asked for.
                Some(_) if status == 206 => whole.clone().with("Content-Range: bytes 3-9/18960").status(206),
                Some(_) if status == 416 => Reply::new(416, ""),
                _ => whole,
            }
        });
        let found = fetch("owner/tiny", &options(&cache, server.endpoint())).unwrap();
        Encoder::load(&found).unwrap_or_else(|error| panic!("{status}: {error}"));
    }
}

#[test]
fn a_wrong_checksum_deletes_the_file_and_says_so() {
    for (name, kind) in [("model.safetensors", "sha256:"), ("config.json", "git_blob:")] {
        let cache = cache();
        let server = Model { spoilt: vec![name], ..Model::read("bert") }.serve();
        match fetch("owner/tiny", &options(&cache, server.endpoint())).unwrap_err() {
            HubError::Checksum { file, expected, found } => {
                assert_eq!(file, name);
                assert!(expected.starts_with(kind) && found.starts_with(kind) && expected != found);
            }
            other => panic!("{other}"),
        }
        assert!(!names(&folder(&cache)).iter().any(|found| found.contains(name)));
        // With the right one the next run is well.
        let server = Model::read("bert").serve();
        Encoder::load(&fetch("owner/tiny", &options(&cache, server.endpoint())).unwrap()).unwrap();
    }
}

#[test]
fn files_that_were_spoilt_in_the_cache_are_loaded_again() {
    let (cache, server) = (cache(), Model::read("bert").serve());
    let options = options(&cache, server.endpoint());
    let found = fetch("owner/tiny", &options).unwrap();
    // The same size, and the run that wrote it did not come to its end.
    std::fs::write(found.join("vocab.txt"), vec![b'x'; 252]).unwrap();
    std::fs::remove_file(found.join("manifest.json")).unwrap();
    server.requests();
    fetch("owner/tiny", &options).unwrap();
    let paths: Vec<_> = server.requests().into_iter().map(|request| request.path).collect();
    assert!(paths.len() == 2 && paths[1].ends_with("vocab.txt"), "{paths:?}");
    Encoder::load(&found).unwrap();
}

#[test]
fn more_than_announced_is_an_error() {
    let cache = cache();
    let server = Model { sizes: BTreeMap::from([("model.safetensors", 6_000)]), ..Model::read("bert") }.serve();
    let error = fetch("owner/tiny", &options(&cache, server.endpoint())).unwrap_err();
    assert_eq!(error, HubError::TooLong { file: "model.safetensors".to_owned(), announced: 6_000 });
    assert!(!names(&folder(&cache)).iter().any(|name| name.contains("safetensors")));
    // The same of a body that does not say how long it is, in pieces without an end.
    let model = Model::read("bert");
    let server = Server::start(move |request| {
        let chunks = [&b"ffff\r\n"[..], &vec![0; 0xffff], b"\r\n"].concat().repeat(20);
        let endless = Reply::new(200, chunks).with("Transfer-Encoding: chunked");
        if is_weights(request) { endless } else { model.answer(request) }
    });
    let error = fetch("owner/tiny", &options(&cache, server.endpoint())).unwrap_err();
    assert_eq!(error, HubError::TooLong { file: "model.safetensors".to_owned(), announced: 18_960 });
}

#[test]
fn refusals_are_explained() {
    let refused = |status: u16, token: Option<&str>| {
        let (cache, server) = (cache(), Server::start(move |_| Reply::new(status, "no").with("Retry-After: 17")));
        let options = HubOptions { token: token.map(str::to_owned), ..options(&cache, server.endpoint()) };
        let error = fetch("owner/tiny", &options).unwrap_err().to_string();
        assert!(error.contains("/api/models/owner/tiny/revision/main"), "{error}");
        assert!(!error.contains("secret"), "{error}");
        error
    };
    assert!(refused(401, None).contains("HF_TOKEN may hold a token"));
    assert!(refused(401, Some("secret")).contains("is not accepted"));
    assert!(refused(403, Some("secret")).contains("accept conditions"));
    assert!(refused(404, None).contains("no such model"));
    assert!(refused(429, None).contains("retry after 17"));
    assert!(refused(500, None).contains("status 500"));
}

#[test]
fn redirects_are_followed_and_the_token_stays_here() {
    let (cache, model) = (cache(), Model::read("bert"));
    let weights = model.files["model.safetensors"].clone();
    // Large files lie with somebody else, who cuts the first connection.
    let mut first = true;
    let other = Server::start(move |request| match request.start {
        Some(start) => Reply::new(206, &weights[start..]).with(format!("Content-Range: bytes {start}-18959/18960")),
        None => Reply { cut: std::mem::take(&mut first).then_some(4_000), ..Reply::new(200, weights.clone()) },
    });
    let elsewhere = format!("{}large?signature=abc", other.endpoint().replace("127.0.0.1", "localhost"));
    let server = Server::start(move |request| match request.path.strip_prefix("/moved") {
        _ if is_weights(request) => Reply::new(302, "").with(format!("Location: {elsewhere}")),
        Some(path) => model.answer(&Request { path: path.to_owned(), ..request.clone() }),
        None => Reply::new(307, "").with(format!("Location: /moved{}", request.path)),
    });
    let options = HubOptions { token: Some("secret".to_owned()), ..options(&cache, server.endpoint()) };
    Encoder::load(&fetch("owner/tiny", &options).unwrap()).unwrap();
    let seen = other.requests();
    assert_eq!(seen.iter().map(|request| request.start).collect::<Vec<_>>(), [None, Some(4_000)]);
    assert!(seen.iter().all(|request| request.authorization.is_none()));
    assert_eq!(server.requests()[0].authorization.as_deref(), Some("Bearer secret"));
}

#[test]
fn the_cache_answers_without_a_network() {
    let (cache, server) = (cache(), Model::read("bert").serve());
    let endpoint = server.endpoint();
    let offline = || HubOptions { is_offline: true, ..options(&cache, endpoint.clone()) };
    let error = fetch("owner/tiny", &offline()).unwrap_err();
    assert!(error.to_string().contains("owner/tiny@main is not whole in the cache"), "{error}");
    let found = fetch("owner/tiny", &options(&cache, endpoint.clone())).unwrap();
    server.requests();
    assert_eq!(fetch("owner/tiny", &offline()).unwrap(), found);
    assert_eq!(server.requests(), []);
    assert!(fetch("owner/tiny@other", &offline()).is_err());
    // Nobody is there any more.
    drop(server);
    assert_eq!(fetch("owner/tiny", &options(&cache, endpoint.clone())).unwrap(), found);
    let error = fetch("owner/other", &options(&cache, endpoint.clone())).unwrap_err();
    assert!(matches!(error, HubError::Unreachable { .. }), "{error}");
    // A file of another size, or none: the folder is not whole.
    std::fs::write(found.join("vocab.txt"), "cut").unwrap();
    assert!(matches!(fetch("owner/tiny", &offline()), Err(HubError::NotCached { .. })));
}

#[test]
fn revisions_have_folders_of_their_own() {
    let (cache, model) = (cache(), Model::read("bert"));
    let other = Model { commit: OTHER_COMMIT, ..Model::read("roberta_sharded") };
    let server = Server::start(move |request| {
        let is_other = request.path.contains("revision/refs%2Fpr%2F1?") || request.path.contains(OTHER_COMMIT);
        if is_other { other.answer(request) } else { model.answer(request) }
    });
    let online = options(&cache, server.endpoint());
    let (one, two) = (fetch("owner/tiny", &online).unwrap(), fetch("owner/tiny@refs/pr/1", &online).unwrap());
    assert_eq!(Encoder::load(&one).unwrap().architecture(), "bert");
    assert_eq!(Encoder::load(&two).unwrap().architecture(), "roberta");
    let offline = HubOptions { is_offline: true, ..options(&cache, server.endpoint()) };
    assert_eq!(fetch("owner/tiny@refs/pr/1", &offline).unwrap(), two);
    assert_eq!(fetch(&format!("owner/tiny@{OTHER_COMMIT}"), &offline).unwrap(), two);
    assert_eq!(names(&cache.path().join("hub/owner/tiny")), [COMMIT, OTHER_COMMIT, "refs"]);
}

#[test]
fn a_server_cannot_choose_where_to_write() {
    let error = |model: Model| {
        let (cache, server) = (cache(), model.serve());
        let error = fetch("owner/tiny", &options(&cache, server.endpoint())).unwrap_err();
        assert!(names(cache.path()).iter().all(|name| name == "hub"));
        error
    };
    for name in ["../evil.safetensors", "/evil.safetensors", "..\\evil.safetensors", "a/b.safetensors", ".lock"] {
        let index = json!({ "weight_map": { "weight": name } }).to_string();
        let model = Model::read("roberta_sharded").with("model.safetensors.index.json", index.as_bytes());
        let error = error(model.with(name, b"evil"));
        assert_eq!(error, HubError::UnsafeName { model: "owner/tiny@main".to_owned(), name: name.to_owned() });
    }
    let index = |text: &str| Model::read("roberta_sharded").with("model.safetensors.index.json", text.as_bytes());
    assert!(error(index(r#"{"weight_map":{"a":"missing.bin"}}"#)).to_string().contains("file that its index names"));
    assert!(error(index("{}")).to_string().contains("weights in its index"));
    assert!(matches!(error(index("[")), HubError::File { .. }));
    assert!(error(Model { commit: "../../../evil", ..Model::read("bert") }).to_string().contains("no commit"));
    for missing in ["config.json", "model.safetensors", "vocab.txt"] {
        let mut model = Model::read("bert");
        model.files.remove(missing);
        assert!(matches!(error(model), HubError::Incomplete { .. }), "{missing}");
    }
}

#[test]
fn descriptions_that_make_no_sense_are_errors() {
    for text in ["", "[]", "{}", "nonsense", r#"{"sha":"0123456789abcdef0123456789abcdef01234567","siblings":[{}]}"#] {
        let (cache, server) = (cache(), Server::start(move |_| Reply::new(200, text)));
        let error = fetch("owner/tiny", &options(&cache, server.endpoint())).unwrap_err();
        assert!(matches!(error, HubError::Listing { .. }), "{text}: {error}");
    }
}

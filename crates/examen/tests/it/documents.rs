//! Documents name what there is.

use std::path::Path;

/// The documents whose paths from the root of the repository are checked.
const DOCUMENTS: [&str; 3] = ["README.md", "CONTRIBUTING.md", "architecture.md"];

/// What such a path begins with.
const ROOTS: [&str; 6] = ["crates/", "docs/", "scripts/", "benches/", "xtask/", "fuzz/"];

#[test]
fn paths_in_documents_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut count = 0;
    for document in DOCUMENTS {
        let text = std::fs::read_to_string(root.join(document)).unwrap();
        // Every second piece stands between backticks; capital letters and `*` stand for something else.
        for path in text.split('`').skip(1).step_by(2).filter(|it| ROOTS.iter().any(|start| it.starts_with(start))) {
            let path = path.split(' ').next().unwrap();
            if !path.contains(['*', '{', '\n']) && !path.contains("NAME") {
                assert!(root.join(path).exists(), "{document} names {path}, which is not there");
                count += 1;
            }
        }
    }
    assert!(count > 50, "{count} paths");
}

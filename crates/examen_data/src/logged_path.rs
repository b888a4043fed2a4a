//! Paths as result logs have them.

use std::path::Path;

/// A path for a result log: as it was named, but of an absolute one only the name, so that a folder that was moved, or that another machine
/// has elsewhere, gives the same bytes.
pub fn logged_path(path: &Path) -> String {
    let shown = if path.is_absolute() { path.file_name().map_or(path, Path::new) } else { path };
    shown.display().to_string()
}

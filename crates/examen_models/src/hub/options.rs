//! Where the hub is, who asks, and where models are kept: from the environment, under the names that the hub's own tools use.

use std::ffi::OsString;
use std::path::PathBuf;

use super::{HubError, Progress};

const USUAL_ENDPOINT: &str = "https://huggingface.co";

/// How models are fetched.
pub struct HubOptions<'c> {
    /// The address of the hub.
    pub endpoint: String,
    /// The access token.
    pub token: Option<String>,
    /// The folder in which everything is kept.
    pub cache: PathBuf,
    /// Whether the network must not be used.
    pub is_offline: bool,
    /// Called with the progress of each file.
    pub progress: &'c dyn Fn(Progress<'_>),
}

impl HubOptions<'_> {
    /// As the environment has it: `HF_ENDPOINT`; `HF_TOKEN`, or the file that `HF_TOKEN_PATH` names or that the hub's tools write;
    /// `EXAMEN_CACHE`, or `examen` in the user's cache folder; `EXAMEN_OFFLINE` or `HF_HUB_OFFLINE`.
    pub fn from_environment() -> Result<Self, HubError> {
        Self::from_variables(|name| std::env::var_os(name).filter(|value| !value.is_empty()))
    }

    fn from_variables(variable: impl Fn(&str) -> Option<OsString>) -> Result<Self, HubError> {
        let text = |name: &str| variable(name).and_then(|value| value.into_string().ok());
        let is_on = |name: &str| {
            text(name).is_some_and(|value| !matches!(&*value.to_lowercase(), "0" | "false" | "no" | "off"))
        };
        let cache = variable("EXAMEN_CACHE").map(PathBuf::from).or_else(|| Some(dirs::cache_dir()?.join("examen")));
        let home =
            variable("HF_HOME").map(PathBuf::from).or_else(|| Some(dirs::home_dir()?.join(".cache/huggingface")));
        let token_file = variable("HF_TOKEN_PATH").map(PathBuf::from).or_else(|| Some(home?.join("token")));
        let token = text("HF_TOKEN").or_else(|| std::fs::read_to_string(token_file?).ok());
        let token = token.map(|token| token.trim().to_owned()).filter(|token| !token.is_empty());
        Ok(Self {
            endpoint: text("HF_ENDPOINT").unwrap_or_else(|| USUAL_ENDPOINT.to_owned()),
            token,
            cache: cache.ok_or(HubError::NoCacheFolder)?,
            is_offline: is_on("EXAMEN_OFFLINE") || is_on("HF_HUB_OFFLINE"),
            progress: &|_| {},
        })
    }
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;
    use std::path::Path;

    use super::HubOptions;

    #[test]
    fn variables_decide() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let file = folder.path().join("token");
        std::fs::write(&file, "from-file\n")?;
        let path = file.to_str().ok_or("an odd path")?.to_owned();
        let home = folder.path().to_str().ok_or("an odd path")?.to_owned();
        let options = |pairs: &[(&str, &str)]| {
            let find = |name: &str| pairs.iter().find(|pair| pair.0 == name).map(|pair| OsString::from(pair.1));
            HubOptions::from_variables(find)
        };
        let plain = options(&[("EXAMEN_CACHE", "kept"), ("HF_TOKEN_PATH", "no/such/file")])?;
        assert_eq!((plain.endpoint.as_str(), plain.token, plain.is_offline), ("https://huggingface.co", None, false));
        assert_eq!(plain.cache, Path::new("kept"));
        let set = options(&[
            ("HF_ENDPOINT", "http://mirror"),
            ("HF_TOKEN", " abc "),
            ("EXAMEN_OFFLINE", "1"),
            ("HF_TOKEN_PATH", &path),
        ])?;
        assert_eq!((set.endpoint.as_str(), set.token.as_deref(), set.is_offline), ("http://mirror", Some("abc"), true));
        let stored = options(&[("HF_HOME", &home), ("HF_HUB_OFFLINE", "0")])?;
        assert_eq!((stored.token.as_deref(), stored.is_offline), (Some("from-file"), false));
        assert!(options(&[("HF_HUB_OFFLINE", "true")])?.is_offline);
        Ok(())
    }
}

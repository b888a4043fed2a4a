//! All targets in one executable, for machines that it is copied to: `EXAMEN_TARGET` names the one that runs.

#![no_main]

use std::sync::LazyLock;

use examen_fuzz::{Body, TARGETS};

static BODY: LazyLock<Body> = LazyLock::new(|| {
    let wanted = std::env::var("EXAMEN_TARGET").unwrap_or_default();
    let found = TARGETS.iter().find(|(name, _)| *name == wanted);
    found.map_or_else(|| panic!("EXAMEN_TARGET={wanted:?} is no target"), |(_, body)| *body)
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| BODY(data));

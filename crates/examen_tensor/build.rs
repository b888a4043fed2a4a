//! With the feature `torch`: objects that go into every program that is linked with libtorch.
//!
//! Two have functions that tch does not offer. Two do something when the program starts.
//! One of these keeps libtorch's CUDA half in the program. That half makes itself known to the other when it is loaded, and no symbol
//! of it is ever named, so linkers leave it out. Flags of the linker would not do: cargo gives them to this crate's own
//! programs alone. The other object sets libtorch's defaults as this crate wants them.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/engine/torch/defaults.cpp");
    println!("cargo::rerun-if-changed=src/engine/torch/keep_cuda.cpp");
    println!("cargo::rerun-if-changed=src/engine/torch/packed_attention.cpp");
    println!("cargo::rerun-if-changed=src/engine/torch/rotation.cpp");
    #[cfg(feature = "torch")]
    link_objects();
}

#[cfg(feature = "torch")]
fn link_objects() {
    // torch-sys says where it found libtorch, by whichever way.
    println!("cargo::rerun-if-env-changed=DEP_TCH_LIBTORCH_LIB");
    let folder = std::env::var_os("DEP_TCH_LIBTORCH_LIB").map(std::path::PathBuf::from);
    let headers = folder.as_ref().and_then(|folder| folder.parent()).map(|folder| folder.join("include"));
    let link = |source: &str, library: &str| {
        cc::Build::new()
            .cpp(true)
            .std("c++17")
            .includes(&headers)
            .warnings(false)
            .file(format!("src/engine/torch/{source}"))
            .link_lib_modifier("+whole-archive")
            .link_lib_modifier("-bundle")
            .compile(library);
    };
    link("defaults.cpp", "examen_defaults");
    link("packed_attention.cpp", "examen_packed_attention");
    link("rotation.cpp", "examen_rotation");
    // A libtorch without CUDA has nothing to keep.
    if folder.is_some_and(|folder| folder.join("libtorch_cuda.so").exists()) {
        link("keep_cuda.cpp", "examen_keep_cuda");
    }
}

//! With the feature `torch`: keeps libtorch's CUDA half in the programs that are linked with it.
//!
//! That half makes itself known to the other when it is loaded, and no symbol of it is ever named, so linkers leave it out. An
//! object that names one goes into every program. Flags of the linker would not: cargo gives them to this crate's own
//! programs alone.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/engine/torch/keep_cuda.cpp");
    #[cfg(feature = "torch")]
    keep_cuda();
}

#[cfg(feature = "torch")]
fn keep_cuda() {
    // torch-sys says where it found libtorch, by whichever way. A libtorch without CUDA has nothing to keep.
    println!("cargo::rerun-if-env-changed=DEP_TCH_LIBTORCH_LIB");
    let folder = std::env::var_os("DEP_TCH_LIBTORCH_LIB").map(std::path::PathBuf::from);
    if folder.is_some_and(|folder| folder.join("libtorch_cuda.so").exists()) {
        cc::Build::new()
            .cpp(true)
            .std("c++17")
            .file("src/engine/torch/keep_cuda.cpp")
            .link_lib_modifier("+whole-archive")
            .link_lib_modifier("-bundle")
            .compile("examen_keep_cuda");
    }
}

#!/bin/sh
# Builds all targets into one executable with libFuzzer and AddressSanitizer: fuzz/build_all.sh TARGET_FOLDER
# Debug assertions and checks of overflows are on. Instrumented is what the program is made of, not build scripts (`--target`).
set -eu
machine=$(rustc -vV | sed -n 's/^host: //p')
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-Zsanitizer=address -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares -Cllvm-args=-simplifycfg-branch-fold-threshold=0 \
-Lnative=$(dirname "$(g++ -print-file-name=libstdc++.a)")"
# The machine that runs it need not have the library of C++.
export CXXSTDLIB=static=stdc++
export CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS=true CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS=true
cd "$(dirname "$0")"
cargo build --locked --release --target "$machine" --target-dir "$1" --package examen_fuzz --features libfuzzer --bin any_target
echo "$1/$machine/release/any_target"

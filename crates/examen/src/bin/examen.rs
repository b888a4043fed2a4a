//! The program `examen`.

use std::process::ExitCode;

/// Trees and tables of many small parts come and go with every file.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let program = std::env::current_exe().ok();
    examen::command_line(std::env::args_os().collect(), program.as_deref()).into()
}

//! `examen completions`: what a shell needs to complete commands and flags.

use clap::{Args, Command};
use clap_complete::Shell;

/// Print a script by which a shell completes commands, flags and values.
#[derive(Args)]
#[command(after_help = "Examples:
  examen completions bash > ~/.local/share/bash-completion/completions/examen
  examen completions zsh > ~/.zfunc/_examen
  examen completions fish > ~/.config/fish/completions/examen.fish")]
pub(crate) struct CompletionsCommand {
    /// The shell.
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

impl CompletionsCommand {
    pub(crate) fn run(self, mut command: Command) -> anyhow::Result<()> {
        // The generator takes an output that fails for a reason to panic; a closed pipe is none.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "examen", &mut script);
        std::io::Write::write_all(&mut std::io::stdout().lock(), &script)?;
        Ok(())
    }
}

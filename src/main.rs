//! Runs the command line.

fn main() -> std::process::ExitCode {
    perceptron_lab::commands::main()
}

//! The `vnmp` command; see `cli`.

fn main() -> std::process::ExitCode {
    vnmp::main()
}

//! The keeper of an engine: `vnmp keep PROGRAM`, started by this program for each engine, so that
//! no engine and nothing that an engine starts outlives it, however it ends. The engine has the
//! keeper's standard input and output; its standard error is thrown away. The keeper's own
//! standard error is one end of a socket, the leash: on it the keeper says which process the
//! engine is, or why there is none, and at last how it ended. When the other end is let go, by
//! intent or by `kill -9`, the engine has a moment to end. Whatever it leaves behind is killed.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::process::CommandExt;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// How long an engine may take to exit.
const LEAVE: Duration = Duration::from_millis(100);

/// Keeps an engine until it ends or the leash is released.
///
/// # Errors
/// When the leash is none, or there is no thread to hold it.
pub(crate) fn keep(program: &OsString, arguments: &[OsString]) -> io::Result<()> {
    static KILLED: AtomicBool = AtomicBool::new(false);
    let mut leash = File::from(io::stderr().as_fd().try_clone_to_owned()?);
    let mut held = leash.try_clone()?;
    let (started, engine) = mpsc::channel();
    std::thread::Builder::new().name("leash".to_owned()).spawn(move || {
        let _ = held.read_to_end(&mut Vec::new()); // an error ends the engine, too
        let Ok(engine) = engine.recv() else { return };
        std::thread::sleep(LEAVE);
        KILLED.store(true, Ordering::Relaxed);
        let _ = kill_process_group(engine, Signal::KILL);
    })?;
    adopt();
    let mut command = Command::new(program);
    command.args(arguments).stderr(Stdio::null()).process_group(0);
    let mut engine = match command.spawn() {
        Ok(engine) => engine,
        Err(error) => return leash.write_all(error.to_string().as_bytes()),
    };
    let id = Pid::from_child(&engine);
    // From here on nothing may end the keeper before the engine.
    let _ = started.send(id);
    let _ = let_go_of_pipes();
    let _ = leash.write_all(format!("{}\n", engine.id()).as_bytes());
    // Until the dead engine is reaped, its process group id cannot be reused.
    let _ = waitid(WaitId::Pid(id), WaitIdOptions::EXITED | WaitIdOptions::NOWAIT);
    let _ = kill_process_group(id, Signal::KILL);
    let status = engine.wait()?.to_string();
    bury();
    let killed = KILLED.load(Ordering::Relaxed);
    leash.write_all(if killed { b"output closed" } else { status.as_bytes() })
}

/// Pipes held here would hide that the engine has closed them.
fn let_go_of_pipes() -> io::Result<()> {
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    rustix::stdio::dup2_stdin(&nothing)?;
    rustix::stdio::dup2_stdout(&nothing)?;
    Ok(())
}

/// Makes orphans of the engine's children into children of this process.
fn adopt() {
    #[cfg(target_os = "linux")]
    let _ = rustix::process::set_child_subreaper(Some(rustix::process::getpid()));
}

/// Kills and reaps those children, including any that have left the engine's group.
fn bury() {
    #[cfg(target_os = "linux")]
    for _ in 0..100 {
        let children = std::fs::read_to_string("/proc/thread-self/children").unwrap_or_default();
        let ids = children.split_whitespace().filter_map(|id| Pid::from_raw(id.parse().ok()?));
        for id in ids {
            let _ = rustix::process::kill_process(id, Signal::KILL);
        }
        match rustix::process::wait(rustix::process::WaitOptions::NOHANG) {
            Err(_) => return, // there is no child
            Ok(Some(_)) => {}
            Ok(None) => std::thread::sleep(Duration::from_millis(5)),
        }
    }
}

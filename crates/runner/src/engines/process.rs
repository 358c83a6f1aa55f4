//! A child process with two pipes: lines in, lines out with a deadline. It is killed when it is
//! dropped. What it writes to standard error is thrown away.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// Lines kept until they are read; an engine that floods us waits.
const BACKLOG: usize = 4096;
/// Longer lines are cut.
const LONGEST_LINE: u64 = 1 << 16;

/// Why no line came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLine {
    /// The output is closed: the process has ended.
    Ended,
    /// Nothing within the time.
    Silent,
}

/// A running program.
pub(crate) struct Process {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a program.
    pub(crate) fn start(program: &Path, arguments: &[String]) -> std::io::Result<Process> {
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        #[cfg(unix)] // Ctrl-C is for us: an engine that it ends would seem to have died
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let missing = || std::io::Error::other("the child has no pipes");
        let input = child.stdin.take().ok_or_else(missing)?;
        let mut output = BufReader::new(child.stdout.take().ok_or_else(missing)?);
        let (sender, lines) = sync_channel(BACKLOG);
        std::thread::Builder::new().name("engine output".to_owned()).spawn(move || {
            while let Some(line) = read_line(&mut output) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        })?;
        Ok(Process { child, input, lines })
    }

    /// Writes a line. A closed pipe is no error here: reading will tell.
    pub(crate) fn say(&mut self, line: &str) {
        let written = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        drop(written);
    }

    /// The next line.
    ///
    /// # Errors
    /// When there is none until `deadline`, or never again.
    pub(crate) fn line(&mut self, deadline: Instant) -> Result<String, NoLine> {
        let time = deadline.saturating_duration_since(Instant::now());
        self.lines.recv_timeout(time).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Silent,
            RecvTimeoutError::Disconnected => NoLine::Ended,
        })
    }

    /// How it ended, for a message.
    pub(crate) fn status(&mut self) -> String {
        // Its output ends a moment before it does.
        for _ in 0..20 {
            match self.child.try_wait() {
                Ok(Some(status)) => return status.to_string(),
                Ok(None) => std::thread::sleep(Duration::from_millis(5)),
                Err(_) => break,
            }
        }
        "output closed".to_owned()
    }

    /// Processor time used so far by all its threads; `None` where the system does not tell.
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.child.id())).ok()?;
        let mut total = 0;
        for task in tasks.flatten() {
            let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
            total += text.split_whitespace().next()?.parse::<u64>().ok()?;
        }
        Some(Duration::from_nanos(total))
    }
}

/// A line without its end; `None` at the end of the output. What is no UTF-8 is replaced.
fn read_line(output: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let read = output.take(LONGEST_LINE).read_until(b'\n', &mut bytes).ok()?;
    (read > 0).then(|| String::from_utf8_lossy(&bytes).trim_end().to_owned())
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say("quit");
        for _ in 0..20 {
            if matches!(self.child.try_wait(), Ok(Some(_))) {
                return;
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        drop(self.child.kill()); // it may have ended meanwhile
        drop(self.child.wait());
    }
}

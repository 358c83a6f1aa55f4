//! A foreign program with two pipes: lines in and lines out, both with a deadline, and both heed
//! an interrupt. It runs under a keeper (`keeper.rs`), which kills it with all that it has started
//! when this is dropped. What it writes is read when it is asked for: nothing piles up here, and no
//! thread waits for it.

use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::Shutdown;
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};

/// Longer lines are truncated.
const LONGEST_LINE: usize = 1 << 16;
/// Longest delay before an interrupt is noticed.
const BLINK: Duration = Duration::from_millis(200);

/// Why a line could not be read or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum NoLine {
    /// The output is closed: the process has ended.
    Ended,
    /// Nothing within the time.
    Silent,
    /// The user interrupted.
    Stopped,
}

/// How long to wait.
#[derive(Clone, Copy)]
pub(crate) struct Patience<'a> {
    /// For at most this long.
    pub(crate) deadline: Instant,
    /// And while this is not set.
    pub(crate) stop: &'a AtomicBool,
}

impl Patience<'_> {
    fn check(&self) -> Result<(), NoLine> {
        match () {
            () if self.stop.load(Ordering::Relaxed) => Err(NoLine::Stopped),
            () if Instant::now() >= self.deadline => Err(NoLine::Silent),
            () => Ok(()),
        }
    }

    /// Waits until a pipe can be read from or written to.
    fn wait(&self, pipe: impl AsFd, event: PollFlags) -> Result<(), NoLine> {
        loop {
            self.check()?;
            let left = self.deadline.saturating_duration_since(Instant::now()).min(BLINK);
            let time = Timespec { tv_sec: 0, tv_nsec: left.subsec_nanos().into() };
            match poll(&mut [PollFd::new(&pipe, event)], Some(&time)) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => return Ok(()),
                Err(_) => return Err(NoLine::Ended),
            }
        }
    }
}

/// A running program.
pub(crate) struct Process {
    keeper: Child,
    leash: UnixStream,
    /// What the keeper reported about its end.
    status: String,
    id: u32,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    /// The beginning of a line.
    begun: Vec<u8>,
}

impl Process {
    /// Starts a program. The inner error is why it cannot be started.
    pub(crate) fn start(
        program: &Path,
        arguments: &[String],
        patience: Patience,
    ) -> std::io::Result<Result<Process, NoLine>> {
        let (leash, other_end) = UnixStream::pair()?;
        let mut keeper = own_program()?;
        keeper.args(["keep", "--"]).arg(program).args(arguments);
        keeper.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(OwnedFd::from(other_end));
        keeper.process_group(0); // Ctrl-C is for us: an engine that it ends would seem to have died
        let mut child = keeper.spawn()?;
        drop(keeper); // and with it our copy of the other end
        let missing = || std::io::Error::other("the child has no pipes");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        rustix::io::ioctl_fionbio(&input, true)?;
        rustix::io::ioctl_fionbio(&output, true)?;
        let output = BufReader::with_capacity(LONGEST_LINE, output);
        let (input, status, begun) = (Some(input), String::new(), Vec::new());
        let mut process = Process { keeper: child, leash, status, id: 0, input, output, begun };
        if let Err(why) = patience.wait(&process.leash, PollFlags::IN) {
            return Ok(Err(why));
        }
        let mut said = [0; 1024];
        let length = process.leash.read(&mut said)?;
        let said = String::from_utf8_lossy(&said[..length]);
        let (id, status) = said.split_once('\n').unwrap_or((&said, ""));
        process.id = id.parse().map_err(|_| std::io::Error::other(said.trim()))?;
        process.status = status.to_owned(); // of a program that has ended by now
        Ok(Ok(process))
    }

    /// Writes a line. A closed pipe is not an error here; the next read reports it.
    ///
    /// # Errors
    /// When it is not taken in time.
    pub(crate) fn say(&mut self, line: &str, patience: Patience) -> Result<(), NoLine> {
        let Some(input) = &mut self.input else { return Ok(()) };
        let line = format!("{line}\n");
        let mut rest = line.as_bytes();
        while !rest.is_empty() {
            match input.write(rest) {
                Ok(written) => rest = &rest[written..],
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => {
                    patience.wait(&*input, PollFlags::OUT)?;
                }
                Err(_) => return Ok(()),
            }
        }
        Ok(())
    }

    /// The next line without its line break; invalid UTF-8 is replaced.
    ///
    /// # Errors
    /// When there is none in time, or never again. What was said after the time is over does not
    /// count, even if it is there to be read: a flood of lines does not lengthen it.
    pub(crate) fn line(&mut self, patience: Patience) -> Result<String, NoLine> {
        loop {
            patience.check()?;
            let chunk = match self.output.fill_buf() {
                Ok(chunk) => chunk,
                Err(e) if e.kind() == ErrorKind::Interrupted => continue,
                Err(e) if e.kind() == ErrorKind::WouldBlock => {
                    patience.wait(self.output.get_ref(), PollFlags::IN)?;
                    continue;
                }
                Err(_) => return Err(NoLine::Ended),
            };
            let is_end = chunk.is_empty();
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(chunk.len(), |end| end + 1);
            self.begun.extend_from_slice(&chunk[..taken]);
            self.output.consume(taken);
            if is_end && self.begun.is_empty() {
                return Err(NoLine::Ended);
            }
            if is_end || end.is_some() || self.begun.len() >= LONGEST_LINE {
                let line = std::mem::take(&mut self.begun);
                return Ok(String::from_utf8_lossy(&line).trim_end().to_owned());
            }
        }
    }

    /// Ends the engine and everything it has started, and says how it ended, for a message.
    pub(crate) fn end(&mut self) -> &str {
        if let Some(mut input) = self.input.take() {
            let _ = input.write(b"quit\n"); // if it still reads
        }
        let _ = self.leash.shutdown(Shutdown::Write);
        let _ = self.leash.read_to_string(&mut self.status);
        let _ = self.keeper.wait();
        &self.status
    }

    /// Processor time used so far by all its threads; `None` where the system does not tell.
    pub(crate) fn cpu_time(&self) -> Option<Duration> {
        let tasks = std::fs::read_dir(format!("/proc/{}/task", self.id)).ok()?;
        let mut total = 0;
        for task in tasks.flatten() {
            let text = std::fs::read_to_string(task.path().join("schedstat")).ok()?;
            total += text.split_whitespace().next()?.parse::<u64>().ok()?;
        }
        Some(Duration::from_nanos(total))
    }
}

/// This program, even if its file has been replaced meanwhile.
fn own_program() -> std::io::Result<Command> {
    let linux = Path::new("/proc/self/exe");
    Ok(if linux.exists() { Command::new(linux) } else { Command::new(std::env::current_exe()?) })
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

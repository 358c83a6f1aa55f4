//! A command that runs while a test watches. A test waits for something it can see, never for a
//! fixed time. A command that only has to end gets minutes, as the machine may be busy; for one
//! that must end soon, the limit grows with the load.

use std::process::{Child, Output};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::desk::{Desk, stderr};

/// Longer than any command that ends by itself takes.
const LONG: Duration = Duration::from_secs(120);

/// Waits for something, and panics if it never comes.
pub fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < LONG, "no {what} within {LONG:?}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Extends a time promised on an idle machine by what fifty starts of this program take now, as
/// every process waits for its turn: about a second on an idle machine, and many seconds where a
/// promise of one second cannot be kept.
pub fn on_this_machine(promised: Duration) -> Duration {
    let begun = Instant::now();
    for _ in 0..10 {
        Desk::new().ok("--version");
    }
    promised + begun.elapsed() * 5
}

/// A running command, killed when dropped if it is still running.
pub struct Running(pub Child);

impl Running {
    pub fn new(desk: &Desk, line: &str) -> Running {
        Running(desk.command(line).spawn().unwrap())
    }

    /// A command that has begun its units: it holds its folder and journal and heeds interrupts.
    pub fn at_work(desk: &Desk, line: &str, out: &str) -> Running {
        let mut running = Running::new(desk, line);
        wait_for(line, || {
            let ended = running.0.try_wait().unwrap().is_some();
            assert!(!ended, "{line} ended: {}", stderr(&running.take_output()));
            desk.path(out).join("begun.json").exists()
        });
        running
    }

    pub fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.0), signal).unwrap();
    }

    /// Its output, once it has ended.
    pub fn ends(mut self) -> Output {
        wait_for("end", || self.0.try_wait().unwrap().is_some());
        self.take_output()
    }

    /// The output of a command that must end within a second, as promised after an interrupt.
    pub fn ends_within_a_second(self) -> Output {
        let begun = Instant::now();
        let output = self.ends();
        let took = begun.elapsed();
        let allowed = on_this_machine(Duration::from_secs(1));
        assert!(took < allowed, "{took:?} of {allowed:?}");
        output
    }

    /// The output of an interrupted run, which must end as promised and say so.
    pub fn ends_interrupted(self) -> Output {
        self.signal(Signal::INT);
        let output = self.ends_within_a_second();
        assert_eq!(output.status.code(), Some(130), "{}", stderr(&output));
        assert!(stderr(&output).contains("interrupted"), "{}", stderr(&output));
        output
    }

    fn take_output(&mut self) -> Output {
        let status = self.0.wait().unwrap();
        let mut output = Output { status, stdout: vec![], stderr: vec![] };
        let (out, err) = (self.0.stdout.take().unwrap(), self.0.stderr.take().unwrap());
        for (mut from, to) in [
            (Box::new(out) as Box<dyn std::io::Read>, &mut output.stdout),
            (Box::new(err), &mut output.stderr),
        ] {
            from.read_to_end(to).unwrap();
        }
        output
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

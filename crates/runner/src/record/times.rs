//! What differs from run to run (times, threads, host): `times.json`.

use std::time::{Duration, Instant};

use cpu_time::ProcessTime;
use serde::Serialize;

use crate::base::progress::Progress;

/// File name of the times.
pub(crate) const TIMES_FILE: &str = "times.json";

/// A longest unit that takes this percentage of a run's time bounds the run: more threads would not help.
const BINDING: f64 = 90.0;
/// Threads that run for less than this share of the time that their units take wait for a processor.
const WAITING: f64 = 0.8;
/// Units that take fewer seconds in all do not tell.
const TELLING_S: f64 = 1.0;

/// `times.json`: what differs from run to run.
#[derive(Clone, Serialize)]
pub(crate) struct Times {
    /// When the run began, UTC.
    pub(crate) started: String,
    /// Wall-clock seconds of the searches.
    pub(crate) wall_s: f64,
    /// Seconds of processor time of all threads.
    pub(crate) cpu_s: f64,
    /// Searches done in this time, where the journal may have had others.
    pub(crate) searches: usize,
    /// Searches that the journal had from earlier runs, not part of these times.
    pub(crate) from_journal: usize,
    /// Wall-clock seconds of the longest of them, which no number of threads makes shorter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) longest_s: Option<f64>,
    /// Wall-clock seconds of all of them together.
    #[serde(skip)]
    pub(crate) units_s: f64,
    /// Nodes of the searches done.
    pub(crate) nodes: u64,
    /// Worker threads.
    pub(crate) threads: usize,
    /// Processor time over wall-clock time and threads: 1 if no thread ever waits. Absent where
    /// nothing was searched.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) efficiency: Option<f64>,
    /// The command's arguments as they were typed.
    pub(crate) arguments: Vec<String>,
    /// The compiler that made the program.
    pub(crate) rustc: &'static str,
    /// The computer.
    pub(crate) host: Host,
}

/// The computer, without its name.
#[derive(Clone, Serialize)]
pub(crate) struct Host {
    /// Operating system.
    pub(crate) os: &'static str,
    /// Instruction set.
    pub(crate) architecture: &'static str,
    /// Processor model, where the system tells.
    pub(crate) processor: Option<String>,
    /// Hardware threads that the process may use.
    pub(crate) hardware_threads: Option<usize>,
}

/// Measures a run.
pub(crate) struct Clock {
    started: jiff::Timestamp,
    wall: Instant,
    cpu: ProcessTime,
}

impl Clock {
    /// Begins to measure.
    pub(crate) fn start() -> Clock {
        let (wall, cpu) = (Instant::now(), ProcessTime::now());
        Clock { started: jiff::Timestamp::now(), wall, cpu }
    }

    /// The times since the start, in which `searches` were done.
    pub(crate) fn times(
        &self,
        threads: usize,
        searches: usize,
        from_journal: usize,
        progress: &Progress,
    ) -> Times {
        let nodes = progress.nodes();
        let (wall, cpu) = (self.wall.elapsed(), self.cpu.elapsed());
        let efficiency = cpu.as_secs_f64() / (wall.as_secs_f64() * threads as f64).max(1e-9);
        Times {
            started: format!("{:.0}", self.started),
            wall_s: milliseconds(wall),
            cpu_s: milliseconds(cpu),
            searches,
            from_journal,
            longest_s: (searches > 0).then(|| (progress.longest_s() * 1e3).round() / 1e3),
            units_s: progress.units_s(),
            nodes,
            threads,
            efficiency: (nodes > 0).then_some((efficiency * 1e3).round() / 1e3),
            arguments: arguments(),
            rustc: env!("VNMP_RUSTC"),
            host: Host {
                os: std::env::consts::OS,
                architecture: std::env::consts::ARCH,
                processor: processor(),
                hardware_threads: std::thread::available_parallelism().ok().map(|n| n.get()),
            },
        }
    }
}

impl Times {
    /// One line for the end of a run, if anything was searched.
    pub(crate) fn summary(&self) -> Option<String> {
        let Times { wall_s, cpu_s, threads, nodes, .. } = self;
        let efficiency = self.efficiency?;
        let rate = *nodes as f64 / cpu_s.max(1e-3) / 1e6;
        let longest = self.longest_s.map_or(String::new(), |longest| {
            let share = 100.0 * longest / wall_s.max(1e-3);
            let is_waiting = self.units_s >= TELLING_S && *cpu_s < WAITING * self.units_s;
            let bound = match share >= BINDING {
                true => "the longest",
                false if is_waiting => "the processors, which had other work too",
                false => "the number of threads",
            };
            format!("; the longest took {longest:.1} s ({share:.0} %): bound by {bound}")
        });
        let plural = if *threads == 1 { "" } else { "s" };
        Some(format!(
            "{wall_s:.1} s, {cpu_s:.1} s of processor time ({:.1} % of {threads} thread{plural}), \
             {rate:.1} million nodes per processor second{longest}",
            efficiency * 100.0
        ))
    }
}

/// The words of the command line, without the program.
pub(crate) fn arguments() -> Vec<String> {
    std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect()
}

/// A command line of these words, for a shell.
pub(crate) fn command<'a>(words: impl IntoIterator<Item = &'a String>) -> String {
    let quoted = |word: &String| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=,./:+@%^".contains(c);
        match word.chars().all(is_plain) && !word.is_empty() {
            true => word.clone(),
            false => format!("'{}'", word.replace('\'', "'\\''")),
        }
    };
    let words: Vec<String> = words.into_iter().map(quoted).collect();
    format!("vnmp {}", words.join(" "))
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_millis() as f64 / 1e3
}

fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shell_reads_each_word_of_a_command_as_it_was() {
        let words = ["search", "8/8/8/8 w - -", "it's", "", "--depth=4"].map(String::from);
        assert_eq!(command(&words), r"vnmp search '8/8/8/8 w - -' 'it'\''s' '' --depth=4");
    }

    #[test]
    fn the_summary_says_what_bounded_the_run() {
        let progress = Progress::hidden();
        progress.iteration(0, 1_000_000);
        let times = Clock::start().times(4, 1, 0, &progress);
        let bound = |longest_s, cpu_s| {
            let longest_s = Some(longest_s);
            let times = Times { wall_s: 10.0, cpu_s, longest_s, units_s: 39.0, ..times.clone() };
            times.summary().unwrap().rsplit_once("bound by ").unwrap().1.to_owned()
        };
        assert_eq!(bound(9.5, 38.0), "the longest");
        assert_eq!(bound(3.0, 38.0), "the number of threads");
        assert_eq!(bound(3.0, 20.0), "the processors, which had other work too");
    }
}

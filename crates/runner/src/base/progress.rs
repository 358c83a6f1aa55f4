//! Progress on standard error: units done, nodes, node rate, time left. A bar on a terminal; elsewhere,
//! as in a log, a line a minute. Nothing if the user wants quiet.

use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::base::estimate::{Estimate, Forecast, LEAST_S};
use crate::base::terminal::warn;

/// Between two redraws of the bar.
const REDRAW: Duration = Duration::from_millis(250);
/// Between two lines of a log.
const LINE: Duration = Duration::from_secs(60);
/// No time left is shown before.
const SETTLE_S: f64 = 2.0;
/// Seconds of a day.
const DAY_S: f64 = 86_400.0;

/// How a run is followed.
pub(crate) struct Progress {
    bar: ProgressBar,
    begun: Instant,
    state: Arc<Mutex<State>>,
}

/// What is shown.
#[derive(Default)]
struct State {
    name: String,
    done: usize,
    all: usize,
    estimate: Option<Estimate>,
    nodes: u64,
    standing: String,
    ended: bool,
    /// When the units under way were begun, by place.
    begun: BTreeMap<usize, f64>,
    /// Seconds of the longest unit.
    longest_s: f64,
    /// Seconds of all units, each on its own thread.
    units_s: f64,
}

impl Progress {
    /// For `all` units, called `name` in the plural, of which `done` are already done. Hidden if
    /// `quiet`.
    pub(crate) fn new(done: usize, all: usize, name: &str, quiet: bool) -> Progress {
        let is_terminal = std::io::stderr().is_terminal();
        let progress = Progress::over(done, all, name);
        if quiet {
            return progress;
        }
        if is_terminal {
            progress.bar.set_draw_target(ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{bar:24} {msg}") {
                progress.bar.set_style(style);
            }
            progress.bar.set_position(done as u64);
        }
        let show: Box<dyn Fn(&str) + Send> = match (is_terminal, progress.bar.clone()) {
            (true, bar) => Box::new(move |text| bar.set_message(text.to_owned())),
            (false, _) => Box::new(warn),
        };
        progress.follow(if is_terminal { REDRAW } else { LINE }, show);
        progress
    }

    /// Nothing is shown.
    pub(crate) fn hidden() -> Progress {
        Progress::over(0, 0, "")
    }

    fn over(done: usize, all: usize, name: &str) -> Progress {
        let state = State { name: name.to_owned(), done, all, ..State::default() };
        Progress {
            bar: ProgressBar::with_draw_target(Some(all as u64), ProgressDrawTarget::hidden()),
            begun: Instant::now(),
            state: Arc::new(Mutex::new(state)),
        }
    }

    /// Shows the progress line periodically until the end. If the system refuses a thread,
    /// nothing is shown.
    fn follow(&self, every: Duration, show: Box<dyn Fn(&str) + Send>) {
        let (state, begun) = (Arc::downgrade(&self.state), self.begun);
        let is_bar = every < LINE;
        let work = move || {
            let mut next = Instant::now() + if is_bar { Duration::ZERO } else { every };
            while let Some(state) = state.upgrade() {
                let state = state.lock().unwrap_or_else(PoisonError::into_inner);
                if state.ended {
                    break;
                }
                if Instant::now() >= next {
                    next = Instant::now() + every;
                    show(&state.line(begun.elapsed().as_secs_f64()));
                }
                drop(state);
                std::thread::sleep(REDRAW);
            }
        };
        let _ = std::thread::Builder::new().name("progress".to_owned()).spawn(work);
    }

    /// The work begins: `units` for `workers`, and what they are expected to take.
    pub(crate) fn expect(&self, units: usize, forecast: Forecast, workers: usize) {
        self.state().estimate = Some(Estimate::new(units, forecast, workers));
    }

    /// Nodes of all iterations so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.state().nodes
    }

    /// A worker takes the unit at this place of the queue.
    pub(crate) fn unit_begun(&self, place: usize) {
        let now = self.now();
        let mut state = self.state();
        state.begun.insert(place, now);
        if let Some(estimate) = &mut state.estimate {
            estimate.begun(now, place);
        }
    }

    /// Seconds of the longest unit, a lower bound for any number of threads.
    pub(crate) fn longest_s(&self) -> f64 {
        self.state().longest_s
    }

    /// Seconds of all units together.
    pub(crate) fn units_s(&self) -> f64 {
        self.state().units_s
    }

    /// `nodes` more nodes of it have been searched.
    pub(crate) fn iteration(&self, place: usize, nodes: u64) {
        let now = self.now();
        let mut state = self.state();
        state.nodes += nodes;
        if let Some(estimate) = &mut state.estimate {
            estimate.searched(now, place, nodes as f64);
        }
    }

    /// The unit is complete; `standing` says how the run stands, if there is anything to say.
    pub(crate) fn unit_done(&self, place: usize, standing: &str) {
        let now = self.now();
        self.bar.inc(1);
        let mut state = self.state();
        state.done += 1;
        let took = state.begun.remove(&place).map_or(0.0, |begun| now - begun);
        state.longest_s = state.longest_s.max(took);
        state.units_s += took;
        standing.clone_into(&mut state.standing);
        if let Some(estimate) = &mut state.estimate {
            estimate.finished(now, place);
        }
    }

    /// Removes the bar and ends the lines.
    pub(crate) fn clear(&self) {
        self.state().ended = true;
        self.bar.finish_and_clear();
    }

    fn now(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

impl State {
    /// `12/2607 searches, 3.40 G nodes, 31.2 M/s, 44 min left`.
    fn line(&self, now_s: f64) -> String {
        let State { name, done, all, nodes, standing, .. } = self;
        let mut parts = vec![format!("{done}/{all} {name}")];
        if *nodes > 0 {
            parts.push(format!("{} nodes", short(*nodes as f64)));
            parts.push(format!("{}/s", short(*nodes as f64 / now_s.max(1e-3))));
        }
        if !standing.is_empty() {
            parts.push(standing.clone());
        }
        let left = self.estimate.as_ref().filter(|_| now_s >= SETTLE_S);
        parts.push(match left.and_then(|estimate| estimate.seconds_left(now_s)) {
            Some(left) if left < LEAST_S => format!("under {LEAST_S:.0} s left"),
            Some(left) => format!("{} left", duration(left)),
            None => "estimating".to_owned(),
        });
        parts.join(", ")
    }
}

/// A time to about two digits: `45 s`, `8 min`, `3.5 h`, `2.1 d`, `12.3 k years`.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 99.5 => format!("{s:.0} s"),
        s if s < 99.5 * 60.0 => format!("{:.0} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.1} h", s / 3600.0),
        s if s < 730.0 * DAY_S => format!("{:.1} d", s / DAY_S),
        s => format!("{} years", short(s / (365.25 * DAY_S))),
    }
}

/// Three digits and a power of a thousand: `12.3 M`; beyond `999 T` a power of ten: `1.23e15`.
pub(crate) fn short(number: f64) -> String {
    let (value, unit) = match number {
        n if n >= 1e15 => return format!("{n:.2e}"),
        n if n >= 1e12 => (n / 1e12, " T"),
        n if n >= 1e9 => (n / 1e9, " G"),
        n if n >= 1e6 => (n / 1e6, " M"),
        n if n >= 1e3 => (n / 1e3, " k"),
        n => return format!("{n:.0}"),
    };
    let places = if value < 10.0 { 2 } else { usize::from(value < 100.0) };
    format!("{value:.places$}{unit}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::estimate::Expected;

    #[test]
    fn a_line_says_that_it_is_estimating_until_it_can() {
        let progress = Progress::over(3, 9, "searches");
        assert_eq!(progress.state().line(5.0), "3/9 searches, estimating");
        let units = vec![Expected { nodes: 1e9, ..Expected::UNKNOWN }; 6];
        progress.expect(6, Forecast { units, scouts: 0 }, 1);
        assert_eq!(progress.state().line(5.0), "3/9 searches, estimating");
        progress.unit_begun(0);
        std::thread::sleep(Duration::from_millis(5));
        progress.iteration(0, 1_000_000_000);
        progress.unit_done(0, "ahead");
        assert!((0.005..5.0).contains(&progress.longest_s()), "{}", progress.longest_s());
        let line = progress.state().line(10.0);
        assert!(line.starts_with("4/9 searches, 1.00 G nodes, 100 M/s, ahead, "), "{line}");
        assert!(line.ends_with(" s left"), "{line}");
    }

    #[test]
    fn log_lines_come_at_intervals_and_end_with_the_run() {
        let progress = Progress::over(0, 1, "games");
        let lines = Arc::new(Mutex::new(Vec::new()));
        let log = lines.clone();
        let keep = move |text: &str| log.lock().unwrap().push(text.to_owned());
        progress.follow(Duration::ZERO, Box::new(keep));
        while lines.lock().unwrap().len() < 2 {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert_eq!(lines.lock().unwrap()[1], "0/1 games, estimating");
        progress.clear();
        while Arc::strong_count(&lines) > 1 {
            std::thread::sleep(Duration::from_millis(10)); // the thread ends
        }
    }

    #[test]
    fn times_are_shown_in_the_unit_that_fits() {
        let shown = [0.4, 99.0, 120.0, 5_900.0, 9_000.0, 200_000.0, 1e9, 1e12].map(duration);
        let expected =
            ["0 s", "99 s", "2 min", "98 min", "2.5 h", "2.3 d", "32 years", "31.7 k years"];
        assert_eq!(shown, expected);
    }

    #[test]
    fn large_numbers_are_shown_with_three_digits() {
        for (number, text) in [
            (0.0, "0"),
            (999.0, "999"),
            (1_234.0, "1.23 k"),
            (19_500_000.0, "19.5 M"),
            (105_488_197_524.0, "105 G"),
            (9.876e14, "988 T"),
            (1.1366e28, "1.14e28"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}

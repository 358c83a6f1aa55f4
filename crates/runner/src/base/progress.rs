//! Progress on standard error: units done, nodes, node rate, time left.
//! Nothing is drawn when standard error is not a terminal or the user wants quiet.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar that follows a run.
pub(crate) struct Progress {
    bar: ProgressBar,
    nodes: AtomicU64,
}

impl Progress {
    /// A bar for `units` units, called `name` in the plural; hidden if `quiet`.
    pub(crate) fn new(units: usize, name: &str, quiet: bool) -> Progress {
        let target =
            if quiet { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
        let bar = ProgressBar::with_draw_target(Some(units as u64), target);
        let style = format!("{{bar:24}} {{pos}}/{{len}} {name}, {{msg}}{{prefix}}, {{eta}} left");
        if let Ok(style) = ProgressStyle::with_template(&style) {
            bar.set_style(style);
        }
        tick(&bar);
        Progress { bar, nodes: AtomicU64::new(0) }
    }

    /// No bar.
    pub(crate) fn hidden() -> Progress {
        Progress { bar: ProgressBar::hidden(), nodes: AtomicU64::new(0) }
    }

    /// Nodes of all iterations so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// `nodes` more nodes have been searched.
    pub(crate) fn iteration(&self, nodes: u64) {
        let total = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        if self.bar.is_hidden() {
            return;
        }
        let seconds = self.bar.elapsed().as_secs_f64().max(1e-3);
        let rate = total as f64 / seconds;
        self.bar.set_message(format!("{} nodes, {}/s", short(total as f64), short(rate)));
    }

    /// A unit is complete; `standing` says how the run stands, if there is anything to say.
    pub(crate) fn unit_done(&self, standing: &str) {
        self.bar.inc(1);
        if !standing.is_empty() {
            self.bar.set_prefix(format!(", {standing}"));
        }
    }

    /// Takes the bar away.
    pub(crate) fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Keeps the time of a bar running. Where the system refuses a thread it moves with the searches
/// only; `ProgressBar::enable_steady_tick` would end the program.
pub(crate) fn tick(bar: &ProgressBar) {
    if bar.is_hidden() {
        return;
    }
    let weak = bar.downgrade();
    let ticks = move || {
        while let Some(bar) = weak.upgrade().filter(|bar| !bar.is_finished()) {
            bar.tick();
            drop(bar);
            std::thread::sleep(Duration::from_millis(250));
        }
    };
    let _ = std::thread::Builder::new().name("progress".to_owned()).spawn(ticks);
}

/// Three digits and a power of a thousand: `12.3 M`.
pub(crate) fn short(number: f64) -> String {
    let (value, unit) = match number {
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
    use super::short;

    #[test]
    fn large_numbers_are_shown_with_three_digits() {
        for (number, text) in [
            (0.0, "0"),
            (999.0, "999"),
            (1_234.0, "1.23 k"),
            (19_500_000.0, "19.5 M"),
            (105_488_197_524.0, "105 G"),
        ] {
            assert_eq!(short(number), text);
        }
    }
}

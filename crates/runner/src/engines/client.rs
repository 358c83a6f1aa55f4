//! Speaking UCI with an engine: handshake, options, positions, searches.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::config::EngineConfig;
use super::info::Info;
use super::process::{NoLine, Patience, Process};

/// Options that would make a result depend on chance or on a book, and what they are set to
/// where an engine has them and its entry does not say otherwise.
const FORCED: [(&str, &[&str]); 3] = [
    ("1", &["threads", "number of threads", "cores", "max cpus"]),
    // Sjaak II has Chess960 on, and castles by king takes rook
    ("false", &["ownbook", "own book", "book", "use book", "ponder", "uci_chess960"]),
    ("0", &["randomness"]),
];

/// How long the system may take to start a program, which is not the engine's fault.
const LAUNCH: Duration = Duration::from_secs(30);

/// Why an engine is of no use.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// It did something wrong.
    #[error("engine '{name}' {what}")]
    Engine {
        /// The engine.
        name: String,
        /// What it did.
        what: String,
    },
    /// Nothing: the user interrupted.
    #[error("interrupted")]
    Stopped,
}

impl Failure {
    /// What an engine did wrong, worded to follow its name.
    pub(crate) fn new(name: &str, what: impl Into<String>) -> Failure {
        Failure::Engine { name: name.to_owned(), what: what.into() }
    }
}

/// Receives the info lines of a search and may abort it; the second argument is the processor
/// time so far, where the system reports it.
pub(crate) type Report<'a> = dyn FnMut(Info, &dyn Fn() -> Option<Duration>) -> ControlFlow<()> + 'a;

/// What the engine reported at the end of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Search {
    /// The word after `bestmove`; `None` if there is none, or one that means none.
    pub(crate) best: Option<String>,
    /// Processor time of the search; `None` where the system does not tell.
    pub(crate) cpu: Option<Duration>,
}

/// A running engine, ready for positions.
pub(crate) struct Client {
    name: String,
    process: Process,
    silence: Duration,
    longest: Duration,
    start: Duration,
    /// `id name`, if it gave one.
    pub(crate) identity: Option<String>,
    /// Options as they were set.
    pub(crate) options_set: BTreeMap<String, String>,
}

impl Client {
    /// Starts an engine and sets its options.
    ///
    /// # Errors
    /// When it does not start, does not answer, or lacks an option that is to be set.
    pub(crate) fn start(config: &EngineConfig, stop: &AtomicBool) -> Result<Client, Failure> {
        let not_started = |reason: &dyn std::fmt::Display| {
            Failure::new(&config.name, format!("cannot be started: {reason}"))
        };
        let program = config.program().map_err(|e| not_started(&e))?;
        let patience = Patience { deadline: Instant::now() + LAUNCH, stop };
        let process = match Process::start(&program, &config.arguments, patience) {
            Ok(Ok(process)) => process,
            Ok(Err(NoLine::Stopped)) => return Err(Failure::Stopped),
            Ok(Err(_)) => return Err(not_started(&"the system did not start it in time")),
            Err(e) => return Err(not_started(&e)),
        };
        let mut client = Client {
            name: config.name.clone(),
            process,
            silence: config.silence_timeout,
            longest: config.search_timeout,
            start: config.start_timeout,
            identity: None,
            options_set: BTreeMap::new(),
        };
        let options = client.handshake(stop)?;
        client.set_options(&options, &config.options, stop)?;
        client.ready(stop)?;
        Ok(client)
    }

    /// The names of its options.
    fn handshake(&mut self, stop: &AtomicBool) -> Result<Vec<String>, Failure> {
        let wait = Wait::new("to uci", self.start, stop);
        self.say("uci", &wait)?;
        let mut options = Vec::new();
        loop {
            let line = self.line(&wait)?;
            if line.trim() == "uciok" {
                return Ok(options);
            }
            if let Some(name) = line.strip_prefix("id name ") {
                self.identity = Some(name.trim().to_owned());
            }
            options.extend(option_name(&line));
        }
    }

    fn set_options(
        &mut self,
        known: &[String],
        wanted: &BTreeMap<String, String>,
        stop: &AtomicBool,
    ) -> Result<(), Failure> {
        let same = |a: &str, b: &str| a.eq_ignore_ascii_case(b);
        for option in wanted.keys() {
            if !known.iter().any(|own| same(own, option)) {
                let what = format!("has no option '{option}'; it has: {}", known.join(", "));
                return Err(Failure::new(&self.name, what));
            }
        }
        let wait = Wait::new("to setoption", self.start, stop);
        for own in known {
            let asked =
                wanted.iter().find(|(option, _)| same(own, option)).map(|(_, v)| v.as_str());
            let is_forced = |(_, names): &&(_, &[&str])| names.iter().any(|name| same(own, name));
            let forced = FORCED.iter().find(is_forced).map(|(value, _)| *value);
            if let Some(value) = asked.or(forced) {
                self.say(&format!("setoption name {own} value {value}"), &wait)?;
                self.options_set.insert(own.clone(), value.to_owned());
            }
        }
        Ok(())
    }

    fn ready(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        let wait = Wait::new("to isready", self.start, stop);
        self.say("isready", &wait)?;
        while self.line(&wait)?.trim() != "readyok" {}
        Ok(())
    }

    /// Its name in the file of engines.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Forgets what was learnt from other positions.
    ///
    /// # Errors
    /// When the engine died or hangs, or `stop` is set.
    pub(crate) fn new_game(&mut self, stop: &AtomicBool) -> Result<(), Failure> {
        self.say("ucinewgame", &Wait::new("to ucinewgame", self.start, stop))?;
        self.ready(stop)
    }

    /// Searches. `position` and `go` are the commands as sent; `report` gets the info lines.
    /// It may take the time of `patience`; without it, silence and the whole search are bounded as
    /// the engine's entry says.
    ///
    /// # Errors
    /// When the engine died or hangs, `stop` is set, or `report` breaks off; it is of no use any more.
    pub(crate) fn search(
        &mut self,
        position: &str,
        go: &str,
        patience: Option<Duration>,
        stop: &AtomicBool,
        report: &mut Report<'_>,
    ) -> Result<Search, Failure> {
        let before = self.process.cpu_time();
        let whole = Wait::new("to go", patience.unwrap_or(self.longest), stop);
        self.say(position, &whole)?;
        self.say(go, &whole)?;
        loop {
            let silence = Wait::new("to go", self.silence, stop);
            let is_silence =
                patience.is_none() && silence.patience.deadline < whole.patience.deadline;
            let line = self.line(if is_silence { &silence } else { &whole })?;
            let process = &self.process;
            let cpu = || Some(process.cpu_time()?.saturating_sub(before?));
            if let Some(info) = Info::parse(&line) {
                if report(info, &cpu).is_break() {
                    return Err(Failure::Stopped);
                }
            } else if line.split_whitespace().next() == Some("bestmove") {
                return Ok(Search { best: best_move(&line), cpu: cpu() });
            }
        }
    }

    fn say(&mut self, line: &str, wait: &Wait) -> Result<(), Failure> {
        self.process.say(line, wait.patience).map_err(|why| self.failure(why, wait))
    }

    fn line(&mut self, wait: &Wait) -> Result<String, Failure> {
        self.process.line(wait.patience).map_err(|why| self.failure(why, wait))
    }

    fn failure(&mut self, why: NoLine, wait: &Wait) -> Failure {
        let (stage, seconds) = (wait.stage, wait.allowed.as_secs_f64());
        let what = match why {
            NoLine::Stopped => return Failure::Stopped,
            NoLine::Silent => format!("did not answer {stage} within {seconds} s"),
            NoLine::Ended => {
                let stage = if stage == "to go" { "in a search" } else { "at the start" };
                format!("died {stage} ({})", self.process.end())
            }
        };
        Failure::new(&self.name, what)
    }
}

/// What is waited for, and until when.
struct Wait<'a> {
    stage: &'static str,
    allowed: Duration,
    patience: Patience<'a>,
}

impl Wait<'_> {
    fn new<'a>(stage: &'static str, allowed: Duration, stop: &'a AtomicBool) -> Wait<'a> {
        Wait { stage, allowed, patience: Patience { deadline: Instant::now() + allowed, stop } }
    }
}

/// `option name NAME type ...`
fn option_name(line: &str) -> Option<String> {
    let rest = line.strip_prefix("option name ")?;
    let name = rest.split(" type ").next()?.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

/// The move; engines that have none say `(none)`, `0000`, `a1a1`, `NULL`, or nothing.
fn best_move(line: &str) -> Option<String> {
    let word = line.split_whitespace().nth(1)?;
    let none = ["(none)", "0000", "a1a1", "null", "none", "ponder", "resign"];
    (!none.iter().any(|text| word.eq_ignore_ascii_case(text))).then(|| word.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_say_that_there_is_no_move_is_understood() {
        for line in ["bestmove (none)", "bestmove a1a1", "bestmove", "bestmove 0000 ponder 0000"] {
            assert_eq!(best_move(line), None, "{line}");
        }
        assert_eq!(best_move("bestmove e2e4 ponder e7e5").as_deref(), Some("e2e4"));
    }

    #[test]
    fn option_names_may_have_spaces() {
        let line = "option name NullMove Pruning type combo default Fail High var Always";
        assert_eq!(option_name(line).as_deref(), Some("NullMove Pruning"));
        assert_eq!(option_name("option name  type check"), None);
    }
}

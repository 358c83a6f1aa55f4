//! A session: the position, the options, and at most one search on a thread of its own, so that
//! commands are answered at any time. A command that starts another search first ends the one
//! under way, with its move.

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Instant;

use super::command::{self, Go, search_moves};
use super::info;
use super::options::Options;
use crate::play::game::{Budget, Game, Limit, Thinker};

/// Reads commands until `quit` or the end of the input, which both end a search.
///
/// # Errors
/// When reading fails, the output takes no more, or no thread can be started.
pub(crate) fn serve<W: Write + Send + 'static>(input: impl BufRead, output: W) -> io::Result<()> {
    let mut session = Session {
        output: Output(Arc::new(Mutex::new(output))),
        options: Options::new().map_err(io::Error::other)?,
        game: Game::default(),
        thinker: None,
        running: None,
    };
    let result = session.run(input);
    session.stop(); // also when the input ends or the output breaks in the middle of a search
    result
}

/// A writer of lines, shared with the search.
struct Output<W>(Arc<Mutex<W>>);

impl<W: Write> Output<W> {
    fn line(&self, text: &str) -> io::Result<()> {
        let mut writer = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(writer, "{text}")?;
        writer.flush()
    }

    fn say(&self, text: &str) -> io::Result<()> {
        text.lines().try_for_each(|line| self.line(&format!("info string {line}")))
    }

    fn share(&self) -> Output<W> {
        Output(Arc::clone(&self.0))
    }
}

struct Session<W> {
    output: Output<W>,
    options: Options,
    game: Game,
    /// The table between searches; away while one is running.
    thinker: Option<Thinker>,
    running: Option<Running>,
}

struct Running {
    stop: Arc<AtomicBool>,
    /// May a withheld move be sent?
    release: Arc<AtomicBool>,
    thread: JoinHandle<Thinker>,
}

impl<W: Write + Send + 'static> Session<W> {
    fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(());
            }
            let line = String::from_utf8_lossy(&bytes);
            let words: Vec<&str> = line.split_whitespace().collect();
            match words.split_first() {
                Some((&"quit", _)) => return Ok(()),
                Some((first, rest)) => self.execute(first, rest)?,
                None => {}
            }
        }
    }

    fn execute(&mut self, command: &str, words: &[&str]) -> io::Result<()> {
        match command {
            "uci" => {
                self.output.line(concat!("id name vnmp ", env!("CARGO_PKG_VERSION")))?;
                self.output.line("id author the vnmp developers")?;
                for declaration in Options::declarations() {
                    self.output.line(&declaration)?;
                }
                self.get_ready();
                self.output.line("uciok")?;
            }
            "isready" => {
                self.get_ready();
                self.output.line("readyok")?;
            }
            "setoption" => {
                let set = command::set_option(words)
                    .and_then(|(name, value)| self.options.set(&name, &value));
                self.get_ready();
                if let Some(remark) = set.unwrap_or_else(Some) {
                    self.output.say(&remark)?;
                }
            }
            "position" => match command::position(words) {
                Ok(game) => self.game = game,
                Err(complaint) => self.output.say(&complaint)?,
            },
            "go" => self.go(&command::go(words))?,
            "stop" | "ponderhit" => {
                self.stop();
                self.get_ready(); // `Hash` may have been set meanwhile
            }
            // not in the protocol: show the position
            "d" => {
                let position = self.game.position();
                let (fen, variant) = (position.to_fen(), &self.options.variant);
                self.output
                    .say(&format!("{fen}\nkey {:016x}\nvariant {variant}", position.key()))?;
            }
            "ucinewgame" => self.get_ready(),
            "debug" | "register" => {}
            other => {
                self.output.say(&format!("unknown command '{}'", command::shortened(other)))?;
            }
        }
        Ok(())
    }

    /// Unless a search is under way, gets its memory before a clock runs.
    fn get_ready(&mut self) {
        if self.running.as_ref().is_some_and(|running| running.thread.is_finished()) {
            self.stop();
        }
        if self.running.is_none() {
            let mut thinker = self.take_thinker();
            thinker.get_ready();
            self.thinker = Some(thinker);
        }
    }

    /// The thinker with the current options.
    fn take_thinker(&mut self) -> Thinker {
        let (variant, settings) = (self.options.variant.clone(), self.options.settings.clone());
        match self.thinker.take() {
            Some(mut thinker) => {
                thinker.variant = variant;
                thinker.settings = settings;
                thinker
            }
            None => Thinker::new(variant, settings),
        }
    }

    /// Ends the current search, if any; it sends its move before this returns.
    fn stop(&mut self) {
        let Some(running) = self.running.take() else { return };
        running.stop.store(true, Ordering::Relaxed);
        running.release.store(true, Ordering::Relaxed);
        running.thread.thread().unpark();
        self.thinker = running.thread.join().ok();
    }

    fn go(&mut self, go: &Go) -> io::Result<()> {
        self.stop();
        for complaint in &go.complaints {
            self.output.say(complaint)?;
        }
        let (moves, complaints) = search_moves(self.game.position(), &go.moves);
        for complaint in &complaints {
            self.output.say(complaint)?;
        }
        let limit = Limit {
            depth: go.number("depth").map(|plies| u8::try_from(plies).unwrap_or(u8::MAX).max(1)),
            nodes: go.number("nodes"),
            mate: go.count("mate"),
            time: self.budget(go),
            moves,
        };
        let bounded = limit.depth.is_some() || limit.nodes.is_some() || limit.time.is_some();
        let task = Task {
            game: self.game.clone(),
            // The protocol wants no move before `stop` when the search has no end of its own.
            wait: go.infinite || go.ponder || !bounded && limit.mate.is_none(),
            limit: if go.infinite || go.ponder { Limit { time: None, ..limit } } else { limit },
            output: self.output.share(),
            stop: Arc::default(),
            release: Arc::default(),
        };
        let thinker = self.take_thinker();
        let (stop, release) = (Arc::clone(&task.stop), Arc::clone(&task.release));
        let thread = std::thread::Builder::new()
            .name("search".to_owned())
            .spawn(move || task.run(thinker))?;
        self.running = Some(Running { stop, release, thread });
        Ok(())
    }

    fn budget(&self, go: &Go) -> Option<Budget> {
        let overhead = self.options.overhead;
        match go.time("movetime") {
            Some(time) => Some(Budget::exactly(time, overhead.min(time / 10))),
            None => Some(Budget::share(&go.clock(self.game.position())?, overhead)),
        }
    }
}

/// A search to be done.
struct Task<W> {
    game: Game,
    limit: Limit,
    /// Withhold the move until `stop`?
    wait: bool,
    output: Output<W>,
    stop: Arc<AtomicBool>,
    release: Arc<AtomicBool>,
}

impl<W: Write> Task<W> {
    /// Searches, sends the move and returns the table.
    fn run(self, mut thinker: Thinker) -> Thinker {
        let begun = Instant::now();
        let told = &self.stop;
        let mut report = |iteration: &vnmp_engine::Iteration| {
            let line = info::iteration(iteration, begun.elapsed());
            if self.output.line(&line).is_err() {
                told.store(true, Ordering::Relaxed); // nobody listens any more
            }
        };
        let thought = thinker.think(&self.game, &self.limit, told, &mut report);
        if thought.best.is_none() {
            let _ = self.output.line(info::no_moves(self.game.position()));
        } else if thought.last.as_ref().is_none_or(|last| last.counts.nodes() < thought.nodes) {
            let _ = self.output.line(&info::totals(thought.nodes, begun.elapsed()));
        }
        while self.wait && !self.release.load(Ordering::Relaxed) {
            std::thread::park();
        }
        let _ = self.output.line(&info::best_move(thought.best)); // a closed pipe ends all soon
        thinker
    }
}

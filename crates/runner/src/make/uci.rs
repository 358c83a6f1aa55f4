//! An outside engine asked over the Universal Chess Interface: best and second-best move of a
//! position after a fixed number of nodes. Not a match driver and not an engine of ours.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use vnmp_engine::{Move, Position};

/// Options that make answers depend on the position and the nodes alone.
pub(crate) const OPTIONS: [(&str, &str); 3] = [("Threads", "1"), ("Hash", "1"), ("MultiPV", "2")];
/// Longest silence of the engine.
const PATIENCE: Duration = Duration::from_secs(60);
/// Mate in n is `MATE - n` centipawns.
pub(crate) const MATE: i32 = 30_000;

/// What can go wrong with an outside engine.
#[derive(Debug, thiserror::Error)]
pub(crate) enum UciError {
    /// The program does not start.
    #[error("cannot start the engine '{program}': {error}; give its path with --engine")]
    Start {
        /// As the user named it.
        program: String,
        /// The system's reason.
        error: io::Error,
    },
    /// It closed its output, or its input is gone.
    #[error("the engine '{program}' has ended; try it by hand with 'uci' and 'go nodes 1000'")]
    Ended {
        /// As the user named it.
        program: String,
    },
    /// It is silent.
    #[error("the engine '{program}' has not answered '{asked}' within 60 seconds")]
    Silent {
        /// As the user named it.
        program: String,
        /// The last command.
        asked: String,
    },
}

/// A move and its value for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Valued {
    /// The move.
    pub(crate) mv: Move,
    /// Centipawns; mates near [`MATE`].
    pub(crate) score: i32,
}

/// The best moves that the engine named at last, at most two.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Opinion {
    /// The best move.
    pub(crate) best: Option<Valued>,
    /// The second-best; `None` if there is only one legal move.
    pub(crate) second: Option<Valued>,
}

/// A running engine.
pub(crate) struct Engine {
    program: String,
    /// As it names itself.
    pub(crate) name: String,
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Engine {
    /// Starts an engine and sets its options.
    pub(crate) fn start(program: &str) -> Result<Engine, UciError> {
        let fail = |error| UciError::Start { program: program.to_owned(), error };
        let mut process = Command::new(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(fail)?;
        let ended = || UciError::Ended { program: program.to_owned() };
        let input = process.stdin.take().ok_or_else(ended)?;
        let output = process.stdout.take().ok_or_else(ended)?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let program = program.to_owned();
        let mut engine = Engine { name: program.clone(), program, process, input, lines };
        engine.send("uci")?;
        let answer = engine.read_until("uciok", "uci")?;
        if let Some(name) = answer.iter().find_map(|line| line.strip_prefix("id name ")) {
            engine.name = name.trim().to_owned();
        }
        for (option, value) in OPTIONS {
            engine.send(&format!("setoption name {option} value {value}"))?;
        }
        Ok(engine)
    }

    /// Forgets everything, so that the next answer depends on its question alone.
    pub(crate) fn forget(&mut self) -> Result<(), UciError> {
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.read_until("readyok", "isready").map(|_| ())
    }

    /// The two best moves after so many nodes.
    pub(crate) fn ask(&mut self, position: &Position, nodes: u64) -> Result<Opinion, UciError> {
        self.ask_of(position, nodes, &[])
    }

    /// The two best of these moves, or of all if none is given.
    pub(crate) fn ask_of(
        &mut self,
        position: &Position,
        nodes: u64,
        moves: &[Move],
    ) -> Result<Opinion, UciError> {
        self.send(&format!("position fen {}", position.to_fen()))?;
        let only = if moves.is_empty() { "" } else { " searchmoves" };
        let moves: String = moves.iter().map(|mv| format!(" {mv}")).collect();
        let go = format!("go nodes {nodes}{only}{moves}");
        self.send(&go)?;
        let mut opinion = Opinion::default();
        for line in self.read_until("bestmove", &go)? {
            match read_info(position, &line) {
                Some((1, valued)) => opinion.best = Some(valued),
                Some((2, valued)) => opinion.second = Some(valued),
                _ => {}
            }
        }
        Ok(opinion)
    }

    fn send(&mut self, command: &str) -> Result<(), UciError> {
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        sent.map_err(|_| UciError::Ended { program: self.program.clone() })
    }

    /// The lines up to and with the one that begins like `last`.
    fn read_until(&mut self, last: &str, asked: &str) -> Result<Vec<String>, UciError> {
        use std::sync::mpsc::RecvTimeoutError::{Disconnected, Timeout};
        let mut lines = Vec::new();
        loop {
            let line = self.lines.recv_timeout(PATIENCE).map_err(|error| {
                let program = self.program.clone();
                match error {
                    Timeout => UciError::Silent { program, asked: asked.to_owned() },
                    Disconnected => UciError::Ended { program },
                }
            })?;
            let done = line.starts_with(last);
            lines.push(line);
            if done {
                return Ok(lines);
            }
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        let _ = self.send("quit");
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Number, move and value of an `info ... multipv N score cp X ... pv MOVE ...` line with an
/// exact score; others say nothing final.
fn read_info(position: &Position, line: &str) -> Option<(u32, Valued)> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let after = |name: &str| words.iter().position(|&w| w == name).map(|at| &words[at + 1..]);
    if words.first() != Some(&"info") || line.contains("bound") {
        return None;
    }
    let number = after("multipv")?.first()?.parse().ok()?;
    let score = match after("score")? {
        ["cp", value, ..] => value.parse().ok()?,
        ["mate", moves, ..] => {
            let moves: i32 = moves.parse().ok()?;
            if moves > 0 { MATE - moves } else { -MATE - moves }
        }
        _ => return None,
    };
    let mv = position.legal_uci(after("pv")?.first()?)?;
    Some((number, Valued { mv, score }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_and_moves_are_read_and_bounds_are_not() {
        let start = Position::start();
        let read =
            |line: &str| read_info(&start, line).map(|(n, v)| (n, v.mv.to_string(), v.score));
        assert_eq!(
            read("info depth 3 multipv 2 score cp -31 nodes 5 pv e2e4 e7e5"),
            Some((2, "e2e4".into(), -31))
        );
        assert_eq!(
            read("info depth 3 multipv 1 score mate 2 pv e2e4"),
            Some((1, "e2e4".into(), MATE - 2))
        );
        assert_eq!(
            read("info depth 3 multipv 1 score mate -2 pv e2e4"),
            Some((1, "e2e4".into(), 2 - MATE))
        );
        for line in [
            "info depth 3 multipv 1 score cp 5 upperbound pv e2e4",
            "info depth 3 multipv 1 score cp 5 pv e2e5",
            "info string multipv 1 score cp 5",
            "bestmove e2e4",
        ] {
            assert_eq!(read(line), None, "{line}");
        }
    }

    #[test]
    fn a_program_that_is_no_engine_is_an_error_with_a_cure() {
        let error = Engine::start("/no/such/engine").map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("--engine"), "{error}");
        let error = Engine::start("true").map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("has ended"), "{error}");
    }
}

//! What players may use for a move: a depth, nodes, a time, or a clock for the game.

use std::fmt;
use std::time::Duration;

use anyhow::anyhow;

/// The limit of a match, the same for both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MoveLimit {
    /// Depth in plies.
    Depth(u8),
    /// Nodes.
    Nodes(u64),
    /// Time for every move.
    MoveTime(Duration),
    /// A clock for the game.
    Clock(TimeControl),
}

/// Time for a number of moves or for all of the game, and an increment after every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TimeControl {
    /// Moves for which `time` is given, again and again; `None` for the whole game.
    pub(crate) moves: Option<u32>,
    /// On the clock at the start.
    pub(crate) time: Duration,
    /// Added after every move.
    pub(crate) increment: Duration,
}

impl MoveLimit {
    /// Reads `depth=8`, `nodes=20000`, `movetime=0.1` (seconds) or `tc=60+0.6`.
    ///
    /// # Errors
    /// When it is none of these.
    pub(crate) fn parse(text: &str) -> anyhow::Result<MoveLimit> {
        let unknown = || {
            anyhow!("unknown limit '{text}'; write depth=8, nodes=20000, movetime=0.1 or tc=60+0.6")
        };
        let (kind, value) = text.split_once('=').ok_or_else(unknown)?;
        let (kind, value) = (kind.trim(), value.trim());
        let (limit, possible) = match kind {
            "depth" => {
                let depth = value.parse().ok().filter(|depth| (1..=64).contains(depth));
                (depth.map(MoveLimit::Depth), "give a whole number of plies from 1 to 64")
            }
            "nodes" => {
                let nodes = value.parse().ok().filter(|nodes| *nodes > 0);
                (nodes.map(MoveLimit::Nodes), "give a whole number from 1")
            }
            "movetime" => {
                let time = seconds(value).filter(|time| *time >= Duration::from_millis(1));
                (time.map(MoveLimit::MoveTime), "give seconds from 0.001 to 86400")
            }
            "tc" => {
                let control = TimeControl::parse(value);
                (control.map(MoveLimit::Clock), "give seconds such as 60, 60+0.6 or 40/60+0.6")
            }
            _ => return Err(unknown()),
        };
        limit.ok_or_else(|| anyhow!("limit {kind}={value}: {possible}"))
    }

    /// Is a game the same every time it is played?
    pub(crate) fn is_deterministic(&self) -> bool {
        matches!(self, MoveLimit::Depth(_) | MoveLimit::Nodes(_))
    }
}

impl TimeControl {
    /// `60`, `60+0.6`, `40/60` or `40/60+0.6`, in seconds.
    fn parse(value: &str) -> Option<TimeControl> {
        let (moves, rest) = match value.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse().ok().filter(|n| *n > 0)?), rest),
            None => (None, value),
        };
        let (time, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (time, increment) = (seconds(time)?, seconds(increment)?);
        (!time.is_zero()).then_some(TimeControl { moves, time, increment })
    }
}

fn seconds(text: &str) -> Option<Duration> {
    const DAY_S: f64 = 86_400.0;
    let seconds: f64 = text.trim().parse().ok()?;
    (0.0..=DAY_S).contains(&seconds).then(|| Duration::from_secs_f64(seconds))
}

/// As [`MoveLimit::parse`] reads it.
impl fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            MoveLimit::Depth(depth) => write!(f, "depth={depth}"),
            MoveLimit::Nodes(nodes) => write!(f, "nodes={nodes}"),
            MoveLimit::MoveTime(time) => write!(f, "movetime={}", time.as_secs_f64()),
            MoveLimit::Clock(TimeControl { moves, time, increment }) => {
                f.write_str("tc=")?;
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}+{}", time.as_secs_f64(), increment.as_secs_f64())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_print_as_they_are_read() {
        for text in
            ["depth=8", "nodes=20000", "movetime=0.1", "tc=60+0.6", "tc=40/60+0", "tc=0.5+0.005"]
        {
            assert_eq!(MoveLimit::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(MoveLimit::parse("tc=60").unwrap().to_string(), "tc=60+0");
    }

    #[test]
    fn impossible_limits_are_refused_with_what_is_possible() {
        for text in [
            "depth=0",
            "depth=65",
            "nodes=0",
            "nodes=x",
            "movetime=0",
            "movetime=-1",
            "movetime=inf",
            "tc=0+1",
            "tc=NaN",
            "tc=0/60",
            "tc=60+-1",
            "time=3",
            "60+0.6",
        ] {
            let error = MoveLimit::parse(text).unwrap_err().to_string();
            assert!(
                error.contains("nodes") || error.contains('1') || error.contains("60"),
                "{error}"
            );
        }
    }
}

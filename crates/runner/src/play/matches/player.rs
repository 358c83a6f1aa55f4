//! A side at the board: chooses moves, or fails. A failed engine is restarted for the next
//! game.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use vnmp_engine::{Color, Move, Position};

use super::limit::MoveLimit;
use super::record::{End, Ply};
use super::side::Side;
use crate::engines::{Client, EngineConfig, Failure, ForeignScore, Info};
use crate::play::game::{Budget, Game, Limit, Remaining, Thinker};

/// Time that a variant in this program leaves on its clock for what a move costs besides, which is
/// next to nothing until the operating system has other things to do: then some moves in 10^5
/// wait for a processor for 20 ms.
const OVERHEAD: Duration = Duration::from_millis(30);
/// The program stops waiting for an engine that oversteps its time by more than this.
const GRACE: Duration = Duration::from_secs(5);
/// An engine that exceeds this multiple of its node limit plus a million does not obey the limit.
const PATIENCE_IN_NODES: u64 = 10;

/// Why there is no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Forfeit {
    /// Kind of end.
    pub(crate) end: End,
    /// What happened.
    pub(crate) what: String,
}

/// What a player may use for the coming move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Allowance<'a> {
    /// The limit of the match.
    pub(crate) limit: &'a MoveLimit,
    /// Both clocks, white's first; meaningful under a clock only.
    pub(crate) clocks: [Remaining; 2],
}

impl Allowance<'_> {
    fn own(&self, turn: Color) -> &Remaining {
        &self.clocks[turn as usize]
    }
}

/// A side at the board.
pub(crate) enum Player {
    /// A variant in this program.
    Variant(Box<Thinker>),
    /// Another program, running or not.
    Engine {
        /// How to start it.
        config: Box<EngineConfig>,
        /// While it runs.
        client: Option<Box<Client>>,
    },
}

impl Player {
    /// A player for a side; another program is not started yet.
    pub(crate) fn new(side: &Side) -> Player {
        match side {
            Side::Variant { variant, settings } => {
                Player::Variant(Box::new(Thinker::new(variant.clone(), settings.clone())))
            }
            Side::Engine(config) => {
                Player::Engine { config: Box::new(config.clone()), client: None }
            }
        }
    }

    /// Gets ready for a game, starting the program if it does not run.
    ///
    /// # Errors
    /// When it does not start or answer, or `stop` is set.
    pub(crate) fn new_game(&mut self, stop: &AtomicBool) -> Result<(), Forfeit> {
        let (config, client) = match self {
            Player::Variant(thinker) => {
                thinker.get_ready();
                return Ok(());
            }
            Player::Engine { config, client } => (config, client),
        };
        let ready = match client {
            Some(running) => running.new_game(stop),
            None => Client::start(config, stop).and_then(|mut started| {
                started.new_game(stop)?;
                *client = Some(Box::new(started));
                Ok(())
            }),
        };
        ready.map_err(|failure| {
            *client = None;
            abandoned(&failure)
        })
    }

    /// Chooses a legal move, with what is said about it, in a game that has not ended. If `stop` is set
    /// meanwhile, what comes of it says nothing about the player.
    ///
    /// # Errors
    /// When an engine dies, hangs, or gives a move that is not legal.
    pub(crate) fn choose(
        &mut self,
        game: &Game,
        allowance: &Allowance,
        stop: &AtomicBool,
    ) -> Result<(Move, Ply), Forfeit> {
        match self {
            Player::Variant(thinker) => think(thinker, game, allowance),
            Player::Engine { client, .. } => {
                let Some(running) = client.as_mut() else {
                    let what = "the engine is not running".to_owned();
                    return Err(Forfeit { end: End::Abandoned, what });
                };
                let choice = ask(running, game, allowance, stop);
                if choice.is_err() {
                    *client = None; // killed; the next game starts it again
                }
                choice
            }
        }
    }
}

fn abandoned(failure: &Failure) -> Forfeit {
    Forfeit { end: End::Abandoned, what: failure.to_string() }
}

fn think(
    thinker: &mut Thinker,
    game: &Game,
    allowance: &Allowance,
) -> Result<(Move, Ply), Forfeit> {
    let mut limit = Limit::default();
    match *allowance.limit {
        MoveLimit::Depth(depth) => limit.depth = Some(depth),
        MoveLimit::Nodes(nodes) => limit.nodes = Some(nodes),
        MoveLimit::MoveTime(time) => {
            limit.time = Some(Budget::exactly(time, OVERHEAD.min(time / 10)));
        }
        MoveLimit::Clock(_) => {
            let remaining = allowance.own(game.position().turn());
            limit.time = Some(Budget::share(remaining, OVERHEAD));
        }
    }
    let thought = thinker.think(game, &limit, &Arc::default(), &mut |_| {});
    let no_move = || Forfeit { end: End::RulesInfraction, what: "no move was found".to_owned() };
    let mv = thought.best.ok_or_else(no_move)?;
    let said = thought.last.map(|last| (last.score.into(), u32::from(last.depth)));
    let (score, depth) = said.unzip();
    Ok((mv, ply(mv, score, depth, Some(thought.nodes))))
}

fn ask(
    client: &mut Client,
    game: &Game,
    allowance: &Allowance,
    stop: &AtomicBool,
) -> Result<(Move, Ply), Forfeit> {
    let (go, patience) = go_command(allowance, game.position().turn());
    let most = match *allowance.limit {
        MoveLimit::Nodes(nodes) => {
            nodes.saturating_mul(PATIENCE_IN_NODES).saturating_add(1_000_000)
        }
        _ => u64::MAX,
    };
    let mut said = Info::default();
    let search = client.search(&position_command(game), &go, patience, stop, &mut |info, _| {
        if info.rank == 1 {
            said.depth = info.depth.or(said.depth);
            said.score = info.score.or(said.score);
            said.nodes = info.nodes.or(said.nodes);
        }
        if said.nodes > Some(most) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let search = search.map_err(|failure| match failure {
        Failure::Stopped => {
            let (limit, nodes) = (allowance.limit, said.nodes.unwrap_or_default());
            let what = format!(
                "{} was at {nodes} nodes under {limit}; if it does not heed `go nodes`, limit the \
                 match by --depth, --movetime or --tc",
                client.name()
            );
            Forfeit { end: End::Abandoned, what }
        }
        failure => abandoned(&failure),
    })?;
    let text = search.best.unwrap_or_default();
    let mv = game.position().legal_uci(&text).ok_or_else(|| {
        let fen = game.position().to_fen();
        let what = if text.is_empty() {
            format!("no move in {fen}")
        } else {
            format!("illegal move {} in {fen}", text.chars().take(20).collect::<String>())
        };
        Forfeit { end: End::RulesInfraction, what }
    })?;
    Ok((mv, ply(mv, said.score, said.depth, said.nodes)))
}

/// What the player reports about a move; its time is the referee's.
fn ply(mv: Move, score: Option<ForeignScore>, depth: Option<u32>, nodes: Option<u64>) -> Ply {
    let (score_cp, mate) = score.map_or((None, None), ForeignScore::parts);
    Ply { mv: mv.to_string(), score_cp, mate, depth, nodes, time_ms: None }
}

/// `position ...` with all moves since the start, so that the engine sees repetitions.
fn position_command(game: &Game) -> String {
    let mut words = match game.start() {
        start if *start == Position::start() => vec!["position startpos".to_owned()],
        start => vec![format!("position fen {}", start.to_fen())],
    };
    if !game.moves().is_empty() {
        words.push("moves".to_owned());
    }
    words.extend(game.moves().iter().map(ToString::to_string));
    words.join(" ")
}

/// `go ...`, and how long an answer is waited for; `None` for as long as the engine speaks.
fn go_command(allowance: &Allowance, turn: Color) -> (String, Option<Duration>) {
    let ms = |time: Duration| time.as_millis();
    match *allowance.limit {
        MoveLimit::Depth(depth) => (format!("go depth {depth}"), None),
        MoveLimit::Nodes(nodes) => (format!("go nodes {nodes}"), None),
        MoveLimit::MoveTime(time) => (format!("go movetime {}", ms(time)), Some(time + GRACE)),
        MoveLimit::Clock(_) => {
            let [white, black] = allowance.clocks;
            let mut go = format!(
                "go wtime {} btime {} winc {} binc {}",
                ms(white.time),
                ms(black.time),
                ms(white.increment),
                ms(black.increment)
            );
            if let Some(moves) = allowance.own(turn).moves_to_go {
                go.push_str(&format!(" movestogo {moves}"));
            }
            (go, Some(allowance.own(turn).time + GRACE))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::matches::limit::TimeControl;

    #[test]
    fn an_engine_gets_the_whole_game_and_both_clocks() {
        let mut game = Game::default();
        assert_eq!(position_command(&game), "position startpos");
        for text in ["e2e4", "e7e5"] {
            let mv = game.position().legal_uci(text).unwrap();
            game.play(mv);
        }
        assert_eq!(position_command(&game), "position startpos moves e2e4 e7e5");
        let control =
            TimeControl { moves: Some(40), time: Duration::ZERO, increment: Duration::ZERO };
        let limit = MoveLimit::Clock(control);
        let clock = |ms, moves_to_go| Remaining {
            time: Duration::from_millis(ms),
            increment: Duration::from_millis(5),
            moves_to_go,
        };
        let allowance =
            Allowance { limit: &limit, clocks: [clock(100, Some(7)), clock(90, Some(8))] };
        let (go, patience) = go_command(&allowance, Color::Black);
        assert_eq!(go, "go wtime 100 btime 90 winc 5 binc 5 movestogo 8");
        assert_eq!(patience, Some(Duration::from_millis(90) + GRACE));
    }
}

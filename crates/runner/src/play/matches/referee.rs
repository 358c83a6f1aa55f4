//! One game: asks the players in turn, runs the clocks, and decides when and how the game ends.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use vnmp_engine::{Color, Score};

use super::limit::{MoveLimit, TimeControl};
use super::openings::Opening;
use super::player::{Allowance, Forfeit, Player};
use super::record::{End, Failure, GameRecord, Ply, Points};
use crate::play::game::{Game, Remaining};

/// What holds for all games of a match.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Rules {
    /// For each move or game.
    pub(crate) limit: MoveLimit,
    /// A side loses on time only when it oversteps its clock by more than this.
    pub(crate) time_margin: Duration,
    /// A side has lost when its own score stays this low for this many of its moves in a row: moves,
    /// and centipawns below zero.
    pub(crate) resign: Option<[u32; 2]>,
    /// The game is drawn when both sides' scores stay this small: from this move of the game on,
    /// for this many moves of each side in a row, centipawns to either side.
    pub(crate) draw: Option<[u32; 3]>,
}

/// How a game ended: the winner's colour, if any.
struct Outcome {
    winner: Option<Color>,
    end: End,
    reason: String,
    failures: Vec<(Color, String)>,
}

/// Plays a game. `players` are first and second side; `None` if `stop` came in between, at once
/// also in the middle of a move.
pub(crate) fn play(
    number: u32,
    opening: &Opening,
    players: &mut [Player; 2],
    rules: &Rules,
    stop: &AtomicBool,
) -> Option<GameRecord> {
    let first = GameRecord::first_colour(number);
    let seat = |colour: Color| usize::from(colour != first);
    let mut game = opening.game();
    let fen = game.position().to_fen();
    let mut plies = Vec::new();
    let outcome = match get_ready(players, first, stop) {
        Some(outcome) => outcome,
        None => {
            let mut table = Table::new(rules);
            loop {
                if stop.load(Ordering::Relaxed) {
                    return None;
                }
                if let Some(outcome) = table.ended(&game) {
                    break outcome;
                }
                let turn = game.position().turn();
                match table.turn(&mut game, &mut players[seat(turn)], stop) {
                    Ok(ply) => plies.push(ply),
                    Err(forfeit) => break forfeited(turn, forfeit),
                }
            }
        }
    };
    if stop.load(Ordering::Relaxed) {
        return None; // a player that was interrupted has not failed
    }
    let points = match outcome.winner {
        None => Points::Draw,
        Some(winner) if winner == first => Points::Win,
        Some(_) => Points::Loss,
    };
    let failures = outcome.failures.into_iter();
    Some(GameRecord {
        number,
        opening: opening.name.clone(),
        fen,
        opening_moves: opening.moves.iter().map(ToString::to_string).collect(),
        points,
        end: outcome.end,
        reason: outcome.reason,
        failures: failures.map(|(colour, what)| Failure { side: seat(colour), what }).collect(),
        plies,
    })
}

/// Starts both players; an outcome if one of them, or both, cannot play.
fn get_ready(players: &mut [Player; 2], first: Color, stop: &AtomicBool) -> Option<Outcome> {
    let [a, b] = players;
    let ready = [(first, a.new_game(stop)), (first.other(), b.new_game(stop))];
    let mut failed = ready.into_iter().filter_map(|(colour, r)| Some((colour, r.err()?)));
    let (colour, forfeit) = failed.next()?;
    let mut outcome = forfeited(colour, forfeit);
    if let Some((other, forfeit)) = failed.next() {
        outcome.winner = None;
        outcome.reason = "Neither side can play".to_owned();
        outcome.failures.push((other, forfeit.what));
    }
    Some(outcome)
}

fn forfeited(loser: Color, forfeit: Forfeit) -> Outcome {
    let side = name(loser);
    let reason = match forfeit.end {
        End::TimeForfeit => format!("{side} loses on time"),
        End::RulesInfraction => format!("{side} makes no legal move"),
        _ => format!("{side}'s engine fails"),
    };
    let failures = vec![(loser, forfeit.what)];
    Outcome { winner: Some(loser.other()), end: forfeit.end, reason, failures }
}

fn name(colour: Color) -> &'static str {
    match colour {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// Clocks and counters of a game.
struct Table<'a> {
    rules: &'a Rules,
    clocks: [Remaining; 2],
    /// Moves in a row with a hopeless score, by colour.
    hopeless: [u32; 2],
    /// Plies in a row with a drawish score.
    drawish: u32,
}

impl<'a> Table<'a> {
    fn new(rules: &'a Rules) -> Table<'a> {
        let clock = match rules.limit {
            MoveLimit::Clock(TimeControl { moves, time, increment }) => {
                Remaining { time, increment, moves_to_go: moves }
            }
            _ => Remaining::default(),
        };
        Table { rules, clocks: [clock; 2], hopeless: [0; 2], drawish: 0 }
    }

    /// By the rules of chess, else by the thresholds.
    fn ended(&self, game: &Game) -> Option<Outcome> {
        let outcome = |winner, end, reason: &str| {
            Some(Outcome { winner, end, reason: reason.to_owned(), failures: Vec::new() })
        };
        if let Some(ending) = game.ending() {
            return outcome(ending.winner(), End::Normal, ending.text());
        }
        if let Some([moves, _]) = self.rules.resign {
            for loser in [Color::White, Color::Black] {
                if self.hopeless[loser as usize] >= moves {
                    let reason = format!("{} resigns", name(loser));
                    return outcome(Some(loser.other()), End::Adjudication, &reason);
                }
            }
        }
        let [from_move, moves, _] = self.rules.draw?;
        let number = u32::from(game.position().fullmove_number());
        let due = self.drawish >= 2 * moves && number >= from_move;
        if due { outcome(None, End::Adjudication, "Draw by adjudication") } else { None }
    }

    /// One move of the side to move.
    fn turn(
        &mut self,
        game: &mut Game,
        player: &mut Player,
        stop: &AtomicBool,
    ) -> Result<Ply, Forfeit> {
        let turn = game.position().turn();
        let allowance = Allowance { limit: &self.rules.limit, clocks: self.clocks };
        let begun = Instant::now();
        let (mv, mut ply) = player.choose(game, &allowance, stop)?;
        let spent = begun.elapsed();
        self.press(turn, spent)?;
        self.count(turn, &ply);
        game.play(mv);
        if !self.rules.limit.is_deterministic() {
            ply.time_ms = Some(u64::try_from(spent.as_millis()).unwrap_or(u64::MAX));
        }
        Ok(ply)
    }

    /// Takes the time of a move off the clock.
    fn press(&mut self, turn: Color, spent: Duration) -> Result<(), Forfeit> {
        let overstepped = |allowed: Duration| {
            let (spent, allowed) = (spent.as_secs_f64(), allowed.as_secs_f64());
            let what = format!("used {spent:.3} s of {allowed:.3} s");
            Err(Forfeit { end: End::TimeForfeit, what })
        };
        let margin = self.rules.time_margin;
        match self.rules.limit {
            MoveLimit::Depth(_) | MoveLimit::Nodes(_) => Ok(()),
            MoveLimit::MoveTime(time) if spent > time + margin => overstepped(time),
            MoveLimit::MoveTime(_) => Ok(()),
            MoveLimit::Clock(control) => {
                let clock = &mut self.clocks[turn as usize];
                if spent > clock.time + margin {
                    return overstepped(clock.time);
                }
                clock.time = clock.time.saturating_sub(spent) + control.increment;
                if let Some(moves) = &mut clock.moves_to_go {
                    *moves -= 1;
                    if *moves == 0 {
                        clock.time += control.time;
                        *moves = control.moves.unwrap_or(1);
                    }
                }
                Ok(())
            }
        }
    }

    fn count(&mut self, turn: Color, ply: &Ply) {
        let mate = ply.mate.map(|moves| Score::MATE.0 * if moves > 0 { 1 } else { -1 });
        let score = mate.or(ply.score_cp).map(i64::from);
        let hopeless = &mut self.hopeless[turn as usize];
        let lost = self.rules.resign.zip(score).is_some_and(|([_, cp], s)| s <= -i64::from(cp));
        *hopeless = if lost { *hopeless + 1 } else { 0 };
        let even = self.rules.draw.zip(score).is_some_and(|([.., cp], s)| s.abs() <= i64::from(cp));
        self.drawish = if even { self.drawish + 1 } else { 0 };
    }
}

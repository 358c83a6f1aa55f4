//! Plays the games of a match with several workers. Each takes the next game that is missing; the
//! games are the same whatever the number of workers, and a match that ends early by its test
//! ends after the same pair.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::experiment::MatchPlan;
use super::player::Player;
use super::record::GameRecord;
use super::referee;
use super::sprt::{Sprt, Verdict};
use super::statistics::Tally;

/// Finished games by number.
pub(crate) type Games = BTreeMap<u32, GameRecord>;

/// Plays what is missing of `plan` in `done`. `finished` gets every game as it ends and all
/// games so far; an error from it ends the match. Ends early when `stop` is set.
///
/// # Errors
/// When a game cannot be kept or no thread can be started.
pub(crate) fn run<E: From<io::Error> + Send>(
    plan: &MatchPlan,
    done: Games,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    finished: &(dyn Fn(&GameRecord, &Games) -> Result<(), E> + Sync),
) -> Result<Games, E> {
    let decided = decided_after(&done, plan.sprt.as_ref()).is_some();
    let missing: Vec<u32> = (0..plan.games).filter(|n| !done.contains_key(n)).collect();
    let hall = Hall {
        plan,
        missing,
        next: AtomicUsize::new(0),
        games: Mutex::new(done),
        closed: AtomicBool::new(decided),
        failure: Mutex::new(None),
    };
    let workers = threads.get().min(hall.missing.len());
    std::thread::scope(|scope| -> io::Result<()> {
        for number in 0..workers {
            let worker = std::thread::Builder::new().name(format!("board {number}"));
            worker.spawn_scoped(scope, || hall.work(stop, finished))?;
        }
        Ok(())
    })?;
    match hall.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(hall.games.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

struct Hall<'a, E> {
    plan: &'a MatchPlan,
    missing: Vec<u32>,
    next: AtomicUsize,
    games: Mutex<Games>,
    /// No further games: decided, or something failed.
    closed: AtomicBool,
    failure: Mutex<Option<E>>,
}

impl<E> Hall<'_, E> {
    fn work(
        &self,
        stop: &AtomicBool,
        finished: &(dyn Fn(&GameRecord, &Games) -> Result<(), E> + Sync),
    ) {
        let mut players = [Player::new(&self.plan.sides[0]), Player::new(&self.plan.sides[1])];
        while !stop.load(Ordering::Relaxed) && !self.closed.load(Ordering::Relaxed) {
            let Some(&number) = self.missing.get(self.next.fetch_add(1, Ordering::Relaxed)) else {
                return;
            };
            let Some(opening) = self.plan.openings.list.get(number as usize / 2) else { return };
            let Some(game) = referee::play(number, opening, &mut players, &self.plan.rules, stop)
            else {
                return;
            };
            let mut games = lock(&self.games);
            games.insert(number, game);
            if let Err(error) = finished(&games[&number], &games) {
                lock(&self.failure).get_or_insert(error);
                self.closed.store(true, Ordering::Relaxed);
            }
            if decided_after(&games, self.plan.sprt.as_ref()).is_some() {
                self.closed.store(true, Ordering::Relaxed);
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The pairs that are complete, without a gap before them, in order.
pub(crate) fn complete_pairs(games: &Games) -> impl Iterator<Item = [&GameRecord; 2]> {
    (0..).step_by(2).map_while(|n| Some([games.get(&n)?, games.get(&(n + 1))?]))
}

/// After how many pairs the test is decided; `None` if it is not, or there is none.
pub(crate) fn decided_after(games: &Games, sprt: Option<&Sprt>) -> Option<usize> {
    let sprt = sprt?;
    let mut tally = Tally::default();
    complete_pairs(games)
        .position(|[a, b]| {
            tally.add_pair([a.points, b.points]);
            sprt.verdict(&tally.pairs) != Verdict::Undecided
        })
        .map(|index| index + 1)
}

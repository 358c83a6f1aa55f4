//! From games to entries of a suite: games are made in chunks on all threads, then offered in the order of
//! their numbers, so that a suite does not depend on the number of threads. Duplicates are dropped, and a
//! suite has at most one entry per game and as many with White to move as with Black.

use std::collections::HashSet;

use rayon::prelude::*;
use vnmp_engine::Position;

use super::selfplay::{Game, NODES, Player};

/// Games made at a time.
const CHUNK: u32 = 64;

/// A position on its way into a suite.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    /// Number of the game or of the placement.
    pub(crate) game: u32,
    /// Index among the moves of the game after its random opening; a placement has none.
    pub(crate) ply: Option<usize>,
    /// The position.
    pub(crate) position: Position,
    /// EPD operations with their semicolons, without id and provenance.
    pub(crate) operations: String,
    /// How hard the solution is to find.
    pub(crate) difficulty: Difficulty,
}

impl Entry {
    /// The position of a game at this ply, its difficulty unknown.
    pub(crate) fn new(game: &Game, ply: usize, operations: String) -> Entry {
        let position = game.moves[ply].position;
        let difficulty = Difficulty::NotMeasured;
        Entry { game: game.number, ply: Some(ply), position, operations, difficulty }
    }

    /// A position of the placement of this number.
    pub(crate) fn placed(number: u32, position: Position, operations: String) -> Entry {
        let difficulty = Difficulty::NotMeasured;
        Entry { game: number, ply: None, position, operations, difficulty }
    }
}

/// How hard a solution is to find for our engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Difficulty {
    /// Unknown.
    NotMeasured,
    /// Found at every depth from this one on.
    HeldFrom(u8),
    /// Not found at the end of the measuring search.
    NotHeld,
}

/// What to collect.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted {
    /// Seed of the games or placements.
    pub(crate) seed: u64,
    /// Number of entries.
    pub(crate) count: usize,
    /// Number of games or placements after which to give up.
    pub(crate) games: u32,
}

/// What was collected.
#[derive(Default)]
pub(crate) struct Collection {
    /// The entries, in the order of their games.
    pub(crate) entries: Vec<Entry>,
    /// Games played, or placements drawn.
    pub(crate) games: u32,
    /// Entries offered, before duplicates and colours were weighed.
    pub(crate) offered: usize,
}

/// Collects from what `candidates` finds in each game of these variants, best first.
pub(crate) fn from_games(
    wanted: Wanted,
    players: &[&str],
    candidates: impl Fn(&Game) -> Vec<Entry> + Sync,
    report: super::Report,
) -> Collection {
    let find = |player: &mut Player, game| candidates(&player.play(wanted.seed, game));
    collect(wanted, Taken::new(wanted.count), || Player::of(players, NODES), find, report)
}

/// Collects what `find` has of each game's or placement's number, best first.
pub(crate) fn collect<Worker>(
    wanted: Wanted,
    mut taken: Taken,
    worker: impl Fn() -> Worker + Sync + Send,
    find: impl Fn(&mut Worker, u32) -> Vec<Entry> + Sync,
    report: super::Report,
) -> Collection {
    let mut collection = Collection::default();
    while collection.entries.len() < wanted.count && collection.games < wanted.games {
        let first = collection.games;
        let numbers = first..wanted.games.min(first + CHUNK);
        let found: Vec<Vec<Entry>> = numbers.into_par_iter().map_init(&worker, &find).collect();
        for offers in found {
            collection.games += 1;
            collection.offered += offers.len();
            let new = offers.into_iter().find(|entry| taken.take(&entry.position));
            collection.entries.extend(new);
            if collection.entries.len() == wanted.count {
                break;
            }
        }
        report(&collection);
    }
    collection
}

/// Positions taken so far, and room left for each side to move.
pub(crate) struct Taken {
    keys: HashSet<u64>,
    room: [usize; 2],
    left: usize,
}

impl Taken {
    /// Room for `count`, half of them for each side.
    pub(crate) fn new(count: usize) -> Taken {
        Taken { keys: HashSet::new(), room: [count.div_ceil(2); 2], left: count }
    }

    /// Room for `count`, with either side to move.
    pub(crate) fn of_either_side(count: usize) -> Taken {
        Taken { room: [count; 2], ..Taken::new(count) }
    }

    /// Takes a position, unless there is no room or it is taken already.
    pub(crate) fn take(&mut self, position: &Position) -> bool {
        let room = &mut self.room[position.turn() as usize];
        let take = self.left > 0 && *room > 0 && self.keys.insert(position.key());
        if take {
            *room -= 1;
            self.left -= 1;
        }
        take
    }
}

#[cfg(test)]
mod tests {
    use super::super::selfplay::R2;
    use super::*;

    fn entry(game: &Game, ply: usize) -> Entry {
        Entry::new(game, ply, String::new())
    }

    fn run(threads: usize) -> Collection {
        let wanted = Wanted { seed: 3, count: 9, games: 100 };
        let candidates = |game: &Game| (0..game.moves.len()).map(|p| entry(game, p)).collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| from_games(wanted, R2, candidates, &mut |_| {}))
    }

    #[test]
    fn entries_are_distinct_from_different_games_balanced_and_the_same_on_any_number_of_threads() {
        let one = run(1);
        let places = |c: &Collection| c.entries.iter().map(|e| (e.game, e.ply)).collect::<Vec<_>>();
        assert_eq!(places(&one), places(&run(3)));
        assert_eq!(one.entries.len(), 9);
        for pair in places(&one).windows(2) {
            assert!(pair[0].0 < pair[1].0, "{pair:?}");
        }
        let keys: HashSet<u64> = one.entries.iter().map(|e| e.position.key()).collect();
        assert_eq!(keys.len(), 9);
        let white = one.entries.iter().filter(|e| e.position.turn() as usize == 0).count();
        assert!((4..=5).contains(&white), "{white}");
    }

    #[test]
    fn too_few_games_give_what_they_have() {
        let wanted = Wanted { seed: 3, count: 1000, games: 2 };
        let found = from_games(wanted, R2, |game| vec![entry(game, 5)], &mut |_| {});
        assert_eq!((found.games, found.offered, found.entries.len()), (2, 2, 2));
    }
}

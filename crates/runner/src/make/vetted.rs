//! `tactics`, `sacrifices`, `middlegames`, and the tactics of two further surveys: positions of surveyed games, made
//! from the evidence alone. The games are played again; the outside engine is not asked again.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use rayon::prelude::*;
use vnmp_engine::{Color, Position};

use super::collect::{Collection, Difficulty, Entry, Taken, Wanted};
use super::evidence::{Games, Survey};
use super::hunt::TACTIC;
use super::quick::is_middlegame;
use super::sacrifice;
use super::selfplay::{self, Game, MIXED, Player, R2};
use super::survey::{self, Evidence, clear};
use super::uci::Valued;

/// The suites.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The winning move gives up material.
    Sacrifices,
    /// The move wins much more than any other, without giving up material.
    Tactics,
    /// A clearly best move that is neither.
    Middlegames,
    /// Tactics of a survey's first games, the hardest for the outside engine.
    Hardest(Games),
    /// All tactics of its later games.
    Later(Games),
}

/// Games from which [`Kind::Hardest`] is chosen: those surveyed when it was made. [`Kind::Later`] takes none of them, as
/// claims have been judged on them.
pub(super) const fn first_games(of: Games) -> u32 {
    match of {
        Games::Mixed => 800,
        Games::Hidden => 1700,
        Games::R2 | Games::Published => u32::MAX,
    }
}

/// Games played again at a time.
const CHUNK: usize = 64;

impl Kind {
    /// The games whose survey it is made from.
    pub(crate) const fn games(self) -> Games {
        match self {
            Kind::Sacrifices | Kind::Tactics | Kind::Middlegames => Games::R2,
            Kind::Hardest(games) | Kind::Later(games) => games,
        }
    }

    /// Who plays these games, and at how many nodes a move.
    pub(crate) fn players(self) -> (&'static [&'static str], (usize, usize)) {
        match self.games() {
            Games::R2 => (R2, survey::PLAYERS),
            Games::Mixed | Games::Hidden | Games::Published => (MIXED, selfplay::NODES),
        }
    }

    /// The rules in words, for the manifest.
    pub(crate) fn rules(self) -> Vec<String> {
        let own = match self {
            Kind::Sacrifices => format!(
                "bm gives up material: a capture in answer to it wins, by static exchange, {} \
                 centipawns more than bm itself has taken; and its side is better by {} or more",
                sacrifice::GIVEN_UP,
                sacrifice::WINNING
            ),
            Kind::Tactics => format!(
                "no sacrifice; bm is worth {TACTIC} centipawns or more, and {TACTIC} more than the \
                 second-best move"
            ),
            Kind::Middlegames => {
                "a middlegame as in middlegames60; no sacrifice, no tactic".to_owned()
            }
            Kind::Later(games) => format!(
                "all tactics surveyed, from game {} on, in the order of the games",
                first_games(games)
            ),
            Kind::Hardest(_) => {
                "of the tactics surveyed those that the outside engine holds from the greatest depths \
                 on, of one depth those of the first games"
                    .to_owned()
            }
        };
        let file = self.games().name();
        vec![own, format!("bm vetted by an outside engine; its word is kept in {file}.csv")]
    }

    fn takes(self, position: &Position, evidence: &Evidence, best: Valued) -> bool {
        let sacrifice = sacrifice::wins(position, best);
        let tactic = !sacrifice && best.score >= TACTIC && evidence.margin() >= TACTIC;
        match self {
            Kind::Sacrifices => sacrifice,
            Kind::Tactics => tactic,
            Kind::Middlegames => !sacrifice && !tactic && is_middlegame(position),
            Kind::Hardest(_) | Kind::Later(_) => evidence.held.is_some(),
        }
    }
}

/// Makes a suite of this kind from the evidence.
pub(crate) fn find(
    kind: Kind,
    survey: &Survey,
    wanted: Wanted,
    report: super::Report,
) -> Collection {
    let mut by_game: BTreeMap<u32, Vec<&Evidence>> = BTreeMap::new();
    let first = if let Kind::Later(games) = kind { first_games(games) } else { 0 };
    let games = first..wanted.games;
    for evidence in survey.evidence.iter().filter(|evidence| games.contains(&evidence.game)) {
        by_game.entry(evidence.game).or_default().push(evidence);
    }
    let games: Vec<(u32, Vec<&Evidence>)> = by_game.into_iter().collect();
    let (players, nodes) = kind.players();
    let by_difficulty = matches!(kind, Kind::Hardest(_));
    let room = if by_difficulty { usize::MAX } else { wanted.count };
    let mut taken = Taken::new(room);
    let mut collection = Collection::default();
    for chunk in games.chunks(CHUNK) {
        let found: Vec<Vec<Entry>> = chunk
            .par_iter()
            .map_init(
                || Player::of(players, nodes),
                |player, (number, evidence)| {
                    let game = player.play(survey.manifest.seed, *number);
                    evidence.iter().filter_map(|e| entry(kind, e, &game)).collect()
                },
            )
            .collect();
        for entry in found.into_iter().flatten() {
            collection.offered += 1;
            if taken.take(&entry.position) {
                collection.entries.push(entry);
            }
        }
        collection.games = chunk.last().map_or(0, |(number, _)| number + 1);
        report(&collection);
        if collection.entries.len() == room {
            break;
        }
    }
    if by_difficulty {
        hardest(&mut collection.entries, wanted.count);
    }
    if collection.entries.len() < wanted.count {
        even_colours(&mut collection.entries);
    }
    collection
}

/// Keeps this many, those held latest, in their order.
fn hardest(entries: &mut Vec<Entry>, count: usize) {
    entries.sort_by_key(|entry| match entry.difficulty {
        Difficulty::HeldFrom(depth) => Reverse(depth),
        Difficulty::NotMeasured | Difficulty::NotHeld => Reverse(0),
    });
    let mut taken = Taken::new(count);
    entries.retain(|entry| taken.take(&entry.position));
    entries.sort_by_key(|entry| (entry.game, entry.ply));
}

/// Drops the last entries of the side that is to move more often, down to one more at most.
fn even_colours(entries: &mut Vec<Entry>) {
    let count = |entries: &[Entry], side| {
        entries.iter().filter(|entry| entry.position.turn() == side).count()
    };
    for side in [Color::White, Color::Black] {
        while count(entries, side) > count(entries, side.other()) + 1 {
            let Some(last) = entries.iter().rposition(|entry| entry.position.turn() == side) else {
                return;
            };
            entries.remove(last);
        }
    }
}

/// The entry of a piece of evidence, if it is of this kind and fits the game.
fn entry(kind: Kind, evidence: &Evidence, game: &Game) -> Option<Entry> {
    let position = &game.moves.get(evidence.ply)?.position;
    let mv = position.legal_uci(&evidence.best)?;
    let best = Valued { mv, score: evidence.score };
    let fits = clear(evidence.score, evidence.second_score) && kind.takes(position, evidence, best);
    let difficulty = evidence.held.map_or(Difficulty::NotHeld, Difficulty::HeldFrom);
    let entry = || Entry::new(game, evidence.ply, format!("bm {};", position.san(mv)));
    fits.then(|| Entry { difficulty, ..entry() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{EMBEDDED_SUITES, without_clocks};

    #[test]
    fn vetted_suites_come_from_the_evidence_alone_and_share_no_position() {
        let survey = Survey::shipped(Games::R2).unwrap();
        let some = Survey { evidence: survey.evidence.into_iter().take(24).collect(), ..survey };
        let wanted = Wanted { seed: 0, count: 50, games: u32::MAX };
        let mut seen = std::collections::HashSet::new();
        for kind in [Kind::Sacrifices, Kind::Tactics, Kind::Middlegames] {
            let found = find(kind, &some, wanted, &mut |_| {});
            let white = found.entries.iter().filter(|e| e.position.turn() == Color::White).count();
            assert!(white.abs_diff(found.entries.len() - white) <= 1, "{kind:?}");
            for entry in &found.entries {
                assert!(seen.insert(entry.position.key()), "{kind:?} {}", entry.operations);
                let place = |e: &&Evidence| (e.game, Some(e.ply)) == (entry.game, entry.ply);
                let evidence = some.evidence.iter().find(place).unwrap();
                let bm = entry.position.san(entry.position.legal_uci(&evidence.best).unwrap());
                assert_eq!(entry.operations, format!("bm {bm};"));
            }
        }
        assert!(seen.len() >= 10, "{}", seen.len());
    }

    /// Replays two dozen games of each suite, not all that were surveyed.
    #[test]
    fn shipped_tactics_are_the_hardest_of_the_evidence() {
        for (games, name) in [(Games::Mixed, "tactics-mixed"), (Games::Hidden, "tactics-hidden")] {
            shipped_are_the_hardest(Kind::Hardest(games), name);
        }
    }

    fn shipped_are_the_hardest(kind: Kind, name: &str) {
        let shipped = EMBEDDED_SUITES.iter().find(|suite| suite.name == name).unwrap();
        let survey = Survey::shipped(kind.games()).unwrap();
        let is_shipped = |e: &&Evidence| {
            shipped.text.contains(&format!("c0 \"game {}, ply {}\"", e.game, e.ply))
        };
        let games = super::super::recipe(name).unwrap().games;
        let surveyed = survey.evidence.iter().filter(|e| e.game < games);
        let (taken, left): (Vec<&Evidence>, Vec<_>) = surveyed.partition(is_shipped);
        let held = |e: &&Evidence| e.held;
        let (least, last) =
            (taken.iter().filter_map(held).min(), left.iter().filter_map(held).max());
        assert!(taken.len() == 138 && least >= last, "{name}: {least:?} {last:?}");
        let some = Survey { evidence: taken.into_iter().take(24).cloned().collect(), ..survey };
        let wanted = Wanted { seed: 0, count: 138, games: u32::MAX };
        for entry in find(kind, &some, wanted, &mut |_| {}).entries {
            let place = format!("game {}, ply {}", entry.game, entry.ply.unwrap());
            let line = shipped.text.lines().find(|line| line.contains(&place)).unwrap();
            assert!(line.contains(&entry.operations), "{line}");
            assert!(line.starts_with(&without_clocks(&entry.position)), "{line}");
        }
    }

    #[test]
    fn later_tactics_are_of_none_of_the_first_games() {
        let later = EMBEDDED_SUITES.iter().find(|suite| suite.name == "tactics-many").unwrap();
        for line in later.text.lines() {
            let game = line.split("c0 \"game ").nth(1).unwrap().split(',').next().unwrap();
            assert!(game.parse::<u32>().unwrap() >= first_games(Games::Mixed), "{line}");
        }
        let shipped = Survey::shipped(Games::Hidden).unwrap();
        let first = shipped.evidence.last().unwrap().clone();
        let last_game = |kind: Kind, games: u32, of: u32| {
            let evidence = vec![Evidence { game: of, ..first.clone() }];
            let wanted = Wanted { seed: 0, count: 9, games };
            find(kind, &Survey { evidence, ..shipped.clone() }, wanted, &mut |_| {}).games
        };
        let [hardest, later] = [Kind::Hardest(Games::Hidden), Kind::Later(Games::Hidden)];
        assert_eq!((last_game(hardest, 1700, 1699), last_game(hardest, 1700, 1700)), (1700, 0));
        assert_eq!((last_game(later, u32::MAX, 1699), last_game(later, u32::MAX, 1700)), (0, 1701));
    }
}

//! The games of a match as units of work. They are the same whatever the number of workers, and a match
//! that ends early by its test ends after the same pair.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

use super::experiment::MatchPlan;
use super::limit::MoveLimit;
use super::player::Player;
use super::record::GameRecord;
use super::referee;
use super::side::Side;
use super::sprt::{Sprt, Verdict};
use super::statistics::Tally;
use super::summary::standing;
use crate::record::key::{ENGINE_SIGNATURE, ENGINE_SOURCE, UnitKey};
use crate::run::job::{Job, Outcome, Watch};
use crate::run::preview::TABLE_ENTRY;

/// Finished games by number.
pub(crate) type Games = BTreeMap<u32, GameRecord>;

/// A finished game in the journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GameOutcome {
    key: UnitKey,
    /// The game.
    pub(crate) game: GameRecord,
}

impl Outcome for GameOutcome {
    fn key(&self) -> UnitKey {
        self.key
    }
}

/// All games of a match.
pub(crate) struct Match<'a> {
    plan: &'a MatchPlan,
    keys: Vec<UnitKey>,
    games: Mutex<Games>,
}

impl<'a> Match<'a> {
    /// The games of `plan`, of which none has been played.
    pub(crate) fn new(plan: &'a MatchPlan) -> Match<'a> {
        let keys = (0..plan.games()).map(|number| key(plan, number)).collect();
        Match { plan, keys, games: Mutex::default() }
    }

    /// The games that have been played.
    pub(crate) fn games(&self) -> MutexGuard<'_, Games> {
        self.games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// All that determines a game, in words: the rules (in the fingerprint), the builds that search and
/// play, the opening and who has white.
fn key(plan: &MatchPlan, number: u32) -> UnitKey {
    let fingerprint = &plan.manifest.fingerprint;
    let opening = &plan.openings.list[number as usize / 2];
    let moves: Vec<String> = opening.moves.iter().map(ToString::to_string).collect();
    UnitKey::of(&format!(
        "vnmp game 1\nengine {ENGINE_SIGNATURE} {ENGINE_SOURCE}\nmatch {fingerprint}\n\
         opening {} {} {}\ngame {number}\n",
        opening.name,
        opening.start.to_fen(),
        moves.join(" ")
    ))
}

impl Job for Match<'_> {
    type Outcome = GameOutcome;
    type Worker = [Player; 2];
    const UNITS: &'static str = "games";
    const JOURNAL: &'static str = "games";
    const PARTIAL: bool = true;

    fn keys(&self) -> &[UnitKey] {
        &self.keys
    }

    fn worker(&self) -> anyhow::Result<[Player; 2]> {
        Ok([Player::new(&self.plan.sides[0]), Player::new(&self.plan.sides[1])])
    }

    fn perform(
        &self,
        unit: usize,
        players: &mut [Player; 2],
        watch: &Watch,
    ) -> anyhow::Result<Option<GameOutcome>> {
        let (number, opening) = (unit as u32, &self.plan.openings.list[unit / 2]);
        let game = referee::play(number, opening, players, &self.plan.rules, watch.stop);
        let Some(game) = game else { return Ok(None) };
        (watch.nodes)(game.plies.iter().filter_map(|ply| ply.nodes).sum());
        Ok(Some(GameOutcome { key: self.keys[unit], game }))
    }

    fn waits(&self) -> bool {
        let is_engine = |side: &Side| matches!(side, Side::Engine(_));
        let limit = self.plan.rules.limit;
        let is_timed = matches!(limit, MoveLimit::MoveTime(_) | MoveLimit::Clock(_));
        is_timed || self.plan.sides.iter().any(is_engine)
    }

    fn worker_bytes(&self) -> u64 {
        let bytes = |side: &Side| match side {
            Side::Variant { settings, .. } => (settings.hash_entries * TABLE_ENTRY) as u64,
            Side::Engine(_) => 0, // its own affair
        };
        self.plan.sides.iter().map(bytes).sum()
    }

    fn answers(&self, unit: usize, outcome: &GameOutcome) -> bool {
        outcome.game.number as usize == unit
    }

    fn note(&self, unit: usize, outcome: &GameOutcome) {
        self.games().insert(unit as u32, outcome.game.clone());
    }

    fn is_decided(&self) -> bool {
        decided_after(&self.games(), self.plan.sprt.as_ref()).is_some()
    }

    fn standing(&self) -> String {
        let Some(last) = standing(&self.games(), self.plan.games() / 2) else {
            return String::new();
        };
        let (tally, estimate) = (last.tally, last.estimate);
        let elo = estimate.map_or(String::new(), |e| format!(", Elo {}", e.elo_text(0)));
        format!("+{} ={} -{}{elo}", tally.wins, tally.draws, tally.losses)
    }
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

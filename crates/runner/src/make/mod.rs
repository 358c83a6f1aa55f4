//! Suites of our own making: games our engine plays against itself (`selfplay`) or random placements
//! (`placement`), positions chosen from them (`collect` and one file per recipe), and what is written
//! (`write`, `manifest`). A suite is a function of its recipe, seed and count; nothing comes from others'
//! files.

mod collect;
pub(crate) mod evidence;
mod hunt;
mod manifest;
mod mates;
mod openings;
mod placement;
pub(crate) mod published;
mod quick;
pub(crate) mod sacrifice;
pub(crate) mod selfplay;
pub(crate) mod solver;
pub(crate) mod survey;
pub(crate) mod uci;
pub(crate) mod verify;
pub(crate) mod vetted;
mod write;
pub(crate) mod zugzwang;

pub(crate) use collect::{Collection, Wanted};
pub(crate) use evidence::{Games, Survey};
pub(crate) use manifest::SuiteManifest;
pub(crate) use write::{MadeSuite, write};

use selfplay::{BALANCE, MIXED, NODES, R2, RANDOM_PLIES};
use vetted::Kind;
use zugzwang::Ply;

type Find = fn(Wanted, Report) -> Collection;

/// Where a suite's positions come from.
#[derive(Clone, Copy)]
pub(crate) enum Source {
    /// Found in games, or made up, by this program alone.
    Own(Find),
    /// Found among random placements.
    Placed(Find),
    /// Chosen from an outside engine's evidence.
    Evidence(Kind),
}

impl Source {
    /// Are the positions placements, not from games?
    pub(crate) fn is_placed(self) -> bool {
        matches!(self, Source::Placed(_))
    }
}

/// Called after each chunk of games.
pub(crate) type Report<'a> = &'a mut dyn FnMut(&Collection);

/// How to make one suite.
pub(crate) struct Recipe {
    /// Name of the suite.
    pub(crate) name: &'static str,
    /// What it is, in a line.
    pub(crate) title: &'static str,
    /// Positions, unless told otherwise.
    pub(crate) count: usize,
    /// Seed of the shipped suite.
    pub(crate) seed: u64,
    /// Number of games or placements after which to give up.
    pub(crate) games: u32,
    /// The rules in words.
    rules: fn() -> Vec<String>,
    /// Finds the positions.
    pub(crate) source: Source,
}

macro_rules! mate_recipe {
    ($name:literal, $moves:literal, $count:literal) => {
        mate_recipe!($name, $moves, $count, $moves, R2, "")
    };
    ($name:literal, $moves:literal, $count:literal, $seed:literal, $players:expr, $of:literal) => {
        Recipe {
            name: $name,
            title: concat!("Mates in ", $moves, $of, ", proven, with one first move only"),
            count: $count,
            seed: $seed,
            games: 40_000,
            rules: || from_games($players, NODES, ONE_A_GAME, mates::rules($moves)),
            source: Source::Own(|w, report| {
                collect::from_games(w, $players, |game| mates::candidates($moves, game), report)
            }),
        }
    };
}

macro_rules! vetted_recipe {
    ($name:literal, $kind:expr, $what:literal, $count:literal) => {
        vetted_recipe!($name, $kind, $what, $count, u32::MAX)
    };
    ($name:literal, $kind:expr, $what:literal, $count:literal, $games:expr) => {
        Recipe {
            name: $name,
            title: concat!($what, ", solutions vetted by an outside engine"),
            count: $count,
            seed: $kind.games().seed(),
            games: $games,
            rules: || {
                let (players, nodes) = $kind.players();
                from_games(players, nodes, APART_IN_A_GAME, $kind.rules())
            },
            source: Source::Evidence($kind),
        }
    };
}

macro_rules! placed_recipe {
    ($name:literal, $ply:expr, $title:literal, $seed:literal) => {
        Recipe {
            name: $name,
            title: $title,
            count: 150,
            seed: $seed,
            games: 100_000_000,
            rules: || zugzwang::placed_rules($ply),
            source: Source::Placed(|w, report| zugzwang::from_placements($ply, w, report)),
        }
    };
}

const ONE_A_GAME: &str = "at most one position a game";
const APART_IN_A_GAME: &str = "positions of one game 24 plies apart or more";

/// All recipes.
pub(crate) static RECIPES: &[Recipe] = &[
    Recipe {
        name: "middlegames60",
        title: "Middlegames for a first look, solutions vetted by this program only",
        count: 60,
        seed: 1,
        games: 20_000,
        rules: || from_games(R2, NODES, ONE_A_GAME, quick::rules()),
        source: Source::Own(|w, report| {
            collect::from_games(w, R2, |game| quick::candidates(w.seed, game), report)
        }),
    },
    mate_recipe!("mate2", 2, 100),
    mate_recipe!("mate3", 3, 100),
    mate_recipe!("mate4", 4, 434),
    mate_recipe!("mate5", 5, 353),
    mate_recipe!("mate4-mixed", 4, 434, 14, MIXED, " from games of several methods"),
    mate_recipe!("mate5-many", 5, 700, 25, R2, " from further games"),
    mate_recipe!("mate5-mixed", 5, 353, 15, MIXED, " from games of several methods"),
    Recipe {
        name: "zugzwang",
        title: "Mates through zugzwang, proven: passing would avert them",
        count: 40,
        seed: 6,
        games: 40_000,
        rules: || from_games(R2, NODES, ONE_A_GAME, zugzwang::rules()),
        source: Source::Own(|w, report| collect::from_games(w, R2, zugzwang::candidates, report)),
    },
    placed_recipe!("zugzwang-ply1", Ply::One, "Mates through a zugzwang one ply below the root", 8),
    placed_recipe!("zugzwang-ply3", Ply::Three, "Mates through a zugzwang three plies below", 9),
    Recipe {
        name: "openings",
        title: "Balanced openings of eight plies, for matches",
        count: 200,
        seed: 7,
        games: 10_000,
        rules: openings::rules,
        source: Source::Own(openings::find),
    },
    vetted_recipe!("tactics", Kind::Tactics, "Tactical middlegames", 138),
    vetted_recipe!(
        "tactics-many",
        Kind::Later(Games::Mixed),
        "Tactics from further games of several methods",
        3_400
    ),
    vetted_recipe!(
        "tactics-mixed",
        Kind::Hardest(Games::Mixed),
        "Tactics from games of several methods",
        138,
        vetted::first_games(Games::Mixed)
    ),
    vetted_recipe!(
        "tactics-hidden",
        Kind::Hardest(Games::Hidden),
        "Tactics that a short search does not see",
        138,
        vetted::first_games(Games::Hidden)
    ),
    vetted_recipe!(
        "tactics-hidden-many",
        Kind::Later(Games::Hidden),
        "Tactics from further games that a short search does not see",
        850
    ),
    vetted_recipe!("sacrifices", Kind::Sacrifices, "Winning sacrifices", 999),
    vetted_recipe!("middlegames", Kind::Middlegames, "Middlegames with a clear best move", 869),
];

/// The recipe of this name.
pub(crate) fn recipe(name: &str) -> Option<&'static Recipe> {
    RECIPES.iter().find(|recipe| recipe.name == name)
}

/// What to make of a recipe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Order {
    /// Seed of the games or placements.
    pub(crate) seed: u64,
    /// Positions; the recipe's own number if `None`.
    pub(crate) count: Option<usize>,
}

/// Makes a suite in memory; `survey` is asked for only where the suite rests on evidence, and
/// gives the seed then.
///
/// # Errors
/// When the evidence does not read.
pub(crate) fn make(
    recipe: &Recipe,
    mut order: Order,
    survey: impl Fn(Games) -> anyhow::Result<Survey>,
    report: Report,
) -> anyhow::Result<MadeSuite> {
    let count = order.count.unwrap_or(recipe.count);
    let wanted = Wanted { seed: order.seed, count, games: recipe.games };
    let (collection, engine) = match recipe.source {
        Source::Own(find) | Source::Placed(find) => (find(wanted, report), None),
        Source::Evidence(kind) => {
            let survey = survey(kind.games())?;
            order.seed = survey.manifest.seed;
            let collection = vetted::find(kind, &survey, wanted, report);
            (collection, Some(survey.manifest.engine))
        }
    };
    let mut made = MadeSuite::new(recipe, order, count, (recipe.rules)(), &collection);
    made.manifest.engine = engine;
    Ok(made)
}

/// The rule that all suites from games share, before a suite's own.
fn from_games(
    players: &[&str],
    nodes: (usize, usize),
    spacing: &str,
    own: Vec<String>,
) -> Vec<String> {
    let players = match players {
        [player] => format!("variant '{player}'"),
        several => format!("for each side a variant drawn evenly from '{}',", several.join("', '")),
    };
    let games = format!(
        "from games of this program against itself: {} to {} random plies after which neither side \
         is better by more than {BALANCE} centipawns, then {players} at about {} to {} \
         nodes a move, drawn separately for each side and game; no duplicates, {spacing}, both \
         colours alike, no position in which a side has only king and pawns",
        RANDOM_PLIES.0, RANDOM_PLIES.1, nodes.0, nodes.1
    );
    let mut rules = vec![games];
    rules.extend(own);
    rules
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{EMBEDDED_SUITES, digest};

    #[test]
    fn every_recipe_has_one_name() {
        for recipe in RECIPES {
            assert!(std::ptr::eq(super::recipe(recipe.name).unwrap(), recipe), "{}", recipe.name);
        }
    }

    #[test]
    fn every_shipped_suite_has_a_manifest_of_its_recipe_with_its_digest() {
        for suite in EMBEDDED_SUITES {
            let Some(text) = suite.manifest else { continue };
            let manifest: SuiteManifest = toml::from_str(text).expect(suite.name);
            assert_eq!(manifest.suite, suite.name);
            assert_eq!(manifest.sha256, digest(suite.text.as_bytes()), "{}", suite.name);
            let recipe = super::recipe(suite.name).expect(suite.name);
            assert_eq!(manifest.rules, (recipe.rules)(), "{}", suite.name);
            let seed = format!("vnmp suites make {} --seed {}", suite.name, recipe.seed);
            assert!(manifest.command.starts_with(&seed), "{}", manifest.command);
        }
    }

    #[test]
    fn shipped_tactics_are_rebuilt_from_the_evidence_byte_for_byte() {
        let recipe = super::recipe("tactics").unwrap();
        let order = Order { seed: recipe.seed, count: None };
        let made = make(recipe, order, Survey::shipped, &mut |_| {}).unwrap();
        let shipped = EMBEDDED_SUITES.iter().find(|suite| suite.name == "tactics").unwrap();
        assert_eq!(made.epd, shipped.text);
        assert_eq!(Some(toml::to_string(&made.manifest).unwrap().as_str()), shipped.manifest);
    }

    #[test]
    fn a_suite_is_rebuilt_byte_for_byte() {
        let order = Order { seed: 2, count: Some(3) };
        let recipe = super::recipe("mate2").unwrap();
        let one = make(recipe, order, Survey::shipped, &mut |_| {}).unwrap();
        assert_eq!(one, make(recipe, order, Survey::shipped, &mut |_| {}).unwrap());
        assert_eq!(one.manifest.counts.positions, 3);
        assert_eq!(one.manifest.command, "vnmp suites make mate2 --seed 2 --count 3");
        let text = one.epd.lines().next().unwrap();
        assert!(text.contains("dm 2; pv ") && text.contains("id \"mate2.001\""), "{text}");
    }
}

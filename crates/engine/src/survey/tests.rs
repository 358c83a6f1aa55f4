//! Every sound setting finds the minimax value; unsound ones do not.

use std::num::NonZeroU16;

use crate::perft;
use crate::position::Position;
use crate::score::Score;
use crate::table::TranspositionTable;

use super::aspiration::aspiration;
use super::searcher::Searcher;
use super::{
    HistoryScope, HistoryWeight, Horizon, Method, SurveyIteration, SurveyLimits, SurveySettings,
    measured_minimal_tree, survey_search,
};

/// Openings, middlegames, endgames, promotions and near mates, for both colours.
const POSITIONS: [&str; 14] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "7k/5Q2/8/6K1/8/8/8/8 b - - 0 1",
    "8/8/8/8/8/k7/p7/K7 w - - 0 1",
    "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 1",
    "2r3k1/5ppp/p7/1p6/3N4/1P2P3/P4PPP/6K1 b - - 0 25",
    "8/1p3k2/p1p5/2P1n3/1P6/4K3/P2N4/8 b - - 0 40",
    "3qk3/8/8/3pP3/8/8/8/3QK3 w - d6 0 2",
];

/// Positions with few moves, for depth 4 at every setting.
const NARROW: [usize; 6] = [2, 6, 8, 10, 11, 12];

fn positions() -> Vec<Position> {
    POSITIONS.iter().map(|fen| Position::from_fen(fen).unwrap()).collect()
}

/// Depths at which plain minimax of this position is cheap.
fn depths(index: usize) -> std::ops::RangeInclusive<u8> {
    1..=if NARROW.contains(&index) { 4 } else { 3 }
}

fn run(position: &Position, settings: &SurveySettings, depth: u8) -> SurveyIteration {
    let mut table = TranspositionTable::new(settings.table_entries);
    let limits = SurveyLimits { depth, ..Default::default() };
    survey_search(position, settings, &limits, &mut table, &mut |_| ()).pop().unwrap()
}

fn minimax(position: &Position, horizon: Horizon, depth: u8) -> SurveyIteration {
    let settings = SurveySettings { method: Method::Minimax, horizon, ..Default::default() };
    run(position, &settings, depth)
}

/// Every combination of the settings that only change the order of moves or the bounds.
fn sound_settings(horizon: Horizon) -> Vec<SurveySettings> {
    let mut all = Vec::new();
    for method in [Method::AlphaBeta, Method::Pvs, Method::NegaScout] {
        for aspiration in [None, NonZeroU16::new(1), NonZeroU16::new(25), NonZeroU16::new(100)] {
            for bits in 0..16u32 {
                let on = |bit: u32| bits >> bit & 1 == 1;
                for (history, scope) in [
                    (HistoryWeight::Off, HistoryScope::All),
                    (HistoryWeight::Count, HistoryScope::All),
                    (HistoryWeight::Depth, HistoryScope::Quiet),
                ] {
                    all.push(SurveySettings {
                        method,
                        aspiration,
                        horizon,
                        iterative: on(0),
                        refutation: on(0) && on(1),
                        killers: on(2),
                        root_presort: on(3),
                        history,
                        history_scope: scope,
                        ..Default::default()
                    });
                }
            }
        }
    }
    all
}

#[test]
fn every_sound_setting_returns_the_minimax_value_without_quiescence_and_table() {
    let settings = sound_settings(Horizon::Static);
    for (index, position) in positions().iter().enumerate() {
        for depth in depths(index) {
            let expected = minimax(position, Horizon::Static, depth).score;
            for setting in settings.iter().skip(index % 5).step_by(5) {
                let found = run(position, setting, depth);
                let fen = POSITIONS[index];
                assert_eq!(found.score, expected, "{setting} at depth {depth} of {fen}");
            }
        }
    }
}

#[test]
fn the_best_move_of_every_sound_setting_has_the_minimax_value() {
    for (index, position) in positions().iter().enumerate() {
        for depth in depths(index) {
            let expected = minimax(position, Horizon::Static, depth).score;
            for setting in sound_settings(Horizon::Static).iter().step_by(7) {
                let Some(best) = run(position, setting, depth).best_move else { continue };
                let child = position.make(best);
                let of_child = match depth {
                    1 => minimax_of_horizon(&child),
                    _ => minimax(&child, Horizon::Static, depth - 1).score,
                };
                if expected.mate_in().is_some() {
                    continue; // counted from another root
                }
                assert_eq!(-of_child, expected, "{best} by {setting} of {}", POSITIONS[index]);
            }
        }
    }
}

fn minimax_of_horizon(position: &Position) -> Score {
    Score(position.board().sums().tapered(position.turn()))
}

#[test]
fn an_exact_evaluation_keeps_reinefelds_condition_sound() {
    for (index, position) in positions().iter().enumerate() {
        for depth in 1..=3 {
            let expected = minimax(position, Horizon::Exact, depth).score;
            for setting in sound_settings(Horizon::Exact).iter().step_by(5) {
                let score = run(position, setting, depth).score;
                assert_eq!(score, expected, "{setting} at depth {depth} of {}", POSITIONS[index]);
            }
        }
    }
}

#[test]
fn a_bounded_quiescence_search_is_sound_when_every_fail_high_is_searched_again() {
    for (index, position) in positions().iter().enumerate() {
        for depth in 1..=3 {
            let expected = minimax(position, Horizon::Exact, depth).score;
            for mut setting in sound_settings(Horizon::Bounded).into_iter().step_by(5) {
                setting.research_above = 0;
                let score = run(position, &setting, depth).score;
                assert_eq!(score, expected, "{setting} at depth {depth} of {}", POSITIONS[index]);
            }
        }
    }
}

/// A table that only orders moves changes no value; nor does one whose scores come from equal
/// heights.
#[test]
fn a_table_of_equal_heights_or_for_order_only_returns_the_minimax_value() {
    for (index, position) in positions().iter().enumerate() {
        for depth in depths(index) {
            let expected = minimax(position, Horizon::Static, depth).score;
            for setting in sound_settings(Horizon::Static).iter().step_by(11) {
                for entries in [1, 64, 1 << 16] {
                    let table = SurveySettings { table_entries: entries, ..setting.clone() };
                    let order = SurveySettings {
                        table_narrow: false,
                        table_cutoff: false,
                        ..table.clone()
                    };
                    // a table's bound is not an exact value, so Reinefeld's condition does not hold
                    let equal = SurveySettings {
                        table_equal_height: true,
                        research_above: 0,
                        ..table.clone()
                    };
                    let narrow = SurveySettings { table_cutoff: false, ..equal.clone() };
                    let cutoff = SurveySettings { table_narrow: false, ..equal.clone() };
                    for setting in [order, equal, narrow, cutoff] {
                        let score = run(position, &setting, depth).score;
                        let fen = POSITIONS[index];
                        assert_eq!(score, expected, "{setting} at depth {depth} of {fen}");
                    }
                }
            }
        }
    }
}

/// A position that recurs after more or fewer moves has another height. Its stored score may come
/// from a deeper search, and then the value is no longer plain minimax's.
#[test]
fn scores_of_greater_height_change_values_and_those_of_equal_height_do_not() {
    let mut changed = 0;
    for index in NARROW {
        let position = Position::from_fen(POSITIONS[index]).unwrap();
        for depth in 4..=6 {
            let plain = SurveySettings { horizon: Horizon::Static, ..Default::default() };
            let greater =
                SurveySettings { iterative: true, table_entries: 1 << 16, ..plain.clone() };
            let equal = SurveySettings { table_equal_height: true, ..greater.clone() };
            let [plain, greater, equal] =
                [plain, greater, equal].map(|settings| run(&position, &settings, depth).score);
            assert_eq!(equal, plain, "depth {depth} of {}", POSITIONS[index]);
            changed += u32::from(greater != plain);
        }
    }
    assert!(changed > 0);
}

#[test]
fn aspiration_never_returns_a_value_inside_a_failed_window() {
    for (index, position) in positions().iter().enumerate() {
        let depth = 3;
        let exact = minimax(position, Horizon::Static, depth).score;
        for method in [Method::AlphaBeta, Method::Pvs, Method::NegaScout] {
            for table_entries in [0, 8192] {
                for offset in [-900, -301, -26, -25, 0, 25, 26, 301, 900] {
                    let settings = SurveySettings {
                        method,
                        table_entries,
                        horizon: Horizon::Static,
                        ..Default::default()
                    };
                    let limits = SurveyLimits { depth, ..Default::default() };
                    let mut table = TranspositionTable::new(table_entries);
                    let mut s = Searcher::new(position, &settings, &limits, &mut table);
                    let expected = exact + offset;
                    let value = aspiration(&mut s, expected, 25, depth.into());
                    let failed = s.counts().aspiration_researches > 0;
                    let inside = (expected - 25) < value && value < expected + 25;
                    let fen = POSITIONS[index];
                    assert!(!(failed && inside), "{value} inside {expected} +- 25 of {fen}");
                    if table_entries == 0 {
                        assert_eq!(failed, offset.abs() >= 25, "{offset} of {fen}");
                        assert_eq!(value, exact, "{method:?} from {expected} of {fen}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_horizon_nodes_of_minimax_are_the_leaves_of_perft() {
    for position in positions() {
        let settings = SurveySettings {
            method: Method::Minimax,
            horizon: Horizon::Static,
            root_presort: false, // a static analysis counts as quiescence
            ..Default::default()
        };
        let found = run(&position, &settings, 3);
        assert_eq!(found.counts.horizon, perft(&position, 3));
        assert_eq!(found.counts.interior, 1 + perft(&position, 1) + perft(&position, 2));
        assert_eq!(found.counts.quiescence, 0);
    }
}

#[test]
fn no_method_needs_more_than_minimax_and_memory_brings_the_tree_down() {
    let position = Position::from_fen(POSITIONS[5]).unwrap();
    let horizon = |settings: SurveySettings| run(&position, &settings, 4).counts.horizon;
    let with = |method| SurveySettings { method, iterative: true, ..Default::default() };
    let direct = horizon(SurveySettings::default());
    let pvs = horizon(with(Method::Pvs));
    let guided = SurveySettings {
        table_entries: 1 << 16,
        refutation: true,
        history: HistoryWeight::Depth,
        ..with(Method::Pvs)
    };
    let best = horizon(guided);
    assert!(direct < perft(&position, 4) / 5, "{direct}");
    assert!(best < pvs, "{best} {pvs}");
}

#[test]
fn the_measured_minimal_tree_has_the_minimax_value_and_is_smaller_than_alpha_betas() {
    let (mut smallest, mut direct_nodes) = (0, 0);
    for position in positions() {
        let settings = SurveySettings { horizon: Horizon::Static, ..Default::default() };
        let limits = SurveyLimits { depth: 4, ..Default::default() };
        let minimal = measured_minimal_tree(&position, &settings, &limits).unwrap();
        let direct = run(&position, &settings, 4);
        assert_eq!(minimal.score, direct.score);
        assert!(minimal.passes >= 2);
        smallest += minimal.counts.horizon;
        direct_nodes += direct.counts.horizon;
    }
    assert!(smallest < direct_nodes / 2, "{smallest} of {direct_nodes}");
}

#[test]
fn a_search_that_is_told_to_stop_reports_only_finished_iterations() {
    let position = Position::start();
    let settings = SurveySettings { iterative: true, ..Default::default() };
    let limits = SurveyLimits { depth: 30, nodes: Some(50_000), ..Default::default() };
    let mut table = TranspositionTable::new(0);
    let found = survey_search(&position, &settings, &limits, &mut table, &mut |_| ());
    assert!(!found.is_empty() && found.len() < 30);
    let whole = run(&position, &settings, found.len() as u8);
    assert_eq!(found.last(), Some(&whole));
}

#[test]
fn forward_pruning_that_never_applies_changes_nothing_and_else_it_omits_moves() {
    let position = Position::from_fen(POSITIONS[1]).unwrap();
    let plain = run(&position, &SurveySettings::default(), 4);
    let set = |name: &str, value: &str| {
        let mut settings = SurveySettings::default();
        settings.set(name, value).unwrap();
        run(&position, &settings, 4)
    };
    for (name, never, always) in
        [("marginal", "30000", "50"), ("razoring", "30000", "50"), ("n-best", "255", "6/4")]
    {
        let same = set(name, never);
        assert_eq!((same.score, same.counts), (plain.score, plain.counts), "{name}={never}");
        let less = set(name, always).counts;
        assert!(less.horizon < plain.counts.horizon, "{name}={always}");
    }
    assert!(set("gamma", "on").counts.omitted > 0);
    let deep = |name: &str| {
        let position = Position::from_fen(POSITIONS[5]).unwrap();
        let mut settings = SurveySettings::default();
        settings.set(name, "50").unwrap();
        run(&position, &settings, 5).counts
    };
    assert!(deep("marginal").interior < deep("razoring").interior);
}

#[test]
fn the_leaf_extension_looks_one_ply_further_where_the_horizon_is_a_check() {
    // 1. Qxd5+ at depth 1 wins a pawn; one ply further the queen is lost.
    let position = Position::from_fen("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1").unwrap();
    let mut settings = SurveySettings { horizon: Horizon::Static, ..Default::default() };
    let first = run(&position, &settings, 1);
    settings.leaf_extension = true;
    let extended = run(&position, &settings, 1);
    assert!(extended.counts.interior > first.counts.interior);
}

#[test]
fn settings_come_back_from_their_own_description() {
    let mut settings = SurveySettings::default();
    for (name, value) in [
        ("method", "pvs"),
        ("iterative", "on"),
        ("aspiration", "100"),
        ("table-entries", "2^13"),
        ("history", "count"),
        ("n-best", "15/15/9/9/7"),
        ("razoring", "0"),
    ] {
        settings.set(name, value).unwrap();
    }
    let mut copy = SurveySettings::default();
    for (name, value) in settings.describe() {
        copy.set(name, &value).unwrap();
    }
    assert_eq!(copy, settings);
    let text = settings.to_string();
    assert_eq!(
        text,
        "method=pvs,iterative=on,aspiration=100,table-entries=8192,history=count,razoring=0,\
         n-best=15/15/9/9/7"
    );
    for (name, value) in [("n-best", "3/0"), ("n-best", "1/2/3/4/5/6/7/8/9"), ("n-best", "")] {
        assert!(settings.set(name, value).is_err(), "{name}={value}");
    }
    let error = settings.set("metod", "pvs").unwrap_err().to_string();
    assert!(error.contains("research-above"), "{error}");
}

//! Every alternative to a decision of the reproduction: what it means, where it takes effect, and
//! that it changes nothing elsewhere. `minimax.rs` covers evaluations, extensions and quiescence,
//! `golden.rs` the node counts.

use std::sync::Mutex;

use vnmp_engine::{
    Counts, Event, Iteration, Limits, Move, Position, SearchSettings, TranspositionTable,
};
use vnmp_variants::Variant;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P1B2/2PBPN2/PP3PPP/RN1Q1RK1 w - - 0 9";
const TACTICS: &str = "r2q1rk1/1b2bppp/p1n1pn2/1p6/3PP3/1BN2N2/PP3PPP/R1BQR1K1 w - - 0 12";
/// The king's only move is to h1.
const ONE_REPLY: &str = "r1b2rk1/pppp1ppp/2n5/4n3/1b1PP3/2N5/PPP3PP/R1BQ1q1K w - - 0 12";
const ZUGZWANG: &str = "1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1";
/// The pawns are locked and the kings never meet: no captures, no checks, no null moves.
const LOCKED: &str = "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1";

/// Settings from `name=value name=value`, with a table of 2^16 entries.
fn settings(text: &str) -> SearchSettings {
    let mut settings = SearchSettings { hash_entries: 1 << 16, ..Default::default() };
    for part in text.split_whitespace() {
        let (name, value) = part.split_once('=').unwrap();
        settings.set(name, value).unwrap();
    }
    settings
}

fn run(text: &str, spec: &str, fen: &str, depth: u8) -> Vec<Iteration> {
    let settings = settings(text);
    let position = Position::from_fen(fen).unwrap();
    let limits = Limits { depth, ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    let variant = Variant::parse(spec).unwrap();
    variant.search(&position, &settings, &limits, &mut table, &mut |_| {})
}

fn last(text: &str, spec: &str, fen: &str, depth: u8) -> Iteration {
    run(text, spec, fen, depth).pop().unwrap()
}

/// Asserts that the alternative searches exactly as `usual` does.
fn assert_same(alternative: &str, usual: &str, spec: &str, fen: &str, depth: u8) {
    let (own, other) = (run(alternative, spec, fen, depth), run(usual, spec, fen, depth));
    assert_eq!(own, other, "{spec} {fen}: '{alternative}' and '{usual}'");
}

/// Cases in which an alternative has nothing to change: (alternative, other settings,
/// specification, position).
const NOWHERE: &[(&str, &str, &str, &str)] = &[
    ("null-horizon=evaluation", "", "none", TACTICS),
    ("null-horizon=evaluation", "null-min-depth=5", "std:r=3", TACTICS),
    ("null-depth-above=r", "", "none", TACTICS),
    ("null-depth-above=r", "", "std:r=0", TACTICS),
    ("null-depth-above=r+1", "null-min-depth=4", "std:r=2", TACTICS),
    ("null-stored=bound", "", "none", TACTICS),
    ("null-stored=bound-and-move", "hash-entries=0", "std:r=2", TACTICS),
    ("hash-equal-depth=on", "hash-entries=0", "vrfd:r=3", TACTICS),
    ("reprobe-after-reduction=stored", "", "std:r=2", TACTICS),
    ("reprobe-after-reduction=stored", "hash-entries=0", "vrfd:r=3", TACTICS),
    ("verification=recursive", "", "std:r=2", TACTICS),
    ("verification=recursive", "hash-entries=0", "vrfd:r=3", TACTICS),
    ("quiescence-captures=last", "", "vrfd:r=3", LOCKED),
    ("quiescence-captures=last-from-second", "", "vrfd:r=3", LOCKED),
    ("quiescence-captures=last", "quiescence=off", "vrfd:r=3", TACTICS),
    ("history-captures=on", "history=off", "vrfd:r=3", TACTICS),
    ("history-captures=on", "", "vrfd:r=3", LOCKED),
    ("history-gain=depth^2", "history=off", "vrfd:r=3", TACTICS),
    ("history-gain=1", "history=off", "vrfd:r=3", TACTICS),
    ("history-halved=on", "history=off", "vrfd:r=3", TACTICS),
    ("check-extension=on", "", "vrfd:r=3", LOCKED),
    ("positional-percent=0", "evaluation=material", "vrfd:r=3", TACTICS),
    ("hash-cleared=on", "hash-entries=0", "vrfd:r=3", TACTICS),
    ("quiescence-counted=leaf", "", "vrfd:r=3", LOCKED),
    ("quiescence-counted=leaf", "quiescence=off", "vrfd:r=3", TACTICS),
    ("pruning-side=own", "", "none", TACTICS),
    ("pruning-side=opponent", "", "none", TACTICS),
];

#[test]
fn an_alternative_changes_nothing_where_it_cannot_take_effect() {
    for &(alternative, usual, spec, fen) in NOWHERE {
        assert_same(&format!("{usual} {alternative}"), usual, spec, fen, 6);
    }
}

#[test]
fn a_null_move_that_hangs_a_queen_cuts_only_by_static_evaluation() {
    // after any other move than Rxd5 Black is ahead, but a null move loses the queen
    let fen = "6k1/5ppp/8/3q4/8/8/5PPP/3R2K1 w - - 0 1";
    let by = |answer| last(&format!("null-horizon={answer}"), "std:r=2", fen, 2).counts;
    let (quiescence, evaluation) = (by("quiescence"), by("evaluation"));
    assert_eq!(quiescence.null_tried, evaluation.null_tried);
    assert!(quiescence.null_cut < evaluation.null_cut, "{quiescence:?} {evaluation:?}");
    assert!(quiescence.quiescence > evaluation.quiescence);
}

#[test]
fn counting_leaves_only_changes_no_tree() {
    for spec in ["none", "std:r=2", "vrfd:r=3", "red:r=3,k=2"] {
        let all = run("", spec, TACTICS, 6);
        let leaves = run("quiescence-counted=leaf", spec, TACTICS, 6);
        for (all, leaves) in all.iter().zip(&leaves) {
            assert!(leaves.counts.quiescence < all.counts.quiescence, "{spec}");
            let quiescence = all.counts.quiescence;
            let counts = Counts { quiescence, ..leaves.counts };
            assert_eq!(Iteration { counts, ..leaves.clone() }, *all, "{spec}");
        }
        assert_eq!(all.len(), leaves.len());
        // every move leads to a leaf, which may be searched a second time with an open window
        let moves = Position::from_fen(TACTICS).unwrap().legal_moves().len() as u64;
        assert!((moves..2 * moves).contains(&leaves[0].counts.quiescence), "{spec}");
    }
}

#[test]
fn a_straight_search_counts_its_own_depth_alone() {
    let nothing_learned = "hash-entries=0 history=off";
    let straight = format!("{nothing_learned} iterative-deepening=off");
    for spec in ["none", "std:r=2", "vrfd:r=3"] {
        let straight = run(&straight, spec, ONE_REPLY, 6);
        let usual = run(nothing_learned, spec, ONE_REPLY, 6);
        let mut sum = 0;
        for (straight, usual) in straight.iter().zip(&usual) {
            sum += straight.counts.nodes();
            assert_eq!(sum, usual.counts.nodes(), "{spec}");
            assert_eq!((straight.score, &straight.pv), (usual.score, &usual.pv), "{spec}");
        }
        assert_eq!((straight.len(), usual.len()), (6, 6));
    }
}

/// A limit holds for each depth by itself: the first that needs more ends the search.
#[test]
fn a_node_limit_holds_for_each_straight_search() {
    let settings = settings("iterative-deepening=off");
    let position = Position::from_fen(TACTICS).unwrap();
    let variant = Variant::parse("std:r=2").unwrap();
    let mut table = TranspositionTable::new(settings.hash_entries);
    let mut search = |nodes| {
        let limits = Limits { depth: 6, nodes, ..Default::default() };
        variant.search(&position, &settings, &limits, &mut table, &mut |_| {})
    };
    let whole = search(None);
    let nodes: Vec<u64> = whole.iter().map(|iteration| iteration.counts.nodes()).collect();
    assert!(nodes.is_sorted(), "{nodes:?}");
    assert_eq!(search(Some(nodes[4] + 1)), whole[..5]);
    assert_eq!(search(Some(nodes[5] + 1)), whole);
}

/// The moves of the root in the order in which each iteration from depth 2 on first searches them.
fn orders_at_the_root(text: &str, fen: &str, depth: u8) -> Vec<Vec<Move>> {
    let orders: Mutex<Vec<Vec<Move>>> = Mutex::default();
    let trace = |event| {
        let mut orders = orders.lock().unwrap();
        match event {
            Event::Enter { ply: 0, depth: 2.., .. } => orders.push(Vec::new()),
            Event::Enter { ply: 1, mv, .. } => match orders.last_mut() {
                Some(order) if !order.contains(&mv) => order.push(mv),
                _ => (),
            },
            _ => (),
        }
    };
    let settings = settings(text);
    let limits = Limits { depth, trace: Some(&trace), ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    let position = Position::from_fen(fen).unwrap();
    Variant::parse("std:r=2").unwrap().search(
        &position,
        &settings,
        &limits,
        &mut table,
        &mut |_| {},
    );
    orders.into_inner().unwrap()
}

/// Without captures at the root its moves are in order before the first of them is searched.
#[test]
fn without_iterative_deepening_an_iteration_has_learned_nothing() {
    let fen = &Position::start().to_fen();
    for usual in ["", "killers=on", "hash-entries=0", "history=off", "hash-cleared=on"] {
        let straight = format!("{usual} iterative-deepening=off");
        let straight = orders_at_the_root(&straight, fen, 6);
        assert_eq!(straight.len(), 5, "{usual}");
        assert!(straight.iter().all(|order| *order == straight[0]), "{usual}");
    }
    let usually = orders_at_the_root("", fen, 6);
    assert_eq!(usually.len(), 5);
    assert!(usually.iter().any(|order| *order != usually[0]));
}

#[test]
fn null_depths_above_r_are_minimum_depths() {
    for (spec, r, above) in
        [("std:r=2", "r", 3), ("std:r=2", "r+1", 4), ("std:r=3", "r", 4), ("double:r=1", "r+1", 3)]
    {
        let least = format!("null-min-depth={above}");
        assert_same(&format!("null-depth-above={r}"), &least, spec, TACTICS, 7);
    }
}

#[test]
fn fail_hard_searches_the_same_tree_where_no_table_keeps_the_values() {
    for spec in ["none", "std:r=2", "vrfd:r=3", "red:r=3,k=2", "nmr:k=4", "plenkner:r=2"] {
        let usual = "hash-entries=0";
        assert_same("hash-entries=0 fail-hard=on", usual, spec, TACTICS, 5);
    }
}

#[test]
fn a_table_of_equal_depths_changes_no_value() {
    let scores = |text| -> Vec<_> {
        run(text, "none", TACTICS, 5).into_iter().map(|iteration| iteration.score).collect()
    };
    assert_eq!(scores("hash-equal-depth=on"), scores("hash-entries=0"));
}

#[test]
fn a_recursive_verification_detects_the_zugzwang() {
    for depth in 4..=7 {
        let found = last("verification=recursive", "vrfd:r=3", ZUGZWANG, depth);
        assert_eq!(found.best_move.unwrap().to_string(), "g5h6", "depth {depth}");
        assert!(found.counts.researches > 0);
    }
}

#[test]
fn a_recursive_verification_keeps_no_value_at_a_depth_that_was_not_searched() {
    // the next iteration finds the verification's own entry, just as a second probe would in place
    let nodes = |text| last(text, "vrfd:r=3", MIDDLEGAME, 6).counts.nodes();
    assert!(nodes("verification=recursive") < nodes(""));
}

#[test]
fn the_last_man_alone_is_captured() {
    // after any quiet move Black takes the bishop; quiescence restricted to the last man does not
    // see it
    let fen = "r5k1/5ppp/8/8/B7/8/5PPP/6K1 w - - 0 1";
    let score = |value| {
        let text = format!("quiescence-captures={value} evaluation=material");
        let played = Position::from_fen(fen).unwrap();
        let mv = played.legal_uci("g1h1").unwrap();
        let settings = settings(&text);
        let limits = Limits { depth: 1, root_moves: &[mv], ..Default::default() };
        let mut table = TranspositionTable::new(settings.hash_entries);
        let variant = Variant::parse("none").unwrap();
        variant.search(&played, &settings, &limits, &mut table, &mut |_| {})[0].score.0
    };
    assert_eq!([score("all"), score("last-from-second"), score("last")], [-500, -500, -170]);
}

#[test]
fn with_check_extensions_a_mate_by_checks_takes_a_ply_for_each_check() {
    // Qe8+ Rxe8 Rxe8 mate
    let fen = "3r2k1/5ppp/8/8/8/8/4QPPP/4R1K1 w - - 0 1";
    let found = |text| (1..=4).find(|&d| last(text, "none", fen, d).score.mate_in() == Some(2));
    assert_eq!((found(""), found("check-extension=on")), (Some(3), Some(2)));
}

#[test]
fn a_table_cleared_between_iterations_saves_no_earlier_work() {
    let (usual, cleared) = (run("", "v3", TACTICS, 6), run("hash-cleared=on", "v3", TACTICS, 6));
    assert_eq!(usual[0], cleared[0]);
    assert!(cleared[5].counts.nodes() > usual[5].counts.nodes());
}

#[test]
fn halving_the_history_begins_with_the_second_iteration() {
    let (usual, halved) = (run("", "v3", TACTICS, 6), run("history-halved=on", "v3", TACTICS, 6));
    assert_eq!(usual[0], halved[0]);
    assert_ne!(usual[5], halved[5]);
}

//! What each rule means, seen from outside: the tree of a search is recorded, and must not contain
//! what the rule forbids, while the same search without the rule does. A rule set so that it can
//! never act leaves every count as it was.

mod futility;
mod grammar;
mod grow;
mod lmp;
mod lmr;
mod multi_cut;
mod probcut;
mod razoring;
mod registry;
mod rfp;
mod tree;

use vnmp_engine::{Iteration, Limits, Position, SearchSettings, TranspositionTable};
use vnmp_variants::Variant;

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P1B2/2PBPN2/PP3PPP/RN1Q1RK1 w - - 0 9";
const TACTICS: &str = "r2q1rk1/1b2bppp/p1n1pn2/1p6/3PP3/1BN2N2/PP3PPP/R1BQR1K1 w - - 0 12";
/// White can win a queen. After any other move it is far below what it could have.
const HANGING_QUEEN: &str = "6k1/1p3ppp/2n5/8/3q4/4B3/PP2NPPP/6K1 w - - 0 1";

fn run(spec: &str, fen: &str, depth: u8) -> Vec<Iteration> {
    let settings = SearchSettings { hash_entries: 1 << 14, ..Default::default() };
    let variant = Variant::parse(spec).unwrap_or_else(|error| panic!("{error}"));
    let position = Position::from_fen(fen).unwrap();
    let limits = Limits { depth, ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    variant.search(&position, &settings, &limits, &mut table, &mut |_| {})
}

/// A rule that can never act leaves the search as it is without the rule.
fn assert_never_acts(family: &str, rule: &str) {
    for fen in [MIDDLEGAME, TACTICS] {
        let with = run(&format!("{family}+{rule}"), fen, 6);
        assert_eq!(with, run(family, fen, 6), "{family}+{rule} {fen}");
    }
}

//! A fixed workload for instruction counts: the same searches every time, nothing else.
//! `scripts/instructions.sh` runs it under callgrind; it prints the nodes to divide by.
use vnmp_engine::{Limits, Position, SearchSettings, TranspositionTable};
use vnmp_variants::Variant;

const POSITIONS: [&str; 4] = [
    "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P1B2/2PBPN2/PP3PPP/RN1Q1RK1 w - - 0 9",
    "r2q1rk1/1b2bppp/p1n1pn2/1p6/3PP3/1BN2N2/PP3PPP/R1BQR1K1 w - - 0 12",
    "2r2rk1/1bqnbppp/p2ppn2/1p6/3NPP2/P1NBB3/1PP1Q1PP/4RR1K w - - 0 13",
    "8/pp2k1p1/2p2n1p/8/3P4/2N1P1P1/PP2K2P/8 w - - 0 1",
];

fn main() {
    let mut arguments = std::env::args().skip(1);
    let spec = arguments.next().unwrap_or("vrfd:r=3".to_string());
    let depth = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(6);
    let variant = Variant::parse(&spec).expect("a variant");
    let settings = SearchSettings { hash_entries: 1 << 18, ..Default::default() };
    let mut table = TranspositionTable::new(settings.hash_entries);
    let mut nodes = 0;
    for fen in POSITIONS {
        let position = Position::from_fen(fen).expect("a position");
        let limits = Limits { depth, ..Default::default() };
        let iterations = variant.search(&position, &settings, &limits, &mut table, &mut |_| {});
        nodes += iterations.last().map_or(0, |iteration| iteration.counts.nodes());
    }
    println!("{nodes}");
}

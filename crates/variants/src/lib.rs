//! The registry of null-move pruning variants and of the pruning rules that combine with them.
//!
//! # Searching a position
//!
//! ```
//! use vnmp_engine::{Limits, Position, SearchSettings, TranspositionTable};
//! use vnmp_variants::Variant;
//!
//! let variant = Variant::parse("vrfd:r=3")?; // or "v3", or with rules: "vrfd:r=3+lmr"
//! let position = Position::from_fen("1q1k4/2Rr4/8/2Q3K1/8/8/8/8 w - - 0 1")?;
//! let settings = SearchSettings { hash_entries: 1 << 14, ..Default::default() };
//! let limits = Limits { depth: 5, ..Default::default() };
//! let mut table = TranspositionTable::new(settings.hash_entries);
//! variant.search(&position, &settings, &limits, &mut table, &mut |iteration| {
//!     let pv: Vec<String> = iteration.pv.iter().map(|mv| mv.to_string()).collect();
//!     println!("{} {} {}", iteration.depth, iteration.counts.nodes(), pv.join(" "));
//! });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Running a suite
//!
//! Two mates, searched by two variants: solved positions and nodes of each. The table can be
//! reused; no search sees entries of an earlier one.
//!
//! ```
//! use vnmp_engine::{Limits, Position, SearchSettings, TranspositionTable};
//! use vnmp_variants::Variant;
//!
//! const SUITE: &str = "\
//! 3k1bnr/4p1p1/2p1Q3/3pPPB1/4q3/7p/PR4PP/5R1K w - - bm Rb8+;
//! 5r1k/8/2R3pp/1p4p1/pPb3P1/P2q3P/8/6K1 b - - bm Qg3+;";
//!
//! let settings = SearchSettings { hash_entries: 1 << 14, ..Default::default() };
//! let limits = Limits { depth: 4, ..Default::default() };
//! let mut table = TranspositionTable::new(settings.hash_entries);
//! for spec in ["std:r=2", "vrfd:r=3"] {
//!     let variant = Variant::parse(spec)?;
//!     let (mut solved, mut nodes) = (0, 0);
//!     for line in SUITE.lines() {
//!         let (position, operations) = Position::from_epd_fields(line)?;
//!         let solution = operations.trim_start_matches("bm ").trim_end_matches(';');
//!         let solution = position.parse_san(solution)?;
//!         let iterations =
//!             variant.search(&position, &settings, &limits, &mut table, &mut |_| {});
//!         let last = iterations.last().ok_or("no iteration")?;
//!         solved += usize::from(last.best_move == Some(solution));
//!         nodes += last.counts.nodes();
//!     }
//!     println!("{}: {solved} solved, {nodes} nodes", variant.title());
//!     assert_eq!(solved, 2);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Adding a variant
//!
//! 1. A file whose `node` reads as the source's figure, with a `Family`: copy `standard.rs` and
//!    give it a name of its own. A name that is taken does not compile.
//! 2. Its line in [`FAMILIES`]. Choices, help, tables, fingerprints and tests follow from there.
//! 3. If tables are to compare a member of it, a short name for that member in [`PRESETS`].
//! 4. `tests/golden.rs` asks for a node count of every family, preset and rule; a test of what a
//!    family means goes to `tests/meaning.rs`, of a rule to `tests/rules/`.
//!
//! A pruning rule that goes with any family is a file in `rules/` and a line in [`RULES`].

mod adaptive;
mod double_null;
mod error;
mod family;
mod fruit;
mod high_depth;
mod names;
mod none;
mod parameter;
mod plenkner;
mod reduce;
mod reductions;
mod rule;
pub mod rules;
mod spec;
mod standard;
mod variant;
mod verified;

pub use error::SpecError;
pub use family::{Family, OnFailHigh};
pub use parameter::{Parameter, Parameters};
pub use rule::{Acts, Composition, Rule};
pub use rules::RULES;
pub use variant::{Member, Variant};

/// All families. A new variant adds its line here.
pub static FAMILIES: &[&Family] = &[
    &none::FAMILY,
    &standard::FAMILY,
    &verified::FAMILY,
    &reduce::NO_CUT,
    &reduce::THEN,
    &adaptive::FAMILY,
    &reductions::FAMILY,
    &plenkner::FAMILY,
    &double_null::FAMILY,
    &fruit::FAMILY,
    &high_depth::FAMILY,
];

/// A named specification.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// The short name on the command line.
    pub id: &'static str,
    /// What it stands for.
    pub spec: &'static str,
}

/// The members of families that have a short name. The bench and its signature, the baseline and
/// the menu of the UCI option search or offer these, in this order; experiments name what they
/// search. A preset adds nothing to its specification, and a family without one is found by its
/// specification all the same. A new preset changes the signature of the bench and adds a row to
/// the baseline, so it belongs here only if it is to be watched in every build.
pub static PRESETS: &[Preset] = &[
    Preset { id: "r1", spec: "std:r=1" },
    Preset { id: "r2", spec: "std:r=2" },
    Preset { id: "r3", spec: "std:r=3" },
    Preset { id: "v3", spec: "vrfd:r=3" },
    Preset { id: "none", spec: "none" },
    Preset { id: "v3-no-research", spec: "vrfd:r=3,research=off" },
    Preset { id: "red2-nocut", spec: "red:r=3,k=2" },
    Preset { id: "red1-nocut", spec: "red:r=3,k=1" },
    Preset { id: "red1-then-red2", spec: "red-then:r=3,k=1,then=2" },
    Preset { id: "heinz", spec: "adaptive" },
    Preset { id: "nmr", spec: "nmr:k=4" },
    Preset { id: "plenkner", spec: "plenkner:r=2" },
    Preset { id: "double-null", spec: "double:r=3" },
];

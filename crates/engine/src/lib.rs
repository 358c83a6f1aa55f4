//! Chess position, move generation and the search whose pruning is studied.
//! No input or output, clock, threads or floats; no pruning variant is known by name here.
//!
//! # Searching a position
//!
//! A variant is a type that says what happens at a node. This one is null-move pruning with R = 2;
//! `vnmp-variants` has those of the literature, ready to use.
//!
//! ```
//! use vnmp_engine::{
//!     Depth, Limits, Mode, Position, PruningVariant, Rules, Score, Search, SearchSettings,
//!     TranspositionTable, Window, search,
//! };
//!
//! struct NullMove;
//!
//! impl PruningVariant for NullMove {
//!     type Flags = ();
//!
//!     fn root(&self) {}
//!
//!     fn node<M: Mode>(&self, s: &mut Search<Self, M>, w: Window, depth: Depth, _: ()) -> Score {
//!         if s.null_ok(w, depth) {
//!             let value = s.null_search(w.beta, depth - 2 - 1, ());
//!             if value >= w.beta {
//!                 return s.cutoff(value);
//!             }
//!         }
//!         s.pvs(w, depth, ())
//!     }
//! }
//!
//! let position = Position::from_fen("3k1bnr/4p1p1/2p1Q3/3pPPB1/4q3/7p/PR4PP/5R1K w - - 0 1")?;
//! let settings = SearchSettings { hash_entries: 1 << 14, ..Default::default() };
//! let mut table = TranspositionTable::new(settings.hash_entries);
//! let limits = Limits { depth: 4, ..Default::default() };
//! let iterations =
//!     search(&NullMove, &Rules::default(), &position, &settings, &limits, &mut table, &mut |_| {});
//!
//! let last = iterations.last().ok_or("no iteration")?;
//! assert_eq!(last.best_move.map(|mv| position.san(mv)).as_deref(), Some("Rb8+"));
//! println!("depth {}: {} nodes", last.depth, last.counts.nodes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod attacks;
mod board;
mod census;
mod count;
mod effort;
mod evaluation;
mod fen;
mod gives_check;
mod magic;
mod movegen;
mod ordering;
mod perft;
mod position;
mod psqt;
mod quiescence;
mod san;
mod score;
mod search;
mod see;
mod settings;
mod survey;
mod table;
mod trace;
mod types;
mod validate;
mod zobrist;

pub use board::Board;
pub use census::{Census, Claim, Fails, Place, Sample};
pub use fen::{FenError, START_FEN};
pub use perft::{divide, perft};
pub use position::{BLACK_LONG, BLACK_SHORT, Position, Setup, WHITE_LONG, WHITE_SHORT};
pub use psqt::{FULL_PHASE, PIECE_VALUE, Sums};
pub use san::SanError;
pub use score::{Depth, MAX_PLY, Score, Window};
pub use search::{
    Candidate, Composed, Counts, Flags, Iteration, Limits, Mode, Node, NodeRule, NullMoveRule,
    Plain, PruningVariant, ReduceRule, Rules, Search, SkipRule, Subsearch, Unfinished, Verdict,
    search, search_again,
};
pub use see::static_exchange;
pub use settings::{
    Alternatives, CaptureOrder, Evaluation, HistoryGain, NullDepth, NullHorizon, NullStored,
    Percent, PruningSide, QuiescenceCaptures, QuiescenceCounted, Replacement, Reprobe,
    SearchSettings, Setting, SettingError, Verification, nearest,
};
pub use survey::{
    HistoryScope, HistoryWeight, Horizon, Method, MinimalTree, SurveyCounts, SurveyIteration,
    SurveyLimits, SurveySettings, Widths, measured_minimal_tree, survey_search,
};
pub use table::{Bound, TableTooLarge, TranspositionTable};
pub use trace::{Event, Trace};
pub use types::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square, Squares};
pub use validate::SetupError;

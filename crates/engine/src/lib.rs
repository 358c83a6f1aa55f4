//! Chess position, move generation and the search whose pruning is studied.
//! No input or output, clock, threads or floats; no pruning variant is known by name here.

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
pub use census::{Census, Claim, Sample};
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
    Percent, QuiescenceCaptures, Replacement, Reprobe, SearchSettings, Setting, SettingError,
    Verification, nearest,
};
pub use survey::{
    HistoryScope, HistoryWeight, Horizon, Method, MinimalTree, SurveyCounts, SurveyIteration,
    SurveyLimits, SurveySettings, Widths, measured_minimal_tree, survey_search,
};
pub use table::{Bound, TableTooLarge, TranspositionTable};
pub use trace::{Event, Trace};
pub use types::{Bitboard, Color, Move, MoveKind, Piece, PieceType, Square, Squares};
pub use validate::SetupError;

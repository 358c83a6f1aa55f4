//! The settings of the survey's searches, each of them readable and printable by name like the
//! reproduction's. Defaults: direct alpha-beta of Figure 1 with nothing added.

use std::fmt;
use std::num::NonZeroU16;

use crate::settings::{Evaluation, SettingError, Value, named_values, set_field};

use super::searcher::MethodFn;
use super::{alpha_beta, minimax, negascout, pvs};

/// How the moves of a node are searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Method {
    /// Every move, no bounds.
    Minimax,
    /// Figure 1.
    #[default]
    AlphaBeta,
    /// Figure 5.
    Pvs,
    /// Reinefeld's NegaScout.
    NegaScout,
}

impl Method {
    pub(super) fn node(self) -> MethodFn {
        match self {
            Method::Minimax => minimax::minimax,
            Method::AlphaBeta => alpha_beta::ab,
            Method::Pvs => pvs::pvs,
            Method::NegaScout => negascout::negascout,
        }
    }
}

/// What Evaluate does at a horizon node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Horizon {
    /// The static value.
    Static,
    /// A quiescence search within the window: its value is a bound when it lies outside.
    #[default]
    Bounded,
    /// A quiescence search without bounds: an exact value, as the survey's `Evaluate(p)` returns.
    Exact,
}

/// What a success adds to the history table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HistoryWeight {
    /// There is no history table.
    #[default]
    Off,
    /// One: the survey's "frequency count".
    Count,
    /// 2^depth: Schaeffer's.
    Depth,
}

/// Which moves the history table orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum HistoryScope {
    /// The whole list, as the survey says.
    #[default]
    All,
    /// Only the moves after the safe captures.
    Quiet,
}

/// How many moves tapered N-best search considers, by ply from the root; the last number goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Widths([u8; Widths::MOST]);

impl Widths {
    const MOST: usize = 8;

    /// The width at a ply from the root.
    pub fn at(&self, ply: usize) -> usize {
        usize::from(self.0[ply.min(Widths::MOST - 1)])
    }
}

impl Value for Option<Widths> {
    const POSSIBLE: &'static str = "off, or one to eight widths from 1 to 255 such as 15/15/9/9/7";
    fn read(text: &str) -> Option<Option<Widths>> {
        if text == "off" {
            return Some(None);
        }
        let mut widths = [0; Widths::MOST];
        let mut last = 0;
        let mut given = text.split('/');
        for width in &mut widths {
            if let Some(number) = given.next() {
                last = number.parse().ok().filter(|&n| n > 0)?;
            }
            *width = last;
        }
        given.next().is_none().then_some(Some(Widths(widths)))
    }
    fn print(&self) -> String {
        let Some(Widths(widths)) = self else { return "off".to_string() };
        let last = widths[Widths::MOST - 1];
        let tail = widths.iter().rev().take_while(|&&width| width == last).count();
        let shown = &widths[..Widths::MOST - tail + 1];
        shown.iter().map(u8::to_string).collect::<Vec<_>>().join("/")
    }
}

/// Centipawns that can be off.
impl Value for Option<u16> {
    const POSSIBLE: &'static str = "off, or centipawns from 0 to 30000";
    fn read(text: &str) -> Option<Option<u16>> {
        match text {
            "off" => Some(None),
            number => number.parse().ok().filter(|&n| n <= 30_000).map(Some),
        }
    }
    fn print(&self) -> String {
        self.map_or("off".to_string(), |number| number.to_string())
    }
}

/// Centipawns above 0 that can be off.
impl Value for Option<NonZeroU16> {
    const POSSIBLE: &'static str = "off, or centipawns from 1 to 30000";
    fn read(text: &str) -> Option<Option<NonZeroU16>> {
        let number: Option<u16> = Value::read(text)?;
        number.map_or(Some(None), |number| NonZeroU16::new(number).map(Some))
    }
    fn print(&self) -> String {
        self.map(NonZeroU16::get).print()
    }
}

named_values!(Method: "minimax, ab, pvs, negascout",
    "minimax" = Minimax, "ab" = AlphaBeta, "pvs" = Pvs, "negascout" = NegaScout);
named_values!(Horizon: "static, bounded, exact",
    "static" = Static, "bounded" = Bounded, "exact" = Exact);
named_values!(HistoryWeight: "off, count, depth",
    "off" = Off, "count" = Count, "depth" = Depth);
named_values!(HistoryScope: "all, quiet", "all" = All, "quiet" = Quiet);

macro_rules! survey_settings {
    ($($(#[$doc:meta])* $name:literal $field:ident: $type:ty = $default:expr;)*) => {
        /// The settings of a search of the survey.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct SurveySettings {
            $($(#[$doc])* pub $field: $type,)*
        }

        impl Default for SurveySettings {
            fn default() -> SurveySettings {
                SurveySettings { $($field: $default,)* }
            }
        }

        impl SurveySettings {
            /// The names of all settings.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// Every setting by name, in a fixed order.
            pub fn describe(&self) -> Vec<(&'static str, String)> {
                vec![$(($name, Value::print(&self.$field))),*]
            }

            /// Changes one setting by name.
            ///
            /// # Errors
            /// When the name is unknown or the value is not possible.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
                match name {
                    $($name => set_field(&mut self.$field, value).map_err(|possible| {
                        SettingError::Value { name: $name, value: value.to_string(), possible }
                    }),)*
                    _ => Err(SettingError::unknown(name, SurveySettings::NAMES)),
                }
            }
        }
    };
}

survey_settings! {
    /// How the moves of a node are searched.
    "method" method: Method = Method::AlphaBeta;
    /// Minimal-window methods search again only at a greater remaining depth (Reinefeld: 2).
    "research-above" research_above: u8 = 2;
    /// Iterative deepening from depth 1; else one direct search.
    "iterative" iterative: bool = false;
    /// Expected error of the aspiration window in centipawns.
    "aspiration" aspiration: Option<NonZeroU16> = None;
    /// Entries of the transposition table; 0 for none. The survey's has 8192.
    "table-entries" table_entries: usize = 0;
    /// The table's move is tried first.
    "table-order" table_order: bool = true;
    /// The table's score narrows the window.
    "table-narrow" table_narrow: bool = true;
    /// The table's score ends a search ("forward pruning").
    "table-cutoff" table_cutoff: bool = true;
    /// Scores are used only at equal height instead of equal or greater: then the table cannot
    /// change a value.
    "table-equal-height" table_equal_height: bool = false;
    /// Refutation table.
    "refutation" refutation: bool = false;
    /// History table.
    "history" history: HistoryWeight = HistoryWeight::Off;
    /// Which moves the history table orders.
    "history-scope" history_scope: HistoryScope = HistoryScope::All;
    /// Two killers a ply.
    "killers" killers: bool = false;
    /// Root moves in the order of a static analysis.
    "root-presort" root_presort: bool = true;
    /// What Evaluate does at a horizon node.
    "horizon" horizon: Horizon = Horizon::Bounded;
    /// A check at the horizon extends the path by one ply.
    "leaf-extension" leaf_extension: bool = false;
    /// The static value.
    "evaluation" evaluation: Evaluation = Evaluation::PieceSquare;
    /// Marginal forward pruning with this margin in centipawns.
    "marginal" marginal: Option<u16> = None;
    /// Razoring with this margin in centipawns.
    "razoring" razoring: Option<u16> = None;
    /// The gamma algorithm.
    "gamma" gamma: bool = false;
    /// Tapered N-best search.
    "n-best" n_best: Option<Widths> = None;
}

/// The settings that differ from direct alpha-beta, e.g. `method=pvs,iterative=on`.
impl fmt::Display for SurveySettings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let default = SurveySettings::default().describe();
        let changed = self.describe().into_iter().zip(default).filter(|(own, other)| own != other);
        let text: Vec<String> =
            changed.map(|((name, value), _)| format!("{name}={value}")).collect();
        f.write_str(&text.join(","))
    }
}

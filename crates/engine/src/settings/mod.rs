//! The search settings: every point on which the paper is silent and the result may depend,
//! with the decision that the reproduction makes as its default. All of them can be set and
//! printed by name; that text is what manifests and fingerprints hold.

mod alternatives;
mod listing;
mod nearest;
mod value;

use std::fmt;

pub use alternatives::{
    Alternatives, HistoryGain, NullDepth, NullHorizon, NullStored, PruningSide, QuiescenceCaptures,
    QuiescenceCounted, Verification,
};
pub use listing::Setting;
use listing::named_settings;
pub use nearest::nearest;
pub use value::Percent;
pub(crate) use value::{Value, named_values, set_field};

/// What a leaf of the quiescence search is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Evaluation {
    /// Material only.
    Material,
    /// Material and piece-square tables, tapered.
    #[default]
    PieceSquare,
    /// The same with mobility.
    Mobility,
}

/// Which entry of the transposition table is replaced.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Replacement {
    /// The old one, always.
    #[default]
    Always,
    /// The shallower one.
    DepthPreferred,
}

/// How captures are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CaptureOrder {
    /// Most valuable victim first, then least valuable attacker.
    #[default]
    MvvLva,
    /// As generated.
    Generated,
    /// Most valuable victim first, but captures that lose material by static exchange last.
    See,
}

/// Is the table probed again after a verified fail-high has reduced the depth?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Reprobe {
    /// No.
    #[default]
    Off,
    /// Yes; the result is not stored.
    On,
    /// Yes; the result is stored at the depth of entry.
    Stored,
}

named_values!(Evaluation: "material, pst, mobility",
    "material" = Material, "pst" = PieceSquare, "mobility" = Mobility);
named_values!(Replacement: "always, depth", "always" = Always, "depth" = DepthPreferred);
named_values!(CaptureOrder: "mvv-lva, generated, see",
    "mvv-lva" = MvvLva, "generated" = Generated, "see" = See);

/// A switch with one more position.
impl Value for Reprobe {
    const POSSIBLE: &'static str = "off, on, stored";
    fn read(text: &str) -> Option<Reprobe> {
        match text {
            "stored" => Some(Reprobe::Stored),
            switch => bool::read(switch).map(|on| if on { Reprobe::On } else { Reprobe::Off }),
        }
    }
    fn print(&self) -> String {
        match self {
            Reprobe::Stored => "stored".to_string(),
            switch => (*switch == Reprobe::On).print(),
        }
    }
}

named_settings! {
    /// All settings of a search except the pruning variant and the limits.
    struct SearchSettings {
        /// Alternatives to the reproduction's decisions.
        alternatives: Alternatives
    }

    /// Entries of 16 bytes in the transposition table, a power of two; 0 for no table.
    "hash-entries" hash_entries: usize = 1 << 22, "section 4";
    /// 0 for the pinned keys; another value maps positions to different entries.
    "hash-seed" hash_seed: u64 = 0, "this project: the noise of a table";
    /// Which table entry is replaced.
    "replacement" replacement: Replacement = Replacement::Always, "the paper is silent";
    /// Does an entry serve only nodes with the same or weaker variant flags (`verify`)?
    "hash-respects-flags" hash_respects_flags: bool = true, "the paper is silent";
    /// Is the table probed again after a verified fail-high has reduced the depth? `stored` keeps
    /// what that gives at the depth of entry.
    "reprobe-after-reduction" reprobe_after_reduction: Reprobe = Reprobe::Off,
        "the paper is silent";
    /// What a quiet position is worth.
    "evaluation" evaluation: Evaluation = Evaluation::PieceSquare, "the paper is silent";
    /// Order of captures in the main search.
    "capture-order" capture_order: CaptureOrder = CaptureOrder::MvvLva, "the paper is silent";
    /// Order of captures in the quiescence search.
    "quiescence-order" quiescence_order: CaptureOrder = CaptureOrder::MvvLva,
        "the paper is silent";
    /// Two killer moves a ply before the other quiet moves.
    "killers" killers: bool = false, "section 4 has none";
    /// Quiet moves in the order of the history table.
    "history" history: bool = true, "section 4; Schaeffer 1983";
    /// One-ply extension of leaves in check.
    "leaf-check-extension" leaf_check_extension: bool = true, "section 4";
    /// Quiescence search at the leaves; without it they are evaluated at once.
    "quiescence" quiescence: bool = true, "section 4";
    /// Null moves also where the window is open.
    "null-in-pv" null_in_pv: bool = true, "Figures 1 and 3";
    /// Null moves only at this remaining depth and more.
    "null-min-depth" null_min_depth: u8 = 1, "Figures 1 and 3";
    /// Null moves only where the evaluation is at least beta.
    "null-needs-eval" null_needs_eval: bool = false, "the paper is silent; a common guard";
}

/// Why a setting was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingError {
    /// No setting has this name.
    #[error("unknown search setting '{name}'; {}known settings: {known}", did_you_mean(nearest))]
    Unknown {
        /// What was typed.
        name: String,
        /// The name that is most like it, if one is.
        nearest: Option<&'static str>,
        /// All names.
        known: String,
    },
    /// The setting exists, but not with this value.
    #[error("search setting '{name}' cannot be '{value}'; possible: {possible}")]
    Value {
        /// The setting.
        name: &'static str,
        /// What was typed.
        value: String,
        /// The possible values.
        possible: &'static str,
    },
}

fn did_you_mean(nearest: &Option<&'static str>) -> String {
    nearest.map_or(String::new(), |name| format!("did you mean '{name}'? "))
}

impl SettingError {
    pub(crate) fn unknown(name: &str, known: &[&'static str]) -> SettingError {
        let nearest = nearest(name, known.iter().copied());
        SettingError::Unknown { name: name.to_string(), nearest, known: known.join(", ") }
    }
}

impl SearchSettings {
    /// Every setting, for help and documentation; those of the reproduction first.
    pub fn list() -> Vec<Setting> {
        [SearchSettings::own_list(), Alternatives::list()].concat()
    }

    /// Every setting of the reproduction by name, then the alternatives in use. A new
    /// alternative therefore leaves the text of all other searches unchanged.
    pub fn describe(&self) -> Vec<(&'static str, String)> {
        [self.own(), self.alternatives.taken()].concat()
    }

    /// Changes one setting by name.
    ///
    /// # Errors
    /// When the name is unknown or the value is not possible.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let known = self.set_own(name, value).or_else(|| self.alternatives.set(name, value));
        known.unwrap_or_else(|| {
            let names: Vec<_> = SearchSettings::list().iter().map(|s| s.name).collect();
            Err(SettingError::unknown(name, &names))
        })
    }
}

/// The settings that differ from the reproduction's, e.g. `killers=on`; empty if none do.
impl fmt::Display for SearchSettings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let default = SearchSettings::DEFAULT.describe();
        let changed = self.describe().into_iter().filter(|setting| !default.contains(setting));
        let text: Vec<String> = changed.map(|(name, value)| format!("{name}={value}")).collect();
        f.write_str(&text.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_read_back_as_described() {
        let mut changed = SearchSettings::default();
        for (name, value) in
            [("hash-entries", "2^14"), ("evaluation", "mobility"), ("killers", "on")]
        {
            changed.set(name, value).unwrap();
        }
        let mut copy = SearchSettings::default();
        for (name, value) in changed.describe() {
            copy.set(name, &value).unwrap();
        }
        assert_eq!(copy, changed);
        assert_eq!(changed.to_string(), "hash-entries=16384,evaluation=mobility,killers=on");
    }

    #[test]
    fn an_alternative_is_described_only_where_it_is_taken() {
        let usual = SearchSettings::default().describe();
        assert_eq!(usual.len(), 15, "more would change what is written of every old search");
        let mut settings = SearchSettings::default();
        settings.set("fail-hard", "on").unwrap();
        settings.set("tempo", "12").unwrap();
        assert_eq!(settings.describe()[..15], usual);
        assert_eq!(settings.to_string(), "fail-hard=on,tempo=12");
        settings.set("fail-hard", "off").unwrap();
        settings.set("tempo", "0").unwrap();
        assert_eq!(settings, SearchSettings::default());
    }

    #[test]
    fn the_list_names_default_meaning_and_source_of_every_setting() {
        let mut settings = SearchSettings::default();
        for setting in SearchSettings::list() {
            settings.set(setting.name, &setting.default).unwrap();
            assert!(!setting.meaning.is_empty() && !setting.source.is_empty(), "{setting:?}");
            let error = settings.set(setting.name, "nonsense").unwrap_err().to_string();
            assert!(error.contains(setting.possible), "{error}");
        }
        assert_eq!(settings, SearchSettings::default());
    }

    #[test]
    fn a_switch_with_a_third_value_still_reads_as_a_switch() {
        let mut settings = SearchSettings::default();
        for (value, read) in
            [("true", Reprobe::On), ("off", Reprobe::Off), ("stored", Reprobe::Stored)]
        {
            settings.set("reprobe-after-reduction", value).unwrap();
            assert_eq!(settings.reprobe_after_reduction, read);
        }
        assert_eq!(settings.to_string(), "reprobe-after-reduction=stored");
    }

    #[test]
    fn refused_settings_name_what_is_possible() {
        let mut settings = SearchSettings::default();
        let error = settings.set("hash-entries", "1000").unwrap_err().to_string();
        assert!(error.contains("power of two"), "{error}");
        let error = settings.set("hash", "1").unwrap_err().to_string();
        assert!(error.contains("hash-entries"), "{error}");
        let error = settings.set("fail-hrad", "on").unwrap_err().to_string();
        assert!(error.contains("did you mean 'fail-hard'?"), "{error}");
        let error = settings.set("positional-percent", "401").unwrap_err().to_string();
        assert!(error.contains("0 to 400"), "{error}");
        assert!(settings.set("hash-entries", "2^64").is_err());
        assert!(settings.set("null-min-depth", "65").is_err());
        assert_eq!(settings, SearchSettings::default());
    }
}

//! The search settings: every point on which the paper is silent and the result may depend,
//! with the decision that the reproduction makes as its default. All of them can be set and
//! printed by name; that text is what manifests and fingerprints hold.

use std::fmt;

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

/// Which entry of the transposition table gives way.
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

/// All settings of a search except the pruning variant and the limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchSettings {
    /// Entries of 16 bytes in the transposition table, a power of two; 0 for no table.
    pub hash_entries: usize,
    /// 0 for the pinned keys; another value deals the positions to other entries.
    pub hash_seed: u64,
    /// Which table entry gives way.
    pub replacement: Replacement,
    /// Does an entry serve only nodes with the same or weaker variant flags (`verify`)?
    pub hash_respects_flags: bool,
    /// Is the table probed again after a verified fail-high has reduced the depth?
    pub reprobe_after_reduction: bool,
    /// What a quiet position is worth.
    pub evaluation: Evaluation,
    /// Order of captures in the main search.
    pub capture_order: CaptureOrder,
    /// Order of captures in the quiescence search.
    pub quiescence_order: CaptureOrder,
    /// Two killer moves a ply before the other quiet moves.
    pub killers: bool,
    /// Quiet moves in the order of the history table.
    pub history: bool,
    /// One-ply extension of leaves in check.
    pub leaf_check_extension: bool,
    /// Quiescence search at the leaves; without it they are evaluated at once.
    pub quiescence: bool,
    /// Null moves also where the window is open.
    pub null_in_pv: bool,
    /// Null moves only at this remaining depth and more.
    pub null_min_depth: u8,
    /// Null moves only where the evaluation is at least beta.
    pub null_needs_eval: bool,
}

impl Default for SearchSettings {
    fn default() -> SearchSettings {
        SearchSettings {
            hash_entries: 1 << 22,
            hash_seed: 0,
            replacement: Replacement::Always,
            hash_respects_flags: true,
            reprobe_after_reduction: false,
            evaluation: Evaluation::PieceSquare,
            capture_order: CaptureOrder::MvvLva,
            quiescence_order: CaptureOrder::MvvLva,
            killers: false,
            history: true,
            leaf_check_extension: true,
            quiescence: true,
            null_in_pv: true,
            null_min_depth: 1,
            null_needs_eval: false,
        }
    }
}

/// Why a setting was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SettingError {
    /// No setting has this name.
    #[error("unknown search setting '{name}'; known settings: {known}")]
    Unknown {
        /// What was typed.
        name: String,
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
        /// What it may be.
        possible: &'static str,
    },
}

/// A kind of value that a setting can have: how it reads and prints.
pub(crate) trait Value: Sized {
    const POSSIBLE: &'static str;
    fn read(text: &str) -> Option<Self>;
    fn print(&self) -> String;
}

impl Value for bool {
    const POSSIBLE: &'static str = "on, off";
    fn read(text: &str) -> Option<bool> {
        match text {
            "on" | "true" => Some(true),
            "off" | "false" => Some(false),
            _ => None,
        }
    }
    fn print(&self) -> String {
        if *self { "on" } else { "off" }.to_string()
    }
}

impl Value for u8 {
    const POSSIBLE: &'static str = "a number from 0 to 64";
    fn read(text: &str) -> Option<u8> {
        text.parse().ok().filter(|&n| n <= 64)
    }
    fn print(&self) -> String {
        self.to_string()
    }
}

impl Value for u64 {
    const POSSIBLE: &'static str = "a number from 0 to 2^64 - 1";
    fn read(text: &str) -> Option<u64> {
        text.parse().ok()
    }
    fn print(&self) -> String {
        self.to_string()
    }
}

/// Table sizes: powers of two, also written `2^22`.
impl Value for usize {
    const POSSIBLE: &'static str =
        "0 (no table) or a power of two up to 2^40, e.g. 4194304 or 2^22";
    fn read(text: &str) -> Option<usize> {
        let entries = match text.strip_prefix("2^") {
            Some(exponent) => 1usize.checked_shl(exponent.parse().ok()?)?,
            None => text.parse().ok()?,
        };
        (entries <= 1 << 40 && (entries == 0 || entries.is_power_of_two())).then_some(entries)
    }
    fn print(&self) -> String {
        self.to_string()
    }
}

macro_rules! named_values {
    ($type:ident: $possible:literal, $($name:literal = $value:ident),*) => {
        impl $crate::settings::Value for $type {
            const POSSIBLE: &'static str = $possible;
            fn read(text: &str) -> Option<$type> {
                match text { $($name => Some($type::$value),)* _ => None }
            }
            fn print(&self) -> String {
                match self { $($type::$value => $name,)* }.to_string()
            }
        }
    };
}
pub(crate) use named_values;

named_values!(Evaluation: "material, pst, mobility",
    "material" = Material, "pst" = PieceSquare, "mobility" = Mobility);
named_values!(Replacement: "always, depth", "always" = Always, "depth" = DepthPreferred);
named_values!(CaptureOrder: "mvv-lva, generated, see",
    "mvv-lva" = MvvLva, "generated" = Generated, "see" = See);

macro_rules! settings_by_name {
    ($($name:literal $field:ident),* $(,)?) => {
        impl SearchSettings {
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
                    $($name => match set_field(&mut self.$field, value) {
                        Ok(()) => Ok(()),
                        Err(possible) => Err(SettingError::Value {
                            name: $name, value: value.to_string(), possible,
                        }),
                    },)*
                    _ => Err(SettingError::Unknown {
                        name: name.to_string(),
                        known: SearchSettings::NAMES.join(", "),
                    }),
                }
            }
        }
    };
}
settings_by_name! {
    "hash-entries" hash_entries,
    "hash-seed" hash_seed,
    "replacement" replacement,
    "hash-respects-flags" hash_respects_flags,
    "reprobe-after-reduction" reprobe_after_reduction,
    "evaluation" evaluation,
    "capture-order" capture_order,
    "quiescence-order" quiescence_order,
    "killers" killers,
    "history" history,
    "leaf-check-extension" leaf_check_extension,
    "quiescence" quiescence,
    "null-in-pv" null_in_pv,
    "null-min-depth" null_min_depth,
    "null-needs-eval" null_needs_eval,
}

/// Sets a field from text; the error says what is possible.
pub(crate) fn set_field<T: Value>(field: &mut T, text: &str) -> Result<(), &'static str> {
    *field = T::read(text).ok_or(T::POSSIBLE)?;
    Ok(())
}

/// The settings that differ from the reproduction's, e.g. `killers=on`; empty if none do.
impl fmt::Display for SearchSettings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let default = SearchSettings::default().describe();
        let changed = self.describe().into_iter().zip(default).filter(|(own, other)| own != other);
        let text: Vec<String> =
            changed.map(|((name, value), _)| format!("{name}={value}")).collect();
        f.write_str(&text.join(","))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_describe_prints_can_be_set_again() {
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
    fn refused_settings_name_what_is_possible() {
        let mut settings = SearchSettings::default();
        let error = settings.set("hash-entries", "1000").unwrap_err().to_string();
        assert!(error.contains("power of two"), "{error}");
        let error = settings.set("hash", "1").unwrap_err().to_string();
        assert!(error.contains("hash-entries"), "{error}");
        assert!(settings.set("hash-entries", "2^64").is_err());
        assert!(settings.set("null-min-depth", "65").is_err());
        assert_eq!(settings, SearchSettings::default());
    }
}

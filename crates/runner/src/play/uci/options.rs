//! What a user can set: the variant, by preset or specification, the table, the evaluation, and
//! every other search setting by name.

use std::time::Duration;

use vnmp_engine::{SearchSettings, TranspositionTable};
use vnmp_variants::{PRESETS, Variant};

/// Variant at the start.
const DEFAULT_PRESET: &str = "v3";
/// Table entries in a MiB, 16 bytes each.
const ENTRIES_PER_MIB: usize = 1 << 16;
const DEFAULT_HASH_MIB: usize = 64;
const MOST_HASH_MIB: usize = 1 << 15;
const DEFAULT_OVERHEAD_MS: u64 = 20;
const MOST_OVERHEAD_MS: u64 = 10_000;

/// The options as they stand.
pub(crate) struct Options {
    /// How searches prune.
    pub(crate) variant: Variant,
    /// Everything else about a search.
    pub(crate) settings: SearchSettings,
    /// Taken off the clock for what a move costs beside the search.
    pub(crate) overhead: Duration,
}

impl Options {
    /// The reproduction's settings and verified R = 3.
    ///
    /// # Errors
    /// Never, as long as the registry knows its own preset.
    pub(crate) fn new() -> Result<Options, String> {
        Ok(Options {
            variant: Variant::parse(DEFAULT_PRESET).map_err(|e| e.to_string())?,
            settings: SearchSettings::default(),
            overhead: Duration::from_millis(DEFAULT_OVERHEAD_MS),
        })
    }

    /// The `option` lines in answer to `uci`.
    pub(crate) fn declarations() -> Vec<String> {
        let presets: String = PRESETS.iter().map(|p| format!(" var {}", p.id)).collect();
        let spec = PRESETS.iter().find(|p| p.id == DEFAULT_PRESET).map_or("", |p| p.spec);
        let (least, mib, most) = (1, DEFAULT_HASH_MIB, MOST_HASH_MIB);
        vec![
            format!("option name Hash type spin default {mib} min {least} max {most}"),
            format!("option name Variant type combo default {DEFAULT_PRESET}{presets}"),
            format!("option name Specification type string default {spec}"),
            "option name Evaluation type combo default pst var material var pst var mobility"
                .to_owned(),
            "option name Search Settings type string default <empty>".to_owned(),
            format!(
                "option name Move Overhead type spin default {DEFAULT_OVERHEAD_MS} min 0 \
                 max {MOST_OVERHEAD_MS}"
            ),
            "option name Clear Hash type button".to_owned(),
        ]
    }

    /// Sets an option. What should be said about it comes back, if anything.
    ///
    /// # Errors
    /// A sentence that names what is possible.
    pub(crate) fn set(&mut self, name: &str, value: &str) -> Result<Option<String>, String> {
        let refused = |e: &dyn std::fmt::Display| format!("{name}: {e}");
        match name.to_lowercase().as_str() {
            "hash" => return self.set_hash(value).map_err(|e| refused(&e)),
            "variant" | "specification" => {
                self.variant = Variant::parse(value).map_err(|e| refused(&e))?;
            }
            "evaluation" => {
                self.settings.set("evaluation", value).map_err(|e| refused(&e))?;
            }
            "search settings" => {
                self.set_settings(value).map_err(|e| refused(&e))?;
            }
            "move overhead" => {
                let ms = value.parse().ok().filter(|ms| *ms <= MOST_OVERHEAD_MS);
                let ms = ms.ok_or_else(|| refused(&format!("0 to {MOST_OVERHEAD_MS} ms")))?;
                self.overhead = Duration::from_millis(ms);
            }
            "clear hash" => return Ok(Some("every search begins with an empty table".to_owned())),
            "ponder" => return Ok(Some("pondering is not supported".to_owned())),
            _ => return Err(format!("unknown option '{name}'; 'uci' lists them")),
        }
        Ok(None)
    }

    /// `killers=on,history=off`; settings not named go back to the reproduction's, except the
    /// table and the evaluation, which have options of their own.
    fn set_settings(&mut self, text: &str) -> Result<(), String> {
        let mut settings = SearchSettings {
            hash_entries: self.settings.hash_entries,
            evaluation: self.settings.evaluation,
            ..SearchSettings::default()
        };
        let parts = text.split(',').map(str::trim);
        for part in parts.filter(|part| !part.is_empty() && *part != "<empty>") {
            let (name, value) = part.split_once('=').ok_or("write NAME=VALUE,NAME=VALUE")?;
            settings.set(name.trim(), value.trim()).map_err(|e| e.to_string())?;
        }
        self.settings = allocatable(settings)?;
        Ok(())
    }

    fn set_hash(&mut self, value: &str) -> Result<Option<String>, String> {
        let mib: usize =
            value.parse().ok().filter(|mib| (1..=MOST_HASH_MIB).contains(mib)).ok_or_else(
                || format!("a whole number of MiB from 1 to {MOST_HASH_MIB}, not '{value}'"),
            )?;
        let used = 1 << mib.ilog2();
        let settings =
            SearchSettings { hash_entries: used * ENTRIES_PER_MIB, ..self.settings.clone() };
        self.settings = allocatable(settings)?;
        Ok((used != mib).then(|| format!("Hash: {used} MiB, the next lower power of two")))
    }
}

/// Refuses a table for which there is no memory: allocating it would end the program.
fn allocatable(settings: SearchSettings) -> Result<SearchSettings, String> {
    let table = TranspositionTable::try_new(settings.hash_entries);
    table.map(|_| settings).map_err(|e| e.to_string())
}

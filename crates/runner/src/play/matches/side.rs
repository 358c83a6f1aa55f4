//! One of the two players: a variant, perhaps with changed search settings, or another engine.
//! Written `vrfd:r=3`, `v3@killers=on,evaluation=mobility`, `uci:NAME` or `uci:NAME@Hash=16`.

use std::collections::BTreeMap;

use anyhow::{anyhow, bail};
use vnmp_engine::{SearchSettings, TranspositionTable};
use vnmp_variants::Variant;

use crate::engines::config::PREFIX;
use crate::engines::{EngineConfig, EngineError, EngineFile};
use crate::experiment::parse_variant;

/// A side of a match.
#[derive(Clone, Debug)]
pub(crate) enum Side {
    /// A variant in this program.
    Variant {
        /// How it prunes.
        variant: Variant,
        /// Its search settings.
        settings: SearchSettings,
    },
    /// Another program.
    Engine(EngineConfig),
}

impl Side {
    /// Reads a side; `engines` are looked up only if one is asked for.
    ///
    /// # Errors
    /// When variant, engine or setting is unknown.
    pub(crate) fn parse(
        text: &str,
        common: &SearchSettings,
        engines: &dyn Fn() -> Result<EngineFile, EngineError>,
    ) -> anyhow::Result<Side> {
        let (name, changes) = text.split_once('@').unwrap_or((text, ""));
        let mut pairs = Vec::new();
        for part in changes.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let Some((name, value)) = part.split_once('=') else {
                bail!("side '{text}': write settings after '@' as NAME=VALUE,NAME=VALUE");
            };
            pairs.push((name.trim(), value.trim()));
        }
        if name.starts_with(PREFIX) {
            let mut config = engines()?.get(name)?.clone();
            config.program()?;
            for (option, value) in pairs {
                config.options.insert(option.to_owned(), value.to_owned());
            }
            return Ok(Side::Engine(config));
        }
        let variant = parse_variant(name)?;
        let mut settings = common.clone();
        for (name, value) in pairs {
            settings.set(name, value).map_err(|e| anyhow!("side '{text}': {e}"))?;
        }
        let memory = TranspositionTable::try_new(settings.hash_entries).map(drop);
        memory.map_err(|e| anyhow!("side '{text}': {e}"))?;
        Ok(Side::Variant { variant, settings })
    }

    /// Its name in PGN and reports: the specification, with the settings that are not the usual.
    pub(crate) fn name(&self) -> String {
        match self {
            Side::Variant { variant, settings } => {
                let changed = settings.to_string();
                let at = if changed.is_empty() { "" } else { "@" };
                format!("{}{at}{changed}", variant.spec())
            }
            Side::Engine(config) => format!("{PREFIX}{}", config.name),
        }
    }

    /// Its name for people.
    pub(crate) fn title(&self) -> String {
        match self {
            Side::Variant { variant, settings } if settings.to_string().is_empty() => {
                variant.title()
            }
            _ => self.name(),
        }
    }

    /// Everything that determines how it plays.
    pub(crate) fn describe(&self) -> BTreeMap<String, String> {
        match self {
            Side::Variant { variant, settings } => {
                let settings = settings.describe().into_iter();
                let mut all: BTreeMap<String, String> =
                    settings.map(|(name, value)| (name.to_owned(), value)).collect();
                all.insert("variant".to_owned(), variant.spec());
                all
            }
            Side::Engine(config) => {
                let mut all: BTreeMap<String, String> = config
                    .options
                    .iter()
                    .map(|(name, value)| (format!("option {name}"), value.clone()))
                    .collect();
                all.insert("command".to_owned(), config.command.clone());
                all.insert("arguments".to_owned(), config.arguments.join(" "));
                all
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> anyhow::Result<Side> {
        let engines = "[fish]\ncommand = 'sh'\noptions = { Hash = 64 }";
        Side::parse(text, &SearchSettings::default(), &|| EngineFile::parse(engines, "e.toml"))
    }

    #[test]
    fn sides_are_named_by_what_makes_them_differ() {
        assert_eq!(parse("v3").unwrap().name(), "vrfd:r=3");
        assert_eq!(parse("v3").unwrap().title(), "Vrfd R = 3");
        let side = parse("vrfd:r=3,research=off@killers=on,evaluation=pst").unwrap();
        assert_eq!(side.name(), "vrfd:r=3,research=off@killers=on");
        let engine = parse("uci:fish@Hash=16").unwrap();
        assert_eq!(engine.name(), "uci:fish");
        assert_eq!(engine.describe()["option Hash"], "16");
    }

    #[test]
    fn what_cannot_play_is_refused_with_the_cure() {
        for (text, part) in [
            ("r9", "known families"),
            ("v3@killers", "NAME=VALUE"),
            ("v3@kilers=on", "known settings"),
            ("uci:shark", "there are: fish"),
        ] {
            let error = parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}

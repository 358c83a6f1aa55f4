//! The file of engines: one table per engine with command, options and patience. It determines which programs
//! are started, so it is trusted like a script and read only when the user names it. Errors name the file and
//! the cure.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

use crate::base::file;
use crate::base::lines::Lines;

/// Prefix of an engine's name among variants.
pub(crate) const PREFIX: &str = "uci:";
/// Engines that Debian packages, for when no file is named.
const EMBEDDED: &str = include_str!("../../../../experiments/engines.toml");
/// Debian's folder of games, which is not on every search path.
const GAMES: &str = "/usr/games";

const START_S: f64 = 10.0;
const SILENCE_S: f64 = 600.0;
const SEARCH_S: f64 = 86_400.0;

/// Why there is no such engine, with the cure.
#[derive(Debug, Error)]
#[error("{0}")]
pub(crate) struct EngineError(String);

/// One engine.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct EngineConfig {
    /// Its name after `uci:`.
    pub(crate) name: String,
    /// Program, as given.
    pub(crate) command: String,
    /// Its arguments.
    pub(crate) arguments: Vec<String>,
    /// UCI options to set.
    pub(crate) options: BTreeMap<String, String>,
    /// Patience until `uciok` and `readyok`.
    pub(crate) start_timeout: Duration,
    /// An engine that is silent for this long during a search has hung.
    pub(crate) silence_timeout: Duration,
    /// Time limit for a search to a depth or a number of nodes.
    pub(crate) search_timeout: Duration,
}

impl EngineConfig {
    /// An entry known only by name.
    pub(crate) fn named(name: &str, command: &str) -> EngineConfig {
        let (name, command) = (name.to_owned(), command.to_owned());
        EngineConfig { name, command, ..EngineConfig::default() }
    }

    /// The program's file: a path as it is, a name as found on the search path or among games.
    ///
    /// # Errors
    /// When there is no such file.
    pub(crate) fn program(&self) -> Result<PathBuf, EngineError> {
        let command = Path::new(&self.command);
        let found = if command.components().count() > 1 {
            command.is_file().then(|| command.to_owned())
        } else {
            let path = std::env::var_os("PATH").unwrap_or_default();
            let folders = std::env::split_paths(&path).chain([PathBuf::from(GAMES)]);
            let mut files = folders.map(|folder| folder.join(command));
            files.find(|file| file.is_file())
        };
        found.ok_or_else(|| {
            EngineError(format!(
                "engine '{}': no program '{}' on the search path or in {GAMES}; \
                 install it or correct 'command'",
                self.name, self.command
            ))
        })
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    command: String,
    #[serde(default)]
    arguments: Vec<String>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    start_timeout_s: Option<f64>,
    silence_timeout_s: Option<f64>,
    search_timeout_s: Option<f64>,
}

/// All engines of a file.
#[derive(Clone, Debug)]
pub(crate) struct EngineFile {
    file: String,
    engines: BTreeMap<String, EngineConfig>,
}

impl EngineFile {
    /// The file that is named, else Debian's engines.
    ///
    /// # Errors
    /// When the file cannot be read or has a wrong entry.
    pub(crate) fn find(path: Option<&Path>) -> Result<EngineFile, EngineError> {
        match path {
            None => EngineFile::parse(EMBEDDED, "the built-in list of engines (--engines FILE)"),
            Some(path) => {
                let file = path.display().to_string();
                let text = file::read_text(path).map_err(|e| {
                    EngineError(format!("cannot read the engines in {file}: {}", e.source))
                })?;
                EngineFile::parse(&text, &file)
            }
        }
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    /// When it has a wrong entry.
    pub(crate) fn parse(text: &str, file: &str) -> Result<EngineFile, EngineError> {
        let entries: BTreeMap<String, Entry> =
            Lines { file, text }.parse().map_err(|e| EngineError(e.to_string()))?;
        let engines = entries.into_iter().map(|(name, entry)| {
            let config = entry.check(&name, file)?;
            Ok((name, config))
        });
        Ok(EngineFile { file: file.to_owned(), engines: engines.collect::<Result<_, _>>()? })
    }

    /// An engine by its name, with or without `uci:`.
    ///
    /// # Errors
    /// When there is none; the message names those there are.
    pub(crate) fn get(&self, name: &str) -> Result<&EngineConfig, EngineError> {
        let name = name.strip_prefix(PREFIX).unwrap_or(name);
        self.engines.get(name).ok_or_else(|| {
            let known = self.engines.keys().cloned().collect::<Vec<_>>().join(", ");
            let there = match known.is_empty() {
                true => "the file has no engines".to_owned(),
                false => format!("there are: {known}"),
            };
            EngineError(format!("no engine '{name}' in {}; {there}", self.file))
        })
    }
}

impl Entry {
    fn check(self, name: &str, file: &str) -> Result<EngineConfig, EngineError> {
        let refused = |what: &str| EngineError(format!("{file}: {what}"));
        let mut options = BTreeMap::new();
        for (option, value) in self.options {
            let text = match value {
                toml::Value::String(text) => text,
                toml::Value::Integer(number) => number.to_string(),
                toml::Value::Float(number) => number.to_string(),
                toml::Value::Boolean(truth) => truth.to_string(),
                _ => {
                    let what = "must be a text, a number, true or false";
                    return Err(refused(&format!("option '{option}' of '{name}' {what}")));
                }
            };
            options.insert(option, text);
        }
        let time = |seconds: Option<f64>, default, key| {
            let seconds = seconds.unwrap_or(default);
            let usual = (0.01..=1e6).contains(&seconds);
            usual.then(|| Duration::from_secs_f64(seconds)).ok_or_else(|| {
                refused(&format!("{key} of '{name}' must be seconds from 0.01 to 1000000"))
            })
        };
        Ok(EngineConfig {
            start_timeout: time(self.start_timeout_s, START_S, "start_timeout_s")?,
            silence_timeout: time(self.silence_timeout_s, SILENCE_S, "silence_timeout_s")?,
            search_timeout: time(self.search_timeout_s, SEARCH_S, "search_timeout_s")?,
            name: name.to_owned(),
            command: self.command,
            arguments: self.arguments,
            options,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_of_every_kind_become_text() {
        let text = "[x]\ncommand = 'y'\noptions = { Hash = 64, OwnBook = false, Style = 'Risky' }";
        let file = EngineFile::parse(text, "f.toml").unwrap();
        let options = &file.get("uci:x").unwrap().options;
        let pairs: Vec<_> = options.iter().map(|(k, v)| format!("{k}={v}")).collect();
        assert_eq!(pairs, ["Hash=64", "OwnBook=false", "Style=Risky"]);
    }

    #[test]
    fn errors_name_the_file_and_the_cure() {
        for (text, part) in [
            ("[x]", "command"),
            ("[x]\ncommand = 'y'\nspeed = 1", "f.toml:3: unknown field `speed`"),
            ("[x]\ncommand = 'y'\noptions = { A = [1] }", "'A'"),
            ("[x]\ncommand = 'y'\nstart_timeout_s = -1", "start_timeout_s"),
        ] {
            let error = EngineFile::parse(text, "f.toml").unwrap_err().to_string();
            assert!(error.contains("f.toml") && error.contains(part), "{error}");
        }
        let file = EngineFile::parse("[x]\ncommand = 'no-such-program'", "f.toml").unwrap();
        assert!(file.get("uci:z").unwrap_err().to_string().contains("there are: x"));
        let none = EngineFile::parse("", "f.toml").unwrap().get("z").unwrap_err().to_string();
        assert_eq!(none, "no engine 'z' in f.toml; the file has no engines");
        let folder = EngineFile::find(Some(Path::new("/"))).unwrap_err().to_string();
        assert_eq!(folder, "cannot read the engines in /: it is a folder; give a regular file");
        let error = file.get("x").unwrap().program().unwrap_err().to_string();
        assert!(error.contains("no-such-program"), "{error}");
    }

    #[test]
    fn the_built_in_list_is_sound() {
        let file = EngineFile::parse(EMBEDDED, "built in").unwrap();
        for name in ["gnuchess", "stockfish", "glaurung", "toga2"] {
            assert!(file.get(name).is_ok(), "{name}");
        }
    }
}

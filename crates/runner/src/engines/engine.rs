//! An engine as a column of tables: its identity and what determines its results.

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use vnmp_engine::Position;

use super::config::PREFIX;
use super::{Analysis, Client, EngineConfig, Failure};

/// Every eighth position is searched a second time, by a new process, to see whether the counts
/// are the same.
const REPEAT: u32 = 8;

/// An engine that has been started once and has identified itself.
pub(crate) struct Engine {
    /// How to start it.
    pub(crate) config: EngineConfig,
    /// `id name`; empty if it gave none.
    pub(crate) identity: String,
    /// Options as they are set, also those that are forced.
    pub(crate) options: BTreeMap<String, String>,
}

impl Engine {
    /// Starts an engine to learn its identity, and ends it.
    ///
    /// # Errors
    /// When it does not start, does not answer, or lacks an option that is to be set; or `stop` is set.
    pub(crate) fn meet(config: &EngineConfig, stop: &AtomicBool) -> Result<Engine, Failure> {
        let client = Client::start(config, stop)?;
        Ok(Engine {
            config: config.clone(),
            identity: client.identity.clone().unwrap_or_default(),
            options: client.options_set.clone(),
        })
    }

    /// An engine as its [`Engine::parameters`] describe it. It is never started.
    pub(crate) fn described(name: &str, parameters: &BTreeMap<String, String>) -> Engine {
        let text = |key: &str| parameters.get(key).cloned().unwrap_or_default();
        let options = parameters.iter().filter_map(|(key, value)| {
            Some((key.strip_prefix("option ")?.to_owned(), value.clone()))
        });
        Engine {
            config: EngineConfig::named(name, &text("command")),
            identity: text("id name"),
            options: options.collect(),
        }
    }

    /// `uci:NAME`.
    pub(crate) fn spec(&self) -> String {
        format!("{PREFIX}{}", self.config.name)
    }

    /// All that determines its searches, by name.
    pub(crate) fn parameters(&self) -> BTreeMap<String, String> {
        let EngineConfig { command, arguments, .. } = &self.config;
        let command = std::iter::once(command).chain(arguments).cloned().collect::<Vec<_>>();
        let options = self.options.iter().map(|(name, value)| (format!("option {name}"), value));
        let mut all: BTreeMap<_, _> = options.map(|(name, value)| (name, value.clone())).collect();
        all.insert("command".to_owned(), command.join(" "));
        all.insert("id name".to_owned(), self.identity.clone());
        all
    }
}

/// The processes of one worker: one for each engine, started when it is needed.
#[derive(Default)]
pub(crate) struct Engines(BTreeMap<String, Client>);

impl Engines {
    /// Searches a position, the `index`th of its suite. An engine that fails is ended; the next
    /// search starts it again. `None` if `stop` was set.
    pub(crate) fn search(
        &mut self,
        engine: &Engine,
        index: u32,
        position: &Position,
        depth: u8,
        stop: &AtomicBool,
    ) -> Option<Analysis> {
        let rows = match self.once(engine, position, depth, stop) {
            Ok(rows) => rows,
            Err(Failure::Stopped) => return None,
            Err(failure) => return Some(Analysis::failed(&failure)),
        };
        let mut repeatable = None;
        if index.is_multiple_of(REPEAT) {
            self.0.remove(&engine.config.name);
            repeatable = match self.once(engine, position, depth, stop) {
                Ok(again) => Some(rows.iter().map(|r| r.nodes).eq(again.iter().map(|r| r.nodes))),
                Err(Failure::Stopped) => return None,
                Err(failure) => return Some(Analysis::failed(&failure)),
            };
        }
        Some(Analysis { rows, failure: None, repeatable })
    }

    fn once(
        &mut self,
        engine: &Engine,
        position: &Position,
        depth: u8,
        stop: &AtomicBool,
    ) -> Result<Vec<super::AnalysisRow>, Failure> {
        let name = &engine.config.name;
        let mut client = match self.0.remove(name) {
            Some(running) => running,
            None => Client::start(&engine.config, stop)?,
        };
        let rows = client.analyse(position, depth, stop)?;
        self.0.insert(name.clone(), client);
        Ok(rows)
    }
}

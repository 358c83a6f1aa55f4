//! The text of a made suite and of its manifest, and their files.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use vnmp_engine::Color;

use super::collect::{Collection, Difficulty};
use super::manifest::{Counts, SuiteManifest};
use super::{Order, Recipe};
use crate::base::file;
use crate::suite::{digest, without_clocks};

const LICENCE: &str = "MIT OR Apache-2.0, as the program that made it";

/// A suite with its manifest, not yet written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct MadeSuite {
    /// The EPD file.
    pub(crate) epd: String,
    /// What is written down about it.
    pub(crate) manifest: SuiteManifest,
}

impl MadeSuite {
    pub(super) fn new(
        recipe: &Recipe,
        order: Order,
        wanted: usize,
        rules: Vec<String>,
        collection: &Collection,
    ) -> MadeSuite {
        let epd = text(recipe.name, collection);
        let entries = &collection.entries;
        let to_move = |side| entries.iter().filter(|e| e.position.turn() == side).count() as u32;
        let mut difficulty = BTreeMap::new();
        for entry in entries {
            let name = match entry.difficulty {
                Difficulty::NotMeasured => continue,
                Difficulty::HeldFrom(depth) => format!("depth_{depth:02}"),
                Difficulty::NotHeld => "not_held".to_owned(),
            };
            *difficulty.entry(name).or_insert(0) += 1;
        }
        let placed = recipe.source.is_placed().then_some(collection.games);
        let count = order.count.map_or(String::new(), |count| format!(" --count {count}"));
        let manifest = SuiteManifest {
            suite: recipe.name.into(),
            title: recipe.title.into(),
            command: format!("vnmp suites make {} --seed {}{count}", recipe.name, order.seed),
            version: env!("CARGO_PKG_VERSION").into(),
            licence: LICENCE.into(),
            sha256: digest(epd.as_bytes()),
            seed: order.seed,
            rules,
            counts: Counts {
                positions: entries.len() as u32,
                white_to_move: to_move(Color::White),
                black_to_move: to_move(Color::Black),
                wanted: (entries.len() < wanted).then_some(wanted as u32),
                games: placed.is_none().then_some(collection.games),
                placements: placed,
                offered: collection.offered as u32,
            },
            difficulty,
            engine: None,
        };
        MadeSuite { epd, manifest }
    }
}

fn text(name: &str, collection: &Collection) -> String {
    let mut text = String::new();
    for (number, entry) in (1..).zip(&collection.entries) {
        let place = match entry.ply {
            Some(ply) => format!("game {}, ply {ply}", entry.game),
            None => format!("placement {}", entry.game),
        };
        let _ = writeln!(
            text,
            "{} {} id \"{name}.{number:03}\"; c0 \"{place}\";",
            without_clocks(&entry.position),
            entry.operations
        );
    }
    text
}

/// Writes `NAME.epd` and `NAME.toml` into a folder; returns the two paths.
pub(crate) fn write(made: &MadeSuite, folder: &Path) -> anyhow::Result<[PathBuf; 2]> {
    let manifest = toml::to_string(&made.manifest).expect("a manifest of plain values");
    let name = &made.manifest.suite;
    let files = [(format!("{name}.epd"), &made.epd), (format!("{name}.toml"), &manifest)];
    for (file, content) in &files {
        file::write(&folder.join(file), content.as_bytes())
            .map_err(|e| anyhow!("{e}; choose another folder with --out"))?;
    }
    Ok(files.map(|(file, _)| folder.join(file)))
}

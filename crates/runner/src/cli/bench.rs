//! `vnmp bench`: node signatures of all presets, and the speed.

use std::time::Instant;

use vnmp_engine::{SearchSettings, TranspositionTable};
use vnmp_variants::{PRESETS, Variant};

use crate::base::interrupt;
use crate::base::progress::short;
use crate::base::terminal::print;
use crate::gate::bench;

/// Options of the bench.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Depth in plies; signatures at different depths are not comparable
    #[arg(short, long, value_name = "D", default_value_t = bench::DEPTH, value_parser = super::depth)]
    depth: u8,
}

impl Args {
    /// Searches and prints a line per variant as it is done.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        interrupt::watch()?;
        let positions = bench::positions()?;
        let settings = SearchSettings::default();
        let mut table = TranspositionTable::try_new(settings.hash_entries)?;
        print(&format!(
            "{} positions, depth {}\n{:<24}{:>14}{:>14}\n",
            positions.len(),
            self.depth,
            "variant",
            "nodes",
            "nodes/s"
        ))?;
        let (mut total, begin) = (0, Instant::now());
        for preset in PRESETS {
            let variant = Variant::parse(preset.spec)?;
            let start = Instant::now();
            let stop = interrupt::flag();
            let nodes =
                bench::signature(&variant, &positions, self.depth, &settings, &mut table, stop)?;
            total += nodes;
            print(&line(&variant.spec(), nodes, start))?;
        }
        print(&format!("{}Bench: {total}\n", line("all", total, begin)))
    }
}

fn line(name: &str, nodes: u64, start: Instant) -> String {
    let rate = nodes as f64 / start.elapsed().as_secs_f64().max(1e-6);
    format!("{name:<24}{nodes:>14}{:>14}\n", short(rate))
}

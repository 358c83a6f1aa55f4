//! `vnmp tree FEN`: the tree of a real search, as the paper's Figure 2 sketches it.

use std::path::PathBuf;

use anyhow::Context;
use clap::ValueEnum;

use super::search::Single;
use crate::base::file;
use crate::base::terminal::print;
use crate::experiment::parse_variant;
use crate::show::canvas;
use crate::show::tree::{self, Recorded, Size};

/// Options of the tree.
#[derive(clap::Args)]
#[command(after_help = super::variants_help())]
pub(crate) struct Args {
    #[command(flatten)]
    single: Single,
    /// The pruning variant
    #[arg(short, long, value_name = "V", default_value = "vrfd:r=3")]
    variant: String,
    /// Depth in plies, 1 to 10; the last iteration is drawn
    #[arg(short, long, value_name = "D", default_value = "4",
          value_parser = clap::value_parser!(u8).range(1..=10))]
    depth: u8,
    /// Largest number of moves drawn below a node, besides its null move
    #[arg(long, value_name = "N", default_value = "2")]
    children: usize,
    /// Largest number of nodes drawn; whole plies are dropped, the deepest first
    #[arg(long, value_name = "N", default_value = "200")]
    nodes: usize,
    /// Format of the tree [default: by the file's ending, else svg]
    #[arg(short, long, value_enum)]
    format: Option<Format>,
    /// File to write instead of standard output
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    Dot,
    Svg,
    /// Only into a file
    Png,
    /// For the report's viewer, which shows all that is kept
    Json,
}

const UNFINISHED: &str = "the search ended before its first iteration; please report";

impl Args {
    /// Searches and draws.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let (variant, (position, settings)) =
            (parse_variant(&self.variant)?, self.single.read(None)?);
        let size = Size { children: self.children, nodes: self.nodes };
        let (root, iterations) =
            tree::search(&variant, &position, &settings, self.depth, size).context(UNFINISHED)?;
        let nodes = iterations.last().map_or(0, |iteration| iteration.counts.main);
        let title = format!(
            "{} at depth {}: {} of the main nodes of the last iteration ({nodes} in all \
             iterations), {}",
            variant.title(),
            self.depth,
            root.count(),
            position.to_fen()
        );
        let ending = self.out.as_ref().and_then(|path| path.extension()?.to_str());
        let by_ending = || ending.and_then(|ending| Format::from_str(ending, true).ok());
        let text = match self.format.or_else(by_ending).unwrap_or(Format::Svg) {
            Format::Dot => tree::dot(&root, &title),
            Format::Svg => tree::draw(&root, &title),
            Format::Png => {
                let path = self.out.as_ref().context("PNG needs a file: --out FILE.png")?;
                return Ok(file::write(path, &canvas::png(&tree::draw(&root, &title))?)?);
            }
            Format::Json => Recorded::new(&position, &variant, &settings, &iterations, &root)
                .context(UNFINISHED)?
                .to_json()?,
        };
        match &self.out {
            Some(path) => Ok(file::write(path, text.as_bytes())?),
            None => print(&text),
        }
    }
}

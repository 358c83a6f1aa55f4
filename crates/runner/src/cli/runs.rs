//! `vnmp runs`: what lies under results/runs, the commands that go on with it, and removal.

use std::path::{Path, PathBuf};

use anyhow::bail;

use crate::base::progress::short;
use crate::base::terminal::print;
use crate::run::inventory::{Item, Removed, State, items, remove, remove_dead};
use crate::run::merge::ranges;
use crate::show::grid::columns;

/// Options of the list.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Folder of the runs [default: results/runs]
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Remove a run with journals that no other run uses, or a journal, by its name in the list; may be repeated
    #[arg(long, value_name = "NAME")]
    remove: Vec<String>,
    /// Remove runs without any result, empty journals and empty folders
    #[arg(long, conflicts_with = "remove")]
    remove_dead: bool,
}

impl Args {
    /// Lists or removes.
    pub(crate) fn run(self) -> anyhow::Result<()> {
        let given = self.folder.as_ref().filter(|folder| !folder.is_dir());
        if let Some(folder) = given {
            bail!("there is no folder {}; give the folder of some runs", folder.display());
        }
        let folder = self.folder.as_deref().unwrap_or(Path::new("results/runs"));
        let mut removed = Removed::default();
        for name in &self.remove {
            let Removed { names, kept } = remove(folder, name)?;
            removed.names.extend(names);
            removed.kept.extend(kept);
        }
        if self.remove_dead {
            removed.names = remove_dead(folder)?;
        }
        if self.remove_dead || !self.remove.is_empty() {
            let names = removed.names.iter().map(|name| format!("removed: {name}\n"));
            // of several runs the last may have taken it
            let kept = removed.kept.iter().filter(|(name, _)| !removed.names.contains(name));
            let kept = kept.map(|(name, run)| format!("kept: {name}, which {run} uses\n"));
            let lines: String = names.chain(kept).collect();
            return print(if lines.is_empty() { "nothing to remove\n" } else { &lines });
        }
        let items = items(folder)?;
        if items.is_empty() {
            return print(&format!("no runs in {}\n", folder.display()));
        }
        let mut rows =
            vec![["run or journal", "state", "last change (UTC)", "size"].map(str::to_owned)];
        rows.extend(items.iter().map(row));
        let mut text = columns(&rows);
        for item in &items {
            if let State::Interrupted { command, .. } = &item.state {
                text += &format!("\n{} resumes with:\n  {command}\n", item.name);
            }
            let State::Shards { missing, all } = &item.state else { continue };
            text += &match &missing[..] {
                [] => format!("\n{}: vnmp merge {}/{}\n", item.name, folder.display(), item.name),
                some => {
                    let (name, list) = (&item.name, ranges(some));
                    format!("\n{name} lacks {list}: repeat its command with --shard N/{all}\n")
                }
            };
        }
        print(&text)
    }
}

fn row(item: &Item) -> [String; 4] {
    let state = match &item.state {
        State::Running => "running".to_owned(),
        State::Complete => "complete".to_owned(),
        State::Interrupted { done, all, .. } => format!("interrupted: {done} of {all}"),
        State::Shards { missing, all } => {
            format!("{} of {all} shards", *all as usize - missing.len())
        }
        State::Dead => "dead: no result".to_owned(),
        State::Journal { records: 1 } => "1 record".to_owned(),
        State::Journal { records } => format!("{records} records"),
        State::Unreadable(why) => format!("unreadable: {why}"),
    };
    let date = item.changed.and_then(|time| jiff::Timestamp::try_from(time).ok());
    let date = date.map_or(String::new(), |time| time.to_string());
    let date = date.get(..16).unwrap_or_default().replace('T', " ");
    [item.name.clone(), state, date, format!("{}B", short(item.bytes as f64))]
}

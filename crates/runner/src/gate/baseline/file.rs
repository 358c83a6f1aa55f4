//! The text file of a baseline: comments, what is searched, then a line per iteration.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use anyhow::anyhow;

use super::{Baseline, Key, Scope, Value};
use crate::base::file::{self, FileError};
use crate::experiment::MAX_DEPTH;

const INTRODUCTION: &str = "\
# Node counts, scores (centipawns, or # and moves to mate) and best moves that must not change
# unnoticed. `vnmp baseline check` compares them, exactly; `vnmp baseline accept` rewrites the file.
";

const COLUMNS: [&str; 6] = ["position", "variant", "depth", "nodes", "score", "best"];

impl Baseline {
    /// Reads the file; `None` if there is none.
    pub(crate) fn read(path: &Path) -> anyhow::Result<Option<Baseline>> {
        let text = file::if_there(file::read_text(path));
        let text = text.map_err(|e: FileError| anyhow!("{e}; `vnmp baseline accept` writes it"))?;
        text.map(|text| Baseline::parse(&text, &path.display().to_string())).transpose()
    }

    /// Reads a file's text; `file` is named in errors.
    pub(crate) fn parse(text: &str, file: &str) -> anyhow::Result<Baseline> {
        let fail = |line: usize, reason: String| {
            anyhow!(
                "{file}:{line}: {reason}; correct it, or remove the file and write a new one with `vnmp baseline accept`"
            )
        };
        let scope = Scope { variants: Vec::new(), ..Scope::default() };
        let baseline = Baseline { scope, values: BTreeMap::new() };
        let mut reader = Reader { baseline, headings: BTreeSet::new(), positions: Vec::new() };
        for (number, line) in (1..).zip(text.lines()) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let is_comment = words.first().is_none_or(|word| word.starts_with('#'));
            if !is_comment && words[..] != COLUMNS {
                reader.line(&words).map_err(|reason| fail(number, reason))?;
            }
        }
        let end = |reason| fail(text.lines().count(), reason);
        for (word, value) in [("suite", "NAME"), ("depth", "D")] {
            if !reader.headings.contains(word) {
                return Err(end(format!("there is no line '{word} {value}'")));
            }
        }
        let depth = reader.baseline.scope.depth;
        match (1..=MAX_DEPTH).contains(&depth) {
            true => Ok(reader.baseline),
            false => Err(end(format!("depth {depth} is not among 1 to {MAX_DEPTH} plies"))),
        }
    }

    /// The file's text; columns are aligned so that a diff is easy to read.
    pub(crate) fn to_text(&self) -> String {
        let Scope { suite, depth, variants, settings } = &self.scope;
        let mut text = INTRODUCTION.to_owned();
        let _ = write!(text, "suite {suite}\ndepth {depth}\nvariants {}\n", variants.join(" "));
        let _ = writeln!(text, "{}", format!("settings {}", settings.join(" ")).trim_end());
        let mut rows = vec![COLUMNS.map(str::to_owned)];
        for (key, value) in &self.values {
            rows.push([
                key.position.1.clone(),
                key.variant.1.clone(),
                key.depth.to_string(),
                value.nodes.to_string(),
                value.score.clone(),
                value.best_move.clone(),
            ]);
        }
        let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
        let widths: Vec<usize> = (0..COLUMNS.len()).filter_map(width).collect();
        for row in &rows {
            let [position, variant, depth, nodes, score, best] = row;
            let _ = writeln!(
                text,
                "{position:w0$} {variant:w1$} {depth:>w2$} {nodes:>w3$} {score:>w4$} {best}",
                w0 = widths[0],
                w1 = widths[1],
                w2 = widths[2],
                w3 = widths[3],
                w4 = widths[4],
            );
        }
        text
    }
}

struct Reader {
    /// First words of the lines that say what is searched.
    headings: BTreeSet<String>,
    positions: Vec<String>,
    baseline: Baseline,
}

impl Reader {
    fn line(&mut self, words: &[&str]) -> Result<(), String> {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let scope = &mut self.baseline.scope;
        match *words {
            ["suite", ref rest @ ..] if !rest.is_empty() => scope.suite = rest.join(" "),
            ["depth", depth] => scope.depth = parse(depth, "depth")?,
            ["variants", ref rest @ ..] => scope.variants = owned(rest),
            ["settings", ref rest @ ..] => scope.settings = owned(rest),
            [position, variant, depth, nodes, score, best] => {
                return self.row([position, variant, depth, nodes, score, best]);
            }
            _ => return Err(format!("not the {} words of a row", COLUMNS.len())),
        }
        match self.headings.insert(words[0].to_owned()) && self.baseline.values.is_empty() {
            true => Ok(()),
            false => Err(format!("'{}' belongs above the rows, once", words[0])),
        }
    }

    fn row(&mut self, words: [&str; COLUMNS.len()]) -> Result<(), String> {
        let [position, variant, depth, nodes, score, best] = words;
        let Baseline { scope, values } = &mut self.baseline;
        let column = scope.variants.iter().position(|known| known == variant);
        let column = column.ok_or_else(|| format!("'{variant}' is not among the variants"))?;
        if self.positions.last().is_none_or(|last| last != position) {
            self.positions.push(position.to_owned());
        }
        let key = Key {
            position: (self.positions.len() as u32 - 1, position.to_owned()),
            variant: (column, variant.to_owned()),
            depth: parse(depth, "depth")?,
        };
        let number: i32 = parse(score.trim_start_matches('#'), "score")?;
        let score = format!("{}{number}", if score.starts_with('#') { "#" } else { "" });
        let value =
            Value { nodes: parse(nodes, "number of nodes")?, score, best_move: best.to_owned() };
        match values.insert(key, value) {
            None => Ok(()),
            Some(_) => Err("the same position, variant and depth again".to_owned()),
        }
    }
}

fn parse<T: std::str::FromStr>(text: &str, what: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is no {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn baseline() -> Baseline {
        let scope = Scope {
            suite: "my suite".into(),
            depth: 2,
            variants: vec!["none".into(), "vrfd:r=3,research=off".into()],
            settings: vec!["killers=on".into()],
        };
        let mut values = BTreeMap::new();
        for (i, id) in ["b", "a"].into_iter().enumerate() {
            for (j, variant) in scope.variants.iter().enumerate() {
                for depth in 1..=2 {
                    let position = (i as u32, id.to_owned());
                    let key = Key { position, variant: (j, variant.clone()), depth };
                    let best_move = if i == 0 { "Qxh7+" } else { "-" }.to_owned();
                    let score = if j == 0 { "-12" } else { "#-3" }.to_owned();
                    values.insert(key, Value { nodes: 1000 * u64::from(depth), score, best_move });
                }
            }
        }
        Baseline { scope, values }
    }

    #[test]
    fn what_is_written_reads_back() {
        let text = baseline().to_text();
        assert_eq!(Baseline::parse(&text, "x").unwrap(), baseline(), "{text}");
    }

    #[test]
    fn lines_that_are_not_understood_are_named() {
        let text = baseline().to_text();
        for (old, new, reason) in [
            (" 1000 ", " 10x0 ", "no number of nodes"),
            ("depth 2", "depth 200", "not among 1 to 64"),
            ("depth 2", "deep 2", "not the 6 words"),
            (" -12 ", " ", "not the 6 words"),
            ("none  ", "nine  ", "not among the variants"),
            (" 2  2000", " 1  2000", "again"),
            ("settings killers=on", "depth 3", "once"),
            ("\nb ", "\ndepth 2\nb ", "once"),
        ] {
            assert!(text.contains(old), "{old} in {text}");
            let error = Baseline::parse(&text.replacen(old, new, 1), "b.txt").unwrap_err();
            let error = error.to_string();
            assert!(error.starts_with("b.txt:") && error.contains(reason), "{error}");
        }
    }
}

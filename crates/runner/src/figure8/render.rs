//! The table of Figure 8 as text, Markdown, CSV and JSON.

use comfy_table::{Cell as TextCell, CellAlignment, ContentArrangement, Table as Grid, presets};

use super::table::{Cell, Figure8, Measure, Section, Solved};
use crate::show::table::{Format, TableError};
use crate::stats::Interval;

const ABSENT: &str = "–";

impl Figure8 {
    /// The whole file in a format, ending in a line break.
    pub(crate) fn render(&self, format: Format) -> Result<String, TableError> {
        match format {
            Format::Text => Ok(self.text()),
            Format::Markdown => Ok(self.markdown()),
            Format::Csv => self.csv(),
            Format::Json => serde_json::to_string_pretty(self)
                .map(|text| text + "\n")
                .map_err(|e| TableError::Write { format: "JSON", reason: e.to_string() }),
        }
    }

    /// Headings and rows of every block, as strings.
    fn blocks(&self) -> Vec<(String, Vec<Vec<String>>)> {
        let reference = &self.reference;
        let mut blocks = Vec::new();
        for section in &self.sections {
            let title = section.measure.title();
            let heading =
                format!("{title}, in percent of {reference} [95 % interval over positions]");
            let mut rows = vec![self.totals(section)];
            rows.extend(section.rows.iter().map(|row| {
                let cells =
                    row.cells.iter().map(|cell| cell.as_ref().map_or(ABSENT.into(), percent));
                std::iter::once(row.method.clone()).chain(cells).collect()
            }));
            blocks.push((heading, rows));
        }
        if !self.solved.is_empty() {
            let rows = self.solved.iter().map(|(method, cells)| {
                let cells = cells.iter().map(|cell| cell.as_ref().map_or(ABSENT.into(), solved));
                std::iter::once(method.clone()).chain(cells).collect()
            });
            let heading = format!("Positions solved (lost and gained against {reference})");
            blocks.push((heading, rows.collect()));
        }
        blocks
    }

    /// The reference's own totals.
    fn totals(&self, section: &Section) -> Vec<String> {
        let unit = if section.measure == Measure::Cpu { ", seconds" } else { "" };
        let mut line = vec![format!("{} in total{unit}", self.reference)];
        let row = section.rows.iter().find(|row| row.method == self.reference);
        line.extend((0..self.depths.len()).map(|i| {
            let cell = row.and_then(|row| row.cells[i].as_ref());
            cell.map_or(ABSENT.into(), |cell| match section.measure {
                Measure::Cpu => format!("{:.4}", cell.total),
                _ => crate::base::number::thousands(cell.total as u64),
            })
        }));
        line
    }

    fn columns(&self) -> Vec<String> {
        let depths = self.depths.iter().map(|depth| format!("depth {depth}"));
        std::iter::once("Method".to_owned()).chain(depths).collect()
    }

    /// The measured widths, as a sentence.
    fn widths_line(&self) -> String {
        let widths = self.depths.iter().zip(&self.widths);
        let widths: Vec<String> = widths
            .filter_map(|(depth, width)| width.map(|width| format!("{width:.1} (depth {depth})")))
            .collect();
        format!("Average width W of the trees of {}: {}.", self.reference, widths.join(", "))
    }

    /// The positions that each method loses and gains at the greatest depth, a sentence each.
    pub(crate) fn changes(&self) -> Vec<String> {
        let Some(depth) = self.depths.last() else { return Vec::new() };
        let sentence = |(method, cells): &(String, Vec<Option<Solved>>)| {
            let Solved { lost, gained, .. } = cells.last()?.as_ref()?;
            let parts = [("loses", lost), ("gains", gained)];
            let parts = parts.iter().filter(|(_, ids)| !ids.is_empty());
            let parts: Vec<String> =
                parts.map(|(verb, ids)| format!("{verb} {}", ids.join(", "))).collect();
            let line = format!("Depth {depth}, {method}: {}.", parts.join("; "));
            (!parts.is_empty()).then_some(line)
        };
        self.solved.iter().filter_map(sentence).collect()
    }

    fn text(&self) -> String {
        let mut text = format!("{}\nSuite: {}\n", self.title, self.suite);
        for note in &self.notes {
            text += &format!("NOTE: {note}\n");
        }
        for (heading, rows) in self.blocks() {
            text += &format!("\n{heading}\n");
            let mut grid = Grid::new();
            grid.load_preset(presets::UTF8_HORIZONTAL_ONLY);
            grid.set_content_arrangement(ContentArrangement::Disabled);
            let aligned = |line: Vec<String>| {
                line.into_iter().enumerate().map(|(i, text)| {
                    let side = if i == 0 { CellAlignment::Left } else { CellAlignment::Right };
                    TextCell::new(text).set_alignment(side)
                })
            };
            grid.set_header(aligned(self.columns()));
            for row in rows {
                grid.add_row(aligned(row));
            }
            // rules between the rows would double the height of the table
            let lines: Vec<String> = grid.lines().collect();
            let last = lines.len().saturating_sub(1);
            for (i, line) in lines.iter().enumerate() {
                if i <= 2 || i == last || !line.starts_with('─') {
                    text += line.trim_end();
                    text.push('\n');
                }
            }
        }
        for line in self.changes() {
            text += &format!("{line}\n");
        }
        text + &self.widths_line() + "\n"
    }

    fn markdown(&self) -> String {
        let mut text = format!("**{}**\n\nSuite: {}\n", self.title, self.suite);
        for note in &self.notes {
            text += &format!("\n> **NOTE:** {note}\n");
        }
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        for (heading, rows) in self.blocks() {
            text += &format!("\n{heading}\n\n{}", line(&self.columns()));
            let rule = (0..=self.depths.len()).map(|i| if i == 0 { "---" } else { "---:" });
            text += &line(&rule.map(str::to_owned).collect::<Vec<_>>());
            for row in rows {
                text += &line(&row);
            }
        }
        for line in self.changes() {
            text += &format!("\n{line}\n");
        }
        format!("{text}\n{}\n", self.widths_line())
    }

    /// One line per measure, method and depth, unrounded.
    fn csv(&self) -> Result<String, TableError> {
        let failed = |reason: String| TableError::Write { format: "CSV", reason };
        let mut writer = csv::Writer::from_writer(Vec::new());
        let header = [
            "measure",
            "method",
            "depth",
            "total",
            "percent",
            "percent_low",
            "percent_high",
            "geometric_percent",
        ];
        writer.write_record(header).map_err(|e| failed(e.to_string()))?;
        for section in &self.sections {
            for row in &section.rows {
                for (depth, cell) in self.depths.iter().zip(&row.cells) {
                    let Some(cell) = cell else { continue };
                    let name = section.measure.name().to_owned();
                    let p = &cell.percent;
                    let (low, high) = p.interval.map(|i| (i.low, i.high)).unzip();
                    let (total, mean) = (Some(cell.total), Some(cell.geometric_percent));
                    let numbers = [total, Some(p.value), low, high, mean];
                    let mut line = vec![name, row.method.clone(), depth.to_string()];
                    line.extend(
                        numbers.map(|number| number.map_or(String::new(), |n| n.to_string())),
                    );
                    writer.write_record(line).map_err(|e| failed(e.to_string()))?;
                }
            }
        }
        for (method, counts) in &self.solved {
            for (depth, count) in self.depths.iter().zip(counts) {
                let Some(Solved { count, lost, gained }) = count else { continue };
                let depth = depth.to_string();
                let rows = [("solved", *count), ("lost", lost.len()), ("gained", gained.len())];
                for (name, count) in rows {
                    let count = count.to_string();
                    let line = [name, method, &depth, &count, "", "", "", ""];
                    writer.write_record(line).map_err(|e| failed(e.to_string()))?;
                }
            }
        }
        let bytes = writer.into_inner().map_err(|e| failed(e.to_string()))?;
        String::from_utf8(bytes).map_err(|e| failed(e.to_string()))
    }
}

/// `57.4 [49.9, 66.0]`; without an interval where there is none, as for the reference itself.
pub(crate) fn percent(cell: &Cell) -> String {
    let value = format!("{:.1}", cell.percent.value);
    match cell.percent.interval {
        Some(Interval { low, high }) if low < high => format!("{value} [{low:.1}, {high:.1}]"),
        _ => value,
    }
}

/// `12 (−3 +1)`: solved, lost and gained.
pub(crate) fn solved(solved: &Solved) -> String {
    let Solved { count, lost, gained } = solved;
    match (lost.len(), gained.len()) {
        (0, 0) => count.to_string(),
        (lost, gained) => format!("{count} (−{lost} +{gained})"),
    }
}

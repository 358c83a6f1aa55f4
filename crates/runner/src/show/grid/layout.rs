//! A table that is wider than the terminal: transposed, or in blocks of columns below each other, long
//! names over several lines.

use super::{ABSENT, Cell, Grid};

/// Names are not broken into shorter pieces.
const SHORTEST_PIECE: usize = 8;

impl Grid {
    /// The table as tables that fit a width, if it can be done: itself, transposed, or in blocks.
    pub(super) fn fitting(&self, width: usize) -> Vec<Grid> {
        let fits = |grid: &Grid| grid.width() <= width;
        let turned = self.transposed();
        if fits(self) {
            return vec![self.clone()];
        }
        if self.head.len() <= self.text_columns + 1 {
            return vec![self.narrowed(width)];
        }
        if fits(&turned) {
            return vec![turned];
        }
        let lines =
            |blocks: &[Grid]| blocks.iter().map(|b| b.text().lines().count()).sum::<usize>();
        let narrowed = |grid: &Grid| -> Vec<Grid> {
            grid.blocks(width).iter().map(|block| block.narrowed(width)).collect()
        };
        let (blocks, turned) = (narrowed(self), narrowed(&turned));
        let cost = |blocks: &[Grid]| (!blocks.iter().all(fits), lines(blocks));
        if cost(&blocks) <= cost(&turned) { blocks } else { turned }
    }

    /// The same with the widest text columns broken over several lines until it fits.
    fn narrowed(&self, width: usize) -> Grid {
        let mut grid = self.clone();
        for _ in 0..self.text_columns {
            let excess = grid.width().saturating_sub(width);
            let longest = |column: usize| {
                let cells = grid.rows.iter().map(|row| row[column].text.as_str());
                let cells = cells.chain([grid.head[column].as_str()]);
                cells.flat_map(str::lines).map(|line| line.chars().count()).max().unwrap_or(0)
            };
            let Some(widest) = (0..grid.text_columns).max_by_key(|&column| longest(column)) else {
                break;
            };
            if excess > 0 {
                let most = longest(widest).saturating_sub(excess).max(SHORTEST_PIECE);
                grid = grid.broken(widest, most);
            }
        }
        grid
    }

    /// The same with a column no wider than `most` characters; the rest of a cell goes into extra rows
    /// below.
    fn broken(&self, column: usize, most: usize) -> Grid {
        let mut grid = Grid { rows: Vec::new(), ruled: Vec::new(), ..self.clone() };
        grid.head[column] = pieces(&self.head[column], most).join("\n");
        for (number, row) in self.rows.iter().enumerate() {
            if self.ruled.contains(&number) {
                grid.ruled.push(grid.rows.len());
            }
            let mut pieces = pieces(&row[column].text, most).into_iter();
            let mut first = row.clone();
            first[column].text = pieces.next().unwrap_or_default();
            grid.rows.push(first);
            for piece in pieces {
                let mut more = vec![Cell::default(); row.len()];
                more[column].text = piece;
                grid.rows.push(more);
            }
        }
        grid
    }

    fn width(&self) -> usize {
        self.text().lines().map(|line| line.chars().count()).max().unwrap_or(0)
    }

    /// A row for each column of numbers. A row without text continues the one above it: they become
    /// one column.
    fn transposed(&self) -> Grid {
        let mut labels = vec![String::new(); self.text_columns];
        let corner: Vec<&str> = self.head[..self.text_columns].iter().map(String::as_str).collect();
        let mut grid = Grid::new(&[corner.join(" ").trim()], 1);
        let titles = self.head.iter().skip(self.text_columns);
        grid.rows = titles.map(|title| vec![Cell::from(title.as_str())]).collect();
        for row in &self.rows {
            let (texts, numbers) = row.split_at(self.text_columns);
            if grid.head.len() > 1 && texts.iter().all(|cell| cell.text.is_empty()) {
                let last = grid.rows.iter_mut().filter_map(|own| own.last_mut());
                let is_none = |cell: &Cell| cell.text.is_empty() || cell.text == ABSENT;
                for (cell, more) in last.zip(numbers).filter(|(_, more)| !is_none(more)) {
                    cell.text = format!("{} {}", cell.text, more.text);
                }
                continue;
            }
            for (label, cell) in labels.iter_mut().zip(texts).filter(|(_, c)| !c.text.is_empty()) {
                label.clone_from(&cell.text);
            }
            let label: Vec<&str> = labels.iter().map(String::as_str).collect();
            grid.head.push(label.join(" ").trim().to_owned());
            grid.rows.iter_mut().zip(numbers).for_each(|(own, cell)| own.push(cell.clone()));
        }
        grid
    }

    /// Some columns of numbers at a time, each time beside all columns of text.
    fn blocks(&self, width: usize) -> Vec<Grid> {
        let part = |columns: &[usize]| {
            let shown = (0..self.text_columns).chain(columns.iter().copied());
            let shown: Vec<usize> = shown.collect();
            Grid {
                head: shown.iter().map(|&i| self.head[i].clone()).collect(),
                rows: (self.rows.iter())
                    .map(|row| shown.iter().map(|&i| row[i].clone()).collect())
                    .collect(),
                ..self.clone()
            }
        };
        let (mut blocks, mut columns) = (Vec::new(), Vec::new());
        for column in self.text_columns..self.head.len() {
            columns.push(column);
            if columns.len() > 1 && part(&columns).width() > width {
                columns.pop();
                blocks.push(part(&columns));
                columns = vec![column];
            }
        }
        blocks.push(part(&columns));
        blocks
    }
}

/// A text in pieces of up to `most` characters, broken after a space or a sign if possible.
fn pieces(text: &str, most: usize) -> Vec<String> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while rest.chars().count() > most {
        let end = rest.char_indices().nth(most).map_or(rest.len(), |(at, _)| at);
        let sign = rest[..end].rfind([' ', '+', ',', ':', '=', '-']).map(|at| at + 1);
        let (piece, more) = rest.split_at(sign.unwrap_or(end));
        pieces.push(piece.trim_end().to_owned());
        rest = more;
    }
    pieces.push(rest.to_owned());
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::show::grid::Show;
    use crate::show::table::samples;

    fn widest(text: &str) -> usize {
        text.lines().map(|line| line.chars().count()).max().unwrap_or(0)
    }

    fn of(columns: usize, rows: usize) -> Grid {
        let mut grid = Grid::new(&["Depth", ""], 2);
        grid.head.extend((0..columns).map(|i| format!("Variant {i}")));
        for depth in 0..rows {
            let numbers = |n: usize| (0..columns).map(move |i| Cell::from(format!("{}", n + i)));
            let own = [depth.to_string().as_str().into(), "ours".into()];
            grid.rows.push(own.into_iter().chain(numbers(1_000_000)).collect());
            grid.rows.push(["".into(), "".into()].into_iter().chain(numbers(50)).collect());
        }
        grid
    }

    #[test]
    fn a_table_that_fits_stays_as_it_is() {
        let grid = of(2, 2);
        let [own] = &grid.fitting(60)[..] else { panic!() };
        assert_eq!(own.text(), grid.text());
    }

    #[test]
    fn many_variants_become_rows() {
        let grid = of(13, 1);
        let [turned] = &grid.fitting(60)[..] else { panic!() };
        assert_eq!(turned.head, ["Depth", "0 ours"]);
        assert_eq!(turned.rows.len(), 13);
        assert_eq!(turned.rows[12][1].text, "1000012 62", "the second line goes with the first");
    }

    #[test]
    fn a_table_that_fits_neither_way_is_split_into_blocks_with_every_number() {
        for (columns, rows) in [(13, 20), (4, 9), (40, 9)] {
            let grid = of(columns, rows);
            let blocks = grid.fitting(60);
            let text: String = blocks.iter().map(Grid::text).collect();
            assert!(blocks.len() > 1 && widest(&text) <= 60, "{text}");
            for number in grid.rows.iter().flatten().filter(|cell| cell.text.len() > 3) {
                assert!(text.contains(&number.text), "{} in {text}", number.text);
            }
        }
    }

    #[test]
    fn long_names_are_broken_and_stay_whole_when_read_down() {
        let mut grid = Grid::new(&["Variant", "Claim", "Wrong"], 2);
        let name = "vrfd:r=3,research=off+probcut+multicut+futility";
        for (claim, wrong) in [("cutoff", "12.34 %"), ("reduction of a ply", "0.10 %")] {
            grid.rows.push(vec![name.into(), claim.into(), wrong.into()]);
        }
        grid.ruled = vec![1];
        let [narrow] = &grid.fitting(40)[..] else { panic!() };
        let text = narrow.text();
        assert!(widest(&text) <= 40, "{text}");
        let names: String = narrow.rows.iter().map(|row| row[0].text.as_str()).collect();
        assert_eq!(names, format!("{name}{name}"));
        let rule = narrow.ruled[0];
        assert_eq!(narrow.rows[rule][2].text, "0.10 %", "{text}");
    }

    #[test]
    fn sixty_columns_are_enough_for_the_papers_tables() {
        for table in [samples::nodes(), samples::solved(), samples::mates()] {
            let sheet = table.sheet();
            let text = sheet.text_within(Some(60));
            assert!(widest(&text) <= 60, "{text}");
            assert_eq!(sheet.text_within(None), sheet.text());
        }
    }
}

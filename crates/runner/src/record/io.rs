//! Rows as bytes and back: CSV (also gzipped) and JSON, both from the one struct, here for records, games
//! and tables alike. Nothing here interprets a value; rounding and summing belong to the tables. In CSV a
//! text that a spreadsheet would take for a formula stands behind a `'` (`escape::cell`).

use std::fs::File;
use std::io::{BufReader, Error, ErrorKind, Read, Write};
use std::path::Path;

use anyhow::{anyhow, bail};
use csv::StringRecord;
use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::base::{escape, file};

/// Rows that are formatted at a time.
const BATCH: usize = 1000;
/// Longest row that is read, in bytes.
const LONGEST_ROW: usize = 1 << 20;

/// The forms in which a run writes its records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordFormat {
    /// One header line, also without records, then one line per record.
    Csv,
    /// The same, packed; the same bytes for the same records, as no time stamp is included.
    CsvGz,
    /// An array, one record a line, so that a diff shows the rows that changed.
    Json,
}

impl RecordFormat {
    /// Ending of a file, without the dot.
    pub(crate) fn extension(self) -> &'static str {
        match self {
            RecordFormat::Csv => "csv",
            RecordFormat::CsvGz => "csv.gz",
            RecordFormat::Json => "json",
        }
    }

    /// Writes rows as they come and holds few of them. In CSV the names of the fields are the header.
    ///
    /// # Errors
    /// Those of the rows, or when they cannot be written.
    pub(crate) fn write<T: Serialize + Default>(
        self,
        mut out: &mut dyn Write,
        rows: impl Iterator<Item = anyhow::Result<T>>,
    ) -> anyhow::Result<()> {
        match self {
            RecordFormat::Csv => write_csv(out, rows)?,
            RecordFormat::CsvGz => {
                let mut gzip = GzEncoder::new(out, Compression::best());
                write_csv(&mut gzip, rows)?;
                gzip.finish()?;
            }
            RecordFormat::Json => {
                out.write_all(b"[")?;
                for (i, row) in rows.enumerate() {
                    out.write_all(if i == 0 { b"\n" } else { b",\n" })?;
                    serde_json::to_writer(&mut out, &row?)?;
                }
                out.write_all(b"\n]\n")?;
            }
        }
        Ok(())
    }

    /// The whole file.
    ///
    /// # Errors
    /// When a row is none: a list within, say.
    pub(crate) fn bytes<T: Serialize + Default>(
        self,
        rows: impl IntoIterator<Item = T>,
    ) -> anyhow::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.write(&mut bytes, rows.into_iter().map(Ok))?;
        Ok(bytes)
    }
}

fn write_csv<T: Serialize + Default>(
    out: impl Write,
    mut rows: impl Iterator<Item = anyhow::Result<T>>,
) -> anyhow::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(&names_and_cells(&[T::default()])?[0])?;
    loop {
        let batch = rows.by_ref().take(BATCH).collect::<anyhow::Result<Vec<T>>>()?;
        if batch.is_empty() {
            return Ok(writer.flush()?);
        }
        for cells in &names_and_cells(&batch)?[1..] {
            writer.write_record(cells.iter().map(|cell| escape::cell(cell).into_owned()))?;
        }
    }
}

/// The header and then the cells of each row, not yet escaped.
fn names_and_cells(rows: &[impl Serialize]) -> anyhow::Result<Vec<StringRecord>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    rows.iter().try_for_each(|row| writer.serialize(row))?;
    let text = writer.into_inner()?;
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&text[..]);
    Ok(reader.records().collect::<Result<_, _>>()?)
}

/// Reads the rows of a `.csv`, `.csv.gz` or `.json` file.
///
/// # Errors
/// When it cannot be read, or a row is not what it should be.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    let name = path.display().to_string();
    let open = || -> anyhow::Result<BufReader<File>> {
        let file = file::open(path).map_err(|e| {
            anyhow!("{name}: cannot open the records: {}; give a file written by a run", e.source)
        })?;
        Ok(BufReader::new(file))
    };
    match name.to_ascii_lowercase() {
        lower if lower.ends_with(".csv") => from_csv(open()?, &name),
        lower if lower.ends_with(".csv.gz") => from_csv(MultiGzDecoder::new(open()?), &name),
        lower if lower.ends_with(".json") => from_json(open()?, &name),
        _ => bail!(
            "{name}: unknown kind of records file; the name must end in .csv, .csv.gz or .json"
        ),
    }
}

/// Reads CSV rows; `name` stands for the file in errors.
pub(crate) fn from_csv<T: DeserializeOwned>(
    input: impl Read,
    name: &str,
) -> anyhow::Result<Vec<T>> {
    let mut reader = csv::Reader::from_reader(Bounded { input, length: 0, is_quoted: false });
    let (mut rows, mut cells) = (Vec::new(), StringRecord::new());
    loop {
        // Where the reader stands now is where the next row begins: the line for errors without one.
        let line = reader.position().line();
        let row = reader.read_record(&mut cells).and_then(|there| {
            if cells.iter().any(|cell| cell.starts_with('\'')) {
                let position = cells.position().cloned();
                cells = cells.iter().map(escape::from_cell).collect();
                cells.set_position(position);
            }
            there.then(|| cells.deserialize(Some(reader.headers()?))).transpose()
        });
        match row {
            Ok(None) => return Ok(rows),
            Ok(Some(row)) => rows.push(row),
            Err(error) => {
                let line = error.position().map_or(line, csv::Position::line);
                return Err(match error.kind() {
                    csv::ErrorKind::Deserialize { err, .. } => not_a_row(name, line, err),
                    _ => not_a_row(name, line, error),
                });
            }
        }
    }
}

/// Reads JSON rows; `name` stands for the file in errors.
pub(crate) fn from_json<T: DeserializeOwned>(
    input: impl Read,
    name: &str,
) -> anyhow::Result<Vec<T>> {
    serde_json::from_reader(input).map_err(|e| not_a_row(name, e.line() as u64, e))
}

/// One row of a file is not what it should be; `line` is that of the unpacked file, from 1.
pub(crate) fn not_a_row(name: &str, line: u64, reason: impl std::fmt::Display) -> anyhow::Error {
    anyhow!("{name}:{line}: not a record: {reason}; run again to rewrite the file")
}

/// Ends the reading of a row that is longer than any record: unpacked, a small file may hold a
/// field larger than the memory.
struct Bounded<R> {
    input: R,
    /// Bytes of the row so far.
    length: usize,
    is_quoted: bool,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.input.read(buffer)?;
        for byte in &buffer[..read] {
            self.is_quoted ^= *byte == b'"';
            self.length = if *byte == b'\n' && !self.is_quoted { 0 } else { self.length + 1 };
            if self.length > LONGEST_ROW {
                let reason = format!("the row is longer than {} KiB", LONGEST_ROW >> 10);
                return Err(Error::new(ErrorKind::InvalidData, reason));
            }
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::RunRecord;

    fn to_csv(records: &[RunRecord]) -> Vec<u8> {
        RecordFormat::Csv.bytes(records.iter().cloned()).unwrap()
    }

    fn to_json(records: &[RunRecord]) -> Vec<u8> {
        RecordFormat::Json.bytes(records.iter().cloned()).unwrap()
    }

    fn csv(input: &[u8], name: &str) -> anyhow::Result<Vec<RunRecord>> {
        from_csv(input, name)
    }

    fn json(input: &[u8], name: &str) -> anyhow::Result<Vec<RunRecord>> {
        from_json(input, name)
    }

    fn some() -> Vec<RunRecord> {
        let full = RunRecord {
            index: 3,
            id: "ECM.004, \"quoted\"\nand broken".into(),
            variant: "vrfd:r=3".into(),
            depth: 9,
            nodes: 7,
            main_nodes: Some(4),
            quiescence_nodes: Some(3),
            score_cp: Some(-12),
            best_move: Some("Qxh7+".into()),
            pv: "Qxh7+ Kxh7".into(),
            solved: Some(true),
            ..RunRecord::default()
        };
        let formula = RunRecord { id: "=1+1".into(), ..full.clone() };
        let quoted = RunRecord { id: "'=1+1".into(), ..full.clone() };
        vec![
            full,
            formula,
            quoted,
            RunRecord { id: "stalemate".into(), mate: Some(-2), ..RunRecord::default() },
        ]
    }

    #[test]
    fn csv_and_json_give_back_what_was_written() {
        assert_eq!(csv(&to_csv(&some()), "x").unwrap(), some());
        assert_eq!(json(&to_json(&some()), "x").unwrap(), some());
        assert_eq!(json(&to_json(&[]), "x").unwrap(), []);
    }

    #[test]
    fn an_absent_value_is_an_empty_cell() {
        let csv = String::from_utf8(to_csv(&some()[3..])).unwrap();
        assert!(csv.ends_with("0,stalemate,,0,0,,,,,,,,,-2,,,,,,\n"), "{csv}");
    }

    #[test]
    fn no_records_are_a_header_and_nothing_else() {
        let (empty, all) = (to_csv(&[]), to_csv(&some()));
        assert!(empty.starts_with(b"index,id,variant,depth,nodes,") && all.starts_with(&empty));
        assert_eq!(csv(&empty, "x").unwrap(), []);
    }

    #[test]
    fn files_are_read_by_their_ending_packed_or_not() {
        let dir = tempfile::tempdir().unwrap();
        let packed = dir.path().join("records.csv.gz");
        std::fs::write(&packed, RecordFormat::CsvGz.bytes(some()).unwrap()).unwrap();
        let read = read::<RunRecord>;
        assert_eq!(read(&packed).unwrap(), some());
        let plain = dir.path().join("records.json");
        std::fs::write(&plain, to_json(&some())).unwrap();
        assert_eq!(read(&plain).unwrap(), some());
        for (file, why) in [("records.txt", "unknown kind"), ("no such.csv", "cannot open")] {
            let error = read(Path::new(file)).unwrap_err().to_string();
            assert!(error.starts_with(file) && error.contains(why), "{error}");
        }
    }

    #[test]
    fn a_bad_row_is_named_with_its_line() {
        let mut text = String::from_utf8(to_csv(&some()[3..])).unwrap();
        text.push_str("zero,stalemate,,0,0,0,0,0,0,0,0,0,,-2,,,,,,\n");
        let error = csv(text.as_bytes(), "r.csv").unwrap_err().to_string();
        assert!(error.starts_with("r.csv:3: not a record: "), "{error}");
        assert!(error.contains("index") || error.contains("field 0"), "{error}");
        let cut = &text.as_bytes()[..text.len() - 15];
        let error = csv(cut, "r.csv").unwrap_err().to_string();
        assert!(error.starts_with("r.csv:3: not a record: "), "{error}");
        let error = json(b"[\n{\"index\": 1}\n]", "r.json").unwrap_err().to_string();
        assert!(error.starts_with("r.json:2: not a record: missing field"), "{error}");
    }
}

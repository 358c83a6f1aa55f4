//! Records as bytes and back: CSV (also gzipped) and JSON, both from the one struct `RunRecord`.
//! Nothing here interprets a value; rounding and summing belong to the tables. In CSV an id that a
//! spreadsheet would take for a formula stands behind a `'` (`escape::cell`).

use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;
use thiserror::Error;

use super::RunRecord;
use crate::base::{escape, file};

/// Longest row of records that is read, in bytes.
const LONGEST_ROW: usize = 1 << 20;

/// Why records could not be written or read.
#[derive(Debug, Error)]
pub(crate) enum RecordError {
    /// The file cannot be opened.
    #[error("{path}: cannot open the records: {source}; give a file written by a run")]
    Open {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The name ends in nothing that says what is inside.
    #[error("{path}: unknown kind of records file; the name must end in .csv, .csv.gz or .json")]
    Kind {
        /// The file.
        path: PathBuf,
    },
    /// One row does not hold a record.
    #[error("{name}:{line}: not a record: {reason}; run again to write the file anew")]
    Row {
        /// The file, or what stands for it.
        name: String,
        /// Line in the (unpacked) file, from 1.
        line: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A record cannot be written.
    #[error("cannot write the records: {0}")]
    Write(String),
}

/// The forms in which a run writes its records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RecordFormat {
    /// One header line, also without records, then one line per record.
    Csv,
    /// The same, packed; the same bytes for the same records, as no time is put in.
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

    /// Writes records as they come; none is held.
    ///
    /// # Errors
    /// Those of the records, or when they cannot be written.
    pub(crate) fn write<E: From<RecordError>>(
        self,
        out: &mut dyn Write,
        records: impl Iterator<Item = Result<RunRecord, E>>,
    ) -> Result<(), E> {
        match self {
            RecordFormat::Csv => write_csv(out, records),
            RecordFormat::CsvGz => {
                let mut gzip = GzEncoder::new(out, Compression::best());
                write_csv(&mut gzip, records)?;
                gzip.finish().map_err(RecordError::write)?;
                Ok(())
            }
            RecordFormat::Json => write_json(out, records),
        }
    }

    #[cfg(test)]
    fn to_bytes(self, records: &[RunRecord]) -> Result<Vec<u8>, RecordError> {
        let mut bytes = Vec::new();
        self.write(&mut bytes, records.iter().cloned().map(Ok::<_, RecordError>))?;
        Ok(bytes)
    }
}

/// Records as CSV.
#[cfg(test)]
pub(crate) fn to_csv(records: &[RunRecord]) -> Result<Vec<u8>, RecordError> {
    RecordFormat::Csv.to_bytes(records)
}

/// Records as packed CSV.
#[cfg(test)]
pub(crate) fn to_csv_gz(records: &[RunRecord]) -> Result<Vec<u8>, RecordError> {
    RecordFormat::CsvGz.to_bytes(records)
}

/// Records as JSON.
#[cfg(test)]
pub(crate) fn to_json(records: &[RunRecord]) -> Result<Vec<u8>, RecordError> {
    RecordFormat::Json.to_bytes(records)
}

fn write_csv<E: From<RecordError>>(
    out: &mut dyn Write,
    records: impl Iterator<Item = Result<RunRecord, E>>,
) -> Result<(), E> {
    let mut records = records.peekable();
    if records.peek().is_none() {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.serialize(RunRecord::default()).map_err(RecordError::write)?;
        let bytes = writer.into_inner().map_err(RecordError::write)?;
        let header = bytes.split_inclusive(|&b| b == b'\n').next().unwrap_or_default();
        return Ok(out.write_all(header).map_err(RecordError::write)?);
    }
    let mut writer = csv::Writer::from_writer(out);
    for record in records {
        let mut record = record?;
        record.id = escape::cell(&record.id).into_owned();
        writer.serialize(record).map_err(RecordError::write)?;
    }
    Ok(writer.flush().map_err(RecordError::write)?)
}

fn write_json<E: From<RecordError>>(
    out: &mut dyn Write,
    records: impl Iterator<Item = Result<RunRecord, E>>,
) -> Result<(), E> {
    out.write_all(b"[").map_err(RecordError::write)?;
    for (i, record) in records.enumerate() {
        out.write_all(if i == 0 { b"\n" } else { b",\n" }).map_err(RecordError::write)?;
        serde_json::to_writer(&mut *out, &record?).map_err(RecordError::write)?;
    }
    Ok(out.write_all(b"\n]\n").map_err(RecordError::write)?)
}

impl RecordError {
    fn write(reason: impl std::fmt::Display) -> RecordError {
        RecordError::Write(reason.to_string())
    }
}

/// Reads the records of a `.csv`, `.csv.gz` or `.json` file.
pub(crate) fn read(path: &Path) -> Result<Vec<RunRecord>, RecordError> {
    let name = path.display().to_string();
    let lower = name.to_ascii_lowercase();
    let open = || {
        let file = file::open(path).map(BufReader::new);
        file.map_err(|e| RecordError::Open { path: e.path, source: e.source })
    };
    if lower.ends_with(".csv") {
        from_csv(open()?, &name)
    } else if lower.ends_with(".csv.gz") {
        from_csv(MultiGzDecoder::new(open()?), &name)
    } else if lower.ends_with(".json") {
        from_json(open()?, &name)
    } else {
        Err(RecordError::Kind { path: path.into() })
    }
}

/// Reads CSV records; `name` stands for the file in errors.
pub(crate) fn from_csv(input: impl Read, name: &str) -> Result<Vec<RunRecord>, RecordError> {
    let mut reader = csv::Reader::from_reader(Bounded { input, length: 0, is_quoted: false });
    let mut records = Vec::new();
    loop {
        // Where the reader stands now is where the next record begins: the line for errors without one.
        let line = reader.position().line();
        match reader.deserialize().next() {
            None => return Ok(records),
            Some(Ok(record)) => records.push(without_escape(record)),
            Some(Err(error)) => {
                let line = error.position().map_or(line, csv::Position::line);
                let reason = match error.kind() {
                    csv::ErrorKind::Deserialize { err, .. } => err.to_string(),
                    _ => error.to_string(),
                };
                return Err(RecordError::Row { name: name.into(), line, reason });
            }
        }
    }
}

fn without_escape(record: RunRecord) -> RunRecord {
    RunRecord { id: escape::from_cell(&record.id).to_owned(), ..record }
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
                return Err(std::io::Error::new(std::io::ErrorKind::InvalidData, reason));
            }
        }
        Ok(read)
    }
}

/// Reads JSON records; `name` stands for the file in errors.
pub(crate) fn from_json(input: impl Read, name: &str) -> Result<Vec<RunRecord>, RecordError> {
    serde_json::from_reader(input).map_err(|e| RecordError::Row {
        name: name.into(),
        line: e.line() as u64,
        reason: e.to_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let csv = to_csv(&some()).unwrap();
        assert_eq!(from_csv(&csv[..], "x").unwrap(), some());
        let json = to_json(&some()).unwrap();
        assert_eq!(from_json(&json[..], "x").unwrap(), some());
        assert_eq!(from_json(&to_json(&[]).unwrap()[..], "x").unwrap(), []);
    }

    #[test]
    fn an_absent_value_is_an_empty_cell() {
        let csv = String::from_utf8(to_csv(&some()[3..]).unwrap()).unwrap();
        assert!(csv.ends_with("0,stalemate,,0,0,,,,,,,,,-2,,,,,,\n"), "{csv}");
    }

    #[test]
    fn no_records_are_a_header_and_nothing_else() {
        let empty = to_csv(&[]).unwrap();
        let all = to_csv(&some()).unwrap();
        assert!(empty.starts_with(b"index,id,variant,depth,nodes,") && all.starts_with(&empty));
        assert_eq!(from_csv(&empty[..], "x").unwrap(), []);
    }

    #[test]
    fn files_are_read_by_their_ending_packed_or_not() {
        let dir = tempfile::tempdir().unwrap();
        let packed = dir.path().join("records.csv.gz");
        std::fs::write(&packed, to_csv_gz(&some()).unwrap()).unwrap();
        assert_eq!(read(&packed).unwrap(), some());
        let plain = dir.path().join("records.json");
        std::fs::write(&plain, to_json(&some()).unwrap()).unwrap();
        assert_eq!(read(&plain).unwrap(), some());
        assert!(matches!(read(Path::new("records.txt")), Err(RecordError::Kind { .. })));
        assert!(matches!(read(Path::new("no such.csv")), Err(RecordError::Open { .. })));
    }

    #[test]
    fn a_bad_row_is_named_with_its_line() {
        let mut text = String::from_utf8(to_csv(&some()[3..]).unwrap()).unwrap();
        text.push_str("zero,stalemate,,0,0,0,0,0,0,0,0,0,,-2,,,,,,\n");
        let error = from_csv(text.as_bytes(), "r.csv").unwrap_err().to_string();
        assert!(error.starts_with("r.csv:3: not a record: "), "{error}");
        assert!(error.contains("index") || error.contains("field 0"), "{error}");
        let cut = &text.as_bytes()[..text.len() - 15];
        let error = from_csv(cut, "r.csv").unwrap_err().to_string();
        assert!(error.starts_with("r.csv:3: not a record: "), "{error}");
        let error = from_json(&b"[\n{\"index\": 1}\n]"[..], "r.json").unwrap_err().to_string();
        assert!(error.starts_with("r.json:2: not a record: missing field"), "{error}");
    }
}

//! The journal: every finished unit (search, game, search of the survey) is appended at once, under a
//! checksum. A folder of journals serves all runs; each run appends to a file of its own, which it locks, and
//! reads all of its kind. A record cut off at the end of a file was being written when the program died: it
//! is dropped. A damaged record elsewhere is reported with its place and skipped. Both are redone.

mod frame;

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};

pub(crate) use frame::{decode, encode, frames};

use crate::record::key::UnitKey;
use crate::run::job::{Job, Outcome};

/// The most that may be lost if the computer crashes, not just the program.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);
/// Longest record that is read, in bytes; what is longer is damage.
const LONGEST_RECORD: u64 = 64 << 20;

/// Where a finished search stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    file: usize,
    offset: u64,
}

/// Files with finished searches. None is kept open: there may be thousands.
#[derive(Default)]
pub(crate) struct Files {
    paths: Vec<PathBuf>,
}

impl Files {
    /// Adds a file that is read as a journal from `start` and reports each search to `found`.
    pub(crate) fn scan<O: Outcome>(
        &mut self,
        path: &Path,
        start: u64,
        found: &mut dyn FnMut(Place, O),
    ) -> anyhow::Result<Scan> {
        let fail = |e| failed("read", path, e);
        let mut file = File::open(path).map_err(|e| failed("open", path, e))?;
        file.seek(SeekFrom::Start(start)).map_err(fail)?;
        let mut scan = Scan { damage: Vec::new(), good_end: start, ends_in_newline: true };
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let (mut chunk, mut offset, mut line) = (Vec::new(), start, if start == 0 { 1 } else { 2 });
        loop {
            chunk.clear();
            let length =
                reader.by_ref().take(LONGEST_RECORD).read_until(b'\n', &mut chunk).map_err(fail)?;
            if length == 0 {
                break;
            }
            for (at, frame) in frames::<O>(&chunk) {
                let begin = offset + at as u64;
                match frame {
                    Ok((outcome, size)) => {
                        found(Place { file: self.paths.len(), offset: begin }, outcome);
                        scan.good_end = begin + size as u64;
                    }
                    Err(reason) => {
                        let text = format!("{}:{line} (byte {begin}): {reason}", path.display());
                        scan.damage.push((begin, text));
                    }
                }
            }
            scan.ends_in_newline = chunk.ends_with(b"\n");
            offset += length as u64;
            line += u64::from(scan.ends_in_newline);
        }
        if !scan.ends_in_newline {
            scan.damage.pop_if(|(begin, _)| *begin >= scan.good_end); // cut off, not damaged
        }
        self.paths.push(path.to_owned());
        Ok(scan)
    }

    /// Reads a search that was reported before.
    pub(crate) fn fetch<O: Outcome>(&self, place: Place) -> anyhow::Result<O> {
        let path = &self.paths[place.file];
        let read = || -> io::Result<Vec<u8>> {
            let (mut file, mut bytes) = (File::open(path)?, Vec::new());
            file.seek(SeekFrom::Start(place.offset))?;
            let size = frame::read_size(&mut file)?;
            file.seek(SeekFrom::Start(place.offset))?;
            file.take(size.min(LONGEST_RECORD)).read_to_end(&mut bytes)?;
            Ok(bytes)
        };
        let bytes = read().map_err(|e| failed("read", path, e))?;
        let decoded = decode(&bytes).map(|(outcome, _)| outcome);
        decoded.map_err(|_| {
            let (path, offset) = (path.display(), place.offset);
            anyhow!(
                "{path}: the record at byte {offset} has changed since the run began; start again"
            )
        })
    }
}

/// What was found in a file.
pub(crate) struct Scan {
    /// Records that cannot be used: where they begin, and what is wrong.
    pub(crate) damage: Vec<(u64, String)>,
    /// Where the last usable record ends, without its line break.
    good_end: u64,
    /// If not, the last record is cut off.
    ends_in_newline: bool,
}

/// The journals of a run, one of which is ours to write, and where in them each unit stands. Outcomes
/// are read back one at a time, so that a run holds none of them.
pub(crate) struct Journal {
    files: Files,
    path: PathBuf,
    own: usize,
    state: Mutex<State>,
}

struct State {
    file: File,
    end: u64,
    synced: Instant,
    places: Vec<Option<Place>>,
}

impl Journal {
    /// Opens the folder, locks the journal `name` and looks the `wanted` units up in all journals of
    /// the job's kind, unless `fresh`. Damaged records are returned as well.
    ///
    /// # Errors
    /// When the folder cannot be made or written, or another process holds the journal.
    pub(crate) fn open<J: Job>(
        job: &J,
        wanted: &[usize],
        folder: &Path,
        name: &str,
        fresh: bool,
    ) -> anyhow::Result<(Journal, Vec<String>)> {
        fs::create_dir_all(folder).map_err(|e| failed("create the folder", folder, e))?;
        let path = folder.join(format!("{name}.{}", J::JOURNAL));
        regular(&path)?;
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let mut file = file.map_err(|e| failed("write", &path, e))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!(
                "another process is at the same run: it writes {}; wait for it, or work on a part of \
                 the run with --shard",
                path.display()
            ),
            Err(TryLockError::Error(e)) => return Err(failed("lock", &path, e)),
        }
        let mut units = BTreeMap::<UnitKey, Vec<usize>>::new();
        for &unit in wanted.iter().filter(|_| !fresh) {
            units.entry(job.keys()[unit]).or_default().push(unit);
        }
        let mut places = vec![None; job.keys().len()];
        let mut found = |place, outcome: J::Outcome| {
            for &unit in units.get(&outcome.key()).into_iter().flatten() {
                if job.answers(unit, &outcome) {
                    places[unit] = Some(place); // the last of several: games on a clock differ
                    job.note(unit, &outcome);
                }
            }
        };
        let (mut files, mut damage, mut own, mut end) = (Files::default(), Vec::new(), 0, 0);
        for other in journals(folder, J::JOURNAL)? {
            let scan = files.scan(&other, 0, &mut found)?;
            if other == path {
                own = files.paths.len() - 1;
                end = mend(&mut file, &scan).map_err(|e| failed("mend", &path, e))?;
            }
            damage.extend(scan.damage.into_iter().map(|(_, text)| text));
        }
        let state = Mutex::new(State { file, end, synced: Instant::now(), places });
        Ok((Journal { files, path, own, state }, damage))
    }

    /// Our own file.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Has this unit been done?
    pub(crate) fn has(&self, unit: usize) -> bool {
        self.state().places[unit].is_some()
    }

    /// The outcome of a unit; `None` if it has not been done.
    ///
    /// # Errors
    /// When the journal has changed, or cannot be read.
    pub(crate) fn fetch<O: Outcome>(&self, unit: usize) -> anyhow::Result<Option<O>> {
        let place = self.state().places[unit];
        place.map(|place| self.files.fetch(place)).transpose()
    }

    /// Appends the outcome of a unit. Nothing of it remains if that fails.
    pub(crate) fn keep(&self, unit: usize, outcome: &impl Outcome) -> io::Result<()> {
        let bytes = encode(outcome)?;
        let mut state = self.state();
        let offset = state.end;
        if let Err(error) = state.file.write_all(&bytes) {
            let _ = state.file.set_len(offset); // the first error is the one to report
            let text = format!("{}: {error}", self.path.display());
            return Err(io::Error::new(error.kind(), text));
        }
        state.end += bytes.len() as u64;
        if state.synced.elapsed() >= SYNC_INTERVAL {
            state.file.sync_data()?;
            state.synced = Instant::now();
        }
        state.places[unit] = Some(Place { file: self.own, offset });
        Ok(())
    }

    /// Waits until the disk has all of it.
    pub(crate) fn sync(&self) -> anyhow::Result<()> {
        self.state().file.sync_data().map_err(|e| failed("write", &self.path, e))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Journal {
    /// Removes a journal to which nothing was written.
    fn drop(&mut self) {
        if self.state().end == 0 {
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Which of the `wanted` units are in the journals of a folder, which is only read.
///
/// # Errors
/// When a journal cannot be read.
pub(crate) fn done<J: Job>(job: &J, wanted: &[usize], folder: &Path) -> anyhow::Result<Vec<bool>> {
    let mut done = vec![false; job.keys().len()];
    if !folder.is_dir() {
        return Ok(done);
    }
    let mut units = BTreeMap::<UnitKey, Vec<usize>>::new();
    for &unit in wanted {
        units.entry(job.keys()[unit]).or_default().push(unit);
    }
    let mut files = Files::default();
    for path in journals(folder, J::JOURNAL)? {
        files.scan(&path, 0, &mut |_, outcome: J::Outcome| {
            for &unit in units.get(&outcome.key()).into_iter().flatten() {
                done[unit] |= job.answers(unit, &outcome);
            }
        })?;
    }
    Ok(done)
}

/// Refuses anything that is not a regular file: a pipe would block, a device might never end.
fn regular(path: &Path) -> anyhow::Result<()> {
    match fs::metadata(path) {
        Ok(kind) if !kind.is_file() => {
            Err(failed("use", path, io::Error::other("it is not a regular file; remove it")))
        }
        _ => Ok(()),
    }
}

/// Cuts off what follows the last usable record if the program died while it wrote.
fn mend(file: &mut File, scan: &Scan) -> io::Result<u64> {
    if !scan.ends_in_newline {
        file.set_len(scan.good_end)?;
        if scan.good_end > 0 {
            file.write_all(b"\n")?;
        }
    }
    Ok(file.metadata()?.len())
}

/// The journals of a kind in a folder, sorted by name.
fn journals(folder: &Path, kind: &str) -> anyhow::Result<Vec<PathBuf>> {
    let read = |e| failed("read the folder", folder, e);
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder).map_err(read)? {
        let path = entry.map_err(read)?.path();
        if path.extension().is_some_and(|extension| extension == kind) {
            regular(&path)?;
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

/// The system refuses `action` on a file or folder.
pub(crate) fn failed(action: &str, path: &Path, error: io::Error) -> anyhow::Error {
    anyhow!("cannot {action} {}: {error}; choose another folder with --journal DIR", path.display())
}

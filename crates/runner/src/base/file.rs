//! The only code that reads and writes whole files. A file appears whole or not at all: it is
//! written next to its destination under a temporary name, synced, and renamed. What is read
//! must be a regular file of a sensible size, so that no device or pipe is read for ever.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile};

/// End of the temporary names; they begin with a dot and the name of the file.
pub(crate) const PARTIAL: &str = ".partial";
/// Largest text file that is read, in bytes.
pub(crate) const LARGEST: u64 = 256 << 20;

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
#[error("cannot {action} {}: {source}{}", path.display(), self.cure())]
pub(crate) struct FileError {
    /// What was tried.
    pub(crate) action: &'static str,
    /// File or folder.
    pub(crate) path: PathBuf,
    /// The system's reason.
    pub(crate) source: io::Error,
}

impl FileError {
    /// An error of the system, with what was tried on which file.
    pub(crate) fn new(action: &'static str, path: &Path, source: io::Error) -> FileError {
        FileError { action, path: path.to_owned(), source }
    }

    /// What the user can do about it.
    fn cure(&self) -> &'static str {
        use io::ErrorKind::{PermissionDenied, QuotaExceeded, ReadOnlyFilesystem, StorageFull};
        match self.source.kind() {
            PermissionDenied | ReadOnlyFilesystem if self.action != "read" => {
                "; give a place that you may write to (most commands have --out, runs also --journal)"
            }
            PermissionDenied => "; make it readable for you",
            StorageFull | QuotaExceeded => "; free some space and repeat the command",
            _ => "",
        }
    }
}

/// Writes a file and the folders above it.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), FileError> {
    write_with(path, |file| file.write_all(bytes).map_err(|e| FileError::new("write", path, e)))
}

/// The same for a file that is too large to hold.
pub(crate) fn write_with<E: From<FileError>>(
    path: &Path,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    let fail = |e| FileError::new("write", path, e);
    let old = fs::metadata(path).ok();
    if old.as_ref().is_some_and(|old| !old.is_file() && !old.is_dir()) {
        // A device or a pipe, such as /dev/stdout: it cannot be written as a whole and must not be replaced.
        let file = File::options().write(true).open(path).map_err(fail)?;
        return filled(file, fill, fail).map(drop);
    }
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned()); // a link stays a link
    let mut partial = partial(&place).map_err(fail)?;
    filled(partial.as_file_mut(), fill, fail)?;
    let kept = old.map_or(Ok(()), |old| partial.as_file().set_permissions(old.permissions()));
    kept.and_then(|()| partial.as_file().sync_all()).map_err(fail)?;
    partial.persist(&place).map_err(|e| fail(e.error))?;
    sync_folder(&place);
    Ok(())
}

/// Writes a file where there is none yet. Of several that try at once only one succeeds; `false` if
/// it was another.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> Result<bool, FileError> {
    let fail = |e| FileError::new("write", path, e);
    let mut partial = partial(path).map_err(fail)?;
    partial.write_all(bytes).and_then(|()| partial.as_file().sync_all()).map_err(fail)?;
    match partial.persist_noclobber(path) {
        Ok(_) => sync_folder(path),
        Err(e) if e.error.kind() == io::ErrorKind::AlreadyExists || path.exists() => {
            return Ok(false);
        }
        // A file system without links: checking and then renaming is the best that can be done.
        Err(e) => e.file.persist(path).map(|_| sync_folder(path)).map_err(|e| fail(e.error))?,
    }
    Ok(true)
}

/// A text as part of a file's name.
pub(crate) fn as_name(text: &str) -> String {
    let fit = |c: char| if c.is_ascii_alphanumeric() || "-_".contains(c) { c } else { '_' };
    text.chars().map(fit).collect()
}

/// Can a name from a file safely name a folder or file, leading nowhere else?
pub(crate) fn is_name(text: &str) -> bool {
    let fit = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    !text.is_empty() && !text.starts_with('.') && text.chars().all(fit)
}

/// Removes the partial files with names beginning with `prefix` that a killed run left in a folder. To be
/// called only where no other run can be writing them.
pub(crate) fn remove_partials(folder: &Path, prefix: &str) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.starts_with(&format!(".{prefix}")) && name.ends_with(PARTIAL) {
            let _ = fs::remove_file(entry.path()); // it does no harm if it stays
        }
    }
}

/// Reads a regular file of at most `largest` bytes.
pub(crate) fn read(path: &Path, largest: u64) -> Result<Vec<u8>, FileError> {
    let fail = |e| FileError::new("read", path, e);
    let mut bytes = Vec::new();
    open(path)?.take(largest + 1).read_to_end(&mut bytes).map_err(fail)?;
    if bytes.len() as u64 > largest {
        let reason = format!("it is larger than {} MiB", largest >> 20);
        return Err(fail(io::Error::new(io::ErrorKind::FileTooLarge, reason)));
    }
    Ok(bytes)
}

/// Reads a regular text file of at most [`LARGEST`] bytes.
pub(crate) fn read_text(path: &Path) -> Result<String, FileError> {
    let invalid = |e: std::string::FromUtf8Error| {
        let before = &e.as_bytes()[..e.utf8_error().valid_up_to()];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        let reason = format!("line {line} is not UTF-8; save the file as UTF-8");
        FileError::new("read", path, io::Error::new(io::ErrorKind::InvalidData, reason))
    };
    String::from_utf8(read(path, LARGEST)?).map_err(invalid)
}

/// What was read, or `None` where there is no such file.
pub(crate) fn if_there<T>(read: Result<T, FileError>) -> Result<Option<T>, FileError> {
    match read {
        Err(e) if e.source.kind() == io::ErrorKind::NotFound => Ok(None),
        read => read.map(Some),
    }
}

/// Can files be made in this folder? For a check before long work.
pub(crate) fn writable(folder: &Path) -> Result<(), FileError> {
    let tried = tempfile::tempfile_in(folder);
    tried.map(drop).map_err(|e| FileError::new("write into", folder, e))
}

/// Opens a regular file: opening a pipe or reading a device may never end.
pub(crate) fn open(path: &Path) -> Result<File, FileError> {
    let fail = |e| FileError::new("read", path, e);
    let kind = fs::metadata(path).map_err(fail)?;
    if !kind.is_file() {
        let what = if kind.is_dir() { "a folder" } else { "a device or a pipe" };
        let reason = format!("it is {what}; give a regular file");
        return Err(fail(io::Error::new(io::ErrorKind::InvalidInput, reason)));
    }
    File::open(path).map_err(fail)
}

/// An empty file beside `path`, removed again unless it is renamed; the folder is made.
fn partial(path: &Path) -> io::Result<NamedTempFile> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut prefix = OsString::from(".");
    prefix.push(path.file_name().unwrap_or_default());
    prefix.push(".");
    let mut builder = Builder::new();
    builder.prefix(&prefix).suffix(PARTIAL);
    // those of any new file, minus the user's mask; temporary files have fewer
    builder.permissions(Permissions::from_mode(0o666)).tempfile_in(folder)
}

/// Fills a file through a buffer.
fn filled<W: Write, E: From<FileError>>(
    file: W,
    fill: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    fail: impl Fn(io::Error) -> FileError,
) -> Result<W, E> {
    let mut writer = BufWriter::new(file);
    fill(&mut writer)?;
    Ok(writer.into_inner().map_err(|e| fail(e.into_error()))?)
}

/// Makes a rename durable. The file is already in place, so a failure here does not concern the user.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect()
    }

    #[test]
    fn what_the_user_can_mend_is_said_with_the_cure() {
        let told = |action, kind: io::ErrorKind| {
            FileError::new(action, Path::new("here"), kind.into()).to_string()
        };
        let read = told("read", io::ErrorKind::PermissionDenied);
        assert!(
            read.starts_with("cannot read here: ") && read.ends_with("; make it readable for you")
        );
        for kind in [io::ErrorKind::PermissionDenied, io::ErrorKind::ReadOnlyFilesystem] {
            assert!(told("write", kind).contains("; give a place that you may write to"));
        }
        assert!(
            told("write", io::ErrorKind::StorageFull)
                .ends_with("; free some space and repeat the command")
        );
        assert_eq!(told("read", io::ErrorKind::NotFound), "cannot read here: entity not found");
    }

    #[test]
    fn a_file_appears_whole_or_not_at_all_and_the_old_one_stays_until_then() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("records.csv");
        let large = vec![b'x'; 100_000]; // more than is held before it is written
        for old in [None, Some(&b"old"[..])] {
            let seen = || fs::read(&path).ok();
            let fill = |end: io::Result<()>| {
                write_with(&path, |file| {
                    let fail = |e| FileError::new("write", &path, e);
                    file.write_all(&large).map_err(fail)?;
                    assert_eq!(seen().as_deref(), old, "while it is written");
                    end.map_err(fail)
                })
            };
            assert!(fill(Err(io::ErrorKind::StorageFull.into())).is_err());
            assert_eq!(seen().as_deref(), old, "after a failure");
            assert_eq!(names(dir.path()).len(), usize::from(old.is_some()));
            fill(Ok(())).unwrap();
            assert_eq!(seen().as_ref(), Some(&large));
            write(&path, b"old").unwrap();
        }
    }

    #[test]
    fn a_file_is_created_once() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a/manifest.json");
        let tries: Vec<bool> = std::thread::scope(|scope| {
            let one = || create(&path, b"{}").unwrap();
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(one)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert_eq!(tries.iter().filter(|won| **won).count(), 1);
        assert_eq!(names(&dir.path().join("a")), ["manifest.json"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay_as_they_were() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let (path, link) = (dir.path().join("README.md"), dir.path().join("link"));
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        fs::write(dir.path().join("new"), "").unwrap();
        write(&path, b"1").unwrap();
        assert_eq!(mode(&path), mode(&dir.path().join("new")), "as the mask has it");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        write(&link, b"2").unwrap();
        assert_eq!((fs::read(&path).unwrap(), mode(&path)), (b"2".to_vec(), 0o640));
        assert!(link.is_symlink());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_to_and_never_replaced_and_not_read() {
        let null = Path::new("/dev/null");
        write(null, b"nothing").unwrap();
        assert!(!fs::metadata(null).unwrap().is_file());
        let error = read(Path::new("/dev/zero"), 9).unwrap_err().to_string();
        assert!(
            error.ends_with("/dev/zero: it is a device or a pipe; give a regular file"),
            "{error}"
        );
    }

    #[test]
    fn a_file_that_is_too_large_or_not_text_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x");
        write(&path, b"12345678\n\xff").unwrap();
        assert_eq!(read(&path, 10).unwrap().len(), 10);
        assert!(read(&path, 9).unwrap_err().to_string().ends_with("it is larger than 0 MiB"));
        assert!(read_text(&path).unwrap_err().to_string().contains("line 2 is not UTF-8"));
        assert!(read(dir.path(), 9).unwrap_err().to_string().contains("a folder"));
    }
}

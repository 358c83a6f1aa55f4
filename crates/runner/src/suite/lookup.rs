//! From a suite's name or file to its positions. Folders are searched in a fixed order; the
//! suites embedded in the program come last, so that every command runs outside a checkout.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};

use super::errata::{Errata, ErrataSource};
use super::known::{self, KNOWN_SUITES, KnownSuite};
use super::read::{EpdRecord, ReadOptions, Suite, without_cr};
use crate::base::distinct::distinct;
use crate::base::file::{self, LARGEST};
use crate::base::suggest::did_you_mean;

/// Environment variable with a folder of suites.
pub(crate) const SUITES_VARIABLE: &str = "VNMP_SUITES";
/// Folder of the checkout, and the one below it that git ignores.
pub(super) const SUITES: &str = "suites";
pub(super) const IMPORTED: &str = "imported";

/// Why there is no suite to run.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SuiteError {
    /// No such file or suite; another one may be taken instead.
    #[error("{0}")]
    NotFound(String),
    /// It cannot be used.
    #[error(transparent)]
    Other(#[from] anyhow::Error),
}

/// A suite that is part of the program.
pub(crate) struct EmbeddedSuite {
    /// Its name on the command line.
    pub(crate) name: &'static str,
    /// The EPD file.
    pub(crate) text: &'static str,
    /// Its manifest, for a suite that `vnmp suites make` makes.
    pub(crate) manifest: Option<&'static str>,
}

macro_rules! embedded {
    ($($name:literal),*) => {
        &[
            EmbeddedSuite {
                name: "bench",
                text: include_str!("../bench_positions.fen"),
                manifest: None,
            },
            $(EmbeddedSuite {
                name: $name,
                text: include_str!(concat!("../../../../suites/", $name, ".epd")),
                manifest: Some(include_str!(concat!("../../../../suites/", $name, ".toml"))),
            }),*
        ]
    };
}

/// Suites of our own making that are part of the program.
pub(crate) static EMBEDDED_SUITES: &[EmbeddedSuite] = embedded![
    "mate2",
    "mate3",
    "mate4",
    "mate4-mixed",
    "mate5",
    "mate5-mixed",
    "middlegames",
    "middlegames60",
    "openings",
    "sacrifices",
    "tactics",
    "tactics-hidden",
    "tactics-many",
    "tactics-mixed",
    "zugzwang",
    "zugzwang-ply1",
    "zugzwang-ply3"
];

/// Where and how to read a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LookupOptions {
    /// Searched before every other folder (`--suite-dir`).
    pub(crate) suite_dir: Option<PathBuf>,
    /// Go on without bad lines (`--skip-bad`).
    pub(crate) skip_bad: bool,
    /// Apply the paper's king-and-pawns discard.
    pub(crate) discard: bool,
    /// Corrections to apply (`--errata`).
    pub(crate) errata: Option<ErrataSource>,
}

impl Default for LookupOptions {
    fn default() -> LookupOptions {
        LookupOptions { suite_dir: None, skip_bad: false, discard: true, errata: None }
    }
}

impl LookupOptions {
    fn reading(&self) -> ReadOptions {
        ReadOptions { skip_bad: self.skip_bad, discard: self.discard }
    }
}

/// A suite that can be run, for the list of suites.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Available {
    /// The name to call it by.
    pub(crate) name: String,
    /// The file; `None` if embedded.
    pub(crate) path: Option<PathBuf>,
    /// The public suite that the file is, by SHA-256.
    pub(crate) known: Option<&'static KnownSuite>,
}

/// Finds and reads a suite: a file, else a name in the suite folders, else an embedded suite.
pub(crate) fn find(name_or_path: &str, options: &LookupOptions) -> Result<Suite, SuiteError> {
    let mut suite = find_in(name_or_path, &folders(options), EMBEDDED_SUITES, options.reading())?;
    if let Some(source) = &options.errata {
        Errata::load(source)?.apply(&mut suite)?;
    }
    Ok(suite)
}

/// The suites that `find` would find by name, sorted by name.
pub(crate) fn available(options: &LookupOptions) -> Vec<Available> {
    let mut found = BTreeMap::new();
    for folder in folders(options) {
        let files = fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        for path in files.filter(|path| path.extension().is_some_and(|ext| ext == "epd")) {
            let Some(name) = path.file_stem().map(|stem| stem.to_string_lossy().into_owned())
            else {
                continue;
            };
            let bytes = file::read(&path, LARGEST).ok();
            let known = bytes.and_then(|bytes| known::by_sha256(&super::read::digest(&bytes)));
            let path = Some(path);
            found.entry(name.clone()).or_insert(Available { name, path, known });
        }
    }
    for embedded in EMBEDDED_SUITES {
        let name = embedded.name.to_owned();
        found.entry(name.clone()).or_insert(Available { name, path: None, known: None });
    }
    found.into_values().collect()
}

/// The positions of an id with their suites: in one suite, or in all that are present.
///
/// # Errors
/// When there is none: the suites whose ids are alike, and the nearest id. When the suite asked for
/// cannot be read.
pub(crate) fn by_id(
    id: &str,
    suite: Option<&str>,
    options: &LookupOptions,
) -> anyhow::Result<Vec<(String, EpdRecord)>> {
    let all = || available(options).into_iter().map(|entry| entry.name).collect();
    let names: Vec<String> = suite.map_or_else(all, |name| vec![name.to_owned()]);
    let mut records: Vec<(String, EpdRecord)> = Vec::new();
    for name in &names {
        match find(name, options) {
            Ok(read) => records.extend(read.positions.into_iter().map(|p| (read.name.clone(), p))),
            Err(error) if suite.is_some() => return Err(error.into()),
            Err(_) => {} // `suites verify` tells what is wrong with it
        }
    }
    let (found, others): (Vec<_>, Vec<_>) = records.into_iter().partition(|(_, p)| p.id == id);
    if !found.is_empty() {
        return Ok(found);
    }
    let stem = |id: &str| id.trim_end_matches(|c: char| c.is_ascii_digit()).to_lowercase();
    let is_alike = |(_, other): &&(String, EpdRecord)| stem(&other.id) == stem(id);
    let mut alike: Vec<&str> = others.iter().filter(is_alike).map(|(name, _)| &**name).collect();
    alike.dedup();
    let names = if alike.is_empty() { names.iter().map(|name| &**name).collect() } else { alike };
    let near = others.iter().filter(|(name, _)| names.contains(&name.as_str()));
    let meant = did_you_mean(id, near.map(|(_, record)| record.id.as_str()));
    let suites = if names.len() == 1 { "suite" } else { "the suites" };
    bail!("no position '{id}' in {suites} {}{meant}", names.join(", "))
}

/// The folders in which suites are looked for, in this order.
pub(crate) fn folders(options: &LookupOptions) -> Vec<PathBuf> {
    let mut folders: Vec<PathBuf> = options.suite_dir.iter().cloned().collect();
    folders.extend(std::env::var_os(SUITES_VARIABLE).filter(|v| !v.is_empty()).map(PathBuf::from));
    for folder in suites_folders() {
        folders.push(folder.clone());
        folders.push(folder.join(IMPORTED));
    }
    folders
}

/// `suites/` here or in a folder above, and in the checkout that the program was built from.
fn suites_folders() -> Vec<PathBuf> {
    let checkout = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2);
    let checkout = checkout.map(|checkout| checkout.join(SUITES)).filter(|folder| folder.is_dir());
    distinct(suites_folders_here().chain(checkout))
}

/// `suites/` here or in a folder above.
pub(super) fn suites_folders_here() -> impl Iterator<Item = PathBuf> {
    let here = std::env::current_dir().unwrap_or_default();
    let folders: Vec<PathBuf> = here.ancestors().map(|folder| folder.join(SUITES)).collect();
    folders.into_iter().filter(|folder| folder.is_dir())
}

pub(super) fn find_in(
    name: &str,
    folders: &[PathBuf],
    embedded: &[EmbeddedSuite],
    options: ReadOptions,
) -> Result<Suite, SuiteError> {
    let as_path = PathBuf::from(name);
    let mut looked = vec![as_path.clone()];
    if as_path.exists() && !as_path.is_dir() {
        return Ok(read_file(&as_path, options)?);
    }
    let stem = name.strip_suffix(".epd").unwrap_or(name);
    let known = known::by_name(stem);
    let names = distinct([stem].into_iter().chain(known.into_iter().flat_map(KnownSuite::names)));
    if as_path.components().count() == 1 {
        for folder in folders {
            for path in names.iter().map(|name| folder.join(format!("{name}.epd"))) {
                if path.is_file() {
                    let mut suite = read_file(&path, options)?;
                    warn_if_other(&mut suite, known);
                    return Ok(suite);
                }
                looked.push(path);
            }
        }
        if let Some(suite) = embedded.iter().find(|suite| suite.name == stem) {
            let file = format!("{stem}.epd (embedded)");
            return Ok(Suite::read(stem, &file, suite.text.as_bytes(), options)?);
        }
    }
    if as_path.is_dir() {
        return Ok(read_folder(&as_path, options)?);
    }
    let looked: String = looked.iter().map(|path| format!("  {}\n", path.display())).collect();
    let names = KNOWN_SUITES.iter().flat_map(KnownSuite::names);
    let meant = did_you_mean(stem, names.chain(embedded.iter().map(|suite| suite.name)));
    let cure = cure(known, embedded);
    Err(SuiteError::NotFound(format!("no suite '{name}'; looked for\n{looked}{cure}{meant}")))
}

/// The bytes of a suite's file.
pub(super) fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    file::read(path, LARGEST)
        .map_err(|e| anyhow!("cannot read the suite {}: {}", e.path.display(), e.source))
}

/// All EPD files of a folder as one suite, by their names.
fn read_folder(folder: &Path, options: ReadOptions) -> anyhow::Result<Suite> {
    let shown = folder.display();
    let entries =
        fs::read_dir(folder).with_context(|| format!("cannot read the folder {shown}"))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "epd"));
    paths.sort();
    ensure!(
        !paths.is_empty(),
        "{shown} is a folder without EPD files; give a suite's name or file"
    );
    let mut bytes = Vec::new();
    for path in &paths {
        let file = without_cr(&read_bytes(path)?);
        let name = path.file_stem().map_or("suite".into(), |stem| stem.to_string_lossy());
        let all = ReadOptions { discard: false, ..options };
        Suite::read(&name, &path.display().to_string(), &file, all)?; // names the file of a bad line
        bytes.extend(file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&file));
        if !bytes.ends_with(b"\n") {
            bytes.push(b'\n');
        }
    }
    let name = folder.canonicalize().ok().and_then(|path| Some(path.file_name()?.to_owned()));
    let name = name.map_or("suite".into(), |name| name.to_string_lossy().into_owned());
    let mut suite = Suite::read(&name, &format!("{shown} (all files)"), &bytes, options)?;
    suite.path = Some(folder.to_owned());
    Ok(suite)
}

fn read_file(path: &Path, options: ReadOptions) -> anyhow::Result<Suite> {
    let bytes = read_bytes(path)?;
    let name = path.file_stem().map_or("suite".into(), |stem| stem.to_string_lossy());
    let mut suite = Suite::read(&name, &path.display().to_string(), &bytes, options)?;
    suite.path = Some(path.to_owned());
    Ok(suite)
}

/// A file may bear a known suite's name and be another one.
fn warn_if_other(suite: &mut Suite, known: Option<&'static KnownSuite>) {
    if let Some(known) = known.filter(|&known| suite.known != Some(known)) {
        suite.notes.push(format!(
            "this is not the public suite '{}': its SHA-256 is {} instead of {}; {}",
            known.name,
            suite.sha256,
            known.sha256,
            known.how_to_get()
        ));
    }
}

fn cure(known: Option<&'static KnownSuite>, embedded: &[EmbeddedSuite]) -> String {
    if let Some(known) = known {
        return format!("'{}' is public: {}", known.name, known.how_to_get());
    }
    let names = KNOWN_SUITES.iter().map(|known| known.name.as_str());
    let names: Vec<_> = names.chain(embedded.iter().map(|suite| suite.name)).collect();
    format!(
        "give an EPD file, a folder with --suite-dir or {SUITES_VARIABLE}, or a known suite: {}",
        names.join(", ")
    )
}

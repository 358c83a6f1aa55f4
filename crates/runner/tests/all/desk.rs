//! A folder to work in, with a small suite, and the program as a user runs it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use tempfile::TempDir;

const TINY: &str = "\
r2qr1k1/bpp2pp1/p1npbn1p/4p3/4P3/1BPP1N1P/PP3PP1/R1BQRNK1 w - - bm Bxe6; id \"quiet centre\";
3q1rk1/pp1bppb1/3p1np1/2r1n1Bp/3NP2P/1BN2P2/PPPQ2P1/2KR3R w - - bm f4 g4; id \"opposite sides\";
6k1/b4ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";
2q3k1/5pp1/p3p2p/1p1pP3/3Q1P2/P1P3P1/1P5P/6K1 b - - id \"queens\";
8/5pk1/4p1p1/1R5p/P6P/4P1P1/r4PK1/8 w - - bm a5; id \"rooks\";
3r2k1/pp3pp1/2p1b2p/8/4P3/1P1B1P2/P5PP/2R3K1 b - - id \"bishops\";
";

/// Searches in a table with three columns.
pub const SEARCHES: usize = 6 * 3;

/// The program under test.
pub fn program() -> String {
    let built = env!("CARGO_BIN_EXE_vnmp").to_owned();
    std::env::var("VNMP_UNDER_TEST").unwrap_or(built)
}

/// A folder to work in.
pub struct Desk {
    dir: TempDir,
}

impl Desk {
    pub fn new() -> Desk {
        let desk = Desk { dir: tempfile::tempdir().unwrap() };
        desk.file("tiny.epd", TINY);
        desk
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).unwrap();
        path
    }

    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::new(program());
        command.args(line.split_whitespace()).current_dir(self.dir.path());
        command.env_remove("VNMP_SUITES").stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    pub fn run(&self, line: &str) -> Output {
        self.command(line).output().unwrap()
    }

    /// Standard output and standard error of a command that must succeed.
    pub fn ok(&self, line: &str) -> (String, String) {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", stderr(&output));
        (String::from_utf8_lossy(&output.stdout).into_owned(), stderr(&output))
    }

    /// The same for one that must fail.
    pub fn fails(&self, line: &str) -> (String, String) {
        let output = self.run(line);
        assert_eq!(output.status.code(), Some(1), "{line}: {}", stderr(&output));
        (String::from_utf8_lossy(&output.stdout).into_owned(), stderr(&output))
    }

    /// The only journal in a folder.
    pub fn journal(&self, folder: &str) -> PathBuf {
        let entries = fs::read_dir(self.path(folder)).unwrap();
        let paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        assert_eq!(paths.len(), 1, "{paths:?}");
        paths[0].clone()
    }

    /// How many searches a finished run did, and how many the journal had.
    pub fn amounts(&self, out: &str) -> (usize, usize) {
        let times = self.times(out);
        let number = |name: &str| times[name].as_u64().unwrap() as usize;
        (number("searches"), number("from_journal"))
    }

    pub fn times(&self, out: &str) -> serde_json::Value {
        let text = fs::read(self.path(out).join("times.json")).unwrap();
        serde_json::from_slice(&text).unwrap()
    }

    pub fn remove(&self, folder: &str) {
        let _ = fs::remove_dir_all(self.path(folder));
    }
}

pub fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

pub fn assert_contains(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "'{part}' is missing in:\n{text}");
    }
}

/// All files in a folder except the times; subfolders are ignored.
pub fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .filter(|entry| entry.path().is_file())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .filter(|(name, _)| name != "times.json")
        .collect()
}

/// Pseudorandom numbers, the same in every run.
pub struct Dice(u64);

impl Dice {
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// From 0 to `sides - 1`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % sides
    }
}

/// The text of an element of the report.
pub fn element(html: &str, id: &str) -> String {
    let (_, text) = html.split_once(&format!("id=\"{id}\">")).expect(id);
    text.split_once("</script>").unwrap().0.to_owned()
}

/// The unpacked contents of a packed element of the report.
pub fn packed(html: &str, id: &serde_json::Value) -> String {
    let bytes = STANDARD.decode(element(html, id.as_str().unwrap())).unwrap();
    std::io::read_to_string(flate2::read::GzDecoder::new(&bytes[..])).unwrap()
}

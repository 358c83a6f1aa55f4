//! Puts a digest of the engine's and the variants' sources into `VNMP_ENGINE_SOURCE`, and one of what
//! else decides a game into `VNMP_GAME_SOURCE`, so that the journal never answers with the searches or
//! games of another build. And the compiler's version into `VNMP_RUSTC`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What decides a game beside the search.
const GAMES: [&str; 7] = [
    "src/base/rng.rs",
    "src/play/game",
    "src/play/matches/limit.rs",
    "src/play/matches/openings.rs",
    "src/play/matches/player.rs",
    "src/play/matches/referee.rs",
    "src/play/matches/side.rs",
];

fn main() {
    println!(
        "cargo::rustc-env=VNMP_ENGINE_SOURCE={}",
        digest(&["../engine/src", "../variants/src", "../variants/data/probcut.csv"])
    );
    println!("cargo::rustc-env=VNMP_GAME_SOURCE={}", digest(&GAMES));
    println!("cargo::rustc-env=VNMP_RUSTC={}", compiler().unwrap_or_else(|| "unknown".to_owned()));
}

/// Of the code in files and folders; comments and tests do not count.
fn digest(places: &[&str]) -> String {
    let mut files = Vec::new();
    for place in places {
        println!("cargo::rerun-if-changed={place}");
        match Path::new(place) {
            file if file.is_file() => files.push(file.to_owned()),
            folder => collect(folder, &mut files),
        }
    }
    files.sort();
    let mut digest = Fnv::new();
    for file in files {
        digest.add(file.to_string_lossy().replace('\\', "/").as_bytes());
        let text = fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let code = text.lines().map(str::trim).take_while(|line| *line != "#[cfg(test)]");
        for line in code.filter(|line| !line.is_empty() && !line.starts_with("//")) {
            digest.add(line.as_bytes());
            digest.add(b"\n");
        }
    }
    format!("{:032x}", digest.0)
}

fn compiler() -> Option<String> {
    let output = Command::new(std::env::var_os("RUSTC")?).arg("--version").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The 128-bit FNV-1a hash: nobody attacks it here, and a build script needs no dependency for it.
struct Fnv(u128);

impl Fnv {
    fn new() -> Fnv {
        Fnv(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u128::from(byte)).wrapping_mul((1 << 88) + 0x13b);
        }
    }
}

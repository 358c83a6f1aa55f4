//! The evidence files: what the outside engine said of the positions of one seed's games, one line
//! each, and beside it which engine that was and how many games it has seen. An interrupted
//! survey resumes from here.

use std::path::Path;

use anyhow::{anyhow, ensure};
use serde::{Deserialize, Serialize};

use super::hunt::{HIDDEN, Hunt, Hunter, TACTIC, TACTICS};
use super::manifest::OutsideEngine;
use super::published::{self, Examiner};
use super::survey::{self, Evidence, Surveyor, Surveys};
use super::uci::OPTIONS;
use crate::base::file;
use crate::engines::Failure;
use crate::show::grid;
use crate::suite::{EpdRecord, digest};

/// What is surveyed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Games {
    /// Games of R = 2, for clear best moves of every kind.
    R2,
    /// Games of several methods, for tactics.
    Mixed,
    /// The same, for tactics that a short search does not see.
    Hidden,
    /// No games, but a published suite.
    Published,
}

impl Games {
    /// Name of the evidence's two files, without extension.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Games::R2 => "evidence",
            Games::Mixed => "evidence-mixed",
            Games::Hidden => "evidence-hidden",
            Games::Published => "evidence-ecm",
        }
    }

    /// Seed of the shipped evidence.
    pub(crate) const fn seed(self) -> u64 {
        match self {
            Games::R2 => survey::SEED,
            Games::Mixed => TACTICS.seed,
            Games::Hidden => HIDDEN.seed,
            Games::Published => 0,
        }
    }

    /// A surveyor with an engine of its own; `published` is what a published suite's survey looks at.
    ///
    /// # Errors
    /// When the engine does not start.
    pub(crate) fn surveyor<'a>(
        self,
        program: &str,
        published: &'a [EpdRecord],
    ) -> Result<Box<dyn Surveys + 'a>, Failure> {
        Ok(match self {
            Games::R2 => Box::new(Surveyor::new(program)?),
            Games::Mixed => Box::new(Hunter::new(&TACTICS, program)?),
            Games::Hidden => Box::new(Hunter::new(&HIDDEN, program)?),
            Games::Published => Box::new(Examiner::new(published, program)?),
        })
    }

    /// An empty survey by the engine of this name.
    pub(crate) fn survey(self, engine: String, seed: u64) -> Survey {
        let tactics = |hunt: &Hunt, option| (hunt.rules(), hunt.nodes, TACTIC, option);
        let published = || (published::rules(), published::NODES, TACTIC, " --published");
        let (rules, nodes, margin, option) = match self {
            Games::R2 => (survey::rules(), survey::NODES, survey::MARGIN, ""),
            Games::Mixed => tactics(&TACTICS, " --mixed"),
            Games::Hidden => tactics(&HIDDEN, " --hidden"),
            Games::Published => published(),
        };
        let options = OPTIONS.iter().map(|(option, value)| format!("{option} = {value}"));
        let what = match self {
            Games::Published => String::new(),
            _ => format!(" --seed {seed} --games N"),
        };
        let manifest = EvidenceManifest {
            command: format!("vnmp suites survey{option}{what}"),
            seed,
            games: 0,
            lines: 0,
            sha256: String::new(),
            suite_sha256: None,
            rules,
            engine: OutsideEngine { name: engine, nodes, options: options.collect(), margin },
        };
        Survey { games: self, manifest, evidence: Vec::new() }
    }
}

/// What the evidence is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct EvidenceManifest {
    /// The command that continues the survey.
    pub(crate) command: String,
    /// Seed of the games.
    pub(crate) seed: u64,
    /// Games surveyed, or positions of a published suite, from number 0.
    pub(crate) games: u32,
    /// Lines of evidence.
    pub(crate) lines: u32,
    /// Lower-case hexadecimal SHA-256 of the CSV file.
    pub(crate) sha256: String,
    /// The same of a published suite's EPD file without carriage returns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) suite_sha256: Option<String>,
    /// How positions were chosen and vetted.
    pub(crate) rules: Vec<String>,
    /// The engine.
    pub(crate) engine: OutsideEngine,
}

/// A survey as it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Survey {
    /// Which games were surveyed.
    pub(crate) games: Games,
    /// Beside the evidence.
    pub(crate) manifest: EvidenceManifest,
    /// In the order of games and plies.
    pub(crate) evidence: Vec<Evidence>,
}

impl Survey {
    /// Reads CSV and manifest as texts; `file` names them in messages.
    fn parse(games: Games, file: &str, csv: &str, manifest: &str) -> anyhow::Result<Survey> {
        let manifest: EvidenceManifest =
            toml::from_str(manifest).map_err(|e| anyhow!("{file}.toml: {e}"))?;
        let (found, expected) = (digest(csv.as_bytes()), &manifest.sha256);
        ensure!(
            found == *expected,
            "{file}.csv was changed: its SHA-256 is {found}, its manifest says {expected}"
        );
        let evidence = read_csv(csv).map_err(|e| anyhow!("{file}.csv:{e}"))?;
        Ok(Survey { games, manifest, evidence })
    }

    /// The evidence shipped with this program.
    pub(crate) fn shipped(games: Games) -> anyhow::Result<Survey> {
        macro_rules! texts {
            ($name:literal) => {
                (
                    include_str!(concat!("../../../../suites/", $name, ".csv")),
                    include_str!(concat!("../../../../suites/", $name, ".toml")),
                )
            };
        }
        let (csv, manifest) = match games {
            Games::R2 => texts!("evidence"),
            Games::Mixed => texts!("evidence-mixed"),
            Games::Hidden => texts!("evidence-hidden"),
            Games::Published => texts!("evidence-ecm"),
        };
        Survey::parse(games, &format!("suites/{}", games.name()), csv, manifest)
    }

    /// The survey in a folder; `None` if there is none yet.
    pub(crate) fn read(folder: &Path, games: Games) -> anyhow::Result<Option<Survey>> {
        let base = folder.join(games.name());
        let (csv, toml) = (base.with_extension("csv"), base.with_extension("toml"));
        if !csv.exists() && !toml.exists() {
            return Ok(None);
        }
        let (csv, toml) = (file::read_text(&csv)?, file::read_text(&toml)?);
        Survey::parse(games, &base.display().to_string(), &csv, &toml).map(Some)
    }

    /// Writes both files, each as a whole.
    pub(crate) fn write(&mut self, folder: &Path) -> anyhow::Result<()> {
        let csv = grid::csv(self.evidence.iter().cloned())?;
        self.manifest.sha256 = digest(csv.as_bytes());
        self.manifest.lines = self.evidence.len() as u32;
        let manifest = toml::to_string(&self.manifest).expect("a manifest of plain values");
        for (extension, content) in [("csv", &csv), ("toml", &manifest)] {
            let path = folder.join(self.games.name()).with_extension(extension);
            file::write(&path, content.as_bytes())?;
        }
        Ok(())
    }
}

/// The lines of a file; an error begins with the number of the line.
fn read_csv(csv: &str) -> anyhow::Result<Vec<Evidence>> {
    let columns = grid::csv([] as [Evidence; 0])?;
    let lines = csv::Reader::from_reader(csv.as_bytes()).into_deserialize();
    let lines = lines.map(|line| {
        line.map_err(|e| {
            let line = e.position().map_or(1, csv::Position::line);
            let text = csv.lines().nth(line as usize - 1).unwrap_or_default();
            anyhow!("{line}: '{text}' is no evidence; the columns are {}", columns.trim_end())
        })
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::suite::KNOWN_SUITES;

    fn line(text: &str) -> anyhow::Result<Evidence> {
        let header = grid::csv([] as [Evidence; 0]).unwrap();
        assert_eq!(header, "game,ply,best,score,second,second_score,held\n");
        read_csv(&format!("{header}{text}\n")).map(|mut lines| lines.remove(0))
    }

    fn survey() -> Survey {
        let mut survey = Games::R2.survey("E 1".into(), 1);
        survey.manifest.games = 9;
        survey.evidence = vec![
            line("3,63,e6e7,193,e1e5,-17,5").unwrap(),
            line("4,30,d5g2,196,d5e4,30,").unwrap(),
        ];
        survey
    }

    #[test]
    fn evidence_reads_back_as_it_was_written() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Survey::read(folder.path(), Games::R2).unwrap(), None);
        let mut written = survey();
        written.write(folder.path()).unwrap();
        assert_eq!(Survey::read(folder.path(), Games::R2).unwrap(), Some(written.clone()));
        assert_eq!((written.manifest.lines, written.evidence[1].held), (2, None));
        assert_eq!(written.evidence[0].margin(), 210);
    }

    #[test]
    fn changed_evidence_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        survey().write(folder.path()).unwrap();
        let path = folder.path().join("evidence.csv");
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("193", "194")).unwrap();
        let error = Survey::read(folder.path(), Games::R2).unwrap_err().to_string();
        assert!(error.contains("was changed"), "{error}");
    }

    #[test]
    fn lines_that_are_not_evidence_are_refused() {
        for text in [",", "1,2,e2e4,3,e7e5", "x,2,e2e4,3,e7e5,4,5", "1,2,e2e4,3,e7e5,4,x"] {
            let error = line(text).unwrap_err().to_string();
            let told = format!("2: '{text}' is no evidence; the columns are game,ply,best,");
            assert!(error.starts_with(&told), "{error}");
        }
    }

    #[test]
    fn evidence_on_a_published_suite_names_positions_and_none_of_their_moves() {
        let shipped = Survey::shipped(Games::Published).unwrap();
        let known = KNOWN_SUITES.iter().find(|suite| suite.name == published::SUITE).unwrap();
        assert_eq!(shipped.manifest.suite_sha256.as_ref(), Some(&known.sha256));
        assert!(shipped.evidence.is_sorted_by(|one, next| one.game < next.game));
        for line in &shipped.evidence {
            assert!(line.best.is_empty() && line.second.is_empty() && line.held.is_some());
        }
    }

    #[test]
    fn the_shipped_evidence_reads_and_every_line_is_clear() {
        for games in [Games::R2, Games::Mixed, Games::Hidden, Games::Published] {
            let shipped = Survey::shipped(games).unwrap();
            let fresh = games.survey(shipped.manifest.engine.name.clone(), games.seed());
            assert_eq!(shipped.manifest.rules, fresh.manifest.rules);
            assert_eq!(shipped.evidence.len() as u32, shipped.manifest.lines);
            for evidence in &shipped.evidence {
                assert!(survey::clear(evidence.score, evidence.second_score));
                assert!(evidence.margin() >= shipped.manifest.engine.margin);
                assert!(evidence.game < shipped.manifest.games);
            }
        }
    }
}

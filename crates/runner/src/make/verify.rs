//! Is a suite what it claims to be? Every position and solution is read and legal; a suite of our
//! own making agrees with its manifest and its evidence; a known one has its digest; and with a
//! depth, solutions are searched again and the doubtful ones are named.

use std::sync::atomic::AtomicBool;

use rayon::prelude::*;
use vnmp_engine::Limits;
use vnmp_variants::Variant;

use crate::engines::Failure;
use crate::make::evidence::Survey;
use crate::make::solver::Solver;
use crate::make::uci::{Adviser, Valued};
use crate::make::zugzwang::{self, Ply};
use crate::make::{self, Source, SuiteManifest};
use crate::play::game::Judge;
use crate::suite::{
    EMBEDDED_SUITES, EmbeddedSuite, EpdRecord, Suite, Task, by_name, only_king_and_pawns,
};

/// Solver nodes for the proof of one mate.
const PROOF_NODES: u64 = 20_000_000;
const TABLE_ENTRIES: usize = 1 << 18;

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Findings {
    /// Contradictions: the suite is not what it claims to be.
    pub(crate) problems: Vec<String>,
    /// Solutions that our search does not agree with, or cannot prove.
    pub(crate) doubtful: Vec<Doubt>,
    /// Mates proven again.
    pub(crate) proven: u32,
}

/// A solution that is in doubt.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Doubt {
    /// The position, among those of the suite.
    pub(crate) index: u32,
    /// Id and reason.
    pub(crate) text: String,
}

/// Checks a suite that was read without discard against everything known about its name.
pub(crate) fn claims(name: &str, suite: &Suite) -> Findings {
    let mut problems = Vec::new();
    let named = by_name(name);
    if let Some(known) = named.filter(|&known| suite.known != Some(known)) {
        problems.push(format!(
            "it bears the name of the public suite '{}', but its SHA-256 is {} instead of {}",
            known.name, suite.sha256, known.sha256
        ));
    }
    if let Some(shipped) = EMBEDDED_SUITES.iter().find(|shipped| shipped.name == name) {
        problems.extend(shipped_problems(shipped, suite));
    }
    Findings { problems, ..Findings::default() }
}

/// Checks of a suite of our own making.
fn shipped_problems(shipped: &EmbeddedSuite, suite: &Suite) -> Vec<String> {
    let mut problems: Vec<String> =
        suite.notes.iter().filter(|n| n.contains("repeats")).cloned().collect();
    let Some(manifest) = shipped.manifest else { return problems };
    let manifest: SuiteManifest = match toml::from_str(manifest) {
        Ok(manifest) => manifest,
        Err(error) => return vec![format!("its manifest does not read: {error}")],
    };
    let to_move =
        |side| suite.positions.iter().filter(|r| r.position.turn() as u32 == side).count();
    let (all, counts) = (suite.positions.len(), manifest.counts);
    let numbers = [
        ("of positions", all, counts.positions),
        ("with white to move", to_move(0), counts.white_to_move),
        ("with black to move", to_move(1), counts.black_to_move),
    ];
    let numbers = numbers.map(|(what, found, expected)| {
        (format!("the number {what}"), found.to_string(), expected.to_string())
    });
    let digest = ("its SHA-256".to_owned(), suite.sha256.clone(), manifest.sha256);
    for (what, found, expected) in std::iter::once(digest).chain(numbers) {
        if found != expected {
            problems.push(format!("{what} is {found}, its manifest says {expected}"));
        }
    }
    for record in suite.positions.iter().filter(|record| only_king_and_pawns(&record.position)) {
        problems.push(format!("{}: a side has only king and pawns", record.id));
    }
    let source = make::recipe(shipped.name).map(|recipe| recipe.source);
    if let Some(Source::Evidence(kind)) = source {
        match Survey::shipped(kind.games()) {
            Ok(survey) => problems.extend(without_evidence(shipped.text, suite, &survey)),
            Err(error) => problems.push(error.to_string()),
        }
    }
    problems
}

/// Positions whose solution is not the outside engine's.
fn without_evidence(text: &str, suite: &Suite, survey: &Survey) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let mut problems = Vec::new();
    for record in &suite.positions {
        let place = lines.get(record.line - 1).and_then(|line| place(line));
        let evidence = survey.evidence.iter().find(|e| Some((e.game, e.ply)) == place);
        let agrees = match (&record.task, evidence) {
            (Task::BestMove { best, .. }, Some(evidence)) => {
                record.position.legal_uci(&evidence.best).is_some_and(|mv| best == &[mv])
            }
            _ => false,
        };
        if !agrees {
            problems.push(format!("{}: no evidence for its solution", record.id));
        }
    }
    problems
}

/// Game and ply of a line's `c0 "game 12, ply 34";`.
fn place(line: &str) -> Option<(u32, usize)> {
    let (game, ply) = line.split_once("c0 \"game ")?.1.split_once('"')?.0.split_once(", ply ")?;
    Some((game.parse().ok()?, ply.parse().ok()?))
}

/// Searches every solution again: best moves by `variant` to `depth`, mates by proof, and in a suite of
/// zugzwangs that the mate depends on one where its name says.
pub(crate) fn solutions(
    suite: &Suite,
    variant: &Variant,
    depth: u8,
    stop: &AtomicBool,
) -> Findings {
    let ply = zugzwang::of_suite(&suite.name);
    let found = suite.positions.par_iter().map_init(
        || (Judge::new(variant.clone(), TABLE_ENTRIES), Solver::new()),
        |(judge, solver), record| match record.task {
            Task::Mate { moves, .. } => prove(record, moves, ply, solver),
            Task::BestMove { .. } => search(record, judge, depth, stop),
            Task::None => Findings::default(),
        },
    );
    let mut all = Findings::default();
    for found in found.collect::<Vec<_>>() {
        all.problems.extend(found.problems);
        all.doubtful.extend(found.doubtful);
        all.proven += found.proven;
    }
    all
}

fn prove(record: &EpdRecord, moves: u32, ply: Option<Ply>, solver: &mut Solver) -> Findings {
    let id = &record.id;
    match solver.solve(&record.position, moves, PROOF_NODES) {
        Ok(Some(mate)) if mate.moves == moves => {
            let found =
                ply.map(|_| zugzwang::nearest(solver, &record.position, &mate, PROOF_NODES));
            match found.transpose().map(Option::flatten) {
                Ok(found) if found == ply => Findings { proven: 1, ..Findings::default() },
                Ok(_) => wrong(format!("{id}: no zugzwang where the suite has it")),
                Err(_) => doubtful(record, &format!("no proof of zugzwang in {PROOF_NODES} nodes")),
            }
        }
        Ok(Some(mate)) => {
            let (faster, mv) = (mate.moves, record.position.san(mate.first[0]));
            wrong(format!("{id}: not mate in {moves} but in {faster}, by {mv}"))
        }
        Ok(None) => wrong(format!("{id}: there is no mate in {moves}")),
        Err(_) => {
            doubtful(record, &format!("mate in {moves} not proven within {PROOF_NODES} nodes"))
        }
    }
}

fn search(record: &EpdRecord, judge: &mut Judge, depth: u8, stop: &AtomicBool) -> Findings {
    let limits = Limits { depth, stop: Some(stop), ..Limits::default() };
    let iterations = judge.search(&record.position, &limits);
    let Some(last) = iterations.last().filter(|last| last.depth == depth) else {
        return doubtful(record, &format!("not searched to depth {depth}"));
    };
    match record.task.solved(last.best_move, last.score.mate_in()) {
        Some(false) => {
            let mv = last.best_move.map_or_else(|| "no move".into(), |mv| record.position.san(mv));
            doubtful(record, &format!("depth {depth} holds {mv} ({})", last.score))
        }
        _ => Findings::default(),
    }
}

fn wrong(problem: String) -> Findings {
    Findings { problems: vec![problem], ..Findings::default() }
}

fn doubtful(record: &EpdRecord, reason: &str) -> Findings {
    let doubt = Doubt { index: record.index, text: format!("{}: {reason}", record.id) };
    Findings { doubtful: vec![doubt], ..Findings::default() }
}

/// What an outside engine says of a best move in doubt: its own two best moves, and the best of
/// the suite's, each from an empty table.
pub(crate) fn second_opinion(
    record: &EpdRecord,
    engine: &mut Adviser,
    nodes: u64,
) -> Result<String, Failure> {
    let Task::BestMove { best, .. } = &record.task else { return Ok("not asked".into()) };
    let mut text = format!("{} at {nodes} nodes", engine.name);
    for (whose, moves) in [("best", &[][..]), ("of the suite's", best)] {
        engine.forget()?;
        let opinion = engine.ask(&record.position, nodes, moves)?;
        let san =
            |valued: &Valued| format!("{} {:+}", record.position.san(valued.mv), valued.score);
        let said = opinion.best.as_ref().map_or_else(|| "none".to_owned(), san);
        text += &format!(", {whose} {said}");
        if let Some(next) = opinion.second.filter(|_| moves.is_empty()) {
            text += &format!(" (next {})", san(&next));
        }
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{LookupOptions, ReadOptions, find};

    const WHOLE: ReadOptions = ReadOptions { skip_bad: false, discard: false };

    fn read(text: &str) -> Suite {
        Suite::read("mine", "mine.epd", text.as_bytes(), WHOLE).unwrap()
    }

    fn solutions_of(text: &str, depth: u8) -> Findings {
        let variant = Variant::parse("none").unwrap();
        solutions(&read(text), &variant, depth, &AtomicBool::new(false))
    }

    #[test]
    fn every_shipped_suite_is_what_it_claims_to_be() {
        for shipped in EMBEDDED_SUITES {
            let suite = Suite::read(shipped.name, shipped.name, shipped.text.as_bytes(), WHOLE);
            let suite = suite.unwrap_or_else(|error| panic!("{}: {error}", shipped.name));
            assert_eq!(claims(shipped.name, &suite), Findings::default(), "{}", shipped.name);
        }
    }

    #[test]
    fn shipped_suites_are_found_by_name() {
        for shipped in EMBEDDED_SUITES {
            let suite = find(shipped.name, &LookupOptions::default()).expect(shipped.name);
            assert_eq!(suite.name, shipped.name);
        }
    }

    #[test]
    fn an_altered_suite_is_detected() {
        let shipped = EMBEDDED_SUITES.iter().find(|s| s.name == "mate2").unwrap();
        let fewer: Vec<&str> = shipped.text.lines().skip(1).collect();
        let found = claims("mate2", &read(&fewer.join("\n"))).problems;
        assert!(found.len() >= 3, "{found:?}");
        assert!(found[0].starts_with("its SHA-256 is "), "{found:?}");
        let found = claims("ecm", &read(&fewer.join("\n"))).problems;
        assert!(found[0].contains("public suite 'ecm'"), "{found:?}");
    }

    #[test]
    fn mates_are_proven_again_and_wrong_ones_detected() {
        let morphy = "kbK5/pp6/1P6/8/8/8/8/R7 w - -";
        assert_eq!(solutions_of(&format!("{morphy} dm 2;"), 1).proven, 1);
        let slower = solutions_of(&format!("{morphy} dm 3; id \"x\";"), 1).problems;
        assert_eq!(slower, ["x: not mate in 3 but in 2, by Ra6"]);
        let zugzwangs = |name, text: &str| {
            let suite = Suite::read(name, name, text.as_bytes(), WHOLE).unwrap();
            solutions(&suite, &Variant::parse("none").unwrap(), 1, &AtomicBool::new(false))
        };
        let text = format!("{morphy} dm 2; id \"x\";");
        assert_eq!(zugzwangs("zugzwang-ply1", &text).proven, 1);
        let elsewhere = zugzwangs("zugzwang-ply3", &text).problems;
        assert_eq!(elsewhere, ["x: no zugzwang where the suite has it"]);
        let faster = solutions_of(&format!("{morphy} dm 1; id \"x\";"), 1).problems;
        assert_eq!(faster, ["x: there is no mate in 1"]);
    }

    #[test]
    fn a_best_move_that_the_search_does_not_hold_is_doubtful() {
        let position = "6k1/5ppp/8/8/8/8/5PPP/R2r2K1 w - -";
        let found = solutions_of(&format!("{position} bm Rxd1; id \"x\";"), 2);
        assert_eq!(found, Findings::default());
        let position = "6k1/5ppp/8/3q4/8/8/5PPP/3R2K1 w - -";
        let found = solutions_of(&format!("{position} bm Kf1; id \"x\";"), 2);
        assert_eq!(found.problems.len(), 0);
        assert!(found.doubtful[0].text.starts_with("x: depth 2 holds Rxd5"), "{found:?}");
    }

    /// The reader's rules, applied to the written lines without the solver's table or move order.
    #[test]
    fn the_lines_of_shipped_mates_are_legal_and_end_in_mate() {
        let mates = EMBEDDED_SUITES.iter().filter(|s| s.text.contains(" dm "));
        let mut played = 0;
        for (line, suite) in mates.flat_map(|s| s.text.lines().map(move |line| (line, s.name))) {
            let epd = read(line);
            let record = &epd.positions[0];
            let Task::Mate { moves, .. } = record.task else { panic!("{suite}: {line}") };
            let pv = line.split_once(" pv ").unwrap().1.split_once(';').unwrap().0;
            let end = pv.split(' ').fold(record.position, |position, san| {
                position.make(position.parse_san(san).unwrap_or_else(|e| panic!("{line}: {e}")))
            });
            assert!(end.in_check() && !end.has_legal_move(), "{line}");
            assert_eq!(pv.split(' ').count() as u32, 2 * moves - 1, "{line}");
            played += 1;
        }
        assert!(played > 600, "{played}");
    }
}

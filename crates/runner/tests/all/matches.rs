//! `vnmp match` as a user types it: the same bytes at any number of threads, nothing lost or
//! repeated after an interruption, and engines that do everything wrong.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// What a small table adds to a side's name.
const SMALL: &str = "@hash-entries=4096";

struct Desk {
    dir: TempDir,
}

impl Desk {
    fn new() -> Desk {
        Desk { dir: tempfile::tempdir().unwrap() }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn command(&self, line: &str) -> Command {
        let mut command = Command::new(crate::desk::program());
        command.arg("match").args(line.split_whitespace()).current_dir(self.dir.path());
        command.args(["--set", "hash-entries=2^12"]).env_remove("VNMP_SUITES");
        if self.path("engines.toml").exists() {
            command.args(["--engines", "engines.toml"]);
        }
        command
    }

    fn run(&self, line: &str) -> Output {
        self.command(line).output().unwrap()
    }

    fn ok(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    }

    fn fails(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{line}: {:?}", output.status);
        assert!(output.stdout.is_empty(), "{line} printed a result");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// Standard error of a match that is played and reported, but fails because it decides nothing.
    fn without_result(&self, line: &str) -> String {
        let output = self.run(line);
        assert_eq!(output.status.code(), Some(1), "{line}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    fn summary(&self, folder: &str) -> Value {
        serde_json::from_str(&self.read(&format!("{folder}/summary.json"))).unwrap()
    }
}

#[test]
fn the_same_bytes_come_out_with_1_and_4_threads() {
    let desk = Desk::new();
    for limit in ["--nodes 300", "--depth 2"] {
        let one = desk.ok(&format!("v3 r2 --games 8 {limit} -t 1 --out one --quiet --force"));
        let four = desk.ok(&format!("v3 r2 --games 8 {limit} -t 4 --out four --quiet --force"));
        assert_eq!(one, four);
        for file in ["games.pgn", "summary.json", "report.txt", "elo.svg", "elo.png", "elo.csv"] {
            let read = |folder: &str| fs::read(desk.path(&format!("{folder}/{file}"))).unwrap();
            assert!(!read("one").is_empty() && read("one") == read("four"), "{file} {limit}");
        }
        let pgn = desk.read("one/games.pgn");
        assert_eq!(pgn.matches("[Event ").count(), 8);
        assert!(!pgn.contains("ms}"), "a time in a PGN that must be repeatable");
    }
}

#[test]
fn a_match_cut_short_is_resumed_and_a_longer_one_begins_with_the_shorter() {
    let desk = Desk::new();
    let whole = desk.ok("v3 r2 --games 8 --nodes 200 --out whole --quiet --journal other");
    desk.ok("v3 r2 --games 4 --nodes 200 --out part --quiet --journal journal");
    let journal = fs::read_dir(desk.path("journal")).unwrap().next().unwrap().unwrap().path();
    let text = fs::read_to_string(&journal).unwrap();
    // As if killed in the middle of writing the third game, so that one game of a pair is missing.
    let cut = text.match_indices('\n').nth(1).unwrap().0 + 30;
    fs::write(&journal, &text[..cut]).unwrap();
    let output = desk.run("v3 r2 --games 8 --nodes 200 --out part --journal journal");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("2 of 8 games are in the journal"), "{said}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), whole);
    for file in ["games.pgn", "games.csv", "manifest.json"] {
        assert_eq!(desk.read(&format!("part/{file}")), desk.read(&format!("whole/{file}")));
    }
    let played = fs::read_to_string(&journal).unwrap().lines().count();
    assert_eq!(played, 8, "a game is lost or repeated");
    let error = desk.fails("v3 r2 --games 8 --nodes 201 --out part");
    assert!(error.contains("another run") && error.contains("--force"), "{error}");
}

#[test]
fn each_opening_is_played_with_both_colours() {
    let desk = Desk::new();
    desk.ok("v3 none --games 4 --depth 2 --out out --quiet");
    let pgn = desk.read("out/games.pgn");
    let tags = |name: &str| -> Vec<String> {
        let prefix = format!("[{name} \"");
        let lines = pgn.lines().filter_map(|line| line.strip_prefix(&prefix));
        lines.map(|line| line.trim_end_matches("\"]").to_owned()).collect()
    };
    let white: Vec<String> = tags("White").iter().map(|name| name.replace(SMALL, "")).collect();
    assert_eq!(white, ["vrfd:r=3", "none", "vrfd:r=3", "none"]);
    assert_eq!(tags("Opening"), ["random 1", "random 1", "random 2", "random 2"]);
    assert_eq!(tags("Round"), ["1.1", "1.2", "2.1", "2.2"]);
    let summary = desk.summary("out");
    let pairs = summary["standings"][0]["pairs"].as_array().unwrap();
    assert_eq!(pairs.iter().map(|n| n.as_u64().unwrap()).sum::<u64>(), 2);
}

#[test]
fn equal_sides_split_every_pair_and_the_statistics_are_finite() {
    let desk = Desk::new();
    let text = desk.ok("r3 r3 --games 6 --nodes 300 --sprt elo0=0 elo1=20 --out out --quiet");
    assert!(!text.contains("NaN") && text.contains("+0.0 [-inf, +inf]"), "{text}");
    let summary = desk.summary("out");
    assert_eq!(summary["standings"][0]["pairs"], serde_json::json!([0, 0, 3, 0, 0]));
    let estimate = &summary["standings"][0]["estimate"];
    assert_eq!((&estimate["elo"], &estimate["score_low"]), (&0.0.into(), &0.0.into()));
    assert!(estimate["elo_low"].is_f64() && estimate["elo_high"].is_f64(), "{estimate}");
    assert_eq!(summary["sprt"]["verdict"], "undecided");
}

#[test]
fn openings_come_from_a_suite_and_are_not_played_twice() {
    let desk = Desk::new();
    let suite = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"open game\";\n\
                 rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"sicilian\";\n";
    fs::write(desk.path("lines.epd"), suite).unwrap();
    desk.ok("v3 r1 --games 4 --depth 2 --openings lines.epd --out out --quiet");
    let pgn = desk.read("out/games.pgn");
    assert_eq!(pgn.matches("[Opening \"sicilian\"]").count(), 2);
    assert!(pgn.contains("[FEN \"rnbqkbnr/pp1ppppp/8/2p5"), "{pgn}");
    let error = desk.fails("v3 r1 --games 6 --depth 2 --openings lines.epd --out more");
    assert!(error.contains("has 2 positions, enough for 4 games"), "{error}");
}

#[test]
fn a_clock_match_of_fast_games_loses_none_on_time() {
    let desk = Desk::new();
    desk.ok(&format!("v3 r2 --games 2 --tc 0.5+0.02 --threads 1 {MARGIN} --out out --quiet"));
    assert_eq!(desk.summary("out")["failures"], serde_json::json!([]));
    for game in movetexts(&desk.read("out/games.pgn")) {
        // Half of the moves take less than this.
        assert!(median(times_ms(&game)) < 260, "{game}");
    }
}

/// A busy machine may stall for a while; a search that nothing stops takes longer.
const MARGIN: &str = "--time-margin 5000";

fn median(mut times: Vec<u64>) -> u64 {
    times.sort_unstable();
    times[times.len() / 2]
}

/// The time that each move of a game took.
fn times_ms(movetext: &str) -> Vec<u64> {
    let said = comments(movetext);
    let times = said[..said.len() - 1].iter().map(|comment| comment.rsplit(' ').next().unwrap());
    times.map(|time| time.strip_suffix("ms").unwrap().parse().unwrap()).collect()
}

/// The movetext of each game, word by word.
fn movetexts(pgn: &str) -> Vec<String> {
    let games = pgn.split("[Event ").skip(1).map(|game| {
        let lines = game.lines().filter(|line| !line.contains("\"]") && !line.is_empty());
        lines.collect::<Vec<_>>().join(" ")
    });
    games.collect()
}

/// The text in braces after each move.
fn comments(movetext: &str) -> Vec<&str> {
    movetext.split('{').skip(1).filter_map(|part| part.split('}').next()).collect()
}

#[test]
fn a_side_resigns_after_the_given_number_of_hopeless_moves_and_not_before() {
    let desk = Desk::new();
    let line = "v3 v3@quiescence=off,evaluation=material --games 8 --depth 2 --quiet";
    desk.ok(&format!("{line} --out played"));
    desk.ok(&format!("{line} --resign 3,400 --out resigned"));
    let (played, pgn) = (desk.read("played/games.pgn"), desk.read("resigned/games.pgn"));
    assert!(!played.contains("resigns") && !played.contains("adjudication"));
    assert_eq!(
        pgn.matches("[Termination \"adjudication\"]").count(),
        pgn.matches(" resigns}").count()
    );
    let hopeless = |comment: &str| {
        let score = comment.split('/').next().unwrap();
        score.starts_with("#-") || score.parse::<f64>().is_ok_and(|pawns| pawns <= -4.0)
    };
    let mut resigned = 0;
    for (whole, short) in movetexts(&played).iter().zip(movetexts(&pgn)) {
        let said = comments(&short);
        let (reason, said) = said.split_last().unwrap();
        let own: Vec<bool> = said.iter().rev().step_by(2).map(|c| hopeless(c)).collect();
        let Some((loser, _)) = reason.split_once(" resigns") else {
            assert!(
                !own.windows(3).any(|three| three == [true; 3]),
                "should have resigned: {short}"
            );
            continue;
        };
        resigned += 1;
        assert!(short.ends_with(if loser == "White" { "0-1" } else { "1-0" }), "{short}");
        assert_eq!(own[..3], [true; 3], "resigned too early: {short}");
        assert!(own.len() == 3 || !own[3], "resigned too late: {short}");
        let moves = short.split(&format!("{{{loser} resigns")).next().unwrap();
        assert!(whole.starts_with(moves), "other moves: {short}");
    }
    assert!(resigned >= 4, "{resigned} of 8 resigned");
}

#[test]
fn a_game_is_drawn_after_the_given_number_of_even_moves_from_the_given_move_on() {
    let desk = Desk::new();
    // Every score but a mate is within 30,000; the openings have 8 plies.
    for (from, plies) in [(12, 22), (1, 14)] {
        desk.ok(&format!("v3 r2 --games 4 --depth 1 --draw {from},3,30000 --out {from} --quiet"));
        let pgn = desk.read(&format!("{from}/games.pgn"));
        assert_eq!(pgn.matches(&format!("[PlyCount \"{plies}\"]")).count(), 4, "{pgn}");
        for game in movetexts(&pgn) {
            assert!(game.ends_with("{Draw by adjudication} 1/2-1/2"), "{game}");
        }
    }
    desk.ok("v3 r2 --games 2 --depth 1 --draw 300,3,30000 --out never --quiet");
    assert!(!desk.read("never/games.pgn").contains("adjudication"));
}

#[test]
fn a_clock_is_refilled_after_the_given_number_of_moves_and_never_overdrawn() {
    let desk = Desk::new();
    let adjudication = "--draw 20,1,30000"; // 20 moves are enough
    desk.ok(&format!(
        "v3 r2 --games 2 --tc 4/0.4 --threads 1 {MARGIN} {adjudication} --out out --quiet"
    ));
    assert_eq!(desk.summary("out")["failures"], serde_json::json!([]));
    for game in movetexts(&desk.read("out/games.pgn")) {
        let times = times_ms(&game);
        assert!(median(times.clone()) <= 130, "four moves have 0.4 s: {times:?}");
        for side in 0..2 {
            let own: Vec<u64> = times.iter().copied().skip(side).step_by(2).collect();
            assert!(own.len() >= 12, "{game}");
            for (moves, sessions) in (4..=own.len()).step_by(4).zip(1..) {
                assert!(own[..moves].iter().sum::<u64>() <= 400 * sessions + 5000, "{own:?}");
            }
        }
    }
}

#[cfg(unix)]
#[test]
fn an_engine_that_oversteps_its_clock_loses_on_time_and_is_named() {
    let desk = Desk::new();
    // This program, each move delayed by three seconds.
    let script = format!(
        "#!/bin/sh\n'{}' uci | while IFS= read -r line; do\n\
         case \"$line\" in bestmove*) sleep 3;; esac; echo \"$line\"; done\n",
        crate::desk::program()
    );
    script_file(&desk, "slow", &script, "options = { 'Search Settings' = 'hash-entries=2^12' }");
    // The margin also covers the other side, which a busy machine may hold up.
    let loses = |limit: &str, out: &str| {
        let error = desk.without_result(&format!(
            "r3 uci:slow --games 2 {limit} --threads 2 --time-margin 2500 --out {out} --quiet"
        ));
        assert!(error.contains("uci:slow forfeited every game"), "{error}");
        let text = desk.read(&format!("{out}/report.txt"));
        assert_eq!(desk.summary(out)["standings"][0]["wins"], 2, "{text}");
        let pgn = desk.read(&format!("{out}/games.pgn"));
        assert_eq!(pgn.matches("[Termination \"time forfeit\"]").count(), 2, "{pgn}");
        let line = text.lines().find(|line| line.starts_with("FAILED: ")).unwrap();
        assert!(line.contains("uci:slow in 2 games") && line.contains(": used "), "{line}");
    };
    std::thread::scope(|scope| {
        scope.spawn(|| loses("--tc 0.2+0.01", "clock"));
        scope.spawn(|| loses("--movetime 0.1", "movetime"));
    });
}

#[test]
fn a_sequential_test_ends_the_match_after_the_same_pair_at_any_number_of_threads() {
    let desk = Desk::new();
    // No quiescence and a material-only evaluation: a difference that no test can miss.
    let line = "v3 v3@quiescence=off,evaluation=material --games 200 --nodes 400";
    let test = "--sprt elo0=0 elo1=200 --quiet";
    let one = desk.ok(&format!("{line} --threads 1 --out one {test}"));
    let four = desk.ok(&format!("{line} --threads 4 --out four {test}"));
    assert_eq!(one, four);
    let summary = desk.summary("four");
    assert_eq!(summary["sprt"]["verdict"], "elo1", "{one}");
    assert!(summary["standings"][0]["games"].as_u64().unwrap() < 200, "{one}");
    assert_eq!(desk.read("one/games.pgn"), desk.read("four/games.pgn"));
}

#[test]
fn sides_and_options_that_make_no_match_are_refused_before_any_game() {
    let desk = Desk::new();
    for (line, part) in [
        ("v3 r9", "known families"),
        ("v3", "SECOND"),
        ("v3 r2 --games 3", "even"),
        ("v3 r2 --games 0", "even"),
        ("v3 r2 --games 4000000000", "are allowed"),
        ("v3 r2 --nodes 0", "from 1"),
        ("v3 r2 --nodes 99999999999999999999", "from 1 to 18446744073709551615"),
        ("v3 r2 --nodes 5 --depth 3", "cannot be used with"),
        ("v3 r2 --tc 1:30", "60+0.6"),
        ("v3 r2 --sprt elo0=3", "elo0"),
        ("v3 r2 --resign 3", "MOVES,CP"),
        ("v3 uci:nobody", "there are:"),
        ("v3 r2 --openings nowhere", "nowhere"),
        ("--file nowhere.toml", "nowhere.toml"),
        ("--file paper --only x", "v3-r2-nodes"),
    ] {
        let error = desk.fails(line);
        assert!(error.contains(part), "{line}: {error}");
    }
}

/// This program, entered as an external engine.
fn self_as_engine(name: &str, more: &str) -> String {
    let command = crate::desk::program();
    format!("[{name}]\ncommand = '{command}'\narguments = ['uci']\n{more}\n")
}

#[test]
fn an_engine_over_pipes_plays_as_the_variant_in_this_program() {
    let desk = Desk::new();
    let options = "options = { Variant = 'r2', 'Search Settings' = 'hash-entries=2^12' }";
    fs::write(desk.path("engines.toml"), self_as_engine("twin", options)).unwrap();
    desk.ok("v3 uci:twin --games 4 --nodes 300 --threads 2 --out pipes --quiet");
    desk.ok("v3 r2 --games 4 --nodes 300 --out inside --quiet");
    // An engine's last line may belong to an unfinished iteration, so the moves are compared
    // without the numbers in the comments.
    let moves = |folder: &str| -> Vec<String> {
        let pgn = desk.read(&format!("{folder}/games.pgn"));
        let lines = pgn.lines().filter(|line| !line.starts_with('['));
        let text = lines.collect::<Vec<_>>().join(" ");
        let outside =
            text.split('{').flat_map(|part| part.split_once('}').map_or(part, |p| p.1).split(' '));
        outside.filter(|word| !word.is_empty() && !word.ends_with('.')).map(str::to_owned).collect()
    };
    assert!(moves("inside").len() > 100);
    assert_eq!(moves("pipes"), moves("inside"));
}

/// Engines that make the mistakes of real ones, as shell scripts: name, answers, expected
/// complaint.
#[cfg(unix)]
const CULPRITS: &[(&str, &str, &str)] = &[
    ("illegal", "go*) echo bestmove e2e5;;", "illegal move e2e5"),
    ("empty", "go*) echo bestmove;;", "no move in"),
    ("null", "go*) echo bestmove a1a1;;", "no move in"),
    ("none", "go*) echo 'bestmove (none)';;", "no move in"),
    ("dies", "go*) exit 3;;", "died in a search (exit status: 3)"),
    ("hangs", "go*) ;;", "did not answer to go within 0.5 s"),
    ("garbage", "go*) head -c 200000 /dev/urandom; echo; echo bestmove x;;", "illegal move x"),
    ("mute", "uci) ;; isready) ;;", "did not answer to uci within 1 s"),
    ("dead", "uci) exit 1;;", "died at the start (exit status: 1)"),
];

/// Adds an engine that is a shell script; `action` is what it does wrong. A silent one is soon
/// given up on; any other gets all the time it may need on a busy machine.
#[cfg(unix)]
fn engine_script(desk: &Desk, name: &str, action: &str) {
    let script = format!(
        "#!/bin/sh\nwhile read line; do case \"$line\" in\n{action}\nuci) echo uciok;;\n\
         isready) echo readyok;;\nquit) exit;;\nesac; done\n"
    );
    let patience = match name {
        "mute" => "start_timeout_s = 1",
        "hangs" => "start_timeout_s = 60\nsilence_timeout_s = 0.5",
        _ => "start_timeout_s = 60",
    };
    script_file(desk, name, &script, patience);
}

/// Adds an engine that is a shell script.
#[cfg(unix)]
fn script_file(desk: &Desk, name: &str, script: &str, entry: &str) {
    use std::io::Write;
    use std::os::unix::fs::PermissionsExt;
    let path = desk.path(&format!("{name}.sh"));
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let entry = format!("[{name}]\ncommand = '{}'\n{entry}\n", path.display());
    let file = fs::OpenOptions::new().create(true).append(true).open(desk.path("engines.toml"));
    file.unwrap().write_all(entry.as_bytes()).unwrap();
}

#[cfg(unix)]
#[test]
fn engines_that_fail_lose_their_games_are_restarted_and_named() {
    let desk = Desk::new();
    for (name, action, _) in CULPRITS {
        engine_script(&desk, name, action);
    }
    for (name, _, what) in CULPRITS {
        let error = desk.without_result(&format!(
            "r3 uci:{name} --games 4 --depth 1 --threads 1 --out {name} --quiet"
        ));
        assert!(error.contains(&format!("uci:{name} forfeited every game")), "{error}");
        let text = desk.read(&format!("{name}/report.txt"));
        let standing = &desk.summary(name)["standings"][0];
        assert_eq!(standing["wins"], 4, "{name}: {text}");
        let line = text.lines().find(|line| line.starts_with("FAILED: ")).unwrap();
        assert!(line.contains(&format!("uci:{name} in 4 games")), "{line}");
        assert!(line.contains(what), "{name}: {line}");
    }
    desk.without_result("uci:mute uci:dead --games 2 --depth 1 --threads 1 --out both --quiet");
    let text = desk.read("both/report.txt");
    assert!(text.contains("Neither side can play 2"), "{text}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_ignores_a_node_limit_is_stopped() {
    let desk = Desk::new();
    let search = "go*) while echo info depth 5 nodes 2000000; do sleep 0.01; done;;";
    engine_script(&desk, "boundless", search);
    desk.without_result("v3 uci:boundless --games 2 --nodes 100 --threads 1 --out out --quiet");
    let text = desk.read("out/report.txt");
    assert!(text.contains("was at 2000000 nodes under nodes=100"), "{text}");
    assert!(text.contains("--depth, --movetime or --tc"), "{text}");
}

//! Games as PGN: headers, moves in SAN, and after every move score, depth and nodes in the words
//! of the player (and the time, where the limit is a time).

use std::fmt::Write;

use vnmp_engine::Position;

use super::record::{GameRecord, Ply};

const LINE: usize = 80;

/// What is the same in all games of a match.
pub(crate) struct Event<'a> {
    /// Name of the match.
    pub(crate) title: &'a str,
    /// First and second side.
    pub(crate) sides: [&'a str; 2],
    /// The limit, as text.
    pub(crate) limit: &'a str,
}

/// All games, one after the other.
pub(crate) fn games<'a>(
    event: &Event,
    records: impl IntoIterator<Item = &'a GameRecord>,
) -> String {
    records.into_iter().map(|record| game(event, record)).collect()
}

/// One game with an empty line after it.
pub(crate) fn game(event: &Event, record: &GameRecord) -> String {
    let [first, second] = event.sides;
    let even = record.number.is_multiple_of(2);
    let (white, black) = if even { (first, second) } else { (second, first) };
    let round = format!("{}.{}", record.number / 2 + 1, record.number % 2 + 1);
    let plies = record.opening_moves.len() + record.plies.len();
    let mut tags = vec![
        ("Event", event.title.to_owned()),
        ("Site", "?".to_owned()),
        ("Date", "????.??.??".to_owned()),
        ("Round", round),
        ("White", white.to_owned()),
        ("Black", black.to_owned()),
        ("Result", record.result().to_owned()),
    ];
    // the journal's reader has checked the position
    let own = Position::from_fen(&record.fen).ok().filter(|_| record.opening_moves.is_empty());
    let start = own.unwrap_or_else(Position::start);
    if start != Position::start() {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", record.fen.clone()));
    }
    tags.push(("Opening", record.opening.clone()));
    tags.push(("TimeControl", event.limit.to_owned()));
    tags.push(("PlyCount", plies.to_string()));
    tags.push(("Termination", record.end.text()));
    let mut text = String::new();
    for (name, value) in tags {
        let value = value.replace(char::is_control, " ");
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        let _ = writeln!(text, "[{name} \"{value}\"]"); // a String takes everything
    }
    text.push('\n');
    text.push_str(&wrapped(&move_text(start, record)));
    text.push('\n');
    text
}

/// The words of the move text in order.
fn move_text(start: Position, record: &GameRecord) -> Vec<String> {
    let mut position = start;
    let mut words = Vec::new();
    let opening = record.opening_moves.iter().map(|mv| (mv.as_str(), None));
    let played = record.plies.iter().map(|ply| (ply.mv.as_str(), Some(ply)));
    let mut number_due = true;
    for (text, ply) in opening.chain(played) {
        let Some(mv) = position.legal_uci(text) else { break };
        let white = position.turn() == vnmp_engine::Color::White;
        if white || number_due {
            let dots = if white { "." } else { "..." };
            words.push(format!("{}{dots}", position.fullmove_number()));
        }
        words.push(position.san(mv));
        let comment = ply.map(comment).unwrap_or_default();
        number_due = !comment.is_empty();
        words.extend(comment);
        position = position.make(mv);
    }
    let end = format!("{{{}}}", record.reason);
    words.extend(end.split(' ').map(str::to_owned));
    words.push(record.result().to_owned());
    words
}

/// `{+0.35/8 20013n}`, with ` 12ms` under limits of time; as words.
fn comment(ply: &Ply) -> Vec<String> {
    let score = match (ply.mate, ply.score_cp) {
        (Some(moves), _) => format!("#{moves}"),
        (None, Some(cp)) => format!("{:+.2}", f64::from(cp) / 100.0),
        (None, None) => String::new(),
    };
    let depth = ply.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
    let nodes = ply.nodes.map(|nodes| format!("{nodes}n"));
    let time = ply.time_ms.map(|ms| format!("{ms}ms"));
    let judgement = Some(score + &depth).filter(|text| !text.is_empty());
    let words: Vec<String> = [judgement, nodes, time].into_iter().flatten().collect();
    let comment = format!("{{{}}}", words.join(" "));
    if words.is_empty() { words } else { comment.split(' ').map(str::to_owned).collect() }
}

fn wrapped(words: &[String]) -> String {
    let width = |text: &str| text.chars().count();
    let mut lines: Vec<String> = Vec::new();
    for word in words {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= LINE => *line += &format!(" {word}"),
            _ => lines.push(word.clone()),
        }
    }
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::matches::record::{End, Points};

    fn ply(mv: &str, score_cp: Option<i32>, mate: Option<i32>) -> Ply {
        Ply { mv: mv.to_owned(), score_cp, mate, depth: Some(5), nodes: Some(1234), time_ms: None }
    }

    #[test]
    fn a_game_has_headers_numbers_comments_and_its_reason() {
        let record = GameRecord {
            number: 1,
            opening: "random 1".to_owned(),
            fen: "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2".to_owned(),
            opening_moves: ["f2f3", "e7e5", "g2g4"].map(str::to_owned).to_vec(),
            points: Points::Win,
            end: End::Normal,
            reason: "Black mates".to_owned(),
            failures: Vec::new(),
            plies: vec![ply("d8h4", None, Some(1))],
        };
        let event = Event { title: "A \"test\"", sides: ["a", "b"], limit: "depth=5" };
        insta::assert_snapshot!(game(&event, &record), @r#"
        [Event "A \"test\""]
        [Site "?"]
        [Date "????.??.??"]
        [Round "1.2"]
        [White "b"]
        [Black "a"]
        [Result "0-1"]
        [Opening "random 1"]
        [TimeControl "depth=5"]
        [PlyCount "4"]
        [Termination "normal"]

        1. f3 e5 2. g4 Qh4# {#1/5 1234n} {Black mates} 0-1
        "#);
    }

    #[test]
    fn comments_leave_out_what_the_engine_did_not_report() {
        assert_eq!(comment(&ply("e2e4", Some(-35), None)).join(" "), "{-0.35/5 1234n}");
        let silent = Ply { depth: None, nodes: None, ..ply("e2e4", None, None) };
        assert!(comment(&silent).is_empty());
    }
}

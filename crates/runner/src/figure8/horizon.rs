//! The horizon effect (section 2.6, Figure 4): for each depth the line that the search believes
//! in, the pawns that it gives up on the way, and what is left on the board at its end.

use std::sync::atomic::AtomicBool;

use vnmp_engine::{
    Color, Move, PieceType, Position, Score, Square, SurveyLimits, SurveySettings,
    TranspositionTable, survey_search,
};

use crate::base::notation::line;

/// The survey's position as a suite: the figure, and the other way in which its text can be read.
pub(crate) const SUITE: &str = include_str!("../../../../suites/horizon.epd");

/// A plain search whose table only orders moves, so that no line is cut short.
const METHOD: &str = "iter+qhist+killer+trans=1048576:order";

/// What the search says at one depth.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct View {
    /// Depth in plies.
    pub(crate) depth: u8,
    /// Value for the side to move.
    pub(crate) score: Score,
    /// The line in SAN.
    pub(crate) line: String,
    /// Pawn moves of the side to move that the next move captures, in SAN.
    pub(crate) sacrifices: Vec<String>,
    /// Material balance at the end of the line in centipawns, seen from the side to move at its
    /// beginning.
    pub(crate) material_cp: i32,
    /// The position at the end of the line.
    pub(crate) end: Position,
}

/// The views of depths 1 to `depth`, with or without the one-ply extension of checks at the
/// horizon. Fewer if told to stop.
pub(crate) fn views(
    position: &Position,
    depth: u8,
    leaf_extension: bool,
    stop: &AtomicBool,
) -> anyhow::Result<Vec<View>> {
    let common = SurveySettings { leaf_extension, ..SurveySettings::default() };
    let method = super::SurveyMethod::parse(METHOD, &common)?;
    let mut table = TranspositionTable::new(method.settings.table_entries);
    let limits = SurveyLimits { depth, nodes: None, stop: Some(stop) };
    let found = survey_search(position, &method.settings, &limits, &mut table, &mut |_| ());
    let view = |found: &vnmp_engine::SurveyIteration| {
        let end = found.pv.iter().fold(*position, |position, &mv| position.make(mv));
        View {
            depth: found.depth,
            score: found.score,
            line: line(position, &found.pv),
            sacrifices: sacrifices(position, &found.pv),
            material_cp: end.board().sums().material(position.turn()),
            end,
        }
    };
    Ok(found.iter().map(view).collect())
}

/// Pawn moves of the side to move whose pawn is taken at once.
fn sacrifices(position: &Position, moves: &[Move]) -> Vec<String> {
    let mut now = *position;
    let mut found = Vec::new();
    for (i, &mv) in moves.iter().enumerate() {
        let is_pawn = now.board().of(now.turn(), PieceType::Pawn).has(mv.from());
        let taken = moves.get(i + 1).is_some_and(|reply| reply.to() == mv.to());
        if now.turn() == position.turn() && is_pawn && taken {
            found.push(now.san(mv));
        }
        now = now.make(mv);
    }
    found
}

/// A board as the survey prints it, with coordinates: piece and colour, `::` for dark squares.
pub(crate) fn board(position: &Position) -> String {
    let mut text = String::new();
    for rank in (0..8).rev() {
        text += &format!("{} ", rank + 1);
        for file in 0..8 {
            text += &match position.board().piece_at(Square::at(file, rank)).get() {
                Some((color, kind)) => {
                    let side = if color == Color::White { 'w' } else { 'b' };
                    format!(" {}{side}", kind.letter().to_ascii_uppercase())
                }
                None if (file + rank) % 2 == 0 => " ::".to_owned(),
                None => "   ".to_owned(),
            };
        }
        text = text.trim_end().to_owned() + "\n";
    }
    text + "   a  b  c  d  e  f  g  h\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::{ReadOptions, Suite};

    fn figure4() -> [Position; 2] {
        let options = ReadOptions { skip_bad: false, discard: false };
        let suite = Suite::read("horizon", "horizon.epd", SUITE.as_bytes(), options).unwrap();
        [suite.positions[0].position, suite.positions[1].position]
    }

    #[test]
    fn the_board_is_the_surveys_figure_4() {
        // The text version of the survey keeps the dark squares and loses the light ones.
        let figure = "\
            :: :: Rb Kb
            :: :: Qw Pb Qb
            :: :: Pb :: ::
            :: Pb :: Pb :: Pw
            :: Pb :: Pw ::
            :: Pb :: Pw ::
            :: Pw :: ::
            Bw Kw :: :: ::";
        let words = |text: &str| -> Vec<Vec<String>> {
            text.lines().map(|l| l.split_whitespace().map(str::to_owned).collect()).collect()
        };
        for position in figure4() {
            let ours = words(&board(&position)).into_iter().take(8);
            let ours: Vec<Vec<String>> = ours.map(|line| line[1..].to_vec()).collect();
            assert_eq!(ours, words(figure));
            assert_eq!(position.turn(), Color::Black);
        }
    }

    #[test]
    fn deeper_searches_give_up_more_pawns_to_keep_the_queen_a_little_longer() {
        let stop = AtomicBool::new(false);
        let given = |position: &Position, depth: u8| -> Vec<usize> {
            let views = views(position, depth, false, &stop).unwrap();
            views.iter().map(|view| view.sacrifices.len()).collect()
        };
        let [figure, other] = figure4();
        assert_eq!(given(&figure, 4), [0, 1, 1, 2]);
        assert_eq!(given(&other, 6), [0, 1, 1, 2, 2, 3]);
    }

    #[test]
    fn a_pawn_that_is_not_taken_at_once_is_not_a_sacrifice() {
        let position = Position::start();
        let read = |position: &Position, san: &str| position.parse_san(san).unwrap();
        let e4 = read(&position, "e4");
        let after = position.make(e4);
        let d5 = read(&after, "d5");
        let third = after.make(d5);
        let taken = read(&third, "exd5");
        let moves = [e4, d5, taken];
        assert!(sacrifices(&position, &moves).is_empty());
        assert_eq!(sacrifices(&after, &moves[1..]), ["d5"]);
    }
}

//! Depths as a command line names them: `4-8`, `4,6,8`, or both.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::read_depth;

/// Depths in plies, ascending, never empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Depths(Vec<u8>);

impl Depths {
    /// Reads a list of depths and ranges.
    ///
    /// # Errors
    /// When a depth is none, or a range runs backwards.
    pub(crate) fn parse(text: &str) -> Result<Depths, String> {
        let mut depths = BTreeSet::new();
        for piece in text.split(',').map(str::trim) {
            let (first, last) = piece.split_once('-').unwrap_or((piece, piece));
            let (first, last) = (read_depth(first.trim())?, read_depth(last.trim())?);
            if first > last {
                return Err(format!("{piece} runs backwards; write {last}-{first}"));
            }
            depths.extend(first..=last);
        }
        Ok(Depths(depths.into_iter().collect()))
    }

    /// The depths.
    pub(crate) fn list(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_and_lists_are_read_and_nonsense_is_refused() {
        let read = |text: &str| Depths::parse(text).map(|depths| depths.0);
        assert_eq!(read("4-8"), Ok(vec![4, 5, 6, 7, 8]));
        assert_eq!(read("9, 4,6-7,6"), Ok(vec![4, 6, 7, 9]));
        assert_eq!(read("5-5"), Ok(vec![5]));
        for wrong in ["", "0", "4-", "-4", "4-65", "a", "4,,6"] {
            let error = read(wrong).unwrap_err();
            assert_eq!(error, "give a whole number of plies from 1 to 64", "{wrong}");
        }
        assert_eq!(read("8-4"), Err("8-4 runs backwards; write 4-8".to_owned()));
    }
}

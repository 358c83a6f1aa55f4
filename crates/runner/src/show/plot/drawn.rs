//! A figure that is written beside tables.

use super::{Datum, Picture};

/// It and its files.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Drawn {
    /// What its files' names begin with.
    pub(crate) stem: String,
    /// The figure.
    pub(crate) picture: Picture,
    /// Its data, if it has a file of them.
    pub(crate) csv: Option<Vec<u8>>,
}

impl Drawn {
    /// A figure with its data.
    ///
    /// # Errors
    /// When the data cannot be written.
    pub(crate) fn of(stem: &str, picture: Picture, data: &[Datum]) -> anyhow::Result<Drawn> {
        Ok(Drawn { stem: stem.to_owned(), picture, csv: Some(Datum::csv(data)?) })
    }

    /// Endings and contents of its files: SVG, PNG, and the data if there are any.
    ///
    /// # Errors
    /// When the PNG cannot be drawn.
    pub(crate) fn files(&self) -> anyhow::Result<Vec<(&'static str, Vec<u8>)>> {
        let drawn = [("svg", self.picture.svg().into_bytes()), ("png", self.picture.png()?)];
        Ok(drawn.into_iter().chain(self.csv.clone().map(|csv| ("csv", csv))).collect())
    }
}

//! A figure ready to be written beside tables.

use super::{Datum, Picture, WIDE};
use crate::show::canvas;

/// Its files.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Drawn {
    /// What its files' names begin with.
    pub(crate) stem: String,
    /// As SVG.
    pub(crate) svg: String,
    /// Its data, if it has a file of them.
    pub(crate) csv: Option<Vec<u8>>,
}

impl Drawn {
    /// Draws a picture for a wide page; `shows` says what is drawn, to those who cannot see it.
    ///
    /// # Errors
    /// When the data cannot be written.
    pub(crate) fn of(
        stem: &str,
        picture: &impl Picture,
        shows: &str,
        data: &[Datum],
    ) -> anyhow::Result<Drawn> {
        let svg = picture.at(WIDE).to_svg(&format!("{}. {shows}", picture.title()));
        Ok(Drawn { stem: stem.to_owned(), svg, csv: Some(Datum::csv(data)?) })
    }

    /// Endings and contents of its files: SVG, PNG, and the data if there are any.
    ///
    /// # Errors
    /// When the PNG cannot be drawn.
    pub(crate) fn files(&self) -> anyhow::Result<Vec<(&'static str, Vec<u8>)>> {
        let drawn = [("svg", self.svg.clone().into_bytes()), ("png", canvas::png(&self.svg)?)];
        Ok(drawn.into_iter().chain(self.csv.clone().map(|csv| ("csv", csv))).collect())
    }
}

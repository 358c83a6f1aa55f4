//! A figure that is written next to tables.

use super::{Datum, Picture};
use crate::record::folder::Folder;

/// It and its files.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Drawn {
    /// Prefix of its file names.
    pub(crate) stem: String,
    /// The figure.
    pub(crate) picture: Picture,
    /// Its data.
    pub(crate) csv: Vec<u8>,
}

impl Drawn {
    /// A figure with its data.
    ///
    /// # Errors
    /// When the data cannot be written.
    pub(crate) fn of(stem: &str, picture: Picture, data: &[Datum]) -> anyhow::Result<Drawn> {
        Ok(Drawn { stem: stem.to_owned(), picture, csv: Datum::csv(data)? })
    }

    /// Writes SVG, PNG and data; `suffix` ends the stem of their names.
    ///
    /// # Errors
    /// When the PNG cannot be drawn or a file cannot be written.
    pub(crate) fn write(&self, folder: &Folder, suffix: &str) -> anyhow::Result<()> {
        folder.write(&format!("{}{suffix}.png", self.stem), &self.picture.png()?)?;
        for (name, bytes) in self.committed(suffix) {
            folder.write(&name, &bytes)?;
        }
        Ok(())
    }

    /// Names and contents of the platform-independent files: SVG and data.
    pub(crate) fn committed(&self, suffix: &str) -> [(String, Vec<u8>); 2] {
        let name = |ending: &str| format!("{}{suffix}.{ending}", self.stem);
        [(name("svg"), self.picture.svg().into_bytes()), (name("csv"), self.csv.clone())]
    }
}

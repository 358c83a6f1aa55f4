//! The fingerprint of a search: everything that determines its result except the depth,
//! because a deeper search contains the shallower ones. Two searches with the same key have the same iterations.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use vnmp_engine::{Position, SearchSettings};
use vnmp_variants::Variant;

use crate::engines::Engine;

/// Nodes of all presets over all positions to [`DEPTH`]: what `vnmp bench` prints last. It names
/// the engine in manifests and keeps the records of another one out.
pub(crate) const ENGINE_SIGNATURE: u64 = 62_659_088;

/// Digest of the sources of engine and variants without comments and tests: another build of the
/// search has other keys, even if nobody has changed the signature.
pub(crate) const ENGINE_SOURCE: &str = env!("VNMP_ENGINE_SOURCE");

/// Digest of the sources that play games beside the search: rules, clocks, adjudication.
pub(crate) const GAME_SOURCE: &str = env!("VNMP_GAME_SOURCE");

/// The first half of a SHA-256, written as 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct UnitKey(u128);

impl UnitKey {
    /// The key of a search of `position`, with the clocks that were filled in.
    pub(crate) fn new(
        position: &Position,
        variant: &Variant,
        settings: &SearchSettings,
    ) -> UnitKey {
        let engine = format!("{ENGINE_SIGNATURE} {ENGINE_SOURCE}");
        UnitKey::of_engine(&engine, position, variant, settings)
    }

    fn of_engine(
        engine: &str,
        position: &Position,
        variant: &Variant,
        settings: &SearchSettings,
    ) -> UnitKey {
        let text = format!(
            "vnmp search 2\nengine {engine}\nposition {}\nvariant {}\n",
            position.to_fen(),
            variant.spec()
        );
        UnitKey::with(&text, settings.describe())
    }

    /// The key of another engine's search of `position`: the engine's name for itself, its command
    /// and options, and the depth, because some tell less of an iteration that is not the last.
    pub(crate) fn of_other(position: &Position, engine: &Engine, depth: u8) -> UnitKey {
        let text = format!("vnmp engine 1\nposition {}\ndepth {depth}\n", position.to_fen());
        UnitKey::with(&text, engine.parameters())
    }

    /// The key of a unit that is described in words and by its settings, a line each.
    pub(crate) fn with<N: fmt::Display, V: fmt::Display>(
        text: &str,
        settings: impl IntoIterator<Item = (N, V)>,
    ) -> UnitKey {
        let lines = settings.into_iter().map(|(name, value)| format!("{name} {value}\n"));
        UnitKey::of(&(text.to_owned() + &lines.collect::<String>()))
    }

    /// The same without settings.
    pub(crate) fn of(text: &str) -> UnitKey {
        let digest = Sha256::digest(text.as_bytes());
        UnitKey(digest.iter().take(16).fold(0, |key, &byte| key << 8 | u128::from(byte)))
    }
}

impl fmt::Display for UnitKey {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl From<UnitKey> for String {
    fn from(key: UnitKey) -> String {
        key.to_string()
    }
}

impl TryFrom<String> for UnitKey {
    type Error = String;

    fn try_from(text: String) -> Result<UnitKey, String> {
        let is_digit = |byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        let key = Some(&text).filter(|text| text.len() == 32 && text.bytes().all(is_digit));
        let key = key.and_then(|text| u128::from_str_radix(text, 16).ok());
        key.map(UnitKey).ok_or_else(|| format!("'{text}' is no key of 32 hexadecimal digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(fen: &str, variant: &str, assignment: Option<(&str, &str)>) -> UnitKey {
        let mut settings = SearchSettings::default();
        if let Some((name, value)) = assignment {
            settings.set(name, value).unwrap();
        }
        let position = Position::from_fen(fen).unwrap();
        UnitKey::new(&position, &Variant::parse(variant).unwrap(), &settings)
    }

    #[test]
    fn a_key_differs_with_position_clock_variant_and_setting_but_not_with_spelling() {
        let fen = "2r3k1/5ppp/8/8/8/8/4RPPP/4R1K1 w - - 0 1";
        let own = key(fen, "vrfd:r=3", None);
        assert_eq!(own, key(fen, "v3", Some(("killers", "off"))));
        let others = [
            key("2r3k1/5ppp/8/8/8/8/4RPPP/4R1K1 b - - 0 1", "v3", None),
            key("2r3k1/5ppp/8/8/8/8/4RPPP/4R1K1 w - - 7 1", "v3", None),
            key(fen, "vrfd:r=3,research=off", None),
            key(fen, "r3", None),
            key(fen, "v3", Some(("killers", "on"))),
            key(fen, "v3", Some(("hash-entries", "2^14"))),
        ];
        assert!(others.iter().all(|other| *other != own));
    }

    #[test]
    fn a_key_differs_with_signature_and_source_of_the_engine() {
        let (position, variant) = (Position::start(), Variant::parse("v3").unwrap());
        let settings = SearchSettings::default();
        let of = |engine: &str| UnitKey::of_engine(engine, &position, &variant, &settings);
        let own = of(&format!("{ENGINE_SIGNATURE} {ENGINE_SOURCE}"));
        assert_eq!(own, UnitKey::new(&position, &variant, &settings));
        assert_ne!(own, of(&format!("{} {ENGINE_SOURCE}", ENGINE_SIGNATURE + 1)));
        assert_ne!(own, of(&format!("{ENGINE_SIGNATURE} {}", &ENGINE_SOURCE[1..])));
    }

    #[test]
    fn what_is_written_reads_back_and_nothing_else_does() {
        let own = key(vnmp_engine::START_FEN, "none", None);
        assert_eq!(UnitKey::try_from(own.to_string()), Ok(own));
        let text = own.to_string();
        for bad in ["", &text[1..], &text.to_uppercase().replace('0', "A"), &format!("{text}0")] {
            assert!(UnitKey::try_from(bad.to_owned()).is_err(), "{bad}");
        }
    }
}

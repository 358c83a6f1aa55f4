//! One record of a journal or shard as bytes: its length and checksum in hexadecimal, then JSON
//! without line breaks, then a line break. So a reader finds the next record after a damaged one,
//! whether the damage is in a record or in the line break behind it.

use std::io::{self, Read};
use std::iter;

use serde::{Serialize, de::DeserializeOwned};
use sha2::{Digest, Sha256};

/// Eight digits of length, sixteen of checksum, a space behind each.
const HEADER: usize = 8 + 1 + 16 + 1;

/// The bytes of a record.
pub(crate) fn encode(record: &impl Serialize) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(record)?;
    let mut bytes = format!("{:08x} {:016x} ", json.len(), checksum(&json)).into_bytes();
    bytes.extend(json);
    bytes.push(b'\n');
    Ok(bytes)
}

/// Reads the record at the beginning of `bytes`; with its size, the line break apart.
///
/// # Errors
/// What is wrong with it.
pub(crate) fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<(T, usize), &'static str> {
    let (Some(length), Some(sum)) = (field(bytes, 0, 8), field(bytes, 9, 16)) else {
        return Err("not the beginning of a record");
    };
    let size = usize::try_from(length).ok().and_then(|length| length.checked_add(HEADER));
    let Some(json) = size.and_then(|size| bytes.get(HEADER..size)) else {
        return Err("a record is cut off");
    };
    if checksum(json) != sum {
        return Err("a record does not agree with its checksum");
    }
    let record = serde_json::from_slice(json).map_err(|_| "a record of another kind or version")?;
    Ok((record, HEADER + json.len()))
}

/// Size of the record at which `file` stands, the line break included.
pub(crate) fn read_size(file: &mut impl Read) -> io::Result<u64> {
    let mut digits = [0; 9];
    file.read_exact(&mut digits)?;
    let length = field(&digits, 0, 8).ok_or(io::ErrorKind::InvalidData)?;
    Ok(length + HEADER as u64 + 1)
}

/// A hexadecimal number with a space behind it.
fn field(bytes: &[u8], begin: usize, digits: usize) -> Option<u64> {
    let (text, space) = (bytes.get(begin..begin + digits)?, bytes.get(begin + digits)?);
    let is_hex = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    if *space != b' ' || !text.iter().all(is_hex) {
        return None;
    }
    u64::from_str_radix(std::str::from_utf8(text).ok()?, 16).ok()
}

/// The first 64 bits of SHA-256.
fn checksum(bytes: &[u8]) -> u64 {
    Sha256::digest(bytes).iter().take(8).fold(0, |sum, &byte| sum << 8 | u64::from(byte))
}

/// The records of one line, of which there is more than one only where a line break was damaged: where
/// each begins in the line; the record and its size, or what is wrong.
pub(crate) fn frames<T: DeserializeOwned>(
    line: &[u8],
) -> impl Iterator<Item = (usize, Result<(T, usize), &'static str>)> {
    let (line, mut at) = (line.strip_suffix(b"\n").unwrap_or(line), 0);
    iter::from_fn(move || {
        let rest = line.get(at..).filter(|rest| !rest.is_empty())?;
        let (begin, frame) = (at, decode(rest));
        at = frame.as_ref().map_or(line.len(), |(_, size)| begin + size + 1);
        Some((begin, frame))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_decodes_and_any_changed_byte_is_noticed() {
        let text = "a \"record\"\nof ä text".to_owned();
        let bytes = encode(&text).unwrap();
        assert_eq!(decode::<String>(&bytes), Ok((text, bytes.len() - 1)));
        for at in 0..bytes.len() - 1 {
            for change in [1, 0x20, 0x80] {
                let mut damaged = bytes.clone();
                damaged[at] ^= change;
                assert!(decode::<String>(&damaged).is_err(), "byte {at}");
            }
            assert!(decode::<String>(&bytes[..at]).is_err(), "cut at {at}");
        }
    }

    #[test]
    fn no_length_makes_the_reader_reach_beyond_the_end() {
        for text in ["", "x", "ffffffff 0000000000000000 {}", "00000000 0000000000000000 "] {
            assert!(decode::<String>(text.as_bytes()).is_err(), "{text}");
        }
    }
}

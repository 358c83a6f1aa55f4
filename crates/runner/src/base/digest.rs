//! SHA-256 as hexadecimal digits, in full and short.

use std::io;
use std::path::Path;

use sha2::{Digest, Sha256};

use crate::base::file::{self, FileError};

/// Digits of a short digest, enough to tell the runs on one computer apart.
const SHORT: usize = 10;

/// The SHA-256 of `bytes`, 64 digits.
pub(crate) fn sha256(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

/// The SHA-256 of a file.
pub(crate) fn sha256_of_file(path: &Path) -> Result<String, FileError> {
    let mut digest = Sha256::new();
    io::copy(&mut file::open(path)?, &mut digest).map_err(|e| FileError::new("read", path, e))?;
    Ok(format!("{:x}", digest.finalize()))
}

/// The first digits of [`sha256`], for names of folders and fingerprints.
pub(crate) fn short_sha256(bytes: &[u8]) -> String {
    let mut digits = sha256(bytes);
    digits.truncate(SHORT);
    digits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_are_those_of_the_standard() {
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(sha256(b"abc"), abc);
        assert_eq!(short_sha256(b"abc"), abc[..10]);
    }
}

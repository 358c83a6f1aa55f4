//! The digest of a file while it is written.

use std::io::{self, Write};

use sha2::{Digest, Sha256};

use crate::base::digest::hex;

/// Passes bytes on and digests them.
pub(crate) struct Digesting<'a> {
    out: &'a mut dyn Write,
    digest: Sha256,
}

impl<'a> Digesting<'a> {
    /// Of what is written to `out`.
    pub(crate) fn new(out: &'a mut dyn Write) -> Digesting<'a> {
        Digesting { out, digest: Sha256::new() }
    }

    /// SHA-256 of all bytes, in hexadecimal.
    pub(crate) fn finish(self) -> String {
        hex(&self.digest.finalize())
    }
}

impl Write for Digesting<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.digest.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

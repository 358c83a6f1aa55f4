//! Fetches a public suite from its pinned address. Nothing is placed unless it is, byte for byte,
//! the suite that is known: a truncated, altered or redirected answer cannot become a suite.

use std::io::Read;
use std::path::Path;
use std::time::Duration;

use anyhow::{anyhow, bail, ensure};
use indicatif::ProgressBar;
use ureq::Agent;

use super::import::{Imported, place, remarks};
use super::known::KnownSuite;
use super::read::digest;

/// Size limit; no known file is larger.
const LARGEST: u64 = 32 << 20;
/// Hops that a pinned address may take; the digest decides whether the end is the right one.
const REDIRECTS: u32 = 3;

/// How to fetch.
#[derive(Clone, Debug)]
pub(crate) struct FetchOptions {
    /// Longest time to wait for a connection, for an answer, and for the whole of it.
    pub(crate) patience: Duration,
    /// Refuse addresses, also redirected ones, that are not HTTPS.
    pub(crate) https_only: bool,
    /// Use the proxy that the environment names.
    pub(crate) proxy_from_env: bool,
}

impl Default for FetchOptions {
    fn default() -> FetchOptions {
        FetchOptions { patience: Duration::from_secs(30), https_only: true, proxy_from_env: true }
    }
}

/// Fetches a known suite and puts it where it is found; `progress` shows the bytes so far, and of
/// how many if the server says it.
pub(crate) fn fetch(
    known: &'static KnownSuite,
    suite_dir: Option<&Path>,
    options: &FetchOptions,
    progress: &ProgressBar,
) -> anyhow::Result<Imported> {
    let KnownSuite { name, source: url, .. } = known;
    let published = download(url, options, progress).map_err(|error| {
        anyhow!(
            "cannot fetch '{name}' from {url}: {error}\nwith a network connection try again; \
             without one, copy the file from elsewhere, then: vnmp suites import FILE --as {name}"
        )
    })?;
    let bytes = known.derive(&published);
    let (found, expected) = (digest(&bytes), &known.sha256);
    ensure!(
        found == *expected,
        "{url} is not the suite '{name}' any more: its SHA-256 is {found}, expected {expected}; \
         nothing was written; find the file elsewhere, then: vnmp suites import FILE --as {name}"
    );
    let path = place(name, &bytes, false, suite_dir)?;
    let notes = remarks(name, &path, suite_dir);
    let (name, positions) = (name.clone(), known.positions);
    Ok(Imported { name, path, positions, sha256: found, known: Some(known), notes })
}

fn download(url: &str, options: &FetchOptions, progress: &ProgressBar) -> anyhow::Result<Vec<u8>> {
    let mut config = Agent::config_builder()
        .https_only(options.https_only)
        .max_redirects(REDIRECTS)
        .timeout_connect(Some(options.patience))
        .timeout_recv_response(Some(options.patience))
        .timeout_recv_body(Some(options.patience));
    if !options.proxy_from_env {
        config = config.proxy(None);
    }
    let agent = Agent::from(config.build());
    let mut response = agent.get(url).call()?;
    let whole = response.body().content_length();
    let reader = response.body_mut().with_config().limit(LARGEST).reader();
    if let Some(whole) = whole {
        progress.set_length(whole);
    }
    let mut bytes = Vec::new();
    progress.wrap_read(reader).read_to_end(&mut bytes)?;
    match whole {
        Some(whole) if whole != bytes.len() as u64 => {
            bail!("the answer ends after {} of {whole} bytes", bytes.len())
        }
        _ => Ok(bytes),
    }
}

//! Fetching from a server on this machine that answers well or badly.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::thread;
use std::time::Duration;

use super::fetch::{FetchOptions, fetch};
use super::import::Imported;
use super::known::KnownSuite;
use indicatif::ProgressBar;

const SUITE: &str = "6k1/5ppp/8/8/8/8/5PPP/R2r2K1 w - - bm Rxd1; id \"one\";\n";
const SHA256: &str = "32c877c91dbde50e7f9210b86b5429fba18d6d2f9b1d8f53eecf19e6b3d284eb";

/// A suite published at this address.
fn published(url: &str) -> &'static KnownSuite {
    let entry = format!(
        "name = 'mini'\ntitle = 'one position'\npositions = 1\nafter_discard = 1\n\
         sha256 = '{SHA256}'\nsource = '{url}'"
    );
    Box::leak(Box::new(toml::from_str(&entry).unwrap()))
}

/// Serves connections with `answer` until the test ends; returns the address.
fn serve(answer: impl Fn(&str, &mut TcpStream) + Send + 'static) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { return };
            let mut request = Vec::new();
            let mut byte = [0];
            while !request.ends_with(b"\r\n\r\n") && stream.read(&mut byte).unwrap_or(0) == 1 {
                request.push(byte[0]);
            }
            let request = String::from_utf8_lossy(&request).into_owned();
            answer(request.split(' ').nth(1).unwrap_or("/"), &mut stream);
        }
    });
    format!("http://{address}/suite.epd")
}

fn ok(stream: &mut TcpStream, length: usize, body: &str) {
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\n";
    let _ = write!(stream, "{head}Content-Length: {length}\r\n\r\n{body}");
}

/// Long enough for any answer, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

fn fetched(url: &str, folder: &Path, patience: Duration) -> anyhow::Result<Imported> {
    let options = FetchOptions { patience, https_only: false, proxy_from_env: false };
    fetch(published(url), Some(folder), &options, &ProgressBar::hidden())
}

/// Fetches something that must not become a suite, and checks that nothing is left behind.
fn refused(url: &str) -> String {
    refused_within(PATIENCE, url)
}

fn refused_within(patience: Duration, url: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("suites");
    let error = fetched(url, &target, patience).expect_err(url).to_string();
    let left = std::fs::read_dir(&target).map_or(0, Iterator::count);
    assert_eq!(left, 0, "nothing is left behind after: {error}");
    error
}

#[test]
fn a_whole_answer_becomes_a_suite_without_carriage_returns() {
    let folder = tempfile::tempdir().unwrap();
    let body = SUITE.replace('\n', "\r\n");
    let url = serve(move |_, stream| ok(stream, body.len(), &body));
    for _ in 0..2 {
        let placed = fetched(&url, folder.path(), PATIENCE).expect("fetched, then fetched again");
        assert_eq!((placed.name.as_str(), placed.positions), ("mini", 1));
        assert_eq!(std::fs::read_to_string(&placed.path).unwrap(), SUITE);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_redirect_is_followed_and_a_loop_is_not() {
    let folder = tempfile::tempdir().unwrap();
    let there = |stream: &mut TcpStream, path: &str| {
        let _ = write!(
            stream,
            "HTTP/1.1 302 Found\r\nLocation: {path}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
        );
    };
    let url = serve(move |path, stream| match path {
        "/suite.epd" => there(stream, "/moved.epd"),
        _ => ok(stream, SUITE.len(), SUITE),
    });
    assert_eq!(fetched(&url, folder.path(), PATIENCE).expect("redirected").positions, 1);
    let error = refused(&serve(move |_, stream| there(stream, "/suite.epd")));
    assert!(error.contains("redirect"), "{error}");
}

#[test]
fn a_truncated_answer_is_refused() {
    let error = refused(&serve(|_, stream| ok(stream, SUITE.len(), &SUITE[..20])));
    assert!(error.contains("cannot fetch 'mini'"), "{error}");
    // without a length only the digest can tell
    let error = refused(&serve(|_, stream| {
        let _ = write!(stream, "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n{}", &SUITE[..20]);
    }));
    assert!(error.contains("SHA-256"), "{error}");
}

#[test]
fn an_altered_answer_is_refused_with_both_digests() {
    let altered = SUITE.replace("Rxd1", "Rxd2");
    let error = refused(&serve(move |_, stream| ok(stream, altered.len(), &altered)));
    assert!(error.contains(SHA256) && error.contains("nothing was written"), "{error}");
}

#[test]
fn a_stalled_answer_is_given_up() {
    let (patience, never) = (Duration::from_secs(1), Duration::from_secs(3600));
    let silent = refused_within(patience, &serve(move |_, _| thread::sleep(never)));
    assert!(silent.contains("timeout"), "{silent}");
    let stalled = refused_within(
        patience,
        &serve(move |_, stream| {
            ok(stream, SUITE.len(), &SUITE[..20]);
            thread::sleep(never);
        }),
    );
    assert!(stalled.contains("timeout"), "{stalled}");
}

#[test]
fn refusals_and_dead_addresses_say_what_to_do() {
    let missing = refused(&serve(|_, stream| {
        let _ = write!(stream, "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n");
    }));
    assert!(missing.contains("404") && missing.contains("suites import"), "{missing}");
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let dead = format!("http://{}/", listener.local_addr().unwrap());
    drop(listener);
    assert!(refused(&dead).contains("suites import"));
}

#[test]
fn an_address_without_encryption_is_refused_by_default() {
    let folder = tempfile::tempdir().unwrap();
    let url = serve(|_, stream| ok(stream, SUITE.len(), SUITE));
    let options = FetchOptions { proxy_from_env: false, ..FetchOptions::default() };
    let bar = ProgressBar::hidden();
    let result = fetch(published(&url), Some(folder.path()), &options, &bar);
    let error = result.unwrap_err().to_string();
    assert!(error.starts_with(&format!("cannot fetch 'mini' from {url}: ")), "{error}");
}

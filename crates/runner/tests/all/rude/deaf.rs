//! An engine that stops reading: nothing waits forever for room in its pipe.

use super::engine;
use crate::desk::{Desk, assert_contains, stderr};
use crate::running::Running;

#[test]
fn an_engine_that_stops_reading_at_the_start_is_given_up() {
    let desk = Desk::new();
    let does = "uci) echo option name Style type string default x; echo uciok; sleep 1000;;";
    let style = "x".repeat(300_000);
    let entry = format!("start_timeout_s = 2\noptions = {{ Style = '{style}' }}");
    engine(&desk, "deaf", does, &entry);
    let line = "table4 --depth 1 --suite tiny.epd -v r2,uci:deaf --engines mine.toml --out out";
    let output = Running::new(&desk, line).ends();
    assert_eq!(output.status.code(), Some(1));
    assert_contains(&stderr(&output), &["'deaf' did not answer to setoption within 2 s"]);
}

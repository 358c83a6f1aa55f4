//! The command line as a user types it, on a small suite of positions made up for these tests.

mod commands;
mod experiments;
mod suites;

use std::ops::Deref;
use std::process::Output;

use crate::desk::{assert_contains, files, stderr};

const TINY: &str = "\
r2qr1k1/bpp2pp1/p1npbn1p/4p3/4P3/1BPP1N1P/PP3PP1/R1BQRNK1 w - - bm Bxe6; id \"quiet centre\";
3q1rk1/pp1bppb1/3p1np1/2r1n1Bp/3NP2P/1BN2P2/PPPQ2P1/2KR3R w - - bm f4 g4; id \"opposite sides\";
8/8/4k3/3p4/3P4/4K3/8/8 w - - id \"kings and pawns\";
6k1/b4ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";
2q3k1/5pp1/p3p2p/1p1pP3/3Q1P2/P1P3P1/1P5P/6K1 b - - id \"queens\";
";

/// A desk with a suite; tables leave out one of its positions.
struct Desk(crate::desk::Desk);

impl Deref for Desk {
    type Target = crate::desk::Desk;

    fn deref(&self) -> &crate::desk::Desk {
        &self.0
    }
}

impl Desk {
    fn new() -> Desk {
        let desk = Desk(crate::desk::Desk::new());
        desk.file("tiny.epd", TINY);
        desk
    }

    /// Standard output of a command that must succeed.
    fn ok(&self, line: &str) -> String {
        self.0.ok(line).0
    }

    /// Standard error of a command that must fail, without a panic.
    fn fails(&self, line: &str) -> String {
        let output: Output = self.run(line);
        assert!(matches!(output.status.code(), Some(1 | 2)), "{line}: {:?}", output.status);
        assert!(output.stdout.is_empty(), "{line} printed a result");
        stderr(&output)
    }
}

//! One look per variant, the same in every chart: a colour of Okabe and Ito's palette, which
//! colour-blind readers can tell apart, and a marker for those who print in grey.
//! The only place that maps variants to looks.

/// Red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

const BLACK: Colour = Colour(0, 0, 0);
const ORANGE: Colour = Colour(230, 159, 0);
const SKY_BLUE: Colour = Colour(86, 180, 233);
const GREEN: Colour = Colour(0, 158, 115);
const BLUE: Colour = Colour(0, 114, 178);
const VERMILLION: Colour = Colour(213, 94, 0);
const PURPLE: Colour = Colour(204, 121, 167);

/// Shape of a marker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Marker {
    /// A disc.
    Circle,
    /// A square.
    Square,
    /// A triangle that points up.
    Triangle,
    /// A square on its tip.
    Diamond,
    /// A cross of two diagonals.
    Cross,
}

/// How a variant is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Style {
    /// Colour of line and marker.
    pub(crate) colour: Colour,
    /// Shape of the markers.
    pub(crate) marker: Marker,
}

/// The look of a variant, given by its canonical specification. The presets have looks of their
/// own; for any other, the specification decides among twelve.
pub(crate) fn style(variant: &str) -> Style {
    let (colour, marker) = match variant {
        "none" => (BLACK, Marker::Diamond),
        "std:r=1" => (ORANGE, Marker::Diamond),
        "std:r=2" => (BLUE, Marker::Square),
        "std:r=3" => (GREEN, Marker::Triangle),
        "vrfd:r=3" => (VERMILLION, Marker::Circle),
        "vrfd:r=3,research=off" => (PURPLE, Marker::Circle),
        "red:r=3,k=2" => (PURPLE, Marker::Square),
        "red:r=3,k=1" => (SKY_BLUE, Marker::Square),
        "red-then:r=3,k=1,then=2" => (SKY_BLUE, Marker::Triangle),
        "adaptive" => (PURPLE, Marker::Triangle),
        "nmr:k=4" => (SKY_BLUE, Marker::Diamond),
        "plenkner:r=2" => (PURPLE, Marker::Diamond),
        "double:r=3" => (SKY_BLUE, Marker::Circle),
        // the methods in the survey's Figure 8 and its minimal trees
        "ab" => (BLACK, Marker::Square),
        "iter" => (SKY_BLUE, Marker::Circle),
        "asp" => (ORANGE, Marker::Diamond),
        "pvs" => (BLUE, Marker::Square),
        "pvs+hist" => (PURPLE, Marker::Diamond),
        "pvs+ref" => (SKY_BLUE, Marker::Triangle),
        "pvs+trans" => (GREEN, Marker::Triangle),
        "pvs+trans+ref+hist" => (PURPLE, Marker::Circle),
        "pvs+trans+ref+qhist" => (VERMILLION, Marker::Circle),
        "minimal" | "minimal (formula)" => (BLACK, Marker::Diamond),
        other => return hashed_style(other),
    };
    Style { colour, marker }
}

/// A look by specification alone.
fn hashed_style(other: &str) -> Style {
    const COLOURS: [Colour; 3] = [PURPLE, SKY_BLUE, BLACK];
    const MARKERS: [Marker; 4] =
        [Marker::Circle, Marker::Square, Marker::Triangle, Marker::Diamond];
    let hash = fnv1a(other);
    Style { colour: COLOURS[(hash % 3) as usize], marker: MARKERS[(hash / 3 % 4) as usize] }
}

/// The FNV-1a hash, 64 bits: small, and the same on every machine and in every release.
fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_variants_differ_in_colour() {
        let ids = ["none", "std:r=1", "std:r=2", "std:r=3", "vrfd:r=3"];
        for (i, a) in ids.iter().enumerate() {
            for b in &ids[..i] {
                assert_ne!(style(a).colour, style(b).colour, "{a} and {b}");
            }
        }
    }

    #[test]
    fn no_two_presets_look_alike() {
        let presets = vnmp_variants::PRESETS;
        for (i, a) in presets.iter().enumerate() {
            for b in &presets[..i] {
                assert_ne!(style(a.spec), style(b.spec), "{} and {}", a.spec, b.spec);
            }
        }
    }

    #[test]
    fn an_unknown_variant_never_changes_its_look() {
        assert_eq!(fnv1a(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a("foobar"), 0x8594_4171_f739_67e8); // published test vector
        let looks = ["a", "b", "c", "d", "e", "f"].map(style);
        assert!(looks.iter().any(|look| look != &looks[0]));
    }
}

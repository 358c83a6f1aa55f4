//! One look per variant, the same in every chart: a colour of Okabe and Ito's palette, which
//! colour-blind readers can tell apart, and a marker for prints in grey: no two named variants share
//! both marker and similar lightness. The only place that maps variants to looks.

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
    /// A triangle that points down.
    Inverted,
    /// An upright cross.
    Plus,
    /// Five corners, one on top.
    Pentagon,
}

/// How a variant is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Style {
    /// Colour of line and marker.
    pub(crate) colour: Colour,
    /// Shape of the markers.
    pub(crate) marker: Marker,
}

impl Colour {
    /// Halfway to white.
    pub(crate) fn pale(self) -> Colour {
        let half = |channel: u8| channel / 2 + 128;
        Colour(half(self.0), half(self.1), half(self.2))
    }
}

/// The look of a variant, given by its canonical specification. The presets have looks of their
/// own; for any other, the specification decides among sixteen.
pub(crate) fn style(variant: &str) -> Style {
    let (colour, marker) = match variant {
        "none" => (BLACK, Marker::Diamond),
        "std:r=1" => (ORANGE, Marker::Diamond),
        "std:r=2" => (BLUE, Marker::Square),
        "std:r=3" => (GREEN, Marker::Triangle),
        "vrfd:r=3" => (VERMILLION, Marker::Circle),
        "vrfd:r=3,research=off" => (PURPLE, Marker::Inverted),
        "red:r=3,k=2" => (PURPLE, Marker::Plus),
        "red:r=3,k=1" => (SKY_BLUE, Marker::Square),
        "red-then:r=3,k=1,then=2" => (SKY_BLUE, Marker::Triangle),
        "adaptive" => (PURPLE, Marker::Cross),
        "nmr:k=4" => (BLACK, Marker::Inverted),
        "plenkner:r=2" => (PURPLE, Marker::Pentagon),
        "double:r=3" => (SKY_BLUE, Marker::Circle),
        // the methods in the survey's Figure 8 and its minimal trees
        "ab" => (BLACK, Marker::Square),
        "iter" => (SKY_BLUE, Marker::Circle),
        "asp" => (ORANGE, Marker::Diamond),
        "pvs" => (BLUE, Marker::Square),
        "pvs+hist" => (PURPLE, Marker::Plus),
        "pvs+ref" => (SKY_BLUE, Marker::Inverted),
        "pvs+trans" => (GREEN, Marker::Triangle),
        "pvs+trans+ref+hist" => (PURPLE, Marker::Pentagon),
        "pvs+trans+ref+qhist" => (VERMILLION, Marker::Circle),
        "minimal" | "minimal (formula)" => (BLACK, Marker::Diamond),
        other => return hashed_style(other),
    };
    Style { colour, marker }
}

/// A setting that the paper's text allows.
pub(crate) const ALLOWED: Style = Style { colour: BLUE, marker: Marker::Circle };
/// One that it does not.
pub(crate) const NOT_ALLOWED: Style = Style { colour: VERMILLION, marker: Marker::Cross };

/// What a search counts, and with which settings: three lines beside the paper's.
pub(crate) const COUNTED: [Style; 3] = [
    Style { colour: BLUE, marker: Marker::Square },
    Style { colour: ORANGE, marker: Marker::Triangle },
    Style { colour: VERMILLION, marker: Marker::Circle },
];

/// A look by specification alone.
fn hashed_style(other: &str) -> Style {
    const COLOURS: [Colour; 2] = [SKY_BLUE, BLACK];
    const MARKERS: [Marker; 8] = [
        Marker::Circle,
        Marker::Square,
        Marker::Triangle,
        Marker::Diamond,
        Marker::Cross,
        Marker::Inverted,
        Marker::Plus,
        Marker::Pentagon,
    ];
    let hash = fnv1a(other);
    Style { colour: COLOURS[(hash % 2) as usize], marker: MARKERS[(hash / 2 % 8) as usize] }
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

    /// Linear red, green and blue, 0 to 1.
    fn light(Colour(r, g, b): Colour) -> [f64; 3] {
        [r, g, b].map(|channel| match f64::from(channel) / 255.0 {
            low if low <= 0.040_45 => low / 12.92,
            high => ((high + 0.055) / 1.055).powf(2.4),
        })
    }

    /// CIE L*, the lightness that a grey print keeps, 0 to 100.
    fn lightness(colour: Colour) -> f64 {
        let [r, g, b] = light(colour);
        116.0 * (0.2126 * r + 0.7152 * g + 0.0722 * b).cbrt() - 16.0
    }

    /// As seen without red-sensitive or green-sensitive cones (Machado, Oliveira and Fernandes
    /// 2009).
    fn seen(colour: Colour, matrix: [[f64; 3]; 3]) -> [f64; 3] {
        let light = light(colour);
        let row = |row: [f64; 3]| row.iter().zip(light).map(|(a, b)| a * b).sum::<f64>();
        matrix.map(row).map(|share| share.clamp(0.0, 1.0).powf(1.0 / 2.4))
    }

    const PROTAN: [[f64; 3]; 3] =
        [[0.152, 1.053, -0.205], [0.115, 0.786, 0.099], [-0.004, -0.048, 1.052]];
    const DEUTAN: [[f64; 3]; 3] =
        [[0.367, 0.861, -0.228], [0.280, 0.673, 0.047], [-0.012, 0.043, 0.969]];

    fn named() -> Vec<Vec<&'static str>> {
        let presets = vnmp_variants::PRESETS.iter().map(|preset| preset.spec).collect();
        let survey = [
            "ab",
            "iter",
            "asp",
            "pvs",
            "pvs+hist",
            "pvs+ref",
            "pvs+trans",
            "pvs+trans+ref+hist",
            "pvs+trans+ref+qhist",
        ];
        vec![presets, survey.to_vec()]
    }

    #[test]
    fn in_grey_variants_with_one_marker_differ_in_lightness() {
        for specs in named() {
            for (i, a) in specs.iter().enumerate() {
                for b in &specs[..i] {
                    let (one, other) = (style(a), style(b));
                    let apart = (lightness(one.colour) - lightness(other.colour)).abs();
                    assert!(one.marker != other.marker || apart >= 11.0, "{a} and {b}: {apart}");
                }
            }
        }
        assert_ne!(ALLOWED.marker, NOT_ALLOWED.marker);
    }

    #[test]
    fn the_colour_blind_distinguish_by_colour_or_marker() {
        let all = [ORANGE, SKY_BLUE, GREEN, BLUE, VERMILLION, PURPLE, BLACK];
        for matrix in [PROTAN, DEUTAN] {
            for (i, &a) in all.iter().enumerate() {
                for &b in &all[..i] {
                    let (one, other) = (seen(a, matrix), seen(b, matrix));
                    let apart = one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>();
                    assert!(apart.sqrt() > 0.1, "{a:?} and {b:?}: {}", apart.sqrt());
                }
            }
        }
    }

    #[test]
    fn every_line_stands_out_from_the_background() {
        for specs in named() {
            for spec in specs {
                let ground = lightness(Colour(255, 255, 255));
                assert!(ground - lightness(style(spec).colour) > 25.0, "{spec}");
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

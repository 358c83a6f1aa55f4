//! SplitMix64 (Steele, Lea and Flood, 2014): the same numbers on every machine and in every
//! version of this program, which no random-number crate promises. Not for secrets.

/// A stream of pseudo-random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Rng(u64);

impl Rng {
    /// The stream of a seed.
    pub(crate) fn new(seed: u64) -> Rng {
        Rng(seed)
    }

    /// An independent stream for one item of many, e.g. one game of a seed.
    pub(crate) fn of_item(seed: u64, item: u32) -> Rng {
        let mut rng = Rng(seed.wrapping_mul(0xd134_2543_de82_ef95) ^ u64::from(item));
        Rng(rng.bits())
    }

    /// The next 64 bits.
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, which is at least 1. The bias is below 2^-32 for small bounds.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        ((self.bits() >> 32) as usize * bound) >> 32
    }

    /// A number in `low..=high`.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_the_published_one() {
        let mut rng = Rng::new(1234567);
        let numbers: Vec<u64> = (0..3).map(|_| rng.bits()).collect();
        assert_eq!(numbers, [6457827717110365317, 3203168211198807973, 9817491932198370423]);
    }

    #[test]
    fn numbers_below_a_bound_reach_every_value() {
        let mut rng = Rng::new(1);
        let mut seen = [0; 7];
        for _ in 0..7000 {
            seen[rng.below(7)] += 1;
        }
        assert!(seen.iter().all(|&n| n > 850), "{seen:?}");
        assert!((0..100).all(|_| (3..=5).contains(&rng.between(3, 5))));
    }

    #[test]
    fn items_have_streams_of_their_own() {
        let first = |seed, item| Rng::of_item(seed, item).bits();
        assert_ne!(first(1, 0), first(1, 1));
        assert_ne!(first(1, 0), first(2, 0));
        assert_eq!(first(1, 7), first(1, 7));
    }
}

//! Where a condition ends, on a line.

/// Halvings of the way: as many as a double has digits, and some.
const HALVINGS: u32 = 60;

/// The last point on the way from `inside`, where the condition holds, to `outside` at which it still does.
pub(super) fn last(inside: f64, outside: f64, holds: impl Fn(f64) -> bool) -> f64 {
    let (mut inside, mut outside) = (inside, outside);
    for _ in 0..HALVINGS {
        let middle = (inside + outside) / 2.0;
        *(if holds(middle) { &mut inside } else { &mut outside }) = middle;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_point_is_found_in_either_direction() {
        assert!((last(0.0, 1.0, |x| x * x <= 0.5) - 0.5f64.sqrt()).abs() < 1e-15);
        assert!((last(1.0, 0.0, |x| x * x >= 0.5) - 0.5f64.sqrt()).abs() < 1e-15);
        assert_eq!(last(0.25, 1.0, |_| false), 0.25);
        assert!((last(0.25, 1.0, |_| true) - 1.0).abs() < 1e-15);
    }
}

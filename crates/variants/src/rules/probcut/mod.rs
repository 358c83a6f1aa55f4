//! ProbCut (Buro 1995): the value of a deep search is guessed from a shallow one by linear
//! regression. If it lies outside the window by enough standard deviations, the deep search is not
//! made. As in the source, at one remaining depth only.
//!
//! The regression is measured, never guessed: see [`regression`].

pub mod regression;

use vnmp_engine::{Node, NodeRule, Subsearch, Verdict, Window};

use crate::parameter::Parameter;
use crate::rule::{Acts, Composition, Rule};
use regression::{Regression, measured};

pub(crate) static RULE: Rule = Rule {
    name: "probcut",
    summary: "at one depth, cut off if a shallow search says that the deep one will",
    source: "Buro 1995, ProbCut, ICCA J. 18(2); second-hand",
    parameters: &[
        Parameter::number("deep", 5, (2, 16), "the remaining depth where it acts, in plies"),
        Parameter::number("shallow", 3, (1, 15), "depth of the shallow search in plies"),
        Parameter::number("t", 150, (0, 1_000), "hundredths of a standard deviation"),
    ],
    impossible,
    acts: Acts::BeforeNullMove(|p| {
        let regression = measured(p.get("deep"), p.get("shallow"));
        Box::new(ProbCut { regression, t: p.get("t") })
    }),
};

fn impossible(composition: &Composition) -> Option<String> {
    let value = |name| composition.value("probcut", name);
    let (deep, shallow) = (value("deep")?, value("shallow")?);
    if measured(deep, shallow).is_some() {
        return None;
    }
    let pairs = regression::all().iter().map(|r| format!("{}/{}", r.deep, r.shallow));
    let pairs = pairs.collect::<Vec<_>>().join(", ");
    Some(format!(
        "'probcut' has no measured regression for deep={deep},shallow={shallow}; measured: {pairs}"
    ))
}

struct ProbCut {
    /// Without a measurement, which the specification refuses, it never acts.
    regression: Option<&'static Regression>,
    t: i32,
}

impl NodeRule for ProbCut {
    fn judge(&self, node: &Node, s: &mut dyn Subsearch) -> Verdict {
        let Some(r) = self.regression.filter(|r| r.deep == node.depth) else {
            return Verdict::SearchOn;
        };
        let Window { alpha, beta } = node.window;
        let mate = alpha.mate_in().is_some() || beta.mate_in().is_some();
        if node.is_open() || node.in_check || mate {
            return Verdict::SearchOn;
        }
        // is the value at least beta with this probability?
        let bound = r.shallow_value(beta, self.t);
        if s.value(Window::minimal(bound - 1), r.shallow) >= bound {
            return Verdict::CutOff(beta);
        }
        // is it at most alpha?
        let bound = r.shallow_value(alpha, -self.t);
        if s.value(Window::minimal(bound), r.shallow) <= bound {
            return Verdict::CutOff(alpha);
        }
        Verdict::SearchOn
    }
}

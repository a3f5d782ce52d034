//! What a publication says, beside what was found.

use maud::{Markup, html};
use serde::Serialize;

use crate::report::page::Sheet;
use crate::stats::Interval;

/// Something that a publication says, and what was found.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Claim {
    /// What it says, in our words.
    pub claim: String,
    /// Its figures.
    #[serde(flatten)]
    pub said: Said,
    /// What this program measured.
    pub ours: String,
    /// Whether they agree.
    pub verdict: Verdict,
}

/// The figures of a publication, in results under the name of what it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Said {
    /// Of a paper.
    Paper(String),
    /// Of a technical report.
    Report(String),
    /// Of a thesis.
    Thesis(String),
}

/// Whether our games bear a claim out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// They do.
    Holds,
    /// They say otherwise.
    Fails,
    /// They do not decide it.
    Open,
    /// No game of ours could: it is about something that is lost.
    #[serde(rename = "not testable")]
    NotTestable,
}

impl Said {
    /// The figures.
    #[must_use]
    pub fn figures(&self) -> &str {
        let (Said::Paper(figures) | Said::Report(figures) | Said::Thesis(figures)) = self;
        figures
    }
}

impl From<bool> for Verdict {
    fn from(holds: bool) -> Verdict {
        if holds { Verdict::Holds } else { Verdict::Fails }
    }
}

impl Verdict {
    /// In a word for people.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Holds => "holds",
            Verdict::Fails => "does not hold",
            Verdict::Open => "open",
            Verdict::NotTestable => "not testable",
        }
    }

    /// How many of the claims it is on.
    pub(super) fn count<'a>(self, claims: impl IntoIterator<Item = &'a Claim>) -> usize {
        claims.into_iter().filter(|claim| claim.verdict == self).count()
    }

    /// Whether something that may lie in an interval is above a value.
    pub(super) fn above(interval: Interval, value: f64) -> Verdict {
        Verdict::most(interval, &[Interval { low: value, high: value }])
    }

    /// Whether the first interval lies above all others.
    pub(super) fn most(first: Interval, others: &[Interval]) -> Verdict {
        match () {
            () if others.iter().all(|other| first.low > other.high) => Verdict::Holds,
            () if others.iter().any(|other| first.high < other.low) => Verdict::Fails,
            () => Verdict::Open,
        }
    }

    /// Decided by a difference, as far as a test finds it to be more than chance.
    pub(super) fn tested(holds: bool, p: f64) -> Verdict {
        if p < 0.05 { holds.into() } else { Verdict::Open }
    }

    /// The verdict on the opposite claim.
    pub(super) fn not(self) -> Verdict {
        match self {
            Verdict::Holds => Verdict::Fails,
            Verdict::Fails => Verdict::Holds,
            Verdict::Open | Verdict::NotTestable => self,
        }
    }
}

/// Claims as a table of a page.
pub(super) fn to_table<'a>(
    sheet: &Sheet,
    source: &str,
    claims: impl IntoIterator<Item = &'a Claim>,
) -> Markup {
    // A figure and its unit stay together.
    let words = |text: &str| text.replace(" %", "\u{a0}%");
    let rows = claims.into_iter().map(|it| {
        let class = match it.verdict {
            Verdict::Holds => "holds",
            Verdict::Fails => "fails",
            Verdict::Open | Verdict::NotTestable => "open",
        };
        html! {
            td { (words(&it.claim)) }
            td { (words(it.said.figures())) }
            td { (words(&it.ours)) }
            td { span class=(class) { (it.verdict.word()) } }
        }
    });
    html! { div.words { (sheet.table(["claim", source, "here", "verdict"], rows)) } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verdicts_follow_from_intervals() {
        let interval = |low, high| Interval { low, high };
        assert_eq!(Verdict::above(interval(0.51, 0.6), 0.5), Verdict::Holds);
        assert_eq!(Verdict::above(interval(0.4, 0.49), 0.5), Verdict::Fails);
        assert_eq!(Verdict::above(interval(0.4, 0.6), 0.5), Verdict::Open);
        let others = [interval(0.1, 0.2), interval(0.3, 0.4)];
        assert_eq!(Verdict::most(interval(0.5, 0.6), &others), Verdict::Holds);
        assert_eq!(Verdict::most(interval(0.35, 0.6), &others), Verdict::Open);
        assert_eq!(Verdict::most(interval(0.21, 0.25), &others), Verdict::Fails);
    }

    #[test]
    fn results_call_figures_by_what_they_are_of() {
        let said = Said::Thesis("9 of 20".to_owned());
        let (claim, ours) = ("it blocks".to_owned(), "2 of 20".to_owned());
        let json = serde_json::to_string(&Claim { claim, said, ours, verdict: false.into() });
        let expected =
            r#"{"claim":"it blocks","thesis":"9 of 20","ours":"2 of 20","verdict":"fails"}"#;
        assert_eq!(json.unwrap(), expected);
        let lost = serde_json::to_string(&Verdict::NotTestable).unwrap();
        assert_eq!(lost, format!("{:?}", Verdict::NotTestable.word()));
    }
}

//! What the paper says, each beside what was found: the verdict and the words follow from the figures.

use super::findings::{Findings, Learned, Measured, Origin};
use super::printed;
use crate::metrics::Estimate;
use crate::reproduce::{Claim, Said, Verdict};
use crate::stats::sign_test;

fn claim(claim: &str, paper: String, ours: String, verdict: Verdict) -> Claim {
    Claim { claim: claim.to_owned(), said: Said::Paper(paper), ours, verdict }
}

/// What there is, with commas between.
fn list(all: impl IntoIterator<Item = impl ToString>) -> String {
    all.into_iter().map(|it| it.to_string()).collect::<Vec<_>>().join(", ")
}

pub(super) fn claims(findings: &Findings) -> Vec<Claim> {
    let mut claims = vec![usability(findings), diversity(findings), changes(findings)];
    claims.extend(classics(findings));
    claims.extend([faster(findings), range(findings)]);
    claims
}

/// Whether usability as the formula has it can be as high as printed.
fn usability(findings: &Findings) -> Claim {
    let printed = printed::ARCHIVE.map(|(_, row)| row.usability);
    let (least, most) = (
        printed.iter().copied().fold(f64::MAX, f64::min),
        printed.iter().copied().fold(0.0, f64::max),
    );
    let best = findings.most_usability;
    let cells = printed::MOVES / most;
    claim(
        "usability, arrivals by usable cells, is in the tens for the games of the archive",
        format!("{least} to {most}"),
        format!(
            "at most {best:.2} in {} games; {most} in {} moves would need a board of {cells:.1} usable \
             cells, or chains of jumps in every move",
            findings.candidates,
            printed::MOVES
        ),
        (best >= least).into(),
    )
}

/// Whether Table 3 follows from Table 2.
fn diversity(findings: &Findings) -> Claim {
    let again = &findings.printed_diversity_again;
    let same =
        again.iter().zip(printed::DIVERSITY).filter(|(ours, theirs)| **ours == *theirs).count();
    claim(
        "the counts of Table 3 follow from Table 2 by Equation 7",
        list(printed::DIVERSITY),
        format!("{}: {same} of {} are as printed", list(again), again.len()),
        (same == again.len()).into(),
    )
}

/// Whether children beat their parents less often as time goes by.
fn changes(findings: &Findings) -> Claim {
    let changes = &findings.families.changes;
    let half = changes.len() / 2;
    let count = |part: &[usize]| part.iter().sum::<usize>() as u64;
    let (early, late) = (count(&changes[..half]), count(&changes[changes.len() - half..]));
    let p = sign_test(early, late);
    claim(
        "children replace their parents less and less often",
        "said, without figures".to_owned(),
        format!(
            "{early} times in the first {half} iterations, {late} in the last {half} (sign test p = {p:.3})"
        ),
        Verdict::tested(early > late, p),
    )
}

/// Whether evolved games do at least as well as chess and checkers, metric by metric.
fn classics(findings: &Findings) -> Vec<Claim> {
    let of = |origin: Origin, metric: usize| -> Vec<Estimate> {
        let all = findings.comparison.iter().filter(|it| it.subject.origin == origin);
        all.map(|it: &Measured| it.metrics[metric]).collect()
    };
    let values = |all: &[Estimate]| list(all.iter().map(|it| format!("{:.2}", it.value)));
    let printed_of = |metric: usize, rows: std::ops::Range<usize>| {
        list(printed::COMPARISON[rows].iter().map(|(_, row)| row.values()[metric]))
    };
    let one = |metric: usize| {
        let (evolved, classic) = (of(Origin::Evolved, metric), of(Origin::Classic, metric));
        let surely = |a: &Estimate, b: &Estimate| a.low > b.high;
        let pairs = || evolved.iter().flat_map(|e| classic.iter().map(move |c| (e, c)));
        let worse = pairs().filter(|(e, c)| surely(c, e)).count();
        let better = pairs().filter(|(e, c)| surely(e, c)).count();
        let name = printed::METRICS[metric];
        claim(
            &format!(
                "in {name} the chosen evolved games are better than chess and checkers, or equal"
            ),
            format!("{} against {}", printed_of(metric, 2..5), printed_of(metric, 0..2)),
            format!(
                "{} against {}; of {} comparisons {better} better, {worse} worse beyond the intervals",
                values(&evolved),
                values(&classic),
                pairs().count()
            ),
            match (worse, better) {
                (0, 1..) => Verdict::Holds,
                (0, 0) => Verdict::Open,
                _ => Verdict::Fails,
            },
        )
    };
    [0, 2, 3].map(one).into()
}

fn told(all: &[&Learned], given_up: u32) -> String {
    let median = |it: &&Learned| match it.median {
        Some(median) => format!("{} {median}", it.subject.name),
        None => format!("{} over {given_up}", it.subject.name),
    };
    list(all.iter().map(median))
}

/// Whether random games are learned faster than evolved ones, population by population.
fn faster(findings: &Findings) -> Claim {
    let evolved: Vec<&Learned> =
        findings.learnability.iter().filter(|it| it.subject.origin.is_evolved()).collect();
    let random: Vec<&Learned> =
        findings.learnability.iter().filter(|it| it.subject.origin.is_random()).collect();
    // A population that was given up took longer than any that was not.
    let all = |games: &[&Learned]| -> Vec<u32> {
        let each = games.iter().flat_map(|it| it.iterations.iter());
        each.map(|it| it.unwrap_or(u32::MAX)).collect()
    };
    let (slow, fast) = (all(&evolved), all(&random));
    let mut counts = [0u32; 3];
    for (a, b) in slow.iter().flat_map(|a| fast.iter().map(move |b| (a, b))) {
        counts[(a.cmp(b) as i8 + 1) as usize] += 1;
    }
    let [_, equal, longer] = counts;
    let count = f64::from(counts.iter().sum::<u32>().max(1));
    let share = (f64::from(longer) + f64::from(equal) / 2.0) / count;
    let p = permutation_p(&slow, &fast, findings.settings.seed);
    claim(
        "networks learn random games faster than evolved ones",
        format!(
            "{} iterations against {} to {}",
            printed::LEARNED_RANDOM,
            printed::LEARNED_EVOLVED.0,
            printed::LEARNED_EVOLVED.1
        ),
        format!(
            "{}; against {}: an evolved game takes longer with probability {share:.2} (permutation \
             p = {p:.3})",
            told(&random, findings.settings.lessons),
            told(&evolved, findings.settings.lessons)
        ),
        Verdict::tested(share > 0.5, p),
    )
}

/// How often chance divides the same numbers as unevenly: the rank sum, by permutations.
fn permutation_p(one: &[u32], other: &[u32], seed: u64) -> f64 {
    const DRAWN: u32 = 9_999;
    let mut all: Vec<u32> = one.iter().chain(other).copied().collect();
    let rank = |value: u32, all: &[u32]| {
        let below = all.iter().filter(|it| **it < value).count() as i64;
        let above = all.iter().filter(|it| **it > value).count() as i64;
        below - above
    };
    let mut ranks: Vec<i64> = all.iter().map(|value| rank(*value, &all)).collect();
    all.clear();
    let sum = |ranks: &[i64]| ranks[..one.len()].iter().sum::<i64>().abs();
    let found = sum(&ranks);
    let mut stream = selforge_core::Stream::new(seed, "reproduce-ranks", 0);
    let mut hits = 1u32;
    for _ in 0..DRAWN {
        stream.shuffle(&mut ranks);
        hits += u32::from(sum(&ranks) >= found);
    }
    f64::from(hits) / f64::from(DRAWN + 1)
}

/// Whether evolved games need as many iterations as the paper says.
fn range(findings: &Findings) -> Claim {
    let (low, high) = printed::LEARNED_EVOLVED;
    let evolved: Vec<&Learned> =
        findings.learnability.iter().filter(|it| it.subject.origin.is_evolved()).collect();
    let within = |it: &&&Learned| {
        it.median.is_some_and(|median| (f64::from(low)..=f64::from(high)).contains(&median))
    };
    let count = evolved.iter().filter(within).count();
    claim(
        "networks need 80 to 110 iterations for an evolved game",
        format!("{low} to {high}, of one run each"),
        format!(
            "{count} of {} games have their median there ({})",
            evolved.len(),
            told(&evolved, findings.settings.lessons)
        ),
        // Who was given up before the paper's range ends may still belong there.
        match evolved.iter().any(|it| it.median.is_none()) {
            true if findings.settings.lessons < high => Verdict::Open,
            _ => (count == evolved.len() && count > 0).into(),
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permutations_tell_apart_what_differs_and_only_that() {
        assert!(permutation_p(&[90, 95, 99, 100, 104], &[10, 20, 30, 31, 32], 0) < 0.02);
        assert!(permutation_p(&[1, 2, 3], &[1, 2, 3], 0) > 0.9);
    }
}

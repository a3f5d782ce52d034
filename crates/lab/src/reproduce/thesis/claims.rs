//! What the thesis says in chapters 6 and 7, each beside what was found: the verdict, and the words
//! for it, follow from the figures.
//!
//! Two shares, means or scores are called different when their 95 % intervals do not meet, which is
//! stricter than a test of their difference. What that leaves open is called open. What the thesis says
//! of one of its setups is not testable: our start is another one, and its figures stand beside the
//! thesis's without a verdict.

use super::findings::{Findings, MatchFindings, pooled, total};
use super::printed::{Printed, SETUPS};
use super::settings::Role;
use crate::report::text::{percent, share};
use crate::reproduce::{Claim, Said, Verdict};
use crate::stats::Share;

/// Every claim that the setups of this study speak to.
pub(super) fn claims(findings: &Findings) -> Vec<Claim> {
    let all = [
        stalemates(findings),
        first_move(findings),
        first_move_elsewhere(findings),
        blocks_less(findings),
        most_decided(findings),
        rim_blocks(findings),
        rim_is_short(findings),
        far_is_longer(findings),
        scattered_is_longest(findings),
        deeper_thesis(findings, 2),
        deeper_thesis(findings, 3),
        deeper(findings),
        blockades_unseen(findings),
    ];
    all.into_iter().flatten().collect()
}

pub(super) fn claim(
    claim: &str,
    thesis: impl Into<String>,
    ours: impl Into<String>,
    verdict: Verdict,
) -> Claim {
    let said = Said::Thesis(thesis.into());
    Claim { claim: claim.to_owned(), said, ours: ours.into(), verdict }
}

/// A claim about particular start positions of the thesis, whose pictures are lost.
pub(super) fn of_lost_starts(
    words: &str,
    thesis: impl Into<String>,
    ours: impl Into<String>,
) -> Claim {
    claim(words, thesis, ours, Verdict::NotTestable)
}

fn printed(setup: u8) -> &'static Printed {
    &SETUPS[usize::from(setup - 1)]
}

fn stalemates(findings: &Findings) -> Option<Claim> {
    let rows = || findings.setups.iter().map(|it| &it.printed);
    let theirs = Share::of(rows().map(|it| it.draws).sum(), rows().map(|it| it.games).sum());
    let pool = |role: Role| {
        let sum = |value: fn(&MatchFindings) -> u64| {
            findings.everywhere(role).map(|(_, it)| value(it)).sum::<u64>()
        };
        let games = sum(|it| it.games);
        (Share::of(sum(|it| it.drawn.count), games), Share::of(sum(|it| it.blocked.count), games))
    };
    let ((again, _), (drawn, blocked)) = (pool(Role::AsPrinted), pool(Role::Swarm));
    let games: u64 = rows().map(|it| it.games).sum();
    Some(claim(
        "Most games of the swarm with itself end in stalemate.",
        format!("{} of {games} drawn, {}", theirs.count, share(&theirs)),
        format!(
            "as many games again: {} of {games} drawn; {} games: {} drawn, {} by mutual blockade",
            again.count,
            findings.games * findings.setups.len(),
            share(&drawn),
            percent(blocked.share)
        ),
        Verdict::above(drawn.interval, 0.5),
    ))
}

/// Which part of the games that somebody won the first seat won.
fn decided_first(it: &MatchFindings) -> Share {
    Share::of(it.black.count, it.black.count + it.white.count)
}

fn first_move(findings: &Findings) -> Option<Claim> {
    let swarm = findings.in_setup(1, Role::Swarm)?;
    let told = |who: &str, it: &MatchFindings| {
        let first = decided_first(it);
        let games = it.black.count + it.white.count;
        let part = match games {
            0 => "no game was won".to_owned(),
            _ => format!("the first seat won {} of {games} decided games", first.count),
        };
        format!("{who}: {part}")
    };
    let first = decided_first(swarm);
    let mut ours = format!("{}, {}", told("swarm", swarm), share(&first));
    if let Some(engine) = findings.in_setup(1, Role::Engine) {
        ours += &format!("; {}", told("engine", engine));
    }
    let row = printed(1);
    Some(of_lost_starts(
        "In setup 1 the first move is a key factor, to the good of who makes it.",
        format!("black {}, white {}, {} drawn", row.black, row.white, row.draws),
        ours,
    ))
}

fn first_move_elsewhere(findings: &Findings) -> Option<Claim> {
    let swarm = findings.in_setup(1, Role::Swarm)?;
    let others: Vec<_> =
        findings.everywhere(Role::Swarm).filter(|(setup, _)| matches!(setup, 2..=4)).collect();
    if others.is_empty() {
        return None;
    }
    let told = |(setup, it): &(u8, &MatchFindings)| format!("{setup}: {}", it.first_seat.words());
    let told: Vec<String> = others.iter().map(told).collect();
    let rows = [2, 3, 4].map(printed);
    let sum = |value: fn(&Printed) -> u64| rows.iter().map(|it| value(it)).sum::<u64>();
    Some(of_lost_starts(
        "Where pieces lie further apart (setups 2 to 4) the first move helps less.",
        format!(
            "setups 2 to 4 together: black {}, white {}",
            sum(|it| it.black),
            sum(|it| it.white)
        ),
        format!(
            "the first seat's score in setup 1: {}; {}",
            swarm.first_seat.words(),
            told.join("; ")
        ),
    ))
}

fn blocks_less(findings: &Findings) -> Option<Claim> {
    let [far, between] = [2, 3].map(|setup| findings.in_setup(setup, Role::Swarm));
    let (far, between) = (far?, between?);
    let told = |row: &Printed| format!("{} of {}", row.draws, row.games);
    Some(of_lost_starts(
        "Setup 3 ends in mutual blockade less often than setup 2.",
        format!("setup 2: {}; setup 3: {}", told(printed(2)), told(printed(3))),
        format!("setup 2: {}; setup 3: {}", share(&far.blocked), share(&between.blocked)),
    ))
}

fn most_decided(findings: &Findings) -> Option<Claim> {
    let scattered = findings.in_setup(4, Role::Swarm)?.decided();
    let others: Vec<_> =
        findings.everywhere(Role::Swarm).filter(|(setup, _)| *setup != 4).collect();
    let next = others.iter().max_by_key(|(_, it)| it.decided().count)?;
    let decided = |row: &Printed| (row.black + row.white) as f64 / row.games as f64;
    let won = |row: &Printed| format!("{} of {} won", row.black + row.white, row.games);
    let rest = SETUPS.iter().filter(|row| row.setup != 4);
    let runner_up = rest.max_by(|a, b| decided(a).total_cmp(&decided(b)))?;
    Some(of_lost_starts(
        "Scattered pieces (setup 4) let somebody win more often than any other setup.",
        format!("setup 4: {}; next setup {}: {}", won(printed(4)), runner_up.setup, won(runner_up)),
        format!(
            "setup 4: {} won; next setup {}: {}",
            share(&scattered),
            next.0,
            share(&next.1.decided())
        ),
    ))
}

fn rim_blocks(findings: &Findings) -> Option<Claim> {
    let it = findings.in_setup(5, Role::Swarm)?;
    let row = printed(5);
    let theirs = Share::of(row.draws, row.games);
    Some(of_lost_starts(
        "Many pieces near the rim (setup 5) end in mutual blockade as often as its ten games say.",
        format!("{} of {}, so {} at least", row.draws, row.games, percent(theirs.interval.low)),
        format!(
            "{} by mutual blockade; {} drawn in all, {} won",
            share(&it.blocked),
            percent(it.drawn.share),
            it.black.count + it.white.count
        ),
    ))
}

fn rim_is_short(findings: &Findings) -> Option<Claim> {
    let it = findings.in_setup(5, Role::Swarm)?;
    Some(of_lost_starts(
        "Games of setup 5 are over after 20 moves of each side at the latest.",
        format!("none longer; its times imply {:.0} plies a game", printed(5).plies()),
        format!(
            "{:.1} plies a game (longest {:.0}); {} within 40",
            it.plies.mean,
            it.plies.max,
            share(&it.short)
        ),
    ))
}

fn far_is_longer(findings: &Findings) -> Option<Claim> {
    let [close, far] = [1, 2].map(|setup| findings.in_setup(setup, Role::Swarm));
    let (close, far) = (close?, far?);
    Some(of_lost_starts(
        "Games of setup 2 take longer than those of setup 1.",
        format!("{} s and {} s a game", printed(2).game_s, printed(1).game_s),
        format!("{:.1} and {:.1} plies a game", far.plies.mean, close.plies.mean),
    ))
}

fn scattered_is_longest(findings: &Findings) -> Option<Claim> {
    let it = findings.in_setup(4, Role::Swarm)?;
    let earlier: Vec<_> =
        findings.everywhere(Role::Swarm).filter(|(setup, _)| *setup < 4).collect();
    if earlier.is_empty() {
        return None;
    }
    let told = |(setup, it): &(u8, &MatchFindings)| format!("{setup}: {:.1}", it.plies.mean);
    let told: Vec<String> = earlier.iter().map(told).collect();
    let implied = |setup: u8| format!("{:.0}", printed(setup).plies());
    Some(of_lost_starts(
        "Games of setup 4 have more moves than those of setups 1 to 3.",
        format!(
            "said; but its times imply {} plies in setup 4 and {} in setup 2",
            implied(4),
            implied(2)
        ),
        format!("plies a game in setup 4: {:.1}; {}", it.plies.mean, told.join("; ")),
    ))
}

fn deeper_thesis(findings: &Findings, plies: u32) -> Option<Claim> {
    let rung = findings.rung(Role::Minimax(plies))?;
    let (tally, games) = (&rung.tally, rung.tally.games());
    Some(claim(
        &format!("A full-width search of {plies} plies with the swarm's score plays no better."),
        "no figures",
        format!(
            "{plies} plies against 1: {} won, {} drawn, {} lost of {games}, score {}",
            tally.wins,
            tally.draws,
            tally.losses,
            rung.score.words()
        ),
        Verdict::above(rung.score.interval, 0.5).not(),
    ))
}

fn deeper(findings: &Findings) -> Option<Claim> {
    let rungs: Vec<_> =
        [2, 3, 4].iter().filter_map(|plies| findings.rung(Role::Depth(*plies))).collect();
    let told = rungs.iter().zip(2..).map(|(rung, plies): (_, u32)| {
        format!("{plies} against {}: {}", plies - 1, rung.score.words())
    });
    let verdicts: Vec<Verdict> =
        rungs.iter().map(|rung| Verdict::above(rung.score.interval, 0.5)).collect();
    let verdict = match () {
        () if verdicts.iter().all(|it| *it == Verdict::Holds) => Verdict::Fails,
        () if verdicts.contains(&Verdict::Holds) => Verdict::Open,
        () if verdicts.contains(&Verdict::Fails) => Verdict::Holds,
        () => Verdict::Open,
    };
    let told = told.collect::<Vec<_>>().join("; ");
    (!rungs.is_empty()).then(|| {
        claim(
            "A good player should not rest on the depth of its search.",
            "no figures",
            told,
            verdict,
        )
    })
}

fn blockades_unseen(findings: &Findings) -> Option<Claim> {
    let matches: Vec<&MatchFindings> =
        findings.everywhere(Role::EngineSwarm).map(|(_, it)| it).collect();
    let (tally, points) = (total(&matches), pooled(&matches));
    (!matches.is_empty()).then(|| {
        claim(
            "The swarm's weakness is that it does not see total blockades coming.",
            "no figures",
            format!(
                "an engine that searches and knows blockades, against it: {} won, {} drawn, {} lost, \
                 score {}",
                tally.wins,
                tally.draws,
                tally.losses,
                points.words()
            ),
            Verdict::above(points.interval, 0.5),
        )
    })
}

//! What the report says, each beside what was found: the verdict and the words follow from the figures.

use super::findings::{Change, Curve, Findings, Handicap, Point, Race};
use super::organisation::{LONG, MOST};
use super::solved::Solved;
use crate::report::text::{percent, share};
use crate::reproduce::{Claim, Said, Verdict};
use crate::stats::{Interval, Share};

/// The densities that the report praises.
const PRAISED: std::ops::RangeInclusive<u32> = 35..=40;

pub(super) fn claims(findings: &Findings) -> Vec<Claim> {
    let main = findings.main();
    let mut claims = vec![
        deadlock(main),
        interaction(main),
        praised(main),
        any_grid(findings),
        grid_decides(findings),
        pawns(findings),
    ];
    claims.extend(longer_moves(findings));
    claims.extend(fewer_pieces(findings));
    claims.push(races(findings));
    claims.push(never_ends(&findings.solved));
    claims
}

fn claim(claim: &str, report: &str, ours: String, verdict: Verdict) -> Claim {
    Claim { claim: claim.to_owned(), said: Said::Report(report.to_owned()), ours, verdict }
}

/// What is found at each density, in words.
fn by_density(points: &[Point], value: impl Fn(&Point) -> String) -> String {
    let told = points.iter().map(|it| format!("{} %: {}", it.density, value(it)));
    list(told)
}

fn deadlock(main: &Curve) -> Claim {
    let drawn = |it: &Point| it.even.drawn.interval;
    let (first, last) = (main.points.first(), main.points.last());
    claim(
        "A board that is too dense makes a deadlock likely.",
        "said, without figures",
        format!("drawn at {}", by_density(&main.points, |it| percent(it.even.drawn.share))),
        first
            .zip(last)
            .map_or(Verdict::Open, |(low, high)| Verdict::most(drawn(high), &[drawn(low)])),
    )
}

fn interaction(main: &Curve) -> Claim {
    let length = |it: &Point| it.even.plies.mean_interval();
    let first = main.points.first();
    let dense = main.points.iter().rfind(|it| PRAISED.contains(&it.density));
    claim(
        "A board that is too sparse gives the sets little to do with each other: games are short.",
        "said, without figures",
        format!(
            "plies a game at {}",
            by_density(&main.points, |it| format!("{:.0}", it.even.plies.mean))
        ),
        first
            .zip(dense)
            .map_or(Verdict::Open, |(low, it)| Verdict::most(length(it), &[length(low)])),
    )
}

/// Games of self-organised play at several densities together.
fn organised<'a>(points: impl Iterator<Item = &'a Point> + Clone) -> Share {
    let games = points.clone().map(|it| it.even.games).sum();
    Share::of(points.map(|it| it.even.organised().count).sum(), games)
}

fn praised(main: &Curve) -> Claim {
    let inside = main.points.iter().filter(|it| PRAISED.contains(&it.density));
    let outside = main.points.iter().filter(|it| !PRAISED.contains(&it.density));
    let best = organised(inside);
    let others: Vec<Interval> = outside.map(|it| organised(std::iter::once(it)).interval).collect();
    claim(
        "Densities from 35 to 40 % favour self-organised play.",
        "35 to 40 %",
        format!(
            "games of self-organised play (at least {LONG} turns for each piece, indicator at most {MOST} \
             of the set) at {}",
            by_density(&main.points, |it| percent(it.even.organised().share))
        ),
        Verdict::most(best.interval, &others),
    )
}

fn any_grid(findings: &Findings) -> Claim {
    let best = |curve: &Curve| {
        let organised = |it: &Point| it.even.organised();
        let best =
            curve.points.iter().max_by(|a, b| organised(a).share.total_cmp(&organised(b).share));
        best.map(|it| (curve.board.clone(), it.density, organised(it)))
    };
    let all: Vec<_> = findings.curves.iter().filter_map(best).collect();
    let told = all
        .iter()
        .map(|(board, density, it)| format!("{board} at {density} %: {}", percent(it.share)));
    claim(
        "Self-organised play arises on any grid, if the rest is in balance with it.",
        "said, without figures",
        format!(
            "most games of self-organised play, {}; how many would be enough it does not say",
            list(told)
        ),
        // Any line between few and enough would be ours.
        Verdict::Open,
    )
}

fn grid_decides(findings: &Findings) -> Claim {
    let changes: Vec<_> = findings.curves.iter().filter_map(|it| Some((it, it.change?))).collect();
    let told = |(curve, change): &(&Curve, Change)| {
        format!("{} ({} neighbours): {}", curve.board, curve.neighbours, change.words())
    };
    let apart = |a: Interval, b: Interval| a.high < b.low || b.high < a.low;
    let differ = |(a, one): &(&Curve, Change), (b, two): &(&Curve, Change)| {
        a.neighbours != b.neighbours && apart(one.interval(), two.interval())
    };
    let any = changes.iter().any(|one| changes.iter().any(|two| differ(one, two)));
    claim(
        "The grid decides what a density means: more neighbours bear more pieces.",
        "the graph strongly influences the game; 35 to 40 % on hexagons, 25 % with eight neighbours",
        format!("half of the games are drawn at, {}", list(changes.iter().map(told))),
        if any { Verdict::Holds } else { Verdict::Open },
    )
}

/// What there is, one after the other.
fn list(all: impl Iterator<Item = String>) -> String {
    all.collect::<Vec<_>>().join("; ")
}

/// The verdict on a claim that consists of several.
fn together(verdicts: &[Verdict]) -> Verdict {
    match () {
        () if verdicts.contains(&Verdict::Fails) => Verdict::Fails,
        () if verdicts.contains(&Verdict::Open) => Verdict::Open,
        () => Verdict::Holds,
    }
}

fn pawns(findings: &Findings) -> Claim {
    let [even, skill] = &findings.pawns;
    claim(
        "Sixteen pawns on a chess board with eight neighbours, 25 %, work well.",
        "said, without figures",
        format!(
            "{} won, {:.0} plies a game; self-organised play in {}; the stronger engine scores {}; \
             it works well if most games are won, and more often by the stronger",
            share(&even.decided()),
            even.plies.mean,
            share(&even.organised()),
            skill.score.words()
        ),
        together(&[
            Verdict::above(even.decided().interval, 0.5),
            Verdict::above(skill.score.interval, 0.5),
        ]),
    )
}

/// How handicaps score, in words.
fn told(handicaps: &[Handicap]) -> String {
    let one = |it: &Handicap| {
        let [a, b] = it.seats;
        let (first, second) = (percent(it.first.score), percent(it.second.score));
        format!("{b} against {a}: {}, moving first {first}, second {second}", it.both.words())
    };
    list(handicaps.iter().map(one))
}

fn longer_moves(findings: &Findings) -> Option<Claim> {
    // Eight times the thought is the measure: at the same density, if it was played.
    let yardstick = findings.main().points.iter().filter_map(|it| it.skill.as_ref());
    let most = yardstick.max_by(|a, b| a.score.score.total_cmp(&b.score.score))?;
    let longer = findings.lengths.first()?;
    Some(claim(
        "A slightly longer move is too much of an advantage.",
        "said, without figures",
        format!(
            "{}; too much is more than the stronger engine ever scores against the weaker, {}",
            told(&findings.lengths),
            most.score.words()
        ),
        Verdict::most(longer.both.interval, &[most.score.interval]),
    ))
}

fn fewer_pieces(findings: &Findings) -> Option<Claim> {
    let (one, longer) = (findings.pieces.first()?, findings.lengths.first()?);
    Some(claim(
        "Sets of different sizes balance players better than moves of different lengths.",
        "implied: it proposes both, and warns of the second",
        format!(
            "a smaller set: {}; it holds where a piece less is worth less than a step more",
            told(&findings.pieces)
        ),
        Verdict::most(longer.both.interval, &[one.both.interval]),
    ))
}

fn races(findings: &Findings) -> Claim {
    let [endless, rim] = &findings.races;
    let told = |it: &Race| {
        format!(
            "{}: {} won, {:.0} plies a game, self-organised play in {}, a piece less scores {}",
            it.board,
            percent(it.even.decided().share),
            it.even.plies.mean,
            share(&it.even.organised()),
            it.fewer.both.words()
        )
    };
    let more = |higher: Interval, lower: Interval| Verdict::most(higher, &[lower]);
    claim(
        "Without a rim there is little self-organised play: a game becomes a race, in which an advantage at the \
         start cannot be made up for.",
        "said, without figures",
        format!(
            "{}; it holds if the rim makes more games self-organised and an advantage worth less",
            list([endless, rim].into_iter().map(told))
        ),
        together(&[
            more(rim.even.organised().interval, endless.even.organised().interval),
            more(endless.fewer.both.interval, rim.fewer.both.interval),
        ]),
    )
}

fn never_ends(solved: &[Solved]) -> Claim {
    let won = |it: &Solved| it.first_wins.count + it.second_wins.count;
    let told = solved.iter().map(|it| {
        let [pieces, _] = it.summary.pieces;
        let (drawn, of) = (it.drawn.count, it.starts);
        format!("{} with {pieces} a side: {drawn} of {of} starts are drawn", it.board)
    });
    // A start that somebody can win says no for its board; nothing follows for larger ones.
    let verdict = match () {
        () if solved.iter().all(|it| won(it) > 0) => Verdict::Fails,
        () if solved.iter().all(|it| won(it) == 0) => Verdict::Holds,
        () => Verdict::Open,
    };
    claim(
        "If all play perfectly, nobody ever wins.",
        "meant by design, after de Bono’s L-game",
        format!("exactly, {}", list(told)),
        verdict,
    )
}

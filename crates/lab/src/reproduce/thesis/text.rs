//! The study as text for a terminal.

use super::Study;
use super::settings::Role;
use crate::report::text::{between, cells, columns, line, percent};

/// The main figures: the thesis's beside ours, depth, and the verdicts.
#[must_use]
pub fn to_text(study: &Study) -> String {
    let findings = &study.findings;
    let head =
        ["setup", "player", "games", "black", "drawn", "white", "blocked", "plies", "ms a move"];
    let rows = findings.setups.iter().flat_map(|setup| {
        let it = &setup.printed;
        let mut thesis = cells![it.setup, "thesis", it.games, it.black, it.draws, it.white, "-"];
        thesis.extend([format!("{:.0}", it.plies()), format!("{:.0}", 1e3 * it.move_s)]);
        let roles = [
            (Role::AsPrinted, "swarm"),
            (Role::Swarm, "swarm"),
            (Role::Fitted, "fitted"),
            (Role::Engine, "engine"),
        ];
        let ours = roles.into_iter().filter_map(|(role, name)| {
            let (it, times) = setup.of(role).zip(study.times.in_setup(setup.setup, role))?;
            let mut row =
                cells!["", name, it.games, it.black.count, it.drawn.count, it.white.count];
            row.push(percent(it.blocked.share));
            row.extend([format!("{:.1}", it.plies.mean), format!("{:.2}", times.move_ms.mean)]);
            Some(row)
        });
        [thesis].into_iter().chain(ours)
    });
    let mut text = columns(head, rows);
    line!(text, "\nengine: {}\n", findings.engine);
    let rows = findings.depth.iter().map(|rung| {
        let (tally, players) = (&rung.tally, rung.players.join(" against "));
        let mut row = cells![players, tally.games(), tally.wins, tally.draws, tally.losses];
        row.extend([percent(rung.score.score), between(&rung.score.interval)]);
        row
    });
    text += &columns(["player", "games", "won", "drawn", "lost", "score", "95 %"], rows);
    text.push('\n');
    for claim in findings.claims.iter().chain(&study.times.claims) {
        line!(text, "{}: {}\n  {}", claim.verdict.word(), claim.claim, claim.ours);
    }
    text
}

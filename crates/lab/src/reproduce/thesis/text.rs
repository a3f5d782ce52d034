//! The study as text for a terminal.

use super::Study;
use super::settings::Role;
use crate::report::text::{between, columns, percent};

/// The main figures: the thesis's beside ours, depth, and the verdicts.
#[must_use]
pub fn to_text(study: &Study) -> String {
    let findings = &study.findings;
    let head =
        ["setup", "player", "games", "black", "drawn", "white", "blocked", "plies", "ms a move"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for setup in &findings.setups {
        let it = &setup.printed;
        let mut cells = vec![it.setup.to_string(), "thesis".to_owned()];
        cells.extend([it.games, it.black, it.draws, it.white].map(|count| count.to_string()));
        cells.push("-".to_owned());
        cells.extend([format!("{:.0}", it.plies()), format!("{:.0}", 1e3 * it.move_s)]);
        rows.push(cells);
        let roles = [(Role::AsPrinted, "swarm"), (Role::Swarm, "swarm"), (Role::Engine, "engine")];
        for (role, name) in roles {
            let times = study.times.in_setup(setup.setup, role);
            let Some((it, times)) = setup.of(role).zip(times) else { continue };
            let counts = [it.games, it.black.count, it.drawn.count, it.white.count];
            let mut cells = vec![String::new(), name.to_owned()];
            cells.extend(counts.map(|count| count.to_string()));
            cells.push(percent(it.blocked.share));
            cells.extend([format!("{:.1}", it.plies.mean), format!("{:.2}", times.move_ms.mean)]);
            rows.push(cells);
        }
    }
    let mut text = columns(&rows);
    text += &format!("\nengine: {}\n\n", findings.engine);
    let mut rows = vec![
        ["player", "games", "won", "drawn", "lost", "score", "95 %"].map(str::to_owned).to_vec(),
    ];
    for rung in &findings.depth {
        let tally = &rung.tally;
        let mut cells = vec![rung.players.join(" against ")];
        let counts = [tally.games(), tally.wins, tally.draws, tally.losses];
        cells.extend(counts.map(|count| count.to_string()));
        cells.extend([percent(rung.score.score), between(&rung.score.interval)]);
        rows.push(cells);
    }
    text += &columns(&rows);
    text.push('\n');
    for claim in findings.claims.iter().chain(&study.times.claims) {
        text += &format!("{}: {}\n  {}\n", claim.verdict.word(), claim.claim, claim.ours);
    }
    text
}

//! The study as data for other programs.

use serde_json::{Value, json};

use super::Study;
use super::findings::Findings;
use super::printed::Printed;
use crate::report::csv::csv;
use crate::report::text::cells;

/// All results as one object; `times` are other ones each time.
#[must_use]
pub fn to_json(study: &Study) -> Value {
    let mut value = json!(study.findings);
    value["times"] = json!(study.times);
    value
}

/// A line for each match, and for each setup what the thesis prints, without times.
#[must_use]
pub fn to_csv(findings: &Findings) -> String {
    let head = "setup,match,player_1,player_2,games,black_wins,draws,white_wins,mutual_blockades,\
                player_1_wins,player_1_draws,player_1_losses,mean_plies";
    let rows = findings.setups.iter().flat_map(|setup| {
        let Printed { setup: number, games, black, white, draws, .. } = setup.printed;
        let plies = format!("{:.1}", setup.printed.plies());
        // Nobody can say which of its programs played which colour: they were the same.
        let mut thesis = cells![number, "thesis", "swarm", "swarm", games, black, draws, white];
        thesis.extend(cells!["", "", "", "", plies]);
        let ours = setup.matches.iter().map(move |it| {
            let (tally, counts) = (&it.first_player, [it.games, it.black.count, it.drawn.count]);
            let mut row = cells![number, it.name, it.players[0], it.players[1]];
            row.extend(counts.map(|count| count.to_string()));
            row.extend(cells![it.white.count, it.blocked.count, tally.wins, tally.draws]);
            row.extend(cells![tally.losses, format!("{:.3}", it.plies.mean)]);
            row
        });
        [thesis].into_iter().chain(ours)
    });
    csv(head.split(',').map(str::to_owned).collect(), rows)
}

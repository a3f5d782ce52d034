//! The study as data for other programs.

use serde::Serialize;
use serde_json::{Value, json};

use super::Study;
use super::findings::Findings;
use super::printed::Printed;
use crate::report::csv::field;

/// All results as one object; `times` are other ones each time.
#[must_use]
pub fn to_json(study: &Study) -> Value {
    let mut value = serde_json::to_value(&study.findings).expect("findings are plain data");
    value["times"] = json!(study.times);
    value
}

/// A line for each match, and for each setup what the thesis prints, without times.
#[must_use]
pub fn to_csv(findings: &Findings) -> String {
    let head = "setup,match,player_1,player_2,games,black_wins,draws,white_wins,mutual_blockades,\
                player_1_wins,player_1_draws,player_1_losses,mean_plies\n";
    let mut text = head.to_owned();
    for setup in &findings.setups {
        let row = &setup.printed;
        let Printed { setup: number, games, black, white, draws, .. } = row;
        let plies = format!("{:.1}", row.plies());
        // Nobody can say which of its programs played which colour: they were the same.
        text +=
            &format!("{number},thesis,swarm,swarm,{games},{black},{draws},{white},,,,,{plies}\n");
        for it in &setup.matches {
            let players: Vec<String> = it.players.iter().map(|player| field(player)).collect();
            let tally = &it.first_player;
            let numbers = [it.games, it.black.count, it.drawn.count, it.white.count];
            let numbers = numbers.into_iter().chain([it.blocked.count]);
            let numbers = numbers.chain([tally.wins, tally.draws, tally.losses]);
            let numbers: Vec<String> = numbers.map(|number| number.to_string()).collect();
            text += &format!(
                "{number},{},{},{},{:.3}\n",
                it.name,
                players.join(","),
                numbers.join(","),
                it.plies.mean
            );
        }
    }
    text
}

/// A value as the text of a file.
pub(super) fn pretty(value: &impl Serialize) -> String {
    serde_json::to_string_pretty(value).expect("results are plain data") + "\n"
}

//! Results as a table for other programs: a line a game, in order, without times.

use super::Report;
use super::text::cells;

/// The games as comma-separated values (RFC 4180, a header line first).
#[must_use]
pub fn to_csv(report: &Report) -> String {
    let seats = report.run.games.first().map_or(0, |game| game.players.len());
    let by_seat = |what: &str| -> Vec<String> {
        ('a'..).take(seats).map(|seat| format!("{what}_{seat}")).collect()
    };
    let tells = report.run.games.iter().any(|game| !game.blocked.is_empty());
    let mut head = cells!["game", "start", "spec"];
    head.extend([by_seat("player"), by_seat("rank")].concat());
    head.extend(cells!["result", "cause", "adjudicated", "plies"]);
    head.extend(by_seat("nodes"));
    if tells {
        head.extend([by_seat("blocked"), by_seat("blocked_plies")].concat());
    }
    let rows = report.run.games.iter().map(|game| {
        let mut row = cells![game.index + 1, game.start + 1, game.game];
        row.extend(game.players.iter().map(|&it| report.summary.players[it].name.clone()));
        row.extend(game.ranks.iter().map(u8::to_string));
        row.extend(cells![game.result, game.cause, game.adjudicated, game.plies]);
        row.extend(game.nodes.iter().map(u64::to_string));
        if tells {
            let told = |it: Option<String>| it.unwrap_or_default();
            row.extend((0..seats).map(|it| told(game.blocked.get(it).map(bool::to_string))));
            row.extend((0..seats).map(|it| told(game.blocked_plies.get(it).map(u32::to_string))));
        }
        row
    });
    csv(head, rows)
}

/// Rows under a header line as comma-separated values (RFC 4180).
///
/// # Panics
/// If a row is longer or shorter than the header.
#[must_use]
pub fn csv(head: Vec<String>, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for row in std::iter::once(head).chain(rows) {
        writer.write_record(row).expect("rows are as long as the header, and memory takes them");
    }
    let bytes = writer.into_inner().expect("memory takes the last row");
    String::from_utf8(bytes).expect("rows are text")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_needed() {
        let row = cells!["swarm", "A wins, connected", "say \"no\"", "a\nb", ""];
        let text = csv(cells!["a", "b", "c", "d", "e"], [row]);
        assert_eq!(text, "a,b,c,d,e\nswarm,\"A wins, connected\",\"say \"\"no\"\"\",\"a\nb\",\n");
    }
}

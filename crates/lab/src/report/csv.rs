//! Results as a table for other programs: a line a game, in order, without times.

use super::Report;

/// The games as comma-separated values (RFC 4180, a header line first).
#[must_use]
pub fn to_csv(report: &Report) -> String {
    let seats = report.run.games.first().map_or(0, |game| game.players.len());
    let letters = || (b'a'..).take(seats).map(char::from);
    let mut header: Vec<String> = ["game", "start", "spec"].map(str::to_owned).into();
    header.extend(letters().map(|seat| format!("player_{seat}")));
    header.extend(letters().map(|seat| format!("rank_{seat}")));
    header.extend(["result", "cause", "adjudicated", "plies"].map(str::to_owned));
    header.extend(letters().map(|seat| format!("nodes_{seat}")));
    let mut text = header.join(",") + "\n";
    for game in &report.run.games {
        let mut row = vec![(game.index + 1).to_string(), (game.start + 1).to_string()];
        row.push(field(&game.game));
        let spec = |player: &usize| field(&report.summary.players[*player].spec);
        row.extend(game.players.iter().map(spec));
        row.extend(game.ranks.iter().map(u8::to_string));
        row.extend([field(&game.result), field(&game.cause)]);
        row.extend([game.adjudicated.to_string(), game.plies.to_string()]);
        row.extend(game.nodes.iter().map(u64::to_string));
        text += &row.join(",");
        text.push('\n');
    }
    text
}

/// A field, in quotes where it needs them.
pub(crate) fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_needed() {
        assert_eq!(field("swarm"), "swarm");
        assert_eq!(field("A wins, connected"), "\"A wins, connected\"");
        assert_eq!(field("say \"no\""), "\"say \"\"no\"\"\"");
    }
}

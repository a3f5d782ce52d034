//! What a rule file is found to be: what is wrong, with its place, and the games in it.

use std::collections::BTreeSet;

use selforge_catalogue::Environment;
use selforge_core::{Game, Spec, short};
use selforge_games::zrf::{Diagnostic, Diagnostics, ReadText, RuleFile, Severity, compile};
use selforge_games::{GameError, Playable};

use super::{Part, Upload, base_name};
use crate::error::ApiError;
use crate::gallery::short_sentence;
use crate::messages::catalogue::GalleryCard;
use crate::messages::rules::{RuleCheck, RuleGame, RuleProblem};
use crate::work::WorkLimits;

/// What own rule files are shown among.
pub(crate) const GROUP: &str = "Mine";

/// The most problems that are told.
const TOLD: usize = 100;

/// The most games of a file.
const MOST_GAMES: usize = 100;

/// What a rule file includes is among the texts that were brought.
impl ReadText for Upload {
    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        text(&self.texts, name).ok_or_else(|| {
            "it is not here; put it into a ZIP file together with the rule file".to_owned()
        })
    }
}

fn text(texts: &[Part], name: &str) -> Option<Vec<u8>> {
    let wanted = base_name(name);
    texts.iter().skip(1).find(|part| part.name == wanted).map(|part| part.body.clone())
}

/// Reads and compiles all games of a file.
///
/// # Errors
/// If that takes longer than anybody waits.
pub(crate) fn check(upload: &Upload, limits: &WorkLimits) -> Result<RuleCheck, ApiError> {
    let main = upload.texts.first().map(|part| &part.body[..]).unwrap_or_default();
    let file = RuleFile::read(&upload.name, main, upload);
    limits.check()?;
    let mut problems = Diagnostics::default();
    let mut games = Vec::new();
    let mut reasons = Vec::new();
    for outline in file.games().iter().filter(|game| !game.is_separator).take(MOST_GAMES) {
        limits.check()?;
        let Some(rules) = compile(outline, &mut problems) else { continue };
        if let Some(reason) = refused(&rules, limits) {
            reasons.push(format!("'{}' is left out: {reason}", short(&outline.title)));
            continue;
        }
        games.push(RuleGame {
            title: outline.title.clone(),
            seats: rules.seats,
            cells: rules.sites.iter().filter(|site| !site.dummy).count(),
        });
    }
    let told = |problem: &Diagnostic| {
        let (source, line, column) = file.sources().place(problem.at);
        let message = if problem.expected.is_empty() {
            problem.problem.clone()
        } else {
            format!("{}; expected {}", problem.problem, problem.expected)
        };
        let file = (source != upload.name && !source.is_empty()).then(|| source.to_owned());
        RuleProblem { error: problem.severity == Severity::Error, file, line, column, message }
    };
    let all = file.problems().list().iter().chain(problems.list());
    let mut told: Vec<RuleProblem> = all.map(told).collect();
    let whole = |error, message| RuleProblem { error, file: None, line: 1, column: 1, message };
    let is_wrong = file.problems().has_errors() || problems.has_errors();
    if games.is_empty() && reasons.is_empty() && !is_wrong {
        told.push(whole(true, "there is no game in this file; expected (game …)".to_owned()));
    }
    // A variant that only the original can play takes nothing from the others, unless there are none.
    let is_last = games.is_empty();
    told.extend(reasons.into_iter().map(|reason| whole(is_last, reason)));
    let errors = told.iter().filter(|problem| problem.error).count();
    // Of too many those go that are no errors.
    told.sort_by_key(|problem| !problem.error);
    told.truncate(TOLD);
    told.sort_by_key(|problem| (problem.file.is_some(), problem.line, problem.column));
    if errors > 0 {
        games.clear();
    }
    Ok(RuleCheck { problems: told, errors, games })
}

/// Why a game that was compiled cannot be played here.
fn refused(rules: &selforge_games::zrf::Rules, limits: &WorkLimits) -> Option<String> {
    let most = selforge_core::MAX_SEATS;
    if usize::from(rules.seats) > most {
        return Some(format!("{} players; expected at most {most}", rules.seats));
    }
    if rules.needs_plugin() {
        let engine = selforge_catalogue::shown(&rules.texts.engine);
        return Some(format!("its moves come from a plug-in, '{engine}', which is never run here"));
    }
    let (cells, most) = (rules.sites.len(), limits.most_cells());
    (cells > most).then(|| format!("a board of {cells} positions; expected at most {most}"))
}

/// Keeps the pictures that the games name, if there is one for every piece that they name one for; if some
/// are missing, that is told, and pieces are drawn.
///
/// # Errors
/// If a game cannot be opened after all.
pub(crate) fn choose_pictures(
    upload: &mut Upload,
    found: &mut RuleCheck,
    limits: &WorkLimits,
) -> Result<(), ApiError> {
    if upload.pictures.is_empty() {
        return Ok(());
    }
    let mut named = BTreeSet::new();
    for game in open_all(upload, found, limits)? {
        named.extend(game.pictures().iter().map(|(_, name)| base_name(name)));
    }
    let missing: Vec<&str> = (named.iter().map(String::as_str))
        .filter(|name| !upload.pictures.iter().any(|part| part.name == *name))
        .collect();
    if !missing.is_empty() {
        let shown = missing.iter().take(5).copied().collect::<Vec<_>>().join(", ");
        let more = if missing.len() > 5 { ", …" } else { "" };
        let message = format!("pieces are drawn: there is no usable picture {shown}{more}");
        found.problems.push(RuleProblem { error: false, file: None, line: 1, column: 1, message });
        upload.pictures.clear();
    }
    upload.pictures.retain(|part| named.contains(&part.name));
    Ok(())
}

/// Every game of a file that was found good.
fn open_all(
    upload: &Upload,
    found: &RuleCheck,
    limits: &WorkLimits,
) -> Result<Vec<Playable>, ApiError> {
    let fingerprint = upload.fingerprint();
    let files = Brought { upload, fingerprint: &fingerprint, limits };
    let wrong = |error: GameError| crate::game_cache::refused(&error);
    let open = |game: &RuleGame| {
        limits.check()?;
        let mut spec = Spec::new("zrf");
        spec.set("file", &fingerprint).map_err(|error| wrong(error.into()))?;
        spec.set("variant", &game.title).map_err(|error| wrong(error.into()))?;
        selforge_games::open(&spec, &files).map_err(wrong)
    };
    found.games.iter().map(open).collect()
}

/// A card for each game of a kept file.
///
/// # Errors
/// If a game cannot be opened after all.
pub(crate) fn cards(
    upload: &Upload,
    found: &RuleCheck,
    limits: &WorkLimits,
) -> Result<Vec<GalleryCard>, ApiError> {
    let card = |(game, playable): (&RuleGame, Playable)| {
        // The first paragraph is the title.
        let rules = playable.rules_text();
        let about = rules.split("\n\n").nth(1).unwrap_or_default();
        GalleryCard {
            spec: playable.spec.to_string(),
            title: game.title.clone(),
            about: short_sentence(about),
            group: GROUP.to_owned(),
            seats: playable.game.seats(),
        }
    };
    let opened = open_all(upload, found, limits)?;
    Ok(found.games.iter().zip(opened).map(card).collect())
}

/// What was brought, as if it were kept already.
struct Brought<'a> {
    upload: &'a Upload,
    fingerprint: &'a str,
    limits: &'a WorkLimits,
}

impl Environment for Brought<'_> {
    fn read(&self, name: &str) -> Result<String, String> {
        self.limits.read(name)
    }

    fn read_bytes(&self, name: &str) -> Result<Vec<u8>, String> {
        if name == self.fingerprint {
            return Ok(self.upload.texts.first().map(|part| part.body.clone()).unwrap_or_default());
        }
        ReadText::read(self.upload, name)
    }

    fn most_cells(&self) -> usize {
        self.limits.most_cells()
    }

    fn is_cancelled(&self) -> bool {
        self.limits.is_cancelled()
    }
}

#[cfg(test)]
mod tests {
    use selforge_agents::Stop;

    use super::*;

    fn tic_tac_toe() -> &'static str {
        selforge_games::zrf::library::text("tic-tac-toe").unwrap()
    }

    fn found(texts: &[(&str, &str)]) -> (Upload, RuleCheck) {
        let part = |(name, body): &(&str, &str)| Part {
            name: (*name).to_owned(),
            body: body.as_bytes().to_vec(),
        };
        let texts = texts.iter().map(part).collect();
        let upload = Upload { name: "my.zrf".into(), texts, pictures: Vec::new() };
        let found = check(&upload, &WorkLimits::new(1_000, Stop::default())).unwrap();
        (upload, found)
    }

    #[test]
    fn a_good_file_has_a_card_for_each_game_that_opens_by_its_fingerprint() {
        let text = selforge_games::zrf::library::text("breakthrough").unwrap();
        let (upload, found) = found(&[("", text)]);
        assert_eq!((found.errors, found.games.len()), (0, 3), "{:?}", found.problems);
        let cards = cards(&upload, &found, &WorkLimits::new(1_000, Stop::default())).unwrap();
        assert_eq!(cards[1].title, "Breakthrough 6x6");
        assert!(cards[0].spec.contains(&upload.fingerprint()), "{}", cards[0].spec);
        assert!(!cards[0].about.is_empty() && cards[0].seats == 2);
    }

    #[test]
    fn errors_have_line_and_column_and_what_was_expected() {
        let text = tic_tac_toe().replacen("empty?", "emty?", 1);
        let line = text.lines().position(|line| line.contains("emty?")).unwrap() + 1;
        let (_, found) = found(&[("", &text)]);
        let problem = found.problems.iter().find(|problem| problem.error).unwrap();
        assert_eq!(problem.line, line, "{problem:?}");
        assert!(problem.message.contains("perhaps 'empty?'"), "{problem:?}");
        assert!(found.errors > 0 && found.games.is_empty());
        assert!(!found.problems.is_empty() && found.problems.iter().all(|it| it.column > 0));
    }

    #[test]
    fn a_file_without_a_game_is_no_rule_file() {
        for text in ["", "hello", "; a comment alone"] {
            assert!(super::tests::found(&[("", text)]).1.errors > 0, "{text}");
        }
    }

    #[test]
    fn what_a_file_includes_comes_from_what_was_brought_and_from_nowhere_else() {
        let main = format!("(include \"parts\\Lib.zrf\")\n{}", tic_tac_toe());
        let (_, alone) = found(&[("", &main)]);
        assert!(alone.errors > 0);
        assert!(alone.problems.iter().any(|it| it.message.contains("ZIP")), "{alone:?}");
        let (_, together) = found(&[("", &main), ("lib.zrf", "(define nothing)")]);
        assert_eq!(together.errors, 0, "{:?}", together.problems);
        let (_, outside) = found(&[("", "(include \"/etc/passwd\")")]);
        assert!(outside.problems.iter().all(|it| !it.message.contains("root")), "{outside:?}");
    }

    /// A variant of the file's game on a board of so many positions a side.
    fn variant(side: usize) -> String {
        let names = |letter: char| {
            (0..side).map(|at| format!("{letter}{at}")).collect::<Vec<_>>().join("/")
        };
        format!(
            "(variant (title \"Vast\") (board (grid (start-rectangle 0 0 9 9)\n\
             (dimensions (\"{}\" (10 0)) (\"{}\" (0 10))) (directions (n 0 -1) (s 0 1) (e 1 0) (w -1 0)\n\
             (ne 1 -1) (nw -1 -1) (se 1 1) (sw -1 1)))))",
            names('x'),
            names('y')
        )
    }

    #[test]
    fn a_variant_keeps_to_the_limits_of_its_game() {
        let with = |side| format!("{}\n{}", tic_tac_toe(), variant(side));
        let (_, small) = found(&[("", &with(20))]);
        assert!(small.problems.iter().all(|it| !it.message.contains("positions")), "{small:?}");
        let (upload, large) = found(&[("", &with(33))]);
        let told = |it: &RuleProblem| {
            !it.error && it.message.starts_with("'Vast' is left out: a board of 1089 positions")
        };
        assert!(large.problems.iter().any(told), "{:?}", large.problems);
        assert!(large.errors == 0 && large.games.len() + 1 == small.games.len(), "{large:?}");
        assert!(large.games.iter().all(|game| game.title != "Vast"), "{large:?}");
        let cards = cards(&upload, &large, &WorkLimits::new(1_000, Stop::default())).unwrap();
        assert_eq!(cards.len(), large.games.len(), "what is offered opens");
        // Beyond what any board has it is refused before it is laid out, and many are no more than some.
        let (_, vast) = found(&[("", &with(3_000))]);
        assert!(vast.errors > 0 && vast.games.is_empty(), "{:?}", vast.problems.first());
        let many = format!("{}{}", tic_tac_toe(), "(variant (title \"Again\"))".repeat(400));
        assert!(found(&[("", &many)]).1.games.len() <= MOST_GAMES);
        // Nobody reads on for somebody who has left.
        let (upload, _) = found(&[("", &with(3))]);
        let stop = Stop::default();
        stop.now();
        assert!(check(&upload, &WorkLimits::new(1_000, stop)).is_err());
    }

    #[test]
    fn a_variant_that_cannot_be_played_here_is_left_out_and_a_file_of_such_alone_is_refused() {
        let players: Vec<String> = (0..20).map(|at| format!("P{at}")).collect();
        let game = |kind: &str, title: &str, players: &str| {
            format!(
                "({kind} (title \"{title}\") (players {players}) (turn-order {players})
                 (board (positions (a 0 0 9 9) (b 10 0 19 9)))
                 (piece (name Man) (drops ((verify empty?) add)))
                 (board-setup (P0 (Man off 2))) (win-condition (P0) (absolute-config Man (a))))"
            )
        };
        let (two, crowd) = ("P0 P1", players.join(" "));
        let told = |texts: &str| {
            let (_, found) = found(&[("", texts)]);
            let told: Vec<(bool, String)> =
                found.problems.iter().map(|it| (it.error, it.message.clone())).collect();
            let titles: Vec<String> = found.games.iter().map(|it| it.title.clone()).collect();
            (found.errors, told, titles)
        };
        let reason = "'Crowd' is left out: 20 players; expected at most 12".to_owned();
        let both = game("game", "Pair", two) + &game("game", "Crowd", &crowd);
        let expected = (0, vec![(false, reason.clone())], vec!["Pair".to_owned()]);
        assert_eq!(told(&both), expected);
        let alone = game("game", "Crowd", &crowd);
        assert_eq!(told(&alone), (1, vec![(true, reason)], vec![]));
    }

    #[test]
    fn a_program_that_a_file_asks_for_is_not_used() {
        let text = tic_tac_toe().replacen("(title", "(engine \"evil.dll\")\n  (title", 1);
        let (_, found) = found(&[("", &text)]);
        // The code of the moves is in the file, so the file plays; the program is never looked for.
        assert_eq!(found.errors, 0, "{:?}", found.problems);
    }
}

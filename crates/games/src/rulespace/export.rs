//! A game of the rule space as a rule file.
//!
//! Most of it is plain: kinds are piece types, duties are priorities, chains of jumps are partial moves.
//! Three rules need more.
//!
//! - A chain ends at once with the last piece of honour, and a piece becomes another only where its chain
//!   ends. Code of moves sees the board before the move, so it looks for other pieces of honour, and for
//!   further jumps with the cells that the move empties flagged as `gone`.
//! - The game has a last move: every move has a turn of its own in the turn order.
//! - After the last move, a player who could not move has lost, and otherwise the pieces are counted. A
//!   random player rings a bell for that player; a piece that can move takes the bell away, and a bell
//!   that nobody can take away loses the game. Then the random player is stuck, which counts.

use selforge_catalogue::Described;
use selforge_core::{Game, Seat, Spec};

use super::direction::Direction;
use super::game::{RuleSpace, State};
use super::generate::directions;
use super::kind::{Capture, KINDS, KindId, Reach};
use super::options::{LimitEnd, Rules};
use super::position::{cell_name, piece_letter};
use crate::export::{ExportError, RuleText, chain, head, quoted, title, wrapped};

/// The players of the file: seat A moves up the board.
const PLAYERS: [&str; 2] = ["White", "Black"];

/// What directions are called, by steps to the right and up.
const NAMES: [(&str, (i8, i8)); 16] = [
    ("n", (0, 1)),
    ("s", (0, -1)),
    ("ne", (1, 1)),
    ("sw", (-1, -1)),
    ("nw", (-1, 1)),
    ("se", (1, -1)),
    ("e", (1, 0)),
    ("w", (-1, 0)),
    ("nne", (1, 2)),
    ("ssw", (-1, -2)),
    ("nnw", (-1, 2)),
    ("sse", (1, -2)),
    ("ene", (2, 1)),
    ("wsw", (-2, -1)),
    ("wnw", (-2, 1)),
    ("ese", (2, -1)),
];

fn name_of(direction: Direction) -> &'static str {
    let named = NAMES.iter().find(|(_, offset)| *offset == direction.offset());
    named.map_or("n", |(name, _)| name)
}

fn piece_name(kind: KindId) -> String {
    format!("Kind{}", kind.number())
}

/// Writes a game of the rule space as a rule file.
pub(crate) fn export(game: &RuleSpace, spec: &Spec) -> Result<RuleText, ExportError> {
    let start = game.start();
    let Some(first) = game.status(&start).to_move() else {
        let problem = "the game is over before its first move";
        return Err(ExportError::new(problem, "a position in which somebody can move"));
    };
    if start.chain().is_some() {
        let problem = "it starts in the middle of a chain of jumps";
        return Err(ExportError::new(problem, "a position without chain="));
    }
    let (rules, usual) = (game.rules(), Rules::default());
    if (rules.stuck, rules.converted) != (usual.stuck, usual.converted) {
        let problem = "a rule file cannot say stuck=honour or converted=kept";
        return Err(ExportError::new(problem, "a game without these options"));
    }
    let kinds = kinds(game, &start);
    let honour = game.honour().map(piece_name);
    let title = title(spec, "Rule space, game 1 of the paper");
    let used: Vec<_> = kinds.iter().flat_map(|&kind| ways(game, kind)).collect();
    let offsets = NAMES
        .iter()
        .filter(|(name, _)| used.iter().any(|way| way == name || opposite(way) == *name));
    let (mut shown, mut turned) = (Vec::new(), Vec::new());
    for (name, (right, up)) in offsets {
        shown.push(format!("({name} {right} {})", -up));
        turned.push(format!("({name} {})", opposite(name)));
    }
    let pieces: String = kinds.iter().map(|&kind| piece(game, kind)).collect();
    let cells: Vec<String> = (0..64).map(cell_name).collect();
    let duty = if game.genes().must_capture() { " taking moving" } else { "" };
    let lost = honour
        .iter()
        .map(|name| format!("  (loss-condition (White Black) (pieces-remaining 0 {name}))\n"));
    let limit = match game.rules().end {
        LimitEnd::Pieces => "count-condition",
        LimitEnd::Draw => "draw-condition",
    };
    let last_row = |from: u8| wrapped((from..from + 8).map(cell_name), 6);
    let judged = PLAYERS[(first.index() + usize::from(game.rules().moves - start.moves)) % 2];
    // Nobody comes to this turn; who has none is no player, though, and a single move may be left.
    let other = PLAYERS[(first.index() + 1) % 2];
    let text = format!(
        r#"{head}{macros}
(game
  (title "{title}")
  (description {description})
  (players White Black ?Judge)
  (turn-order{turns}
    (?Judge ringing) (?Judge {judged}) (?Judge counting) {other}
  )
  (move-priorities proving stuck{duty})
  (board
    (image "images\Selforge\board-8x8.bmp")
    (grid
      (start-rectangle 10 10 60 60)
      (dimensions ("a/b/c/d/e/f/g/h" (50 0)) ("8/7/6/5/4/3/2/1" (0 50)))
      (directions{directions})
    )
    (dummy bell tower)
    (links next{next}
    )
    (symmetry Black{symmetry})
    (zone (name last-row) (players White) (positions{top}))
    (zone (name last-row) (players Black) (positions{bottom}))
  )
{pieces}  (piece
    (name Ringer)
    (dummy)
    (image ?Judge "images\Selforge\nothing.bmp")
    (moves (move-type ringing) ((create {judged} Bell bell) add))
  )
  (piece
    (name Bell)
    (dummy)
    (image White "images\Selforge\nothing.bmp" Black "images\Selforge\nothing.bmp")
    (moves (move-type stuck) ((change-type Stuck) add))
  )
  (piece
    (name Stuck)
    (dummy)
    (image White "images\Selforge\nothing.bmp" Black "images\Selforge\nothing.bmp")
  )
  (board-setup
    (White{white})
    (Black{black})
    (?Judge (Ringer tower))
  )
{lost}  (loss-condition (White Black) (absolute-config Stuck (bell)))
  (loss-condition (White Black) stalemated)
  ({limit} (?Judge) stalemated)
)
"#,
        head = head(spec, &[]),
        macros = macros(honour.as_deref()) + &looks(game, &kinds),
        description = quoted(&description(game)),
        turns = turns(first, game.rules().moves - start.moves),
        directions = wrapped(shown, 8),
        next = chain(&cells),
        symmetry = wrapped(turned, 6),
        top = last_row(56),
        bottom = last_row(0),
        white = setup(&start, Seat::FIRST, &kinds),
        black = setup(&start, Seat::new(1), &kinds),
        lost = lost.collect::<String>(),
    );
    let letters = Seat::all(2).flat_map(|seat| {
        kinds
            .iter()
            .map(move |&kind| (PLAYERS[seat.index()], piece_name(kind), piece_letter(seat, kind)))
    });
    let letters = letters.collect();
    Ok(RuleText { title, text, players: PLAYERS.to_vec(), letters, notes: Vec::new() })
}

/// The rules in words, without the small pictures, which need a fixed width.
fn description(game: &RuleSpace) -> String {
    let text = game.rules_text();
    let kept = |part: &&str| !part.starts_with("In the small pictures");
    let lines = |part: &str| {
        let words = part.lines().filter(|line| !line.starts_with(' '));
        words.collect::<Vec<_>>().join(" ")
    };
    text.split("\n\n").filter(kept).map(lines).collect::<Vec<_>>().join("\n\n")
}

/// The kinds that stand on the board or may come to.
fn kinds(game: &RuleSpace, start: &State) -> Vec<KindId> {
    let mut possible: Vec<KindId> =
        KindId::all().filter(|kind| start.kinds[kind.index()] != 0).collect();
    let mut at = 0;
    while at < possible.len() && at < KINDS {
        if let Some(next) = game.kind(possible[at]).becomes.filter(|it| !possible.contains(it)) {
            possible.push(next);
        }
        at += 1;
    }
    // Honour that nobody has is asked for all the same.
    possible.extend(game.honour().filter(|kind| !possible.contains(kind)));
    possible.sort_unstable();
    possible
}

/// The directions of a kind, as White sees them.
fn ways(game: &RuleSpace, kind: KindId) -> Vec<&'static str> {
    directions(game.kind(kind).movement, game.rules().rook).map(name_of).collect()
}

fn opposite(way: &str) -> &'static str {
    let at = NAMES.iter().position(|(name, _)| *name == way).unwrap_or(0);
    NAMES[at ^ 1].0
}

/// The turns of the game, one for each move that it may have.
fn turns(first: Seat, moves: u16) -> String {
    let player = |at: u16| PLAYERS[(first.index() + usize::from(at)) % 2];
    wrapped((0..moves).map(player), 4)
}

/// What a side has on the board at the start.
fn setup(start: &State, seat: Seat, kinds: &[KindId]) -> String {
    let mut text = String::new();
    for &kind in kinds {
        let cells = start.pieces_of(seat, kind);
        let names = (0..64u8).filter(|cell| cells >> cell & 1 == 1).map(cell_name);
        if cells != 0 {
            text.push_str(&format!("\n      ({}{})", piece_name(kind), wrapped(names, 8)));
        }
    }
    text
}

/// The macros of the moves. `$1` is a direction, `$2` what a piece becomes.
fn macros(honour: Option<&str>) -> String {
    let mut text = r"; Moves without a capture.
(define step ($1 (verify empty?) add))
(define slide ($1 (while empty? add $1)))
(define becoming (if (in-zone? last-row) (add $1) else add))
(define step-becoming ($1 (verify empty?) (becoming $2)))
(define slide-becoming ($1 (while empty? (becoming $2) $1)))

; Whether a piece could move at all, for the end of the game.
(define prove (go from) (capture bell) add)
(define can-step ((verify (not-empty? bell)) $1 (verify empty?) (prove)))
(define can-take ((verify (not-empty? bell)) $1 (verify not-friend?) (prove)))
(define can-jump ((verify (not-empty? bell)) $1 (verify enemy?) $1 (verify empty?) (prove)))

; Whether the piece on the cell that it jumped to could jump again from there.
(define free (or (empty? $1) (position-flag? gone $1)))
(define look-on
  (if (and (enemy? $1) (not-position-flag? gone $1)) $1 (if (free $1) (set-flag more true)))
  (go to)
)
(define look-near (look-on $1))
(define look-far (while (free $1) $1) (look-on $1))

; A jump that ends on the last row makes another piece unless it goes on.
(define go-on
  (if (in-zone? last-row)
    (go from) (set-position-flag gone true) (go to)
    (set-flag more false) $2
    (if (flag? more) (add-partial taking) else (add $1))
   else
    (add-partial taking)
  )
)
"
    .to_owned();
    let Some(honour) = honour else {
        text.push_str(
            r"
; Captures. Nobody has the honour.
(define hit capture (set-position-flag gone true))
(define land $1 (verify empty?) to)
(define on-taking (becoming $1))
(define on-jumping (add-partial taking))
(define on-jumping-becoming (go-on $1 $2))
",
        );
        text.push_str(CAPTURES);
        return text;
    };
    text.push_str(&format!(
        r"
; Captures. The game ends at once when the last piece of honour is taken: nothing becomes another
; then, and no chain goes on.
(define spare (if (and enemy? (piece? {honour}) not-marked?) (set-flag won false)))
(define sweep a1 (spare) (while (on-board? next) next (spare)))
(define hit capture (set-flag won (piece? {honour})) mark (set-position-flag gone true))
(define land $1 (verify empty?) to (if (flag? won) (sweep) (go to)))
(define on-taking
  (if (in-zone? last-row)
    (set-flag won (piece? {honour})) mark
    (if (flag? won) (sweep) back)
    (if (flag? won) add else (add $1))
   else
    add
  )
)
(define on-jumping (if (flag? won) add else (add-partial taking)))
(define on-jumping-becoming (if (flag? won) add else (go-on $1 $2)))
"
    ));
    text.push_str(CAPTURES);
    text
}

/// The blocks of captures, by reach.
const CAPTURES: &str = r"(define take ($1 (verify enemy?) add))
(define take-far ($1 (while empty? $1) (verify enemy?) add))
(define take-becoming ($1 (verify enemy?) (on-taking $2)))
(define take-far-becoming ($1 (while empty? $1) (verify enemy?) (on-taking $2)))
(define jump ($1 (verify enemy?) (hit) (land $1) (on-jumping)))
(define jump-far ($1 (while empty? $1) (verify enemy?) (hit) (land $1) (on-jumping)))
";

/// A kind as a piece of the file.
fn piece(game: &RuleSpace, kind: KindId) -> String {
    let rules = game.kind(kind);
    let ways = ways(game, kind);
    let far = if rules.reach == Reach::Many { "-far" } else { "" };
    let quiet = if rules.reach == Reach::Many { "slide" } else { "step" };
    let becomes = rules.becomes.map(piece_name);
    let call = |name: &str, way: &str| match &becomes {
        Some(other) => format!("({name}-becoming {way} {other})"),
        None => format!("({name} {way})"),
    };
    let taking = |way: &&str| match (rules.capture, &becomes) {
        (Capture::Into, _) => call(&format!("take{far}"), way),
        (Capture::Over, None) => call(&format!("jump{far}"), way),
        // What the piece could jump over next depends on all its directions: no macro of a direction.
        (Capture::Over, Some(other)) => {
            let slide =
                if far.is_empty() { String::new() } else { format!(" (while empty? {way})") };
            format!(
                "({way}{slide} (verify enemy?) (hit) (land {way}) (on-jumping-becoming {other} ({})))",
                looks_name(kind)
            )
        }
    };
    let proving = ways.iter().flat_map(|way| match rules.capture {
        Capture::Into => vec![format!("(can-take {way})")],
        Capture::Over => vec![format!("(can-step {way})"), format!("(can-jump {way})")],
    });
    let name = piece_name(kind);
    let picture = |colour: &str| format!("images\\Selforge\\kind-{}-{colour}.bmp", kind.number());
    format!(
        r#"  (piece
    (name {name})
    (notation "{letter}")
    (image White "{white}" Black "{black}")
    (moves
      (move-type taking){taking}
      (move-type moving){moving}
      (move-type proving){proving}
    )
  )
"#,
        letter = kind.letter(),
        white = picture("white"),
        black = picture("black"),
        taking = wrapped(ways.iter().map(taking), 8),
        moving = wrapped(ways.iter().map(|way| call(quiet, way)), 8),
        proving = wrapped(proving, 8),
    )
}

/// For each kind that may become another after a jump, the macro that looks for further jumps.
fn looks(game: &RuleSpace, kinds: &[KindId]) -> String {
    let jumps = kinds.iter().filter(|kind| {
        let rules = game.kind(**kind);
        rules.capture == Capture::Over && rules.becomes.is_some()
    });
    let define = |&kind: &KindId| {
        let far = if game.kind(kind).reach == Reach::Many { "far" } else { "near" };
        let looks = ways(game, kind).into_iter().map(|way| format!("(look-{far} {way})"));
        format!("(define {}{})\n", looks_name(kind), wrapped(looks, 2))
    };
    jumps.map(define).collect()
}

/// The macro with the directions in which a kind may jump on.
fn looks_name(kind: KindId) -> String {
    format!("looks-{}", kind.number())
}

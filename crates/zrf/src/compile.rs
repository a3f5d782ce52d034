//! From the sections of a game to its compiled rules.
//!
//! Words are resolved by their place, not by one table of names: a word may name a position and a piece
//! at once. Every part that is wrong is told, and the work goes on with the next, so that a file shows
//! all its problems in one go.

use std::collections::HashMap;
use std::sync::atomic::AtomicUsize;

use selforge_core::short;

use crate::blocks::Blocks;
use crate::board::{Board, find_player, number, readable, texts};
use crate::diagnostic::{Diagnostics, Span, Trouble, error, perhaps};
use crate::file::{Outline, Sections};
use crate::goals;
use crate::keywords::is_keyword;
use crate::lexer::{Node, NodeKind};
use crate::model::{
    ANY, MAX_ATTRIBUTES, MAX_MOVE_TYPES, MAX_PLAYERS, MAX_TURNS, MAX_TYPES, Maximal, NONE, Options,
    Passing, PieceType, Player, Rules, Side, Texts, Turn,
};

/// The names of a game, each kind by itself.
pub(crate) struct Names {
    pub(crate) board: Board,
    pub(crate) players: HashMap<String, u16>,
    pub(crate) types: HashMap<String, u16>,
    pub(crate) attributes: HashMap<String, u16>,
    pub(crate) move_types: HashMap<String, u16>,
    pub(crate) zones: HashMap<String, u16>,
    /// Directions whose opposites the code asks for.
    pub(crate) opposites: Vec<u16>,
}

impl Names {
    pub(crate) fn piece(&self, node: &Node) -> Result<u16, Trouble> {
        let word = node.word().unwrap_or_default();
        self.types.get(word).copied().ok_or_else(|| {
            let names = self.types.keys().map(String::as_str);
            let expected = perhaps(word, names, "the name of a piece");
            error(node.at, format!("there is no piece {}", node.what()), expected)
        })
    }

    pub(crate) fn zone(&self, node: &Node) -> Result<u16, Trouble> {
        let word = node.word().unwrap_or_default();
        self.zones.get(word).copied().ok_or_else(|| {
            let names = self.zones.keys().map(String::as_str);
            let expected = perhaps(word, names, "the name of a zone");
            error(node.at, format!("there is no zone {}", node.what()), expected)
        })
    }
}

/// Compiles a game or variant. What is wrong is told; the rules come only if nothing is, told before or not.
#[must_use]
pub fn compile(outline: &Outline, problems: &mut Diagnostics) -> Option<Rules> {
    let met = problems.met();
    let rules =
        Compiler { sections: &outline.sections, at: outline.at, problems }.rules(&outline.title);
    rules.filter(|_| problems.met() == met)
}

struct Compiler<'a> {
    sections: &'a Sections,
    at: Span,
    problems: &'a mut Diagnostics,
}

impl Compiler<'_> {
    fn section(&self, name: &str) -> Option<&Node> {
        self.sections.whole.get(name)?.last()
    }

    fn text(&self, name: &str) -> String {
        let list = self.section(name).and_then(Node::list).unwrap_or_default();
        texts(list).first().map(|text| readable(text)).unwrap_or_default()
    }

    fn rules(&mut self, title: &str) -> Option<Rules> {
        let read = self.players();
        let (mut players, player_numbers) = self.problems.take(read)?;
        let boards = self.sections.whole.get("board").map(Vec::as_slice).unwrap_or_default();
        if boards.is_empty() {
            self.problems.push(*error(self.at, "a game without a board", "(board …)"));
            return None;
        }
        let board = Board::read(boards, &player_numbers, self.problems);
        if board.sites.is_empty() {
            self.problems.push(*error(
                boards[0].at,
                "a board without positions",
                "a grid or positions",
            ));
            return None;
        }
        let zone_names = board.zone_names.clone();
        let zones = zone_names.iter().enumerate().map(|(at, name)| (name.clone(), at as u16));
        let mut names = Names {
            zones: zones.collect(),
            board,
            players: player_numbers,
            types: HashMap::new(),
            attributes: HashMap::new(),
            move_types: HashMap::new(),
            opposites: Vec::new(),
        };
        let found = self.number_types(&mut names);
        self.problems.take(found)?;
        let attributes = self.number_attributes(&mut names);
        let attributes = self.problems.take(attributes)?;
        let (mut move_types, priorities) = self.listed_move_types(&mut names);
        let turns = self.turns(&mut names, &mut move_types);
        let (turns, repeat) = self.problems.take(turns)?;
        self.move_types_of_pieces(&mut names, &mut move_types);
        if move_types.len() > MAX_MOVE_TYPES {
            let expected = format!("at most {MAX_MOVE_TYPES}");
            self.problems.push(*error(self.at, "too many types of moves", expected));
            return None;
        }
        let mut seats = 0;
        for turn in &turns {
            let player = &mut players[usize::from(turn.player)];
            player.has_turn = true;
            if !player.is_random && player.seat.is_none() {
                player.seat = Some(seats);
                seats += 1;
            }
        }
        if seats == 0 {
            let problem = "nobody but chance has a turn";
            self.problems.push(*error(self.at, problem, "a player in the turn order"));
            return None;
        }
        let (mut types, blocks) = self.pieces(&mut names);
        let options = self.options();
        let (conditions, goal_positions) =
            goals::read(&self.sections.conditions, &names, &players, self.problems);
        let mut royal = vec![vec![false; types.len()]; players.len()];
        for condition in &conditions {
            condition.mark_royal(&mut royal);
        }
        goals::spare_capturable(&conditions, &mut royal);
        let has_royal = royal.iter().flatten().any(|is| *is);
        let made = tables(&names, players.len(), self.at);
        let (sides, tables) = self.problems.take(made)?;
        let zone_words = names.board.sites.len().div_ceil(64);
        let mut zones = vec![0u64; zone_names.len() * players.len() * zone_words];
        for (&(zone, player), sites) in &names.board.zones {
            let first = (usize::from(zone) * players.len() + usize::from(player)) * zone_words;
            for site in sites {
                zones[first + usize::from(site / 64)] |= 1 << (site % 64);
            }
        }
        let mut ranks = vec![priorities; names.move_types.len().max(1)];
        for (rank, name) in self.priority_names().into_iter().enumerate() {
            if let Some(&kind) = names.move_types.get(&name) {
                ranks[usize::from(kind)] = ranks[usize::from(kind)].min(rank as u16);
            }
        }
        let type_bits = usize::BITS - types.len().leading_zeros();
        let player_bits = usize::BITS - (players.len() - 1).leading_zeros();
        if type_bits + player_bits > 16 || types.len() * players.len() > MAX_KINDS {
            let problem = format!("{} piece types for {} players", types.len(), players.len());
            self.problems.push(*error(self.at, problem, "fewer of them"));
            return None;
        }
        types.iter_mut().for_each(|piece| piece.help = readable(&piece.help));
        let most_blocks = types.iter().map(|piece| piece.moves.1 - piece.moves.0).max();
        let drops = blocks.list.iter().filter(|block| block.drop.is_some()).count() as u32;
        let most_blocks = most_blocks.unwrap_or(0).max(drops).max(1);
        let adds = (1u32 << 31) / (most_blocks * names.board.sites.len() as u32).max(1);
        if adds < 64 {
            let problem = "too many blocks for so many positions";
            self.problems.push(*error(self.at, problem, "a smaller game"));
            return None;
        }
        let uses_last = blocks.uses_last();
        let texts = Texts {
            description: self.text("description"),
            history: self.text("history"),
            strategy: self.text("strategy"),
            engine: self.raw_text("engine"),
            solution: self.raw_text("solution"),
        };
        let reach = players.len() * types.len() * names.board.sites.len();
        let mut rules = Rules {
            title: title.to_owned(),
            texts,
            seats,
            sites: names.board.sites.clone(),
            board_images: names.board.images.clone(),
            directions: names.board.directions.clone(),
            attributes,
            move_types,
            turns,
            repeat,
            options,
            ranks,
            worst_rank: priorities,
            sides,
            tables,
            zones,
            zone_names,
            zone_words,
            code: blocks.code,
            adds: blocks.adds,
            drop_blocks: types.iter().flat_map(|piece| piece.drops.0..piece.drops.1).collect(),
            has_moves: types.iter().any(|piece| piece.moves.0 < piece.moves.1),
            places_only: false,
            blocks: blocks.list,
            conditions,
            royal,
            has_royal,
            goal_positions,
            uses_last,
            starts_open: false,
            type_bits,
            attribute_planes: 0,
            stores: Vec::new(),
            words: 0,
            setup: Vec::new(),
            radix: (most_blocks, adds.min(60_000)),
            reach_left: AtomicUsize::new(REACH_WORK),
            reach: if has_royal || blocks.asks_attack { make_reach(reach) } else { Vec::new() },
            mobility: std::sync::OnceLock::new(),
            players,
            types,
        };
        rules.places_only = places_only(&rules);
        self.lay_out(&mut rules, &names);
        rules.starts_open = goals::none_holds(&rules, &rules.setup);
        if options.selection_screen {
            self.problems.warn(self.at, "a selection screen is a menu; there is nothing to play");
        }
        Some(rules)
    }

    fn raw_text(&self, name: &str) -> String {
        let list = self.section(name).and_then(Node::list).unwrap_or_default();
        texts(list).first().cloned().unwrap_or_default()
    }

    fn players(&mut self) -> Result<(Vec<Player>, HashMap<String, u16>), Trouble> {
        let Some(section) = self.section("players") else {
            return Err(error(self.at, "a game without players", "(players …)"));
        };
        let mut numbers = HashMap::new();
        let mut players = Vec::new();
        for node in &section.list().unwrap_or_default()[1..] {
            let Some(name) = node.word() else {
                return Err(error(node.at, format!("{} is no player", node.what()), "a name"));
            };
            if is_keyword(name) {
                let problem = format!("'{name}' is a word of the language");
                return Err(error(node.at, problem, "another name for the player"));
            }
            if players.len() == MAX_PLAYERS {
                return Err(error(node.at, "too many players", format!("at most {MAX_PLAYERS}")));
            }
            if numbers.insert(name.to_owned(), players.len() as u16).is_some() {
                return Err(error(node.at, format!("the player '{name}' is there twice"), ""));
            }
            players.push(Player {
                name: name.to_owned(),
                is_random: name.starts_with('?'),
                has_turn: false,
                seat: None,
            });
        }
        if players.is_empty() {
            return Err(error(section.at, "a game without players", "a name at least"));
        }
        Ok((players, numbers))
    }

    fn number_types(&mut self, names: &mut Names) -> Result<(), Trouble> {
        for (name, node) in &self.sections.pieces {
            if names.types.len() == MAX_TYPES {
                return Err(error(node.at, "too many pieces", format!("at most {MAX_TYPES}")));
            }
            names.types.insert(name.clone(), names.types.len() as u16);
        }
        Ok(())
    }

    /// Attributes have the numbers of saved games: from the last piece to the first, and within a
    /// piece from the last to the first.
    fn number_attributes(&mut self, names: &mut Names) -> Result<Vec<String>, Trouble> {
        let mut list = Vec::new();
        for (_, piece) in self.sections.pieces.iter().rev() {
            let parts = piece.list().unwrap_or_default().iter().rev();
            for part in parts.filter(|part| part.head() == Some("attribute")) {
                let Some(name) = part.list().and_then(|list| list.get(1)).and_then(Node::word)
                else {
                    return Err(error(
                        part.at,
                        "an attribute without a name",
                        "(attribute name true)",
                    ));
                };
                if names.attributes.contains_key(name) {
                    continue;
                }
                if list.len() == MAX_ATTRIBUTES {
                    let problem = "too many attributes";
                    return Err(error(part.at, problem, format!("at most {MAX_ATTRIBUTES}")));
                }
                names.attributes.insert(name.to_owned(), list.len() as u16);
                list.push(name.to_owned());
            }
        }
        Ok(list)
    }

    fn priority_names(&self) -> Vec<String> {
        let list = self.section("move-priorities").and_then(Node::list).unwrap_or_default();
        list.iter().skip(1).filter_map(|node| node.word().map(str::to_owned)).collect()
    }

    /// The move types of the priorities, from last to first, and how many there are.
    fn listed_move_types(&mut self, names: &mut Names) -> (Vec<String>, u16) {
        let mut list = Vec::new();
        let priorities = self.priority_names();
        for name in priorities.iter().rev() {
            number_move_type(names, &mut list, name);
        }
        (list, priorities.len() as u16)
    }

    fn turns(
        &mut self,
        names: &mut Names,
        move_types: &mut Vec<String>,
    ) -> Result<(Vec<Turn>, usize), Trouble> {
        let mut turns = Vec::new();
        let mut repeat = 0;
        let Some(section) = self.section("turn-order").cloned() else {
            return Err(error(self.at, "a game without a turn order", "(turn-order …)"));
        };
        for node in &section.list().unwrap_or_default()[1..] {
            if node.word() == Some("repeat") {
                repeat = turns.len();
                continue;
            }
            if turns.len() == MAX_TURNS || move_types.len() > MAX_MOVE_TYPES {
                return Err(error(node.at, "too many turns", format!("at most {MAX_TURNS}")));
            }
            let parts = node.list().unwrap_or(std::slice::from_ref(node));
            let Some((first, rest)) = parts.split_first() else {
                return Err(error(node.at, "an empty turn", "a player"));
            };
            let player = find_player(first, &names.players)?;
            let mut turn = Turn { player, side: player, kind: ANY };
            let rest = match rest.first().and_then(Node::word).and_then(|w| names.players.get(w)) {
                Some(&side) => {
                    turn.side = side;
                    &rest[1..]
                }
                None => rest,
            };
            match rest {
                [] => {}
                [kind] if kind.word().is_some() => {
                    let name = kind.word().unwrap_or_default();
                    turn.kind = number_move_type(names, move_types, name);
                }
                _ => {
                    let problem = format!("{} is no turn", node.what());
                    let expected =
                        "a player, (player type), (player player) or (player player type)";
                    return Err(error(node.at, problem, expected));
                }
            }
            turns.push(turn);
        }
        if turns.is_empty() {
            return Err(error(section.at, "a turn order without turns", "a player"));
        }
        if repeat >= turns.len() {
            self.problems.warn(section.at, "nothing follows 'repeat'; the turns begin again");
            repeat = 0;
        }
        Ok((turns, repeat))
    }

    /// The move types that pieces name, from the last piece to the first, in the order of the text.
    fn move_types_of_pieces(&mut self, names: &mut Names, move_types: &mut Vec<String>) {
        let pieces = self.sections.pieces.iter().rev();
        for (_, piece) in pieces {
            collect_move_types(piece, names, move_types);
        }
    }

    fn pieces(&mut self, names: &mut Names) -> (Vec<PieceType>, Blocks) {
        let mut blocks = Blocks::new();
        let mut types = Vec::new();
        for (number, (name, node)) in self.sections.pieces.iter().enumerate() {
            let mut piece = PieceType { name: name.clone(), ..PieceType::default() };
            let mut sections: [Vec<&Node>; 2] = [Vec::new(), Vec::new()];
            for part in &node.list().unwrap_or_default()[1..] {
                let list = part.list().unwrap_or_default();
                let text = || texts(list).first().cloned().unwrap_or_default();
                match part.head() {
                    Some("name") => {}
                    Some("notation") => piece.notation = text(),
                    Some("help") => piece.help = text(),
                    Some("description") => piece.description = readable(&text()),
                    Some("open") => {}
                    Some("dummy") => piece.dummy = true,
                    Some("image") => {
                        let images = images(&list[1..], names);
                        piece.images = self.problems.take(images).unwrap_or_default();
                    }
                    Some("attribute") => {
                        let on = match list.get(2).and_then(Node::word) {
                            Some("true") => true,
                            Some("false") => false,
                            _ => {
                                let expected = "(attribute name true) or (attribute name false)";
                                self.problems.push(*error(
                                    part.at,
                                    "an attribute without a value",
                                    expected,
                                ));
                                false
                            }
                        };
                        let name = list.get(1).and_then(Node::word).unwrap_or_default();
                        if let Some(at) = names.attributes.get(name) {
                            piece.attributes = piece.attributes & !(1 << at) | u32::from(on) << at;
                        }
                    }
                    Some("moves") => sections[0].push(part),
                    Some("drops") => sections[1].push(part),
                    _ => {
                        let problem = format!("{} is no part of a piece", part.what());
                        let expected = "name, notation, help, description, image, attribute, \
                                        moves, drops, dummy or open";
                        self.problems.push(*error(part.at, problem, expected));
                    }
                }
            }
            if piece.notation.is_empty() {
                piece.notation.clone_from(name);
            }
            for (drops, parts) in sections.into_iter().enumerate() {
                let first = blocks.list.len() as u32;
                for part in parts {
                    blocks.section(part, number as u16, drops == 1, names, self.problems);
                }
                let range = (first, blocks.list.len() as u32);
                if drops == 1 {
                    piece.drops = range;
                } else {
                    piece.moves = range;
                }
            }
            types.push(piece);
        }
        (types, blocks)
    }

    fn options(&mut self) -> Options {
        let mut options = Options::default();
        let read = |name: &str| {
            self.sections.options.get(name).and_then(|node| match &node.kind {
                NodeKind::Word(word) | NodeKind::Text(word) => Some(word.to_string()),
                NodeKind::List(_) => None,
            })
        };
        let on = |name: &str| read(name).is_some_and(|value| value == "true" || value == "2");
        options.pass_turn = match read("pass turn").as_deref() {
            Some("true" | "2") => Passing::Allowed,
            Some("forced") => Passing::Forced,
            _ => Passing::No,
        };
        options.maximal = match read("maximal captures").as_deref() {
            Some("true" | "1") => Maximal::Longest,
            Some("2") => Maximal::Richest,
            _ => Maximal::No,
        };
        options.pass_partial = on("pass partial");
        options.discard_cascades = on("discard cascades");
        options.recycle_captures = on("recycle captures");
        options.recycle_promotions = on("recycle promotions");
        options.include_off = on("include off-pieces");
        options.selection_screen = on("selection screen");
        options.progressive = on("progressive levels");
        options
    }

    /// Lays out the words of a position and fills in the start.
    fn lay_out(&mut self, rules: &mut Rules, names: &Names) {
        let sites = rules.sites.len();
        rules.attribute_planes = rules.attributes.len().div_ceil(16);
        let mut off: HashMap<(u16, u16), u16> = HashMap::new();
        let mut cells: Vec<(u16, u16, u16)> = Vec::new();
        for section in self.sections.whole.get("board-setup").map(Vec::as_slice).unwrap_or_default()
        {
            for side in &section.list().unwrap_or_default()[1..] {
                let read = read_setup(side, names, &mut off, &mut cells);
                self.problems.take(read);
                if self.problems.is_full() {
                    break;
                }
            }
        }
        let players = rules.players.len();
        let recycles = rules.options.recycle_captures || rules.options.recycle_promotions;
        let mut next = sites * (1 + rules.attribute_planes);
        rules.stores = vec![NONE; players * rules.types.len()];
        for player in 0..players as u16 {
            for piece in 0..rules.types.len() as u16 {
                let drops = rules.types[usize::from(piece)].drops;
                let matters = off.contains_key(&(player, piece))
                    || recycles && (drops.0 < drops.1 || rules.options.recycle_promotions);
                if matters && next < usize::from(ANY) {
                    let at = usize::from(player) * rules.types.len() + usize::from(piece);
                    rules.stores[at] = next as u16;
                    next += 1;
                }
            }
        }
        rules.words = next;
        let mut words = vec![0; next];
        for (player, piece, site) in cells {
            crate::position::put(rules, &mut words, site, player, piece);
        }
        for ((player, piece), count) in off {
            if let Some(at) = rules.store(player, piece) {
                words[at] = count;
            }
        }
        rules.setup = words;
    }
}

/// Whether all that can be done is to put a piece of one type on an empty position.
fn places_only(rules: &Rules) -> bool {
    let [block] = rules.drop_blocks[..] else { return false };
    rules.blocks[block as usize].fills_empty
        && !rules.has_moves
        && !rules.has_royal
        && rules.options.pass_turn == Passing::No
        && rules.turns.iter().all(|turn| turn.kind == ANY)
}

/// A place for what each piece can reach from each position, unless there are too many of them.
fn make_reach(size: usize) -> Vec<std::sync::OnceLock<Box<[u128]>>> {
    let size = if size > MAX_REACH { 0 } else { size };
    std::iter::repeat_with(std::sync::OnceLock::new).take(size).collect()
}

/// The most types of pieces times players: each kind has a letter.
const MAX_KINDS: usize = 20_000;

/// How much may be followed of all blocks to find out what they can reach.
const REACH_WORK: usize = 20_000_000;

/// The most pieces on positions of which is kept what they can reach.
const MAX_REACH: usize = 4 << 20;

/// The directions of each side, tables that are equal kept once.
fn tables(names: &Names, players: usize, at: Span) -> Result<(Vec<Side>, Vec<Vec<u16>>), Trouble> {
    let mut tables: Vec<Vec<u16>> = Vec::new();
    let mut known: Vec<(&HashMap<u16, u16>, u16)> = Vec::new();
    let mut sides = Vec::new();
    for player in 0..players as u16 {
        if names.board.is_too_large_for(names.opposites.len(), tables.len()) {
            let problem = "too many opposites of directions for so large a board";
            return Err(error(at, problem, "fewer of them"));
        }
        let symmetry = &names.board.symmetry[usize::from(player)];
        let same = known.iter().find(|(other, _)| *other == symmetry).map(|(_, table)| *table);
        let table = same.unwrap_or_else(|| {
            let mut table = names.board.table(player);
            for &direction in &names.opposites {
                table.extend(names.board.opposite(player, direction));
            }
            tables.push(table);
            known.push((symmetry, tables.len() as u16 - 1));
            tables.len() as u16 - 1
        });
        sides.push(Side { table });
    }
    Ok((sides, tables))
}

/// The number of a move type, which is new if nobody named it before.
pub(crate) fn number_move_type(names: &mut Names, list: &mut Vec<String>, name: &str) -> u16 {
    if let Some(&known) = names.move_types.get(name) {
        return known;
    }
    // There are fewer, or the game is refused.
    let number = list.len().min(MAX_MOVE_TYPES) as u16;
    names.move_types.insert(name.to_owned(), number);
    list.push(name.to_owned());
    number
}

fn collect_move_types(node: &Node, names: &mut Names, move_types: &mut Vec<String>) {
    let Some(list) = node.list() else { return };
    let is_type = |node: &&Node, names: &Names| {
        node.word().is_some_and(|word| !names.types.contains_key(word))
    };
    match node.head() {
        Some("move-type") => {
            for word in list[1..].iter().filter_map(Node::word) {
                number_move_type(names, move_types, word);
            }
        }
        Some("add-partial" | "add-copy-partial") => {
            if let Some(kind) = list[1..].last().filter(|node| is_type(node, names)) {
                number_move_type(names, move_types, kind.word().unwrap_or_default());
            }
        }
        _ => list.iter().for_each(|child| collect_move_types(child, names, move_types)),
    }
}

/// The picture files of a piece, by player.
fn images(nodes: &[Node], names: &Names) -> Result<Vec<(u16, Vec<String>)>, Trouble> {
    let mut images: Vec<(u16, Vec<String>)> = Vec::new();
    for node in nodes {
        match &node.kind {
            NodeKind::Word(_) => images.push((find_player(node, &names.players)?, Vec::new())),
            NodeKind::Text(file) => match images.last_mut() {
                Some((_, files)) => files.push(file.to_string()),
                None => return Err(error(node.at, "a picture for nobody", "a player before it")),
            },
            NodeKind::List(_) => return Err(error(node.at, "a list among pictures", "a string")),
        }
    }
    Ok(images)
}

fn read_setup(
    side: &Node,
    names: &Names,
    off: &mut HashMap<(u16, u16), u16>,
    cells: &mut Vec<(u16, u16, u16)>,
) -> Result<(), Trouble> {
    let Some((player, pieces)) = side.list().and_then(<[Node]>::split_first) else {
        return Err(error(
            side.at,
            format!("{} is no set-up", side.what()),
            "(player (piece position…)…)",
        ));
    };
    let player = find_player(player, &names.players)?;
    for node in pieces {
        let Some((piece, places)) = node.list().and_then(<[Node]>::split_first) else {
            let problem = format!("{} is no set-up of pieces", node.what());
            return Err(error(node.at, problem, "(piece position…)"));
        };
        let piece = names.piece(piece)?;
        let mut places = places.iter();
        while let Some(place) = places.next() {
            if place.word() == Some("off") && !names.board.names.contains_key("off") {
                let Some(count) = places.next() else {
                    return Err(error(place.at, "'off' without a number", "off n"));
                };
                let count = number(count)?.clamp(0, 30_000) as u16;
                let stored = off.entry((player, piece)).or_default();
                *stored = (*stored + count).min(30_000);
            } else {
                cells.push((player, piece, names.board.site(place)?));
            }
        }
    }
    Ok(())
}

/// Says which game of a file was meant, when there is none with that title.
pub(crate) fn no_such_title(title: &str, titles: &[&str]) -> (String, String) {
    let hint = selforge_core::nearest(title, titles.iter().copied());
    let expected = match hint {
        Some(hint) => format!("perhaps \"{hint}\""),
        None => titles.iter().take(12).map(|t| format!("\"{t}\"")).collect::<Vec<_>>().join(", "),
    };
    (format!("the file has no game or variant \"{}\"", short(title)), expected)
}

//! From the text of blocks to code.
//!
//! Conditions become jumps: a condition is compiled as "jump there if it is so", `and` and `or` by the
//! places that they jump to, and a failed `verify` is a jump to the end of the block.

use std::collections::HashMap;

use crate::code::{AddSpec, Block, DropAt, Guard, HERE, Op, Place, SITE, Test};
use crate::compile::Names;
use crate::diagnostic::{Diagnostics, Span, Trouble, error, perhaps};
use crate::lexer::Node;
use crate::model::{ANY, MAX_BLOCK, MAX_CODE, MAX_DIRECTIONS, MAX_FLAGS, MAX_POSITION_FLAGS, NONE};

/// The blocks of a game and their code.
pub(crate) struct Blocks {
    pub(crate) code: Vec<Op>,
    pub(crate) adds: Vec<AddSpec>,
    known_adds: HashMap<AddSpec, usize>,
    pub(crate) list: Vec<Block>,
    flags: Vec<String>,
    position_flags: Vec<String>,
    pub(crate) asks_attack: bool,
}

/// Jumps whose target is not known yet.
type Jumps = Vec<usize>;

/// A target that is not known yet.
const UNKNOWN: u32 = u32::MAX;

/// The tests by name; each has a `not-` form.
const TESTS: [(&str, Test); 17] = [
    ("empty?", Test::Empty),
    ("friend?", Test::Friend),
    ("enemy?", Test::Enemy),
    ("neutral?", Test::Neutral),
    ("piece?", Test::Piece),
    ("in-zone?", Test::InZone),
    ("on-board?", Test::OnBoard),
    ("position?", Test::Position),
    ("marked?", Test::Marked),
    ("last-from?", Test::LastFrom),
    ("last-to?", Test::LastTo),
    ("position-flag?", Test::PositionFlag),
    ("attacked?", Test::Attacked),
    ("defended?", Test::Defended),
    ("adjacent-to-enemy?", Test::AdjacentToEnemy),
    ("goal-position?", Test::GoalPosition),
    ("flag?", Test::Flag),
];

impl Blocks {
    pub(crate) fn new() -> Blocks {
        let plain = AddSpec { partial: NONE, ..AddSpec::default() };
        Blocks {
            code: Vec::new(),
            known_adds: HashMap::from([(plain.clone(), 0)]),
            adds: vec![plain],
            list: Vec::new(),
            flags: Vec::new(),
            position_flags: Vec::new(),
            asks_attack: false,
        }
    }

    pub(crate) fn uses_last(&self) -> bool {
        self.code.iter().any(|op| match op {
            Op::GoLastFrom | Op::GoLastTo => true,
            Op::Branch { test, .. } => matches!(test, Test::LastFrom | Test::LastTo),
            _ => false,
        })
    }

    /// Compiles the blocks of a `moves` or `drops`.
    pub(crate) fn section(
        &mut self,
        section: &Node,
        piece: u16,
        drops: bool,
        names: &mut Names,
        problems: &mut Diagnostics,
    ) {
        let mut kind = NONE;
        for node in &section.list().unwrap_or_default()[1..] {
            if node.head() == Some("move-type") {
                let name = node.list().and_then(|list| list.get(1)).and_then(Node::word);
                match name.and_then(|name| names.move_types.get(name)) {
                    Some(&known) => kind = known,
                    None => problems.push(*error(
                        node.at,
                        "a move type without a name",
                        "(move-type name)",
                    )),
                }
                continue;
            }
            if node.list().is_none() {
                let problem = format!("{} is no block of code", node.what());
                problems.push(*error(node.at, problem, "a bracketed list of instructions"));
                continue;
            }
            if problems.is_full() {
                break;
            }
            let entry = self.code.len() as u32;
            let done = self.block(node, piece, kind, drops, names, problems);
            if problems.take(done).is_none() {
                self.code.truncate(entry as usize);
            }
        }
    }

    fn block(
        &mut self,
        node: &Node,
        piece: u16,
        kind: u16,
        drops: bool,
        names: &mut Names,
        problems: &mut Diagnostics,
    ) -> Result<(), Trouble> {
        let mut list = node.list().unwrap_or_default();
        let mut drop = drops.then_some(DropAt::Anywhere);
        if let (true, Some(word)) = (drops, list.first().and_then(Node::word)) {
            let site = names.board.names.get(word).map(|&site| DropAt::Site(site));
            let at = site.or(names.zones.get(word).map(|&zone| DropAt::Zone(zone)));
            if at.is_some() && !crate::keywords::is_keyword(word) {
                drop = at;
                list = &list[1..];
            }
        }
        let entry = self.code.len() as u32;
        let mut ends = Jumps::new();
        self.instructions(list, names, &mut ends, problems)?;
        let end = self.code.len() as u32;
        self.code.push(Op::End);
        self.patch(&ends, end);
        let length = self.code.len() - entry as usize;
        if length > MAX_BLOCK || self.code.len() > MAX_CODE {
            let problem = format!("the code has {length} instructions");
            let expected = format!("at most {MAX_BLOCK} in a block and {MAX_CODE} in a game");
            return Err(error(node.at, problem, expected));
        }
        let code = &self.code[entry as usize..];
        let fills_empty =
            drop == Some(DropAt::Anywhere) && code == [Op::IfOccupied(end), Op::Add(0), Op::End];
        let guard = Guard::of(code, end);
        let mut block = Block { entry, end, kind, piece, drop, captures: true, fills_empty, guard };
        block.captures = crate::reach::can_capture(&self.code, &block);
        self.list.push(block);
        Ok(())
    }

    fn patch(&mut self, jumps: &[usize], target: u32) {
        for &at in jumps {
            let to = match &mut self.code[at] {
                Op::Jump(to)
                | Op::IfEmpty(to)
                | Op::IfOccupied(to)
                | Op::IfFriend(to)
                | Op::IfNotFriend(to)
                | Op::IfEnemy(to)
                | Op::IfNotEnemy(to)
                | Op::Branch { to, .. } => to,
                _ => continue,
            };
            *to = target;
        }
    }

    fn here(&self) -> u32 {
        self.code.len() as u32
    }

    fn instructions(
        &mut self,
        list: &[Node],
        names: &mut Names,
        ends: &mut Jumps,
        problems: &mut Diagnostics,
    ) -> Result<(), Trouble> {
        for node in list {
            match node.word() {
                Some(word) => self.word(node, word, names)?,
                None => self.list(node, names, ends, problems)?,
            }
            if self.code.len() > MAX_CODE {
                return Err(error(
                    node.at,
                    "too much code",
                    format!("at most {MAX_CODE} instructions"),
                ));
            }
        }
        Ok(())
    }

    fn word(&mut self, node: &Node, word: &str, names: &mut Names) -> Result<(), Trouble> {
        let op = match word {
            "add" => Op::Add(0),
            "add-copy" => self.add_spec(AddSpec { copy: true, partial: NONE, types: Vec::new() }),
            "add-partial" => {
                self.add_spec(AddSpec { copy: false, partial: ANY, types: Vec::new() })
            }
            "add-copy-partial" => {
                self.add_spec(AddSpec { copy: true, partial: ANY, types: Vec::new() })
            }
            "cascade" => Op::Cascade,
            "back" => Op::Back,
            "mark" => Op::Mark(HERE),
            "from" => Op::From,
            "to" => Op::To,
            "capture" => Op::Capture(HERE),
            "flip" => Op::Flip(HERE),
            "change-owner" => Op::ChangeOwner(HERE),
            "create" => Op::Create { player: NONE, piece: NONE, place: HERE },
            _ => {
                if let Some(&direction) = names.board.direction_names.get(word) {
                    Op::Step(direction)
                } else if let Some(&site) = names.board.names.get(word) {
                    Op::Goto(site)
                } else {
                    let known = names.board.direction_names.keys().map(String::as_str);
                    let otherwise = "an instruction, a direction or a position";
                    let expected = match word {
                        "else" => "it inside (if condition … else …)".to_owned(),
                        _ if INSTRUCTIONS.contains(&word) => format!("brackets: ({word} …)"),
                        _ => perhaps(word, known.chain(INSTRUCTIONS), otherwise),
                    };
                    let problem = format!("{} means nothing here", node.what());
                    return Err(error(node.at, problem, expected));
                }
            }
        };
        self.code.push(op);
        Ok(())
    }

    fn add_spec(&mut self, spec: AddSpec) -> Op {
        let next = self.adds.len();
        let at = *self.known_adds.entry(spec).or_insert_with_key(|spec| {
            self.adds.push(spec.clone());
            next
        });
        Op::Add(at.min(usize::from(u16::MAX)) as u16)
    }

    fn list(
        &mut self,
        node: &Node,
        names: &mut Names,
        ends: &mut Jumps,
        problems: &mut Diagnostics,
    ) -> Result<(), Trouble> {
        let list = node.list().unwrap_or_default();
        let Some(head) = node.head() else {
            let problem = "brackets around instructions are no block inside a block";
            return Err(error(node.at, problem, "the instructions without these brackets"));
        };
        let rest = &list[1..];
        match head {
            "verify" => {
                let condition = self.loose(node.at, rest)?;
                let jumps = match condition {
                    Loose::One(condition) => self.condition(condition, false, names)?,
                    Loose::Test(words) => self.test(node.at, words, false, names)?,
                };
                ends.extend(jumps);
            }
            "if" => self.branch(node, rest, names, ends, problems)?,
            "while" => {
                let Some((condition, body)) = rest.split_first() else {
                    return Err(error(
                        node.at,
                        "a loop without a condition",
                        "(while condition …)",
                    ));
                };
                let top = self.here();
                let out = self.condition(condition, false, names)?;
                self.instructions(body, names, ends, problems)?;
                self.code.push(Op::Loop(top));
                let here = self.here();
                self.patch(&out, here);
            }
            "set-flag" => {
                let [flag, condition] = rest else {
                    return Err(error(
                        node.at,
                        "this is no flag to set",
                        "(set-flag name condition)",
                    ));
                };
                let flag = self.flag(flag)? as u8;
                self.set(condition, names, |value| Op::SetFlag { flag, value })?;
            }
            "set-position-flag" => {
                let (Some(flag), Some(condition)) = (rest.first(), rest.get(1)) else {
                    let expected = "(set-position-flag name condition place)";
                    return Err(error(node.at, "this is no position flag to set", expected));
                };
                let flag = self.position_flag(flag)? as u8;
                let place = self.optional_place(rest.get(2), names)?;
                self.set(condition, names, |value| Op::SetPositionFlag { flag, value, place })?;
            }
            "set-attribute" => {
                let [name, condition] = rest else {
                    let expected = "(set-attribute name condition)";
                    return Err(error(node.at, "this is no attribute to set", expected));
                };
                let Some(&attribute) = names.attributes.get(name.word().unwrap_or_default()) else {
                    let problem = format!("no piece has an attribute {}", name.what());
                    return Err(error(name.at, problem, known(names.attributes.keys())));
                };
                let attribute = attribute as u8;
                self.set(condition, names, |value| Op::SetAttribute { attribute, value })?;
            }
            "capture" | "flip" | "change-owner" | "mark" => {
                let place = self.optional_place(rest.first(), names)?;
                self.code.push(match head {
                    "capture" => Op::Capture(place),
                    "flip" => Op::Flip(place),
                    "mark" => Op::Mark(place),
                    _ => Op::ChangeOwner(place),
                });
            }
            "change-type" => {
                let Some(piece) = rest.first() else {
                    return Err(error(node.at, "no type to change to", "(change-type piece)"));
                };
                let piece = names.piece(piece)?;
                let place = self.optional_place(rest.get(1), names)?;
                self.code.push(Op::ChangeType { piece, place });
            }
            "create" => self.create(rest, names)?,
            "add" | "add-copy" | "add-partial" | "add-copy-partial" => {
                self.add(node.at, head, rest, names)?;
            }
            "go" => {
                let op = match rest.first().and_then(Node::word) {
                    Some("mark") => Op::Back,
                    Some("from") => Op::GoFrom,
                    Some("to") => Op::GoTo,
                    Some("last-from") => Op::GoLastFrom,
                    Some("last-to") => Op::GoLastTo,
                    _ => {
                        let expected =
                            "(go mark), (go from), (go to), (go last-from) or (go last-to)";
                        return Err(error(node.at, "nowhere to go", expected));
                    }
                };
                self.code.push(op);
            }
            "opposite" => {
                let place = self.place(node, names)?;
                self.code.push(Op::Step(place));
            }
            _ if list.len() == 1 && self.word(&list[0], head, names).is_ok() => {
                problems.warn(node.at, format!("brackets around '{head}' mean nothing"));
            }
            _ => {
                let otherwise = "an instruction or a macro that is defined";
                let expected = perhaps(head, INSTRUCTIONS, otherwise);
                let problem = format!("{} is no instruction", node.what());
                return Err(error(node.at, problem, expected));
            }
        }
        Ok(())
    }

    fn branch(
        &mut self,
        node: &Node,
        rest: &[Node],
        names: &mut Names,
        ends: &mut Jumps,
        problems: &mut Diagnostics,
    ) -> Result<(), Trouble> {
        let Some((condition, body)) = rest.split_first() else {
            return Err(error(
                node.at,
                "no condition",
                "(if condition instructions else instructions)",
            ));
        };
        let otherwise = body.iter().position(|node| node.word() == Some("else"));
        let (yes, no) = match otherwise {
            Some(at) => (&body[..at], &body[at + 1..]),
            None => (body, &[][..]),
        };
        let skip = self.condition(condition, false, names)?;
        self.instructions(yes, names, ends, problems)?;
        if no.is_empty() {
            let here = self.here();
            self.patch(&skip, here);
            return Ok(());
        }
        let over = self.code.len();
        self.code.push(Op::Jump(UNKNOWN));
        let here = self.here();
        self.patch(&skip, here);
        self.instructions(no, names, ends, problems)?;
        let here = self.here();
        self.patch(&[over], here);
        Ok(())
    }

    /// Sets something to whether a condition holds.
    fn set(
        &mut self,
        condition: &Node,
        names: &mut Names,
        op: impl Fn(bool) -> Op,
    ) -> Result<(), Trouble> {
        if let Some(constant @ ("true" | "false")) = condition.word() {
            self.code.push(op(constant == "true"));
            return Ok(());
        }
        let no = self.condition(condition, false, names)?;
        self.code.push(op(true));
        let over = self.code.len();
        self.code.push(Op::Jump(UNKNOWN));
        let here = self.here();
        self.patch(&no, here);
        self.code.push(op(false));
        let here = self.here();
        self.patch(&[over], here);
        Ok(())
    }

    fn create(&mut self, rest: &[Node], names: &mut Names) -> Result<(), Trouble> {
        let (mut player, mut piece, mut place) = (NONE, NONE, HERE);
        let mut rest = rest;
        let word = |rest: &[Node]| rest.first().and_then(Node::word).unwrap_or_default().to_owned();
        // A single word that names a piece is the piece, whoever else has that name.
        if let Some(&known) = names.players.get(&word(rest))
            && (rest.len() > 1 || !names.types.contains_key(&word(rest)))
        {
            player = known;
            rest = &rest[1..];
        }
        if let Some(&known) = names.types.get(&word(rest)) {
            piece = known;
            rest = &rest[1..];
        }
        if let Some(node) = rest.first() {
            place = self.place(node, names)?;
        }
        if let Some(extra) = rest.get(1) {
            let problem = format!("{} is too much here", extra.what());
            return Err(error(extra.at, problem, "(create player piece place)"));
        }
        self.code.push(Op::Create { player, piece, place });
        Ok(())
    }

    fn add(&mut self, at: Span, head: &str, rest: &[Node], names: &Names) -> Result<(), Trouble> {
        let partial = head.ends_with("partial");
        let mut spec = AddSpec {
            copy: head.starts_with("add-copy"),
            partial: if partial { ANY } else { NONE },
            types: Vec::new(),
        };
        for (number, node) in rest.iter().enumerate() {
            let word = node.word().unwrap_or_default();
            if let Some(&piece) = names.types.get(word) {
                spec.types.push(piece);
            } else if partial && number + 1 == rest.len() && names.move_types.contains_key(word) {
                spec.partial = names.move_types[word];
            } else {
                names.piece(node)?;
            }
        }
        if self.adds.len() >= usize::from(u16::MAX) {
            return Err(error(at, "too many kinds of adds", "fewer than 65,535"));
        }
        let op = self.add_spec(spec);
        self.code.push(op);
        Ok(())
    }

    fn flag(&mut self, node: &Node) -> Result<usize, Trouble> {
        numbered(&mut self.flags, node, MAX_FLAGS, "flag")
    }

    fn position_flag(&mut self, node: &Node) -> Result<usize, Trouble> {
        numbered(&mut self.position_flags, node, MAX_POSITION_FLAGS, "position flag")
    }

    fn optional_place(&mut self, node: Option<&Node>, names: &mut Names) -> Result<Place, Trouble> {
        node.map_or(Ok(HERE), |node| self.place(node, names))
    }

    /// A direction, a position or `(opposite direction)`.
    fn place(&mut self, node: &Node, names: &mut Names) -> Result<Place, Trouble> {
        if let Some(word) = node.word() {
            if let Some(&direction) = names.board.direction_names.get(word) {
                return Ok(direction);
            }
            if let Some(&site) = names.board.names.get(word) {
                return Ok(SITE | site);
            }
        }
        if let (Some("opposite"), Some([_, direction])) = (node.head(), node.list()) {
            let word = direction.word().unwrap_or_default();
            let Some(&direction) = names.board.direction_names.get(word) else {
                let problem = format!("there is no direction {}", direction.what());
                return Err(error(
                    direction.at,
                    problem,
                    known(names.board.direction_names.keys()),
                ));
            };
            let known = names.opposites.iter().position(|known| *known == direction);
            let at = known.unwrap_or_else(|| {
                names.opposites.push(direction);
                names.opposites.len() - 1
            });
            debug_assert!(at < MAX_DIRECTIONS, "there are not more opposites than directions");
            return Ok((names.board.directions.len() + at) as u16);
        }
        let problem = format!("{} is no place", node.what());
        Err(error(node.at, problem, "a direction, a position or (opposite direction)"))
    }

    /// Tells `(verify (empty? n))` from the loose `(verify empty? n)`.
    fn loose<'n>(&self, at: Span, rest: &'n [Node]) -> Result<Loose<'n>, Trouble> {
        match rest {
            [condition] => Ok(Loose::One(condition)),
            [first, ..] if first.word().is_some() => Ok(Loose::Test(rest)),
            _ => Err(error(at, "no condition", "(verify condition)")),
        }
    }

    /// Compiles a condition: jumps if it gives `when`, goes on if not.
    fn condition(&mut self, node: &Node, when: bool, names: &mut Names) -> Result<Jumps, Trouble> {
        match (node.word(), node.list()) {
            (Some("true" | "false"), _) => {
                let mut jumps = Jumps::new();
                if (node.word() == Some("true")) == when {
                    jumps.push(self.code.len());
                    self.code.push(Op::Jump(UNKNOWN));
                }
                Ok(jumps)
            }
            (Some(_), _) => self.test(node.at, std::slice::from_ref(node), when, names),
            (None, Some(list)) => match node.head() {
                Some("not") => match &list[1..] {
                    [inner] => self.condition(inner, !when, names),
                    [] => Err(error(node.at, "'not' of nothing", "(not condition)")),
                    words => self.test(node.at, words, !when, names),
                },
                Some("and") => self.all(&list[1..], when, false, names),
                Some("or") => self.all(&list[1..], when, true, names),
                Some(_) => self.test(node.at, list, when, names),
                None if list.len() == 1 => self.condition(&list[0], when, names),
                None => {
                    let problem = format!("{} is no condition", node.what());
                    Err(error(node.at, problem, "a test such as empty?"))
                }
            },
            (None, None) => {
                let problem = format!("{} is no condition", node.what());
                Err(error(node.at, problem, "a test such as empty?"))
            }
        }
    }

    /// `or` of all (if `any`), or `and` of all.
    fn all(
        &mut self,
        list: &[Node],
        when: bool,
        any: bool,
        names: &mut Names,
    ) -> Result<Jumps, Trouble> {
        let mut jumps = Jumps::new();
        if when == any {
            for node in list {
                jumps.extend(self.condition(node, when, names)?);
            }
            return Ok(jumps);
        }
        let Some((last, firsts)) = list.split_last() else {
            jumps.push(self.code.len());
            self.code.push(Op::Jump(UNKNOWN));
            return Ok(jumps);
        };
        let mut decided = Jumps::new();
        for node in firsts {
            decided.extend(self.condition(node, any, names)?);
        }
        jumps.extend(self.condition(last, when, names)?);
        let here = self.here();
        self.patch(&decided, here);
        Ok(jumps)
    }

    /// A test with what it is about.
    fn test(
        &mut self,
        at: Span,
        words: &[Node],
        when: bool,
        names: &mut Names,
    ) -> Result<Jumps, Trouble> {
        let Some(name) = words.first().and_then(Node::word) else {
            return Err(error(at, "this is no condition", "a test such as empty?"));
        };
        let rest = &words[1..];
        let (bare, when) = match name.strip_prefix("not-") {
            Some(bare) if TESTS.iter().any(|(known, _)| *known == bare) => (bare, !when),
            _ => (name, when),
        };
        let found = TESTS.iter().find(|(known, _)| *known == bare).map(|(_, test)| *test);
        let Some(test) = found else {
            if let Some(&attribute) = names.attributes.get(name) {
                let place = self.optional_place(rest.first(), names)?;
                return Ok(self.branch_op(Test::Attribute, when, attribute, place));
            }
            if name == "not" {
                return match rest {
                    [inner] => self.condition(inner, !when, names),
                    _ => self.test(at, rest, !when, names),
                };
            }
            let all = TESTS.iter().map(|(known, _)| *known);
            let all = all.chain(names.attributes.keys().map(String::as_str));
            let otherwise = "a test such as empty?, or an attribute of a piece";
            let expected = perhaps(name, all, otherwise);
            return Err(error(words[0].at, format!("{} is no test", words[0].what()), expected));
        };
        let (arg, rest) = match test {
            Test::Piece | Test::InZone | Test::Position | Test::PositionFlag | Test::Flag => {
                let Some(arg) = rest.first() else {
                    let problem = format!("'{name}' of what?");
                    return Err(error(words[0].at, problem, format!("({name} name)")));
                };
                let number = match test {
                    Test::Piece => names.piece(arg)?,
                    Test::InZone => names.zone(arg)?,
                    Test::Position => names.board.site(arg)?,
                    Test::Flag => self.flag(arg)? as u16,
                    _ => self.position_flag(arg)? as u16,
                };
                (number, &rest[1..])
            }
            Test::Attacked | Test::Defended => {
                self.asks_attack = true;
                let word = rest.first().and_then(Node::word).unwrap_or_default();
                let is_place = names.board.direction_names.contains_key(word)
                    || names.board.names.contains_key(word);
                match names.move_types.get(word) {
                    Some(&kind) if !is_place => (kind, &rest[1..]),
                    _ => (ANY, rest),
                }
            }
            _ => (0, rest),
        };
        let place = self.optional_place(rest.first(), names)?;
        if let Some(extra) = rest.get(1) {
            let problem = format!("{} is too much here", extra.what());
            return Err(error(extra.at, problem, "one place"));
        }
        Ok(self.branch_op(test, when, arg, place))
    }

    fn branch_op(&mut self, test: Test, when: bool, arg: u16, place: Place) -> Jumps {
        let op = match (test, place, when) {
            (Test::Empty, HERE, true) => Op::IfEmpty(UNKNOWN),
            (Test::Empty, HERE, false) => Op::IfOccupied(UNKNOWN),
            (Test::Friend, HERE, true) => Op::IfFriend(UNKNOWN),
            (Test::Friend, HERE, false) => Op::IfNotFriend(UNKNOWN),
            (Test::Enemy, HERE, true) => Op::IfEnemy(UNKNOWN),
            (Test::Enemy, HERE, false) => Op::IfNotEnemy(UNKNOWN),
            _ => Op::Branch { test, when, arg, place, to: UNKNOWN },
        };
        self.code.push(op);
        vec![self.code.len() - 1]
    }
}

enum Loose<'n> {
    One(&'n Node),
    Test(&'n [Node]),
}

/// Instructions, for hints.
const INSTRUCTIONS: [&str; 24] = [
    "add",
    "add-copy",
    "add-copy-partial",
    "add-partial",
    "back",
    "capture",
    "cascade",
    "change-owner",
    "change-type",
    "create",
    "flip",
    "from",
    "go",
    "if",
    "mark",
    "opposite",
    "set-attribute",
    "set-flag",
    "set-position-flag",
    "to",
    "verify",
    "while",
    "else",
    "move-type",
];

/// The number of a name that need not be declared.
fn numbered(
    list: &mut Vec<String>,
    node: &Node,
    most: usize,
    what: &str,
) -> Result<usize, Trouble> {
    let Some(name) = node.word() else {
        return Err(error(node.at, format!("{} is no {what}", node.what()), "a name"));
    };
    if let Some(known) = list.iter().position(|known| known == name) {
        return Ok(known);
    }
    if list.len() == most {
        return Err(error(node.at, format!("too many {what}s"), format!("at most {most}")));
    }
    list.push(name.to_owned());
    Ok(list.len() - 1)
}

/// A short list of names.
fn known<'n>(names: impl Iterator<Item = &'n String>) -> String {
    let mut names: Vec<&str> = names.map(String::as_str).collect();
    names.sort_unstable();
    names.truncate(10);
    names.join(", ")
}

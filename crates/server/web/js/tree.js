// A game with its variations and comments, as a tree of positions. No page here, and no rules.

import { t } from "./lang.js";

/**
 * A position: what led to it, what is said of it, and where one can go from it, the main line first.
 * @typedef {{move: string, comment: string, children: Node[], parent: Node | null, played: boolean, name?: string}} Node
 */

/** The longest comment, in characters; the server takes no longer one. */
export const LONGEST_COMMENT = 2000;

/** The most positions; the server takes no more. */
export const MOST_NODES = 5000;

export class Tree {
  constructor() {
    this.root = node("", null);
    this.count = 1;
  }

  /**
   * The tree that the server keeps.
   * @param {{nodes: {parent: number | null, move: string, comment: string}[]}} notes
   */
  static read(notes) {
    const tree = new Tree();
    /** @type {Node[]} */
    const nodes = [];
    for (const { parent, move, comment } of notes.nodes) {
      const made = parent === null ? tree.root : tree.add(nodes[parent], move);
      made.comment = comment;
      nodes.push(made);
    }
    return tree;
  }

  /** What the server is to keep. */
  write() {
    /** @type {{parent: number | null, move: string, comment: string}[]} */
    const nodes = [];
    const numbers = new Map();
    // Not by recursion: a game can be long.
    const open = [this.root];
    while (open.length > 0) {
      const next = /** @type {Node} */ (open.pop());
      numbers.set(next, nodes.length);
      nodes.push({ parent: next.parent ? numbers.get(next.parent) : null, move: next.move, comment: next.comment });
      open.push(...[...next.children].reverse());
    }
    return { nodes };
  }

  /** Goes from a position by a move, on a way that exists or on a new one. @param {Node} from @param {string} move */
  add(from, move) {
    const known = from.children.find((child) => child.move === move);
    if (known) return known;
    const made = node(move, from);
    from.children.push(made);
    this.count += 1;
    return made;
  }

  /** Makes these moves the main line; they were played. @param {string[]} moves */
  play(moves) {
    for (const known of this.all()) known.played = false;
    let at = this.root;
    at.played = true;
    for (const move of moves) {
      const next = this.add(at, move);
      at.children = [next, ...at.children.filter((child) => child !== next)];
      next.played = true;
      at = next;
    }
    return at;
  }

  /** All positions. */
  *all() {
    const open = [this.root];
    while (open.length > 0) {
      const next = /** @type {Node} */ (open.pop());
      yield next;
      open.push(...next.children);
    }
  }

  /** Whether a variation can be taken away or moved: what was played stays. @param {Node} at */
  canChange(at) {
    return at.parent !== null && !at.played;
  }

  /** Takes away a position and all that follows; returns the one before. @param {Node} at */
  remove(at) {
    const { parent } = at;
    if (!parent || !this.canChange(at)) return at;
    parent.children = parent.children.filter((child) => child !== at);
    this.count = [...this.all()].length;
    return parent;
  }

  /** Moves the variation of a position one place nearer to the main line. @param {Node} at */
  promote(at) {
    /** @type {Node | null} */
    let first = at;
    while (first?.parent && first.parent.children[0] === first) first = first.parent;
    const siblings = first?.parent?.children;
    if (!first || !siblings || first.played) return;
    const place = siblings.indexOf(first);
    // The game as it was played stays the first line.
    if (place <= 0 || siblings[place - 1].played) return;
    siblings.splice(place, 1);
    siblings.splice(place - 1, 0, first);
  }

  /** Whether there is anything to promote. @param {Node} at */
  canPromote(at) {
    /** @type {Node | null} */
    let first = at;
    while (first?.parent && first.parent.children[0] === first) first = first.parent;
    const siblings = first?.parent?.children ?? [];
    const place = first ? siblings.indexOf(first) : 0;
    return place > 0 && !first?.played && !siblings[place - 1].played;
  }
}

/** @param {string} move @param {Node | null} parent @returns {Node} */
function node(move, parent) {
  return { move, comment: "", children: [], parent, played: false };
}

/** The way from the start to a position, without the start. @param {Node} at */
export function way(at) {
  /** @type {Node[]} */
  const nodes = [];
  for (let next = at; next.parent; next = next.parent) nodes.unshift(next);
  return nodes;
}

/** The line on which a position lies: the way to it, and on along the first moves. @param {Node} at */
export function line(at) {
  const nodes = way(at);
  for (let next = at.children[0]; next; next = next.children[0]) nodes.push(next);
  return nodes;
}

/** What was done in a game, as lines of play write it. @param {import("./types.js").GameEvent[]} events */
export function done(events) {
  /** @type {{text: string, move: boolean}[]} */
  const texts = [];
  for (const event of events) {
    if (event.type === "move") texts.push({ text: event.text, move: true });
    if (event.type === "resign" || event.type === "forfeit") texts.push({ text: `- ${event.seat} resigns`, move: false });
    if (event.type === "take-back") {
      for (let left = event.plies; left > 0 && texts.length > 0;) if (texts.pop()?.move) left -= 1;
    }
  }
  return texts.map(({ text }) => text);
}

/** A move in words: as players write it, where that is known. @param {Node} node @param {(letter: string) => string} who what to call a seat */
export function moveWords({ move, name }, who) {
  const [, letter] = move.match(/^- ([A-L]) resigns$/) ?? [];
  return letter ? t("{who} resigns", { who: who(letter) }) : name ?? move;
}

// The shapes of what the server says. Only types: nothing here runs.

/**
 * @typedef {{name: string, centre: [number, number], outline: [number, number][], row: number, shade: string}} Cell
 * @typedef {{cells: Cell[], edges: [number, number][], show_edges: boolean, bonded: boolean,
 *   labels: [string, [number, number]][], radius: number, definitions: string}} Board
 * @typedef {{cell: number, set: number, shape: number, words: string, turns: boolean}} Piece
 * @typedef {{ply: number, text: string, pieces: Piece[], shapes: string[], last: [number[], number[]],
 *   sets: number[], counts: string[], to_move: string | null, moves: [number, number, string][],
 *   others: string[], claim: string | null}} Position
 * @typedef {{to_move: string | null, result: string | null, winners: string[], active: string[],
 *   offer_by: string | null, can: string[]}} Standing
 * @typedef {{kind: "person", name: string} | {kind: "engine", spec: string}} Player
 * @typedef {{type: string, seat?: string, text?: string, plies?: number, reason?: string}} Happening
 * @typedef {{id: string, spec: string, game: string, rules: string, players: Player[], number: number,
 *   events: Happening[], board: Board, position: Position, standing: Standing}} State
 * @typedef {{after: number, number: number, events: Happening[], board: Board | null,
 *   position: Position, standing: Standing}} Update
 * @typedef {{key: string, values: string, default: string, meaning: string}} Option
 * @typedef {{name: string, summary: string, options: Option[], examples: {spec: string, remark: string}[]}} Family
 * @typedef {{name: string, about: string, two: string, more: string}} Level
 * @typedef {{games: Family[], boards: {pattern: string, summary: string, example: string}[],
 *   setups: {pattern: string, meaning: string, boards: string, seats: string}[], levels: Level[], players: {name: string, summary: string, example: string}[]}} Catalogue
 */
export {};

// The shapes of what the server says. Only types: nothing here runs.

/**
 * @typedef {{name: string, label: string, centre: [number, number], outline: [number, number][], row: number, shade: string}} Cell
 * @typedef {{cells: Cell[], edges: [number, number][], show_edges: boolean, bonded: boolean,
 *   labels: [string, [number, number]][], borders: {set: number, line: [number, number][]}[], radius: number, definitions: string}} Board
 * @typedef {{cell: number, set: number, shape: number, words: string, turns: boolean}} Piece
 * @typedef {{text: string, path: number[], captures?: number[], places?: {words: string, shape: string}}} Move path: the cells it goes over; one alone is where a piece is placed
 * @typedef {{path: number[], captures: number[], along: [number, number][]}} LastMove what a move did, by cells
 * @typedef {{text: string, words: string}} OtherMove a move without cells
 * @typedef {{ply: number, text: string, pieces: Piece[], shapes: string[], last: LastMove | null,
 *   sets: number[], counts: string[], to_move: string | null, moves: Move[],
 *   others: OtherMove[], claim: string | null}} Position
 * @typedef {{letter: string, set: number, kind: number, words: string, shape: string, turns: boolean}} TrayPiece
 * @typedef {{unit: number, unit_name: string, decisive: number}} Scale what the engine's values mean
 * @typedef {{sides: {name: string, shape: string}[], tray: TrayPiece[], scale: Scale,
 *   tools: {signals: boolean, organisation: boolean, balance: boolean}, introduction: string | null}} Presentation
 * @typedef {{spec: string, game: string, seats: number, rules: string, presentation: Presentation, board: Board,
 *   position: Position, status: string}} Preview
 * @typedef {{spec: string, unplaced: string, game: string, seats: number, presentation: Presentation, board: Board,
 *   cells: (string | null)[], to_move: string}} Editable
 * @typedef {{to_move: string | null, result: string | null, winners: string[], active: string[],
 *   offer_by: string | null, take_back_by: string | null}} Standing
 * @typedef {{kind: "person", name: string, account?: boolean, rating?: number | null}
 *   | {kind: "engine", spec: string} | {kind: "open", kept?: boolean}} Player
 * @typedef {{type: string, seat?: string, text?: string, plies?: number, reason?: string, name?: string,
 *   lost?: number, game?: string}} GameEvent
 * @typedef {{kind: "none"} | {kind: "real", base: number, increment: number} | {kind: "days", days: number}} Clock
 * @typedef {{left: Record<string, number>, running: string | null}} Clocks milliseconds, as of the sending
 * @typedef {{seat: string, before: number, after: number}} Rating
 * @typedef {{you: string[], can: string[], online: boolean, waiting: boolean, clocks: Clocks | null, rematch: {by: string, id: string} | null,
 *   ratings: Rating[] | null}} Changing
 * @typedef {{id: string, spec: string, game: string, rules: string, presentation: Presentation, players: Player[], number: number,
 *   events: GameEvent[], board: Board, position: Position, standing: Standing,
 *   listed: boolean, clock: Clock, speed: string, rated: boolean} & Changing} State
 * @typedef {{after: number, number: number, events: GameEvent[], board: Board | null,
 *   position: Position, standing: Standing, players?: Player[] | null} & Changing} Update
 * @typedef {{here: string[], watching: number}} Presence
 * @typedef {{id: string, spec: string, game: string, players: Player[], clock: Clock, speed: string, rated: boolean,
 *   by?: Player | string | null, created?: number, plies?: number}} Listed a game in the lobby
 * @typedef {{open: Listed[], playing: Listed[], people: number, yours: string[]}} Lobby
 * @typedef {{id: string, spec: string, players: Player[], you: string[], created: number, updated: number,
 *   plies: number, result: string | null, winners: string[], waiting: boolean, your_turn: boolean, clock: Clock,
 *   rated: boolean, online: boolean}} GameSummary
 * @typedef {{spec: string, players: Player[], clock?: Clock, listed?: boolean, rated?: boolean}} NewGameRequest
 * @typedef {{name: string, created: number}} Account
 * @typedef {{id: number, label: string, created: number, used: number | null}} Token
 * @typedef {{game: string, speed: string, rating: number, deviation: number, games: number, provisional: boolean}} RatingView
 * @typedef {{name: string, created: number, online: boolean, ratings: RatingView[], games: GameSummary[]}} Profile
 * @typedef {{key: string, values: string, default: string, meaning: string}} Option
 * @typedef {{name: string, summary: string, options: Option[], examples: {spec: string, remark: string, shortcut: string | null}[]}} Family
 * @typedef {{name: string, about: string, two: string, more: string}} Level
 * @typedef {{games: Family[], boards: {pattern: string, summary: string, example: string}[],
 *   setups: {pattern: string, meaning: string, boards: string, seats: string}[], levels: Level[], first: {spec: string, engine: string}, players: {name: string, summary: string, options: Option[], example: string}[]}} Catalogue
 */
export {};

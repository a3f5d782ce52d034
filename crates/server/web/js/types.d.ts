// What the server sends and reads, generated from its API document: SELFORGE_BLESS=1 rewrites it.
// Only types: nothing here runs.

/** An account as its owner sees it. */
export type AccountView = {
  created: number;
  name: string;
};

/** A kind of player. */
export type AgentView = {
  example: string;
  /** The first word of its specs. */
  name: string;
  options: OptionView[];
  summary: string;
};

/** How hard an engine thinks. */
export type AnalysisEffort = "quick" | "deep";

/** The start of which game to weigh, and how carefully. */
export type BalanceRequest = {
  spec: string;
  /** Whether to take longer for closer bounds, where the board is not too large. */
  thorough?: boolean;
};

/** How good a start is. */
export type BalanceView = {
  /** How many of a hundred cells have pieces. */
  density: number;
  /** What is wrong with the start, in words. */
  faults: string[];
  sets: SetBalanceView[];
  /** By how many moves the sets differ. */
  spread: number | null;
  /** Whether it was weighed for longer. */
  thorough: boolean;
  /** What is allowed but not advised, in words. */
  warnings: string[];
};

/** A board without its pieces, in units of the picture. */
export type Board = {
  /** Whether neighbours of one set are drawn bonded. */
  bonded: boolean;
  /** The parts of the rim that belong to a set. */
  borders: BoardBorder[];
  cells: BoardCell[];
  /** The paints that shapes refer to. */
  definitions: string;
  /** Pairs of neighbours. */
  edges: [number, number][];
  /** Letters and numbers at the rim. */
  labels: [string, [number, number]][];
  /** The radius of the pieces. */
  radius: number;
  /** Whether the edges must be drawn. */
  show_edges: boolean;
};

/** A part of the rim that belongs to one set, as the sides of Hex do. */
export type BoardBorder = {
  /** Where it runs. */
  line: [number, number][];
  set: number;
};

export type BoardCell = {
  centre: [number, number];
  /** What players call it; empty for a cell that is never used. */
  label: string;
  name: string;
  outline: [number, number][];
  row: number;
  /** Only on checkered boards. */
  shade?: Shade;
};

export type BoardKind = {
  example: string;
  /** How names of this kind are written. */
  pattern: string;
  /** A small board of this kind, for its picture. */
  small: string;
  summary: string;
  /** What people call it. */
  title: string;
};

export type BoardPiece = {
  cell: number;
  set: number;
  /** Which of the shapes. */
  shape: number;
  /** Whether its shape has a forward and so turns with the board. */
  turns: boolean;
  /** The piece in words. */
  words: string;
};

/** A game that was bred. */
export type BredGame = {
  /** How it differs from the game that all began with. */
  changes: string[];
  /** How good it is, from 0 to 1. */
  fitness: number;
  spec: string;
};

/** The next step of breeding from a game. */
export type BreedRequest = {
  /** The best so far. */
  best?: string[];
  /** The game to breed from. */
  spec: string;
  /** The number of the step. */
  step: number;
};

/** What came of a step. */
export type BreedView = {
  /** The best so far, best first. */
  best: BredGame[];
  /** How good the game is that all began with, from 0 to 1. */
  origin: number;
  /** How many games were tried in this step. */
  tried: number;
};

/** What came of bringing a rule file. */
export type BroughtRules = {
  check: RuleCheck;
  file: (RuleFileView | null);
};

/** All of it. */
export type Catalogue = {
  boards: BoardKind[];
  /** What somebody plays who comes for the first time. */
  first: FirstGame;
  /** The games that are worth a picture, in the order in which they are shown. */
  gallery: GalleryCard[];
  games: FamilyView[];
  levels: Level[];
  players: AgentView[];
  setups: SetupKind[];
};

/** What a client says. */
export type ClientMessage = ({
  have: number;
  type: "hello";
} | {
  action: Command;
  after: number;
  type: "act";
});

/** How time is given. */
export type ClockRule = ({
  kind: "none";
} | {
  base: number;
  increment: number;
  kind: "real";
} | {
  days: number;
  kind: "days";
});

/** How much time the seats have. */
export type ClocksView = {
  /** Milliseconds left by seat, as of the sending. */
  left: Record<string, number>;
  running: string | null;
};

/** What a client can ask of a game. */
export type Command = ({
  do: "move";
  text: string;
} | {
  do: "resign";
} | {
  do: "offer-draw";
} | {
  do: "accept-draw";
} | {
  do: "decline-draw";
} | {
  do: "claim-draw";
} | {
  do: "take-back";
} | {
  do: "accept-take-back";
} | {
  do: "decline-take-back";
} | {
  do: "move-now";
});

/** Pieces on the board of a game. */
export type ComposeRequest = {
  /** A letter of the tray for each cell, or nothing. */
  cells: (string | null)[];
  spec: string;
  /** The letter of the seat to move. */
  to_move: string;
};

/** A password, to be sure. */
export type Confirmation = {
  password: string;
};

/** What a network expects of a position, and what each piece does for it. */
export type CountedPieces = {
  /** How much of a hundred points it expects to score. */
  expected: number;
  /** By cell, how many of these points the piece's side would lose without it. */
  pieces: [number, number][];
  /** The seat to move. */
  seat: string;
};

/** A new token, which is told this once. */
export type CreatedToken = {
  id: number;
  token: string;
};

/** A name and a password. */
export type Credentials = {
  name: string;
  password: string;
};

/** A game as its designer changes it. */
export type Design = {
  /** Whether pieces that move along rows and columns keep to their column. */
  columns_only: boolean;
  /** Whether it is drawn then; else more pieces win. */
  drawn: boolean;
  /** The kinds of pieces. */
  kinds: KindDesign[];
  /** After how many moves of both sides the game ends. */
  moves: number;
  must_capture: boolean;
  /** The kind on each place, from 1, or 0: row by row from the nearest, each from the player's left. */
  places: number[];
  /** The kind whose loss loses the game, from 1, or 0. */
  star: number;
  /** Whether a side goes on whose last starred piece becomes another kind. */
  stars_may_convert: boolean;
  /** Whether a side that cannot move a starred piece has lost. */
  stars_must_move: boolean;
};

/** A game to begin with. */
export type DesignExample = {
  spec: string;
  title: string;
};

/** A design to be looked at. */
export type DesignRequest = {
  design?: (Design | null);
  /** The game to begin with; one that has no design begins with one that has. */
  spec?: string | null;
};

/** A design and the game that it makes. */
export type DesignView = {
  board: Board;
  /** The cell of each place of the design. */
  cells: number[];
  design: Design;
  /** Games to begin with. */
  examples: DesignExample[];
  instead_of: (DesignExample | null);
  /** All kinds, also those that no piece is. */
  kinds: KindCard[];
  /** What kinds can be like. */
  movements: MovementView[];
  position: Position;
  rules: RuleLine[];
  spec: string;
  title: string;
};

/** How long a game can still go on before it is a draw. */
export type DrawLimit = {
  /** So many moves of all seats together. */
  plies: number;
  /** Whether progress puts it off. */
  without_progress: boolean;
};

/** A game to edit positions of, and the pieces of one. */
export type EditView = {
  board: Board;
  /** The letter of the tray for each cell; none where nothing stands. */
  cells: (string | null)[];
  /** The family of the game. */
  game: string;
  presentation: Presentation;
  seats: number;
  spec: string;
  to_move: string;
  /** The spec without what places pieces: the same game with another start. */
  unplaced: string;
};

/** A position in which the game is over. */
export type EndedGame = {
  /** The position, by the number of moves before it. */
  number: number;
  /** Always true. */
  over: boolean;
  winner: string | null;
};

/** What an engine thinks of positions. */
export type EngineAnswer = {
  /** The first word of the engine's spec. */
  engine: string;
  evaluations: Evaluation[];
};

/** A line of play, and which of its positions an engine is to look at. */
export type EngineRequest = {
  /** How many positions. */
  count?: number | null;
  effort?: AnalysisEffort;
  /** The first position, by the number of moves before it; the last one if left out. */
  from?: number | null;
  moves?: string[];
  spec: string;
  /** The position to begin with; the game's own start if left out. */
  start?: string | null;
};

/** The answer to a request that was not done. */
export type ErrorAnswer = {
  error: ErrorDetails;
};

/** What was wrong. */
export type ErrorDetails = {
  /** A word that programs can compare. */
  code: string;
  /** The place in the text that was sent, in characters from 1. */
  column: number | null;
  /** A sentence for people. */
  message: string;
};

/** What an engine thinks of a position, or how the game ended in it. */
export type Evaluation = (FoundEvaluation | EndedGame);

export type EvaluationPart = {
  difference: number;
  name: string;
  opponent: number;
  own: number;
};

export type ExampleView = {
  remark: string;
  /** The words of a button for it, if it is worth one. */
  shortcut: string | null;
  spec: string;
};

export type ExpectedMove = {
  /** The cells that it leads from and to, if they are on the board of the position. */
  cells: [number, number] | null;
  /** The move as players write it, where its text is written in another way. */
  notation?: string;
  text: string;
};

/** A family of games. */
export type FamilyView = {
  /** Specs worth trying. */
  examples: ExampleView[];
  /** The first word of its specs. */
  name: string;
  options: OptionView[];
  summary: string;
  /** What players call it. */
  title: string;
};

/** A game, and the engine to play it against. */
export type FirstGame = {
  engine: string;
  spec: string;
};

/** What an engine thinks of a position. With two seats the value is seat A's, with more it is that of the seat to move. */
export type FoundEvaluation = {
  depth: number;
  /** The expected line of play. */
  line: ExpectedMove[];
  nodes: number;
  /** The position, by the number of moves before it. */
  number: number;
  score: number;
  /** The seat whose value it is. */
  seat: string;
  /** In how many moves it is won, negative if lost; none if nothing is proven. */
  win: number | null;
  words: string;
};

/** A game as people choose it: by a name and a picture. */
export type GalleryCard = {
  /** What it is like, in a sentence. */
  about: string;
  /** What it is shown among. */
  group: string;
  seats: number;
  spec: string;
  title: string;
};

/** A game that was removed. */
export type GameDeleted = {
  deleted: string;
};

/** One event of a game. */
export type GameEvent = ({
  seat: string;
  text: string;
  type: "move";
} | {
  seat: string;
  type: "resign";
} | {
  seat: string;
  type: "offer-draw";
} | {
  seat: string;
  type: "accept-draw";
} | {
  seat: string;
  type: "decline-draw";
} | {
  seat: string;
  type: "claim-draw";
} | {
  reason: string;
  seat: string;
  type: "forfeit";
} | {
  plies: number;
  type: "take-back";
} | {
  plies: number;
  seat: string;
  type: "ask-take-back";
} | {
  seat: string;
  type: "agree-take-back";
} | {
  seat: string;
  type: "decline-take-back";
} | {
  name: string;
  seat: string;
  type: "sit";
} | {
  lost: number;
  type: "resume";
} | {
  game: string;
  seat: string;
  type: "rematch";
});

/** A game that was made, or found. */
export type GameId = {
  id: string;
};

/** What the account allows to be made of its finished games. */
export type GameSharing = {
  sharing: Sharing;
};

/** A game by its spec. */
export type GameSpec = {
  spec: string;
};

/** Everything there is to know of a game, for the client that it is told. */
export type GameState = {
  board: Board;
  /** What the client may do now. */
  can: Permission[];
  clock: ClockRule;
  clocks: (ClocksView | null);
  events: GameEvent[];
  /** The family of the game. */
  game: string;
  id: string;
  /** Whether it is in the lobby. */
  listed: boolean;
  /** The moves that stand, as players write them; empty where that is how their texts are written. */
  notation: string[];
  /** The number of the last event. */
  number: number;
  /** Whether others than the one who made the game sit at it, or can. */
  online: boolean;
  players: OccupantView[];
  position: Position;
  presentation: Presentation;
  rated: boolean;
  /** What the game did to the ratings, once it is over. */
  ratings: RatingChange[] | null;
  rematch: (RematchOffer | null);
  /** The rules in words. */
  rules: string;
  spec: string;
  speed: Speed;
  standing: Standing;
  /** Whether the game waits for somebody to join. */
  waiting: boolean;
  /** The client's seats. */
  you: string[];
};

/** A line in a list of games. */
export type GameSummary = {
  clock: ClockRule;
  created: number;
  id: string;
  /** Whether a seat is kept for the client, which has not answered yet. */
  invited: boolean;
  online: boolean;
  players: OccupantView[];
  plies: number;
  rated: boolean;
  result: string | null;
  spec: string;
  /** What players call it. */
  title: string;
  updated: number;
  waiting: boolean;
  winners: string[];
  /** The seats of the client that asks. */
  you: string[];
  your_turn: boolean;
};

/** The events after number `after`, and how the game stands now. */
export type GameUpdate = {
  after: number;
  board: (Board | null);
  /** What the client may do now. */
  can: Permission[];
  clocks: (ClocksView | null);
  events: GameEvent[];
  /** The moves that stand, as players write them; empty where that is how their texts are written. */
  notation: string[];
  /** The number of the last event. */
  number: number;
  online: boolean;
  /** None if they are as they were. */
  players: OccupantView[] | null;
  position: Position;
  ratings: RatingChange[] | null;
  rematch: (RematchOffer | null);
  standing: Standing;
  waiting: boolean;
  /** The client's seats. */
  you: string[];
};

/** A text of somebody who does not say what it is. */
export type GuessRequest = {
  text: string;
};

/** A game that was made of a record. */
export type ImportedGame = {
  id: string;
  /** What was dropped of a record that is cut off. */
  warning: string | null;
};

/** A wish to sit down. */
export type JoinRequest = {
  /** What to call them; accounts have their names. */
  name?: string;
  /** The letter of the seat; any if there is none. */
  seat?: string | null;
};

/** Where somebody sat down. */
export type Joined = {
  id: string;
  seat: string;
};

/** The vote that was kept. */
export type KeptVote = {
  vote: VoteWord;
};

/** A kind of piece in words and pictures. */
export type KindCard = {
  /** How many a side has at the start. */
  count: number;
  enemy: string;
  /** Whether it goes on in the same directions. */
  far: boolean;
  jumps: boolean;
  name: string;
  /** Whether any piece can come to be one. */
  possible: boolean;
  /** How large those shapes are. */
  radius: number;
  /** An own piece, and one of the other side. */
  shape: string;
  starred: boolean;
  /** Where it can go: cells to the right and ahead. */
  steps: [number, number][];
  /** How it moves, captures and changes, each in a few words. */
  words: string[];
};

/** The rules of a kind. */
export type KindDesign = {
  /** The kind that it becomes on the last row, from 1, or 0. */
  becomes: number;
  /** Whether it goes as far as it likes. */
  far: boolean;
  /** Whether it captures by jumping over. */
  jumps: boolean;
  /** Which of the movements, from 0. */
  movement: number;
};

/** A game that everybody knows. */
export type KnownGame = {
  /** In the order of the measures. */
  shares: number[];
  title: string;
};

/** What the last move did, in cells of the board as it is now. */
export type LastMove = {
  /** The ways of pieces that moved along. */
  along: [number, number][];
  /** Where pieces were taken. */
  captures: number[];
  /** The move as players write it, where its text is written in another way. */
  notation?: string;
  /** The way of the piece; one cell alone for a piece that was placed. */
  path: number[];
};

/** Somebody among the strongest. */
export type Leader = {
  /** How many games were rated. */
  games: number;
  name: string;
  /** Whether the rating is only a first guess. */
  provisional: boolean;
  rating: number;
};

/** The strongest players of a game at a speed. */
export type Leaderboard = {
  /** The family of the games. */
  game: string;
  /** Those whose rating is sure first, then the others, each best first. */
  players: Leader[];
  speed: string;
  /** What players call it. */
  title: string;
};

/** A legal move and what it does to the board. */
export type LegalMove = {
  /** The cells of the pieces that it takes. */
  captures?: number[];
  /** The cell that it leaves, those on its way, and the one that it comes to; one alone for a piece that is placed. */
  path: number[];
  /** What stands at its end, if that is not what left its beginning: a piece that is placed or promoted. */
  places?: PlacedPiece;
  /** The move as it is sent. */
  text: string;
};

/** A strength for people who know no specs. */
export type Level = {
  /** What to expect. */
  about: string;
  /** Whether it plays every game. */
  everywhere: boolean;
  name: string;
  /** How strong it is with two seats, if that was measured, and at which game. */
  rating: string | null;
  /** The players that it is, each in some game. */
  specs: string[];
};

/** A level of the engines at one game. */
export type LevelHere = {
  /** What to expect. */
  about: string;
  name: string;
  /** How strong it is at games of this kind, if that was measured, and at which. */
  rating: string | null;
  /** The engine. */
  spec: string;
};

export type LikedShare = {
  high: number;
  low: number;
  value: number;
};

/** A line of play, and what to say of its last position. */
export type LineRequest = {
  /** Whether to say which pieces the network counts on. */
  counts?: boolean;
  moves?: string[];
  /** Whether to say how the sets organised themselves. */
  organisation?: boolean;
  /** Whether to say what the evaluators see. */
  see?: boolean;
  spec: string;
  /** The position to begin with; the game's own start if left out. */
  start?: string | null;
};

/** The last position of a line of play, with what can be done in it. */
export type LineView = {
  board: Board;
  /** Which pieces the network counts on, if that was asked for, there is one and somebody is to move. */
  counted?: CountedPieces;
  /** The same game from this position, as a spec. */
  from_here: string;
  /** The family of the game. */
  game: string;
  /** How the sets organised themselves, if that was asked for and can be said. */
  organisation?: SetOrganisation[];
  position: Position;
  presentation: Presentation;
  /** In the words of a record, once the game is over. */
  result: string | null;
  seats: number;
  /** What the evaluators see, if that was asked for and they know the game. */
  seen?: SeenPosition;
  /** The spec in its canonical form. */
  spec: string;
  to_move: string | null;
  /** The seats at the first rank, once the game is over. */
  winners: string[];
};

/** A game in the lobby. */
export type ListedGame = {
  /** The first person at it. */
  by: string | null;
  clock: ClockRule;
  created: number;
  /** The family of the game. */
  game: string;
  id: string;
  players: OccupantView[];
  plies: number;
  rated: boolean;
  /** Only its beginning if it is long, with an ellipsis. */
  spec: string;
  speed: Speed;
  /** What players call it. */
  title: string;
};

/** What has changed in the lobby since the last message; all there is, in the first one. */
export type LobbyUpdate = {
  /** Games that are not listed any more. */
  gone: string[];
  /** Games that wait for somebody, new ones and those that are not as they were. */
  open: ListedGame[];
  /** How many people are here. */
  people: number;
  /** Games that are being played, likewise. */
  playing: ListedGame[];
  /** Those of the waiting games that the client made. */
  yours: string[];
};

/** The lobby as a client sees it. */
export type LobbyView = {
  /** The games that wait for somebody. */
  open: ListedGame[];
  /** How many people are here. */
  people: number;
  /** The games that are being played. */
  playing: ListedGame[];
  /** Those of the waiting games that the client made. */
  yours: string[];
};

/** Who the client is. */
export type Me = {
  account: (AccountView | null);
  /** How many players challenge the account and wait for an answer. */
  challenges: number;
};

/** One measure. */
export type MeasureBar = {
  /** What it says, in a sentence. */
  about: string;
  name: string;
  /** How much of it there is, from 0 to 1. */
  share: number;
  /** The number itself. */
  value: string;
};

/** A game to be measured. */
export type MeasureRequest = {
  spec: string;
};

/** How a game plays, by games that engines played. */
export type MeasureView = {
  /** Games that everybody knows, by the same measures. */
  beside: KnownGame[];
  /** How many games were played in all. */
  games: number;
  measures: MeasureBar[];
  spec: string;
};

/** A way to move. */
export type MovementView = {
  steps: [number, number][];
  words: string;
};

/** A game to be made. */
export type NewGameRequest = {
  clock?: ClockRule;
  /** Whether it is in the lobby. */
  listed?: boolean;
  /** One for each seat. */
  players: SeatRequest[];
  /** Whether it counts. */
  rated?: boolean;
  spec: string;
};

/** A token to be made. */
export type NewToken = {
  /** What it is for. */
  label: string;
};

/** A position and what is said of it. */
export type Node = {
  /** What is said of it, in lines. */
  comment: string;
  /** What leads here from there. */
  move: string;
  /** The node before it; none for the start. */
  parent: number | null;
};

/** The notes on a game. */
export type Notes = {
  /** The start first, every other node after its parent; empty if nothing was noted. */
  nodes: Node[];
};

/** How many positions were noted. */
export type NotesSaved = {
  saved: number;
};

/** What everyone may know of a seat. */
export type OccupantView = ({
  /** Whether that is the name of an account. */
  account: boolean;
  kind: "person";
  name: string;
  /** The rating they sat down with. */
  rating: number | null;
} | {
  kind: "engine";
  spec: string;
} | {
  /** Whether the seat is kept for somebody. */
  kept: boolean;
  kind: "open";
});

/** An option of a game or a player. */
export type OptionView = {
  /** What holds when it is left out. */
  default: string;
  key: string;
  meaning: string;
  /** What may stand behind the `=`. */
  values: string;
};

/** An answer, or as an answer and not as a failure what is wrong with the question: people type letter by letter. */
export type OrError_DesignView = ({
  board: Board;
  /** The cell of each place of the design. */
  cells: number[];
  design: Design;
  /** Games to begin with. */
  examples: DesignExample[];
  instead_of: (DesignExample | null);
  /** All kinds, also those that no piece is. */
  kinds: KindCard[];
  /** What kinds can be like. */
  movements: MovementView[];
  position: Position;
  rules: RuleLine[];
  spec: string;
  title: string;
} | ErrorAnswer);

/** An answer, or as an answer and not as a failure what is wrong with the question: people type letter by letter. */
export type OrError_OrReplaced_BalanceView = (({
  /** How many of a hundred cells have pieces. */
  density: number;
  /** What is wrong with the start, in words. */
  faults: string[];
  sets: SetBalanceView[];
  /** By how many moves the sets differ. */
  spread: number | null;
  /** Whether it was weighed for longer. */
  thorough: boolean;
  /** What is allowed but not advised, in words. */
  warnings: string[];
} | Replaced) | ErrorAnswer);

/** An answer, or as an answer and not as a failure what is wrong with the question: people type letter by letter. */
export type OrError_Preview = ({
  board: Board;
  game: string;
  /** The engines to choose from by name, from the weakest. */
  levels: LevelHere[];
  position: Position;
  presentation: Presentation;
  rules: string;
  seats: number;
  /** The spec in its canonical form. */
  spec: string;
  /** How the game stands at its start, in words. */
  status: string;
} | ErrorAnswer);

/** An answer, or nothing because the same client has asked something else meanwhile. */
export type OrReplaced_BreedView = ({
  /** The best so far, best first. */
  best: BredGame[];
  /** How good the game is that all began with, from 0 to 1. */
  origin: number;
  /** How many games were tried in this step. */
  tried: number;
} | Replaced);

/** An answer, or nothing because the same client has asked something else meanwhile. */
export type OrReplaced_EngineAnswer = ({
  /** The first word of the engine's spec. */
  engine: string;
  evaluations: Evaluation[];
} | Replaced);

/** An answer, or nothing because the same client has asked something else meanwhile. */
export type OrReplaced_MeasureView = ({
  /** Games that everybody knows, by the same measures. */
  beside: KnownGame[];
  /** How many games were played in all. */
  games: number;
  measures: MeasureBar[];
  spec: string;
} | Replaced);

/** A legal move without cells. */
export type OtherMove = {
  /** The move as it is sent. */
  text: string;
  /** What a button says for it. */
  words: string;
};

/** Whether the client may vote on a game, and the vote so far. */
export type OwnVote = {
  can: boolean;
  /** Whether evolution may have made the game. */
  forge: boolean;
  vote: (VoteWord | null);
};

/** A puzzle, and what the server says to the right moves. */
export type PackedPuzzle = {
  /** What came of each of them. */
  answers: PuzzleAnswer[];
  puzzle: PuzzleView;
  /** The solver's moves. */
  right: string[];
  solution: PuzzleSolution;
};

/** An old and a new password. */
export type PasswordChange = {
  new: string;
  old: string;
  /** Whether the account's tokens end as well. */
  revoke_tokens?: boolean;
};

/** That the password is another now. */
export type PasswordChanged = {
  changed: boolean;
};

export type PeopleRow = {
  engine: string;
  /** Those who had played the game ten times before. */
  experienced: PeopleTally;
  inexperienced: PeopleTally;
  /** The spec of the game, without its seed. */
  setup: string;
};

/** How people fare against engines. */
export type PeopleTable = {
  /** How many games were counted. */
  games: number;
  /** A row for each set-up and engine. */
  rows: PeopleRow[];
  /** What the thesis prints. */
  thesis: ThesisRow[];
};

/** How games ended for people. */
export type PeopleTally = {
  draws: number;
  losses: number;
  total: number;
  wins: number;
};

/** Something that a client may do: the commands, and what is done over paths of a game. */
export type Permission = "move" | "resign" | "offer-draw" | "accept-draw" | "decline-draw" | "claim-draw" | "take-back" | "accept-take-back" | "decline-take-back" | "move-now" | "join" | "rematch" | "delete";

/** A piece that a move brings. */
export type PlacedPiece = {
  /** Its shape, as an SVG element around the origin. */
  shape: string;
  words: string;
};

/** What a player of a match scored, of 1. */
export type PlayerScore = {
  score: number;
  spec: string;
};

/** A game of the gallery that people play these days. */
export type PopularGame = {
  /** How many games were played lately. */
  games: number;
  /** The spec of its card. */
  spec: string;
};

/** A position as the page shows it. */
export type Position = {
  /** The right to end the game as a draw, in a word or two. */
  claim: string | null;
  /** What there is to count of each seat's set, in words. */
  counts: string[];
  /** The position as other programs read it, where there is such a notation: FEN, also in PDN. */
  fen: string | null;
  last: (LastMove | null);
  /** What each seat's pieces are worth together, in the points that chess players count in; empty where nothing is taken. */
  material: number[];
  /** The legal moves that people point at. */
  moves: LegalMove[];
  /** The other legal moves, which are said in words: pass, swap. */
  others: OtherMove[];
  pieces: BoardPiece[];
  /** How many moves were played before it. */
  ply: number;
  /** The set that each seat plays. */
  sets: number[];
  /** The shapes of the pieces, as SVG elements around the origin. */
  shapes: string[];
  /** The position as the game writes it. */
  text: string;
  /** The cells of pieces in check. */
  threatened: number[];
  /** The seat to move by the rules of the board; none when they say that the game is over. */
  to_move: string | null;
};

/** A position of a game. */
export type PositionAt = {
  board: (Board | null);
  position: Position;
};

/** Who of the players is here, and how many others watch. */
export type Presence = {
  /** The seats whose players are here. */
  here: string[];
  watching: number;
};

/** What is the same in every position of a game. */
export type Presentation = {
  /** The address of a page that teaches the game. */
  introduction: string | null;
  /** The kinds of pieces that are on the table or may come there, where they are not those that everybody knows. */
  legend: KindCard[];
  /** The rules by the names of the legend, under their headings; empty where there is no legend. */
  legend_rules: RuleLine[];
  /** How other programs write its games, `PGN` for chess; its name in small letters is a format of records. */
  portable: string | null;
  scale: Scale;
  /** The sides, by the numbers of their sets. */
  sides: Side[];
  /** What players call the game. */
  title: string;
  tools: Tools;
  /** The pieces that an editor offers. */
  tray: TrayPiece[];
};

/** The start of a game that nobody plays yet. */
export type Preview = {
  board: Board;
  game: string;
  /** The engines to choose from by name, from the weakest. */
  levels: LevelHere[];
  position: Position;
  presentation: Presentation;
  rules: string;
  seats: number;
  /** The spec in its canonical form. */
  spec: string;
  /** How the game stands at its start, in words. */
  status: string;
};

/** What everyone may know of an account. */
export type Profile = {
  created: number;
  /** Their latest games with others. */
  games: GameSummary[];
  name: string;
  /** Whether they are here now. */
  online: boolean;
  ratings: RatingView[];
};

/** What came of a move. */
export type PuzzleAnswer = {
  change: (PuzzleChange | null);
  /** The position after the move and, if the solution goes on, after the reply to it. */
  positions: Position[];
  verdict: PuzzleVerdict;
};

/** How the ratings of the solver and of the puzzle changed. */
export type PuzzleChange = {
  after: number;
  before: number;
  puzzle_after: number;
  puzzle_before: number;
};

/** A game that there are puzzles of. */
export type PuzzleGame = {
  /** The family of the game. */
  game: string;
  /** How many puzzles it has. */
  puzzles: number;
  title: string;
};

/** Puzzles with all that is needed to solve them where no server is. */
export type PuzzlePack = {
  puzzles: PackedPuzzle[];
};

/** A rating for puzzles. */
export type PuzzleRating = {
  /** Whether it is only a first guess. */
  provisional: boolean;
  /** How many puzzles were rated. */
  puzzles: number;
  rating: number;
};

/** The solution of a puzzle that somebody gave up. */
export type PuzzleSolution = {
  change: (PuzzleChange | null);
  /** The moves of the solver and the replies in turn, as players write them. */
  line: string[];
  /** The position after each. */
  positions: Position[];
};

/** What is asked for. */
export type PuzzleTheme = "win" | "cut-off" | "piece-ahead" | "hold" | "save";

/** The solver's moves from the beginning, the last of them new. */
export type PuzzleTry = {
  moves: string[];
};

export type PuzzleVerdict = "right" | "wrong" | "solved";

/** A puzzle as a solver sees it. */
export type PuzzleView = {
  board: Board;
  /** The day whose puzzle it is, if it was asked for as such: `2026-05-01`. */
  day: string | null;
  /** How the game ends when a puzzle about winning is solved, in the game's words: `connected`. */
  ending: string | null;
  /** The family of the game. */
  game: string;
  /** The games that there are puzzles of. */
  games: PuzzleGame[];
  id: string;
  /** In how many moves of the solver; where something is to be prevented, in how many moves of the other side it happens otherwise. */
  moves: number;
  own: (PuzzleRating | null);
  position: Position;
  presentation: Presentation;
  rating: number;
  /** The letter of the solver's seat. */
  solver: string;
  /** The game from this position. */
  spec: string;
  theme: PuzzleTheme;
  /** Whether the client has solved it, if its account has tried it; that try was the rated one. */
  tried: boolean | null;
};

/** What a game did to a rating. */
export type RatingChange = {
  after: number;
  before: number;
  seat: string;
};

/** A rating as profiles show it. */
export type RatingView = {
  deviation: number;
  /** The family of the games. */
  game: string;
  /** How many games were rated. */
  games: number;
  /** Whether it is only a first guess. */
  provisional: boolean;
  rating: number;
  /** The speed of the games, as [`super::games::Speed`] says it. */
  speed: string;
};

/** Why the last message was not obeyed, and how the game stands. */
export type Refused = {
  /** The number of the last event. */
  number: number;
  reason: string;
  state: (GameState | null);
};

/** The game that is to follow, and who made it. */
export type RematchOffer = {
  by: string;
  id: string;
};

/** That the same client has asked something else meanwhile. */
export type Replaced = {
  /** Always true. */
  replaced: boolean;
};

/** Votes, and people against engines. */
export type Results = {
  people: PeopleTable;
  votes: VoteSummary;
};

/** What a rule file is found to be. */
export type RuleCheck = {
  /** How many errors there are; of very many not all are listed. */
  errors: number;
  /** The games that can be played, if there is no error. */
  games: RuleGame[];
  /** Errors and warnings, in the order of the text. */
  problems: RuleProblem[];
};

/** A rule file is kept no longer for this client. */
export type RuleFileDeleted = {
  deleted: string;
};

/** A rule file with its text. */
export type RuleFileText = {
  name: string;
  text: string;
};

/** A rule file that is kept here. */
export type RuleFileView = {
  /** A card for each game and variant. */
  cards: GalleryCard[];
  created: number;
  /** What it is kept and named in specs by. */
  fingerprint: string;
  /** The name under which it was brought. */
  name: string;
  /** How many pictures were brought along. */
  pictures: number;
};

/** A game or variant of a rule file. */
export type RuleGame = {
  /** The positions of its board. */
  cells: number;
  seats: number;
  title: string;
};

/** A rule under its heading. */
export type RuleLine = {
  heading: string;
  text: string;
};

/** Something that is wrong with a rule file. */
export type RuleProblem = {
  /** From 1, in characters. */
  column: number;
  /** Whether the file cannot be played because of it. */
  error: boolean;
  /** The file, where it is one that the rule file includes. */
  file?: string;
  /** From 1. */
  line: number;
  /** What is wrong, and what would be right. */
  message: string;
};

/** A run in a line. */
export type RunSummary = {
  /** The best fitness that was found. */
  best: number | null;
  /** How many candidates were tried. */
  candidates: number | null;
  /** Whether all of it was done. */
  complete: boolean;
  fitness: string | null;
  /** The game that was played, or the space of games that was searched. */
  game: string | null;
  /** How many games were played. */
  games: number | null;
  id: string;
  /** `arena`, `evolve` and so on. */
  kind: string;
  /** How evolution went about it. */
  method: string | null;
  /** The folder's name. */
  name: string;
  /** How many games or candidates there are to be. */
  planned: number | null;
  players: string[] | null;
  /** The program that ran it, with its version. */
  program: string | null;
  scores: PlayerScore[] | null;
  seed: number | null;
  /** When the results were written; none before. */
  when: number | null;
};

/** A run with its tables. */
export type RunView = (RunSummary & {
  /** The tables of a match, as the run wrote them. */
  arena?: Record<string, any>;
  /** The best games, as the run wrote them, each with the spec that opens it. */
  champions?: (Record<string, any>)[];
  /** The tables of an evolution, as the run wrote them. */
  evolution?: Record<string, any>;
  /** Whether the run wrote a report. */
  report: boolean;
});

/** What the engine's values mean. */
export type Scale = {
  /** The lead with which a game is nearly won. */
  decisive: number;
  /** How many points are one of what people count in. */
  unit: number;
  /** What that is called; may be empty. */
  unit_name: string;
};

/** What a position is worth to one seat, against its strongest opponent. */
export type SeatEvaluation = {
  opponent: string;
  parts: EvaluationPart[];
  seat: string;
  /** The sum of the parts' differences; 10 are one step. */
  total: number;
};

/** One seat's player, as it is asked for. */
export type SeatRequest = ({
  kind: "person";
  name?: string;
} | {
  kind: "engine";
  spec: string;
} | {
  kind: "level";
  name: string;
} | {
  kind: "open";
} | {
  kind: "invited";
  name: string;
});

/** How a group hangs together with the main group of its set. */
export type SeenPath = {
  /** Such cells. */
  cut: number[];
  danger: boolean;
  group: number[];
  /** At least so many moves of the opponents cut the group off; none if they never can. */
  moves_to_cut: number | null;
  /** At least so many moves bring the groups together; none if the group is cut off. */
  moves_to_hold: number | null;
  path: number[];
  /** The least number of empty cells whose filling cuts the group off. */
  width: number;
};

/** What the evaluators see in a position. */
export type SeenPosition = {
  /** What the position is worth to each seat. */
  evaluations: SeatEvaluation[];
  sets: SeenSet[];
};

export type SeenSet = {
  /** Whether some group cannot come to the others while the opponents stand. */
  blocked: boolean;
  /** The cell where they are strongest. */
  centroid: number | null;
  /** The cells of the main group, the one heard loudest at the centroid. */
  main_group: number[];
  /** How each other group hangs together with the main group, the most endangered first. */
  paths: SeenPath[];
  /** The seat that plays it. */
  seat: string;
  set: number;
  /** How strong its signals are on the cells that they reach. */
  signals: [number, number][];
};

/** What the server says. */
export type ServerMessage = ((GameState & {
  type: "state";
}) | (GameUpdate & {
  type: "update";
}) | (Refused & {
  type: "refused";
}) | (Presence & {
  type: "presence";
}) | {
  type: "gone";
});

export type SetBalanceView = {
  /** Whether no number of moves connects the set. */
  blocked: boolean;
  /** The cells of pieces that one move of another set could cut off, by name. */
  can_be_cut_off: string[];
  /** The cells of pieces that are cut off from their set, by name. */
  cut_off: string[];
  groups: number;
  /** The most; none if that is not known. */
  high: number | null;
  /** The least number of moves that it may need to connect. */
  low: number | null;
  pieces: number;
  set: number;
};

/** How one set organised itself on the way. */
export type SetOrganisation = {
  /** For each position, the mean number of the owner's turns since each piece last moved. */
  idle: (number | null)[];
  set: number;
  /** How many pieces it had at the start. */
  size: number;
};

export type SetupKind = {
  /** The boards that it fits, in words. */
  boards: string;
  meaning: string;
  /** How names of this kind are written. */
  pattern: string;
  /** How many seats it is for, in words. */
  seats: string;
  /** What people call it; `{n}` stands for the number of one of several. */
  title: string;
};

/** The shade of a cell of a checkered board. */
export type Shade = "light" | "dark";

/** What an account allows to be made of its finished games. */
export type Sharing = "no" | "nameless" | "named";

/** One side. */
export type Side = {
  name: string;
  /** A piece of it, as SVG elements around the origin. */
  shape: string;
};

/** The class of games whose ratings can be compared. */
export type Speed = "bullet" | "blitz" | "rapid" | "classical" | "correspondence" | "unlimited";

/** How a game stands for everyone, beyond the position. */
export type Standing = {
  /** The seats that still play. */
  active: string[];
  limit: (DrawLimit | null);
  /** Who offered a draw. */
  offer_by: string | null;
  /** In the words of a record, once the game is over. */
  result: string | null;
  /** Who asked to take back. */
  take_back_by: string | null;
  to_move: string | null;
  /** The seats at the first rank, once the game is over. */
  winners: string[];
};

/** A row of the thesis's Figure 6.1; two rows' totals are not the sum of the others. */
export type ThesisRow = {
  draws: number;
  experienced: boolean;
  losses: number;
  /** The number of the set-up. */
  setup: number;
  total: number;
  wins: number;
};

/** A token that is useless now. */
export type TokenDeleted = {
  deleted: number;
};

/** A token as its owner sees it; the token itself is shown once, when it is made. */
export type TokenView = {
  created: number;
  id: number;
  label: string;
  /** When it was last used. */
  used: number | null;
};

/** What can be looked at in positions of the game. */
export type Tools = {
  /** How fair a start is. */
  balance: boolean;
  /** Which pieces a network counts on. */
  network: boolean;
  /** How the sets organise themselves over a game. */
  organisation: boolean;
  /** Signals and critical paths. */
  signals: boolean;
};

/** A piece that can be put on the board. */
export type TrayPiece = {
  /** Pieces of different sets that are the same otherwise have the same number. */
  kind: number;
  letter: string;
  set: number;
  shape: string;
  /** Whether its shape has a forward and so turns with the board. */
  turns: boolean;
  words: string;
};

/** A vote on a game that one has played. */
export type VoteRequest = {
  vote: VoteWord;
};

/** What the votes say. */
export type VoteSummary = {
  /** The most liked first. */
  games: VotedGame[];
  /** Games against each other, those that differ most first. */
  pairs: VotedPair[];
  /** How many people voted. */
  players: number;
  votes: number;
};

export type VoteTally = {
  dislike: number;
  like: number;
  neutral: number;
};

/** What somebody says of a game. */
export type VoteWord = "like" | "neutral" | "dislike";

export type VotedGame = {
  /** Its name: the spec, or the beginning of one that is too long. */
  game: string;
  /** The share of those who like it, with its interval of 95 %. */
  liked: LikedShare;
  /** By person. */
  opinions: VoteTally;
  /** The probability of such votes if as many liked as disliked it. */
  p: number;
  /** How many people voted on it. */
  players: number;
  /** By vote. */
  runs: VoteTally;
  spec: string | null;
};

/** Two games among those who voted on both: McNemar's exact test. */
export type VotedPair = {
  against: string;
  game: string;
  /** How many like only the first. */
  only_first: number;
  /** How many like only the second. */
  only_second: number;
  p: number;
  /** The same, adjusted for all pairs after Holm. */
  p_adjusted: number;
  players: number;
};

//! What can be asked, in the order of the router.

use super::{Answer, Body, Operation};

const fn get(
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    answer: Answer,
) -> Operation {
    let (body, refusals) = (Body::Nothing, &[]);
    Operation { method: "get", path, id, summary, query: &[], body, answer, refusals }
}

const fn post(
    path: &'static str,
    id: &'static str,
    summary: &'static str,
    body: &'static str,
    answer: &'static str,
) -> Operation {
    Operation {
        method: "post",
        body: Body::Json(body),
        ..get(path, id, summary, Answer::Json(answer))
    }
}

const fn delete(path: &'static str, id: &'static str, summary: &'static str) -> Operation {
    Operation { method: "delete", ..get(path, id, summary, Answer::Json("Deleted")) }
}

impl Operation {
    /// The same with these refusals.
    const fn or(self, refusals: &'static [u16]) -> Operation {
        Operation { refusals, ..self }
    }
}

/// All of it.
pub(super) const OPERATIONS: &[Operation] = &[
    get(
        "/healthz",
        "health",
        "Whether the server can do its work",
        Answer::Text("text/plain; charset=utf-8"),
    ),
    get("/api/openapi.json", "document", "This document", Answer::Json("Anything")),
    get(
        "/api/catalogue",
        "catalogue",
        "Games with their options and examples, boards, setups, players, levels",
        Answer::Json("Catalogue"),
    ),
    post("/api/preview", "preview", "Looks at a game without making it", "Named", "Preview"),
    get("/api/games", "listGames", "The client's games, the latest first", Answer::List("Saved")),
    post(
        "/api/games",
        "makeGame",
        "Makes a game; with an open seat it waits until somebody joins",
        "NewGame",
        "Made",
    )
    .or(&[403]),
    get("/api/games/{id}", "showGame", "Everything about a game", Answer::Json("State")).or(&[404]),
    delete("/api/games/{id}", "deleteGame", "Removes a game for good").or(&[404, 409]),
    post("/api/games/{id}/join", "joinGame", "Sits down on an open seat", "Joining", "Seated")
        .or(&[401, 404, 409]),
    Operation {
        body: Body::Nothing,
        ..post(
            "/api/games/{id}/rematch",
            "rematch",
            "The game after this one: made by whoever asks first, joined by the others",
            "",
            "Made",
        )
    }
    .or(&[401, 404, 409, 422]),
    get(
        "/api/games/{id}/at/{ply}",
        "showPosition",
        "The position after so many moves",
        Answer::Json("PositionAt"),
    )
    .or(&[404]),
    get(
        "/api/games/{id}/record",
        "record",
        "The record, to keep",
        Answer::Text("text/plain; charset=utf-8"),
    )
    .or(&[404]),
    Operation {
        query: &[
            ("ply", r#"{"type":"integer","minimum":0}"#),
            ("size", r#"{"type":"integer","minimum":16,"maximum":4000}"#),
        ],
        ..get(
            "/api/games/{id}/picture",
            "picture",
            "A position as a picture",
            Answer::Text("image/svg+xml"),
        )
    }
    .or(&[404, 422]),
    get(
        "/api/games/{id}/live",
        "playGame",
        "A game as it goes on",
        Answer::Socket(Some("Say"), "News"),
    )
    .or(&[404]),
    get(
        "/api/lobby",
        "lobby",
        "Games that wait for somebody, and games being played",
        Answer::Json("Lobby"),
    ),
    get(
        "/api/lobby/live",
        "watchLobby",
        "The lobby at once and at every change",
        Answer::Socket(None, "Lobby"),
    ),
    get("/api/me", "me", "Who asks", Answer::Json("Me")),
    post("/api/accounts", "register", "Makes an account and signs in to it", "Credentials", "Me")
        .or(&[401, 409]),
    post("/api/session", "signIn", "Signs in", "Credentials", "Me").or(&[401]),
    Operation {
        method: "delete",
        ..get("/api/session", "signOut", "Signs out", Answer::Json("Me"))
    },
    Operation {
        method: "delete",
        ..post(
            "/api/account",
            "deleteAccount",
            "Removes the account for good",
            "Confirmation",
            "Me",
        )
    }
    .or(&[401]),
    Operation {
        method: "put",
        ..post(
            "/api/account/password",
            "changePassword",
            "Changes the password",
            "PasswordChange",
            "Changed",
        )
    }
    .or(&[401]),
    get("/api/tokens", "listTokens", "The account's tokens", Answer::List("Token")).or(&[401]),
    post(
        "/api/tokens",
        "makeToken",
        "Makes a token for a program; it is told this once",
        "NewToken",
        "MadeToken",
    )
    .or(&[401]),
    delete("/api/tokens/{id}", "removeToken", "Makes a token useless").or(&[401, 404]),
    get(
        "/api/players/{name}",
        "showPlayer",
        "What everyone may know of an account",
        Answer::Json("Profile"),
    )
    .or(&[404]),
    get(
        "/api/games/{id}/notes",
        "readNotes",
        "The client's notes on a game",
        Answer::Json("Notes"),
    )
    .or(&[404]),
    Operation {
        method: "put",
        ..post(
            "/api/games/{id}/notes",
            "writeNotes",
            "Keeps notes on a game instead of those before",
            "Notes",
            "SavedNotes",
        )
    }
    .or(&[404]),
    get(
        "/api/games/{id}/notes/record",
        "recordWithNotes",
        "The record with the client's comments",
        Answer::Text("text/plain; charset=utf-8"),
    )
    .or(&[404]),
    Operation {
        body: Body::Text("text/plain"),
        ..post("/api/records", "bringRecord", "Makes a game of a record", "", "BroughtRecord")
    },
    post(
        "/api/analysis",
        "analyse",
        "The last position of a line of play, and what the evaluators see in it",
        "Line",
        "Anything",
    ),
    post(
        "/api/analysis/engine",
        "think",
        "What an engine thinks of positions of a line of play",
        "EngineQuestion",
        "Anything",
    ),
    post("/api/balance", "balance", "How good a start position is", "BalanceQuestion", "Anything"),
    get(
        "/api/chance",
        "chance",
        "A game that chance chooses from the rule space",
        Answer::Json("Named"),
    ),
    post(
        "/api/editor",
        "editPosition",
        "The pieces of a position, legal or not",
        "Named",
        "Editable",
    ),
    post(
        "/api/editor/compose",
        "composePosition",
        "The spec of a game from a position that is put together from pieces",
        "Composition",
        "FoundSpec",
    ),
    post(
        "/api/guess",
        "guessGame",
        "The game that a pasted text names: a spec, or a position of some game",
        "PastedText",
        "FoundSpec",
    ),
    get(
        "/api/games/{id}/vote",
        "ownVote",
        "Whether the client may vote on a game, and the vote so far",
        Answer::Json("Vote"),
    ),
    post(
        "/api/games/{id}/vote",
        "vote",
        "Votes on a game that one has played",
        "NewVote",
        "Anything",
    )
    .or(&[404]),
    get(
        "/api/votes.csv",
        "votes",
        "All votes as a table, without names",
        Answer::Text("text/csv; charset=utf-8"),
    ),
    get("/api/results", "results", "What all games say together", Answer::Json("Anything")),
    get("/api/experiments", "listExperiments", "Runs of the laboratory", Answer::List("Anything")),
    get(
        "/api/experiments/{id}",
        "showExperiment",
        "One run with its tables",
        Answer::Json("Anything"),
    )
    .or(&[404]),
    get(
        "/api/experiments/{id}/report",
        "experimentReport",
        "The report that the run wrote",
        Answer::Text("text/html; charset=utf-8"),
    )
    .or(&[404]),
    get(
        "/metrics",
        "metrics",
        "Counts for Prometheus",
        Answer::Text("application/openmetrics-text; version=1.0.0; charset=utf-8"),
    ),
];

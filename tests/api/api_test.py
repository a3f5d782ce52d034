"""The API document against its standard, and the real server against the document.

Schemathesis asks everything that the document allows, and much that it does not, of the real program
on a fresh folder: as a guest, and as somebody signed in who has games. No answer may be a server
error, and every answer must have a status, a type and a shape that the document names.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

from openapi_spec_validator import validate

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "debug" / "selforge"
CHECKS = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance"
EXAMPLES = os.environ.get("SELFORGE_API_EXAMPLES", "12")
SPEC = "selfo board=hexhex-3 seed=4"


def serve(data: Path) -> tuple[subprocess.Popen, str]:
    """Starts the program on a folder; it and its address."""
    limits = [
        word
        for name in (
            "requests-per-second",
            "games-per-client",
            "waiting-per-client",
            "megabytes-per-client",
            "sockets-per-address",
            "passwords-per-minute",
        )
        for word in ("--limit", f"{name}=100000")
    ]
    # Wrong passwords are what a fuzzer sends, and they would take longer and longer.
    limits += ["--limit", "password-delay-ms=1"]
    command = [PROGRAM, "serve", "--no-open", "--listen", "127.0.0.1:0", "--data", data, *limits]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    line = process.stdout.readline()
    found = re.search(r"http://[0-9.:]+", line)
    if not found:
        process.kill()
        sys.exit(f"the server does not start: {line}")
    return process, found.group()


class Client:
    """A client that keeps its cookie."""

    def __init__(self, origin: str) -> None:
        self.origin = origin
        self.cookie = ""

    def ask(self, method: str, path: str, body: object = None) -> object:
        request = urllib.request.Request(
            self.origin + path,
            method=method,
            headers={"Cookie": self.cookie, "Content-Type": "application/json"},
            data=None if body is None else json.dumps(body).encode(),
        )
        with urllib.request.urlopen(request) as answer:
            if cookie := answer.headers.get("Set-Cookie"):
                self.cookie = cookie.split(";")[0]
            return json.load(answer)

    def make_game(self, players: list[dict]) -> str:
        return self.ask("POST", "/api/games", {"spec": SPEC, "players": players})["id"]


def examine(origin: str, folder: Path, name: str, cookie: str, games: dict[str, str], token: int) -> int:
    """Lets Schemathesis ask as somebody; its exit code."""
    lines = ["[parameters]", f'"path.id" = "{games["open"]}"', f'"path.name" = "{name}"']
    # What can be removed is not what the others ask about.
    for operation, value in {
        "DELETE /api/games/{id}": games["spare"],
        "POST /api/games/{id}/rematch": games["over"],
        "DELETE /api/tokens/{id}": str(token),
    }.items():
        lines += ["[[operations]]", f'include-name = "{operation}"', f'parameters = {{ "path.id" = "{value}" }}']
    config = folder / "schemathesis.toml"
    config.write_text("\n".join(lines) + "\n")
    tool = Path(sys.executable).with_name("schemathesis")
    command = [tool, "--config-file", config, "run", f"{origin}/api/openapi.json", "--checks", CHECKS]
    command += ["--max-examples", EXAMPLES, "--seed", "1", "--workers", "2", "--generation-database", "none"]
    command += ["--phases", "examples,coverage,fuzzing", "--warnings", "off", "--no-color"]
    if cookie:
        # Signing out would make a guest of whoever asks the rest.
        command += ["-H", f"Cookie: {cookie}", "--exclude-operation-id", "signOut"]
    return subprocess.run(command, cwd=folder, check=False).returncode


def main() -> int:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        process, origin = serve(folder / "data")
        try:
            guest = Client(origin)
            document = guest.ask("GET", "/api/openapi.json")
            validate(document)
            operations = sum(len(path) for path in document["paths"].values())
            print(f"the document is valid: {operations} operations")
            person, someone = {"kind": "person"}, {"kind": "open"}
            ann = Client(origin)
            ann.ask("GET", "/api/me")
            ann.ask("POST", "/api/accounts", {"name": "ann", "password": "correct horse battery"})
            token = ann.ask("POST", "/api/tokens", {"label": "test"})["id"]
            codes = []
            for client, cookie in ((guest, ""), (ann, ann.cookie)):
                games = {
                    "open": client.make_game([person, someone]),
                    "over": client.make_game([person, person]),
                    "spare": client.make_game([person, person]),
                }
                codes.append(examine(origin, folder, "ann", cookie, games, token))
            if process.poll() is not None:
                sys.exit(f"the server ended with {process.returncode}")
            guest.ask("GET", "/api/me")
            return max(codes)
        finally:
            process.kill()
            process.wait()


if __name__ == "__main__":
    sys.exit(main())

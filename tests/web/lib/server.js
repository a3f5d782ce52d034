// The real program, serving a fresh folder on a free port.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** The program: the one that `cargo build` made, or the one that the environment names. */
const PROGRAM = process.env.SELFORGE ?? join(process.env.CARGO_TARGET_DIR ?? join(ROOT, "target"), "debug", "selforge");

/** All visitors of a test come from one address, which the usual limits take for one person. */
const LIMITS = ["requests-per-second", "sockets-per-address", "waiting-per-client", "passwords-per-minute"].flatMap((name) => ["--limit", `${name}=1000`]);

export class Server {
  /** @param {string} data */
  constructor(data) {
    this.data = data;
    this.port = 0;
    /** @type {import("node:child_process").ChildProcess | null} */
    this.process = null;
  }

  /** A server on a folder of its own. */
  static async start() {
    const server = new Server(await mkdtemp(join(tmpdir(), "selforge-web-")));
    await server.run();
    return server;
  }

  get origin() {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Runs the program on the folder, at the same port as before if there was one. */
  async run() {
    const listen = ["--listen", `127.0.0.1:${this.port}`, "--data", this.data];
    const child = spawn(PROGRAM, ["serve", "--no-open", ...listen, ...LIMITS], { stdio: ["ignore", "pipe", "inherit"] });
    this.process = child;
    this.port = await new Promise((done, fail) => {
      let said = "";
      child.stdout.on("data", (text) => {
        said += text;
        const port = said.match(/http:\/\/127\.0\.0\.1:(\d+)\//)?.[1];
        if (port) done(Number(port));
      });
      child.on("error", fail);
      child.on("exit", (code) => fail(new Error(`the server ended with ${code}: ${said}`)));
    });
  }

  /** Ends the program without warning, as `kill -9` does. */
  async kill() {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  }

  /** Ends the program and removes what it stored. */
  async remove() {
    await this.kill();
    await rm(this.data, { recursive: true, force: true });
  }
}

/** Plays a small match and puts it among a server's experiments. @param {Server} server @param {string} game @param {string} players */
export async function runArena(server, game, players) {
  const out = join(server.data, "experiments", "match");
  const child = spawn(PROGRAM, ["arena", ...game.split(" "), "--players", players, "--games", "4", "--seed", "1", "--out", out], { stdio: ["ignore", "ignore", "inherit"] });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`the match ended with ${code}`);
}

// What works without a server: the pages that were seen, puzzles with their solutions, and saved games.
//
// While there is a server, everything is asked of it first, so that nobody ever sees a page of an older
// program; what is kept here answers only when it does not. Files whose names carry a digest of what is in
// them are the exception: they never change.

// The server puts a digest of all its files here: a new program begins anew, and never mixes its pages with old ones.
const PAGES = "pages-VERSION";
const DATA = "data-1";
/** The Spanish texts, which are taken along where the browser speaks Spanish or it was chosen. */
const SPANISH = ["/lang/es.json", "/lang/es-pages.json", "/lang/es-rules.json"];
/** Where it is noted which language the pages speak. */
const LANGUAGE = "/language";
/** Pages that are fetched before anybody asks for them, and modules that they load later. */
const AHEAD = ["/", "/puzzles"];
const LATER = ["/js/library.js", "/js/kindcard.js", "/css/kinds.css", "/icon.svg"];
/** Addresses whose pages are the same. */
const SAME = { game: "/", puzzle: "/puzzles" };
const PACK = "/api/puzzles/pack";
/** How many saved games are kept, how long they may be, how many positions are fetched in one go, and how long what is kept is good, in milliseconds. */
const GAMES = 12;
const MOVES = 300;
const POSITIONS = 600;
const FRESH = 600_000;
/** Where it is noted when that was fetched. */
const STOCKED = "/stocked";
/** The most files of pages that are kept. */
const FILES = 120;

/** The key of a page. @param {URL} url */
function pageOf(url) {
  const first = url.pathname.split("/")[1];
  return SAME[/** @type {keyof typeof SAME} */ (first)] ?? `/${first}`;
}

self.addEventListener("install", (event) => event.waitUntil(prepare().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name !== PAGES && name !== DATA) await caches.delete(name);
  await self.clients.claim();
})()));

/** Notes which language the pages speak, and takes its texts along. @param {string} language */
async function speak(language) {
  const cache = await caches.open(PAGES);
  await cache.put(LANGUAGE, new Response(language));
  if (language === "es" && !(await cache.match(SPANISH[2]))) await cache.addAll(SPANISH);
}

async function prepare() {
  for (const path of AHEAD) await keepPage(path, await fetch(path));
  const cache = await caches.open(PAGES);
  const seen = new Set();
  const queue = [...LATER, ...(navigator.language.startsWith("es") ? SPANISH : [])];
  for (let path = queue.shift(); path; path = queue.shift()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await fetch(path);
    if (!answer.ok) continue;
    if (path.endsWith(".js")) for (const [, name] of (await answer.clone().text()).matchAll(/(?:from|import) "\.\/([a-z]+\.js)"/g)) queue.push(`/js/${name}`);
    await cache.put(path, answer);
  }
}

/** Keeps a page with the files that it names, without what its head tells of one game or player. @param {string} key @param {Response} answer */
async function keepPage(key, answer) {
  if (!answer.ok || answer.redirected) return;
  const cache = await caches.open(PAGES);
  const text = (await answer.text()).replace(/<meta property="(?:og|twitter):[^>]*>\n/g, "");
  await cache.put(key, new Response(text, { headers: answer.headers }));
  for (const [, file] of text.matchAll(/"(\/assets\/[^"]+)"/g)) if (!(await cache.match(file))) await cache.add(file);
  const files = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith("/assets/"));
  for (const old of files.slice(0, Math.max(0, files.length - FILES))) await cache.delete(old);
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  const { pathname } = url;
  const asks = request.method === "GET";
  if (request.mode === "navigate" && !pathname.startsWith("/api/")) event.respondWith(page(event, url));
  else if (asks && pathname.startsWith("/assets/")) event.respondWith(kept(event));
  else if (asks && /^\/(?:js\/|css\/|lang\/|icon)/.test(pathname)) event.respondWith(fresh(event, PAGES, () => true));
  else if (pathname.startsWith("/api/puzzles/")) event.respondWith(puzzle(event, url));
  else if (asks && isData(pathname)) event.respondWith(fresh(event, DATA, () => pathname.split("/").length < 5));
  else if (request.method === "DELETE" && /^\/api\/(?:session|account)$/.test(pathname)) event.respondWith(leave(request));
});

/** What pages ask for that is worth keeping. @param {string} path */
const isData = (path) => /^\/api\/(catalogue|me|games|games\/[0-9a-f]+|games\/[0-9a-f]+\/at\/\d+)$/.test(path);

/** A page from the server, or the last one that was seen. @param {FetchEvent} event @param {URL} url */
async function page(event, url) {
  try {
    const answer = await fetch(event.request);
    const copy = answer.clone();
    event.waitUntil(keepPage(pageOf(url), copy).catch(() => {}));
    return answer;
  } catch (error) {
    const cache = await caches.open(PAGES);
    const known = await cache.match(pageOf(url));
    if (known) return known;
    const words = "<!doctype html><meta charset=utf-8><meta name=viewport content='width=device-width'><title>Selforge</title>";
    const said = (await (await cache.match(LANGUAGE))?.text()) === "es" ? "<h1>Sin conexión</h1><p>Esta página necesita el servidor. <a href='/puzzles'>Los problemas</a> y <a href='/'>las partidas guardadas</a> funcionan sin él.</p>"
      : "<h1>You are offline</h1><p>This page needs the server. <a href='/puzzles'>Puzzles</a> and <a href='/'>saved games</a> work without.</p>";
    return new Response(words + said, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
  }
}

/** A file that never changes. @param {FetchEvent} event */
async function kept(event) {
  const cache = await caches.open(PAGES);
  const known = await cache.match(event.request);
  if (known) return known;
  const answer = await fetch(event.request);
  if (answer.ok && answer.headers.get("cache-control")?.includes("immutable")) {
    const copy = answer.clone();
    event.waitUntil(cache.put(event.request, copy).catch(() => {}));
  }
  return answer;
}

/** From the server, or what it said last. @param {FetchEvent} event @param {string} name @param {() => boolean} keeps whether its answer is kept */
async function fresh(event, name, keeps) {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(event.request);
    if (answer.ok && keeps()) {
      const copy = answer.clone();
      event.waitUntil(cache.put(event.request, copy).catch(() => {}));
    }
    return answer;
  } catch (error) {
    const known = await cache.match(event.request);
    if (known) return known;
    throw error;
  }
}

/** Whoever signs out leaves nothing behind. @param {Request} request */
async function leave(request) {
  const answer = await fetch(request);
  if (answer.ok) await caches.delete(DATA);
  return answer;
}

/** A puzzle, a try or a solution from the server, or from the pack. @param {FetchEvent} event @param {URL} url */
async function puzzle(event, url) {
  const body = event.request.method === "POST" ? event.request.clone().text() : null;
  try {
    return await fetch(event.request);
  } catch (error) {
    const packed = await (await caches.open(DATA)).match(PACK);
    if (!packed) throw error;
    const { puzzles } = await packed.json();
    const said = answerOf(puzzles, url, body === null ? null : await body);
    if (said === null) throw error;
    return Response.json(said);
  }
}

/** What the server would say, as far as the pack knows; null if it does not. @param {any[]} puzzles @param {URL} url @param {string | null} body */
function answerOf(puzzles, url, body) {
  const [, , , id, asked] = url.pathname.split("/");
  const found = puzzles.find(({ puzzle }) => (id === "daily" ? puzzle.day !== null : puzzle.id === id));
  if (id === "next") {
    const [game, near, not] = ["game", "near", "not"].map((key) => url.searchParams.get(key) ?? "");
    const fit = puzzles.filter(({ puzzle }) => puzzle.id !== not && (game === "" || puzzle.game === game));
    fit.sort((a, b) => Math.abs(a.puzzle.rating - Number(near || 1200)) - Math.abs(b.puzzle.rating - Number(near || 1200)));
    const chosen = fit[Math.floor(Math.random() * Math.min(6, fit.length))];
    return chosen ? { ...chosen.puzzle, day: null } : null;
  }
  if (!found) return null;
  if (asked === "solution") return found.solution;
  if (asked !== "try") return found.puzzle;
  const { moves } = JSON.parse(body ?? "{}");
  const right = moves.every((/** @type {string} */ move, /** @type {number} */ at) => move === found.right[at]);
  if (right) return found.answers[moves.length - 1];
  // What a wrong move leads to only the rules know: the board stays as it is.
  const before = moves.length === 1 ? found.puzzle.position : found.answers[moves.length - 2].positions[1];
  return { verdict: "wrong", positions: [{ ...before, moves: [] }], change: null };
}

let busy = false;
self.addEventListener("message", (event) => {
  if (/^[0-9a-f]+$/.test(event.data?.keep)) event.waitUntil(keepGame(event.data.keep, POSITIONS).catch(() => {}));
  if (!event.data?.stock || busy) return;
  busy = true;
  event.waitUntil(speak(event.data.stock).then(stock).catch(() => {}).finally(() => (busy = false)));
});

/** Takes along what may be wanted where no server is, unless that was done a moment ago. Whatever fails is tried again the next time, not at once. */
async function stock() {
  const cache = await caches.open(DATA);
  const last = await cache.match(STOCKED);
  if (last && Date.now() - Number(await last.text()) < FRESH) return;
  await cache.put(STOCKED, new Response(String(Date.now())));
  for (const path of ["/api/catalogue", "/api/me", PACK]) await cache.add(path);
  const answer = await fetch("/api/games");
  if (!answer.ok) return;
  const games = (await answer.clone().json()).slice(0, GAMES);
  await cache.put("/api/games", answer);
  const wanted = new Set(games.map((/** @type {any} */ { id }) => id));
  for (const { url } of await cache.keys()) {
    const id = new URL(url).pathname.match(/^\/api\/games\/([0-9a-f]+)/)?.[1];
    if (id && !wanted.has(id)) await cache.delete(url);
  }
  let left = POSITIONS;
  for (const { id, plies, result } of games) {
    // A finished game that is here is here for good.
    const whole = result !== null && (await cache.match(`/api/games/${id}/at/${plies}`));
    if (plies <= MOVES && !whole && left > 0) left -= await keepGame(id, left);
  }
}

/** Takes a game along with at most so many of its positions that are not here yet; how many. @param {string} id @param {number} most */
async function keepGame(id, most) {
  const cache = await caches.open(DATA);
  const state = `/api/games/${id}`;
  const answer = await fetch(state);
  if (!answer.ok) return 0;
  const before = await (await cache.match(state))?.json();
  const { position, number } = await answer.clone().json();
  await cache.put(state, answer);
  if (position.ply > MOVES) return 0;
  // Positions stand as long as nothing but moves has happened since; else one may have been taken back.
  const stand = before && number - before.number === position.ply - before.position.ply;
  let fetched = 0;
  for (let ply = 0; ply <= position.ply && fetched < most; ply++) {
    if (stand && ply <= before.position.ply && (await cache.match(`${state}/at/${ply}`))) continue;
    await cache.add(`${state}/at/${ply}`);
    fetched++;
  }
  return fetched;
}

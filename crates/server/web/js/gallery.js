// The games to choose from, each with a picture: one click starts one against whoever was chosen.

import { api } from "./api.js";
import { dailyCard } from "./daily.js";
import { by, draw, make, popup } from "./dom.js";
import { plural, t, translate } from "./lang.js";
import { levelWords } from "./model.js";
import { designAddress } from "./mygames.js";
import { fresh, parseSpec } from "./spec.js";
import { picture } from "./thumb.js";
import { capital } from "./words.js";

/** @typedef {import("./types.js").Catalogue} Catalogue */
/** @typedef {import("./types.js").GalleryCard} Card */
/** @typedef {{catalogue: Catalogue, open: (id: string) => void, customise: (spec: string) => void}} Callbacks */

/** Opponents that are no level of an engine. */
const OTHERS = [["link", t("A friend, by link")], ["anyone", t("Anyone online")], ["here", t("Two at this screen")]];
/** The games that people play here, above all others. */
const POPULAR = t("Popular here");
/** What only chance can name stands among the last of these. */
const SURPRISE = { title: t("Surprise me"), about: t("A game nobody has played yet.") };

/** Opens the gallery. @param {Callbacks} callbacks */
export function showGallery(callbacks) {
  if (by("gallery")) return;
  const { catalogue } = callbacks;
  let group = "";
  const levels = catalogue.levels.filter(({ everywhere }) => everywhere);
  const against = make("select", { onchange: () => localStorage.setItem("opponent", against.value) },
    make("optgroup", { label: t("Computer") }, ...levels.map((level) => make("option", { value: level.name, text: levelWords(level) }))),
    make("optgroup", { label: t("People") }, ...OTHERS.map(([value, text]) => make("option", { value, text }))));
  const first = levels.find(({ specs }) => specs.includes(catalogue.first.engine))?.name ?? levels[0].name;
  against.value = localStorage.getItem("opponent") ?? first;
  if (against.selectedIndex < 0) against.value = first;
  const said = make("p", { class: "error", role: "alert" });
  const start = async (/** @type {() => Promise<string> | string} */ spec, /** @type {number} */ seats) => {
    cards.inert = true;
    said.textContent = "";
    try {
      const { id } = await api.create({ spec: fresh(catalogue, await spec()), players: seatsFor(catalogue, against.value, seats), listed: against.value === "anyone" });
      dialog.close();
      callbacks.open(id);
    } catch (error) {
      said.textContent = capital(/** @type {Error} */ (error).message);
    }
    cards.inert = false;
  };
  const card = (/** @type {Card} */ { spec, title, about, seats, group: own }) => make("li", { class: "game-card", "data-group": own, "data-words": wordsOf([title, about, own].flatMap((text) => [text, translate(text)]).concat(spec).join(" ")) },
    make("button", { class: "choose", onclick: () => start(() => spec, seats) }, picture(spec), heading(translate(title), players(seats)), make("span", { class: "about", text: translate(about) })),
    make("button", { class: "customise", "aria-label": t("Customise {game}", { game: translate(title) }), text: t("Customise"), onclick: () => { dialog.close(); callbacks.customise(spec); } }),
    parseSpec(spec).name === evolved ? make("a", { class: "customise", href: designAddress(spec, own === "Mine" ? title : ""), "aria-label": t("Change {game} in the workshop", { game: translate(title) }), text: t("Workshop") }) : "");
  const groups = [...new Set(catalogue.gallery.map((card) => card.group))];
  const evolved = catalogue.games.find(({ examples }) => examples.some(({ shortcut }) => shortcut))?.name;
  const among = catalogue.gallery.findLast(({ spec }) => parseSpec(spec).name === evolved)?.group ?? "";
  const question = draw("svg", { class: "thumb surprise", viewBox: "0 0 100 100", "aria-hidden": "true" }, draw("text", { x: 50, y: 54, text: "?" }));
  const surprise = make("li", { class: "game-card", "data-group": among, "data-words": wordsOf(`${SURPRISE.title} ${SURPRISE.about}`) },
    make("button", { class: "choose", onclick: () => start(async () => (await api.chance()).spec, 2) }, question, heading(SURPRISE.title, players(2)), make("span", { class: "about", text: SURPRISE.about })));
  const section = (/** @type {string} */ name) => make("section", { "data-group": name, "aria-label": translate(name) }, make("h3", { text: translate(name) }),
    make("ul", { class: "game-cards" }, ...catalogue.gallery.filter(({ group }) => group === name).map(card), ...(name === among ? [surprise] : [])));
  const cards = make("div", { class: "game-groups" }, ...groups.map(section));
  import("./ownrules.js").then(({ ownRules }) => {
    cards.append(ownRules(dialog, card, { changed: filter, reveal: () => choose("Mine") }));
    filter();
  });
  cards.querySelector(".game-card")?.after(dailyCard(groups[0]));
  api.popular().catch(() => []).then((games) => {
    const known = games.flatMap(({ spec }) => catalogue.gallery.filter((card) => card.spec === spec));
    if (known.length === 0) return;
    cards.prepend(make("section", { "data-group": POPULAR, "aria-label": POPULAR }, make("h3", { text: POPULAR }), make("ul", { class: "game-cards" }, ...known.map(card))));
    filter();
  });
  const none = make("p", { class: "muted", hidden: true }, t("No games match."), " ", make("a", { class: "link", href: "/workshop", text: t("Design a game") }));
  // Who searches looks among all games.
  const search = make("input", { type: "search", placeholder: t("Search {n} games", { n: catalogue.gallery.length }), "aria-label": t("Search games"), oninput: () => choose("") });
  const choose = (/** @type {string} */ name) => {
    group = name;
    for (const chip of chips.children) chip.setAttribute("aria-pressed", String(chip.dataset.name === name));
    filter();
  };
  const chips = make("div", { class: "chips", role: "group", "aria-label": t("Kinds") },
    ...["", ...groups, "Mine"].map((name) => make("button", { type: "button", text: name ? translate(name) : t("All"), "aria-pressed": String(name === ""), "data-name": name, onclick: () => choose(name) })));
  const filter = () => {
    const words = wordsOf(search.value).split(" ").filter(Boolean);
    for (const part of cards.children) {
      for (const item of part.querySelectorAll(".game-card")) item.hidden = !words.every((/** @type {string} */ word) => item.dataset.words.includes(` ${word}`));
      // What is popular stands among the others as well: who searches finds it there.
      const elsewhere = part.dataset.group === POPULAR ? group !== "" || words.length > 0 : group !== "" && part.dataset.group !== group;
      part.hidden = elsewhere || !part.querySelector(".game-card:not([hidden])");
    }
    none.hidden = [...cards.children].some((part) => !part.hidden);
    cards.scrollTop = 0;
  };
  const dialog = popup("gallery", t("New game"), { class: "full" },
    make("div", { class: "find" }, make("label", { class: "against" }, t("Play against"), against), search, chips),
    said, cards, none);
  against.focus();
}

/** @param {number} seats */
const players = (seats) => plural(seats, "{n} player", "{n} players");

/** @param {string} title @param {string} note */
const heading = (title, note) => make("span", { class: "card-title" }, make("strong", { text: title }), make("small", { text: note }));

/** Words as they are searched for: in small letters without accents, a space before each. @param {string} text */
export const wordsOf = (text) => ` ${text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/[^\p{L}\p{N},]+/gu, " ")}`;

/** Who sits where: this visitor first. @param {Catalogue} catalogue @param {string} opponent @param {number} seats @returns {import("./types.js").SeatRequest[]} */
function seatsFor(catalogue, opponent, seats) {
  const other = catalogue.levels.some(({ name }) => name === opponent) ? { kind: "level", name: opponent } : opponent === "here" ? { kind: "person", name: "" } : { kind: "open" };
  const all = Array.from({ length: seats }, (_, at) => (at === 0 ? { kind: "person", name: "" } : other));
  return /** @type {import("./types.js").SeatRequest[]} */ (all);
}

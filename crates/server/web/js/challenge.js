// A game with one player and nobody else.

import { api } from "./api.js";
import { clockOf, fillClocks } from "./clock.js";
import { by, make } from "./dom.js";
import { t, translate } from "./lang.js";
import { fresh } from "./spec.js";
import { capital } from "./words.js";

/** Lets somebody be challenged. @param {string} name @param {import("./types.js").Catalogue} catalogue */
export function offerChallenge(name, catalogue) {
  by("challenge").hidden = false;
  by("challenge-heading").textContent = t("Challenge {who}", { who: name });
  // Cards are games as people know them; those for more than two are for other tables.
  const games = catalogue.gallery.filter(({ seats }) => seats === 2);
  by("challenge-game").replaceChildren(...games.map(({ spec, title }) => make("option", { value: spec, text: translate(title) })));
  fillClocks(by("challenge-clock"), "5+3");
  const usual = () => catalogue.games.some((family) => family.name === by("challenge-game").value);
  const update = () => {
    const can = usual() && by("challenge-clock").value !== "none";
    by("challenge-rated").disabled = !can;
    if (!can) by("challenge-rated").checked = false;
  };
  by("challenge-game").onchange = by("challenge-clock").onchange = update;
  by("challenge").onclick = () => {
    update();
    by("challenge-error").textContent = "";
    by("challenge-dialog").showModal();
  };
  by("challenge-form").onsubmit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    by("challenge-send").disabled = true;
    const players = [{ kind: "person", name: "" }, { kind: "invited", name }];
    if (Math.random() < 0.5) players.reverse();
    try {
      const { id } = await api.create({
        spec: fresh(catalogue, by("challenge-game").value), clock: clockOf(by("challenge-clock").value), rated: by("challenge-rated").checked,
        players: /** @type {import("./types.js").SeatRequest[]} */ (players),
      });
      location.assign(`/game/${id}`);
    } catch (error) {
      by("challenge-error").textContent = capital(/** @type {Error} */ (error).message);
    }
    by("challenge-send").disabled = false;
  };
}

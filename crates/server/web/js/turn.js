// Whose turn it is, told outside the page: a dot on the icon, and notifications for those who ask.

import { by } from "./dom.js";

const KEY = "notify";
const icon = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="icon"]'));
const plain = icon?.href ?? "";
const dotted = plain.replace("</svg>", "<circle cx='19' cy='5' r='5' fill='%23d0402f'/></svg>");

/** Whether notifications were asked for and are allowed. */
const wanted = () => "Notification" in window && Notification.permission === "granted" && localStorage.getItem(KEY) === "on";

/** Puts a dot on the icon, or takes it away. @param {boolean} on */
export function markTurn(on) {
  if (icon && icon.href !== (on ? dotted : plain)) icon.href = on ? dotted : plain;
}

/** Tells somebody who looks elsewhere. @param {string} title @param {string} body */
export function notify(title, body) {
  if (!document.hidden || !wanted()) return;
  try {
    const note = new Notification(title, { body, tag: location.pathname });
    note.onclick = () => {
      focus();
      note.close();
    };
  } catch {
    // Phones let only service workers notify.
    navigator.serviceWorker?.ready.then((worker) => worker.showNotification(title, { body, tag: location.pathname }));
  }
}

/** Shows the switch at games with others. @param {boolean} online */
export function offerNotifications(online) {
  const button = by("notify");
  button.hidden = !online || !("Notification" in window) || Notification.permission === "denied";
  button.setAttribute("aria-pressed", String(wanted()));
  button.onclick = async () => {
    const on = !wanted();
    localStorage.setItem(KEY, on ? "on" : "off");
    if (on) await Notification.requestPermission();
    offerNotifications(online);
  };
}

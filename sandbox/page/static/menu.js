/** A small menu at the pointer or under a button, which can be used by keys. */

import { h } from "./dom.js";
import { icon } from "./icons.js";

let shown = null;

/**
 * Open a menu where an event happened.
 * @param {{label?: string, heading?: string, icon?: string, danger?: boolean, act?: () => void}[]} items
 */
export function openMenu(title, items, event) {
  event.preventDefault();
  shown?.close();
  const opener = event.currentTarget;
  const rows = items.map(({ label, heading, icon: glyph, act, danger }) => {
    if (heading) return h("p.heading", heading);
    const choose = () => {
      menu.close();
      act();
    };
    return h(
      "button",
      { type: "button", role: "menuitem", class: danger ? "danger" : "", onclick: choose },
      label,
      glyph ? icon(glyph) : null,
    );
  });
  const menu = h(
    "dialog.menu",
    { "aria-label": title, onclose: () => close(menu, opener) },
    h("div", { role: "menu", "aria-label": title }, rows),
  );
  menu.addEventListener("click", ({ target }) => target === menu && menu.close());
  menu.addEventListener("contextmenu", (again) => again.preventDefault());
  menu.addEventListener("keydown", (key) => walk(menu, key));
  document.body.append(menu);
  menu.showModal();
  place(menu, event);
  shown = menu;
}

function close(menu, opener) {
  menu.remove();
  if (shown === menu) shown = null;
  if (opener?.isConnected) opener.focus({ preventScroll: true });
}

function place(menu, event) {
  const box = event.currentTarget.getBoundingClientRect();
  const byPointer = event.type === "contextmenu" && event.clientX > 0;
  const [x, y] = byPointer ? [event.clientX, event.clientY] : [box.left, box.bottom + 4];
  const { width, height } = menu.getBoundingClientRect();
  menu.style.left = `${Math.max(8, Math.min(x, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, y + height + 8 > innerHeight ? Math.min(y, box.top) - height - 4 : y)}px`;
}

function walk(menu, event) {
  const buttons = [...menu.querySelectorAll("button")];
  const at = buttons.indexOf(document.activeElement);
  const steps = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
  if (!(event.key in steps)) return;
  event.preventDefault();
  buttons.at(steps[event.key] % buttons.length).focus();
}

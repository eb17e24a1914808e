/** The board editor: pieces to put on cells or to take off. It knows no game. */

import { icon } from "./board.js";

/** What is chosen: the key of a piece, "" to take pieces off, or null. @type {string | null} */
let chosen = null;

/** Begin with nothing chosen. */
export const begin = () => (chosen = null);

/** The chosen piece of the palette. @param {any} told */
const piece = (told) => told.palette.find((entry) => entry.piece === chosen);

/** The cells that can be touched. @param {any} told @returns {string[]} */
export const open = (told) => (chosen === null ? [] : chosen === "" ? told.placed : (piece(told)?.cells ?? []));

/** What a touch of a cell means. @param {string} cell */
export function edit(cell) {
  if (chosen === null) return null;
  return chosen === "" ? { edit: "take-off", cell } : { edit: "put", piece: chosen, cell };
}

/** What to do now. @param {any} told @param {(key: string, fields?: Record<string, unknown>) => string} word */
export const question = (told, word) =>
  chosen === null ? word("put") : chosen === "" ? word("taking") : word("putting", { piece: piece(told)?.name });

/**
 * The buttons of the palette; `changed()` is called after a choice.
 * @param {any} told @param {(key: string) => string} word @param {() => void} changed
 */
export function palette(told, word, changed) {
  const choose = (key, name, drawn) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "piece";
    made.setAttribute("aria-pressed", String(chosen === key));
    made.setAttribute("aria-label", name);
    made.title = name;
    made.append(drawn);
    made.addEventListener("click", () => {
      chosen = chosen === key ? null : key;
      changed();
    });
    return made;
  };
  return [
    ...told.palette.map((entry) => choose(entry.piece, entry.name, icon(entry.icon, entry.name))),
    choose("", word("take-off"), word("take-off")),
  ];
}

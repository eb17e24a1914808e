/** A game's rules as page elements. */

import { get } from "./server.js";

/** @param {string} name @param {(string | Node)[]} inside */
function made(name, ...inside) {
  const element = document.createElement(name);
  element.append(...inside);
  return element;
}

/** A line with bold text and code. @param {string} text */
const inline = (text) =>
  text.split(/(\*\*[^*]+\*\*|`[^`]+`)/).map((part) => {
    if (part.startsWith("**")) return made("strong", part.slice(2, -2));
    return part.startsWith("`") ? made("code", part.slice(1, -1)) : part;
  });

/**
 * Show a game's rules when that part of the page is opened.
 * @param {HTMLDetailsElement} home @param {string} game @param {(ask: () => Promise<any>) => Promise<any>} patiently
 */
export async function show(home, game, patiently) {
  const inside = home.querySelector("div");
  if (!home.open || inside.dataset.game === game) return;
  const { rules } = await patiently(() => get(`/api/rules/${game}`));
  inside.dataset.game = game;
  inside.replaceChildren(
    ...rules.flatMap(({ heading, text }) => [
      made("h2", heading),
      ...text
        .split("\n")
        .filter(Boolean)
        .map((line) => made("p", ...inline(line.replace(/^- /, "• ")))),
    ]),
  );
}

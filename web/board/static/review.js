/** The review of a finished match. */

import { post } from "./server.js";

/**
 * Request a match's review, which takes a while, and show its costliest mistakes.
 * @param {HTMLElement} home @param {string} match its address @param {() => boolean} here whether it is still the match that is shown
 * @param {{patiently: (ask: () => Promise<any>) => Promise<any>, word: (key: string, fields?: Record<string, unknown>) => string, button: (text: string, pressed: () => unknown) => HTMLElement,
 *   element: (name: string, text?: string) => HTMLElement, look: (ply: number) => unknown}} page
 */
export async function review(home, match, here, { patiently, word, button, element, look }) {
  let found;
  do found = await patiently(() => post(`${match}/review`, {}));
  while (!found);
  if (!here()) return;
  const { accuracies, slips, votes } = found;
  const list = element("ul");
  for (const { ply, said } of slips) {
    const item = element("li");
    item.append(button(said, () => look(ply)));
    list.append(item);
  }
  const told = votes.map((said) => element("p", said));
  home.replaceChildren(element("p", slips.length ? accuracies : `${accuracies} ${word("no-slips")}`), list, ...told);
}

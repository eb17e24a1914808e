/** The menu of less common actions: theme, position code, board editor, planned replies. */

import { get, post } from "./server.js";

export class More {
  /**
   * @param {HTMLElement} home
   * @param {{
   *   themes: Record<string, string>, told: () => any, path: (rest: string) => string,
   *   word: (key: string, fields?: Record<string, unknown>) => string, notice: (text: string) => void,
   *   button: (text: string, pressed: () => unknown) => HTMLElement, element: (name: string, text?: string) => HTMLElement,
   *   patiently: (ask: () => Promise<any>) => Promise<any>,
   *   doing: (act: () => unknown) => Promise<void>, edit: () => Promise<void>, again: () => unknown,
   * }} page `edit` opens the editor with the shown board, and `again` redraws it
   */
  constructor(home, page) {
    this.home = /** @type {HTMLDetailsElement} */ (home);
    this.page = page;
    const { word, button, element, doing, notice } = page;
    this.theme = document.createElement("select");
    this.theme.setAttribute("aria-label", word("theme"));
    this.theme.append(...Object.entries(page.themes).map(([theme, name]) => new Option(name, theme)));
    this.theme.addEventListener("change", () =>
      doing(async () => {
        await post("/api/settings", { theme: this.theme.value });
        await page.again();
      }),
    );
    this.code = document.createElement("input");
    this.code.readOnly = true;
    this.code.hidden = true;
    this.code.setAttribute("aria-label", word("copy"));
    const copy = button(word("copy"), async () => {
      const { position } = page.told();
      try {
        await navigator.clipboard.writeText(position);
        notice(word("copied"));
      } catch {
        this.code.value = position; // the browser allows it to nobody but the visitor
        this.code.hidden = false;
        this.code.select();
        notice(word("not-copied"));
      }
    });
    this.edits = button(word("edit"), async () => {
      await page.edit();
      this.home.open = false;
    });
    this.prepared = element("ul");
    this.home.querySelector("div").replaceChildren(this.theme, copy, this.code, this.edits, this.prepared);
  }

  /** Update the open menu. @param {any} newest @param {boolean} away whether no board of the match is shown */
  show(newest, away) {
    this.theme.value = this.page.told().look.theme;
    this.edits.hidden = away;
    this.code.hidden = true;
    if (this.home.open && newest && newest.seat !== null && !newest.over && !newest.practice)
      void this.page.doing(async () => this.#list(await this.page.patiently(() => get(this.page.path("/prepared")))));
  }

  #list({ prepared }) {
    const { path, word, button, element } = this.page;
    this.prepared.replaceChildren(
      ...prepared.map((reply) => {
        const item = element("li", word("prepared", { path: reply.moves, reply: reply.reply }));
        item.append(button(word("cancel"), async () => this.#list(await post(path("/cancel-prepared"), { path: reply.path }))));
        return item;
      }),
    );
  }
}

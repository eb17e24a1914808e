/** The menu of what is needed less often: theme, position code, board editor, prepared replies. */

import { get, post } from "./server.js";

export class More {
  /**
   * @param {HTMLElement} home
   * @param {{
   *   themes: Record<string, string>, told: () => any, path: (rest: string) => string,
   *   word: (key: string, fields?: Record<string, unknown>) => string, notice: (text: string) => void,
   *   button: (text: string, pressed: () => unknown) => HTMLElement, element: (name: string, text?: string) => HTMLElement,
   *   doing: (act: () => unknown) => Promise<void>, edit: () => Promise<void>, again: () => unknown,
   * }} page `edit` opens the editor of the shown board, and `again` shows it anew
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
    const copy = button(word("copy"), async () => {
      await navigator.clipboard.writeText(page.told().position);
      notice(word("copied"));
    });
    this.edits = button(word("edit"), async () => {
      await page.edit();
      this.home.open = false;
    });
    this.prepared = element("ul");
    this.home.querySelector("div").replaceChildren(this.theme, copy, this.edits, this.prepared);
  }

  /** Bring the open menu up to date. @param {any} newest @param {boolean} away whether no board of the match is shown */
  show(newest, away) {
    this.theme.value = this.page.told().look.theme;
    this.edits.hidden = away;
    if (this.home.open && newest && newest.seat !== null && !newest.over && !newest.practice)
      void this.page.doing(async () => this.#list(await get(this.page.path("/prepared"))));
  }

  #list({ prepared }) {
    const { path, word, button, element } = this.page;
    this.prepared.replaceChildren(
      ...prepared.map((reply) => {
        const item = element("li", word("prepared", { path: reply.path.join(", "), reply: reply.reply }));
        item.append(button(word("cancel"), async () => this.#list(await post(path("/cancel-prepared"), { path: reply.path }))));
        return item;
      }),
    );
  }
}

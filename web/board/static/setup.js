/** The board editor: pieces to put on cells, to move and to take off. It knows no game. */

import { icon } from "./board.js";
import { keep, post } from "./server.js";

export class Editor {
  /** The chosen piece of the palette by its key, "" to take pieces off, or null. @type {string | null} */
  #chosen = null;
  /** The cell whose piece is being moved. @type {string | null} */
  #lifted = null;

  /**
   * @param {{
   *   show: (told: any) => void, draw: () => void, lights: () => void,
   *   touched: (cell: string) => void, at: (event: PointerEvent) => string | null,
   *   word: (key: string, fields?: Record<string, unknown>) => string,
   *   button: (text: string, pressed: () => unknown, kind?: string) => HTMLElement,
   *   element: (name: string, text?: string) => HTMLElement,
   *   viewed: () => string, study: (path: string, body: object) => unknown, open: (code: string) => unknown,
   * }} page
   */
  constructor(page) {
    this.page = page;
    /** @type {any} */
    this.told = null;
  }

  /** Begin with the position that the server answers here. @param {string} path @param {object} body */
  async begin(path, body) {
    this.drop();
    this.page.show(await post(path + this.page.viewed(), body));
  }

  /** Change the position. @param {object} change */
  async edit(change) {
    this.#lifted = null;
    const { setup, position } = this.told;
    this.page.show(await post(`/api/setup/${setup}/edit${this.page.viewed()}`, { position, ...change }));
  }

  /** What the server told about the position. @param {any} told */
  take(told) {
    this.told = told;
    keep({ position: told.position });
  }

  /** Choose nothing. Returns whether something was chosen. */
  drop() {
    const chosen = this.#chosen !== null || this.#lifted !== null;
    this.#chosen = this.#lifted = null;
    return chosen;
  }

  /** The cells to light, those that can be touched as well, and those that are chosen. */
  get cells() {
    const { placed } = this.told;
    const all = Object.keys(placed);
    if (this.#lifted) return { may: this.#piece.cells.filter((cell) => cell !== this.#lifted), also: all, chosen: [this.#lifted] };
    if (this.#chosen === null) return { may: [], also: all, chosen: [] };
    return { may: this.#chosen ? (this.#piece?.cells ?? []) : all, also: [], chosen: [] };
  }

  /** What to do now. */
  get question() {
    const { word } = this.page;
    if (this.#chosen === "") return word("taking");
    if (!this.#piece) return word("put");
    return word(this.#lifted ? "moving" : "putting", { piece: this.#piece.name });
  }

  get #piece() {
    const key = this.#lifted ? this.told.placed[this.#lifted] : this.#chosen;
    return this.told.palette.find((entry) => entry.piece === key);
  }

  /** A cell was touched, or null: a piece was dropped beside the board. @param {string | null} cell */
  touched(cell) {
    const lifted = this.#lifted;
    if (lifted) {
      if (!cell) return this.edit({ edit: "take-off", cell: lifted });
      if (this.cells.may.includes(cell)) return this.edit({ edit: "move", from: lifted, cell });
    } else if (cell && this.#chosen !== null) {
      return this.edit(this.#chosen ? { edit: "put", piece: this.#chosen, cell } : { edit: "take-off", cell });
    }
    this.#lifted = cell && cell !== lifted && cell in this.told.placed ? cell : null;
    return this.page.draw();
  }

  /** The buttons of the palette. */
  get palette() {
    const { word } = this.page;
    return [
      ...this.told.palette.map((entry) => this.#choice(entry.piece, entry.name, icon(entry.icon, entry.name))),
      this.#choice("", word("take-off"), word("take-off")),
    ];
  }

  /** A button that chooses a piece; a piece can also be dragged from it to a cell. */
  #choice(key, name, drawn) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "piece";
    made.setAttribute("aria-pressed", String(this.#chosen === key));
    made.setAttribute("aria-label", name);
    made.title = name;
    made.append(drawn);
    let dropped = false;
    made.addEventListener("click", () => {
      if (dropped) return;
      this.#lifted = null;
      this.#chosen = this.#chosen === key ? null : key;
      this.page.draw();
    });
    if (!key) return made;
    let before = null;
    const ended = () => {
      this.#chosen = before;
      this.page.lights();
    };
    made.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary) return;
      made.setPointerCapture(event.pointerId);
      before = this.#chosen;
      dropped = false;
      this.#lifted = null;
      this.#chosen = key;
      this.page.lights();
    });
    made.addEventListener("pointerup", (event) => {
      const cell = this.page.at(event);
      dropped = Boolean(cell);
      if (cell) this.page.touched(cell);
      ended();
    });
    made.addEventListener("pointercancel", ended);
    return made;
  }

  /** What can be done with the position. @param {string} [match] the match from which the editor was opened @param {boolean} [plays] */
  acts(match, plays) {
    const { told } = this;
    const { button, element, word } = this.page;
    const made = [
      button(word("other-turn"), () => this.edit({ edit: "turn" })),
      button(word("clear"), () => this.edit({ edit: "clear" })),
    ];
    const path = `/api/setup/${told.setup}`;
    if (told.whole) made.push(button(word("study"), () => this.page.study(`${path}/study`, { position: told.position })));
    const levels = plays ? told.levels : [];
    const play = async (level) => {
      const { code } = await post(`${path}/play`, { position: told.position, level, ...(match && { match }) });
      await this.page.open(code);
    };
    if (levels.length) made.push(element("span", word("play-here")), ...levels.map(({ level, label }) => button(label, () => play(level))));
    return made;
  }
}

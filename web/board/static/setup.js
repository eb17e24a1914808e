/** The board editor, for placing, moving and removing pieces. It is independent of the game. */

import { Rest, icon } from "./board.js";
import { keep, post } from "./server.js";

export class Editor {
  /** The key of the piece chosen in the palette, "" for removing pieces, or null. @type {string | null} */
  #chosen = null;
  /** The cell whose piece is being moved. @type {string | null} */
  #lifted = null;
  /** The changes made. Each is requested after the response to the earlier ones, because it starts from their result. */
  #changes = Promise.resolve();

  /**
   * @param {{
   *   show: (told: any) => void, draw: () => void, lights: () => void,
   *   touched: (cell: string) => void, at: (event: PointerEvent) => string | null,
   *   word: (key: string, fields?: Record<string, unknown>) => string,
   *   viewed: () => string, study: (path: string, body: object) => unknown, open: (code: string) => unknown,
   *   latest: (ask: () => Promise<any>) => Promise<any>, shown: () => boolean,
   * }} page `shown` returns whether the editor is shown
   */
  constructor(page) {
    this.page = page;
    /** @type {any} */
    this.told = null;
    this.levels = document.createElement("select");
  }

  /** Start with the position returned by the server at this path. @param {string} path @param {object} body */
  async begin(path, body) {
    const { show, viewed, latest } = this.page;
    this.release();
    show(await latest(() => post(path + viewed(), body)));
  }

  /** Change the position. @param {object} change */
  edit(change) {
    const { show, viewed, latest, shown } = this.page;
    this.#lifted = null;
    const changed = this.#changes.then(async () => {
      if (!shown()) return;
      const { setup, position } = this.told;
      show(await latest(() => post(`/api/setup/${setup}/edit${viewed()}`, { position, ...change })));
    });
    this.#changes = changed.catch(() => undefined);
    return changed;
  }

  /** Store the server's response about the position. @param {any} told */
  take(told) {
    this.told = told;
    keep({ position: told.position });
  }

  /** Clear the choice. Returns whether there was one. */
  release() {
    const chosen = this.#chosen !== null || this.#lifted !== null;
    this.#chosen = this.#lifted = null;
    return chosen;
  }

  /** The cells to highlight, the others that can be touched, and the chosen ones. */
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

  /** Pick up a cell's piece for a drag, and return whether there is one. @param {string} cell */
  lift(cell) {
    if (this.#chosen !== null || !(cell in this.told.placed)) return false;
    this.#lifted = cell;
    this.page.draw();
    return true;
  }

  /** The lifted piece was dropped. @param {string | null} cell null beside the board, where it is taken off */
  drop(cell) {
    if (!cell) return this.edit({ edit: "take-off", cell: this.#lifted });
    return cell === this.#lifted ? undefined : this.touched(cell);
  }

  /** @param {string} cell */
  touched(cell) {
    const lifted = this.#lifted;
    if (lifted) {
      if (this.cells.may.includes(cell)) return this.edit({ edit: "move", from: lifted, cell });
    } else if (this.#chosen !== null) {
      return this.edit(this.#chosen ? { edit: "put", piece: this.#chosen, cell } : { edit: "take-off", cell });
    }
    this.#lifted = cell !== lifted && cell in this.told.placed ? cell : null;
    return this.page.draw();
  }

  /** The palette's buttons. */
  get palette() {
    const { word } = this.page;
    return [
      ...this.told.palette.map((entry) => this.#choice(entry.piece, entry.name, icon(entry.icon, entry.name))),
      this.#choice("", word("take-off"), word("take-off")),
    ];
  }

  /** A button that chooses a piece, which can also be dragged from it to a cell. */
  #choice(key, name, drawn) {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "piece";
    made.setAttribute("aria-pressed", String(this.#chosen === key));
    made.setAttribute("aria-label", name);
    made.title = name;
    made.append(drawn);
    let [dragging, dragged, before] = [false, false, null];
    /** @type {Rest} */
    let rest;
    made.addEventListener("click", () => {
      if (dragged) return;
      this.#lifted = null;
      this.#chosen = this.#chosen === key ? null : key;
      this.page.draw();
    });
    if (!key) return made;
    const ended = () => {
      removeEventListener("pointerdown", ended, true);
      if (!dragging) return;
      dragging = false;
      this.#chosen = before;
      this.page.lights();
    };
    made.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary) return;
      made.setPointerCapture(event.pointerId);
      [dragged, dragging, before, rest] = [false, true, this.#chosen, new Rest(event)];
      this.#lifted = null;
      this.#chosen = key;
      this.page.lights();
      addEventListener("pointerdown", ended, true); // a second finger makes it a pinch
    });
    made.addEventListener("pointermove", (event) => rest?.moved(event));
    made.addEventListener("pointerup", (event) => {
      const cell = dragging ? this.page.at(event) : null;
      dragged = Boolean(cell);
      if (cell && rest.before(event)) this.page.touched(cell);
      ended();
    });
    made.addEventListener("pointercancel", ended);
    return made;
  }

  /** The buttons for what can be done with the position. @param {string} [match] the match from which the editor was opened @param {boolean} [plays] */
  acts(match, plays) {
    const { told, levels } = this;
    const { word } = this.page;
    const path = `/api/setup/${told.setup}`;
    if (!levels.length && told.levels.length) levels.append(...told.levels.map(({ level, label }) => new Option(label, level)));
    const play = async () => {
      const { code } = await post(`${path}/play`, { position: told.position, level: Number(levels.value), ...(match && { match }) });
      await this.page.open(code);
    };
    const study = () => this.page.study(`${path}/study`, { position: told.position });
    const made = [
      { key: "other-turn", text: word("other-turn"), pressed: () => this.edit({ edit: "turn" }) },
      { key: "clear", text: word("clear"), pressed: () => this.edit({ edit: "clear" }) },
      { key: "study", text: word("study"), open: told.whole, pressed: study },
    ];
    if (!plays) return made;
    return [...made, { key: "level", node: levels }, { key: "play-here", text: word("play-here"), open: told.playable, pressed: play }];
  }
}

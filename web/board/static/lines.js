/** Hypothetical moves: planned replies and studies. */

import { get, post } from "./server.js";

export class Lines {
  /** The hypothetical moves so far while planning a reply, or null. @type {string[][] | null} */
  line = null;

  /**
   * @param {{
   *   show: (told: any, slides?: boolean) => void, told: () => any, newest: () => any, path: (rest: string) => string, viewed: () => string,
   *   word: (key: string) => string, latest: (ask: () => Promise<any>) => Promise<any>, leave: () => Promise<void>,
   *   leaving: () => import("./choice.js").Place, edit: () => unknown,
   * }} page `edit` opens the editor with the shown position
   */
  constructor(page) {
    this.page = page;
  }

  /** Add a move, if any, to the hypothetical line, starting one at the newest board if necessary. @param {string[] | null} move */
  async suppose(move) {
    const { path, viewed, newest, show, latest } = this.page;
    const line = [...(this.line ?? []), ...(move ? [move] : [])];
    const now = await latest(() => post(path("/suppose") + viewed(), { rev: newest().rev, line }));
    this.line = line;
    show(now, move !== null);
  }

  /** Play a move in a study or a hypothetical line. @param {string[]} move */
  async play(move) {
    const { told, viewed, show, latest } = this.page;
    if (this.line) return this.suppose(move);
    const { study, line, ply } = told();
    return show(await latest(() => post(`/api/study/${study}/move${viewed()}`, { line, ply, steps: move })), true);
  }

  /** Open a study and show it after some moves. @param {string} from the request that opens it @param {object} body @param {number} ply */
  async study(from, body, ply) {
    const { study } = await post(from, body);
    await this.look({ study, line: 0, ply });
  }

  /** Show a line of a study after some moves. @param {{study: number, line: number, ply: number}} where @param {boolean} [slides] */
  async look({ study, line, ply }, slides) {
    const { show, viewed, latest } = this.page;
    show(await latest(() => get(`/api/study/${study}/${line}/${ply}${viewed()}`)), slides);
  }

  /** A study's recorded next moves besides the first one, each with the function that shows it. */
  get others() {
    const { study, ply, following = [] } = this.page.told();
    return following.slice(1).map(({ line, move }) => ({ move, pressed: () => this.look({ study, line, ply: ply + 1 }, true) }));
  }

  /** The question on a hypothetical board, unless it asks for a move. */
  get question() {
    return this.line?.length === 0 ? this.page.word("prepare-theirs") : "";
  }

  /** The buttons for what can be done there. @returns {import("./choice.js").Place[]} */
  get acts() {
    const { word, newest, leaving, edit } = this.page;
    if (!newest()) return [{ key: "edit", text: word("edit"), pressed: edit }];
    if (!this.line) return [leaving()];
    const whole = this.line.length > 0 && this.line.length % 2 === 0;
    const prepare = { key: "prepare-line", text: word("prepare"), kind: "primary", pressed: () => this.#prepare() };
    return [{ ...prepare, open: whole, about: String(this.line) }, leaving()];
  }

  async #prepare() {
    await post(this.page.path("/prepare"), { rev: this.page.newest().rev, line: this.line });
    await this.page.leave();
  }
}

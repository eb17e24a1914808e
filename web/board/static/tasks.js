/** Tasks: positions with a question, to be answered with a move. The server says where each button leads. */

import { keep, post } from "./server.js";

export class Tasks {
  /** The last move tried, until another task is shown. @type {{steps: string[], wrong: number} | undefined} */
  #tried;

  /**
   * @param {{
   *   show: (told: any, slides?: boolean) => void, told: () => any, newest: () => any, latest: (ask: () => Promise<any>) => Promise<any>,
   *   leaving: () => import("./choice.js").Place, open: (code: string) => unknown, study: (path: string) => unknown,
   * }} page
   */
  constructor(page) {
    this.page = page;
  }

  /** Show the task at an address, or open the match that begins there. @param {string} to @param {number} [wrong] how many wrong moves were tried */
  async go(to, wrong = 0) {
    const { code } = await this.#ask(to, { wrong });
    if (code) await this.page.open(code);
    else document.getElementById("live").textContent = this.page.told().state;
  }

  /** Try a move. @param {string[]} steps */
  async play(steps) {
    this.#tried = { steps, wrong: this.page.told().task.wrong };
    await this.shown();
  }

  /** Show the response to the move, or the task, again. Without a connection, the move is sent again but counts once. */
  async shown() {
    const { at, wrong } = this.page.told().task;
    if (this.#tried) await this.#ask(`${at}/answer`, this.#tried);
    else await this.go(at, wrong);
  }

  /** Ask until there is a response, which may take long, and show it if it is a task. @param {string} to @param {{steps?: string[], wrong: number}} body */
  async #ask(to, body) {
    const { show, latest } = this.page;
    let now;
    do now = await latest(() => post(`/api/task/${to}`, body));
    while (!now);
    if (!now.task) return now;
    keep({ task: now.task.home });
    show(now, Boolean(body.steps));
    if (body.steps) return now;
    this.#tried = undefined;
    scrollTo(0, 0);
    return now;
  }

  /**
   * The buttons that lead on, followed by the one back to the match, if any.
   * @param {number} from the first of them @param {number} [to] the end of those that are wanted; all without it
   * @returns {import("./choice.js").Place[]}
   */
  ways(from, to) {
    const { told, newest, leaving, study } = this.page;
    const ways = told().task.ways.map(({ key, text, kind, to: there, opens, wrong }) => ({
      key, text, kind, pressed: () => (opens === "study" ? study(`/api/task/${there}`) : this.go(there, wrong)),
    }));
    return [...ways, ...(newest() ? [leaving()] : [])].slice(from, to);
  }
}

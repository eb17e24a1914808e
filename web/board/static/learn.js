/** A lesson: its steps in order, each answered immediately. It is independent of the game. */

import { get, post } from "./server.js";

export class Lesson {
  /**
   * @param {{ game: string, plays: boolean }} visit `plays`: whether a match against the easiest computer player may begin
   * @param {{
   *   show: (told: any, slides?: boolean) => void, told: () => any, word: (key: string) => string,
   *   patiently: (ask: () => Promise<any>) => Promise<any>, open: (code: string) => unknown,
   * }} page
   */
  constructor(visit, page) {
    this.path = `/api/lesson/${visit.game}`;
    this.plays = visit.plays;
    this.page = page;
  }

  /** Continue where the visitor stopped. */
  async begin() {
    this.page.show(await this.page.patiently(() => post(this.path, {})));
  }

  /** Show the next step, or the same one again, keeping the count of wrong moves. */
  async go() {
    const { step, next = step, wrong } = this.page.told().lesson;
    this.tried = undefined;
    const told = await this.page.patiently(() => get(`${this.path}/step/${next}`));
    this.page.show({ ...told, lesson: { ...told.lesson, wrong } });
    document.getElementById("live").textContent = told.state;
  }

  /** Try a move. @param {string[]} steps */
  async play(steps) {
    const { step, wrong } = this.page.told().lesson;
    /** The move that was tried last, until another step is shown. */
    this.tried = { step, move: { steps, wrong } };
    await this.shown();
  }

  /** Show what is said of the move, or the step, anew. Without a connection a move is sent again: a step that is done twice is done. */
  async shown() {
    if (!this.tried) return this.go();
    const { step, move } = this.tried;
    return this.page.show(await this.page.patiently(() => post(`${this.path}/step/${step}`, move)), true);
  }

  /** The places of what can be done after a move. @returns {import("./choice.js").Place[]} */
  get acts() {
    const { word, open, told } = this.page;
    const { finished, next } = told().lesson;
    if (!finished) return [{ key: "go", text: word(next ? "next-step" : "retry"), kind: "primary", pressed: () => this.go() }];
    if (!this.plays) return [];
    const play = async () => open((await post(`${this.path}/play`, {})).code);
    return [{ key: "beginner", text: word("beginner"), kind: "primary", pressed: play }];
  }
}

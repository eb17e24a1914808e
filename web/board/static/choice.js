/** The choice of a move, step by step. No single touch makes a move: the last touch is never the first one. */

export class Choice {
  /** @param {{moves: string[][], usual: string[], questions: Record<string, string>, labels: Record<string, string>}} steps */
  constructor(steps) {
    this.steps = steps;
    this.path = [];
    this.touches = 0;
  }

  /** The steps that can follow, without doubles. */
  get following() {
    const { path } = this;
    return [...new Set(this.#moves().filter((move) => move.length > path.length).map((move) => move[path.length]))];
  }

  /** The whole move that is chosen, if the steps so far are one; it may go on. */
  get move() {
    return this.#moves().find((move) => move.length === this.path.length) ?? null;
  }

  /** Whether the chosen move can be played: it is whole, and took more than one touch. */
  get ready() {
    return this.move !== null && this.touches > 1 && !this.following.length;
  }

  /** What is asked next; empty once the move is whole and cannot go on. */
  get question() {
    if (!this.following.length) return "";
    return this.steps.questions[this.path.join("|")] ?? this.steps.usual[this.path.length] ?? "";
  }

  /** The words of a step that is not a cell. @param {string} step */
  label(step) {
    return this.steps.labels[[...this.path, step].join("|")] ?? step;
  }

  /** Take a step. Returns whether it is one of those that can follow. @param {string} step */
  take(step) {
    if (!this.following.includes(step)) return false;
    this.path.push(step);
    this.touches += 1;
    return true;
  }

  /** Count another touch of the last step, which confirms it. */
  confirm() {
    this.touches += 1;
  }

  restart() {
    this.path = [];
    this.touches = 0;
  }

  #moves() {
    const { path } = this;
    return this.steps.moves.filter((move) => path.every((step, at) => move[at] === step));
  }
}

/** A visitor's actions in a match besides moving. Each keeps its place on the page while the match is shown. */

import { write } from "./choice.js";
import { post } from "./server.js";

export class Acts {
  /** The action waiting for confirmation, or "" if there is none. */
  #asked = "";
  #question;
  /** The text entered for an action. */
  #typed = document.createElement("input");
  /** The levels of the next match against the computer. */
  #levels = document.createElement("select");
  /** The match that these levels belong to. */
  #code = "";

  /**
   * @param {{
   *   newest: () => any, told: () => any, others: () => {code: string}[], path: (rest: string) => string,
   *   word: (key: string, fields?: Record<string, unknown>) => string, notice: (text: string) => void,
   *   button: (text: string, pressed: () => unknown) => HTMLElement, element: (name: string, text?: string) => HTMLElement,
   *   patiently: (ask: () => Promise<any>) => Promise<any>, needed: (script: string) => Promise<any>, act: (what: string, body: object) => Promise<unknown>,
   *   open: (code: string) => Promise<void>, begin: () => unknown, study: () => unknown, task: (to: string) => unknown, look: (ply: number) => unknown,
   *   draw: () => void, hinted: (steps: string[]) => void,
   * }} page `act` does something in the match, `begin` begins a reply, and `draw` redraws the acts
   */
  constructor(page) {
    this.page = page;
    this.#question = page.element("p");
    this.#typed.style.cssText = "grid-column: 1 / -1; min-height: 44px; font: inherit; padding: 6px 10px; border-radius: 8px";
  }

  /** The buttons for the newest board's actions, in their places. @returns {import("./choice.js").Place[]} */
  get places() {
    const { newest, told, others, word, open: show, begin, study } = this.page;
    const { code, seat, over, practice, acts, levels, players, ply, may_prepare } = newest();
    if (code !== this.#code) {
      [this.#code, this.#asked] = [code, ""];
      this.#levels.replaceChildren(...levels.map(({ level, label }) => new Option(label, level)));
      this.#levels.value = players.find((player) => player.level !== null)?.level ?? "";
    }
    const open = acts.find((offer) => offer.act === this.#asked && offer.open);
    if (!open) this.#asked = "";
    const [first] = others();
    const text = first ? word("next", { count: others().length }) : "";
    /** @type {import("./choice.js").Place[]} */
    const places = [{ key: "next", text, kind: first ? "primary" : "", open: Boolean(first), pressed: () => show(first.code) }];
    if (practice && seat !== null) places.push({ key: "hint", text: word("hint"), open: Boolean(told().steps), pressed: () => this.#hint() });
    for (const offer of acts) places.push({ key: offer.act, text: offer.label, open: offer.open && !open, pressed: () => this.#ask(offer) });
    if (practice && seat !== null) {
      this.#levels.disabled = !over;
      places.push({ key: "level", node: this.#levels }, { key: "again", text: word("rematch"), open: over, pressed: () => this.#again() });
    } else if (seat !== null) places.push({ key: "prepare", text: word("prepare"), open: may_prepare, pressed: begin });
    if (practice && seat !== null) places.push({ key: "practise", text: word("practise"), open: over && ply > 0, pressed: () => this.#practise() });
    if (seat !== null) places.push({ key: "study", text: word("study"), open: over, pressed: () => study() });
    places.push({ key: "review", text: word("review"), open: over && ply > 0, pressed: () => this.#review() });
    return acts.length ? [...places, ...this.#answers(open)] : places;
  }

  /** Ask for confirmation if the action has a question, which stays open when the board changes. */
  #ask(offer) {
    const { act, newest, draw } = this.page;
    if (!offer.question && !offer.field) return act(`/${offer.act}`, { rev: newest().rev });
    this.#asked = offer.act;
    if (offer.field) this.#typed.value = offer.field.value;
    draw();
    document.getElementById("live").textContent = offer.question;
    /** @type {HTMLElement} */ (offer.field ? this.#typed : document.querySelector("#acts [data-key=no]")).focus();
    return undefined;
  }

  /**
   * Return the places for a question and its answers, or for a text.
   * @param {any} open @returns {import("./choice.js").Place[]}
   */
  #answers(open) {
    const { act, newest, word, draw } = this.page;
    const { acts } = newest();
    const answered = (does) => () => {
      this.#asked = "";
      draw();
      return does?.();
    };
    if (acts.some((offer) => offer.field)) return this.#typing(open, answered);
    const sure = answered(async () => {
      await act(`/${open.act}`, { rev: newest().rev });
      if (newest().over) scrollTo(0, 0); // the result is beside the board
    });
    write(this.#question, open?.question ?? "");
    const shared = { open: Boolean(open), about: open?.act };
    return [
      { key: "question", node: this.#question },
      { key: "yes", text: word("yes"), kind: "danger", pressed: sure, ...shared },
      { key: "no", text: word("no"), pressed: answered(), ...shared },
    ];
  }

  /** The text field of an action that asks for one, and the two buttons for sending it. */
  #typing(open, answered) {
    if (!open?.field) return [];
    const { label, most, yes, no } = open.field;
    Object.assign(this.#typed, { maxLength: most, placeholder: label, ariaLabel: label });
    const { act, newest } = this.page;
    const does = (named) => answered(() => act(`/${open.act}`, { rev: newest().rev, reason: this.#typed.value, named }));
    return [
      { key: "typed", node: this.#typed },
      { key: "named", text: yes, pressed: does(true) },
      { key: "unnamed", text: no, pressed: does(false) },
    ];
  }

  async #hint() {
    const { told, path, hinted } = this.page;
    const about = told();
    const { steps } = await post(path("/hint"), { rev: about.rev });
    if (told() === about) hinted(steps);
  }

  async #again() {
    const begun = await post(this.page.path("/again"), { level: Number(this.#levels.value) });
    await this.page.open(begun.code);
  }

  /** Practise the clear mistakes of the finished match. */
  async #practise() {
    const { newest, word, notice, task } = this.page;
    notice(word("reviewing"));
    await task(`practise/${newest().code}`);
    notice("");
  }

  /** Show the finished match's costliest mistakes. */
  async #review() {
    const { newest, path, word, notice, needed } = this.page;
    const script = await needed("review");
    const { code } = newest();
    notice(word("reviewing"));
    await script.review(document.getElementById("review"), path(""), () => newest().code === code, this.page);
    if (newest().code === code) notice("");
  }
}

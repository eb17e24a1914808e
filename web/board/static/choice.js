/** Choosing moves step by step, and actions with buttons that stay in place. */

/** Matches a move with a hyphen, such as `d7-d5`. */
const MOVE = /(\w*\d-[a-z]\d\w*)/;

/** How many milliseconds a button must have been visible and enabled before a press counts as intended. */
const SEEN = 400;

/** When the page last became visible. Nobody sees a hidden page. */
let shown = 0;
addEventListener("visibilitychange", (event) => (shown = event.timeStamp));

/**
 * A button or other element with a fixed place. `open` says whether it is enabled; `quick` that a press counts
 * as soon as it is visible, because it only turns a page; `about` says what else a press means.
 * @typedef {{key: string, text?: string, pressed?: () => unknown, open?: boolean, quick?: boolean, about?: string, kind?: string, title?: string, node?: HTMLElement}} Place
 */

/** @type {WeakMap<Element, {pressed: () => unknown, meaning: string, since: number, quick: boolean}>} */
const pressable = new WeakMap();

/** Show a text in which no line breaks at the hyphen of a move. @param {Element} home @param {string} [text] */
export function write(home, text = "") {
  const whole = (move) => Object.assign(document.createElement("span"), { className: "move", textContent: move });
  home.replaceChildren(...text.split(MOVE).map((part, at) => (at % 2 ? whole(part) : part)));
}

/**
 * Show these elements, reusing those already there. The focus moves from a button that can no longer be
 * pressed to a harmless one.
 * @param {Element} home @param {Place[]} places @param {(act: () => unknown) => unknown} doing @param {{focus: () => void}} otherwise
 */
export function settle(home, places, doing, otherwise) {
  const keys = places.map(({ key }) => key).join(" ");
  const focused = home.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement) : null;
  const name = focused?.dataset.key;
  if (/** @type {HTMLElement} */ (home).dataset.keys !== keys) {
    /** @type {HTMLElement} */ (home).dataset.keys = keys;
    home.replaceChildren(...places.map((place) => place.node ?? placed(place, doing)));
  }
  const now = performance.now();
  for (const [at, { text = "", title = "", pressed, open = true, quick = false, about = "", kind = "", node }] of places.entries()) {
    if (node) continue;
    const made = /** @type {HTMLButtonElement} */ (home.children[at]);
    const old = pressable.get(made);
    const meaning = `${text} ${about} ${open}`;
    pressable.set(made, { pressed, meaning, quick, since: old?.meaning === meaning ? old.since : now });
    if (made.textContent !== text) write(made, text);
    made.className = kind;
    made.disabled = !open;
    if (!title) continue;
    made.title = title;
    made.setAttribute("aria-label", title);
  }
  if (!focused) return;
  const buttons = [...home.querySelectorAll("button")].filter((made) => !made.disabled);
  const same = buttons.find((made) => made.dataset.key === name);
  const safe = same ?? buttons.find((made) => made.className !== "danger") ?? otherwise;
  if (document.activeElement !== safe) safe.focus();
}

/** @param {Place} place @param {(act: () => unknown) => unknown} doing */
function placed({ key }, doing) {
  const made = document.createElement("button");
  made.type = "button";
  made.dataset.key = key;
  let busy = false; // a double tap does nothing twice
  made.addEventListener("click", async (event) => {
    const { pressed, quick, since } = pressable.get(made);
    if (busy || (!quick && event.timeStamp - Math.max(since, shown) < SEEN)) return;
    busy = true;
    await doing(pressed);
    busy = false;
  });
  return made;
}

/** Chooses a move, step by step. A single touch never makes a move: the last touch is never the first one. */

export class Choice {
  /** @param {{moves: string[][], usual: string[], questions: Record<string, string>, labels: Record<string, string>, said: Record<string, string>}} steps */
  constructor(steps) {
    this.steps = steps;
    this.path = [];
    this.touches = 0;
  }

  /** The steps that can follow, without duplicates. */
  get following() {
    return [...new Set(this.#moves().map((move) => move[this.path.length]).filter(Boolean))];
  }

  /** The move made up by the steps so far, if any. It may have a continuation. */
  get move() {
    return this.#moves().find((move) => move.length === this.path.length) ?? null;
  }

  /** Whether the chosen move can be played: it must be complete and have taken more than one touch. */
  get ready() {
    return this.move !== null && this.touches > 1 && !this.following.length;
  }

  /** The words of the move. */
  get said() {
    return this.steps.said[this.path.join("|")] ?? this.path.join("-");
  }

  /** The next question, or "" once the move is complete and cannot continue. */
  get question() {
    if (!this.following.length) return "";
    return this.steps.questions[this.path.join("|")] ?? this.steps.usual[this.path.length] ?? "";
  }

  /** The words of a step that is not a cell. @param {string} step */
  label(step) {
    return this.steps.labels[[...this.path, step].join("|")] ?? step;
  }

  /** Take a step, and return whether it was possible. @param {string} step */
  take(step) {
    if (!this.following.includes(step)) return false;
    this.path.push(step);
    this.touches += 1;
    return true;
  }

  /** Count another touch on the last step, which confirms it. */
  confirm() {
    this.touches += 1;
  }

  restart() {
    this.path = [];
    this.touches = 0;
  }

  #moves() {
    return this.steps.moves.filter((move) => this.path.every((step, at) => move[at] === step));
  }
}

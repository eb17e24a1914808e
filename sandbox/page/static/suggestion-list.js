/** The list above the composer: a listbox in which the keys of an input move the active row. */

import { fill, h, newId } from "./dom.js";

/**
 * @typedef {object} Suggestion
 * @property {string} label
 * @property {string} [description]
 * @property {string} [note] said at the right end
 * @property {Node} [picture]
 */

/** Suggestions for one input at a time. */
export class SuggestionList {
  #items = [];
  #at = -1;
  #input = null;
  #choose = null;

  constructor() {
    this.title = h("p.title", { id: newId("title") });
    this.list = h("ul", { id: newId("suggestions"), role: "listbox", "aria-labelledby": this.title.id });
    this.element = h("div.suggestions", { hidden: true }, this.title, this.list);
    this.element.addEventListener("pointerdown", (event) => event.preventDefault());
  }

  /** Whether the list is open with something to choose. */
  get open() {
    return !this.element.hidden && this.#items.length > 0;
  }

  /** The active suggestion, if any. */
  get active() {
    return this.open ? (this.#items[this.#at] ?? null) : null;
  }

  /** Show suggestions for an input; `choose` gets the one that is chosen. */
  show(input, { title, items, active = 0, choose, empty = null }) {
    if (this.#input !== input) this.#release();
    this.#input = input;
    this.#items = items;
    this.#choose = choose;
    fill(this.title, title);
    fill(this.list, items.length ? items.map((item, at) => this.#row(item, at)) : empty && h("li.none", empty));
    this.list.hidden = !items.length && !empty;
    this.element.hidden = false;
    input.setAttribute("aria-controls", this.list.id);
    input.setAttribute("aria-expanded", String(items.length > 0));
    this.#activate(Math.min(active, items.length - 1));
  }

  /** Close the list. */
  hide() {
    this.element.hidden = true;
    this.#items = [];
    this.#at = -1;
    this.#release();
  }

  /** Move the active row; after the last comes the first. */
  move(step) {
    const count = this.#items.length;
    if (count) this.#activate(this.#at < 0 && step < 0 ? count - 1 : (this.#at + step + count) % count);
  }

  /** Choose the active suggestion. Returns whether there was one. */
  take() {
    const { active } = this;
    if (active) this.#choose(active);
    return Boolean(active);
  }

  #row(item, at) {
    const words = h("span.words", h("b", item.label), item.description ? h("small", item.description) : null);
    const id = `${this.list.id}-${at}`;
    return h(
      "li",
      {
        id,
        role: "option",
        "aria-selected": "false",
        onclick: () => this.#choose(item),
        onpointermove: () => at !== this.#at && this.#activate(at),
      },
      item.picture ?? null,
      words,
      item.note ? h("span.note", item.note) : null,
    );
  }

  #activate(at) {
    this.list.children[this.#at]?.setAttribute("aria-selected", "false");
    this.#at = at;
    const row = this.#items.length ? this.list.children[at] : null;
    row?.setAttribute("aria-selected", "true");
    row?.scrollIntoView({ block: "nearest" });
    if (row) this.#input.setAttribute("aria-activedescendant", row.id);
    else this.#input?.removeAttribute("aria-activedescendant");
  }

  #release() {
    this.#input?.setAttribute("aria-expanded", "false");
    this.#input?.removeAttribute("aria-activedescendant");
    this.#input = null;
  }
}

/** Attributes of an input whose suggestions stand in a list. */
export const COMBOBOX = {
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-expanded": "false",
  autocomplete: "off",
  autocapitalize: "off",
  spellcheck: "false",
};

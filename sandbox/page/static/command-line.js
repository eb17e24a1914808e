/** A command that is being written: its name, a pill for each option, and a last field that offers optional ones. */

import { h } from "./dom.js";
import { say } from "./language.js";
import { choicesOf, fileValue, fitting, meaning, takesFile } from "./option-values.js";
import { Refusal, act } from "./server.js";
import { COMBOBOX } from "./suggestion-list.js";

const PAUSE = 150;

/** The editor of one command; `hooks` are {send(options), leave(text), tell(problem)}. */
export class CommandLine {
  #pills = [];
  #timer = 0;
  #asked = 0;

  constructor(command, world, suggestions, hooks) {
    Object.assign(this, { command, world, suggestions, hooks });
    this.more = h("input.more", { ...COMBOBOX, "aria-label": say("More options; Enter sends the command") });
    this.more.addEventListener("input", () => this.#offerOptions());
    this.more.addEventListener("focus", () => this.#offerOptions());
    this.more.addEventListener("keydown", (event) => this.#moreKey(event));
    this.element = h(
      "div.command-line",
      { role: "group", "aria-label": `/${command.name}` },
      h("span.command-name", `/${command.name}`),
      this.more,
    );
    command.options.filter(({ required }) => required).forEach((option) => this.#addPill(option));
    this.#hint();
  }

  /** Start writing; `text` goes into the first field. */
  focus(text = "") {
    const first = this.#pills[0];
    const input = first?.input ?? this.more;
    input.value = text;
    input.focus();
    if (!text) return;
    if (first) this.#changed(first);
    else this.#offerOptions();
  }

  /** Send if every option is right, else show what is wrong. */
  send() {
    const options = {};
    for (const pill of this.#pills) {
      const { value, problem } = this.#read(pill);
      if (problem) {
        this.#blame(pill, problem);
        return;
      }
      if (value !== undefined) options[pill.option.key] = value;
    }
    this.suggestions.hide();
    this.hooks.send(options);
  }

  #read({ option, input, chosen }) {
    if (chosen && chosen.label === input.value) return { value: chosen.value };
    return meaning(option, input.value, this.world);
  }

  #blame(pill, problem) {
    pill.element.classList.add("wrong");
    pill.input.setAttribute("aria-invalid", "true");
    pill.input.focus();
    this.hooks.tell(`${pill.option.name}: ${problem}`);
  }

  #addPill(option) {
    const input = h("input", {
      ...(takesFile(option) ? { type: "file" } : COMBOBOX),
      "aria-label": `${option.name}: ${option.description}`,
      "aria-required": option.required ? "true" : null,
      dataset: { option: option.key },
    });
    const element = h("span.pill", { onclick: () => input.focus() }, h("span.pill-name", option.name), input);
    const pill = { option, input, element, chosen: null };
    if (takesFile(option)) input.addEventListener("change", () => this.#attach(pill));
    else input.addEventListener("input", () => this.#changed(pill));
    input.addEventListener("focus", () => this.#suggest(pill));
    input.addEventListener("keydown", (event) => this.#pillKey(event, pill));
    this.more.before(element);
    this.#pills.push(pill);
    this.#hint();
    return pill;
  }

  async #attach(pill) {
    const { input } = pill;
    this.#changed(pill);
    const [file] = input.files;
    if (!file) return;
    const value = await fileValue(file);
    if (input.files[0] === file) pill.chosen = { label: input.value, value };
  }

  #removePill(pill) {
    const at = this.#pills.indexOf(pill);
    this.#pills.splice(at, 1);
    pill.element.remove();
    this.#hint();
    (this.#pills[at - 1]?.input ?? this.more).focus();
  }

  #changed(pill) {
    pill.chosen = null;
    pill.element.classList.remove("wrong");
    pill.input.removeAttribute("aria-invalid");
    this.hooks.tell("");
    this.#size(pill);
    this.#suggest(pill);
  }

  #size({ input }) {
    input.style.setProperty("--letters", Math.max(2, [...input.value].length + 1));
  }

  #suggest(pill) {
    clearTimeout(this.#timer);
    const { option, input } = pill;
    const typed = pill.chosen ? "" : input.value;
    if (option.autocomplete) {
      this.#list(pill, [], { empty: say("Loading options…") });
      this.#timer = setTimeout(() => this.#ask(pill), PAUSE);
      return;
    }
    const choices = choicesOf(option, this.world);
    const found = choices ? fitting(choices, typed) : [];
    const current = found.findIndex(({ value }) => value === pill.chosen?.value);
    this.#list(pill, found, { empty: choices ? say("Nothing fits what you wrote.") : null, active: Math.max(0, current) });
  }

  async #ask(pill) {
    const turn = ++this.#asked;
    const { option, input } = pill;
    const options = { ...this.#written(pill), [option.key]: input.value };
    const fresh = () => turn === this.#asked && document.activeElement === input;
    try {
      const deed = { act: "autocomplete", command: this.command.key, options, focused: option.key };
      const { choices } = await act(this.world.person.id, this.world.channel.id, deed);
      if (fresh())
        this.#list(
          pill,
          choices.map(({ name, value }) => ({ label: name, value })),
          { empty: say("No options match what you wrote.") },
        );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (fresh()) this.#list(pill, [], { empty: say("Loading options failed: {reason}", { reason: error.message }) });
    }
  }

  /** The values of the other options so far, for autocomplete. */
  #written(except) {
    const read = this.#pills
      .filter((pill) => pill !== except)
      .map((pill) => [pill.option.key, this.#read(pill).value]);
    return Object.fromEntries(read.filter(([, value]) => value !== undefined));
  }

  #list(pill, items, { empty = null, active = 0 }) {
    const { option, input } = pill;
    const title = [
      h("b", option.name),
      ` ${option.description}`,
      option.required ? null : h("span.optional", say("optional")),
    ];
    const choose = (choice) => {
      input.value = choice.label;
      this.#changed(pill);
      clearTimeout(this.#timer);
      pill.chosen = choice;
      this.#next(pill);
    };
    this.suggestions.show(input, { title, items, empty, active, choose });
  }

  #next(pill) {
    const empty = this.#pills.find((other) => other !== pill && !other.input.value);
    const target = empty ? empty.input : this.more;
    target.focus();
    if (target === this.more) this.#offerOptions();
  }

  #offerOptions() {
    const given = new Set(this.#pills.map(({ option }) => option.name));
    const left = this.command.options.filter(({ name }) => !given.has(name));
    const typed = this.more.value.trim().replace(/:$/, "");
    const named = left.filter(({ name }) => name.startsWith(typed.toLowerCase()));
    const value = named.length ? "" : this.more.value.trim();
    const items = (value ? left.filter((option) => !takesFile(option)) : named).map((option) => ({
      label: option.name,
      description: option.description,
      note: say("optional"),
      option,
      value,
    }));
    const exact = this.more.value.endsWith(":") && items.find(({ label }) => label === typed);
    if (exact) return this.#giveOption(exact);
    const about = value ? say("For which option is “{value}”?", { value }) : this.command.description;
    this.suggestions.show(this.more, {
      title: [h("b", `/${this.command.name}`), " ", about],
      items,
      empty: typed ? say("There is no further option.") : null,
      active: typed ? 0 : -1,
      choose: (item) => this.#giveOption(item),
    });
  }

  /** Begin to fill in an option; a text that was already written for it is kept. */
  #giveOption({ option, value }) {
    this.more.value = "";
    const pill = this.#addPill(option);
    pill.input.value = value;
    pill.input.focus();
    if (value) this.#changed(pill);
  }

  #hint() {
    const left = this.command.options.length - this.#pills.length;
    this.more.placeholder = left ? say("+{count} optional", { count: left }) : "";
  }

  #moreKey(event) {
    const { key } = event;
    if (key === "Enter" || (key === "Tab" && this.suggestions.active)) {
      event.preventDefault();
      if (this.suggestions.take()) return;
      if (this.more.value.trim()) this.hooks.tell(say("Choose an option from the list, or delete what you wrote there."));
      else this.send();
    } else if (key === "Backspace" && !this.more.value) {
      event.preventDefault();
      if (this.#pills.length) this.#pills.at(-1).input.focus();
      else this.hooks.leave(`/${this.command.name}`);
    } else if (key === "ArrowLeft" && !this.more.value) this.#pills.at(-1)?.input.focus();
    else this.#commonKey(event);
  }

  #pillKey(event, pill) {
    const { key } = event;
    const { input } = pill;
    const at = this.#pills.indexOf(pill);
    if (key === "Enter" && takesFile(pill.option) && !input.value) return; // the browser opens its dialog for files
    if (key === "Enter" || (key === "Tab" && !event.shiftKey && this.suggestions.active)) {
      event.preventDefault();
      if (pill.chosen?.label === input.value && key === "Enter" && this.#isComplete()) this.send();
      else if (!this.suggestions.take()) this.#enter(pill);
    } else if (key === "Backspace" && !input.value) {
      event.preventDefault();
      if (!pill.option.required) this.#removePill(pill);
      else if (at > 0) this.#pills[at - 1].input.focus();
      else this.hooks.leave(`/${this.command.name}`);
    } else if (key === "ArrowLeft" && input.selectionEnd === 0) this.#pills[at - 1]?.input.focus();
    else if (key === "ArrowRight" && input.selectionStart === input.value.length)
      (this.#pills[at + 1]?.input ?? this.more).focus();
    else this.#commonKey(event);
  }

  #enter(pill) {
    const { problem } = this.#read(pill);
    if (problem) this.#blame(pill, problem);
    else if (this.#isComplete()) this.send();
    else this.#next(pill);
  }

  #isComplete() {
    return this.#pills.every((pill) => !this.#read(pill).problem);
  }

  #commonKey(event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      this.suggestions.move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape") {
      event.preventDefault();
      clearTimeout(this.#timer);
      if (this.suggestions.open) this.suggestions.hide();
      else this.hooks.leave("");
    }
  }
}

/** The composer: plain text becomes a message, a slash starts a command. */

import { search, slashCommands } from "./command-catalogue.js";
import { CommandLine } from "./command-line.js";
import { byId, fill, h } from "./dom.js";
import { face, icon } from "./icons.js";
import { say } from "./language.js";
import { Refusal, act } from "./server.js";
import { COMBOBOX, SuggestionList } from "./suggestion-list.js";
import { isDirect, nameOf } from "./world.js";

const TALLEST = 240;

/** The composer at the bottom of a channel. */
export class Composer {
  #line = null;
  #drafts = new Map();
  #place = "";

  constructor(world, interactions) {
    Object.assign(this, { world, interactions });
    this.suggestions = new SuggestionList();
    this.input = h("textarea.words", { ...COMBOBOX, rows: 1, maxlength: 2000, "aria-describedby": "composer-problem" });
    this.problem = h("p.problem", { id: "composer-problem", role: "alert", hidden: true });
    this.field = h("div.field", this.input);
    const slash = h(
      "button.round.slash",
      { type: "button", title: say("Use a command"), "aria-label": say("Use a command"), onclick: () => this.write("/") },
      icon("slash"),
    );
    const send = h("button.round.send", { type: "submit", title: say("Send"), "aria-label": say("Send") }, icon("send"));
    this.form = byId("composer");
    fill(this.form, this.suggestions.element, this.problem, h("div.box", slash, this.field, send));
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#send();
    });
    this.input.addEventListener("input", () => this.#typed());
    this.input.addEventListener("keydown", (event) => this.#key(event));
    document.addEventListener("keydown", (event) => this.#stray(event));
    this.form.addEventListener(
      "focusout",
      ({ relatedTarget }) => this.form.contains(relatedTarget) || this.suggestions.hide(),
    );
    this.form.addEventListener("focusin", ({ target }) => target === this.input && this.#suggest());
    for (const name of ["place", "person", "ready", "bot"]) world.on(name, () => this.#move());
    world.on("offers", () => this.#recognise());
  }

  /** Put a text into the composer, for the person to go on with. */
  write(text) {
    this.#leave(text);
  }

  /** Add a text to what was written. */
  insert(text) {
    this.#leave(`${this.input.value}${this.input.value && !/\s$/.test(this.input.value) ? " " : ""}${text} `);
  }

  #move() {
    const { bot, botOnline, channel, person } = this.world;
    if (!channel || !person) return;
    const place = `${person.id} ${channel.id}`;
    const name = this.world.nameOf(channel);
    const here = say("Message {place}", { place: `${isDirect(channel) ? "@" : "#"}${name}` });
    this.input.placeholder = botOnline ? here : say("{bot} is not connected", { bot: nameOf(bot) });
    this.input.setAttribute("aria-label", say("{field}; a slash starts a command", { field: here }));
    if (place === this.#place) return;
    this.#drafts.set(this.#place, this.input.value);
    this.#place = place;
    this.#tell("");
    this.#plain(this.#drafts.get(place) ?? "");
  }

  #plain(text) {
    this.#line = null;
    this.suggestions.hide();
    fill(this.field, this.input);
    this.form.classList.remove("commanding");
    this.input.value = text;
    this.#grow();
  }

  #leave(text) {
    this.#tell("");
    this.#plain(text);
    this.input.focus();
    this.#typed();
  }

  #typed() {
    this.#tell("");
    this.#grow();
    this.#recognise();
  }

  /** Begin the command that is written. Its list may arrive after the person has typed its name. */
  #recognise() {
    const writing = !this.#line && document.activeElement === this.input;
    const command = writing && this.#commands().find(({ name }) => this.input.value.startsWith(`/${name} `));
    if (command) this.#start(command, this.input.value.slice(command.name.length + 2));
    else this.#suggest();
  }

  #suggest() {
    const { value } = this.input;
    if (this.#line || document.activeElement !== this.input || !/^\/[^\n]*$/.test(value)) {
      if (!this.#line) this.suggestions.hide();
      return;
    }
    const { bot } = this.world;
    const items = search(this.#commands(), value.slice(1)).map((command) => ({
      label: `/${command.name}`,
      description: command.description,
      note: nameOf(bot),
      picture: h("span.mini", face(bot)),
      command,
    }));
    this.suggestions.show(this.input, {
      title: [h("b", say("Commands")), value.length > 1 && [" ", say("matching {typed}", { typed: value })]],
      items,
      choose: ({ command }) => this.#start(command),
      empty: this.#commands().length ? say("No command is called that.") : say("{bot} has no commands here.", { bot: nameOf(bot) }),
    });
  }

  #commands() {
    return slashCommands(this.world);
  }

  #start(command, text = "") {
    const hooks = {
      send: (options) => this.#command(command, options),
      leave: (words) => this.#leave(words),
      tell: (problem) => this.#tell(problem),
    };
    this.#line = new CommandLine(command, this.world, this.suggestions, hooks);
    this.input.value = "";
    fill(this.field, this.#line.element);
    this.form.classList.add("commanding");
    this.#line.focus(text);
  }

  #key(event) {
    const { key } = event;
    if ((key === "Enter" && !event.shiftKey && !event.isComposing) || (key === "Tab" && this.suggestions.active)) {
      event.preventDefault();
      if (!this.suggestions.take()) this.#send();
    } else if (this.suggestions.open && (key === "ArrowDown" || key === "ArrowUp")) {
      event.preventDefault();
      this.suggestions.move(key === "ArrowDown" ? 1 : -1);
    } else if (key === "Escape") this.suggestions.hide();
  }

  /** Keys that are typed with nothing in focus go to the composer. */
  #stray({ key, ctrlKey, metaKey, altKey, target }) {
    const nowhere = target === document.body || target.id === "scroller";
    if (nowhere && key.length === 1 && key !== " " && !ctrlKey && !metaKey && !altKey)
      (this.#line?.more ?? this.input).focus();
  }

  #send() {
    if (this.#line) this.#line.send();
    else this.#talk();
  }

  async #command(command, options) {
    const line = this.#line;
    line.element.inert = true;
    const kept = await this.#try(() => this.interactions.slash(command, options));
    line.element.inert = false;
    if (this.#line !== line) return;
    if (kept) line.more.focus();
    else this.#leave("");
  }

  async #talk() {
    const text = this.input.value.trim();
    if (!text) return;
    const command = this.#commands().find(({ name }) => text === `/${name}`);
    if (command) return this.#start(command);
    if (/^\/[-_\p{L}\p{N}]+( [-_\p{L}\p{N}]+)*$/u.test(text)) {
      this.#tell(say("No command is called that. Type / to see all of them."));
      return;
    }
    this.#plain("");
    const { person, channel } = this.world;
    const place = this.#place;
    const kept = await this.#try(() => act(person.id, channel.id, { act: "say", content: this.#mentions(text) }));
    if (kept && place === this.#place && !this.input.value) this.#plain(text);
  }

  /** Do something; a refusal is shown below the composer. Returns whether it was refused. */
  async #try(deed) {
    try {
      await deed();
      return false;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#tell(error.message);
      return true;
    }
  }

  /** `@Bob` becomes a mention of Bob. */
  #mentions(text) {
    const users = [...this.world.users.values(), this.world.bot].sort((a, b) => nameOf(b).length - nameOf(a).length);
    return users.reduce((said, user) => said.replaceAll(`@${nameOf(user)}`, `<@${user.id}>`), text);
  }

  #tell(text) {
    this.problem.textContent = text;
    this.problem.hidden = !text;
  }

  #grow() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, TALLEST)}px`;
  }
}

/** The panel for programmers: everything that can go wrong on Discord, to order. */

import { shortTime, now, dayText } from "./clock.js";
import { fill, h, newId } from "./dom.js";
import { icon } from "./icons.js";
import { Refusal, act } from "./server.js";
import { nameOf } from "./world.js";

const PERMISSIONS = [
  ["view_channel", "View Channel"],
  ["send_messages", "Send Messages"],
  ["attach_files", "Attach Files"],
  ["embed_links", "Embed Links"],
  ["read_message_history", "Read Message History"],
  ["create_public_threads", "Create Public Threads"],
  ["send_messages_in_threads", "Send Messages in Threads"],
];
const LEAPS = [
  ["1 minute", 60],
  ["16 minutes", 960],
  ["1 hour", 3600],
  ["6 hours", 21600],
  ["1 day", 86400],
  ["3 days", 259200],
  ["8 days", 691200],
];

/** Draws the trouble panel into an element. */
export class TroublePanel {
  constructor(world) {
    this.world = world;
    this.said = h("p.said", { role: "status" });
    this.clock = h("p.clock");
    this.bot = h("p.clock");
  }

  /** The contents of the panel for what the world looks at. */
  draw(element) {
    const { world } = this;
    const guild = world.guild ?? world.guilds[0];
    const requests = number("How many requests", 1, 1, 100);
    const status = choice("Answer", [
      ["429", "429 Too Many Requests"],
      ["500", "500 Internal Server Error"],
      ["502", "502 Bad Gateway"],
      ["503", "503 Unavailable"],
    ]);
    const person = choice(
      "Person",
      [...world.users.values()].map((user) => [user.id, `${nameOf(user)}${user.dms_closed ? " (closed)" : ""}`]),
    );
    const permission = choice("Permission", PERMISSIONS);
    const path = text("Only those whose path contains", "/messages");
    const seconds = number("Seconds", 4, 1, 60);
    const name = text("Name of a new channel", "board-games");
    const leap = choice(
      "How far",
      LEAPS.map(([label, seconds]) => [String(seconds), label]),
    );
    const next = () => ({ count: Number(requests.input.value), path: path.input.value });
    fill(
      element,
      this.said,
      part("The bot", [
        this.bot,
        this.#button("Restart the bot", () => ({ what: "restart_bot" })),
        this.#button("Drop the gateway", () => ({ what: "drop_gateway" })),
        this.#button("Forget its session", () => ({ what: "invalidate_session" })),
        this.#button("Ask it to reconnect", () => ({ what: "ask_to_reconnect" })),
      ]),
      part("Requests of the bot", [
        requests.label,
        path.label,
        status.label,
        this.#button("Fail the next ones", () => ({
          what: "fail_next",
          status: Number(status.input.value),
          ...next(),
        })),
        seconds.label,
        this.#button("Hold the next ones up", () => ({
          what: "slow_next",
          seconds: Number(seconds.input.value),
          ...next(),
        })),
      ]),
      part("Direct messages", [
        person.label,
        this.#button("Close", () => ({ what: "close_dms", user: person.input.value, closed: true })),
        this.#button("Open", () => ({ what: "close_dms", user: person.input.value, closed: false })),
      ]),
      part("Permissions of the bot in this channel", [
        permission.label,
        this.#button("Take away", () => ({ what: "deny", permission: permission.input.value })),
        this.#button("Give back", () => ({ what: "allow", permission: permission.input.value })),
      ]),
      part("The clock", [
        this.clock,
        leap.label,
        this.#button("Move forward", () => ({ what: "move_clock", seconds: Number(leap.input.value) })),
      ]),
      part("This channel", [
        this.#button(
          "Delete the bot's newest message",
          () => ({ what: "delete_message", message: this.#newest() }),
          "danger",
        ),
        this.#button("Delete the channel", () => ({ what: "delete_channel" }), "danger"),
      ]),
      part(guild ? `The server ${guild.name}` : "The server", [
        name.label,
        this.#button("New channel", () => ({ what: "new_channel", name: name.input.value, guild: guild?.id })),
        guild?.has_bot === false
          ? this.#button("Invite the bot again", () => ({ what: "invite_bot", guild: guild.id }))
          : this.#button("Throw the bot out of the server", () => ({ what: "remove_bot", guild: guild?.id }), "danger"),
      ]),
    );
    this.tick();
  }

  /** Show the state of clock and bot as it is now. */
  tick() {
    const { offset, botOnline } = this.world;
    this.clock.textContent = `It is ${shortTime(now())} on ${dayText(now())}${offset ? ", moved forward by " + span(offset) : ""}.`;
    fill(this.bot, h(`i.presence.${botOnline ? "online" : "offline"}`), botOnline ? "Connected" : "Not connected");
  }

  #newest() {
    const { bot, channel } = this.world;
    return this.world.history(channel?.id).messages.findLast(({ author }) => author.id === bot.id)?.id ?? "";
  }

  #button(label, params, style = "secondary") {
    return h(`button.button.${style}`, { type: "button", onclick: () => this.#do(label, params()) }, label);
  }

  async #do(label, params) {
    const { person, channel } = this.world;
    this.said.classList.remove("wrong");
    try {
      const answer = await act(person.id, channel?.id ?? null, { act: "trouble", ...params });
      this.said.textContent = `Done: ${label}.`;
      if (answer.channel_id) this.world.goTo(answer.channel_id);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.said.classList.add("wrong");
      this.said.textContent = error.message;
    }
  }
}

function part(title, children) {
  const id = newId("part");
  return h("section.trouble", { "aria-labelledby": id }, h("h3", { id }, title), h("div.tools", {}, children));
}

function choice(name, options) {
  const input = h(
    "select",
    {},
    options.map(([value, label]) => h("option", { value }, label)),
  );
  return { input, label: h("label.tool", {}, h("span", {}, name), h("span.native", {}, input, icon("down"))) };
}

function number(name, value, min, max) {
  const input = h("input", { type: "number", min, max, value });
  return { input, label: h("label.tool", {}, h("span", {}, name), input) };
}

function text(name, placeholder) {
  const input = h("input", { type: "text", placeholder, autocomplete: "off", spellcheck: "false" });
  return { input, label: h("label.tool", {}, h("span", {}, name), input) };
}

function span(seconds) {
  const units = [
    ["day", 86400],
    ["hour", 3600],
    ["minute", 60],
  ];
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  const count = Math.round((seconds / size) * 10) / 10;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}

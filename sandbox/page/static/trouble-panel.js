/** The panel for programmers, which makes things go wrong as they can on Discord. */

import { shortTime, now, dayText } from "./clock.js";
import { fill, h, newId } from "./dom.js";
import { icon } from "./icons.js";
import { locale, say } from "./language.js";
import { Refusal, act } from "./server.js";
import { nameOf } from "./world.js";

const PERMISSIONS = [
  ["view_channel", say("View Channel")],
  ["send_messages", say("Send Messages")],
  ["attach_files", say("Attach Files")],
  ["embed_links", say("Embed Links")],
  ["read_message_history", say("Read Message History")],
  ["create_public_threads", say("Create Public Threads")],
  ["send_messages_in_threads", say("Send Messages in Threads")],
];
const STATUSES = [
  ["429", "429 rate limit"],
  ["500", "500 server error"],
  ["502", "502 bad gateway"],
  ["503", "503 unavailable"],
];
const LEAPS = [60, 960, 3600, 21600, 86400, 259200, 691200].map((seconds) => [String(seconds), span(seconds)]);

/** Draws the trouble panel into an element. Typed texts and choices stay when it is drawn again. */
export class TroublePanel {
  #drawn = "";

  constructor(world) {
    this.world = world;
    this.said = h("p.said.trouble-said", { role: "status" });
    this.clock = h("p.clock");
    this.bot = h("p.clock");
    this.requests = number(say("How many requests"), 1, 1, 100);
    this.path = text(say("Whose path contains"), "/messages");
    this.status = choice(say("Answer"), STATUSES);
    this.seconds = number(say("Seconds"), 4, 1, 60);
    this.person = choice(say("Person"), []);
    this.permission = choice(say("Permission"), PERMISSIONS);
    this.leap = choice(say("How far"), LEAPS);
    this.name = text(say("Name of a new channel"), "board-games");
  }

  /** The contents of the panel for the current server and channel. */
  draw(element) {
    const { world } = this;
    const guild = world.guild ?? world.guilds[0];
    const people = [...world.users.values()].map((user) => [
      user.id,
      user.dms_closed ? say("{name} (closed)", { name: nameOf(user) }) : nameOf(user),
    ]);
    const state = JSON.stringify([guild?.id, guild?.has_bot, Boolean(world.guild), people]);
    if (state === this.#drawn && element.contains(this.said)) return;
    this.#drawn = state;
    offer(this.person.input, people);
    fill(
      element,
      this.said,
      part(say("The bot"), this.#botTools()),
      part(say("Requests of the bot"), this.#requestTools()),
      part(say("Direct messages"), [
        this.person.label,
        this.#button(say("Close"), () => ({ what: "close_dms", user: this.person.input.value, closed: true })),
        this.#button(say("Open"), () => ({ what: "close_dms", user: this.person.input.value, closed: false })),
      ]),
      part(say("The clock"), [
        this.clock,
        this.leap.label,
        this.#button(say("Move forward"), () => ({ what: "move_clock", seconds: Number(this.leap.input.value) })),
      ]),
      world.guild ? part(say("Permissions of the bot in this channel"), this.#permissionTools()) : null,
      part(world.guild ? say("This channel") : say("This conversation"), this.#channelTools()),
      guild ? part(say("Server: {name}", { name: guild.name }), this.#serverTools(guild)) : null,
    );
    this.tick();
  }

  #botTools() {
    return [
      this.bot,
      this.#button(say("Restart the bot"), () => ({ what: "restart_bot" })),
      this.#button(say("Drop the gateway"), () => ({ what: "drop_gateway" })),
      this.#button(say("Forget its session"), () => ({ what: "invalidate_session" })),
      this.#button(say("Ask it to reconnect"), () => ({ what: "ask_to_reconnect" })),
    ];
  }

  #requestTools() {
    const next = () => ({ count: Number(this.requests.input.value), path: this.path.input.value });
    const status = () => ({ status: Number(this.status.input.value) });
    const seconds = () => ({ seconds: Number(this.seconds.input.value) });
    return [
      this.requests.label,
      this.path.label,
      this.status.label,
      this.#button(say("Fail the next ones"), () => ({ what: "fail_next", ...status(), ...next() })),
      this.seconds.label,
      this.#button(say("Hold the next ones up"), () => ({ what: "slow_next", ...seconds(), ...next() })),
    ];
  }

  #permissionTools() {
    return [
      this.permission.label,
      this.#button(say("Take away"), () => ({ what: "deny", permission: this.permission.input.value })),
      this.#button(say("Give back"), () => ({ what: "allow", permission: this.permission.input.value })),
    ];
  }

  #channelTools() {
    const newest = () => ({ what: "delete_message", message: this.#newest() });
    return [
      this.#button(say("Delete the bot's newest message"), newest, "danger"),
      this.world.guild ? this.#button(say("Delete the channel"), () => ({ what: "delete_channel" }), "danger") : null,
    ];
  }

  #serverTools(guild) {
    const made = () => ({ what: "new_channel", name: this.name.input.value, guild: guild.id });
    return [
      this.name.label,
      this.#button(say("New channel"), made),
      guild.has_bot === false
        ? this.#button(say("Invite the bot again"), () => ({ what: "invite_bot", guild: guild.id }))
        : this.#button(say("Throw the bot out of the server"), () => ({ what: "remove_bot", guild: guild.id }), "danger"),
    ];
  }

  /** Show the current state of the clock and the bot. */
  tick() {
    const { offset, botOnline } = this.world;
    const clock = { time: shortTime(now()), day: dayText(now()), leap: span(offset) };
    this.clock.textContent = offset
      ? say("It is {time} on {day}, moved forward by {leap}.", clock)
      : say("It is {time} on {day}.", clock);
    fill(this.bot, h(`i.presence.${botOnline ? "online" : "offline"}`), botOnline ? say("Connected") : say("Not connected"));
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
      this.said.textContent = say("Done: {act}.", { act: label });
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
  return h("section.trouble", { "aria-labelledby": id }, h("h3", { id }, title), h("div.tools", children));
}

function choice(name, options) {
  const input = h("select");
  offer(input, options);
  return { input, label: h("label.tool", h("span", name), h("span.native", input, icon("down"))) };
}

/** Put options into a select; the current choice stays. */
function offer(select, options) {
  const { value } = select;
  fill(select, options.map(([key, label]) => h("option", { value: key }, label)));
  if (options.some(([key]) => key === value)) select.value = value;
}

function number(name, value, min, max) {
  const input = h("input", { type: "number", min, max, value });
  return { input, label: h("label.tool", h("span", name), input) };
}

function text(name, placeholder) {
  const input = h("input", { type: "text", placeholder, autocomplete: "off", spellcheck: "false" });
  return { input, label: h("label.tool", h("span", name), input) };
}

function span(seconds) {
  const units = [["day", 86400], ["hour", 3600], ["minute", 60]];
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  const format = new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 1 });
  return format.format(seconds / size);
}

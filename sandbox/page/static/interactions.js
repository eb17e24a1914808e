/** Interactions of people with the bot, and their state: sent, thinking, done or failed. */

import { Refusal, act } from "./server.js";

const REMEMBERED = 200;

/** The interactions of the viewer; tells the world `pending`, `clicked`, `started` and `sent` (a command). */
export class Interactions {
  #clicks = new Map();
  #commands = new Map();
  #states = new Map();
  #picked = new Map();

  constructor(world) {
    this.world = world;
    world.on("interaction", (state) => this.#hear(state));
    world.on("message", (message) => this.#answered(message));
    world.on("message-changed", ({ id }) => {
      this.#picked.delete(id);
      this.#settle(id);
    });
    world.on("ready", () => this.#forget());
  }

  /** The state of the last click in a message: {customId, failed, reason} or undefined. */
  clicked(messageId) {
    const click = this.#clicks.get(messageId);
    return click?.person === this.world.person?.id ? click : undefined;
  }

  /** The viewer's last choice in a select that was not drawn again since, or undefined. */
  picked(messageId, customId) {
    const picked = this.#picked.get(messageId);
    return picked?.person === this.world.person?.id && picked.customId === customId ? picked.values : undefined;
  }

  /** The viewer's commands in a channel that have no answer yet. */
  pending(channelId) {
    return [...this.#commands.values()].filter(
      ({ person, channel }) => person === this.world.person?.id && channel === channelId,
    );
  }

  /** Remove a failed command from the screen. */
  forget(id) {
    this.#commands.delete(id);
    this.world.tell("pending");
  }

  /** Press a button; `name` is its name in the log. */
  press(message, customId, name) {
    return this.#click(message, customId, name, { act: "button" });
  }

  /** Choose values in a select. */
  pick(message, customId, values) {
    this.#picked.set(message.id, { customId, values, person: this.world.person.id });
    return this.#click(message, customId, `Select ${values.join(", ")}`, { act: "select", values });
  }

  /** Use a slash command; throws `Refusal` when the sandbox refuses it. */
  async slash({ name, key }, options) {
    await this.#command(`/${name}`, { act: "slash", command: key, options });
  }

  /** Use a command of a person's menu. */
  async userCommand(command, name, target) {
    await this.#command(name, { act: "user_command", command, target });
  }

  /** Send a modal. Returns the id of its interaction, if the sandbox names it. */
  async submit(interactionId, customId, values) {
    const answer = await this.#do("Submit", {
      act: "modal",
      interaction_id: interactionId,
      custom_id: customId,
      values,
    });
    return answer.interaction_id;
  }

  /** The last known state of an interaction. */
  state(id) {
    return this.#states.get(id);
  }

  async #click(message, customId, name, deed) {
    const click = { customId, person: this.world.person.id, failed: false };
    this.#clicks.set(message.id, click);
    this.world.tell("clicked", message.id);
    try {
      const answer = await this.#do(name, { ...deed, message: message.id, custom_id: customId }, message.channel_id);
      this.#name(
        click,
        answer.interaction_id,
        () => this.#settle(message.id),
        (reason) => this.#fail(message.id, reason),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#fail(message.id, error.message);
    }
  }

  async #command(name, deed) {
    const started = { name, person: this.world.person.id, channel: this.world.channel.id, state: "sent" };
    const answer = await this.#do(name, deed);
    const id = answer.interaction_id;
    if (!id) return;
    this.world.tell("sent");
    started.id = id;
    const known = this.#states.get(id);
    if (known?.state === "done") return;
    this.#commands.set(id, { ...started, ...known });
    this.world.tell("pending");
  }

  #do(name, deed, channel = this.world.channel.id) {
    this.pending(channel).forEach(({ id, state }) => state === "failed" && this.forget(id)); // was seen by now
    this.world.tell("started", { name, channel, at: performance.now() });
    return act(this.world.person.id, channel, deed);
  }

  #name(click, id, settle, fail) {
    if (!id) return settle();
    click.id = id;
    const known = this.#states.get(id);
    if (known?.state === "failed") fail(known.reason);
    else if (known) settle();
  }

  #hear(state) {
    const { id } = state;
    if (state.state !== "sent") this.#states.set(id, state);
    if (this.#states.size > REMEMBERED) this.#states.delete(this.#states.keys().next().value);
    const command = this.#commands.get(id);
    if (command) {
      if (state.state === "done") this.#commands.delete(id);
      else Object.assign(command, state);
      this.world.tell("pending");
    }
    for (const [messageId, click] of this.#clicks) {
      if (click.id !== id || state.state === "sent") continue;
      if (state.state === "failed") this.#fail(messageId, state.reason);
      else this.#settle(messageId);
    }
  }

  #answered(message) {
    const id = (message.interaction_metadata ?? message.interaction)?.id;
    if (id && this.#commands.delete(id)) this.world.tell("pending");
  }

  #settle(messageId) {
    if (this.#clicks.delete(messageId)) this.world.tell("clicked", messageId);
  }

  #fail(messageId, reason) {
    const click = this.#clicks.get(messageId);
    if (!click) return;
    this.#picked.delete(messageId);
    Object.assign(click, { failed: true, reason });
    this.world.tell("clicked", messageId);
  }

  #forget() {
    this.#clicks.clear();
    this.#commands.clear();
    this.#picked.clear();
    this.world.tell("pending");
  }
}

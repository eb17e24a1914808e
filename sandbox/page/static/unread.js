/** The unread messages and pings of each person; windows of one browser share them. */

import { after } from "./history.js";
import { isDirect } from "./world.js";

const STORE = "tidepool.read";

/** Read marks of every person; tells the world `unread` on a change. */
export class Unread {
  #marks = JSON.parse(localStorage.getItem(STORE) ?? "{}");
  #pings = new Map();

  constructor(world) {
    this.world = world;
    world.on("ready", () => this.#start());
    world.on("message", (message) => this.#take(message));
    world.on("message-gone", ({ id }) => this.#pings.delete(id) && world.tell("unread"));
    addEventListener("storage", ({ key, newValue }) => {
      if (key !== STORE || !newValue) return;
      this.#marks = JSON.parse(newValue);
      world.tell("unread");
    });
  }

  /** A person has read a channel to its end. */
  read(person, channel) {
    const newest = channel.last_message_id;
    if (!newest || !this.#isAfterMark(person.id, channel.id, newest)) return;
    this.#mark(person.id, channel.id, newest);
    this.#save();
    this.world.tell("unread");
  }

  /** Whether a person has something new in a channel. */
  isUnread(person, channel) {
    const newest = channel.last_message_id;
    return Boolean(newest) && this.#isAfterMark(person.id, channel.id, newest);
  }

  /** The last message that a person has read in a channel. */
  mark(person, channel) {
    return this.#marks[person.id]?.[channel.id] ?? null;
  }

  /** The number of a person's pings in a channel since they read it; without a channel, in all of them. */
  pings(person, channel = null) {
    let count = 0;
    for (const [id, { channelId, people }] of this.#pings) {
      if (channel && channelId !== channel.id) continue;
      if (people.includes(person.id) && this.#isAfterMark(person.id, channelId, id)) count += 1;
    }
    return count;
  }

  /** Whether anything is new for a person anywhere. */
  anything(person) {
    return [...this.world.channels.values()].some(
      (channel) => this.world.canSee(channel, person) && this.isUnread(person, channel),
    );
  }

  #start() {
    const { users, channels } = this.world;
    for (const person of users.values()) {
      for (const channel of channels.values()) {
        const newest = channel.last_message_id;
        if (newest && !this.#marks[person.id]?.[channel.id]) this.#mark(person.id, channel.id, newest);
      }
    }
    this.#save();
    this.world.tell("unread");
  }

  #take(message) {
    const { id, channel_id: channelId } = message;
    const channel = this.world.channels.get(channelId);
    for (const person of this.world.users.values()) {
      const unseen =
        message.author.id === person.id ||
        !this.world.shows(message, person) ||
        (channel && !this.world.canSee(channel, person));
      if (unseen && !this.#isBehind(person.id, channelId, id)) this.#mark(person.id, channelId, id);
    }
    const called = channel && isDirect(channel) ? channel.recipients.map((person) => person.id) : (message.pinged ?? []);
    const people = called.filter((person) => person !== message.author.id);
    if (people.length) this.#pings.set(id, { channelId, people });
    this.#save();
    this.world.tell("unread");
  }

  /** Whether an older message is unread. Then a message that the person cannot see marks nothing as read. */
  #isBehind(person, channelId, id) {
    const older = this.world
      .history(channelId)
      .messages.findLast((message) => message.id !== id && this.world.shows(message, { id: person }));
    return Boolean(older) && this.#isAfterMark(person, channelId, older.id);
  }

  #isAfterMark(person, channelId, id) {
    const mark = this.#marks[person]?.[channelId];
    return !mark || after(id, mark);
  }

  #mark(person, channelId, id) {
    (this.#marks[person] ??= {})[channelId] = id;
  }

  #save() {
    localStorage.setItem(STORE, JSON.stringify(this.#marks));
  }
}

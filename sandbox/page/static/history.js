/** The messages of one channel, oldest first, loaded backwards page by page. */

import { olderMessages } from "./server.js";

/** Whether snowflake `a` is newer than snowflake `b`. */
export const after = (a, b) => (a.length === b.length ? a > b : a.length > b.length);

/** The messages of a channel that were loaded so far. */
export class History {
  messages = [];
  complete = false;
  #loading = null;

  constructor(channelId) {
    this.channelId = channelId;
  }

  /** Load one older page. Returns the messages that were not loaded before. Calls made meanwhile share the page. */
  older() {
    this.#loading ??= this.#page().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /** Insert a message by its id; a known one is replaced. */
  put(message) {
    let at = this.messages.length;
    while (at > 0 && after(this.messages[at - 1].id, message.id)) at -= 1;
    if (this.messages[at - 1]?.id === message.id) this.messages[at - 1] = message;
    else this.messages.splice(at, 0, message);
  }

  /** Change a message. Returns whether it was loaded. */
  change(message) {
    const at = this.messages.findIndex(({ id }) => id === message.id);
    if (at >= 0) this.messages[at] = { ...this.messages[at], ...message };
    return at >= 0;
  }

  /** Remove a message. */
  remove(id) {
    this.messages = this.messages.filter((message) => message.id !== id);
  }

  async #page() {
    if (this.complete) return [];
    const page = await olderMessages(this.channelId, this.messages[0]?.id);
    if (page.length === 0) this.complete = true;
    const fresh = page.filter(({ id }) => !this.messages.some((known) => known.id === id));
    fresh.forEach((message) => this.put(message));
    return fresh;
  }
}

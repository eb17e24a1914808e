/** The messages of one channel, oldest first, loaded backwards page by page. */

import { olderMessages } from "./server.js";

/** Whether snowflake `a` is newer than snowflake `b`. */
export const after = (a, b) => (a.length === b.length ? a > b : a.length > b.length);

/** What was loaded of a channel so far. */
export class History {
  messages = [];
  complete = false;
  #loading = null;

  constructor(channelId) {
    this.channelId = channelId;
  }

  /** Load one older page; gives the messages that are new here. Calls made meanwhile share the same page. */
  older() {
    this.#loading ??= this.#page().finally(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  /** Put a message in its place by id; a known one is replaced. */
  put(message) {
    let at = this.messages.length;
    while (at > 0 && after(this.messages[at - 1].id, message.id)) at -= 1;
    if (this.messages[at - 1]?.id === message.id) this.messages[at - 1] = message;
    else this.messages.splice(at, 0, message);
  }

  /** Change a message that was loaded; gives whether it was. */
  change(message) {
    const at = this.messages.findIndex(({ id }) => id === message.id);
    if (at >= 0) this.messages[at] = { ...this.messages[at], ...message };
    return at >= 0;
  }

  /** Take a message out. */
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

/** The commands that the client offers to the viewer in the current channel, as the sandbox says by Discord's rules. */

import { Refusal, offeredCommands } from "./server.js";

/** Asks the sandbox whenever the offer may have changed, and tells the world. */
export class Offers {
  #asked = 0;

  constructor(world) {
    this.world = world;
    for (const name of ["ready", "place", "person", "channels", "guild", "commands"]) world.on(name, () => this.#ask());
  }

  async #ask() {
    const { world } = this;
    const asked = ++this.#asked;
    await null; // changes at the same moment cause one request
    if (asked !== this.#asked || !world.person || !world.channel) return;
    const key = `${world.person.id} ${world.channel.id}`;
    if (world.offered?.key !== key) world.offered = null;
    try {
      const ids = await offeredCommands(world.person.id, world.channel.id);
      if (asked !== this.#asked) return;
      world.offered = { key, ids: new Set(ids) };
      world.tell("offers");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
}

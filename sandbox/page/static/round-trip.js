/** How long it took from a key press or click to the painted picture. */

/** A picture that comes later than this (ms) answers somebody else's act. */
const LONGEST = 3000;

/** Measures acts of this window; tells the world `round-trip` with {name, ms}. */
export class RoundTrip {
  #started = new Map();

  constructor(world) {
    this.world = world;
    world.on("started", (start) => this.#started.set(start.channel, start));
  }

  /** A message that has just come is on the page: if it answers an act with a picture, tell how long that took. */
  async watch(message, element) {
    const start = this.#started.get(message.channel_id);
    const pictures = [...element.querySelectorAll("img")];
    if (!start || !pictures.length || message.author.id !== this.world.bot?.id) return;
    this.#started.delete(message.channel_id);
    if (performance.now() - start.at > LONGEST) return;
    pictures.forEach((picture) => picture.setAttribute("loading", "eager"));
    try {
      await Promise.all(pictures.map((picture) => picture.decode()));
    } catch {
      return; // the picture was taken away meanwhile
    }
    requestAnimationFrame(() => this.world.tell("round-trip", { name: start.name, ms: performance.now() - start.at }));
  }
}

/** Measures the time from a key press or click to the painted picture. */

/** Milliseconds after which a picture is taken for the answer to another person's act. */
const LONGEST = 3000;

/** Measures acts of this window; tells the world `round-trip` with {name, ms}. */
export class RoundTrip {
  #started = new Map();

  constructor(world) {
    this.world = world;
    world.on("started", (start) => this.#started.set(start.channel, start));
  }

  /** Call it when a new message is on the page: if it answers an act with a picture, it reports the time. */
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
      return; // the picture was removed meanwhile
    }
    requestAnimationFrame(() => this.world.tell("round-trip", { name: start.name, ms: performance.now() - start.at }));
  }
}

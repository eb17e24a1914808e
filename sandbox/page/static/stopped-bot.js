/** The notice that the bot has stopped on its own, with its last lines and a button that starts it again. */

import { byId, fill, h } from "./dom.js";
import { say } from "./language.js";

/** Draws the notice above the messages; `restart` starts the bot. */
export class StoppedBot {
  constructor(world, restart) {
    Object.assign(this, { world, restart });
    for (const name of ["ready", "bot"]) world.on(name, () => this.#draw());
  }

  #draw() {
    const notice = byId("stopped");
    const [sentence, ...lines] = this.world.botStopped.split("\n");
    notice.hidden = !sentence;
    const output = h("pre", { tabindex: "0", "aria-label": say("Last lines of the bot") }, lines.join("\n"));
    fill(
      notice,
      h("p", sentence),
      output,
      h("button.button.primary", { type: "button", onclick: () => this.restart() }, say("Start the bot again")),
    );
    output.scrollTop = output.scrollHeight;
  }
}

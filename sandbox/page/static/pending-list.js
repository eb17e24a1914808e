/** Commands without an answer yet, and those that never got one, below the newest message. */

import { dots } from "./components-view.js";
import { byId, fill, h } from "./dom.js";
import { face } from "./icons.js";
import { say } from "./language.js";
import { appBadge, failureLine, privateLine, usedLine } from "./message-view.js";
import { nameOf } from "./world.js";

/** Draws the viewer's commands that have no answer. */
export class PendingList {
  constructor(world, interactions) {
    Object.assign(this, { world, interactions });
    for (const name of ["pending", "person", "place", "ready"]) world.on(name, () => this.#draw());
  }

  #draw() {
    const { channel } = this.world;
    const list = byId("pending");
    const commands = channel ? this.interactions.pending(channel.id) : [];
    fill(list, commands.map((command) => h("li.first", this.#row(command))));
    list.hidden = !commands.length;
  }

  #row({ id, name, person, state, reason }) {
    const { bot } = this.world;
    const user = this.world.user(person);
    const words = { sent: say("Sending command…"), thinking: say("{name} is thinking…", { name: nameOf(bot) }) }[state];
    const failed = [
      failureLine(say("The application did not respond"), reason),
      privateLine(() => this.interactions.forget(id)),
    ];
    return h(
      "article.message",
      { class: state === "failed" ? "private" : "", "aria-label": [name, words ?? say("failed")].join(": ") },
      usedLine(user, name),
      h("span.avatar", face(bot)),
      h("h3.byline", h("span.author", nameOf(bot)), appBadge()),
      h("div.body", words ? h("div.thinking", dots(), words) : failed),
    );
  }
}

/** Commands without an answer yet, and those that never got one, below the newest message. */

import { byId, fill, h } from "./dom.js";
import { face, icon } from "./icons.js";
import { say } from "./language.js";
import { appBadge } from "./message-view.js";
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
    fill(
      list,
      commands.map((command) => h("li.first", {}, this.#row(command))),
    );
    list.hidden = !commands.length;
  }

  #row({ id, name, person, state, reason }) {
    const { bot } = this.world;
    const user = this.world.user(person);
    const words = { sent: say("Sending command…"), thinking: say("{name} is thinking…", { name: nameOf(bot) }) }[state];
    const dots = h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i"));
    const failed = [
      h("p.failure", { role: "alert", title: reason }, icon("warning"), say("The application did not respond")),
      h(
        "p.private-line",
        {},
        icon("eye"),
        say("Only you can see this"),
        h("span", { "aria-hidden": "true" }, " • "),
        h("button.link", { type: "button", onclick: () => this.interactions.forget(id) }, say("Dismiss message")),
      ),
    ];
    return h(
      "article.message",
      { class: state === "failed" ? "private" : "", "aria-label": [name, words ?? say("failed")].join(": ") },
      h(
        "div.above",
        {},
        h("span.mini", {}, face(user)),
        h("span.who", {}, nameOf(user)),
        " ",
        say("used"),
        " ",
        h("span.command", {}, name),
      ),
      h("span.avatar", {}, face(bot)),
      h("h3.byline", {}, h("span.author", {}, nameOf(bot)), appBadge()),
      h("div.body", {}, words ? h("div.thinking", {}, dots, words) : failed),
    );
  }
}

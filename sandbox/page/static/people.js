/** The people at the bottom left: the viewer, and the others to switch to, with their pings. */

import { badge, mentions } from "./channel-list.js";
import { byId, fill, h } from "./dom.js";
import { face } from "./icons.js";
import { say } from "./language.js";
import { nameOf } from "./world.js";

/** Draws the panel of people. */
export class People {
  constructor(world, page, unread) {
    Object.assign(this, { world, page, unread });
    for (const name of ["ready", "person", "unread", "channels"]) world.on(name, () => this.#draw());
  }

  #draw() {
    const { person, users } = this.world;
    if (!person) return;
    const others = [...users.values()].filter((user) => user !== person);
    fill(
      byId("people"),
      h(
        "button.me",
        {
          type: "button",
          "aria-label": say("You are {name}", { name: nameOf(person) }),
          onclick: (event) => this.page.userMenu(person, event),
        },
        h("span.portrait", face(person), h("i.presence.online")),
        h("span.names", h("b", nameOf(person)), h("small", person.username)),
      ),
      h(
        "ul.others",
        { "aria-label": say("Be somebody else") },
        others.map((user) => h("li", this.#other(user))),
      ),
    );
  }

  #other(user) {
    const pings = this.unread.pings(user);
    const isNew = this.unread.anything(user);
    const label = [say("Be {name}", { name: nameOf(user) }), pings && mentions(pings), isNew && !pings && say("unread messages")]
      .filter(Boolean)
      .join(", ");
    return h(
      "button.other",
      {
        type: "button",
        title: label,
        "aria-label": label,
        class: isNew ? "unread" : "",
        onclick: () => this.world.become(user),
        oncontextmenu: (event) => this.page.userMenu(user, event),
      },
      face(user),
      badge(pings),
    );
  }
}

/** The right side: everybody in the channel. */

import { byId, fill, h } from "./dom.js";
import { face } from "./icons.js";
import { say } from "./language.js";
import { appBadge } from "./message-view.js";
import { isDirect, nameOf } from "./world.js";

/** Draws the list of members; a press or a right click opens a person's menu. */
export class Members {
  constructor(world, page) {
    Object.assign(this, { world, page });
    for (const name of ["ready", "person", "place", "bot", "guild"]) world.on(name, () => this.#draw());
  }

  #draw() {
    const { channel, bot, botOnline, users } = this.world;
    if (!channel || !bot) return;
    const here = isDirect(channel) ? new Set((channel.recipients ?? []).map(({ id }) => id)) : null;
    const people = [...users.values()].filter(({ id }) => !here || here.has(id));
    const apps = this.world.guild?.has_bot === false ? [] : [bot];
    fill(
      byId("members"),
      this.#group(say("Online"), people, () => true),
      apps.length ? this.#group(say("Apps"), apps, () => botOnline) : null,
    );
  }

  #group(title, users, online) {
    return [
      h("h2.category", {}, `${title} — ${users.length}`),
      h(
        "ul",
        {},
        users.map((user) => h("li", {}, this.#member(user, online(user)))),
      ),
    ];
  }

  #member(user, online) {
    const menu = (event) => this.page.userMenu(user, event);
    return h(
      "button.member",
      { type: "button", class: online ? "" : "away", onclick: menu, oncontextmenu: menu },
      h("span.portrait", {}, face(user), h(`i.presence.${online ? "online" : "offline"}`)),
      h("span.name", {}, nameOf(user)),
      user.bot ? appBadge() : null,
      user.dms_closed ? h("small", {}, say("DMs closed")) : null,
    );
  }
}

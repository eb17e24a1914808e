/** The right side: everybody in the channel, and those who can be invited. */

import { byId, fill, h } from "./dom.js";
import { face } from "./icons.js";
import { say } from "./language.js";
import { appBadge } from "./message-view.js";
import { Refusal, act } from "./server.js";
import { isDirect, nameOf } from "./world.js";

/** Draws the list of members; a press or a right click opens a person's menu. */
export class Members {
  #busy = false;

  constructor(world, page) {
    Object.assign(this, { world, page });
    this.said = h("p.said", { role: "status" });
    this.invite = this.#button(() => this.#invite());
    this.crowd = this.#button(() => this.#press());
    this.invite.textContent = say("Invite somebody");
    for (const name of ["ready", "person", "place", "bot", "guild"]) world.on(name, () => this.#draw());
    for (const name of ["place", "message", "message-changed", "message-gone", "loaded"])
      world.on(name, () => this.#offer());
  }

  #draw() {
    const { channel, bot, botOnline, users } = this.world;
    if (!channel || !bot) return;
    const here = isDirect(channel) ? new Set((channel.recipients ?? []).map(({ id }) => id)) : null;
    const people = [...users.values()].filter(({ id }) => !here || here.has(id));
    const apps = this.world.guild?.has_bot === false ? [] : [bot];
    fill(
      byId("members"),
      here ? null : h("div.guests", this.invite, this.crowd, this.said),
      this.#group(say("Online"), people, () => true),
      apps.length ? this.#group(say("Apps"), apps, () => botOnline) : null,
    );
    this.#offer();
  }

  /** Show which button a crowd would press, if there is one. */
  #offer() {
    const { leading } = this.world;
    this.crowd.hidden = !leading && !this.#busy;
    this.crowd.disabled = this.#busy;
    if (leading) this.crowd.textContent = say("Crowd: ten press “{button}”", { button: leading.button.label });
  }

  #invite() {
    const { person, channel } = this.world;
    return this.#do(async () => {
      const answer = await act(person.id, channel.id, { act: "invite", guild: channel.guild_id });
      return say("{name} has joined.", { name: answer.name });
    });
  }

  #press() {
    const { person, channel, leading } = this.world;
    this.#busy = true;
    this.#offer();
    return this.#do(async () => {
      const deed = { act: "crowd", message: leading.post.id, custom_id: leading.button.custom_id };
      const { confirmed } = await act(person.id, channel.id, deed);
      return say("Confirmed: {count} of 10.", { count: confirmed });
    }).finally(() => {
      this.#busy = false;
      this.#offer();
    });
  }

  async #do(deed) {
    this.said.classList.remove("wrong");
    this.said.textContent = "";
    try {
      this.said.textContent = await deed();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.said.classList.add("wrong");
      this.said.textContent = error.message;
    }
  }

  #button(onclick) {
    return h("button.button.secondary", { type: "button", onclick });
  }

  #group(title, users, online) {
    return [
      h("h2.category", `${title} — ${users.length}`),
      h("ul", users.map((user) => h("li", this.#member(user, online(user))))),
    ];
  }

  #member(user, online) {
    const menu = (event) => this.page.userMenu(user, event);
    return h(
      "button.member",
      { type: "button", class: online ? "" : "away", onclick: menu, oncontextmenu: menu },
      h("span.portrait", face(user), h(`i.presence.${online ? "online" : "offline"}`)),
      h("span.name", nameOf(user)),
      user.bot ? appBadge() : null,
      user.dms_closed ? h("small", say("DMs closed")) : null,
    );
  }
}

/** The left side: the rail of servers and the channels, threads and direct messages below them. */

import { byId, fill, h } from "./dom.js";
import { face, icon } from "./icons.js";
import { say } from "./language.js";
import { DM, GROUP, TEXT, isDirect, isThread, nameOf } from "./world.js";

const DIRECT = "direct";

/** Draws the rail and the channels, and goes to the server or channel that is chosen. */
export class ChannelList {
  #place = null;

  constructor(world, page, unread) {
    Object.assign(this, { world, page, unread });
    for (const name of ["channels", "person", "unread", "bot"]) world.on(name, () => this.draw());
    world.on("place", () => this.#follow());
    world.on("ready", () => this.#follow());
  }

  /** Draw everything again. */
  draw() {
    if (!this.world.person) return;
    this.#drawRail();
    this.#drawChannels();
  }

  #follow() {
    const { channel, guilds } = this.world;
    if (channel) this.#place = isDirect(channel) ? DIRECT : (channel.guild_id ?? guilds[0]?.id);
    this.#place ??= guilds[0]?.id ?? DIRECT;
    this.draw();
  }

  #drawRail() {
    const direct = this.#placeButton(DIRECT, say("Direct messages"), face({ bot: true }));
    const guilds = this.world.guilds.map((guild) =>
      this.#placeButton(guild.id, guild.name, h("span.initials", initials(guild.name))),
    );
    fill(
      byId("rail"),
      h(
        "ul",
        h("li", direct),
        h("li.rail-line", { role: "separator" }),
        guilds.map((button) => h("li", button)),
        h("li", this.#newServerButton()),
      ),
    );
  }

  #newServerButton() {
    const title = say("New server");
    const made = () => this.page.newServer();
    return h("button.place", { type: "button", title, "aria-label": title, onclick: made }, h("span.initials", icon("plus")));
  }

  #placeButton(place, name, picture) {
    const { person } = this.world;
    const channels = this.world.places().filter((channel) => placeOf(channel, this.world) === place);
    const pings = channels.reduce((sum, channel) => sum + this.unread.pings(person, channel), 0);
    const isNew = channels.some((channel) => this.unread.isUnread(person, channel));
    const current = this.#place === place;
    const label = [name, pings && mentions(pings), isNew && !pings && say("unread")].filter(Boolean).join(", ");
    const go = () => {
      this.#place = place;
      const target = channels.find((channel) => channel.type === TEXT || isDirect(channel));
      if (target) this.world.go(target);
      else this.draw();
    };
    return h(
      "button.place",
      {
        type: "button",
        title: name,
        "aria-label": label,
        "aria-current": current || null,
        class: isNew ? "unread" : "",
        onclick: go,
      },
      picture,
      badge(pings),
    );
  }

  #drawChannels() {
    const direct = this.#place === DIRECT;
    byId("place-name").textContent = direct
      ? say("Direct messages")
      : (this.world.guilds.find(({ id }) => id === this.#place)?.name ?? "");
    fill(byId("channels"), direct ? this.#directList() : this.#guildList());
  }

  #guildList() {
    const channels = this.world
      .places()
      .filter((channel) => placeOf(channel, this.world) === this.#place && !isThread(channel));
    const rows = channels.map((channel) => h("li", this.#channelButton(channel), this.#threadList(channel)));
    const none = h("p.none", say("There is none. The panel Trouble, at the top right, makes one."));
    return [h("h2.category", say("Text channels")), rows.length ? h("ul", rows) : none];
  }

  #threadList(channel) {
    const threads = this.world.threads(channel.id);
    if (!threads.length) return null;
    return h(
      "ul.threads",
      { "aria-label": say("Threads of {channel}", { channel: channel.name }) },
      threads.map((thread) => h("li", this.#channelButton(thread))),
    );
  }

  #directList() {
    const places = this.world.places();
    const dm = places.find(({ type }) => type === DM);
    const bot = dm
      ? this.#channelButton(dm)
      : h(
          "button.channel.direct",
          { type: "button", onclick: () => this.page.openDm() },
          ...this.#botFace(),
          nameOf(this.world.bot),
        );
    const groups = places.filter(({ type }) => type === GROUP);
    return [
      h("h2.category", say("Direct messages")),
      h("ul", h("li", bot), groups.map((group) => h("li", this.#channelButton(group)))),
    ];
  }

  #botFace() {
    return [
      h("span.portrait", face(this.world.bot), h(`i.presence.${this.world.botOnline ? "online" : "offline"}`)),
    ];
  }

  #channelButton(channel) {
    const { person } = this.world;
    const name = this.world.nameOf(channel);
    const pings = this.unread.pings(person, channel);
    const isNew = this.unread.isUnread(person, channel);
    const current = channel.id === this.world.channel?.id;
    const label = [KINDS[channel.type]?.(name) ?? name, pings && mentions(pings), isNew && !pings && say("unread")]
      .filter(Boolean)
      .join(", ");
    const picture = channel.type === DM ? this.#botFace() : [glyph(channel)];
    const classes = [
      isNew && !current ? "unread" : "",
      isDirect(channel) ? "direct" : "",
      isThread(channel) ? "thread" : "",
    ].join(" ");
    return h(
      "button.channel",
      {
        type: "button",
        "aria-label": label,
        "aria-current": current ? "page" : null,
        class: classes,
        dataset: { channel: channel.id },
        onclick: () => this.world.go(channel),
      },
      ...picture,
      h("span.name", name),
      badge(pings),
    );
  }
}

/** The icon of a kind of channel. */
export const glyph = (channel) =>
  icon(isThread(channel) ? "thread" : ({ [DM]: "at", [GROUP]: "group" }[channel.type] ?? "hash"));

/** A red count of pings, or nothing. */
export const badge = (count) =>
  count ? h("span.badge", { "aria-hidden": "true" }, count > 99 ? "99+" : String(count)) : null;

/** "2 mentions". */
export const mentions = (count) => (count === 1 ? say("{count} mention", { count }) : say("{count} mentions", { count }));

const KINDS = {
  [TEXT]: (name) => say("{name}, text channel", { name }),
  [DM]: (name) => say("{name}, direct message", { name }),
  [GROUP]: (name) => say("{name}, group", { name }),
  10: (name) => say("{name}, thread", { name }),
  11: (name) => say("{name}, thread", { name }),
  12: (name) => say("{name}, private thread", { name }),
};

const placeOf = (channel, world) => (isDirect(channel) ? DIRECT : (channel.guild_id ?? world.guilds[0]?.id));

const initials = (name) =>
  name
    .split(/\s+/)
    .map((word) => [...word][0])
    .join("")
    .slice(0, 3);

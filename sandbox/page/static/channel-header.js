/** The line above the messages, with the buttons that open the drawers, and the drawers themselves. */

import { badge, glyph, mentions } from "./channel-list.js";
import { byId, fill, h } from "./dom.js";
import { face, icon } from "./icons.js";
import { say } from "./language.js";
import { RequestLog } from "./request-log.js";
import { TroublePanel } from "./trouble-panel.js";
import { nameOf } from "./world.js";

const NARROW = matchMedia("(max-width: 1000px)");
const PHONE = matchMedia("(max-width: 700px)");
const TITLES = { trouble: say("Trouble"), log: say("Requests of the bot") };

/** Draws the header and opens one drawer at a time: places, members, trouble or log. */
export class ChannelHeader {
  #place = null;
  #drawer = NARROW.matches ? null : "members";

  constructor(world, unread) {
    Object.assign(this, { world, unread });
    this.panels = { trouble: new TroublePanel(world), log: new RequestLog(world) };
    for (const name of ["ready", "place", "person", "channels", "unread"]) world.on(name, () => this.#draw());
    for (const name of ["ready", "place", "channels", "guild"]) world.on(name, () => this.#redrawTrouble());
    world.on("place", (channel) => {
      if (PHONE.matches && channel?.id !== this.#place) this.open(null);
      this.#place = channel?.id;
    });
    for (const name of ["bot", "clock"]) world.on(name, () => this.panels.trouble.tick());
    setInterval(() => this.#drawer === "trouble" && this.panels.trouble.tick(), 1000);
    byId("scrim").addEventListener("click", () => this.open(null));
    NARROW.addEventListener("change", () => this.open(NARROW.matches ? null : "members"));
    addEventListener("keydown", ({ key, defaultPrevented }) => {
      if (key === "Escape" && !defaultPrevented && this.#covers() && !document.querySelector("dialog[open]"))
        this.open(null);
    });
    this.open(this.#drawer);
  }

  /** Open a drawer, or none. */
  open(drawer) {
    this.#drawer = drawer;
    const panel = byId("panel");
    document.body.dataset.drawer = drawer ?? "";
    panel.hidden = !(drawer in this.panels);
    if (!panel.hidden) this.#drawPanel(panel, drawer);
    byId("places").inert = PHONE.matches && drawer !== "places";
    byId("members").inert = drawer !== "members";
    byId("chat").inert = this.#covers();
    this.#draw();
    if (this.#covers()) this.#focusDrawer(drawer);
  }

  #covers() {
    return Boolean(this.#drawer) && (PHONE.matches || (NARROW.matches && this.#drawer === "members"));
  }

  #focusDrawer(drawer) {
    const element = byId(drawer in this.panels ? "panel" : drawer);
    element.querySelector("[aria-current], button")?.focus();
  }

  #drawPanel(panel, drawer) {
    const body = h("div.panel-body");
    fill(
      panel,
      h(
        "header",
        h("h2", TITLES[drawer]),
        h(
          "button.round",
          { type: "button", "aria-label": say("Close"), onclick: () => this.open(NARROW.matches ? null : "members") },
          icon("close"),
        ),
      ),
      body,
    );
    this.panels[drawer].draw(body);
  }

  #redrawTrouble() {
    if (this.#drawer === "trouble" && this.world.person)
      this.panels.trouble.draw(byId("panel").querySelector(".panel-body"));
  }

  #draw() {
    const { channel } = this.world;
    const name = channel ? this.world.nameOf(channel) : say("Nothing here");
    fill(
      byId("channel-header"),
      this.#toggle("places", say("Channels"), "menu", channel ? this.#waiting() : 0),
      this.world.person
        ? h("span.mini.who", { title: say("You are {name}", { name: nameOf(this.world.person) }) }, face(this.world.person))
        : null,
      channel ? glyph(channel) : null,
      h("h2", { id: "channel-name" }, name),
      channel?.topic ? h("p.topic", { title: channel.topic }, channel.topic) : null,
      h(
        "div.tools",
        this.#toggle("trouble", say("Trouble"), "trouble"),
        this.#toggle("log", say("Request log"), "log"),
        this.#toggle("members", say("Members"), "people"),
      ),
    );
    const pings = this.world.person ? this.unread.pings(this.world.person) : 0;
    const title = this.world.bot ? say("{bot} sandbox", { bot: nameOf(this.world.bot) }) : say("Sandbox");
    document.title = `${pings ? `(${pings}) ` : ""}${channel ? `${name} · ` : ""}${title}`;
  }

  /** The number of all people's pings in all channels, which the drawer of channels and people shows in detail. */
  #waiting() {
    return [...this.world.users.values()].reduce((sum, person) => sum + this.unread.pings(person), 0);
  }

  #toggle(drawer, label, glyphName, pings = 0) {
    const open = this.#drawer === drawer;
    const name = pings ? `${label}, ${mentions(pings)}` : label;
    return h(
      `button.round.toggle-${drawer}`,
      {
        type: "button",
        title: label,
        "aria-label": name,
        "aria-expanded": String(open),
        onclick: () => this.open(open ? null : drawer),
      },
      icon(glyphName),
      badge(pings),
    );
  }
}

/** The log of the bot's requests: whether each body is valid, and how long an answer took. */

import { fill, h } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./language.js";

/** Draws the request log into an element. */
export class RequestLog {
  #measured = [];

  constructor(world) {
    this.world = world;
    this.list = h("ol.log", { "aria-label": say("Requests, newest first"), tabindex: "0" });
    this.summary = h("p.said", { role: "status" });
    world.on("log", (entry) => this.#come(entry));
    world.on("round-trip", (trip) => this.#come({ ...trip, kind: "trip" }));
  }

  /** The contents of the panel. */
  draw(element) {
    fill(element, this.summary, this.list);
    fill(this.list, this.#entries().map(row));
    this.#sum();
  }

  #entries() {
    return [...this.world.log, ...this.#measured].sort((a, b) => b.came - a.came);
  }

  #come(entry) {
    entry.came = performance.now();
    if (entry.kind === "trip") {
      this.#measured.push(entry);
      if (this.#measured.length > 200) this.#measured.shift();
    }
    if (!this.list.isConnected) return;
    this.list.prepend(row(entry));
    while (this.list.childElementCount > 400) this.list.lastElementChild.remove();
    this.#sum();
  }

  #sum() {
    const { log } = this.world;
    const invalid = log.filter(({ valid }) => valid !== true).length;
    const trips = this.#measured.map(({ ms }) => ms).sort((a, b) => a - b);
    const said = [
      invalid
        ? say("Requests: {count}, invalid: {invalid}.", { count: log.length, invalid })
        : say("Requests: {count}, all valid.", { count: log.length }),
    ];
    if (trips.length)
      said.push(
        say("Key press to picture: {time} ms at the median of {count}.", {
          time: Math.round(trips[trips.length >> 1]),
          count: trips.length,
        }),
      );
    this.summary.textContent = said.join(" ");
  }
}

function row(entry) {
  if (entry.kind === "trip")
    return h(
      "li.trip",
      icon("check"),
      h("b", entry.name),
      h("span", say("key press to picture")),
      h("span.ms", `${Math.round(entry.ms)} ms`),
    );
  const { method, path, status, ms, valid, round_trip_ms: roundTrip, body } = entry;
  const mark =
    valid === true
      ? h("span.valid", { title: say("The body is what Discord describes") }, say("valid"))
      : h("span.invalid", say("invalid"));
  const line = [
    h("span.status", { dataset: { class: String(status)[0] } }, String(status)),
    h("b", method),
    h("span.path", { title: path }, h("bdi", short(path))),
    mark,
    h("span.ms", `${Math.round(ms)} ms`),
  ];
  const more = [
    valid === true ? null : h("p.failure", valid),
    roundTrip === undefined || roundTrip === null
      ? null
      : h("p.trip-time", say("{time} ms from the person's act to this answer", { time: Math.round(roundTrip) })),
    body ? h("pre", { tabindex: "0" }, pretty(body)) : null,
  ];
  const hint =
    roundTrip === undefined || roundTrip === null
      ? null
      : h("span.round-trip", { title: say("From the person's act to this answer") }, `↺ ${Math.round(roundTrip)} ms`);
  return h("li", h("details", h("summary", line, hint), more));
}

/** The path without ids and tokens. */
const short = (path) => path.replace(/(\/(\d{10,}|[\w-]{60,})(?=\/|$))+/g, "/…");

function pretty(body) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

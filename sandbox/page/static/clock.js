/** The sandbox's clock, and times as Discord writes them. */

import { locale, say } from "./language.js";

let ahead = 0;

/** Set the clock; `seconds` is the sandbox's unix time now. */
export function setClock(seconds) {
  ahead = seconds - Date.now() / 1000;
  tick();
}

/** Unix seconds on the sandbox's clock. */
export const now = () => Date.now() / 1000 + ahead;

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" },
  S: { dateStyle: "short", timeStyle: "medium" },
};
const SPANS = [
  ["second", 1, 60],
  ["minute", 60, 60],
  ["hour", 3600, 24],
  ["day", 86400, 30],
  ["month", 2592000, 12],
  ["year", 31536000, Infinity],
];
const spoken = new Intl.RelativeTimeFormat(locale, { numeric: "always" });

/** The text of `<t:seconds:style>`. */
export function timeText(seconds, style) {
  if (style === "R") return relative(seconds - now());
  return format(seconds, STYLES[style] ?? STYLES.f);
}

/** A date and time in full, for a tooltip. */
export const fullTime = (seconds) => format(seconds, STYLES.F);

/** The hour and minute of a time. */
export const shortTime = (seconds) => format(seconds, STYLES.t);

/** The day in words, for the line between two days. */
export const dayText = (seconds) => format(seconds, STYLES.D);

/** The time beside an author's name: "Today at 14:05". */
export function stamp(seconds) {
  const days = dayNumber(now()) - dayNumber(seconds);
  if (days === 0) return say("Today at {time}", { time: shortTime(seconds) });
  if (days === 1) return say("Yesterday at {time}", { time: shortTime(seconds) });
  return format(seconds, STYLES.s);
}

/** The number of the local day, by which two times are compared. */
export function dayNumber(seconds) {
  const date = new Date(seconds * 1000);
  return Math.floor((date.getTime() - date.getTimezoneOffset() * 60000) / 86400000);
}

/** Update every relative time on the page. */
export function tick() {
  for (const element of document.querySelectorAll("time[data-relative]")) {
    const text = timeText(Number(element.dataset.relative), "R");
    if (element.textContent !== text) element.textContent = text;
  }
}

setInterval(tick, 1000);

/** "in 3 days": rounded, in the smallest unit that gives a small number. */
function relative(seconds) {
  const [unit, length] = SPANS.find(([, span, most]) => Math.round(Math.abs(seconds) / span) < most);
  return spoken.format(Math.round(seconds / length), unit);
}

function format(seconds, options) {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? "Invalid date" : new Intl.DateTimeFormat(locale, options).format(date);
}

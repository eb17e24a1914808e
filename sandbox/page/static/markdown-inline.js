/** Discord's Markdown as DOM nodes: the marks within a line. */

import { fullTime, timeText } from "./clock.js";
import { h } from "./dom.js";
import { say } from "./language.js";

/**
 * @typedef {object} Names what mentions need
 * @property {(id: string) => string} user the name of a user
 * @property {(id: string) => string | null} channel the name of a channel, null if it is not known here
 * @property {(key: string) => string} command the name of a command, without the slash
 * @property {(id: string, message?: string) => void} open go to a channel, and to a message in it
 */

const PLACE = /^https:\/\/(?:\w+\.)?discord\.com\/channels\/[\w@]+\/(\d+)(?:\/(\d+))?$/;
const DEEPEST = 12;
const MARKS = ["||", "~~", "**", "__", "*", "_"];
const WRAPS = {
  "||": spoiler,
  "~~": (content) => h("s", content),
  "**": (content) => h("strong", content),
  __: (content) => h("u", content),
  "*": (content) => h("em", content),
  _: (content) => h("em", content),
};

const TOKENS = [
  [/\\([^\p{L}\p{N}\s])/uy, ([, char]) => char],
  [/(`+)([^]*?[^`])\1(?!`)/y, ([, , text]) => h("code", text.replace(/^ (?=`)|(?<=`) $/g, ""))],
  [/<@!?(\d+)>/y, ([, id], names) => h("span.mention", `@${names.user(id)}`)],
  [/<@&(\d+)>/y, () => h("span.mention", "@role")],
  [/<#(\d+)>/y, ([, id], names) => channelMention(id, names)],
  [/<t:(-?\d{1,17})(?::([tTdDfFRsS]))?>/y, ([, seconds, style]) => time(Number(seconds), style ?? "f")],
  [/<a?:(\w+):\d+>/y, ([, name]) => h("span.emoji", `:${name}:`)],
  [/<\/([-_\p{L}\p{N} ]{1,98}):\d+>/uy, ([, name], names) => h("span.mention", `/${names.command(name)}`)],
  [
    /<?https:\/\/(?:\w+\.)?discord\.com\/channels\/[\w@]+\/(\d+)(?:\/(\d+))?>?/y,
    ([, channel, message], names) => placeMention(channel, message, names),
  ],
  [/<(https?:\/\/[^\s<>]+)>/y, ([, url]) => link(url, [url])],
  [
    /\[((?:\\.|\[[^\]]*\]|[^\]\\])+)\]\(<?(https?:\/\/(?:\([^\s()]*\)|[^\s()<>])+)>?(?:\s+"[^"]*")?\)/y,
    ([, text, url], names, depth) => link(url, inline(text, names, depth + 1), names),
  ],
  [/https?:\/\/[^\s<>]*[^\s<>"'),.:;\]!?*_~|]/y, ([url]) => link(url, [url])],
  [/@(?:everyone|here)\b/y, ([text]) => h("span.mention", text)],
];

/** Nodes for text with inline Markdown; line breaks become `<br>`. */
export function inline(text, names, depth = 0) {
  const nodes = [];
  let plain = "";
  const put = (node) => {
    if (typeof node === "string") plain += node;
    else {
      if (plain) nodes.push(document.createTextNode(plain));
      plain = "";
      nodes.push(node);
    }
  };
  let at = 0;
  while (at < text.length) {
    const [node, end] = tokenAt(text, at, names, depth) ?? markAt(text, at, names, depth) ?? [text[at], at + 1];
    put(node === "\n" ? h("br") : node);
    at = end;
  }
  if (plain) nodes.push(document.createTextNode(plain));
  return nodes;
}

const STARTS = new Set("\\`<[h@");

function tokenAt(text, at, names, depth) {
  if (!STARTS.has(text[at])) return null;
  for (const [pattern, make] of TOKENS) {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) return [make(found, names, depth), at + found[0].length];
  }
  return null;
}

function markAt(text, at, names, depth) {
  if (depth >= DEEPEST) return null;
  for (const mark of MARKS) {
    if (!text.startsWith(mark, at)) continue;
    const end = closing(text, at, mark);
    if (end < 0) continue;
    return [WRAPS[mark](inline(text.slice(at + mark.length, end), names, depth + 1)), end + mark.length];
  }
  return null;
}

/** The index at which the mark that opens at `at` is closed, or -1. */
function closing(text, at, mark) {
  const single = mark.length === 1;
  const from = at + mark.length;
  if (single && (text[from] === undefined || (mark === "*" && /\s/.test(text[from])))) return -1;
  if (mark === "_" && isWord(text[at - 1])) return -1;
  for (let i = from; i < text.length; i += 1) {
    if (text[i] === "\\") i += 1;
    else if (text[i] === "`") i = skipCode(text, i);
    else if (single && text.startsWith(mark + mark, i)) i += 1;
    else if (text.startsWith(mark, i) && i > from && closes(text, i, mark)) return i;
  }
  return -1;
}

function closes(text, i, mark) {
  const next = text[i + mark.length];
  if (mark === "_") return !isWord(next);
  if (mark === "*") return !/\s/.test(text[i - 1]) && next !== "*";
  return mark === "||" || mark === "~~" || next !== mark[0];
}

function skipCode(text, i) {
  const ticks = /`+/y;
  ticks.lastIndex = i;
  const [fence] = ticks.exec(text);
  const end = text.indexOf(fence, i + fence.length);
  return end < 0 ? i + fence.length - 1 : end + fence.length - 1;
}

const isWord = (char) => char !== undefined && /[\p{L}\p{N}_]/u.test(char);

function spoiler(content) {
  const hidden = h("span.spoiler-text", { inert: true }, content);
  const reveal = (event) => {
    if (!hidden.inert) return;
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    hidden.inert = false;
    box.classList.add("shown");
    for (const name of ["role", "tabindex", "aria-label"]) box.removeAttribute(name);
  };
  const box = h(
    "span.spoiler",
    { role: "button", tabindex: "0", "aria-label": say("Spoiler: press to show"), onclick: reveal, onkeydown: reveal },
    hidden,
  );
  return box;
}

function channelMention(id, names) {
  const name = names.channel(id);
  if (name === null) return h("span.mention", "#unknown");
  return h("button.mention", { type: "button", onclick: () => names.open(id) }, `#${name}`);
}

function time(seconds, style) {
  const date = new Date(seconds * 1000);
  const stamp = Number.isNaN(date.getTime()) ? null : date.toISOString();
  const dataset = style === "R" ? { relative: String(seconds) } : {};
  return h("time.timestamp", { datetime: stamp, title: fullTime(seconds), dataset }, timeText(seconds, style));
}

/** A link to a channel or message of Discord leads there in this page. */
function placeMention(channel, message, names) {
  const words = `#${names.channel(channel) ?? "unknown"}${message ? " › message" : ""}`;
  return h("button.mention", { type: "button", onclick: () => names.open(channel, message) }, words);
}

function link(url, content, names = null) {
  const place = names && PLACE.exec(url);
  if (place) return h("button.link", { type: "button", onclick: () => names.open(place[1], place[2]) }, content);
  return h("a", { href: url, target: "_blank", rel: "noopener noreferrer", title: url }, content);
}

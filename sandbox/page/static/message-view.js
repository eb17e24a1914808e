/** One message as an article, in the order in which it is read: author, text, pictures, buttons. */

import { attachments } from "./attachment-view.js";
import { stamp, shortTime, fullTime } from "./clock.js";
import { components, dots } from "./components-view.js";
import { h, newId } from "./dom.js";
import { embeds } from "./embed-view.js";
import { face, icon } from "./icons.js";
import { say } from "./language.js";
import { markdown } from "./markdown.js";
import { nameOf } from "./world.js";

const EPHEMERAL = 1 << 6,
  LOADING = 1 << 7;
const COMMAND = 2;
const REPLY = 19,
  SLASH_ANSWER = 20,
  MENU_ANSWER = 23;
const WORDY = new Set([0, REPLY, SLASH_ANSWER, 21, MENU_ANSWER]);
const TOGETHER = 7 * 60;

/** Unix seconds at which a message was written. */
export const writtenAt = (message) => Date.parse(message.timestamp) / 1000;

/** Whether a message stands under the same author line as the one before it. */
export function continues(message, previous) {
  if (!previous || previous.author.id !== message.author.id) return false;
  if (
    usedCommand(message) ||
    message.message_reference ||
    !WORDY.has(message.type ?? 0) ||
    !WORDY.has(previous.type ?? 0)
  )
    return false;
  if (isPrivate(message) !== isPrivate(previous)) return false;
  return writtenAt(message) - writtenAt(previous) < TOGETHER;
}

/** Whether a message is private. */
export const isPrivate = (message) => Boolean(message.only_for) || Boolean((message.flags ?? 0) & EPHEMERAL);

/** Whether a message pinged a person and still mentions them. */
function calls({ pinged = [], edited_timestamp: edited, content }, person) {
  return pinged.includes(person.id) && (!edited || content.includes(person.id));
}

/** The article of a message; `page` has the names, and the functions that the buttons call. */
export function messageView(message, page, { grouped }) {
  if (!WORDY.has(message.type ?? 0)) return systemLine(message, page);
  const ids = { author: newId("author"), body: newId("text") };
  const article = h("article.message", { "aria-labelledby": `${ids.author} ${ids.body}`, dataset: { id: message.id } });
  if (grouped) article.classList.add("grouped");
  if (isPrivate(message)) article.classList.add("private");
  if (calls(message, page.person)) article.classList.add("pinged");
  article.append(...[aboveLine(message, page), ...authorLine(message, page, ids.author, grouped)].filter(Boolean));
  article.append(
    h("div.body", [
      text(message, page, ids.body),
      attachments(message),
      embeds(message, page),
      components(message, page),
      failure(message, page),
      message.thread ? threadCard(message.thread, page) : null,
      isPrivate(message) ? privateLine(() => page.dismiss(message)) : null,
    ]),
  );
  return article;
}

/** The text of a message for screen readers. */
export function spokenText(message, page) {
  const words = markdown(message.content ?? "", page.names)
    .map((node) => node.textContent)
    .join(" ")
    .trim();
  const pictures = message.attachments?.length
    ? say("Picture: {text}", { text: message.attachments.map((file) => file.description || file.filename).join("; ") })
    : "";
  const buttons = message.components?.length && !words ? say("Message with buttons") : "";
  return `${nameOf(message.author)}: ${[words, pictures, buttons].filter(Boolean).join(" ")}`;
}

function text(message, page, id) {
  if ((message.flags ?? 0) & LOADING) return thinking(message, id);
  const edited = message.edited_timestamp
    ? h("span.edited", { title: fullTime(Date.parse(message.edited_timestamp) / 1000) }, say("(edited)"))
    : null;
  const body = h("div.content.markdown", { id }, markdown(message.content ?? "", page.names));
  if (isJumbo(message.content)) body.classList.add("jumbo");
  if (edited) (body.lastElementChild?.matches(".line, .subtext") ? body.lastElementChild : body).append(" ", edited);
  return message.content || edited ? body : h("div.unseen", { id });
}

function thinking(message, id) {
  return h("div.thinking", { id }, dots(), say("{name} is thinking…", { name: nameOf(message.author) }));
}

function authorLine(message, page, id, grouped) {
  const seconds = writtenAt(message);
  const { author } = message;
  const time = h(
    "time.stamp",
    { datetime: message.timestamp, title: fullTime(seconds) },
    grouped ? shortTime(seconds) : stamp(seconds),
  );
  const name = h(
    grouped ? "span.author.unseen" : "button.author",
    { id, type: grouped ? null : "button" },
    nameOf(author),
  );
  if (grouped) return [name, time];
  const menu = (event) => page.userMenu(author, event);
  name.addEventListener("click", menu);
  name.addEventListener("contextmenu", menu);
  const picture = h(
    "button.avatar",
    { type: "button", tabindex: "-1", "aria-hidden": "true", onclick: menu, oncontextmenu: menu },
    face(author),
  );
  return [picture, h("h3.byline", name, author.bot ? appBadge() : null, time)];
}

/** The small mark beside a bot's name. */
export const appBadge = () => h("span.app-badge", { title: say("A bot") }, "APP");

function usedCommand(message) {
  const meta = message.interaction_metadata ?? message.interaction;
  if (meta?.type !== COMMAND) return null;
  const name = message.interaction?.name ?? meta.name ?? "a command";
  return {
    user: meta.user ?? message.interaction?.user ?? message.interaction_user,
    name,
    slash: message.type !== MENU_ANSWER,
  };
}

function aboveLine(message, page) {
  const used = usedCommand(message);
  if (used) {
    const user = page.user(used.user?.id ?? used.user);
    return usedLine(user, used.slash ? `/${page.names.command(used.name)}` : used.name);
  }
  const reference = message.message_reference?.message_id;
  if (!reference || message.message_reference.type === 1) return null;
  const answered = message.referenced_message ?? page.message(message.channel_id, reference);
  if (!answered) return h("div.above", h("span.command", say("Original message was deleted")));
  const words = answered.content
    ? h("div", markdown(answered.content, page.names)).textContent
    : say("Press to see the picture");
  return h(
    "button.above",
    { type: "button", onclick: () => page.jump(answered.id) },
    h("span.mini", face(answered.author)),
    h("span.who", nameOf(answered.author)),
    " ",
    h("span.excerpt", words),
  );
}

function failure(message, page) {
  const state = page.clicked(message.id);
  return state?.failed ? failureLine(say("This interaction failed"), state.reason) : null;
}

/** The line that says that an interaction failed. */
export const failureLine = (words, reason) => h("p.failure", { role: "alert", title: reason }, icon("warning"), words);

/** The line above an answer that names the command and the person who used it. */
export function usedLine(user, command) {
  const who = [h("span.mini", face(user)), h("span.who", nameOf(user))];
  return h("div.above", who, " ", say("used"), " ", h("span.command", command));
}

/** The line below a private message. */
export function privateLine(dismiss) {
  return h(
    "p.private-line",
    icon("eye"),
    say("Only you can see this"),
    h("span", { "aria-hidden": "true" }, " • "),
    h("button.link", { type: "button", onclick: dismiss }, say("Dismiss message")),
  );
}

function threadCard(thread, page) {
  return h(
    "button.thread-card",
    { type: "button", onclick: () => page.names.open(thread.id) },
    h("strong", thread.name),
    h("span.see", say("See thread ›")),
  );
}

function systemLine(message, page) {
  const author = h("strong", nameOf(message.author));
  const said = SYSTEM[message.type]?.(message, author, page) ?? [author, " ", say("sent a message of kind {kind}.", { kind: message.type })];
  return h(
    "article.message.system",
    { dataset: { id: message.id } },
    h("span.glyph", icon(message.type === 18 ? "thread" : "right")),
    h("p.body", said, h("time.stamp", { datetime: message.timestamp }, stamp(writtenAt(message)))),
  );
}

const SYSTEM = {
  6: (message, author) => [author, " ", say("pinned a message to this channel.")],
  7: (message, author) => [author, " ", say("joined the server.")],
  18: (message, author, page) => [
    author,
    " ",
    say("started a thread:"),
    " ",
    h(
      "button.link",
      { type: "button", onclick: () => page.names.open(message.message_reference?.channel_id ?? message.id) },
      message.content,
    ),
  ],
};

const isJumbo = (content) =>
  Boolean(content) && /^(?:\s*\p{Extended_Pictographic}[\u{FE0F}\u{1F3FB}-\u{1F3FF}]*){1,27}\s*$/u.test(content);

/** The middle of the page: the messages of one channel. Older ones are loaded when the viewer scrolls up. */

import { dayNumber, dayText } from "./clock.js";
import { add, announce, byId, fill, h } from "./dom.js";
import { after } from "./history.js";
import { say } from "./language.js";
import { continues, messageView, spokenText, writtenAt } from "./message-view.js";

const PAGE = 50,
  MOST_AT_BOTTOM = 300,
  NEAR = 60,
  AHEAD = 900;

/** Shows the channel that the world looks at. */
export class MessageList {
  #rows = new Map();
  #atBottom = true;
  #top = 0;
  #newest = 0;
  #turn = 0;
  #shown = false;
  #unreadAfter = null;

  constructor(world, page, unread, roundTrip) {
    Object.assign(this, { world, page, unread, roundTrip });
    this.list = byId("messages");
    this.scroller = byId("scroller");
    this.toPresent = byId("to-present");
    this.scroller.addEventListener("scroll", () => this.#scrolled(), { passive: true });
    this.toPresent.addEventListener("click", () => this.toBottom());
    document.addEventListener("visibilitychange", () => this.#markRead());
    addEventListener("focus", () => this.#markRead());
    const follow = new ResizeObserver(() => this.#atBottom && this.toBottom());
    [this.list, this.scroller, byId("pending")].forEach((element) => follow.observe(element));
    world.on("message", (message) => this.#come(message));
    world.on("message-changed", (message) => this.#renew(message.id, message));
    world.on("message-gone", ({ id }) => this.#go(id));
    world.on("clicked", (id) => this.#renew(id));
    world.on("sent", () => this.toBottom());
  }

  /** Show the channel of the world from its newest message. */
  show() {
    this.showing = this.#show();
    return this.showing;
  }

  async #show() {
    const turn = ++this.#turn;
    const { channel, person } = this.world;
    this.#shown = false;
    this.#rows.clear();
    this.list.replaceChildren();
    byId("beginning").replaceChildren();
    if (!channel || !person) return;
    this.list.setAttribute("aria-label", say("Messages in {channel}", { channel: this.world.nameOf(channel) }));
    this.list.setAttribute("aria-busy", "true");
    this.#unreadAfter = this.unread.isUnread(person, channel) ? this.unread.mark(person, channel) : null;
    const history = this.world.history(channel.id);
    if (history.messages.length < PAGE) await history.older();
    if (turn !== this.#turn) return;
    this.world.tell("loaded", channel);
    this.#reveal(this.#visible().slice(-PAGE));
    this.#shown = true;
    this.drawBeginning();
    this.list.removeAttribute("aria-busy");
    this.toBottom();
    this.#scrolled();
  }

  /** Go down to the newest message. */
  toBottom() {
    this.scroller.scrollTop = this.scroller.scrollHeight;
    this.#atBottom = true;
    this.#remember();
    this.toPresent.hidden = true;
    this.#markRead();
  }

  /** Bring a message into view, loading older ones if need be. */
  async jump(id) {
    await this.showing;
    const turn = this.#turn;
    while (!this.#rows.has(id) && turn === this.#turn && (await this.#older()));
    const row = this.#rows.get(id);
    if (!row) return;
    this.#atBottom = false;
    row.scrollIntoView({ block: "center" });
    row.classList.add("flash");
    setTimeout(() => row.classList.remove("flash"), 1600);
  }

  /** The loaded messages of the channel that the viewer can see. */
  #visible() {
    return this.world.history(this.world.channel.id).messages.filter((message) => this.world.shows(message));
  }

  /** Put messages (oldest first) at the top of the list. */
  #reveal(messages) {
    const first = this.list.firstElementChild;
    const next = first && this.#message(first.dataset.id);
    const fragment = document.createDocumentFragment();
    let previous = null;
    for (const message of messages) {
      fragment.append(this.#row(message, previous));
      previous = message;
    }
    this.list.prepend(fragment);
    if (first && previous) first.replaceWith(this.#row(next, previous));
  }

  /** Show one older page. Returns whether there was one. */
  async #older() {
    const turn = this.#turn;
    const history = this.world.history(this.world.channel.id);
    const first = this.list.firstElementChild?.dataset.id;
    const older = () =>
      this.#visible()
        .filter(({ id }) => !first || after(first, id))
        .slice(-PAGE);
    let page = older();
    while (page.length < PAGE && !history.complete) {
      await history.older();
      if (turn !== this.#turn) return false;
      page = older();
    }
    if (first !== this.list.firstElementChild?.dataset.id) return true;
    const anchor = this.list.firstElementChild;
    const before = anchor?.getBoundingClientRect().bottom ?? 0;
    const top = this.scroller.scrollTop;
    const id = anchor?.dataset.id;
    this.#reveal(page);
    this.drawBeginning();
    const now = this.#rows.get(id)?.getBoundingClientRect().bottom ?? before;
    this.scroller.scrollTop += now - before;
    this.#top += this.scroller.scrollTop - top; // the viewer did not scroll
    return page.length > 0;
  }

  #row(message, previous) {
    const earlier = previous ?? this.#visible().findLast(({ id }) => after(message.id, id));
    const newDay = earlier
      ? dayNumber(writtenAt(earlier)) !== dayNumber(writtenAt(message))
      : this.world.history(message.channel_id).complete;
    const isNew =
      this.#unreadAfter && after(message.id, this.#unreadAfter) && !(earlier && after(earlier.id, this.#unreadAfter));
    const line = newDay || isNew ? divider(newDay ? dayText(writtenAt(message)) : "", isNew) : null;
    const grouped = !line && continues(message, previous);
    const row = h("li", { dataset: { id: message.id } }, line, messageView(message, this.page, { grouped }));
    if (!grouped) row.classList.add("first");
    if (message.attachments?.length) row.classList.add("pictured");
    this.#rows.set(message.id, row);
    return row;
  }

  #come(message) {
    if (message.channel_id !== this.world.channel?.id || !this.world.shows(message)) return;
    announce(spokenText(message, this.page));
    if (!this.#shown) return; // the message is among those that are being loaded
    const visible = this.#visible();
    const at = visible.findIndex(({ id }) => id === message.id);
    if (this.#rows.has(message.id)) return this.#renew(message.id, message);
    if (this.#atBottom && document.visibilityState === "visible") this.#unreadAfter = null;
    const row = this.#row(message, visible[at - 1]);
    const next = visible[at + 1] && this.#rows.get(visible[at + 1].id);
    this.list.insertBefore(row, next ?? null);
    if (next) this.#renew(next.dataset.id);
    this.roundTrip.watch(message, row);
    if (this.#atBottom) {
      this.#trim();
      this.toBottom();
    } else this.toPresent.hidden = false;
  }

  #renew(id, changed = null) {
    const old = this.#rows.get(id);
    if (!old) return;
    const visible = this.#visible();
    const at = visible.findIndex((message) => message.id === id);
    if (at < 0) return this.#go(id);
    const focused = old.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    const row = this.#row(visible[at], this.#rows.has(visible[at - 1]?.id) ? visible[at - 1] : null);
    old.replaceWith(row);
    if (focused) refocus(row, focused);
    if (changed) this.roundTrip.watch(visible[at], row);
  }

  #go(id) {
    const row = this.#rows.get(id);
    if (!row) return;
    const next = row.nextElementSibling;
    row.remove();
    this.#rows.delete(id);
    if (next) this.#renew(next.dataset.id);
  }

  /** Keep few rows while the viewer reads the newest ones. Older ones are drawn again from the loaded messages. */
  #trim() {
    if (this.list.childElementCount <= MOST_AT_BOTTOM) return;
    while (this.list.childElementCount > MOST_AT_BOTTOM / 2) {
      this.#rows.delete(this.list.firstElementChild.dataset.id);
      this.list.firstElementChild.remove();
    }
    byId("beginning").replaceChildren();
  }

  async #scrolled() {
    const { scrollTop, scrollHeight, clientHeight } = this.scroller;
    const below = scrollHeight - scrollTop - clientHeight;
    if (below < NEAR) this.#atBottom = true;
    // A part that grows below does not scroll. One that shrinks above does, but leaves the newest message in its place.
    else if (scrollTop < this.#top && this.#newestAt() > this.#newest + NEAR / 2) this.#atBottom = false;
    if (below < 2) this.#remember();
    this.toPresent.hidden = this.#atBottom || below < clientHeight;
    if (this.#atBottom) this.#markRead();
    if (this.#shown && scrollTop < AHEAD && this.list.childElementCount && !this.loading) {
      this.loading = true;
      const more = await this.#older().finally(() => (this.loading = false));
      if (more && this.scroller.scrollTop < AHEAD) this.#scrolled();
    }
  }

  /** Remember the position when the newest message is visible. */
  #remember() {
    this.#top = this.scroller.scrollTop;
    this.#newest = this.#newestAt();
  }

  /** How far down in the window the newest message begins, in pixels. */
  #newestAt() {
    return this.list.lastElementChild?.getBoundingClientRect().top ?? 0;
  }

  #markRead() {
    const { person, channel } = this.world;
    if (person && channel && this.#atBottom && document.visibilityState === "visible" && document.hasFocus())
      this.unread.read(person, channel);
  }

  /** Draw the beginning of the channel above its first message, if that is shown. */
  drawBeginning() {
    const { channel } = this.world;
    if (!channel || !this.#shown) return;
    const history = this.world.history(channel.id);
    const first = this.#visible()[0];
    if (history.complete && (!first || this.#rows.has(first.id))) fill(byId("beginning"), this.page.beginning(channel));
  }

  #message(id) {
    return this.world.history(this.world.channel.id).messages.find((message) => message.id === id);
  }
}

/** Return the focus to the control that had it, else to the first one that took its place. */
function refocus(row, key) {
  const controls = [...row.querySelectorAll("[data-key]:not(:disabled)")];
  (controls.find((control) => control.dataset.key === key) ?? controls[0])?.focus({ preventScroll: true });
}

function divider(text, isNew) {
  const line = h("div.divider", {
    role: "separator",
    "aria-label": [text, isNew ? "new messages" : ""].filter(Boolean).join(", "),
  });
  if (isNew) line.classList.add("new");
  return add(line, [
    text ? h("span", { "aria-hidden": "true" }, text) : null,
    isNew ? h("b", { "aria-hidden": "true" }, say("New")) : null,
  ]);
}

/** The page's copy of the world: people, channels, messages; and the viewer, who is one of the people. */

import { setClock } from "./clock.js";
import { History, after } from "./history.js";
import { say } from "./language.js";

export const TEXT = 0,
  DM = 1,
  GROUP = 3,
  NEWS_THREAD = 10,
  THREAD = 11,
  PRIVATE_THREAD = 12;
const BUTTON = 2,
  PRIMARY = 1;

/** The world as the page knows it. A change is told as an event of the same name. */
export class World extends EventTarget {
  users = new Map();
  channels = new Map();
  histories = new Map();
  guilds = [];
  commands = [];
  locales = {};
  bot = null;
  botOnline = false;
  offset = 0;
  person = null;
  channel = null;
  log = [];
  awaited = null;
  offered = null;

  /** Listen to one kind of change. */
  on(name, hear) {
    this.addEventListener(name, ({ detail }) => hear(detail));
  }

  /** Apply one event of the sandbox. */
  take({ t, d }) {
    const take = EVENTS[t];
    if (take) take(this, d);
  }

  /** Look at the sandbox as another person, in a channel that they can see. */
  become(person) {
    if (this.person === person) return;
    this.person = person;
    if (!this.channel || !this.canSee(this.channel)) this.channel = this.places()[0] ?? null;
    this.tell("person", person);
    this.tell("place", this.channel);
  }

  /** Go to a channel. */
  go(channel) {
    if (!channel || this.channel === channel) return;
    this.channel = channel;
    this.tell("place", channel);
  }

  /** Go to a new channel as soon as the page knows it. */
  goTo(channelId) {
    const channel = this.channels.get(channelId);
    this.awaited = channel ? null : channelId;
    this.go(channel);
  }

  /** The history of a channel, with the messages that were loaded so far. */
  history(channelId) {
    if (!this.histories.has(channelId)) this.histories.set(channelId, new History(channelId));
    return this.histories.get(channelId);
  }

  /** Whether a person (by default the viewer) can see this channel. */
  canSee(channel, person = this.person) {
    if (channel.type !== DM && channel.type !== GROUP) return true;
    return (channel.recipients ?? []).some(({ id }) => id === person?.id);
  }

  /** Whether a person (by default the viewer) can see this message. */
  shows(message, person = this.person) {
    return !message.only_for || message.only_for === person?.id;
  }

  /** Whether the client offers this command to the viewer here; true while the sandbox is being asked. */
  offers(command) {
    return this.offered?.ids.has(command.id) ?? true;
  }

  /** Every channel that the viewer can see, in order. */
  places() {
    const seen = [...this.channels.values()].filter((channel) => this.canSee(channel));
    return seen.sort((a, b) => Number(isDirect(a)) - Number(isDirect(b)) || byPosition(a, b));
  }

  /** The threads of a channel that are open, newest first; an archived one only while it is looked at. */
  threads(channelId) {
    const under = [...this.channels.values()].filter((channel) => channel.parent_id === channelId && isThread(channel));
    const open = under.filter((thread) => !thread.thread_metadata?.archived || thread.id === this.channel?.id);
    return open.sort((a, b) => (after(b.id, a.id) ? 1 : -1));
  }

  /** A user by id, with a stand-in for the unknown. */
  user(id) {
    if (id === this.bot?.id) return this.bot;
    return this.users.get(id) ?? { id, username: "unknown-user", global_name: say("Unknown user") };
  }

  /** The button that leads on from the bot's newest post here, with its post; none without such a post. */
  get leading() {
    for (const post of (this.histories.get(this.channel?.id)?.messages ?? []).toReversed()) {
      if (post.author.id !== this.bot?.id || post.only_for) continue;
      const button = buttonsIn(post.components).find(({ style, disabled }) => style === PRIMARY && !disabled);
      if (button) return { post, button };
    }
    return null;
  }

  /** The current server; none in direct messages and groups. */
  get guild() {
    const { channel } = this;
    if (!channel || isDirect(channel)) return null;
    return this.guilds.find(({ id }) => id === channel.guild_id) ?? this.guilds[0] ?? null;
  }

  /** The name of a channel as the viewer reads it. */
  nameOf(channel) {
    if (channel.type === DM) return nameOf(this.bot);
    if (channel.type === GROUP) return channel.name || (channel.recipients ?? []).map(nameOf).join(", ");
    return channel.name;
  }

  /** Tell all listeners. */
  tell(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/** The name to show for a user. */
export const nameOf = (user) => user?.global_name || user?.username || say("Unknown user");

/** Whether a channel is a thread. */
export const isThread = ({ type }) => type >= NEWS_THREAD && type <= PRIVATE_THREAD;

/** Whether a channel is a direct message or a group. */
export const isDirect = ({ type }) => type === DM || type === GROUP;

const buttonsIn = (components = []) =>
  components.flatMap((part) => (part.type === BUTTON ? [part] : buttonsIn(part.components ?? (part.accessory ? [part.accessory] : []))));

const byPosition = (a, b) => (a.position ?? 0) - (b.position ?? 0) || (after(a.id, b.id) ? 1 : -1);

const EVENTS = {
  READY(world, ready) {
    setClock(ready.now);
    world.users = new Map(ready.users.map((user) => [user.id, user]));
    world.bot = { ...ready.bot, bot: true };
    world.guilds = ready.guilds;
    const inGuilds = ready.guilds.flatMap((guild) =>
      guild.channels.map((channel) => ({ guild_id: guild.id, ...channel })),
    );
    const all = [...inGuilds, ...ready.dms, ...ready.groups, ...ready.threads];
    world.channels = new Map(all.map((channel) => [channel.id, channel]));
    world.histories.clear();
    world.commands = ready.commands;
    world.locales = ready.locales;
    takeBot(world, ready.bot_state);
    world.offset = ready.offset ?? 0;
    world.person = world.users.get(world.person?.id) ?? null;
    world.channel = world.channels.get(world.channel?.id) ?? null;
    world.tell("ready", ready);
  },
  MESSAGE_CREATE(world, message) {
    world.history(message.channel_id).put(message);
    const channel = world.channels.get(message.channel_id);
    if (channel) channel.last_message_id = message.id;
    world.tell("message", message);
  },
  MESSAGE_UPDATE(world, message) {
    if (world.history(message.channel_id).change(message)) world.tell("message-changed", message);
  },
  MESSAGE_DELETE(world, { id, channel_id: channelId }) {
    world.history(channelId).remove(id);
    world.tell("message-gone", { id, channel_id: channelId });
  },
  CHANNEL_CREATE: putChannel,
  CHANNEL_UPDATE: putChannel,
  CHANNEL_DELETE: dropChannel,
  THREAD_CREATE: putChannel,
  THREAD_UPDATE: putChannel,
  THREAD_DELETE: dropChannel,
  GUILD_UPDATE(world, guild) {
    Object.assign(world.guilds.find(({ id }) => id === guild.id) ?? {}, guild);
    world.tell("guild", guild);
  },
  COMMANDS(world, commands) {
    world.commands = commands;
    world.tell("commands", commands);
  },
  INTERACTION: (world, state) => world.tell("interaction", state),
  MODAL: (world, modal) => world.tell("modal", modal),
  BOT(world, state) {
    takeBot(world, state);
    world.tell("bot", state);
  },
  CLOCK(world, { now, offset }) {
    setClock(now);
    world.offset = offset;
    world.tell("clock", offset);
  },
  LOG(world, entry) {
    world.log.push(entry);
    if (world.log.length > 500) world.log.shift();
    world.tell("log", entry);
  },
};

function takeBot(world, { online, stopped }) {
  world.botOnline = online;
  world.botStopped = stopped;
}

function putChannel(world, channel) {
  const known = world.channels.get(channel.id);
  if (known) Object.assign(known, channel);
  else world.channels.set(channel.id, channel);
  world.tell("channels", world.channels.get(channel.id));
  if (world.awaited === channel.id) world.goTo(channel.id);
}

function dropChannel(world, { id }) {
  world.channels.delete(id);
  world.histories.delete(id);
  if (world.channel?.id === id) {
    world.channel = world.places()[0] ?? null;
    world.tell("place", world.channel);
  }
  world.tell("channels", null);
}

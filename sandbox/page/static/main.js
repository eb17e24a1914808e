/** Starts the page: connects the world, the views and the acts of people. */

import { ChannelHeader } from "./channel-header.js";
import { ChannelList, glyph } from "./channel-list.js";
import { commandName, slashCommands, userCommands } from "./command-catalogue.js";
import { Composer } from "./composer.js";
import { announce, byId, h } from "./dom.js";
import { Interactions } from "./interactions.js";
import { follow, say } from "./language.js";
import { Members } from "./members.js";
import { openMenu } from "./menu.js";
import { MessageList } from "./message-list.js";
import { Modals } from "./modal-view.js";
import { Offers } from "./offers.js";
import { PendingList } from "./pending-list.js";
import { People } from "./people.js";
import { RoundTrip } from "./round-trip.js";
import { Refusal, act, listen } from "./server.js";
import { StoppedBot } from "./stopped-bot.js";
import { Unread } from "./unread.js";
import { World, isDirect, isThread, nameOf } from "./world.js";

for (const [id, label] of Object.entries({
  rail: say("Servers"),
  channels: say("Channels"),
  people: say("Who you are"),
  pending: say("Commands under way"),
  composer: say("Write"),
  members: say("Members"),
  panel: say("For programmers"),
  scrim: say("Close the drawer"),
  live: say("New messages"),
}))
  byId(id).setAttribute("aria-label", label);
byId("skip").textContent = say("Skip to writing");
byId("to-present").textContent = say("Jump to the newest message");

const world = new World();
const interactions = new Interactions(world);
const unread = new Unread(world);
const roundTrip = new RoundTrip(world);

/** The functions of the page that messages, lists and forms may call. */
const page = {
  get person() {
    return world.person;
  },
  names: {
    user: (id) => nameOf(world.user(id)),
    channel: (id) => (world.channels.has(id) ? world.nameOf(world.channels.get(id)) : null),
    command: (key) => commandName(key, world),
    open: goTo,
  },
  user: (id) => world.user(id),
  people: () => [...world.users.values(), world.bot],
  channels: () => world.places(),
  message: (channelId, id) => world.history(channelId).messages.find((message) => message.id === id),
  clicked: (id) => interactions.clicked(id),
  picked: (id, customId) => interactions.picked(id, customId),
  press: (message, customId, name) => interactions.press(message, customId, name),
  pick: (message, customId, values) => interactions.pick(message, customId, values),
  jump: (id) => list.jump(id),
  dismiss: (message) =>
    attempt(() => act(world.person.id, message.channel_id, { act: "dismiss", message: message.id })),
  openDm,
  newServer,
  userMenu,
  beginning,
};

new ChannelHeader(world, unread);
new ChannelList(world, page, unread);
new People(world, page, unread);
new Members(world, page);
new Modals(world, page, interactions);
new Offers(world);
new PendingList(world, interactions);
new StoppedBot(world, () => attempt(() => act(world.person.id, null, { act: "trouble", what: "restart_bot" })));
const composer = new Composer(world, interactions);
const list = new MessageList(world, page, unread, roundTrip);

world.on("place", () => {
  remember();
  list.show();
});
world.on("person", (person) => {
  follow(person);
  remember();
});
world.on("offers", () => list.drawBeginning());
world.on("ready", start);
listen((event) => world.take(event), connection);

function connection(connected) {
  if (connected) world.log.length = 0; // the sandbox sends it again
  banner(
    connected
      ? ""
      : say("The sandbox does not answer. Trying again… If it was started anew, open the address that it printed."),
  );
}

function start() {
  const asked = new URLSearchParams(location.search);
  const wanted = (asked.get("as") ?? "").toLowerCase();
  const people = [...world.users.values()];
  const person =
    world.person ?? people.find(({ id, username }) => id === wanted || username.toLowerCase() === wanted) ?? people[0];
  world.channel ??= world.channels.get(asked.get("channel")) ?? null;
  world.person = null;
  world.become(person);
}

function remember() {
  const url = new URL(location.href);
  url.searchParams.set("as", world.person.username);
  if (world.channel) url.searchParams.set("channel", world.channel.id);
  history.replaceState(null, "", url);
}

async function goTo(channelId, messageId) {
  const channel = world.channels.get(channelId);
  if (!channel || !world.canSee(channel)) return banner(say("This place is not here any more, or not for you."), 4000);
  world.go(channel);
  if (messageId) await list.jump(messageId);
}

function userMenu(user, event) {
  const items = [];
  if (!user.bot && user.id !== world.person.id)
    items.push({ label: say("Be {name} here", { name: nameOf(user) }), act: () => world.become(world.user(user.id)) });
  if (!user.bot)
    items.push({
      label: say("Be {name} in another window", { name: nameOf(user) }),
      icon: "window",
      act: () => open(windowAs(user), "_blank", "noopener"),
    });
  if (user.bot) items.push({ label: say("Message"), act: () => openDm() });
  items.push({ label: say("Mention"), act: () => composer.insert(`@${nameOf(user)}`) });
  const apps = userCommands(world);
  if (apps.length) items.push({ heading: say("Apps") });
  for (const { name, key } of apps)
    items.push({ label: name, act: () => attempt(() => interactions.userCommand(key, name, user.id)) });
  if (user.id === world.person.id) items.push(...languages(user));
  openMenu(nameOf(user), items, event);
}

function languages({ id, locale }) {
  const items = Object.entries(world.locales).map(([code, name]) => ({
    label: name,
    icon: code === locale ? "check" : null,
    act: () => attempt(() => act(id, null, { act: "speak", locale: code })),
  }));
  return [{ heading: say("Language") }, ...items];
}

function windowAs(user) {
  const url = new URL(location.href);
  url.searchParams.set("as", user.username);
  return url.href;
}

async function openDm() {
  const answer = await attempt(() => act(world.person.id, world.channel?.id ?? null, { act: "open_dm" }));
  const dm = world.channels.get(answer?.channel_id) ?? world.places().find((channel) => channel.type === 1);
  if (dm) world.go(dm);
}

function beginning(channel) {
  const name = world.nameOf(channel);
  const bot = nameOf(world.bot);
  const start = isThread(channel)
    ? say("This is the start of the thread.")
    : isDirect(channel)
      ? say("This is the start of the conversation.")
      : say("This is the start of the channel.");
  return [
    h("span.big-glyph", glyph(channel)),
    h("h3", isDirect(channel) ? name : isThread(channel) ? name : say("Welcome to #{channel}!", { channel: name })),
    h(
      "p",
      `${start} `,
      world.guild?.has_bot === false
        ? say("{bot} is not in this server: the panel Trouble invites it again.", { bot })
        : say("Type / to see what {bot} can do.", { bot }),
      " ",
      h("span.wide", say("The faces at the bottom left let you be somebody else.")),
      h("span.narrow", say("The menu at the top left lets you be somebody else.")),
    ),
    h(
      "p.tries",
      firstSteps().map(({ name }) =>
        h("button.button.secondary", { type: "button", onclick: () => composer.write(`/${name} `) }, `/${name}`),
      ),
    ),
  ];
}

/** Commands to begin with: play, help, and each game against the computer. */
function firstSteps() {
  const commands = slashCommands(world);
  const known = ["play", "help"].flatMap((key) => commands.find((command) => command.key === key) ?? []);
  return [...known, ...commands.filter(({ key }) => key.endsWith(" practice"))];
}

async function newServer() {
  const name = say("{name}'s server", { name: nameOf(world.person) });
  const answer = await attempt(() => act(world.person.id, null, { act: "new_server", name }));
  if (answer) world.goTo(answer.channel_id);
}

async function attempt(deed) {
  try {
    return await deed();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    banner(error.message, 6000);
    return null;
  }
}

let bannerTimer = 0;
function banner(text, ms = 0) {
  clearTimeout(bannerTimer);
  byId("banner").textContent = text;
  byId("banner").hidden = !text;
  if (text) announce(text);
  if (ms) bannerTimer = setTimeout(() => banner(""), ms);
}

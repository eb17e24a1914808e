/** The bot's synced commands as a flat list that can be searched. */

const CHAT = 1,
  USER_MENU = 2;
const SUBCOMMAND = 1,
  SUBCOMMAND_GROUP = 2;

/**
 * @typedef {object} Command
 * @property {string} name the whole name in the viewer's language, "konane move"
 * @property {string} key the whole name by which the bot knows it
 * @property {string} description
 * @property {object[]} options as Discord describes them, in the viewer's language, the required ones first
 */

/** The slash commands that the client offers to the viewer in the current channel, by name. */
export function slashCommands(world) {
  const usable = world.commands.filter((command) => (command.type ?? CHAT) === CHAT && world.offers(command));
  return usable.flatMap((command) => leaves(localised(command, world))).sort((a, b) => a.name.localeCompare(b.name));
}

/** The commands of a person's menu that the client offers to the viewer in the current channel. */
export function userCommands(world) {
  return world.commands
    .filter((command) => command.type === USER_MENU && world.offers(command))
    .map((command) => localised(command, world));
}

/** The name of a command, such as "konane move", in the viewer's language. */
export function commandName(key, world) {
  return slashCommands(world).find((command) => command.key === key)?.name ?? key;
}

/** A command, option or choice in the viewer's language; its `key` is the name by which the bot knows it. */
function localised(part, world) {
  const said = (text) => part[`${text}_localizations`]?.[world.person?.locale] ?? part[text];
  const all = (parts) => parts?.map((inner) => localised(inner, world));
  const shown = { key: part.name, name: said("name"), description: said("description") };
  return { ...part, ...shown, options: all(part.options), choices: all(part.choices) };
}

/** The commands that fit what was typed after the slash, best first. */
export function search(commands, typed) {
  const wanted = typed.toLowerCase().replace(/\s+/g, " ").trimStart();
  const words = wanted.trim().split(" ");
  const fits = ({ name, description }) => rank(name.toLowerCase(), description.toLowerCase(), wanted, words);
  return commands
    .map((command) => ({ command, rank: fits(command) }))
    .filter(({ rank }) => rank < 9)
    .sort((a, b) => a.rank - b.rank)
    .map(({ command }) => command);
}

function rank(name, description, wanted, words) {
  if (name.startsWith(wanted.trimEnd())) return 0;
  const parts = name.split(/[ -]/);
  if (words.every((word) => parts.some((part) => part.startsWith(word)))) return 1;
  if (words.every((word) => name.includes(word))) return 2;
  return wanted.length > 2 && description.includes(wanted.trim()) ? 3 : 9;
}

function leaves(command, above = { name: "", key: "" }) {
  const [name, key] = ["name", "key"].map((text) => `${above[text]} ${command[text]}`.trim());
  const options = command.options ?? [];
  const below = options.filter(({ type }) => type === SUBCOMMAND || type === SUBCOMMAND_GROUP);
  if (below.length) return below.flatMap((option) => leaves(option, { name, key }));
  const sorted = [...options].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));
  return [{ name, key, description: command.description, options: sorted }];
}

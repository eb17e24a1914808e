/** Options of a command: the suggestions for each type, and the value of a typed text. */

import { glyph } from "./channel-list.js";
import { h } from "./dom.js";
import { face } from "./icons.js";
import { say } from "./language.js";
import { isDirect, nameOf } from "./world.js";

const STRING = 3,
  INTEGER = 4,
  BOOLEAN = 5,
  USER = 6,
  CHANNEL = 7,
  MENTIONABLE = 9,
  NUMBER = 10,
  ATTACHMENT = 11;
const MOST = 25;

/** The choices of an option that need no question to the bot; null where any text may be written. */
export function choicesOf(option, world) {
  if (option.choices?.length) return option.choices.map(({ name, value }) => ({ label: name, value }));
  if (option.type === BOOLEAN)
    return [{ label: say("True"), value: true }, { label: say("False"), value: false }];
  if (option.type === USER || option.type === MENTIONABLE) return people(world);
  if (option.type === CHANNEL) return channels(option, world);
  return null;
}

/** Whether a file is attached for this option. */
export const takesFile = ({ type }) => type === ATTACHMENT;

/** A file in the form in which the sandbox takes it. */
export async function fileValue(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return { filename: file.name, base64: btoa(text) };
}

/** The choices that fit what was typed. */
export function fitting(choices, typed) {
  const wanted = plain(typed);
  const fits = (choice) => plain(choice.label).includes(wanted) || plain(choice.description ?? "").includes(wanted);
  const starts = (choice) => plain(choice.label).startsWith(wanted);
  return choices
    .filter(fits)
    .sort((a, b) => Number(starts(b)) - Number(starts(a)))
    .slice(0, MOST);
}

/** The value that a text stands for, or a sentence that says what is wrong with it: {value} or {problem}. */
export function meaning(option, text, world) {
  const choices = choicesOf(option, world);
  const typed = text.trim();
  if (takesFile(option)) return typed || option.required ? { problem: say("Attach a file.") } : {};
  if (!typed) return option.required ? { problem: say("This option is required. Give it a value.") } : {};
  if (choices) {
    const chosen = choices.find(
      (choice) =>
        [choice.label, choice.description ?? ""].map(plain).includes(plain(typed)) || String(choice.value) === typed,
    );
    return chosen
      ? { value: chosen.value }
      : { problem: CHOOSE[option.type] ?? say("Choose one of the values in the list.") };
  }
  if (option.type === INTEGER || option.type === NUMBER) return numberMeaning(option, typed);
  if (option.type !== STRING) return { problem: say("This page cannot give a value of this kind.") };
  if (typed.length < (option.min_length ?? 0)) return { problem: say("Write at least {count} characters.", { count: option.min_length }) };
  if (typed.length > (option.max_length ?? 6000))
    return { problem: say("Write at most {count} characters.", { count: option.max_length ?? 6000 }) };
  return { value: typed };
}

const CHOOSE = {
  [USER]: say("Choose a person from the list."),
  [CHANNEL]: say("Choose a channel from the list."),
  [BOOLEAN]: say("Choose True or False."),
};

function numberMeaning(option, typed) {
  const value = Number(typed);
  if (Number.isNaN(value) || (option.type === INTEGER && !Number.isInteger(value)))
    return { problem: option.type === INTEGER ? say("Write a whole number.") : say("Write a number.") };
  if (value < (option.min_value ?? -Infinity)) return { problem: say("The smallest value is {value}.", { value: option.min_value }) };
  if (value > (option.max_value ?? Infinity)) return { problem: say("The greatest value is {value}.", { value: option.max_value }) };
  return { value };
}

function people(world) {
  const here = [...world.users.values(), world.bot];
  return here.map((user) => ({
    label: `@${nameOf(user)}`,
    description: user.username,
    value: user.id,
    picture: h("span.mini", face(user)),
    note: user.bot ? "app" : "",
  }));
}

function channels(option, world) {
  const fits = (channel) =>
    !isDirect(channel) && (!option.channel_types?.length || option.channel_types.includes(channel.type));
  return world
    .places()
    .filter(fits)
    .map((channel) => ({ label: `#${channel.name}`, value: channel.id, picture: h("span.mini", glyph(channel)) }));
}

const plain = (text) => text.toLowerCase().replace(/^[@#]/, "");

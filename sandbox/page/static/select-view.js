/** Selects of messages and modals: a button that opens a list. Where several values may be chosen, closing confirms. */

import { h, fill, newId } from "./dom.js";
import { face, icon } from "./icons.js";
import { say } from "./language.js";
import { isDirect, nameOf } from "./world.js";

const STRING = 3,
  USER = 5,
  ROLE = 6,
  MENTIONABLE = 7,
  CHANNEL = 8;
const WORDS = {
  [STRING]: say("Make a selection"),
  [USER]: say("Select a user"),
  [ROLE]: say("Select a role"),
  [MENTIONABLE]: say("Select a user"),
  [CHANNEL]: say("Select a channel"),
};

/** A select; `onpick` gets the chosen values once the person has chosen. `element.values()` gives them at any time. */
export function selectView(
  part,
  page,
  { disabled = false, busy = false, label = null, picked = null, onpick = () => {} },
) {
  const options = optionsOf(part, page);
  const most = part.max_values ?? 1;
  const least = part.min_values ?? 1;
  let chosen = options.filter((option) => (picked ? picked.includes(option.value) : option.default));
  const id = newId("list");
  const shown = h("span.shown");
  const toggle = h(
    "button.select-face",
    {
      type: "button",
      role: "combobox",
      "aria-haspopup": "listbox",
      "aria-expanded": "false",
      "aria-controls": id,
      "aria-label": label,
      "aria-busy": busy || null,
      disabled,
      dataset: { key: part.custom_id },
    },
    shown,
    icon("down"),
  );
  const list = h("ul.select-list", {
    id,
    role: "listbox",
    "aria-multiselectable": most > 1 || null,
    hidden: true,
    tabindex: "-1",
  });
  const box = h("div.select", toggle, list);
  box.values = () => chosen.map(({ value }) => value);
  let told = box.values().join("\n");

  const paint = () =>
    fill(
      shown,
      chosen.length
        ? chosen.map(({ label }) => label).join(", ")
        : h("span.placeholder", part.placeholder ?? WORDS[part.type]),
    );
  const rows = options.map((option) => row(option, () => choose(option)));
  fill(list, rows.length ? rows : h("li.none", say("Nothing to select")));
  paint();

  const mark = () => rows.forEach((li, at) => li.setAttribute("aria-selected", String(chosen.includes(options[at]))));
  mark();

  function choose(option) {
    if (most === 1) {
      chosen = chosen[0] === option && least === 0 ? [] : [option];
    } else {
      chosen = chosen.includes(option)
        ? chosen.filter((other) => other !== option)
        : [...chosen, option].slice(0, most);
    }
    paint();
    mark();
    if (most === 1) close(true, true);
  }

  function open() {
    list.hidden = false;
    toggle.setAttribute("aria-expanded", "true");
    list.classList.toggle("upwards", toggle.getBoundingClientRect().bottom + 240 > innerHeight);
    (rows.find((li, at) => chosen.includes(options[at])) ?? rows[0] ?? list).focus();
    document.addEventListener("pointerdown", outside, true);
  }

  function close(done, focus) {
    if (list.hidden) return;
    list.hidden = true;
    toggle.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    if (focus) toggle.focus();
    const now = box.values().join("\n");
    if (done && chosen.length >= least && now !== told) onpick(box.values());
    told = now;
  }

  const outside = (event) => {
    if (!box.isConnected || !box.contains(event.target)) close(true, false);
  };

  toggle.addEventListener("click", () => (list.hidden ? open() : close(true, true)));
  toggle.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
    event.preventDefault();
    open();
  });
  list.addEventListener("keydown", (event) => {
    const at = rows.indexOf(document.activeElement);
    const keys = {
      ArrowDown: () => rows[(at + 1) % rows.length]?.focus(),
      ArrowUp: () => rows[(at - 1 + rows.length) % rows.length]?.focus(),
      Home: () => rows[0]?.focus(),
      End: () => rows.at(-1)?.focus(),
      Enter: () => options[at] && choose(options[at]),
      " ": () => options[at] && choose(options[at]),
      Escape: () => close(most > 1, true),
      Tab: () => close(true, true),
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  });
  return box;
}

function row(option, choose) {
  return h(
    "li",
    { role: "option", tabindex: "-1", onclick: choose, dataset: { value: option.value } },
    option.picture ?? null,
    h(
      "span.words",
      option.emoji ? `${option.emoji.name} ` : null,
      option.label,
      option.description ? h("small", option.description) : null,
    ),
    icon("check"),
  );
}

function optionsOf(part, page) {
  if (part.type === STRING) return part.options.map((option) => ({ ...option }));
  const preset = new Set((part.default_values ?? []).map(({ id }) => id));
  if (part.type === CHANNEL) {
    const allowed = (channel) =>
      !isDirect(channel) && (!part.channel_types?.length || part.channel_types.includes(channel.type));
    return page
      .channels()
      .filter(allowed)
      .map(({ id, name }) => ({ value: id, label: `#${name}`, default: preset.has(id) }));
  }
  if (part.type === ROLE) return [];
  return page
    .people()
    .map((user) => ({
      value: user.id,
      label: nameOf(user),
      description: user.username,
      picture: h("span.mini", face(user)),
      default: preset.has(user.id),
    }));
}

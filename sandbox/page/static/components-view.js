/** Components of a message: rows of buttons and selects, and the building blocks of Components V2. */

import { localAddress, picture, resolve } from "./attachment-view.js";
import { h } from "./dom.js";
import { colour } from "./embed-view.js";
import { icon } from "./icons.js";
import { markdown } from "./markdown.js";
import { selectView } from "./select-view.js";

const ROW = 1,
  BUTTON = 2,
  STRING_SELECT = 3,
  SECTION = 9,
  TEXT = 10,
  THUMBNAIL = 11,
  GALLERY = 12,
  FILE = 13,
  SEPARATOR = 14,
  CONTAINER = 17;
const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };

/** Everything under `components` of a message. */
export function components(message, page) {
  const list = message.components ?? [];
  return list.length
    ? h(
        "div.components",
        list.map((part) => view(part, message, page)),
      )
    : null;
}

function view(part, message, page) {
  const make = VIEWS[part.type];
  if (make) return make(part, message, page);
  if (part.type >= STRING_SELECT && part.type <= 8) return select(part, message, page);
  return h("p.unknown", `(a component of type ${part.type}, which this page cannot show)`);
}

const VIEWS = {
  [ROW]: (row, message, page) =>
    h("div.row", row.components.map((part) => view(part, message, page))),
  [BUTTON]: button,
  [SECTION]: (section, message, page) =>
    h(
      "div.section",
      h("div.words", section.components.map((part) => view(part, message, page))),
      h("div.accessory", view(section.accessory, message, page)),
    ),
  [TEXT]: (part, message, page) => h("div.markdown", markdown(part.content, page.names)),
  [THUMBNAIL]: (part, message) => picture(media(part, message), "thumbnail"),
  [GALLERY]: (part, message) =>
    h(
      "div.pictures",
      { dataset: { count: part.items.length } },
      part.items.map((item) => picture(media(item, message))),
    ),
  [FILE]: (part, message) =>
    h(
      "a.file",
      { href: localAddress(resolve(message, part.file).url), target: "_blank" },
      icon("log"),
      part.name ?? part.file.url.split("/").at(-1),
    ),
  [SEPARATOR]: ({ divider = true, spacing = 1 }) =>
    h("div.separator", { role: divider ? "separator" : null, dataset: { divider, spacing } }),
  [CONTAINER]: (part, message, page) =>
    h(
      "section.container",
      { vars: part.accent_color ? { "--accent": colour(part.accent_color) } : {} },
      part.components.map((child) => view(child, message, page)),
    ),
};

const media = (item, message) => ({
  ...resolve(message, { ...item.media, description: item.description }),
  spoiler: item.spoiler,
});

function button(part, message, page) {
  const style = STYLES[part.style] ?? "secondary";
  const content = [
    part.emoji ? h("span.emoji", part.emoji.id ? `:${part.emoji.name}:` : part.emoji.name) : null,
    part.label ? h("span.label", part.label) : null,
  ];
  const name = part.label ? null : part.emoji?.name;
  if (part.url)
    return h(
      `a.button.${style}`,
      { href: part.url, target: "_blank", rel: "noopener noreferrer", "aria-label": name },
      content,
      icon("window"),
    );
  const waits = isWaiting(message, part, page);
  const press = () => page.press(message, part.custom_id, part.label ?? name);
  return h(
    `button.button.${style}`,
    {
      type: "button",
      disabled: part.disabled,
      "aria-label": name,
      "aria-busy": waits ? "true" : null,
      class: waits ? "waiting" : "",
      dataset: { key: part.custom_id },
      onclick: press,
    },
    content,
    waits ? dots() : null,
  );
}

function select(part, message, page) {
  const waits = isWaiting(message, part, page);
  return selectView(part, page, {
    disabled: part.disabled || waits,
    busy: waits,
    picked: page.picked(message.id, part.custom_id),
    onpick: (values) => page.pick(message, part.custom_id, values),
  });
}

function isWaiting(message, part, page) {
  const state = page.clicked(message.id);
  return Boolean(state && !state.failed && state.customId === part.custom_id);
}

/** Three dots that move while something is awaited. */
export const dots = () => h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i"));

/** Embeds: the framed cards of a message. */

import { picture, resolve } from "./attachment-view.js";
import { stamp } from "./clock.js";
import { h } from "./dom.js";
import { say } from "./language.js";
import { markdown, oneLine } from "./markdown.js";

/** The embeds of a message. */
export function embeds(message, page) {
  return (message.embeds ?? []).map((embed) => card(embed, message, page.names));
}

/** `0x1f8b4c` as a CSS colour. */
export const colour = (number) => `#${number.toString(16).padStart(6, "0")}`;

function card(embed, message, names) {
  const { author, title, url, description, fields = [], image, thumbnail, footer, timestamp, color } = embed;
  const heading = title
    ? h(
        "strong.title",
        url
          ? h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, oneLine(title, names))
          : oneLine(title, names),
      )
    : null;
  return h(
    "section.embed",
    { "aria-label": title ?? say("Embed"), vars: color ? { "--accent": colour(color) } : {} },
    h("div.words", [
      author?.name ? h("p.embed-author", author.name) : null,
      heading,
      description ? h("div.description.markdown", markdown(description, names)) : null,
      fields.length
        ? h(
            "div.fields",
            fields.map((field) => fieldView(field, names)),
          )
        : null,
      image ? picture(resolve(message, image)) : null,
      footer || timestamp
        ? h(
            "p.footer",
            [footer?.text, timestamp ? stamp(Date.parse(timestamp) / 1000) : null].filter(Boolean).join(" • "),
          )
        : null,
    ]),
    thumbnail ? picture(resolve(message, thumbnail), "thumbnail") : null,
  );
}

function fieldView({ name, value, inline }, names) {
  return h(
    inline ? "div.field.inline" : "div.field",
    h("strong", oneLine(name, names)),
    h("div.markdown", markdown(value, names)),
  );
}

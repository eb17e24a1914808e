/** Attached files: pictures with their alt text, enlarged on a click; other files as links. */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./language.js";
import { enlarge } from "./lightbox.js";

const SPOILER = "SPOILER_";

/** The attachments that no embed and no component of the message shows. */
export function attachments(message) {
  const shown = (message.attachments ?? []).filter((file) => !isUsed(message, file));
  if (!shown.length) return null;
  const pictures = shown.filter(isPicture);
  const files = shown.filter((file) => !isPicture(file));
  return h(
    "div.attachments",
    pictures.length
      ? h(
          "div.pictures",
          { dataset: { count: pictures.length } },
          pictures.map((file) => picture(file)),
        )
      : null,
    files.map(fileCard),
  );
}

/** A picture that can be enlarged; `media` is {url, description, width, height, filename?}. */
export function picture(media, kind = "picture") {
  const { width, height, description } = media;
  const image = h("img", {
    src: localAddress(media.url),
    alt: description ?? "",
    width,
    height,
    loading: "lazy",
    decoding: "async",
  });
  if (!description) image.alt = media.filename ?? say("Picture without a description");
  const badge = description ? h("span.alt-badge", { title: description, "aria-hidden": "true" }, "ALT") : null;
  const open = h("button.enlarge", {
    type: "button",
    "aria-label": say("Enlarge the picture"),
    onclick: () => enlarge(image),
  });
  const frame = h(
    `figure.${kind}`,
    { vars: width && height ? { "--ratio": `${width} / ${height}`, "--width": `${width}px` } : {} },
    image,
    open,
    badge,
  );
  if (media.spoiler || media.filename?.startsWith(SPOILER)) frame.append(cover(frame));
  return frame;
}

/** The address of a file for this page, which may use another name of this machine than the file's address. */
export function localAddress(url) {
  const { hostname, pathname, search } = new URL(url, location.href);
  return hostname === location.hostname || hostname === "localhost" || hostname === "127.0.0.1"
    ? pathname + search
    : url;
}

/** The attachment that `attachment://name` means, or the media as it is. */
export function resolve(message, media) {
  const name = /^attachment:\/\/(.+)$/.exec(media?.url ?? "")?.[1];
  const file = (message.attachments ?? []).find(({ filename, url }) => (name ? filename === name : url === media?.url));
  return file
    ? {
        ...file,
        ...media,
        url: file.url,
        width: file.width,
        height: file.height,
        description: media.description ?? file.description,
      }
    : media;
}

const isPicture = (file) => file.content_type?.startsWith("image/") ?? /\.(png|jpe?g|gif|webp)$/i.test(file.filename);

function isUsed(message, file) {
  const used = (url) => url === file.url || url === `attachment://${file.filename}`;
  const inEmbeds = (message.embeds ?? []).some(({ image, thumbnail }) => used(image?.url) || used(thumbnail?.url));
  return inEmbeds || Boolean((message.flags ?? 0) & (1 << 15));
}

function cover(frame) {
  const show = () => {
    frame.classList.add("shown");
    button.remove();
  };
  const button = h("button.cover", { type: "button", onclick: show }, say("Spoiler"));
  return button;
}

function fileCard(file) {
  return h(
    "a.file",
    { href: localAddress(file.url), target: "_blank", rel: "noopener" },
    icon("log"),
    h("span", file.filename, h("small", `${(file.size / 1024).toFixed(1)} KB`)),
  );
}

/** A picture as large as the window; Esc, a click or the cross closes it. */

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { say } from "./language.js";

/** Show a larger copy of an image of the page. */
export function enlarge(image) {
  const close = () => dialog.close();
  const dialog = h(
    "dialog.lightbox",
    { "aria-label": say("Picture"), onclick: close, onclose: () => dialog.remove() },
    h("img", { src: image.src, alt: image.alt }),
    h("p.caption", image.alt),
    h("button.round", { type: "button", "aria-label": say("Close"), autofocus: true }, icon("close")),
  );
  document.body.append(dialog);
  dialog.showModal();
}

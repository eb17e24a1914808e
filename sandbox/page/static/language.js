/** The language of the page, which is that of the viewer's Discord. Until one is chosen, it is that of the browser. */

import { pageTexts } from "./server.js";

const STORE = "locale";

const { locale: spoken, texts } = await pageTexts(sessionStorage.getItem(STORE) ?? navigator.language);

/** Discord's code of the language in which the page is drawn. */
export const locale = spoken;

document.documentElement.lang = locale;

/** A text in the language of the page, with its fields filled in: `say("You are {name}", { name })`. */
export const say = (text, fields = {}) =>
  (texts[text] ?? text).replace(/\{(\w+)\}/g, (_, name) => String(fields[name]));

/** Draw the page in the language of this person's Discord. */
export function follow(person) {
  if (person.locale === locale) return;
  sessionStorage.setItem(STORE, person.locale);
  location.reload();
}

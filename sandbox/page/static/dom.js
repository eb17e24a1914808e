/** Building DOM nodes: content becomes text nodes, never markup. */

/** Make an element: `h("button.plain", {type: "button", onclick: f}, "text", child)`. It needs no properties. */
export function h(what, ...children) {
  const [tag, ...classes] = what.split(".");
  const props = children[0]?.constructor === Object ? children.shift() : {};
  const element = document.createElement(tag);
  if (classes.length) element.classList.add(...classes);
  for (const [name, value] of Object.entries(props)) give(element, name, value);
  add(element, children);
  return element;
}

/** Put children (nodes, texts, lists of them; null and false are left out) at the end of an element. */
export function add(element, children) {
  for (const child of [children].flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
  return element;
}

/** Replace everything in an element. */
export function fill(element, ...children) {
  element.replaceChildren();
  return add(element, children);
}

/** The element of the page with this id. */
export const byId = (id) => document.getElementById(id);

let serial = 0;
/** An id that nothing else in the page has. */
export const newId = (prefix) => `${prefix}-${++serial}`;

/** Say something to screen readers without showing it. */
export function announce(text) {
  const live = byId("live");
  live.append(h("p", {}, text));
  while (live.childElementCount > 20) live.firstElementChild.remove();
}

function give(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
  else if (name === "class") element.classList.add(...value.split(" ").filter(Boolean));
  else if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "vars") for (const [key, v] of Object.entries(value)) element.style.setProperty(key, v);
  else if (name === "value" || name === "checked" || name === "open") element[name] = value;
  else element.setAttribute(name, value === true ? "" : value);
}

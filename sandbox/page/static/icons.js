/** The page's own drawings: line icons on a 24-unit grid, and the faces of people. */

const SVG = "http://www.w3.org/2000/svg";

const LINES = {
  hash: "M9.5 3.5 7 20.5M17 3.5l-2.5 17M4.5 8.5h16M3.5 15.5h16",
  thread: "M5 4v7a4 4 0 0 0 4 4h10M15 11l4 4-4 4",
  at: "M12 8.2a3.8 3.8 0 1 0 0 7.6 3.8 3.8 0 0 0 0-7.6M15.8 8.5v5a2.6 2.6 0 0 0 5.2 0V12a9 9 0 1 0-3.6 7.2",
  people:
    "M9 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7M2.5 19.5c.4-3.6 3-5.5 6.5-5.5s6.1 1.9 6.5 5.5M16 4.9a3.5 3.5 0 0 1 0 6.3M18 14.6c2 .8 3.2 2.4 3.5 4.9",
  trouble:
    "M8.5 9.5V8a3.5 3.5 0 0 1 7 0v1.5M7 9.5h10v5a5 5 0 0 1-10 0zM12 11v8M3.5 13H7M17 13h3.5M4 7l3 2.5M20 7l-3 2.5M4.5 19.5 7.5 17M19.5 19.5l-3-2.5",
  log: "M4 6h16M4 12h10M4 18h13M18 10.5l1.5 1.5L22 9.5",
  menu: "M4 6.5h16M4 12h16M4 17.5h16",
  close: "M6 6l12 12M18 6 6 18",
  dots: "M5.5 12h.01M12 12h.01M18.5 12h.01",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12M12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6",
  send: "M4 12 3.5 4.5 21 12 3.5 19.5 4 12h8",
  down: "M6 9.5l6 6 6-6",
  right: "M9.5 6l6 6-6 6",
  window: "M13.5 4.5h6v6M19.5 4.5l-8 8M10 5.5H5.5a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h12a1 1 0 0 0 1-1V14",
  plus: "M12 5v14M5 12h14",
  reply: "M4 18v-4a4 4 0 0 1 4-4h11",
  slash: "M15.5 4.5l-7 15",
  group: "M12 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 12 11M5.5 19c.4-3.4 3-5 6.5-5s6.1 1.6 6.5 5",
  warning: "M12 4 2.8 19.5h18.4zM12 10v4.5M12 17h.01",
  check: "M5 12.5l4.5 4.5L19 7.5",
};

/** One icon by name. It is decoration, so it has no text for screen readers. */
export function icon(name) {
  const svg = shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" });
  svg.append(shape("path", { d: LINES[name] }));
  return svg;
}

const FACES = ["#3f7fd6", "#2d9d78", "#b565c9", "#d08a2e", "#c95a5a", "#5b7c99"];

/** The round picture of a person: their first letter; for the bot a wave. */
export function face(user) {
  const svg = shape("svg", { viewBox: "0 0 40 40", class: "face", "aria-hidden": "true", focusable: "false" });
  if (user?.bot) svg.append(...tide());
  else svg.append(...letter(user));
  return svg;
}

function letter(user) {
  const name = user?.global_name || user?.username || "?";
  const sum = [...(user?.username ?? name)].reduce((total, char) => total * 17 + char.codePointAt(0), 7) >>> 0;
  const text = shape("text", {
    x: 20,
    y: 27,
    "text-anchor": "middle",
    "font-size": 19,
    "font-weight": 600,
    fill: "#fff",
  });
  text.textContent = [...name][0].toUpperCase();
  return [shape("circle", { cx: 20, cy: 20, r: 20, fill: FACES[sum % FACES.length] }), text];
}

function tide() {
  const wave = (y, stroke) =>
    shape("path", {
      d: `M7 ${y}q3.25-3 6.5 0t6.5 0 6.5 0 6.5 0`,
      fill: "none",
      stroke,
      "stroke-width": 2.6,
      "stroke-linecap": "round",
    });
  return [
    shape("circle", { cx: 20, cy: 20, r: 20, fill: "#0f5e75" }),
    shape("circle", { cx: 20, cy: 14, r: 5, fill: "#ff8f6b" }),
    wave(24, "#8fe3e0"),
    wave(30, "#d8fbf7"),
  ];
}

function shape(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

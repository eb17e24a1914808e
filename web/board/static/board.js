/** Draws a board as SVG, and finds the cell that a touch, a drag or a key refers to. It is independent of the game. */

import { known } from "./server.js";

const SVG = "http://www.w3.org/2000/svg";
const SCALE = 100;
/** Margins in cells: for the coordinates to the left and below, and for the rim elsewhere. */
const BEFORE = 0.55;
const AROUND = 0.12;
/** How far, in cells, a touch may be from the centre of the cell it selects, which is the nearest available one. */
const REACH = 0.8;
/** The radius of an outline's corners. */
const ROUND = 0.12 * SCALE;
/** How far a pointer moves before a touch becomes a drag: in pixels, and in cells if these are large. */
const SLOP = 12;
const SLOP_CELLS = 0.25;
/** How long, in milliseconds, a finger rests at the end of a drag. After a swipe, it does not rest. */
const RESTS = 80;
/** How soon after scrolling, in milliseconds, a touch only stops the scrolling. */
const SCROLLING = 100;
const SLIDE = 220;
/** The minimum scale at which the page counts as zoomed in. */
const ENLARGED = 1.1;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name @param {Record<string, string | number>} [attributes]
 */
function svg(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** A drawing of the page as an SVG symbol. @param {string} name @param {string} id */
function symbol(name, id) {
  const [content, width, height] = known.drawings.get(name);
  const [w, h] = [width * SCALE, height * SCALE];
  const made = svg("symbol", { id, viewBox: `${-w / 2} ${-h / 2} ${w} ${h}` });
  const parsed = new DOMParser().parseFromString(`<svg xmlns="${SVG}">${content}</svg>`, "image/svg+xml");
  made.append(...parsed.documentElement.childNodes);
  return made;
}

/** A drawing used at a point. @param {[string, number, number]} stamp @param {string} id */
function used([name, x, y], id) {
  const [, width, height] = known.drawings.get(name);
  return svg("use", {
    href: `#${id}`,
    x: (x - width / 2) * SCALE,
    y: (y - height / 2) * SCALE,
    width: width * SCALE,
    height: height * SCALE,
  });
}

/** A picture of a piece, made of drawings around its centre, or its name if there are none. @param {[string, number, number][]} stamps @param {string} name */
export function icon(stamps, name) {
  if (!stamps.length) return name;
  const reach = Math.max(...stamps.map(([drawing, x, y]) => Math.max(Math.abs(x) + known.drawings.get(drawing)[1] / 2, Math.abs(y) + known.drawings.get(drawing)[2] / 2)));
  const made = svg("svg", { viewBox: [-reach, -reach, 2 * reach, 2 * reach].map((length) => length * SCALE).join(" "), "aria-hidden": "true" });
  for (const stamp of stamps) {
    const id = `i${stamp[0]}`;
    made.append(symbol(stamp[0], id), used(stamp, id));
  }
  return made;
}

/** Tells a drag from a swipe by the end of the movement. */
export class Rest {
  /** @param {PointerEvent} event */
  constructor(event) {
    this.last = event;
  }

  /** The pointer moved. @param {PointerEvent} event */
  moved(event) {
    if (Math.hypot(event.clientX - this.last.clientX, event.clientY - this.last.clientY) > SLOP) this.last = event;
  }

  /** Whether the pointer rested before it was lifted, as it always does for a mouse: only fingers swipe. @param {PointerEvent} event */
  before(event) {
    this.moved(event);
    return event.pointerType !== "touch" || event.timeStamp - this.last.timeStamp >= RESTS;
  }
}

/** @typedef {{id: number, cell: string, x: number, y: number, moved: boolean, drags: boolean, rest: Rest}} Gesture */

export class Board {
  /**
   * @param {HTMLElement} home
   * @param {{touched: (cell: string) => void, lifted: (cell: string) => boolean, dropped: (cell: string | null) => void, cancelled: () => void}} page
   *   `touched` is called where a pointer ended on the cell where it began, alone. `lifted` is called when it leaves a cell, and
   *   returns whether it drags something from there; then `dropped` with the cell where it ended, null beside the board, or
   *   `cancelled`. After a swipe nothing is called.
   */
  constructor(home, page) {
    this.page = page;
    this.svg = svg("svg", { "aria-hidden": "true" });
    this.layers = Object.fromEntries(
      ["symbols", "ground", "below", "pieces", "lights", "labels"].map((name) => [name, svg(name === "symbols" ? "defs" : "g", { class: name })]),
    );
    this.svg.append(...Object.values(this.layers));
    this.cells = document.createElement("div");
    this.cells.className = "cells";
    home.append(this.svg, this.cells);
    /** @type {Map<string, HTMLButtonElement>} */
    this.buttons = new Map();
    /** The button where Tab stops. @type {HTMLButtonElement | undefined} */
    this.stop = undefined;
    this.grid = null;
    this.taken = new Set();
    this.draggable = false;
    this.lit = new Set();
    this.open = new Set();
    this.stamps = [];
    /** The one pointer that is down. @type {Gesture | null} */
    this.gesture = null;
    this.#listen();
  }

  /** Show a board from the server. @param {any} told @param {boolean} slides */
  show(told, slides) {
    this.gesture = null; // what a touch of the old board meant
    if (told.grid !== this.grid?.name) this.#lay(told.grid);
    const before = this.stamps;
    this.stamps = told.stamps;
    this.taken = new Set(told.taken);
    this.draggable = Boolean(told.steps || told.setup);
    this.#pans();
    this.layers.pieces.replaceChildren(...told.stamps.map((stamp) => this.#use(stamp)));
    if (slides) this.#slide(before);
  }

  /**
   * Highlight cells and name all of them; `also` has cells that can be touched without being highlighted.
   * @param {string[]} may @param {string[]} also @param {string[]} chosen @param {string[]} hinted
   * @param {(cell: string) => string} named
   */
  light(may, also, chosen, hinted, named) {
    this.lit = new Set(may);
    this.open = new Set([...may, ...also]);
    const taken = may.filter((cell) => this.taken.has(cell));
    const free = may.filter((cell) => !this.taken.has(cell));
    const drawn = (cells, ...kinds) => kinds.flatMap((kind) => cells.map((cell) => this.#outline(cell, kind)));
    this.layers.below.replaceChildren(...drawn(chosen, "bed"), ...(chosen.length ? [] : drawn(may, "free")));
    this.layers.lights.replaceChildren(
      ...drawn(taken, "around", "may"),
      ...drawn(chosen, "edge", "chosen"),
      ...drawn(hinted, "edge", "hinted"),
      ...(chosen.length ? free.map((cell) => this.#dot(cell)) : []),
    );
    for (const [cell, button] of this.buttons) {
      const name = named(cell);
      if (button.getAttribute("aria-label") !== name) button.setAttribute("aria-label", name);
      button.classList.toggle("lit", this.lit.has(cell));
      button.hidden = !this.#there(cell);
    }
    if (!this.stop?.hidden) return;
    const [x, y] = this.grid.cells[this.stop.dataset.cell];
    this.#stopAt(this.#nearest(x, y, this.#all()).cell, document.activeElement === this.stop);
  }

  /** Focus the cell that had the focus last. */
  focus() {
    this.stop?.focus({ preventScroll: true });
  }

  /** Whether a cell accepts the pointer. A cell that overlaps others does so only if it has a piece or can be chosen. */
  #there(cell) {
    return !(cell in this.grid.outlines) || this.taken.has(cell) || this.open.has(cell);
  }

  /** The cells that accept the pointer. */
  #all() {
    return Object.keys(this.grid.cells).filter((cell) => this.#there(cell));
  }

  /** Make a cell the starting point for Tab and the arrow keys. @param {string} cell @param {boolean} focuses */
  #stopAt(cell, focuses) {
    if (this.stop) this.stop.tabIndex = -1;
    this.stop = this.buttons.get(cell);
    this.stop.tabIndex = 0;
    if (focuses) this.stop.focus();
  }

  /** Set up another grid: its background, labels and a button for each cell. @param {string} name */
  #lay(name) {
    const grid = known.grids.get(name);
    this.grid = { name, ...grid };
    const { width, height } = grid;
    const box = [-BEFORE, -AROUND, width + BEFORE + AROUND, height + AROUND + BEFORE].map((length) => length * SCALE);
    this.svg.setAttribute("viewBox", box.join(" "));
    this.box = box;
    for (const [key, colour] of Object.entries(grid.colours))
      document.documentElement.style.setProperty(`--${key.replaceAll(" ", "-")}`, String(colour));
    this.layers.ground.replaceChildren(...grid.ground.map((stamp) => this.#use(stamp)));
    this.layers.labels.replaceChildren(
      ...grid.labels.map(([text, x, y]) => {
        const left = x <= 0 ? x - 0.3 : x;
        const down = y >= height ? y + 0.28 : y;
        const label = svg("text", { x: left * SCALE, y: (down + 0.1) * SCALE, "text-anchor": "middle" });
        label.textContent = text;
        return label;
      }),
    );
    const last = this.stop?.dataset.cell;
    const focused = this.cells.contains(document.activeElement);
    this.buttons = new Map(Object.keys(grid.cells).map((cell) => [cell, this.#button(cell)]));
    this.cells.replaceChildren(...this.buttons.values());
    this.#stopAt(this.buttons.has(last) ? last : Object.keys(grid.cells)[0], focused);
  }

  #button(cell) {
    const [x, y] = this.grid.cells[cell];
    const [left, top, width, height] = this.box.map((length) => length / SCALE);
    const button = document.createElement("button");
    button.type = "button";
    button.tabIndex = -1;
    button.dataset.cell = cell;
    button.style.left = `${((x - left) / width) * 100}%`;
    button.style.top = `${((y - top) / height) * 100}%`;
    button.style.width = `${90 / width}%`;
    button.style.height = `${90 / height}%`;
    return button;
  }

  #symbol(name) {
    const id = `d${name}`;
    if (this.svg.getElementById?.(id) ?? document.getElementById(id)) return id;
    this.layers.symbols.append(symbol(name, id));
    return id;
  }

  #use(stamp) {
    return used(stamp, this.#symbol(stamp[0]));
  }

  #outline(cell, kind) {
    const [x, y] = this.grid.cells[cell];
    const corners = this.grid.outlines[cell] ?? this.grid.outline;
    const points = corners.map(([dx, dy]) => [(x + dx * 0.94) * SCALE, (y + dy * 0.94) * SCALE]);
    const rounded = points.map((corner, at) => {
      const [before, after] = [points.at(at - 1), points[(at + 1) % points.length]].map((other) => {
        const part = ROUND / Math.hypot(other[0] - corner[0], other[1] - corner[1]);
        return corner.map((length, axis) => length + (other[axis] - length) * part);
      });
      return `${at ? "L" : "M"}${before}Q${corner} ${after}`;
    });
    return svg("path", { d: `${rounded.join("")}Z`, class: kind });
  }

  #dot(cell) {
    const [x, y] = this.grid.cells[cell];
    return svg("circle", { cx: x * SCALE, cy: y * SCALE, r: 20, class: "target" });
  }

  /** Slide the piece that left a cell to the cell where the same drawing appeared. */
  #slide(before) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const key = (stamp) => stamp.join(" ");
    const [old, now] = [before, this.stamps].map((stamps) => new Set(stamps.map(key)));
    const middles = new Set(Object.values(this.grid.cells).map((point) => point.join(" ")));
    const onCell = ([, x, y]) => middles.has(`${x} ${y}`);
    const gone = before.filter((stamp) => !now.has(key(stamp)) && onCell(stamp));
    for (const [at, stamp] of this.stamps.entries()) {
      if (old.has(key(stamp)) || !onCell(stamp)) continue;
      const from = gone.filter(([name]) => name === stamp[0]);
      if (from.length !== 1) continue;
      const [dx, dy] = [from[0][1] - stamp[1], from[0][2] - stamp[2]].map((length) => length * SCALE);
      const moved = this.layers.pieces.children[at];
      moved.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], { duration: SLIDE, easing: "ease-out" });
    }
  }

  #listen() {
    let scrolled = -Infinity;
    addEventListener("scroll", (event) => {
      scrolled = event.timeStamp;
      this.#end();
    }, { capture: true, passive: true });
    addEventListener("resize", () => this.#end()); // the board turns or moves away under the finger
    visualViewport.addEventListener("resize", () => this.#pans());
    // A second finger anywhere makes it a pinch.
    addEventListener("pointerdown", () => this.#end(), { capture: true });
    this.svg.addEventListener("pointerdown", (event) => {
      if (event.button || !event.isPrimary || event.timeStamp - scrolled < SCROLLING) return;
      const cell = this.at(event);
      if (cell) this.gesture = { id: event.pointerId, cell, x: event.clientX, y: event.clientY, moved: false, drags: false, rest: new Rest(event) };
      this.svg.setPointerCapture(event.pointerId);
    });
    this.svg.addEventListener("pointermove", (event) => {
      const { gesture } = this;
      if (gesture?.id !== event.pointerId) return;
      gesture.rest.moved(event);
      if (gesture.moved) return;
      const cell = (this.svg.getBoundingClientRect().width * SCALE) / this.box[2];
      if (Math.hypot(event.clientX - gesture.x, event.clientY - gesture.y) <= Math.max(SLOP, SLOP_CELLS * cell)) return;
      gesture.moved = true;
      gesture.drags = this.page.lifted(gesture.cell);
    });
    this.svg.addEventListener("pointerup", (event) => {
      const { gesture } = this;
      if (gesture?.id !== event.pointerId) return;
      this.gesture = null;
      if (gesture.drags) {
        if (gesture.rest.before(event)) this.page.dropped(this.at(event));
      } else if (!gesture.moved) this.page.touched(gesture.cell);
    });
    this.svg.addEventListener("pointercancel", () => this.#end());
    this.cells.addEventListener("click", (event) => {
      const { cell } = /** @type {HTMLElement} */ (event.target).dataset;
      if (cell) this.page.touched(cell);
    });
    this.cells.addEventListener("keydown", (event) => {
      const way = ARROWS[event.key];
      if (!way) return;
      event.preventDefault();
      this.#step(/** @type {HTMLElement} */ (event.target).dataset.cell, way);
    });
  }

  /** Let one finger drag if possible and scroll otherwise, even if the zoomed-in board fills the page. */
  #pans() {
    this.svg.classList.toggle("drags", this.draggable && visualViewport.scale < ENLARGED);
  }

  /** Ignore the pointer that is down. */
  #end() {
    if (this.gesture?.drags) this.page.cancelled();
    this.gesture = null;
  }

  /** Move the focus to the nearest cell in a direction. */
  #step(cell, [right, down]) {
    const [x, y] = this.grid.cells[cell];
    let best = null;
    for (const name of this.#all()) {
      const [cx, cy] = this.grid.cells[name];
      const along = (cx - x) * right + (cy - y) * down;
      const aside = Math.abs((cx - x) * down + (cy - y) * right);
      const far = along + 1.5 * aside;
      if (along > 0.2 && aside <= along && (!best || far < best.far)) best = { name, far };
    }
    if (best) this.#stopAt(best.name, true);
  }

  /** The nearest of these cells, and its distance. @param {number} x @param {number} y @param {Iterable<string>} cells */
  #nearest(x, y, cells) {
    let best = null;
    for (const cell of cells) {
      const [cx, cy] = this.grid.cells[cell];
      const far = Math.hypot(cx - x, cy - y);
      if (!best || far < best.far) best = { cell, far };
    }
    return best;
  }

  /** Return the cell for a pointer: the nearest available one, or else the nearest one; null beside the board. */
  at(event) {
    if (!this.grid) return null;
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    const [x, y] = [point.x / SCALE, point.y / SCALE];
    const any = this.#nearest(x, y, this.#all());
    if (any.far > 1) return null;
    const candidate = this.#nearest(x, y, this.open);
    return candidate && candidate.far <= Math.max(REACH, any.far) ? candidate.cell : any.cell;
  }
}

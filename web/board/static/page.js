/** The page: it shows a match, waits for its changes, and sends what its visitor does. */

import { Board } from "./board.js";
import { Choice } from "./choice.js";
import { Refused, enter, get, keep, post } from "./server.js";

const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;
const $ = (id) => document.getElementById(id);

let words = {};
let code = "";
/** What is shown: a board of the match, a supposed one, one of a study, or one that is set up. @type {any} */
let told = null;
/** The newest board of the match; null in a board editor without one. @type {any} */
let newest = null;
/** @type {Choice | null} */
let choice = null;
let hinted = [];
/** The moves supposed so far, while a reply is prepared; null otherwise. @type {string[][] | null} */
let line = null;
/** The board editor, once it has been opened. @type {import("./setup.js").Editor} */
let editor;
/** The menu of rarer acts, once it has been opened. @type {import("./more.js").More} */
let more;
/** What the link opened. @type {any} */
let visit;
/** The other matches that wait for a move. @type {{code: string}[]} */
let others = [];
let view = null;
let received = 0;
let waiting = new AbortController();
let sending = false;
/** The act whose question is open; empty if none is. */
let asked = "";
const board = new Board($("board"), touched);

/** A word of the page with its fields. @param {string} key @param {Record<string, unknown>} [fields] */
const word = (key, fields = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => String(fields[name] ?? ""));
const path = (rest = "") => `/api/match/${code}${rest}`;
const viewed = () => (view === null ? "" : `?view=${view}`);
/** Whether something else than a board of the match is shown. */
const away = () => Boolean(line || told?.study || told?.setup);
const sleep = (time) => new Promise((done) => setTimeout(done, time));

/** @param {string} text @param {() => unknown} pressed @param {string} [kind] */
function button(text, pressed, kind = "") {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.className = kind;
  made.addEventListener("click", () => void doing(pressed));
  return made;
}

function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/**
 * Fill a part of the page. The focus stays on the button of the same name; without one it goes to one that does no harm,
 * or to the board.
 * @param {Element} home @param {Node[]} made
 */
function fill(home, made) {
  const name = (pressed) => pressed.getAttribute("aria-label") ?? pressed.textContent;
  const buttons = () => [...home.querySelectorAll("button")];
  const at = buttons().findIndex((old) => old === document.activeElement);
  const focused = buttons()[at];
  home.replaceChildren(...made);
  if (!focused) return;
  const open = buttons().filter((fresh) => !fresh.disabled);
  const same = open.filter((fresh) => name(fresh) === name(focused));
  const harmless = home === $("choices") && board.lit.size ? undefined : open.find((fresh) => fresh.className !== "danger");
  (same.find((fresh) => fresh === buttons()[at]) ?? same[0] ?? harmless ?? board).focus();
}

/** Do something, and say why it was refused. @param {() => unknown} act */
async function doing(act) {
  try {
    notice("");
    await act();
  } catch (error) {
    await failed(error);
  }
}

async function failed(error) {
  if (!(error instanceof Refused)) {
    notice(word("offline"));
    return;
  }
  notice(error.said);
  if (error.status === 401) over(error.said);
  else if (error.status === 409 && !away()) await refresh();
}

function notice(text) {
  $("notice").textContent = text;
  $("notice").hidden = !text;
}

/** Nothing more can be done without a new link. @param {string} said */
function over(said) {
  waiting.abort();
  $("page").hidden = true;
  notice(said);
}

/** What is said about a board. @param {any} now */
const lines = (now) => [now.last, ...now.warnings, now.over ? now.state : ""].filter(Boolean);

/** Show a board. @param {any} now @param {boolean} [slides] */
function show(now, slides = false) {
  const old = told ? lines(told) : [];
  const fresh = slides ? lines(now).filter((text) => !old.includes(text)) : [];
  if (fresh.length) $("live").textContent = [...fresh, now.code && now.steps ? word("your-turn") : ""].join(" ");
  told = now;
  if (now.code) received = Date.now();
  if (now.code && (!newest || now.rev >= newest.rev) && now.ply === now.moves.length) newest = now;
  choice = now.steps ? new Choice(now.steps) : null;
  if (now.setup) editor.take(now);
  hinted = [];
  board.show(now, slides);
  $("page").hidden = false;
  draw();
  document.title = `${newest?.steps ? "● " : ""}${now.game} – Tidepool`;
}

/** Draw all that depends on the board and the choice. */
function draw() {
  $("page").classList.toggle("editing", Boolean(told.setup));
  $("state").textContent = told.study ? word("study") : (told.state ?? word("prepare"));
  $("last").textContent = [told.last, ...told.warnings].filter(Boolean).join(" ");
  tick();
  lights();
  below();
  steps();
  acts();
  moves();
}

/** The cells of steps. @param {string[]} names */
const onBoard = (names) => names.filter((name) => name in board.grid.cells);

function lights() {
  const { may, also, chosen } = told.setup ? editor.cells : choosable();
  board.light(may, also, chosen, hinted, (cell) =>
    [
      cell,
      told.on_cells[cell] ?? word("empty"),
      chosen.includes(cell) ? word("chosen") : "",
      may.includes(cell) ? word("may") : "",
    ]
      .filter(Boolean)
      .join(", "),
  );
}

/** The cells of the move's next step, of its first one and of those chosen. */
function choosable() {
  if (!choice) return { may: [], also: [], chosen: [] };
  const chosen = onBoard(choice.path);
  return { may: onBoard(choice.following), also: [...onBoard(new Choice(choice.steps).following), ...chosen], chosen };
}

/** The question and the choices below the board, for which there is always room. */
function below() {
  const buttons = told.setup ? editor.palette : [];
  let question = told.setup ? editor.question : "";
  if (choice) {
    const { move, following } = choice;
    question = choice.question;
    if (move && choice.touches === 1 && !following.length) question = word("again", { cell: onBoard(choice.path).at(-1) ?? move[0] });
    for (const step of following)
      if (!(step in board.grid.cells)) buttons.push(button(choice.label(step), () => chose(step)));
    if (move && (following.length || (told.preview && choice.ready)))
      buttons.push(button(following.length ? word("finish") : word("confirm", { move: move.join("-") }), () => play(move), "primary"));
    if (choice.path.length) buttons.push(button(word("undo"), restart));
  }
  if (line?.length === 0) question = word("prepare-theirs");
  $("question").textContent = question;
  fill($("choices"), buttons);
}

/** A cell was touched, or null: something was dragged off the board. @param {string | null} cell */
function touched(cell) {
  if (told.setup) {
    void doing(() => editor.touched(cell));
    return;
  }
  if (!cell) return;
  notice("");
  if (!choice) {
    notice(told.over || told.study ? "" : told.ply < told.moves?.length ? word("old") : word("not-yours"));
    return;
  }
  const last = choice.path.at(-1);
  if (cell === last && choice.move) {
    choice.confirm();
    if (choice.following.length && choice.touches > 1) void doing(() => play(choice.move));
    else finish();
    return;
  }
  if (choice.following.includes(cell)) {
    void doing(() => chose(cell));
    return;
  }
  const again = choice.path.includes(cell);
  restart();
  if (again) return;
  if (choice.following.includes(cell)) {
    void doing(() => chose(cell));
    return;
  }
  const what = told.on_cells[cell];
  notice(what ? word("cannot", { cell, what }) : word("cannot-empty", { cell }));
}

function restart() {
  choice.restart();
  lights();
  below();
}

function chose(step) {
  choice.take(step);
  while (choice.touches > 1 && choice.following.length === 1 && !choice.move && !(choice.following[0] in board.grid.cells))
    choice.path.push(choice.following[0]); // words without an alternative are no choice
  return finish();
}

/** Play the move if it is complete; otherwise show what is open. */
function finish() {
  lights();
  below();
  if (choice.ready && !told.preview) return doing(() => play(choice.move));
  return undefined;
}

/** @param {string[]} move */
async function play(move) {
  if (line) return suppose(move);
  if (told.study) return show(await post(`/api/study/${told.study}/move${viewed()}`, { line: told.line, ply: told.ply, steps: move }), true);
  return act("/move", { rev: told.rev, steps: move });
}

/** Do something in the match; without a connection, until it is back. */
async function act(what, body) {
  if (sending) return;
  sending = true;
  waiting.abort();
  const { ply } = told;
  let tried = 0;
  try {
    for (;;) {
      try {
        show(await post(path(what) + viewed(), body), true);
        notice("");
        void next();
        return;
      } catch (error) {
        if (error instanceof Refused && error.status === 409 && tried && what === "/move") {
          await refresh();
          if (newest.moves.length > ply) return notice(""); // an earlier try had arrived
        }
        if (error instanceof Refused && error.status !== 503) throw error;
        notice(word("unsent"));
        await sleep(Math.min(FIRST_WAIT * 2 ** tried++, LONGEST_WAIT));
      }
    }
  } finally {
    sending = false;
    void watch();
  }
}

/** Fetch the newest board. */
async function refresh() {
  const now = await get(path() + viewed());
  if (now) show(now, now.ply > (newest?.ply ?? 0));
}

/** Wait for changes of the match for as long as it is shown. */
async function watch() {
  waiting.abort();
  const mine = (waiting = new AbortController());
  let wait = FIRST_WAIT;
  let trouble = "";
  while (!mine.signal.aborted) {
    try {
      const now = await get(`${path()}?after=${newest.rev}${view === null ? "" : `&view=${view}`}`, mine.signal);
      if (mine.signal.aborted) return;
      wait = FIRST_WAIT;
      if ([trouble, word("offline")].includes($("notice").textContent)) notice("");
      if (now) news(now);
    } catch (error) {
      if (mine.signal.aborted) return;
      if (error instanceof Refused && [401, 404].includes(error.status)) return over(error.said);
      if (error.name !== "TimeoutError") notice((trouble = error instanceof Refused ? error.said : word("offline")));
      await sleep(wait);
      wait = Math.min(wait * 2, LONGEST_WAIT);
    }
  }
}

/** The match has changed: show it, unless something else is looked at. */
function news(now) {
  const looking = !away() && told.ply === newest.ply;
  newest = now;
  if (looking) show(now, true);
  else if (line) void doing(leave); // what was supposed is no longer so
  else {
    $("live").textContent = now.last;
    steps();
  }
  void next();
}

/** @param {number} ply */
async function look(ply) {
  if (told.setup) return editor.edit({ edit: "show" });
  if (told.study) return show(await get(`/api/study/${told.study}/${told.line}/${ply}${viewed()}`), Math.abs(ply - told.ply) === 1);
  const there = ply >= newest.ply ? await get(path() + viewed()) : await get(path(`/at/${ply}`) + viewed());
  show(there, Math.abs(ply - told.ply) === 1);
}

function steps() {
  if (told.setup) return;
  const last = told.study ? told.moves.length : newest.ply;
  const step = (sign, key, to, off) => {
    const made = button(sign, () => look(to));
    made.title = word(key);
    made.setAttribute("aria-label", word(key));
    made.disabled = off || line !== null;
    return made;
  };
  fill($("steps"), [
    step("|◀", "first", 0, told.ply === 0),
    step("◀", "back", told.ply - 1, told.ply === 0),
    step("▶", "on", told.ply + 1, told.ply >= last),
    step("▶|", "newest", last, told.ply >= last),
    ...(told.look.turns ? [turn()] : []),
  ]);
}

function turn() {
  const made = button("⟲", async () => {
    view = 1 - told.look.view;
    if (line) return suppose(null);
    return look(told.ply);
  });
  made.title = word("turn");
  made.setAttribute("aria-label", word("turn"));
  return made;
}

function acts() {
  const made = [];
  if (others.length && !line && !told.setup) made.push(button(word("next", { count: others.length }), () => open(others[0].code), "primary"));
  if (told.setup) {
    made.push(...editor.acts(newest ? code : "", newest ? newest.seat !== null : visit.plays));
    if (told.look.turns) made.push(turn());
    if (newest) made.push(button(word("leave"), leave));
  } else if (line || told.study) {
    made.push(newest ? button(word("leave"), leave) : button(word("edit"), () => edit(told.position)));
    if (line?.length && line.length % 2 === 0) made.unshift(button(word("prepare"), prepare, "primary"));
  } else {
    const open = newest.acts.find((offer) => offer.act === asked);
    if (open) return fill($("acts"), question(open));
    if (told.practice && told.steps) made.push(button(word("hint"), hint));
    for (const offer of newest.acts) made.push(button(offer.label, () => ask(offer)));
    if (newest.may_prepare) made.push(button(word("prepare"), begin));
    if (newest.over && newest.seat !== null) made.push(button(word("study"), () => study()));
    if (newest.levels.length) made.push(element("span", word("rematch")));
    for (const { level, label } of newest.levels) made.push(button(label, () => again(level)));
  }
  return fill($("acts"), made);
}

/** Set up a position. @param {string} path where the server begins @param {object} body */
async function setUp(path, body) {
  const { Editor } = await import("./setup.js");
  editor ??= new Editor({ show, draw, lights, touched, at: (event) => board.at(event), word, button, element, viewed, study, open });
  await editor.begin(path, body);
}

/** Set up a position without a match. @param {string} [position] the start of the game without one */
const edit = (position) => (position ? setUp(`/api/setup/${visit.game}/edit`, { position, edit: "show" }) : setUp(`/api/setup/${visit.game}`, {}));

/** Ask once more where the act has a question, which stays open when the board changes. */
function ask(offer) {
  if (!offer.question) return act(`/${offer.act}`, { rev: newest.rev });
  asked = offer.act;
  acts();
  $("live").textContent = offer.question;
  return undefined;
}

/** @param {{act: string, question: string}} offer */
function question(offer) {
  const answered = (does) => () => {
    asked = "";
    return does();
  };
  const sure = answered(() => act(`/${offer.act}`, { rev: newest.rev }));
  return [element("span", offer.question), button(word("yes"), sure, "danger"), button(word("no"), answered(acts))];
}

async function hint() {
  const { steps: best } = await post(path("/hint"), { rev: told.rev });
  hinted = hinted.length ? onBoard(best) : onBoard(best).slice(0, 1);
  lights();
}

async function again(level) {
  const begun = await post(path("/again"), { level });
  await open(begun.code);
}

async function begin() {
  line = [];
  await suppose(null);
}

/** Add a move to the supposed line, or none. @param {string[] | null} move */
async function suppose(move) {
  const longer = move ? [...line, move] : line;
  const now = await post(path("/suppose") + viewed(), { rev: newest.rev, line: longer });
  line = longer;
  show(now, move !== null);
}

async function prepare() {
  await post(path("/prepare"), { rev: newest.rev, line });
  await leave();
}

/** Study what is shown. @param {string} [from] the request that opens the study @param {object} [body] */
async function study(from = path("/study"), body = {}) {
  const at = told.setup ? 0 : told.ply;
  const opened = await post(from, body);
  show(await get(`/api/study/${opened.study}/0/${at}${viewed()}`));
}

async function leave() {
  line = null;
  told = newest;
  await refresh();
}

function moves() {
  const list = $("list").querySelector("ol");
  $("list").querySelector("summary").textContent = `${word("moves")} (${told.moves?.length ?? 0})`;
  fill(
    list,
    (told.moves ?? []).map((text, at) => {
      const item = document.createElement("li");
      item.append(button(text, () => look(at + 1), at + 1 === told.ply ? "now" : ""));
      return item;
    }),
  );
  for (const other of told.following?.slice(1) ?? []) {
    const item = document.createElement("li");
    item.append(button(other.move, async () => show(await get(`/api/study/${told.study}/${other.line}/${told.ply + 1}${viewed()}`), true)));
    list.append(item);
  }
}

/** Look which other matches wait. */
async function next() {
  try {
    const queue = await get("/api/matches");
    others = queue.matches.filter((match) => match.your_turn && match.code !== code);
    acts();
  } catch {
    // the next change asks again
  }
}

/** Show what is needed less often. */
async function menu() {
  const { More } = await import("./more.js");
  more ??= new More($("more"), {
    themes: visit.themes,
    told: () => told,
    edit: () => setUp(path("/setup"), { ply: told.ply }),
    again: () => (line ? suppose(null) : look(told.ply)),
    ...{ path, word, button, element, doing, notice },
  });
  more.show(newest, away());
}

/** A count of a unit of time in the visitor's language, such as `3 days`. @param {number} count @param {string} unit */
const counted = (count, unit) =>
  count.toLocaleString(document.documentElement.lang, { style: "unit", unit, unitDisplay: "short" });

/** Count the clock down. */
function tick() {
  const clock = newest?.clock;
  if (!clock || away()) {
    $("clock").textContent = "";
    return;
  }
  const left = Math.max(0, clock.seconds - (clock.paused ? 0 : Math.floor((Date.now() - received) / 1000)));
  const [days, hours, minutes, seconds] = [left / 86400, (left / 3600) % 24, (left / 60) % 60, left % 60].map(Math.floor);
  const two = (number) => String(number).padStart(2, "0");
  const time = days
    ? `${counted(days, "day")} ${counted(hours, "hour")}`
    : hours
      ? `${counted(hours, "hour")} ${counted(minutes, "minute")}`
      : `${minutes}:${two(seconds)}`;
  $("clock").textContent = clock.paused ? word("paused") : left ? word("left", { time }) : word("time-up");
}

/** Show a match of the visitor. @param {string} name */
async function open(name) {
  waiting.abort();
  code = name;
  keep({ code });
  line = null;
  asked = "";
  newest = told = null;
  show(await get(path() + viewed()));
  void next();
  void watch();
}

addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (choice?.path.length) restart();
  else if (told?.setup && editor.drop()) draw();
});
$("more").addEventListener("toggle", () => doing(menu));
addEventListener("online", () => newest && void watch());
addEventListener("hashchange", () => location.reload());

try {
  visit = await enter();
  words = visit.words;
  document.documentElement.lang = words.language;
  $("more").querySelector("summary").textContent = word("more");
  await (visit.code ? open(visit.code) : edit(visit.position));
  setInterval(tick, 1000);
} catch (error) {
  if (error instanceof Refused) over(error.said);
  else over(String(error));
}

/** The page: shows a match, waits for changes, and sends the visitor's actions. */

import { Board, icon } from "./board.js";
import { Choice, settle, write } from "./choice.js";
import { Offline, Refused, enter, get, keep, loaded, persist, post } from "./server.js";

/** A side's longest score, in characters, for one line on a phone. A match's scores stay on one side of the limit. */
const LONG = 40;
/** How many milliseconds the page waits before trying again after a bot error kept it from opening. */
const AGAIN = 30_000;
const $ = (id) => document.getElementById(id);

/** The page's texts, initially those sent with it. @type {Record<string, string>} */
let words = { ...$("notice").dataset };
let code = "";
/** The shown board: from the match, a hypothetical line, a study or the editor. @type {any} */
let told = null;
/** The match's newest board, or null in a board editor without a match. @type {any} */
let newest = null;
/** @type {Choice | null} */
let choice = null;
let hinted = [];
/** Hypothetical lines and studies, once there has been one. @type {import("./lines.js").Lines | undefined} */
let lines;
/** The tasks, once one has been opened. @type {import("./tasks.js").Tasks} */
let tasks;
/** The board editor, once it has been opened. @type {import("./setup.js").Editor} */
let editor;
/** A match's actions, once their script has loaded. @type {import("./acts.js").Acts | undefined} */
let matchActs;
/** The script that counts the clock down, once loaded. @type {typeof import("./clock.js") | undefined} */
let clocks;
/** The menu of less common actions, once it has been opened. @type {import("./more.js").More} */
let more;
/** What the link opened. @type {any} */
let visit;
/** The other matches waiting for the visitor's move. @type {{code: string}[]} */
let others = [];
let view = null;
/** The match's clock, with the time at which it was read. @type {{seconds: number, paused: boolean, at: number} | null} */
let clock = null;
let waiting = new AbortController();
/** The actions not yet received by the server, at most one per match. @type {import("./server.js").Unsent[]} */
let unsent = [];
/** The number of the latest request for a board, which supersedes earlier ones. */
let errand = 0;
/** The message about the connection, initially that the page is loading, or "" if all is well. */
let trouble = $("notice").textContent;
const board = new Board($("board"), { touched, lifted, dropped, cancelled });

/** One of the page's texts, with its fields filled in. @param {string} key @param {Record<string, unknown>} [fields] */
const word = (key, fields = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => String(fields[name] ?? ""));
const path = (rest = "") => `/api/match/${code}${rest}`;
const viewed = () => (view === null ? "" : `?view=${view}`);
/** Whether anything but a board of the match is shown. */
const away = () => Boolean(lines?.line || told?.study || told?.setup || told?.task);

/** @param {string} text @param {() => unknown} pressed @param {string} [kind] */
function button(text, pressed, kind = "") {
  const made = document.createElement("button");
  made.type = "button";
  write(made, text);
  made.className = kind;
  made.addEventListener("click", () => void doing(pressed));
  return made;
}

function element(name, text = "") {
  const made = document.createElement(name);
  write(made, text);
  return made;
}

/**
 * Fill a part of the page. The focus stays on the button with the same name; without one, it moves to a harmless button
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

/** Something else has been requested meanwhile. */
class Replaced extends Error {}

/** Do something, and show the reason if it is refused. @param {() => unknown} act */
async function doing(act) {
  try {
    notice("");
    await act();
  } catch (error) {
    await failed(error);
  }
}

async function failed(error) {
  if (error instanceof Replaced) return;
  if (error instanceof Offline) {
    notice(word("undone"));
    return;
  }
  if (!(error instanceof Refused)) {
    notice(word("broken"));
    throw error;
  }
  notice(error.said);
  if (error.status === 401) over(error.said);
  else if (error.status === 409 && newest && !away()) await refresh().catch(failed);
}

/** Show what is wrong with the connection until the next response. @param {any} error */
function troubled(error) {
  trouble = error.said ?? word("offline");
  notice(trouble);
}

function connected() {
  if ($("notice").textContent === trouble) notice("");
}

/** Ask as soon as there is a connection. @param {() => Promise<any>} ask @param {() => void} [current] throws once nobody waits for the answer */
async function patiently(ask, current = () => undefined) {
  const answer = await persist(ask, (error) => {
    current();
    troubled(error);
  });
  current();
  connected();
  return answer;
}

/** Load a script that is not needed at first, as soon as there is a connection. @param {string} name */
const needed = (name) => patiently(() => loaded(name));

/** Make a request that the next such request supersedes. @param {() => Promise<any>} ask */
async function latest(ask) {
  const mine = ++errand;
  const current = () => {
    if (mine !== errand) throw new Replaced();
  };
  return patiently(ask, current);
}

function notice(text) {
  write($("notice"), text);
  $("notice").hidden = !text;
}

/** Stop the page, which then needs a new link or a reload. @param {string} said */
function over(said) {
  waiting.abort();
  $("page").hidden = true;
  notice(said);
}

/** The text about a board. @param {any} now */
const said = (now) => [now.last, ...now.warnings, now.over ? now.state : ""].filter(Boolean);

/** Show a board. @param {any} now @param {boolean} [slides] */
function show(now, slides = false) {
  const old = told ? said(told) : [];
  const fresh = slides ? said(now).filter((text) => !old.includes(text)) : [];
  if (fresh.length) $("live").textContent = [...fresh, now.code && now.steps ? word("your-turn") : ""].join(" ");
  const same = choice && now.steps && now.ply === told?.ply && now.position === told.position;
  if (!same) choice = now.steps ? new Choice(now.steps) : null; // an offer changes nothing that was chosen
  told = now;
  keepTime(now);
  if (now.code && (!newest || now.rev >= newest.rev) && now.ply === now.moves.length) newest = now;
  if (now.setup) editor.take(now);
  hinted = onBoard(now.task?.hinted ?? []);
  board.show(now, slides);
  $("page").hidden = false;
  draw();
}

/** Take the clock from a board of the match. @param {any} now */
function keepTime(now) {
  if (now.code && (!newest || now.rev >= newest.rev)) clock = now.clock && { ...now.clock, at: performance.now() };
}

/** Draw everything that depends on the board and the choice. */
function draw() {
  $("page").classList.toggle("editing", Boolean(told.setup));
  $("page").classList.toggle("tasking", Boolean(told.task));
  $("page").classList.toggle("words", told.words);
  heading();
  const last = told.last || (told.code && word("no-moves"));
  write($("last"), [last, ...told.warnings].filter(Boolean).join(" "));
  fill($("score"), told.score.map(plate));
  $("score").classList.toggle("long", told.score.some((text) => text.length > LONG));
  tick();
  lights();
  below();
  steps();
  acts();
  moves();
}

/** A side's score, with the piece that represents the side. @param {string} text @param {number} seat */
function plate(text, seat) {
  const made = element("span");
  made.className = seat === told.turn ? "turn" : "";
  made.append(icon([[told.tokens[seat], 0, 0]], ""), element("b", text));
  return made;
}

/** Update the heading above a board. */
function heading() {
  write($("state"), told.study ? word("study") : (told.state ?? word("prepare")));
  write($("chat"), told.chat ?? "");
  document.title = `${newest?.steps ? "● " : ""}${told.game} – Tidepool`;
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

/** The cells of the move's next step, its first step and the chosen steps. */
function choosable() {
  if (!choice) return { may: [], also: [], chosen: [] };
  const chosen = onBoard(choice.path);
  return { may: onBoard(choice.following), also: [...onBoard(new Choice(choice.steps).following), ...chosen], chosen };
}

/** The question and the choices below the board, whose space is always reserved. */
function below() {
  const buttons = told.setup ? editor.palette : [];
  let question = told.setup ? editor.question : "";
  if (choice) {
    const { move, following } = choice;
    question = choice.question;
    if (move && choice.touches === 1 && !following.length) question = word("again", { cell: onBoard(choice.path).at(-1) ?? move[0] });
    for (const step of following)
      if (!(step in board.grid.cells)) buttons.push(button(choice.label(step), () => chose(step)));
  }
  write($("question"), lines?.question || told.task?.said || question || told.waiting);
  fill($("choices"), buttons);
  confirm();
}

/** The places below the choices: to play the chosen move, and to choose again. */
function confirm() {
  const move = choice?.move;
  const ends = move && (choice.following.length > 0 || (told.preview && choice.ready));
  const text = ends && !choice.following.length ? word("confirm", { move: choice.said }) : word("finish");
  const places = [
    { key: "play", text, pressed: () => play(move), open: Boolean(ends), about: String(choice?.path), kind: "primary" },
    { key: "undo", text: word("undo"), pressed: restart, open: Boolean(choice?.path.length), quick: true },
  ];
  $("confirm").hidden = !(choice ? places.some(({ open }) => open) : told.task);
  settle($("confirm"), told.setup ? [] : told.task && !choice ? tasks.ways(0, 2) : places, doing, board);
}

/** Start a drag from a cell, and return whether it has a piece that can be dragged. @param {string} cell */
function lifted(cell) {
  if (told.setup) return editor.lift(cell);
  if (!choice) return false;
  if (cell !== choice.path.at(-1)) {
    const from = new Choice(choice.steps);
    if (!from.take(cell) || !onBoard(from.following).length) return false;
    restart();
    void chose(cell);
  }
  return onBoard(choice.following).length > 0;
}

/** @param {string | null} cell where a drag ended; null beside the board */
function dropped(cell) {
  if (told.setup) void doing(() => editor.drop(cell));
  else if (cell && choice.following.includes(cell)) void doing(() => chose(cell));
}

/** Cancel a drag that became a pinch or a scroll. */
function cancelled() {
  if (told.setup) editor.release();
  else restart();
  draw();
}

/** @param {string} cell */
function touched(cell) {
  if (told.setup) {
    void doing(() => editor.touched(cell));
    return;
  }
  notice("");
  if (!choice) {
    notice(told.over || told.study || told.task ? "" : told.ply < told.moves?.length ? word("old") : word("not-yours"));
    return;
  }
  const last = choice.path.at(-1);
  if (cell === last && choice.move) {
    choice.confirm();
    if (choice.following.length && choice.touches > 1) void doing(() => play(choice.move));
    else finish();
    return;
  }
  if (choice.path.includes(cell) && !choice.following.includes(cell)) {
    restart();
    return;
  }
  const begins = new Choice(choice.steps).following.includes(cell);
  if (begins && !choice.following.includes(cell)) restart();
  void doing(() => (choice.following.includes(cell) ? chose(cell) : why([...choice.path, cell])));
}

/** Show why no move begins with these steps. @param {string[]} wrong */
async function why(wrong) {
  const about = told;
  const { said } = await post(`/api/setup/${told.key}/why`, { position: told.position, steps: wrong });
  if (told === about) notice(said);
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

/** Play the move if it is complete, or show what is left to choose. */
function finish() {
  lights();
  below();
  if (choice.ready && !told.preview) return doing(() => play(choice.move));
  return undefined;
}

/** @param {string[]} move */
async function play(move) {
  if (told.task) return tasks.play(move);
  if (lines?.line || told.study) return lines.play(move);
  return act("/move", { rev: told.rev, steps: move });
}

/** Act in the match, as soon as there is a connection. @param {string} what @param {object} body */
async function act(what, body) {
  const before = unsent.find(({ match }) => match === code);
  if (before) notice(word(before.tried ? "unsent" : "sending"));
  else await deliver({ match: code, what, body, ply: told.ply });
}

/** Send an action until it is received or refused, even after a reload. @param {import("./server.js").Unsent} done */
async function deliver(done) {
  const { match, what, body, ply, by } = done;
  const here = () => match === code;
  if (!unsent.includes(done)) unsent.push(done);
  keep({ unsent });
  if (here()) waiting.abort();
  try {
    const now = await persist(
      () => post(`/api/match/${match}${what}${viewed()}`, body, by),
      () => {
        done.tried = true;
        keep({ unsent });
        notice(word("unsent"));
      },
    );
    if (!here()) return;
    notice("");
    if (by) await refresh(); // it was told to another visit
    else if (away()) news(now);
    else show(now, true);
  } catch (error) {
    if (by && error.status === 401) throw new Refused(error.said, 409);
    if (!done.tried || error.status !== 409) throw error;
    const now = await patiently(() => get(`/api/match/${match}${viewed()}`));
    const arrived = what === "/move" ? now.moves.length > ply : !now.acts.find((offer) => `/${offer.act}` === what)?.open;
    if (here()) show(now, now.ply > ply);
    notice(arrived ? "" : error.said);
  } finally {
    unsent = unsent.filter((other) => other !== done);
    keep({ unsent });
    void next();
    if (here()) void watch();
  }
}

/** Fetch the newest board. */
async function refresh() {
  const now = await latest(() => get(path() + viewed()));
  show(now, now.ply > (newest?.ply ?? 0));
}

/** Wait for changes to the match while it is shown. @param {boolean} [looks] whether to look at once, without waiting for a change */
async function watch(looks = false) {
  waiting.abort();
  if (!newest || unsent.some(({ match }) => match === code)) return;
  const { signal } = (waiting = new AbortController());
  const current = () => {
    if (signal.aborted) throw new Replaced();
  };
  const lost = (error) => {
    current();
    troubled(error);
  };
  const arrived = (now) => {
    current();
    connected();
    if (now?.rev > newest.rev) news(now);
    else if (now) keepTime(now);
    if (now) void next();
  };
  try {
    const script = await persist(() => loaded("watch"), lost);
    current();
    await script.watch({ path, newest: () => newest, view: () => view, arrived, lost }, signal, looks);
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Refused)) throw error;
    over(error.said);
  }
}

/** Show the changed match, unless the visitor is looking at something else. */
function news(now) {
  const looking = !away() && told.ply === newest.ply;
  keepTime(now);
  newest = now;
  if (looking) show(now, true);
  else if (lines?.line) void doing(leave); // what was supposed is no longer so
  else {
    $("live").textContent = now.last;
    const { rev, moves: played, over: ended, state, chat } = now;
    if (!away()) told = { ...told, rev, moves: played, over: ended, state, chat };
    heading();
    steps();
    acts();
    moves();
  }
}

/** @param {number} ply */
async function look(ply) {
  if (told.setup) return editor.edit({ edit: "show" });
  const slides = Math.abs(ply - told.ply) === 1;
  if (told.study) return lines.look({ ...told, ply }, slides);
  const there = path(ply >= newest.ply ? "" : `/at/${ply}`);
  return show(await latest(() => get(there + viewed())), slides);
}

function steps() {
  if (told.setup || told.task) return;
  const last = told.study ? told.moves.length : newest.ply;
  const step = (key, text, to, open) => ({ key, text, title: word(key), pressed: () => look(to()), open: open && !lines?.line, quick: true });
  const places = [
    step("first", "|◀", () => 0, told.ply > 0),
    step("back", "◀", () => told.ply - 1, told.ply > 0),
    step("on", "▶", () => told.ply + 1, told.ply < last),
    { ...step("newest", "▶|", () => (told.study ? told.moves.length : newest.ply), told.ply < last), kind: !away() && newest.steps ? "primary" : "" },
    ...(told.look.turns ? [turn()] : []),
  ];
  settle($("steps"), places, doing, board);
}

/** Redraw the same board. */
const shown = () => (told.task ? tasks.shown() : lines?.line ? lines.suppose(null) : look(told.ply));

function turn() {
  const pressed = () => {
    view = 1 - told.look.view;
    return shown();
  };
  return { key: "turn", text: "⟲", title: word("turn"), pressed, quick: true };
}

/** The actions, each in its own place, and disabled if currently impossible. */
function acts() {
  settle($("acts"), told.setup ? editing() : told.task ? tasks.ways(choice ? 0 : 2) : lines?.line || told.study ? lines.acts : (matchActs?.places ?? []), doing, board);
}

function editing() {
  /** @type {import("./choice.js").Place[]} */
  const places = editor.acts(newest ? code : "", newest ? newest.seat !== null : visit.plays);
  if (told.look.turns) places.push(turn());
  if (newest) places.push(leaving());
  return places;
}

/** The button that leads back to the match. @returns {import("./choice.js").Place} */
const leaving = () => ({ key: "leave", text: word("leave"), pressed: leave, kind: newest.steps ? "primary" : "" });

/** Set up a position. @param {string} path where the server begins @param {object} body */
async function setUp(path, body) {
  const { Editor } = await needed("setup");
  editor ??= new Editor({ ...page, at: (event) => board.at(event), shown: () => told.setup });
  await editor.begin(path, body);
}

/** Set up a position without a match. @param {string} [position] the start of the game without one */
const edit = (position) => {
  const home = `/api/setup/${newest?.key ?? visit.game}`;
  return position ? setUp(`${home}/edit`, { position, edit: "show" }) : setUp(home, {});
};

/** Open a task. @param {string} to its address */
async function task(to) {
  const { Tasks } = await needed("tasks");
  tasks ??= new Tasks(page);
  await tasks.go(to);
}

/** The code for hypothetical lines and studies, loaded on first use. */
async function lined() {
  const { Lines } = await needed("lines");
  return (lines ??= new Lines({ ...page, edit: () => edit(told.position) }));
}

const begin = async () => (await lined()).suppose(null);

/** Study what is shown. @param {string} [from] the request that opens the study @param {object} [body] */
async function study(from = path("/study"), body = {}) {
  await (await lined()).study(from, body, told.setup ? 0 : told.ply);
}

async function leave() {
  if (lines) lines.line = null;
  keep({ position: undefined, task: undefined });
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
  for (const { move, pressed } of lines?.others ?? []) {
    const item = document.createElement("li");
    item.append(button(move, pressed));
    list.append(item);
  }
}

/** Check which other matches are waiting for the visitor. */
async function next() {
  try {
    const queue = await get("/api/matches");
    others = queue.matches.filter((match) => match.your_turn && match.code !== code);
    acts();
  } catch {
    // the next change asks again
  }
}

/** Show the less common actions. */
async function menu() {
  const { More } = await needed("more");
  more ??= new More($("more"), {
    ...page,
    themes: visit.themes,
    edit: () => setUp(path("/setup"), { ply: told.ply }),
    again: shown,
  });
  more.show(newest, away());
}

/** Count the clock down, and check for changes after the device has slept. */
function tick() {
  if (clocks?.slept()) void watch(true);
  $("clock").textContent = clocks && clock && !away() ? clocks.said(clock, word) : "";
}

/** Load what the page shows besides the board of a match. */
async function furnish() {
  const [{ Acts }, script] = await Promise.all(["acts", "clock"].map(needed));
  clocks = script;
  matchActs = new Acts({
    ...page,
    others: () => others,
    draw: acts,
    hinted: (steps) => {
      hinted = hinted.length ? onBoard(steps) : onBoard(steps).slice(0, 1);
      lights();
    },
  });
  if (!told) return;
  tick();
  acts();
}

/** Show one of the visitor's matches, as soon as there is a connection. @param {string} name */
async function open(name) {
  const now = await latest(() => get(`/api/match/${name}${viewed()}`));
  waiting.abort();
  code = name;
  keep({ code, position: undefined, task: undefined });
  if (lines) lines.line = null;
  [clock, others] = [null, []];
  newest = told = null;
  $("review").replaceChildren();
  $("acts").dataset.keys = ""; // the acts of another match are others
  show(now);
  scrollTo(0, 0);
  void next();
  void watch();
}

/** The page's interface for the other scripts. */
const page = {
  told: () => told,
  newest: () => newest,
  ...{ path, viewed, word, notice, button, element, doing, patiently, latest, needed, show, draw, lights },
  ...{ touched, act, look, leave, leaving, study, begin, task, open },
};

addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  if (choice?.path.length) restart();
  else if (told?.setup && editor.release()) draw();
});
$("more").addEventListener("toggle", () => doing(menu));
$("rules").addEventListener("toggle", () =>
  doing(async () => (await needed("rules")).show($("rules"), told.key, patiently)),
);
addEventListener("online", () => void watch(true));
addEventListener("visibilitychange", () => void watch(!document.hidden));
addEventListener("hashchange", () => location.hash && location.reload());

try {
  const entered = await enter(troubled);
  visit = entered.visit;
  words = visit.words;
  connected();
  document.documentElement.lang = words.language;
  $("more").querySelector("summary").textContent = word("more");
  $("rules").querySelector("summary").textContent = word("rules");
  const { position, task: asked } = visit; // what was being set up or answered
  unsent = [visit.unsent ?? []].flat().map((done) => ({ ...done, tried: true }));
  void furnish();
  if (visit.code) await open(visit.code);
  if (asked) await task(asked);
  else if (position || !visit.code) await edit(position);
  setInterval(tick, 1000);
  if (entered.refused) notice(entered.refused.said);
  await Promise.all(unsent.map((done) => doing(() => deliver(done))));
} catch (error) {
  if (error instanceof Refused) over(error.said);
  else await failed(error);
  if (error.status >= 500) setTimeout(() => location.reload(), AGAIN);
}

/** Waits for the shown match to change. One request serves all tabs, because HTTP/1.1 browsers allow only six connections. */

import { PATIENCE, get, pause, persist } from "./server.js";

/** How often a hidden tab checks for changes, in milliseconds. It does not keep a request open. */
const HIDDEN = 20_000;
/** The name of the lock and of the channel that the tabs share. */
const NAME = "tidepool";
/** How many milliseconds other tabs have to join a request, and how much two tabs' patience differs at most. */
const [JOINING, APART] = [50, 5000];
/** The maximum number of matches in one request. */
const MOST = 24;
/** The channel between tabs, or null if the browser has no locks or forbids them, as it does without storage. */
const channel = (await navigator.locks?.request(NAME, { ifAvailable: true }, () => new BroadcastChannel(NAME)).catch(() => null)) ?? null;
/** Matches that another tab's session could not ask about. @type {Set<string>} */
const foreign = new Set();
/** Whether the requesting tab has been silent so long that it must be asleep, and another takes its place. */
let silent = false;

/**
 * Wait for changes while the match is shown. Throws Refused.
 * @param {{path: (rest?: string) => string, newest: () => any, view: () => number | null, arrived: (now: any) => void, lost: (error: Error) => void}} page
 *   `arrived` gets each answer, null without news, and `lost` why there was none; both throw once another board is shown
 * @param {AbortSignal} signal @param {boolean} looks whether to look at once, without waiting for a change
 */
export async function watch({ path, newest, view, arrived, lost }, signal, looks) {
  while (!signal.aborted) {
    if (document.hidden) {
      await pause(HIDDEN);
      looks = true;
    }
    const { code, rev } = newest();
    const ask = (parts, ended) => get(path() + (parts.length ? `?${parts.join("&")}` : ""), ended);
    const seen = view() === null ? [] : [`view=${view()}`];
    const wish = { code, rev, looks: () => ask(seen, signal), holds: (ended) => ask([`after=${rev}`, ...seen], ended) };
    await persist(
      async () => {
        const now = await (looks ? wish.looks() : changed(wish, signal));
        looks = false;
        arrived(now);
      },
      (error) => {
        looks = true; // the connection may have been dead for long
        lost(error);
      },
    );
  }
}

/**
 * What this tab waits for. `holds` asks for itself with a request that is held, `looks` with one that is answered at once.
 * @typedef {{code: string, rev: number, holds: (signal: AbortSignal) => Promise<any>, looks: () => Promise<any>}} Wish
 */

/**
 * Return the match as soon as its revision differs from the wish's, or null after a while. One tab asks for all: the one that has
 * the lock, until its request is answered. The others tell it what they wait for, and look when it says that this has changed.
 * @param {Wish} wish @param {AbortSignal} signal
 */
async function changed(wish, signal) {
  const { code, rev, holds, looks } = wish;
  if (!channel || foreign.has(code)) return holds(signal);
  const ended = new AbortController();
  let patience;
  try {
    return await new Promise((done, failed) => {
      const listen = () => {
        clearTimeout(patience);
        patience = setTimeout(() => done(((silent = true), looks())), PATIENCE + Math.random() * APART);
      };
      const end = () => failed(signal.reason);
      signal.addEventListener("abort", end, { signal: ended.signal });
      if (signal.aborted) end();
      const hears = ({ data }) => {
        listen();
        const now = data.changed?.[code];
        if (data.asks || now === rev) channel.postMessage({ code, rev }); // then this tab knew it already, and the other forgets it
        if (now === null) foreign.add(code);
        if (now !== undefined && now !== rev) done(now && looks());
      };
      channel.addEventListener("message", hears, { signal: ended.signal });
      const asks = () => {
        clearTimeout(patience);
        channel.removeEventListener("message", hears);
        return ask(wish, ended.signal).then(done);
      };
      const how = silent ? { steal: true } : { signal: ended.signal };
      silent = false;
      listen();
      navigator.locks.request(NAME, how, asks).catch((error) => (error.name === "AbortError" ? done(null) : failed(error)));
      channel.postMessage({ code, rev });
    });
  } finally {
    clearTimeout(patience);
    ended.abort();
  }
}

/** Send a request for this tab and those that join. @param {Wish} wish @param {AbortSignal} signal */
async function ask({ code, rev, holds, looks }, signal) {
  const wishes = new Map([[code, rev]]);
  let turn, joining;
  const join = ({ data }) => {
    if (!data.code || wishes.get(data.code) <= data.rev) return;
    if (wishes.size === MOST) {
      channel.postMessage({ changed: { [data.code]: null } });
      return;
    }
    wishes.set(data.code, data.rev);
    joining ??= setTimeout(() => turn.abort(), JOINING);
  };
  channel.addEventListener("message", join, { signal });
  signal.addEventListener("abort", () => turn.abort());
  channel.postMessage({ asks: true });
  for (;;) {
    clearTimeout(joining);
    [turn, joining] = [new AbortController(), undefined];
    try {
      if (wishes.size === 1) {
        const now = await holds(turn.signal);
        if (now) channel.postMessage({ changed: { [code]: now.rev } });
        return now;
      }
      const told = await get(`/api/changes?after=${[...wishes].map((each) => each.join(":"))}`, turn.signal);
      if (!told) return null;
      channel.postMessage(told);
      for (const each of Object.keys(told.changed)) if (each !== code) wishes.delete(each);
      if (told.changed[code] === null) return holds(signal);
      if (code in told.changed) return looks();
    } catch (error) {
      if (signal.aborted || !turn.signal.aborted) throw error;
    }
  }
}

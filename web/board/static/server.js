/** Requests to the bot, with a timeout. Only this tab has the session's secret. */

const KEPT = "visit";
/** The maximum number of drawing names in a request, because a header has at most 8 KB. */
const MOST_NAMED = 400;
/** How many milliseconds to wait for a response, which the bot may hold for up to 25 seconds. */
export const PATIENCE = 40_000;
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 15_000;

/** A refusal, with the sentence to show as `said`. */
export class Refused extends Error {
  /** @param {string} said @param {number} status */
  constructor(said, status) {
    super(said);
    this.said = said;
    this.status = status;
  }
}

/** Thrown if the bot did not respond in time, or there is no connection. */
export class Offline extends Error {}

/** Whether trying again may help. */
export const passing = (error) => error instanceof Offline || (error instanceof Refused && [408, 429, 503].includes(error.status));

/** The drawings and grids this page already has. */
export const known = { grids: new Map(), drawings: new Map() };

/** This tab's storage, or null if the browser does not allow any. */
const storage = (() => {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
})();

/**
 * What was done in a match at a ply. `tried` says that an earlier try may have arrived, and `by` is the earlier session in
 * which it was done.
 * @typedef {{match: string, what: string, body: object, ply: number, tried?: boolean, by?: string}} Unsent
 */

/**
 * What a reload continues with. `opening` is the link that is being opened, `position` the position being set up, `task` the address of a task.
 * @type {{
 *   visit?: string, link?: string, opening?: {link: string, nonce: string}, code?: string, game?: string, plays?: boolean, task?: string, position?: string,
 *   unsent?: Unsent[], words?: Record<string, string>, themes?: Record<string, string>,
 * }}
 */
let visit = JSON.parse(storage?.getItem(KEPT) ?? "{}");

/** Remember what this tab shows, for a reload. @param {object} what */
export function keep(what) {
  Object.assign(visit, what);
  try {
    storage?.setItem(KEPT, JSON.stringify(visit));
  } catch {
    // the storage is full, which matters only for a reload
  }
}

/**
 * Open the link in the address, or continue this tab's session. The link stays in the address until it is used, and with
 * the same nonce each try opens the same session. Throws Refused.
 * @param {(error: Error) => void} waits is told why each try failed
 */
export async function enter(waits) {
  const link = location.hash.slice(1);
  let [fresh, refused] = [Boolean(link) && link !== visit.link, null];
  if (fresh) {
    if (visit.opening?.link !== link) keep({ opening: { link, nonce: nonce() } });
    try {
      const opened = await persist(() => send("POST", "/api/visit", visit.opening), waits);
      const unsent = [visit.unsent ?? []].flat().map((done) => ({ by: visit.visit, ...done }));
      visit = { ...opened, link, unsent };
    } catch (error) {
      if (!visit.visit || error.status !== 401) throw error;
      [fresh, refused] = [false, error]; // the visit of this tab may still be open
    }
  }
  if (!fresh) keep(await persist(() => get("/api/words"), waits)); // an update may have brought new ones
  keep({ opening: undefined });
  if (fresh) keep({ task: location.search.slice(1) });
  history.replaceState(null, "", location.pathname);
  return { visit, refused };
}

/** 144 random bits. */
const nonce = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
    .replaceAll("+", "-")
    .replaceAll("/", "_");

/** Retry a request until there is a response or a final refusal. @param {() => Promise<any>} ask @param {(error: Error) => void} waits */
export async function persist(ask, waits) {
  for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
    try {
      return await ask();
    } catch (error) {
      if (!passing(error)) throw error;
      waits(error);
      await pause(wait);
    }
  }
}

/** Wait this many milliseconds, or until the connection is back. @param {number} time */
export function pause(time) {
  return new Promise((done) => {
    setTimeout(done, time);
    addEventListener("online", done, { once: true });
  });
}

/** @param {string} path @param {AbortSignal} [signal] */
export const get = (path, signal) => send("GET", path, undefined, { signal, by: visit.visit });

/** @param {string} path @param {object} body @param {string} [by] the visit that asks */
export const post = (path, body, by = visit.visit) => send("POST", path, body, { by });

/**
 * Return the response as JSON, or null if there is no news. Throws Refused and Offline.
 * @param {string} method @param {string} path @param {object} [body] @param {{signal?: AbortSignal, by?: string}} [how] `by` is the visit that asks
 */
async function send(method, path, body, { signal, by } = {}) {
  /** @type {Record<string, string>} */
  const headers = { "X-Known": [...known.grids.keys(), ...[...known.drawings.keys()].slice(-MOST_NAMED)].join(",") };
  if (by) headers.Authorization = `Bearer ${by}`;
  if (body) headers["Content-Type"] = "application/json";
  const ended = new AbortController();
  const end = () => ended.abort();
  signal?.addEventListener("abort", end);
  if (signal?.aborted) end();
  const late = setTimeout(end, PATIENCE);
  let told, response;
  try {
    response = await fetch(path, { method, headers, body: body && JSON.stringify(body), signal: ended.signal });
    if (response.status === 204) return null;
    told = await response.json();
    if (!(response.ok ? told : told.said)) throw new Offline(); // as what is no JSON, it comes from a proxy
  } catch {
    throw new Offline();
  } finally {
    clearTimeout(late);
    signal?.removeEventListener("abort", end);
  }
  if (!response.ok) throw new Refused(told.said, response.status);
  for (const kind of ["grids", "drawings"])
    for (const [name, made] of Object.entries(told.new?.[kind] ?? {})) {
      known[kind].delete(name); // the newest are last
      known[kind].set(name, made);
    }
  return told;
}

/** How often each script has failed to load. */
const failures = {};

/** Load a script that is not needed at first, by its name. @param {string} name */
export async function loaded(name) {
  const again = failures[name] ? `?${failures[name]}` : ""; // browsers remember that an address failed
  try {
    return await import(`./${name}.js${again}`);
  } catch {
    failures[name] = (failures[name] ?? 0) + 1;
    throw new Offline();
  }
}

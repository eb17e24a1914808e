/** Requests to the bot. The visit's secret lives in this tab only. */

const KEPT = "visit";
/** The most names of drawings in a request: a header has at most 8 KB. */
const MOST_NAMED = 400;
/** The bot has this many seconds for an answer, besides those for which it may hold one. */
const PATIENCE = 40;

/** A refusal; `said` is the sentence to show. */
export class Refused extends Error {
  /** @param {string} said @param {number} status */
  constructor(said, status) {
    super(said);
    this.said = said;
    this.status = status;
  }
}

/** The drawings and grids that this page has. */
export const known = { grids: new Map(), drawings: new Map() };

/** @type {{visit: string, code?: string, game?: string, plays?: boolean, position?: string, words: Record<string, string>, themes: Record<string, string>} | null} */
let visit = JSON.parse(sessionStorage.getItem(KEPT) ?? "null");

/** Open the link in the address, or go on with the visit of this tab. Returns the visit; throws Refused. */
export async function enter() {
  const link = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  if (link) {
    sessionStorage.removeItem(KEPT);
    visit = null;
    visit = await send("POST", "/api/visit", { link });
    keep({});
  } else {
    keep(await send("GET", "/api/words")); // an update may have brought new ones; without a visit, a refusal says how to get one
  }
  return visit;
}

/** Remember what this tab shows, for a reload. @param {object} what */
export function keep(what) {
  Object.assign(visit, what);
  sessionStorage.setItem(KEPT, JSON.stringify(visit));
}

/** @param {string} path @param {AbortSignal} [signal] */
export const get = (path, signal) => send("GET", path, undefined, signal);

/** @param {string} path @param {object} body */
export const post = (path, body) => send("POST", path, body);

/**
 * The answer as JSON; null if there is no news. Throws Refused, and TypeError without a connection.
 * @param {string} method @param {string} path @param {object} [body] @param {AbortSignal} [signal]
 */
async function send(method, path, body, signal) {
  /** @type {Record<string, string>} */
  const headers = { "X-Known": [...known.grids.keys(), ...[...known.drawings.keys()].slice(-MOST_NAMED)].join(",") };
  if (visit) headers.Authorization = `Bearer ${visit.visit}`;
  if (body) headers["Content-Type"] = "application/json";
  const late = AbortSignal.timeout(PATIENCE * 1000);
  const either = signal ? AbortSignal.any([signal, late]) : late;
  const response = await fetch(path, { method, headers, body: body && JSON.stringify(body), signal: either });
  if (response.status === 204) return null;
  const told = await response.json().catch(() => ({ said: response.statusText }));
  if (!response.ok) throw new Refused(told.said, response.status);
  for (const kind of ["grids", "drawings"])
    for (const [name, made] of Object.entries(told.new?.[kind] ?? {})) {
      known[kind].delete(name); // the newest are last
      known[kind].set(name, made);
    }
  return told;
}

/** The connection to the sandbox: its key, the stream of events, and the requests of the page. */

const key = new URLSearchParams(location.search).get("key") ?? "";

/** The id of this window; the sandbox opens a form only in the window that asked for it. */
export const WINDOW = Math.random().toString(36).slice(2);

/** A refusal of the sandbox; its message is the sentence to show. */
export class Refusal extends Error {}

/** Do something as a person in a channel. Returns the sandbox's JSON; throws `Refusal` when the sandbox refuses. */
export async function act(person, channel, deed) {
  const body = JSON.stringify({ as: person, channel, ...deed });
  const headers = { "Content-Type": "application/json", "X-Window": WINDOW };
  return call("/page/act", {}, { method: "POST", body, headers });
}

/** Up to 50 messages of a channel, newest first, older than `before` when that is given. */
export async function olderMessages(channel, before) {
  return call("/page/messages", { channel, limit: "50", ...(before ? { before } : {}) });
}

/** The texts of the page in a language: {locale, texts}, the texts by their English. */
export async function pageTexts(locale) {
  return call("/page/texts", { locale });
}

/** The ids of the commands that the client offers to a person in a channel. */
export async function offeredCommands(person, channel) {
  return call("/page/commands", { as: person, channel });
}

/** Listen to the sandbox for ever; `onState` gets true when connected and false when the connection is lost. */
export function listen(onEvent, onState) {
  let wait = 250;
  const connect = () => {
    const socket = new WebSocket(address("/page/events", {}).href.replace(/^http/, "ws"));
    socket.onopen = () => {
      wait = 250;
      onState(true);
    };
    socket.onmessage = ({ data }) => onEvent(JSON.parse(data));
    socket.onclose = () => {
      onState(false);
      setTimeout(connect, wait);
      wait = Math.min(wait * 1.6, 4000);
    };
  };
  connect();
}

async function call(path, query, options = {}) {
  let response;
  try {
    response = await fetch(address(path, query), options);
  } catch {
    throw new Refusal("The sandbox cannot be reached. Is it still running?");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(answer.error ?? `The sandbox answered ${response.status}.`);
  return answer;
}

function address(path, query) {
  const url = new URL(path, location.href);
  url.search = new URLSearchParams({ ...query, key });
  return url;
}

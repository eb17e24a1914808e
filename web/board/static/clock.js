/** Counts a match's clock down. */

/** How far, in milliseconds, the device's and the page's clocks may diverge before asking the server for the time. */
const APART = 2000;
/** The difference between the two. Sleep changes it, because the page's clock stands still meanwhile. */
const drift = () => Date.now() - performance.now();
let drifted = drift();

/** Whether the device has slept or its clock has been set since the last call. */
export function slept() {
  if (Math.abs(drift() - drifted) <= APART) return false;
  drifted = drift();
  return true;
}

/**
 * Return what to say about a clock now.
 * @param {{seconds: number, paused: boolean, at: number}} clock
 * @param {(key: string, fields?: Record<string, unknown>) => string} word
 */
export function said(clock, word) {
  if (clock.paused) return word("paused");
  const left = Math.max(0, clock.seconds - Math.floor((performance.now() - clock.at) / 1000));
  return left ? word("left", { time: lasting(left) }) : word("time-up");
}

/** A time in the visitor's language. @param {number} left seconds */
function lasting(left) {
  const [days, hours, minutes, seconds] = [left / 86400, (left / 3600) % 24, (left / 60) % 60, left % 60].map(Math.floor);
  if (days) return `${counted(days, "day")} ${counted(hours, "hour")}`;
  return hours ? `${counted(hours, "hour")} ${counted(minutes, "minute")}` : `${minutes}:${String(seconds).padStart(2, "0")}`;
}

/** A count of a unit of time in the visitor's language, such as `3 days`. @param {number} count @param {string} unit */
const counted = (count, unit) =>
  count.toLocaleString(document.documentElement.lang, { style: "unit", unit, unitDisplay: "short" });

// What the page asks the server, which runs on the same machine.

import { say } from "./strings.js";
import { toast } from "./dom.js";

export const store = { state: null, listeners: [] };

export class Refused extends Error {}

async function call(address, options = {}) {
  let answer;
  try {
    answer = await fetch(address, { credentials: "same-origin", ...options });
  } catch {
    throw new Refused(say.lost);
  }
  const told = await answer.json().catch(() => ({ error: say.lost }));
  if (!answer.ok || told.error) throw new Refused(told.error ?? say.lost);
  take(told.state);
  return told;
}

function take(state) {
  if (!state) return;
  const before = store.state;
  store.state = state;
  for (const hear of store.listeners) hear(state, before);
}

export function look(view, parameters = {}) {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== "");
  const query = new URLSearchParams(given).toString();
  return call(`/look/${view}${query ? `?${query}` : ""}`);
}

// Do something; what goes wrong is said and not thrown, and null comes back.
export async function act(name, given = {}) {
  try {
    return await call(`/do/${name}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(given),
    });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    toast(error.message, null, "bad");
    return null;
  }
}

/** Compares the states with which a client continues requests to those of the server, before both are masked. */
import { membersOf, parseJsonObject } from "../../../../shared/core/json/jsonObject.ts";
import { idKey, type MessageEntry } from "../../../../shared/log/entry.ts";
import type { ComparedState } from "../../../../shared/log/notes/stateNote.ts";

/** Requests whose answer is waited for, and that wait to be continued. */
const maxWaiting = 200;

/** @returns a function that reads one message; it returns what a request continues with */
export function createComparedStates(): (
  entry: MessageEntry,
  text: string,
) => ComparedState | undefined {
  /** The method and subject of each request, by id. */
  const sent = new Map<string, string>();
  /** The method and subject of each state that waits, by both: a tool may be called several times at once. */
  const states = new Map<string, string>();
  const stateKey = (about: string, state: string) => JSON.stringify([about, state]);
  const keep = (map: Map<string, string>, key: string, value: string) => {
    map.set(key, value);
    const [oldest] = map.keys();
    if (oldest !== undefined && map.size > maxWaiting) map.delete(oldest);
  };

  return ({ direction, heads, batch, change }, text) => {
    const [head] = heads;
    // what was changed on its way is not the client's
    if (batch || !head || change) return undefined;
    if (direction === "out" && head.kind === "request") {
      const about = `${head.method} ${head.subject ?? ""}`;
      keep(sent, idKey(head.id), about);
      const others = [...states].filter(([, of]) => of === about);
      if (others.length === 0 || !text.includes('"requestState"')) return undefined;
      const { requestState } = membersOf(parseJsonObject(text)?.params);
      if (typeof requestState !== "string") return undefined;
      const isSame = states.delete(stateKey(about, requestState));
      // what it continues is not known
      if (!isSame) states.delete(others[0]?.[0] ?? "");
      return { method: head.method, isSame };
    }
    if (direction !== "in" || head.kind !== "result") return undefined;
    const about = sent.get(idKey(head.id));
    sent.delete(idKey(head.id));
    if (about === undefined || !head.needsInput) return undefined;
    const { requestState } = membersOf(parseJsonObject(text)?.result);
    if (typeof requestState === "string") keep(states, stateKey(about, requestState), about);
    return undefined;
  };
}

/** Follows what a server asks of a client: whether it answers, in time, and as it declared. */
import { getOwn } from "../../core/json/getOwn.ts";
import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { idKey, type MessageEntry } from "../../log/entry.ts";
import { maskCharacters } from "../../log/mask.ts";
import { stateIn } from "../../log/notes/stateNote.ts";
import { methodNotFoundCode } from "../../protocol/jsonRpc.ts";
import { lateMs } from "./clientAct.ts";
import {
  createTally,
  type SeenMessage,
  type SessionScope,
  type SessionWatcher,
} from "./watcher.ts";

interface Asked {
  readonly entry: MessageEntry;
  readonly method: string;
}

/** A result that asks for input, until its request is sent again. */
interface AskedInput extends Asked {
  readonly state: string | undefined;
  readonly inputs: readonly string[];
}

/** What a client declares to be asked. */
const capabilityOf: Readonly<Record<string, string>> = {
  "roots/list": "roots",
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
};

/** What no person has to think about. */
const isAutomatic = (method: string) => method === "ping" || method === "roots/list";

/** The code with which clients say that their user refused. */
const refusedByUser = -1;

export function watchAnswers({ add, pending, isWhole }: SessionScope): SessionWatcher {
  const asked = new Map<string, Asked>();
  /** Ids that were answered, or whose request was cancelled. */
  const done = new Map<string, number>();
  /** Requests of the client, until they are answered. */
  const sent = new Map<string, { readonly about: string; readonly method: string }>();
  /** By method and subject, then by state: the same tool may be called several times at once. */
  const waiting = new Map<string, Map<string | undefined, AskedInput[]>>();
  let declared: JsonObject | undefined;
  const known = createTally(add, "known-ids");
  const right = createTally(add, "no-errors");
  const has = (capability: string) => isJsonObject(getOwn(declared, capability));

  const judge = (capability: string, seqs: readonly number[], isAnswered: boolean) => {
    if (declared === undefined) return;
    const method = capability;
    if (has(capability) === isAnswered) {
      if (isAnswered) add("declared-used", "ok", seqs, { method });
    } else add("declared-used", "warning", seqs, { method });
  };

  const answered = ({ head, entry }: SeenMessage) => {
    if ((head.kind !== "result" && head.kind !== "error") || head.id === null) return;
    const key = idKey(head.id);
    const request = asked.get(key);
    asked.delete(key);
    // what a fault doubled or lost is not the client's
    if (!request) {
      const before = done.get(key);
      const proof = before === undefined ? [entry.seq] : [before, entry.seq];
      if (isWhole && entry.change === undefined) known.break(proof);
      return;
    }
    const seqs = [request.entry.seq, entry.seq];
    done.set(key, entry.seq);
    known.keep(seqs);
    const { method } = request;
    const ms = entry.at - request.entry.at;
    add("answered", "ok", seqs, { method, ms });
    if (isAutomatic(method)) add("in-time", ms >= lateMs ? "warning" : "ok", seqs, { method, ms });
    const capability = capabilityOf[method];
    const isUnknown = head.kind === "error" && head.code === methodNotFoundCode;
    if (capability !== undefined && (head.kind === "result" || isUnknown)) {
      judge(capability, seqs, head.kind === "result");
    }
    if (head.kind === "result") right.keep(seqs);
    // to refuse what it has not declared is right
    else if (isUnknown && capability !== undefined && !has(capability)) right.keep(seqs);
    else if (head.code !== refusedByUser) right.break(seqs, method);
  };

  const inputs = ({ entry, facts }: SeenMessage, about: string) => {
    if (!facts.hasInputs) return;
    const before = takeInput(waiting, about, facts.state);
    if (!before) return;
    const seqs = [before.entry.seq, entry.seq];
    for (const method of before.inputs) {
      add("answered", "ok", seqs, { method, ms: entry.at - before.entry.at });
      const capability = capabilityOf[method];
      if (capability !== undefined) judge(capability, seqs, true);
    }
    const { method } = before;
    if (before.state === facts.state) {
      // a masked value is the same for every state; the tap notes whether they were
      if (facts.state !== undefined && !facts.state.includes(maskCharacters)) {
        add("request-state", "ok", seqs, { method });
      }
    } else add("request-state", "failed", seqs, { method });
  };

  return {
    message(seen) {
      const { head, entry, facts, from } = seen;
      if (from === "client") {
        if (head.kind === "request") {
          if (facts.capabilities) declared = facts.capabilities;
          const about = `${head.method} ${head.subject ?? ""}`;
          inputs(seen, about);
          sent.set(idKey(head.id), { about, method: head.method });
        } else if (head.kind === "notification") {
          if (head.method !== "notifications/roots/list_changed" || !declared) return;
          const isDeclared = getOwn(getOwn(declared, "roots"), "listChanged") === true;
          const method = "roots.listChanged";
          add("declared-used", isDeclared ? "ok" : "warning", [entry.seq], { method });
        } else answered(seen);
      } else if (entry.direction !== "in") return;
      else if (head.kind === "request") asked.set(idKey(head.id), { entry, method: head.method });
      else if (head.kind === "notification") {
        if (head.method !== "notifications/cancelled" || head.requestId === undefined) return;
        const key = idKey(head.requestId);
        if (asked.delete(key)) done.set(key, entry.seq);
      } else if ((head.kind === "result" || head.kind === "error") && head.id !== null) {
        const request = sent.get(idKey(head.id));
        sent.delete(idKey(head.id));
        if (!request || head.kind === "error" || !head.needsInput) return;
        const { method, about } = request;
        const { state, inputs: methods = [] } = facts;
        const ofSubject = waiting.get(about) ?? new Map<string | undefined, AskedInput[]>();
        waiting.set(about, ofSubject);
        const same = ofSubject.get(state);
        const input = { entry, method, state, inputs: methods };
        if (same) same.push(input);
        else ofSubject.set(state, [input]);
      }
    },
    entry(entry) {
      const compared = entry.kind === "finding" ? stateIn(entry) : undefined;
      if (entry.kind !== "finding" || !compared) return;
      const seqs = entry.about === undefined ? [] : [entry.about];
      const { method, isSame } = compared;
      add("request-state", isSame ? "ok" : "failed", seqs, { method });
    },
    end() {
      for (const { entry, method } of asked.values()) pending("answered", entry, method);
      const rest = [...waiting.values()].flatMap((ofSubject) => [...ofSubject.values()].flat());
      for (const { entry, inputs: methods } of rest) {
        for (const method of methods) pending("answered", entry, method);
      }
      known.end();
      right.end("warning");
    },
  };
}

/** Takes out what a request continues: with an equal state, or else what has waited longest. */
function takeInput(
  waiting: Map<string, Map<string | undefined, AskedInput[]>>,
  about: string,
  wanted: string | undefined,
): AskedInput | undefined {
  const ofSubject = waiting.get(about);
  if (!ofSubject) return undefined;
  const [oldest] = ofSubject.keys();
  const state = ofSubject.has(wanted) ? wanted : oldest;
  const same = ofSubject.get(state) ?? [];
  const taken = same.pop();
  if (same.length === 0) ofSubject.delete(state);
  if (ofSubject.size === 0) waiting.delete(about);
  return taken;
}

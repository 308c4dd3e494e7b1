/** Remembers the outcomes of examinations of each server, and which findings the user expects of it. */
import { createStore } from "zustand/vanilla";
import { isJsonObject } from "../../../shared/core/json/jsonObject.ts";
import { type ReadableStore, toReadable } from "../../platform/readableStore.ts";
import { readJson, type TextStorage, writeJson } from "../../platform/storedJson.ts";
import { type ShownOutcome, shownOutcomes } from "./verdictRows.ts";

/** An examination that ran to its end. */
export interface PastExamination {
  /** When it started, in milliseconds since 1970. */
  readonly at: number;
  /** The worst outcome of each scenario, by its id. */
  readonly outcomes: Readonly<Record<string, ShownOutcome>>;
}

/** What is remembered of a server; it holds no text of the server. */
export interface RememberedServer {
  /** Newest first. */
  readonly past: readonly PastExamination[];
  /** The ids of the scenarios whose findings are expected. */
  readonly expected: readonly string[];
}

type AllServers = ReadonlyMap<string, RememberedServer>;

export interface ExaminationMemory extends ReadableStore<AllServers> {
  /**
   * Adds an examination, or replaces the one that started at the same time.
   * @param address of the server, without secrets
   */
  add(address: string, examination: PastExamination): void;
  setExpected(address: string, rule: string, isExpected: boolean): void;
}

const key = "mcp-playground.examinations";
const maxServers = 20;
const maxPast = 10;
export const nothingRemembered: RememberedServer = { past: [], expected: [] };

export function createExaminationMemory(storage: TextStorage): ExaminationMemory {
  const store = createStore<AllServers>(() => readAll(storage));
  const change = (address: string, edit: (before: RememberedServer) => RememberedServer) => {
    // another tab may have written
    const all = readAll(storage);
    const changed = edit(all.get(address) ?? nothingRemembered);
    all.delete(address);
    const entries = [[address, changed] as const, ...all].slice(0, maxServers);
    writeJson(storage, key, entries);
    store.setState(new Map(entries), true);
  };
  return {
    ...toReadable(store),
    add: (address, examination) =>
      change(address, ({ past, ...rest }) => {
        const others = past.filter(({ at }) => at !== examination.at);
        const sorted = [...others, examination].toSorted((one, other) => other.at - one.at);
        return { ...rest, past: sorted.slice(0, maxPast) };
      }),
    setExpected: (address, rule, isExpected) =>
      change(address, ({ expected, ...rest }) => {
        const others = expected.filter((each) => each !== rule);
        return { ...rest, expected: isExpected ? [...others, rule] : others };
      }),
  };
}

function readAll(storage: TextStorage): Map<string, RememberedServer> {
  const all = readJson(storage, key);
  return new Map(Array.isArray(all) ? all.filter(isEntry) : []);
}

function isEntry(value: unknown): value is [string, RememberedServer] {
  if (!Array.isArray(value) || typeof value[0] !== "string" || !isJsonObject(value[1]))
    return false;
  const { past, expected } = value[1];
  return (
    Array.isArray(past) &&
    past.every(
      (one) =>
        isJsonObject(one) &&
        typeof one.at === "number" &&
        isJsonObject(one.outcomes) &&
        Object.values(one.outcomes).every((outcome) =>
          shownOutcomes.some((each) => each === outcome),
        ),
    ) &&
    Array.isArray(expected) &&
    expected.every((rule) => typeof rule === "string")
  );
}

/** What has changed for one scenario since the examination before. */
export type Change = "new" | "gone";

const isProblem = (outcome: ShownOutcome | undefined) =>
  outcome === "violation" || outcome === "warning";

/** Compares the outcome of a scenario with the former one; what could not run then says nothing. */
export function changeOf(
  now: ShownOutcome | undefined,
  former: ShownOutcome | undefined,
): Change | undefined {
  const isKnown = [now, former].every((each) => each !== undefined && each !== "could-not-run");
  if (!isKnown || isProblem(now) === isProblem(former)) return undefined;
  return isProblem(now) ? "new" : "gone";
}

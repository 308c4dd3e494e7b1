/** Compares two recorded sessions by what was asked and answered, not by ids and times. */
import type { Comparison } from "../../collections/compare/compareAnswers.ts";
import { maskCharacters } from "../../log/mask.ts";
import type { Recording } from "../recording.ts";
import { readSessionSteps, type SessionStep, sessionParties } from "./sessionSteps.ts";

export const differenceKinds = [
  /** The clients declare themselves differently, or the revision differs. */
  "client",
  /** So do the servers. */
  "server",
  /** Only one of the sessions has the request or notification. */
  "only-first",
  "only-second",
  /** The same is asked with other arguments. */
  "arguments",
  /** One is answered, the other refused or not answered. */
  "outcome",
  /** A list or a description of the server differs. */
  "definitions",
  /** The same request has another answer. */
  "answers",
  /** The client asks in another order. */
  "order",
] as const;

export type DifferenceKind = (typeof differenceKinds)[number];

export interface SessionDifference {
  readonly kind: DifferenceKind;
  readonly from: SessionStep["from"];
  readonly method: string;
  readonly subject: string;
  /** How often it is so. */
  readonly count: number;
  /** The arguments, of what only one session has. */
  readonly params?: string;
  readonly changes?: Comparison["changes"];
  /** How each was answered; for the order, what came before. */
  readonly outcomes?: readonly [first: string, second: string];
  /** The indices of the entries that show it, of the first time that it is so. */
  readonly entries: readonly [first: readonly number[], second: readonly number[]];
}

export interface SessionComparison {
  readonly isSame: boolean;
  /** By kind; at most {@link maxDifferences}. */
  readonly differences: readonly SessionDifference[];
  readonly counts: Readonly<Record<DifferenceKind, number>>;
  /** Requests that both sessions have, with equal arguments. */
  readonly pairs: number;
  /** Messages that are no JSON, or nested too deeply. */
  readonly notCompared: number;
}

/** Differences that are listed; further ones are counted. */
const maxDifferences = 1000;

/** Compares the JSON texts of two values, without what differs from call to call. */
type CompareValues = (before: string, after: string) => Promise<Comparison>;

/** Results that describe the server rather than what it does. */
const isDefinition = ({ from, method }: SessionStep) =>
  from === "client" && (method.endsWith("/list") || method === "server/discover");

/** @param ignored kinds of differences that do not count */
export async function compareSessions(
  first: Recording,
  second: Recording,
  compare: CompareValues,
  ignored: readonly DifferenceKind[] = [],
): Promise<SessionComparison> {
  const [one, other] = [readSessionSteps(first), readSessionSteps(second)];
  const found: SessionDifference[] = [];
  const compareMasked = maskTolerant(compare);
  const parties = [sessionParties(first, one), sessionParties(second, other)] as const;
  await compareParties(parties, [one.handshake, other.handshake], compareMasked, found);
  const { pairs, rest } = align(one.steps, other.steps);
  for (const [before, after] of pairs) await compareAnswered(before, after, compareMasked, found);
  for (const [before, after] of rest.pairs) {
    const { changes, isSame } = await compareMasked(before.paramsText, after.paramsText);
    if (!isSame) found.push({ ...about("arguments", before, after), changes });
    await compareAnswered(before, after, compareMasked, found, !isSame);
  }
  for (const step of rest.first) {
    found.push({ ...about("only-first", step, undefined), params: step.params });
  }
  for (const step of rest.second) {
    found.push({ ...about("only-second", undefined, step), params: step.params });
  }
  for (const from of ["client", "server"] as const) {
    const [here, there] = [one.notices[from], other.notices[from]];
    const notice = (method: string, entries: SessionDifference["entries"]) => ({
      ...{ from, method, subject: "", count: 1, entries },
    });
    for (const [method, at] of here) {
      if (!there.has(method)) found.push({ kind: "only-first", ...notice(method, [[at], []]) });
    }
    for (const [method, at] of there) {
      if (!here.has(method)) found.push({ kind: "only-second", ...notice(method, [[], [at]]) });
    }
  }
  const order = orderOf(pairs, other.steps);
  if (order) found.push(order);
  const joined = join(found).filter(({ kind }) => !ignored.includes(kind));
  const counts = Object.fromEntries(
    differenceKinds.map((kind) => [
      kind,
      joined.filter((each) => each.kind === kind).reduce((sum, { count }) => sum + count, 0),
    ]),
  ) as SessionComparison["counts"];
  const sorted = joined.toSorted(
    (a, b) => differenceKinds.indexOf(a.kind) - differenceKinds.indexOf(b.kind),
  );
  return {
    isSame: joined.length === 0,
    differences: sorted.slice(0, maxDifferences),
    counts,
    pairs: pairs.length,
    notCompared: one.notCompared + other.notCompared,
  };
}

type Pair = readonly [before: SessionStep, after: SessionStep];

/** Pairs equal requests, then those that differ in their arguments only, each in their order. */
function align(first: readonly SessionStep[], second: readonly SessionStep[]) {
  const exact = pairBy(first, second, (step) =>
    JSON.stringify([step.from, step.method, step.subject, step.params]),
  );
  const rest = pairBy(exact.first, exact.second, (step) =>
    JSON.stringify([step.from, step.method, step.subject]),
  );
  return { pairs: exact.pairs, rest };
}

function pairBy(
  first: readonly SessionStep[],
  second: readonly SessionStep[],
  keyOf: (step: SessionStep) => string,
) {
  const waiting = new Map<string, SessionStep[]>();
  for (const step of second) {
    const key = keyOf(step);
    const group = waiting.get(key);
    if (group) group.push(step);
    else waiting.set(key, [step]);
  }
  for (const group of waiting.values()) group.reverse();
  const pairs: Pair[] = [];
  const alone: SessionStep[] = [];
  const used = new Set<SessionStep>();
  for (const step of first) {
    const match = waiting.get(keyOf(step))?.pop();
    if (match) {
      used.add(match);
      pairs.push([step, match]);
    } else alone.push(step);
  }
  return { pairs, first: alone, second: second.filter((step) => !used.has(step)) };
}

/** A difference about a step that at least one session has. */
function about(
  kind: DifferenceKind,
  ...[before, after]: [SessionStep, SessionStep | undefined] | [undefined, SessionStep]
): SessionDifference {
  const { from, method, subject } = before ?? after;
  const entries = [before?.entries ?? [], after?.entries ?? []] as const;
  return { kind, from, method, subject, count: 1, entries };
}

/** @param isOther whether the arguments differ, so that another answer is no surprise */
async function compareAnswered(
  before: SessionStep,
  after: SessionStep,
  compare: CompareValues,
  found: SessionDifference[],
  isOther = false,
): Promise<void> {
  if (before.outcome !== after.outcome) {
    const outcomes = [before.outcome, after.outcome] as const;
    return void found.push({ ...about("outcome", before, after), outcomes });
  }
  if (isOther || before.answer === undefined || after.answer === undefined) return;
  const { isSame, changes } = await compare(before.answer, after.answer);
  if (isSame) return;
  const kind = isDefinition(before) ? "definitions" : "answers";
  found.push({ ...about(kind, before, after), changes });
}

type Parties = ReturnType<typeof sessionParties>;

async function compareParties(
  [one, other]: readonly [Parties, Parties],
  entries: SessionDifference["entries"],
  compare: CompareValues,
  found: SessionDifference[],
): Promise<void> {
  for (const kind of ["client", "server"] as const) {
    const revision = kind === "client" ? [one.revision, other.revision] : [];
    const [before, after] = [one[kind], other[kind]].map((party, index) =>
      JSON.stringify({ ...party, ...(revision[index] ? { revision: revision[index] } : {}) }),
    );
    const { isSame, changes } = await compare(before ?? "", after ?? "");
    if (!isSame) {
      found.push({ kind, from: kind, method: "", subject: "", count: 1, changes, entries });
    }
  }
}

/** A masked value equals any, on whichever side it is. */
function maskTolerant(compare: CompareValues): CompareValues {
  return async (before, after) => {
    const found = await compare(before, after);
    if (found.isSame || !after.includes(maskCharacters)) return found;
    const back = await compare(after, before);
    // what differs only in one direction is masked in the other
    const pointers = new Set(back.changes.map(({ pointer }) => pointer));
    const changes = found.changes.filter(({ pointer }) => pointers.has(pointer));
    return { ...found, isSame: changes.length === 0, changes };
  };
}

/** The first request of the client that comes at another place in the second session. */
function orderOf(
  pairs: readonly Pair[],
  second: readonly SessionStep[],
): SessionDifference | undefined {
  const places = new Map(second.map((step, index) => [step, index]));
  let furthest = -1;
  let last: SessionStep | undefined;
  const seen = new Set<string>();
  for (const [before, after] of pairs) {
    const { from, method, params } = before;
    const key = `${method} ${params}`;
    // later repetitions have no place of their own
    if (from !== "client" || seen.has(key)) continue;
    seen.add(key);
    const place = places.get(after) ?? 0;
    if (place < furthest && last) {
      const outcomes = [nameOf(last), nameOf(before)] as const;
      return { ...about("order", before, after), outcomes };
    }
    furthest = place;
    last = before;
  }
  return undefined;
}

const nameOf = ({ method, subject }: SessionStep) => `${method} ${subject}`.trim();

/** The same difference several times is one. */
function join(found: readonly SessionDifference[]): readonly SessionDifference[] {
  const groups = new Map<string, SessionDifference>();
  for (const each of found) {
    const key = JSON.stringify({ ...each, entries: undefined });
    const known = groups.get(key);
    groups.set(key, known ? { ...known, count: known.count + 1 } : each);
  }
  return [...groups.values()];
}

/** Leaves out of a recording what can be derived from the rest, for links, and derives it again. */

import { isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { sameJson } from "../core/json/sameJson.ts";
import { type HandshakeFacts, recordedAgreement } from "./agreementOf.ts";
import type { RecordedEntry } from "./entries/recordedEntry.ts";
import { type ReadRecording, readRecording } from "./readRecording.ts";
import type { RecordedConnection, Recording } from "./recording.ts";

/** Members of a connection that the answer to its handshake holds too. */
const derivable: readonly (keyof HandshakeFacts)[] = [
  "revision",
  "serverInfo",
  "capabilities",
  "instructions",
];

/**
 * Makes a recording smaller: members of a server that the handshake contains are left out, and
 * named in `derived`; and with `steps`, times are whole microseconds since the entry before.
 */
export function compact(recording: Recording): JsonObject {
  const { connections, entries, ...head } = recording;
  const hasSteps = entries?.every(({ at }) => stepsOf(at) / 1000 === at) ?? false;
  let last = 0;
  return {
    ...head,
    ...(connections && {
      connections: connections.map((each) => withoutDerived(each, ownEntries(recording, each.id))),
    }),
    ...(hasSteps && { steps: true }),
    ...(entries && {
      entries: entries.map((entry) => {
        if (!hasSteps) return entry;
        const now = stepsOf(entry.at);
        const at = now - last;
        last = now;
        return { ...entry, at };
      }),
    }),
  };
}

/** Reads the JSON value that {@link compact} made, and restores what it left out. */
export function readCompact(value: unknown): ReadRecording {
  if (!isJsonObject(value)) return readRecording(value);
  const { steps, ...rest } = value;
  const read = readRecording(steps === true ? { ...rest, entries: withTimes(rest.entries) } : rest);
  if (read.kind === "refused" || !read.recording.connections) return read;
  const { recording } = read;
  const given = rest.connections as readonly JsonObject[];
  const connections = recording.connections?.map((connection, index) => {
    const names = given[index]?.derived;
    if (!Array.isArray(names)) return connection;
    const facts = Object.entries(recordedAgreement(ownEntries(recording, connection.id)));
    return { ...connection, ...Object.fromEntries(facts.filter(([name]) => names.includes(name))) };
  });
  return { kind: "recording", recording: { ...recording, ...(connections && { connections }) } };
}

function stepsOf(at: number): number {
  return Math.round(at * 1000);
}

function withTimes(entries: unknown): unknown {
  if (!Array.isArray(entries)) return entries;
  let now = 0;
  return entries.map((entry: unknown) => {
    if (!isJsonObject(entry) || typeof entry.at !== "number") return entry;
    now += entry.at;
    return { ...entry, at: now / 1000 };
  });
}

function withoutDerived(
  connection: RecordedConnection,
  entries: readonly RecordedEntry[],
): JsonObject {
  const facts = recordedAgreement(entries);
  const derived = derivable.filter(
    (name) => connection[name] !== undefined && sameJson(connection[name], facts[name]),
  );
  if (derived.length === 0) return { ...connection };
  const rest = Object.entries(connection).filter(([name]) => !derived.some((one) => one === name));
  return { ...Object.fromEntries(rest), derived };
}

function ownEntries({ connections, entries }: Recording, id: unknown): readonly RecordedEntry[] {
  const first = connections?.[0]?.id;
  return (entries ?? []).filter((entry) => (entry.connection ?? first) === id);
}

/** Reads what happened in a recorded session as steps that can be found in another one. */
import { asJsonObject, parseJsonObject } from "../../core/json/jsonObject.ts";
import type { JsonNode } from "../../core/json/jsonText.ts";
import { declaredIn } from "../../protocol/messages/declaredClient.ts";
import { recordedAgreement } from "../agreementOf.ts";
import { exchangeText, memberOf, messageNodes } from "../export/exchanges.ts";
import type { RecordedConnection, Recording } from "../recording.ts";

/** A request of either side, with its answer. */
export interface SessionStep {
  readonly from: "client" | "server";
  readonly method: string;
  /** The tool, prompt or resource; empty if there is none. */
  readonly subject: string;
  /** The params without metadata, with sorted members. */
  readonly params: string;
  /** The JSON text of the params. */
  readonly paramsText: string;
  /** The JSON text of the result or error, in an object of that name. */
  readonly answer: string | undefined;
  readonly outcome: "result" | "tool-error" | "error" | "none";
  /** The indices of its entries in the recording: the request, and its answer if there is one. */
  readonly entries: readonly number[];
}

export interface SessionSteps {
  readonly steps: readonly SessionStep[];
  /** The methods of notifications with the index of the first one's entry, by who sent them. */
  readonly notices: Readonly<Record<SessionStep["from"], ReadonlyMap<string, number>>>;
  /** What the client says about itself in its first request that says it. */
  readonly declared: ReturnType<typeof declaredIn>;
  /** The indices of the entries with the first `initialize` and its answer. */
  readonly handshake: readonly number[];
  /** Messages that are no JSON, or nested too deeply. */
  readonly notCompared: number;
}

/** Notifications whose number varies from run to run, and whose content is also in the result. */
const passing: ReadonlySet<string> = new Set(["notifications/progress", "notifications/message"]);

/** Without what the tap did itself, and without ids and times. */
export function readSessionSteps({ entries = [], connections = [] }: Recording): SessionSteps {
  const steps: SessionStep[] = [];
  let notCompared = 0;
  const notices = { client: new Map<string, number>(), server: new Map<string, number>() };
  const handshake: number[] = [];
  let greeting: string | undefined;
  let declared: SessionSteps["declared"] = {};
  /** Steps that wait for their answer, by who asked, connection and id. */
  const open = new Map<string, number>();
  for (const [index, entry] of entries.entries()) {
    if (entry.kind !== "message" || entry.direction === undefined) continue;
    const action = entry.change?.action;
    if (entry.initiator?.kind === "tap" || action === "of-tap" || action === "for-tap") continue;
    const from = entry.direction === "out" ? "client" : "server";
    const other = from === "client" ? "server" : "client";
    const connection = entry.connection ?? connections[0]?.id ?? "";
    const nodes = messageNodes(exchangeText(entry));
    if (nodes.length === 0) notCompared++;
    for (const { id, method, params, result, error } of nodes) {
      if (from === "client" && method !== undefined && Object.keys(declared).length === 0) {
        declared = declaredIn(method, asJsonObject(parseJsonObject(textOf(params))));
      }
      const keyOf = (of: string) => `${of} ${connection} ${typeof id} ${id}`;
      if (method === undefined) {
        if (greeting !== undefined && greeting === keyOf(other) && handshake.length === 1) {
          handshake.push(index);
        }
        const at = id === undefined ? undefined : open.get(keyOf(other));
        const step = at === undefined ? undefined : steps[at];
        if (at === undefined || !step) continue;
        open.delete(keyOf(other));
        const answer = result ? `{"result":${textOf(result)}}` : `{"error":${textOf(error)}}`;
        const isToolError = isTrue(result);
        const outcome = error ? "error" : isToolError ? "tool-error" : "result";
        steps[at] = { ...step, answer, outcome, entries: [...step.entries, index] };
      } else if (id === undefined) {
        const isNew = !passing.has(method) && !notices[from].has(method);
        if (isNew && notices[from].size < maxNotices) notices[from].set(method, index);
      } else if (method === "initialize") {
        // what it says is compared as what client and server declare
        if (handshake.length > 0) continue;
        greeting = keyOf(from);
        handshake.push(index);
      } else {
        open.set(keyOf(from), steps.length);
        const named = memberOf(params, "name") ?? memberOf(params, "uri");
        steps.push({
          from,
          method,
          subject: named?.kind === "string" ? named.value : "",
          params: sortedText(params, true),
          paramsText: textOf(params),
          answer: undefined,
          outcome: "none",
          entries: [index],
        });
      }
    }
  }
  return { steps, notices, declared, handshake, notCompared };
}

/** Methods of notifications that are remembered. */
const maxNotices = 1000;

function isTrue(result: JsonNode | undefined): boolean {
  const node = memberOf(result, "isError");
  return node?.kind === "boolean" && node.value;
}

/** The JSON text of a value, whose members keep their order. */
function textOf(node: JsonNode | undefined): string {
  return sortedText(node, false);
}

/** @param isKey whether members are sorted, and metadata at the top is left out */
function sortedText(node: JsonNode | undefined, isKey: boolean, depth = 0): string {
  switch (node?.kind) {
    case undefined:
      return "{}";
    case "object": {
      const kept = node.members.filter(({ key }) => !isKey || depth > 0 || key !== "_meta");
      const members = isKey ? kept.toSorted((a, b) => (a.key < b.key ? -1 : 1)) : kept;
      return `{${members
        .map(({ key, value }) => `${JSON.stringify(key)}:${sortedText(value, isKey, depth + 1)}`)
        .join(",")}}`;
    }
    case "array":
      return `[${node.items.map((item) => sortedText(item, isKey, depth + 1)).join(",")}]`;
    case "string":
      return JSON.stringify(node.value);
    case "number":
      return node.literal;
    case "boolean":
      return String(node.value);
    default:
      return "null";
  }
}

/**
 * Who client and server are, and what they agreed on: from the facts of the first connection, and
 * where a recording does not have these, from the messages.
 */
export function sessionParties(
  { connections = [], entries = [] }: Recording,
  { declared }: Pick<SessionSteps, "declared">,
) {
  const facts: Partial<RecordedConnection> = connections[0] ?? {};
  const { clientInfo, clientCapabilities } = facts;
  const agreed = facts.serverInfo ? facts : { ...recordedAgreement(entries), ...facts };
  return {
    client: {
      info: asJsonObject(clientInfo ?? declared.clientInfo),
      capabilities: asJsonObject(clientCapabilities ?? declared.capabilities),
    },
    server: {
      info: asJsonObject(agreed.serverInfo),
      capabilities: asJsonObject(agreed.capabilities),
      instructions: agreed.instructions,
    },
    revision: agreed.revision ?? declared.revision,
  };
}

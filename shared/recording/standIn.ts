/** Answers requests as the server of a recording did. */

import { type JsonNode, parseJson } from "../core/json/jsonText.ts";
import { asJsonObject } from "../core/jsonObject.ts";
import type { JsonRpcId } from "../core/jsonRpc.ts";
import { maskCharacters } from "../log/mask.ts";
import { connectionOf, messageNodes, textOf } from "./export/exchanges.ts";
import type { Recording } from "./recording.ts";

export interface StandIn {
  /** The number of recorded answers. */
  readonly answers: number;
  /**
   * Answers a frame of the client.
   * @param text the JSON text of a message or a batch
   * @returns the JSON texts to send, in order: recorded notifications, then the answer
   */
  answer(text: string): readonly string[];
}

interface RecordedAnswer {
  readonly method: string;
  readonly params: JsonNode | undefined;
  readonly text: string;
  /** The notifications that arrived before the answer. */
  readonly before: readonly string[];
  /** Those that arrived after the last answer of the recording. */
  after: readonly string[];
}

/** Methods whose params tell the client, not what is asked. */
const aboutClient: ReadonlySet<string> = new Set(["initialize", "server/discover", "ping"]);

/**
 * Creates a stand-in for the server of a recording.
 * @param mode `strict`: params must be equal to the recorded ones, `_meta` aside; `lenient`: the
 * method and the name or URI suffice
 */
export function createStandIn(recording: Recording, mode: "strict" | "lenient"): StandIn {
  const recorded = recordedAnswers(recording);
  const used = new Map<RecordedAnswer, number>();

  /** The least used answer, so that repeated requests get the recorded answers in their order. */
  const firstOf = (candidates: readonly RecordedAnswer[]) => {
    const [best] = candidates.toSorted((a, b) => (used.get(a) ?? 0) - (used.get(b) ?? 0));
    if (best) used.set(best, (used.get(best) ?? 0) + 1);
    return best;
  };
  const find = (method: string, params: JsonNode | undefined) => {
    const same = recorded.filter((each) => each.method === method);
    const isAlike = (each: RecordedAnswer) => subjectOf(each.params) === subjectOf(params);
    const exact = same.filter((each) => sameParams(each.params, params));
    if (exact.length > 0) return firstOf(exact);
    if (aboutClient.has(method)) return firstOf(same);
    return mode === "lenient" ? firstOf(same.filter(isAlike)) : undefined;
  };

  return {
    answers: recorded.length,
    answer: (text) => {
      if (parseJson(text).kind !== "tree") return [notJson];
      return messageNodes(text).flatMap(({ id, method, params }) => {
        if (id === undefined || method === undefined) return [];
        const found = find(method, params);
        if (found) {
          const token = progressTokenOf(params);
          const notes = (texts: readonly string[]) =>
            texts.flatMap((note) => withProgressToken(note, token));
          return [
            ...notes(found.before),
            withMember(found.text, ["id"], id),
            ...notes(found.after),
          ];
        }
        if (method === "ping") return [JSON.stringify({ jsonrpc: "2.0", id, result: {} })];
        const isKnown = recorded.some((each) => each.method === method);
        return [refusal(id, method, subjectOf(params), isKnown)];
      });
    },
  };
}

const notJson = JSON.stringify({
  jsonrpc: "2.0",
  id: null,
  error: { code: -32_700, message: "The message is not JSON, or has a member twice." },
});

function refusal(id: JsonRpcId, method: string, subject: string, isKnown: boolean): string {
  const of = subject === "" ? "" : ` of ${JSON.stringify(subject)}`;
  const why = isKnown ? "with these params" : "with this method";
  const message = `This is a recording: it holds no answer to ${method}${of} ${why}.`;
  const error = { code: isKnown ? -32_602 : -32_601, message, data: { recording: true } };
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

function recordedAnswers(recording: Recording): readonly RecordedAnswer[] {
  const answers: RecordedAnswer[] = [];
  const open = new Map<string, { method: string; params: JsonNode | undefined }>();
  let notifications: string[] = [];
  for (const entry of recording.entries ?? []) {
    if (entry.kind !== "message" || entry.direction === undefined) continue;
    const connection = connectionOf(recording, entry)?.id ?? "";
    for (const { id, method, params, text } of messageNodes(textOf(entry))) {
      const key = `${connection} ${typeof id} ${id}`;
      if (entry.direction === "out") {
        if (id !== undefined && method !== undefined) open.set(key, { method, params });
      } else if (method !== undefined) {
        // requests of the server need a person or a model to answer them
        if (id === undefined) notifications.push(text);
      } else {
        const request = open.get(key);
        if (!request) continue;
        open.delete(key);
        answers.push({ ...request, text, before: notifications, after: [] });
        notifications = [];
      }
    }
  }
  const last = answers.at(-1);
  if (last) last.after = notifications;
  return answers;
}

function memberOf(node: JsonNode | undefined, name: string): JsonNode | undefined {
  return node?.kind === "object" ? node.members.find(({ key }) => key === name)?.value : undefined;
}

/** The name or URI that params are about; empty if there is none. */
function subjectOf(params: JsonNode | undefined): string {
  const node = memberOf(params, "name") ?? memberOf(params, "uri");
  return node?.kind === "string" ? node.value : "";
}

/** Whether params are equal; absent and empty ones are, and a masked string equals any string. */
function sameParams(recorded: JsonNode | undefined, asked: JsonNode | undefined): boolean {
  const empty: JsonNode = { kind: "object", members: [], start: 0, end: 0 };
  return sameNode(withoutMeta(recorded ?? empty), withoutMeta(asked ?? empty));
}

function withoutMeta(node: JsonNode): JsonNode {
  if (node.kind !== "object") return node;
  return { ...node, members: node.members.filter(({ key }) => key !== "_meta") };
}

function sameNode(recorded: JsonNode, asked: JsonNode): boolean {
  if (recorded.kind === "string" && asked.kind === "string") {
    return recorded.value === asked.value || recorded.value.includes(maskCharacters);
  }
  if (recorded.kind === "number" && asked.kind === "number") {
    const [one, other] = [recorded.literal, asked.literal];
    return one === other || (Number(one) === Number(other) && Number.isSafeInteger(Number(one)));
  }
  if (recorded.kind === "array" && asked.kind === "array") {
    const { items } = asked;
    return (
      recorded.items.length === items.length &&
      recorded.items.every((item, index) => sameNode(item, items[index] as JsonNode))
    );
  }
  if (recorded.kind === "object" && asked.kind === "object") {
    const members = new Map(asked.members.map(({ key, value }) => [key, value]));
    return (
      recorded.members.length === members.size &&
      recorded.members.every(({ key, value }) => {
        const other = members.get(key);
        return other !== undefined && sameNode(value, other);
      })
    );
  }
  if (recorded.kind === "boolean" && asked.kind === "boolean")
    return recorded.value === asked.value;
  return recorded.kind === "null" && asked.kind === "null";
}

function progressTokenOf(params: JsonNode | undefined): JsonRpcId | undefined {
  const token = memberOf(memberOf(params, "_meta"), "progressToken");
  if (token?.kind === "string") return token.value;
  return token?.kind === "number" ? Number(token.literal) : undefined;
}

/** Progress goes to the token of the request; it is left out for a request without one. */
function withProgressToken(text: string, token: JsonRpcId | undefined): string[] {
  const { method, params } = asJsonObject(JSON.parse(text)) ?? {};
  if (method !== "notifications/progress" || !asJsonObject(params)) return [text];
  return token === undefined ? [] : [withMember(text, ["params", "progressToken"], token)];
}

/** Replaces one member in a JSON text; the rest stays as it is written. */
function withMember(text: string, path: readonly string[], value: JsonRpcId): string {
  const parsed = parseJson(text);
  let node = parsed.kind === "tree" ? parsed.root : undefined;
  for (const name of path) node = memberOf(node, name);
  return node ? text.slice(0, node.start) + JSON.stringify(value) + text.slice(node.end) : text;
}

/** Reads what the client of a recording declared, and how it answered the server's requests. */
import type { JsonNode } from "../../core/json/jsonText.ts";
import { maskCharacters } from "../../log/mask.ts";
import type { Recording } from "../recording.ts";
import {
  connectionOf,
  exchangeText,
  memberOf,
  messageNodes,
  type RecordedCall,
} from "./exchanges.ts";

/** The requests of servers that the clients of the official SDKs can answer, with the capability. */
export const answeredMethods = {
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
  "roots/list": "roots",
} as const;

export type AnsweredMethod = keyof typeof answeredMethods;

/** What a client declares and answers. */
export interface ClientAnswers {
  /** An object; undefined if the recording has no declaration. */
  readonly capabilities: JsonNode | undefined;
  /** Of declared capabilities, in their order. */
  readonly answers: ReadonlyMap<AnsweredMethod, readonly RecordedAnswer[]>;
}

interface RecordedAnswer {
  readonly kind: "result" | "error";
  readonly value: JsonNode;
}

/**
 * Reads the declaration of the connection that the calls belong to, and the answers during them.
 * Masked answers are left out.
 */
export function clientAnswersOf(
  recording: Recording,
  calls: readonly RecordedCall[],
): ClientAnswers {
  const connectionId = calls[0]?.connection?.id;
  let capabilities: JsonNode | undefined;
  const answers = new Map<AnsweredMethod, RecordedAnswer[]>();
  /** The methods of the server's requests by id, and of inputs that a result asked for by key. */
  const [asked, inputs] = [new Map<string, string>(), new Map<string, string>()];
  const add = (
    method: string | undefined,
    kind: "result" | "error",
    value: JsonNode,
    at: number,
  ) => {
    const isWanted = calls.some(
      ({ startedAt, endedAt = Number.POSITIVE_INFINITY }) => startedAt <= at && at <= endedAt,
    );
    if (!isAnswered(method) || !isWanted || isMasked(value)) return;
    answers.set(method, [...(answers.get(method) ?? []), { kind, value }]);
  };
  for (const entry of recording.entries ?? []) {
    if (entry.kind !== "message" || connectionOf(recording, entry)?.id !== connectionId) continue;
    const isOut = entry.direction === "out";
    for (const { id, method, params, result, error } of messageNodes(exchangeText(entry))) {
      const key = `${typeof id} ${id}`;
      if (!isOut) {
        if (method !== undefined && id !== undefined) asked.set(key, method);
        for (const [name, request] of membersOf(memberOf(result, "inputRequests"))) {
          const wanted = memberOf(request, "method");
          if (wanted?.kind === "string") inputs.set(name, wanted.value);
        }
        continue;
      }
      if (method === undefined) {
        if (result) add(asked.get(key), "result", result, entry.at);
        if (error) add(asked.get(key), "error", error, entry.at);
        continue;
      }
      for (const [name, response] of membersOf(memberOf(params, "inputResponses"))) {
        add(inputs.get(name), "result", response, entry.at);
      }
      const declared =
        method === "initialize"
          ? memberOf(params, "capabilities")
          : memberOf(memberOf(params, "_meta"), "io.modelcontextprotocol/clientCapabilities");
      // a client that tried a later revision first declared other capabilities there
      if (method === "initialize" || !capabilities) capabilities = declared ?? capabilities;
    }
  }
  const isDeclared = (method: AnsweredMethod) =>
    memberOf(capabilities, answeredMethods[method]) !== undefined;
  return { capabilities, answers: new Map([...answers].filter(([method]) => isDeclared(method))) };
}

function isAnswered(method: string | undefined): method is AnsweredMethod {
  return method !== undefined && Object.hasOwn(answeredMethods, method);
}

function membersOf(node: JsonNode | undefined): readonly (readonly [name: string, JsonNode])[] {
  return node?.kind === "object" ? node.members.map(({ key, value }) => [key, value]) : [];
}

function isMasked(node: JsonNode): boolean {
  switch (node.kind) {
    case "string":
      return node.value.includes(maskCharacters);
    case "array":
      return node.items.some(isMasked);
    case "object":
      return node.members.some(({ value }) => isMasked(value));
    default:
      return false;
  }
}

/**
 * Lists what a recorded server sent for each request: notifications, its own requests, the answer.
 */
import type { JsonNode } from "../../core/json/jsonText.ts";
import { connectionOf, exchangeText, messageNodes } from "../export/exchanges.ts";
import type { Recording } from "../recording.ts";

/** A message that the server sent before or after an answer. */
export type RecordedStep =
  | { readonly kind: "notification"; readonly text: string }
  | {
      readonly kind: "request";
      readonly method: string;
      readonly text: string;
      /** The `result` of the client's answer; undefined for an error, or if none was recorded. */
      readonly result: JsonNode | undefined;
    };

export interface RecordedAnswer {
  readonly method: string;
  readonly params: JsonNode | undefined;
  readonly text: string;
  /** The messages before the answer. */
  readonly before: readonly RecordedStep[];
  /** The notifications that arrived after the last answer of the recording. */
  readonly after: readonly RecordedStep[];
}

/** The answers of the server in their order. */
export function recordedAnswers(recording: Recording): readonly RecordedAnswer[] {
  const answers: RecordedAnswer[] = [];
  const results = answersOfClient(recording);
  const open = new Map<string, { method: string; params: JsonNode | undefined }>();
  let steps: RecordedStep[] = [];
  for (const { direction, key, node } of messagesOf(recording)) {
    const { id, method, params, text } = node;
    if (direction === "out") {
      if (id !== undefined && method !== undefined) open.set(key, { method, params });
    } else if (method !== undefined) {
      if (id === undefined) steps.push({ kind: "notification", text });
      else steps.push({ kind: "request", method, text, result: results.get(key) });
    } else {
      const request = open.get(key);
      if (!request) continue;
      open.delete(key);
      answers.push({ ...request, text, before: steps, after: [] });
      steps = [];
    }
  }
  const last = answers.pop();
  const after = steps.filter(({ kind }) => kind === "notification");
  return last ? [...answers, { ...last, after }] : [];
}

/** The client's answers to requests of the server, by their key. */
function answersOfClient(recording: Recording): ReadonlyMap<string, JsonNode | undefined> {
  const results = new Map<string, JsonNode | undefined>();
  for (const { direction, key, node } of messagesOf(recording)) {
    if (direction !== "out" || node.method !== undefined || node.id === undefined) continue;
    results.set(key, node.result);
  }
  return results;
}

/** The messages of a recording; the ids of one connection have the same prefix in `key`. */
function* messagesOf(recording: Recording) {
  for (const entry of recording.entries ?? []) {
    if (entry.kind !== "message" || entry.direction === undefined) continue;
    const connection = connectionOf(recording, entry)?.id ?? "";
    for (const node of messageNodes(exchangeText(entry))) {
      yield {
        direction: entry.direction,
        key: `${connection} ${typeof node.id} ${node.id}`,
        node,
      };
    }
  }
}

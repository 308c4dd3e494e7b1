/** Answers requests of a server as the user did when the session was recorded. */
import type { InputAnswer, ServerInput } from "../../client/input/serverInput.ts";
import { textAt } from "../../core/json/textAt.ts";
import { asJsonObject } from "../../core/jsonObject.ts";
import { idKey } from "../../log/entry.ts";
import type { EventLog } from "../../log/eventLog.ts";
import { maskCharacters } from "../../log/mask.ts";
import { messageText } from "../../log/messageText.ts";

export interface RecordedAnswers {
  /** The methods that have answers. */
  readonly methods: ReadonlySet<string>;
  /** The next recorded answer to a request with this method; undefined if none is left. */
  next(input: Pick<ServerInput, "method">): InputAnswer | undefined;
}

/**
 * Reads the answers of a session, in their order. Masked ones are left out.
 * @param connectionIds its connections in the log
 */
export async function readRecordedAnswers(
  log: EventLog,
  connectionIds: Iterable<string>,
): Promise<RecordedAnswers> {
  const ids = new Set(connectionIds);
  const answers = new Map<string, InputAnswer[]>();
  const add = (method: string, kind: InputAnswer["kind"], text: string | undefined) => {
    if (text === undefined || text.includes(maskCharacters)) return;
    answers.set(method, [...(answers.get(method) ?? []), { kind, text }]);
  };
  /** Requests of the server without an answer, by connection and id. */
  const open = new Map<string, string>();
  /** The method of each input that a result asked for, by its key. */
  const inputs = new Map<string, string>();
  const { entries, length } = log.snapshot();
  for (const entry of entries.slice(0, length)) {
    if (entry.kind !== "message" || !ids.has(entry.connectionId) || entry.batch) continue;
    const [head] = entry.heads;
    if (!head) continue;
    const keyOf = (id: string | number) => `${entry.connectionId} ${idKey(id)}`;
    if (entry.direction === "in") {
      if (head.kind === "request") open.set(keyOf(head.id), head.method);
      if (head.kind !== "result") continue;
      const text = messageText(entry.carrier, await log.read(entry.seq));
      if (!text.includes('"inputRequests"')) continue;
      const asked = membersAt(text, ["result", "inputRequests"]);
      for (const [key, request] of Object.entries(asked)) {
        inputs.set(key, String(asJsonObject(request)?.method));
      }
    } else if (head.kind === "request") {
      const text = messageText(entry.carrier, await log.read(entry.seq));
      if (!text.includes('"inputResponses"')) continue;
      for (const key of Object.keys(membersAt(text, ["params", "inputResponses"]))) {
        add(inputs.get(key) ?? "", "result", textAt(text, ["params", "inputResponses", key]));
      }
    } else if ((head.kind === "result" || head.kind === "error") && head.id !== null) {
      const method = open.get(keyOf(head.id));
      if (method === undefined) continue;
      open.delete(keyOf(head.id));
      const text = messageText(entry.carrier, await log.read(entry.seq));
      add(method, head.kind, textAt(text, [head.kind]));
    }
  }
  return {
    methods: new Set(answers.keys()),
    next: ({ method }) => answers.get(method)?.shift(),
  };
}

function membersAt(text: string, path: readonly string[]): object {
  try {
    return asJsonObject(JSON.parse(textAt(text, path) ?? "{}")) ?? {};
  } catch {
    return {};
  }
}

/** Answers requests of a server as the user did when the session was recorded. */
import type { InputAnswer, ServerInput } from "../../client/input/serverInput.ts";
import { type JsonObject, membersOf, parseJsonObject } from "../../core/json/jsonObject.ts";
import { textAt } from "../../core/json/textAt.ts";
import { idKey, type MessageEntry } from "../../log/entry.ts";
import type { EventLog } from "../../log/eventLog.ts";
import { maskCharacters } from "../../log/mask.ts";
import { messageText } from "../../log/messageText.ts";
import type { JsonRpcId } from "../../protocol/jsonRpc.ts";

export interface RecordedAnswers {
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
  const collector = createCollector((method, kind, text) => {
    if (text === undefined || text.includes(maskCharacters)) return;
    answers.set(method, [...(answers.get(method) ?? []), { kind, text }]);
  });
  const { entries, length } = log.snapshot();
  for (const entry of entries.slice(0, length)) {
    if (entry.kind !== "message" || !ids.has(entry.connectionId) || entry.batch) continue;
    const read = async () => messageText(entry.carrier, await log.read(entry.seq));
    if (entry.direction === "in") await collector.received(entry, read);
    else await collector.sent(entry, read);
  }
  return {
    methods: new Set(answers.keys()),
    next: ({ method }) => answers.get(method)?.shift(),
  };
}

/** Finds the answers in the messages of a session; `read` returns the text of a message. */
function createCollector(
  add: (method: string, kind: InputAnswer["kind"], text: string | undefined) => void,
) {
  /** The methods of requests of the server without an answer, by connection and id. */
  const open = new Map<string, string>();
  /** The method of each input that a result asked for, by its key. */
  const inputs = new Map<string, string>();
  const keyOf = ({ connectionId }: MessageEntry, id: JsonRpcId) => `${connectionId} ${idKey(id)}`;
  return {
    async received(entry: MessageEntry, read: () => Promise<string>): Promise<void> {
      const [head] = entry.heads;
      if (head?.kind === "request") open.set(keyOf(entry, head.id), head.method);
      if (head?.kind !== "result") return;
      const text = await read();
      if (!text.includes('"inputRequests"')) return;
      const asked = membersAt(text, ["result", "inputRequests"]);
      for (const [key, request] of Object.entries(asked)) {
        inputs.set(key, String(membersOf(request).method));
      }
    },
    async sent(entry: MessageEntry, read: () => Promise<string>): Promise<void> {
      const [head] = entry.heads;
      if (head?.kind === "request") {
        const text = await read();
        if (!text.includes('"inputResponses"')) return;
        for (const key of Object.keys(membersAt(text, ["params", "inputResponses"]))) {
          add(inputs.get(key) ?? "", "result", textAt(text, ["params", "inputResponses", key]));
        }
        return;
      }
      if ((head?.kind !== "result" && head?.kind !== "error") || head.id === null) return;
      const method = open.get(keyOf(entry, head.id));
      if (method === undefined) return;
      open.delete(keyOf(entry, head.id));
      add(method, head.kind, textAt(await read(), [head.kind]));
    },
  };
}

function membersAt(text: string, path: readonly string[]): JsonObject {
  return parseJsonObject(textAt(text, path) ?? "{}") ?? {};
}

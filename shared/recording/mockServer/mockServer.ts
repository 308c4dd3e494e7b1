/**
 * Answers requests like the server of a recording, including the requests that it sent meanwhile.
 */

import { asJsonObject } from "../../core/json/jsonObject.ts";
import { type JsonNode, parseJson } from "../../core/json/jsonText.ts";
import { type JsonRpcId, parseErrorCode } from "../../protocol/jsonRpc.ts";
import { memberOf, messageNodes } from "../export/exchanges.ts";
import type { Recording } from "../recording.ts";
import { announcedAnswers } from "./announcedAnswers.ts";
import { type RecordedAnswer, type RecordedStep, recordedAnswers } from "./recordedSteps.ts";
import { paramsSubject, sameNode, sameParams } from "./sameNode.ts";

export interface MockServer {
  readonly answers: number;
  /**
   * Receives a frame of the client.
   * @param text the JSON text of a message or a batch
   * @param send gets the JSON texts to send, in order; also later, once the client has answered the
   * server's requests
   * @param onDone called when nothing more will be sent for this frame
   * @returns a function that discards what is still to be sent, for a client that has disconnected
   */
  receive(text: string, send: (text: string) => void, onDone?: () => void): () => void;
}

type MockServerMode = "strict" | "lenient";

/** Methods whose params describe the client, not the request. */
const aboutClient: ReadonlySet<string> = new Set(["initialize", "server/discover", "ping"]);

/** The capability that a client needs for requests. */
const capabilities: Readonly<Record<string, string>> = {
  "sampling/createMessage": "sampling",
  "elicitation/create": "elicitation",
  "roots/list": "roots",
};

/** Requests of the server whose answers the recorded results depend on. */
const comparedMethods: ReadonlySet<string> = new Set([
  "sampling/createMessage",
  "elicitation/create",
]);

/**
 * Creates a mock of the server of a recording.
 * @param mode `strict`: params and the answers to the server's requests must be equal to the
 * recorded ones, `_meta` aside; `lenient`: the method and the name or URI must be equal, and any
 * answer is accepted
 */
export function createMockServer(recording: Recording, mode: MockServerMode): MockServer {
  const recorded = recordedAnswers(recording);
  const answerAnnounced = announcedAnswers(recording, recorded);
  const used = new Map<RecordedAnswer, number>();
  /** The continuations that wait for the client's answers, by the id of the request. */
  const asked = new Map<string, (answer: JsonNode | undefined) => void>();
  let count = 0;
  let clientCapabilities: JsonNode | undefined;

  /** The least used answer, so that repeated requests get the recorded answers in their order. */
  const firstOf = (candidates: readonly RecordedAnswer[]) => {
    const [best] = candidates.toSorted((a, b) => (used.get(a) ?? 0) - (used.get(b) ?? 0));
    if (best) used.set(best, (used.get(best) ?? 0) + 1);
    return best;
  };
  const find = (method: string, params: JsonNode | undefined) => {
    const same = recorded.filter((each) => each.method === method);
    const isAlike = (each: RecordedAnswer) => paramsSubject(each.params) === paramsSubject(params);
    const exact = same.filter((each) => sameParams(each.params, params));
    if (exact.length > 0) return firstOf(exact);
    if (aboutClient.has(method)) return firstOf(same);
    return mode === "lenient" ? firstOf(same.filter(isAlike)) : undefined;
  };
  const canBeAsked = (method: string) => {
    const name = capabilities[method];
    return name === undefined || memberOf(clientCapabilities, name) !== undefined;
  };

  /** Sends the steps of an answer, and stops at a request until the client has answered it. */
  function play(
    request: Asked,
    found: RecordedAnswer,
    send: (text: string) => void,
    done: () => void,
  ) {
    const token = progressTokenOf(request.params);
    const open = new Set<string>();
    const end = (text: string) => {
      send(text);
      done();
    };
    const sendNotes = (steps: readonly RecordedStep[]) => {
      for (const { kind, text } of steps) {
        if (kind === "notification") for (const note of withProgressToken(text, token)) send(note);
      }
    };
    const next = (at: number) => {
      const step = found.before[at];
      if (!step) {
        send(withMember(found.text, ["id"], request.id));
        sendNotes(found.after);
        return done();
      }
      if (step.kind === "notification") {
        sendNotes([step]);
        return next(at + 1);
      }
      if (!canBeAsked(step.method)) {
        // listing roots is not part of a call, so it is skipped for a client without them
        if (mode === "lenient" || !comparedMethods.has(step.method)) return next(at + 1);
        return end(
          refusal(
            request.id,
            `${step.method} is asked here, and the client did not declare the capability ${capabilities[step.method]}. --lenient leaves it out.`,
          ),
        );
      }
      const id = `recorded-${++count}`;
      open.add(id);
      asked.set(id, (answer) => {
        asked.delete(id);
        open.delete(id);
        const isCompared = mode === "strict" && comparedMethods.has(step.method);
        if (isCompared && step.result && !(answer && sameNode(step.result, answer))) {
          return end(
            refusal(
              request.id,
              `the answer to ${step.method} differs from the recorded one. --lenient accepts any.`,
            ),
          );
        }
        next(at + 1);
      });
      send(withMember(step.text, ["id"], id));
    };
    next(0);
    return () => {
      for (const id of open) asked.delete(id);
    };
  }

  return {
    answers: recorded.length,
    receive(text, send, onDone = () => {}) {
      const stops: (() => void)[] = [];
      const nodes = parseJson(text).kind === "tree" ? messageNodes(text) : undefined;
      let running = 1;
      const done = () => {
        running -= 1;
        if (running === 0) onDone();
      };
      if (!nodes) send(notJson);
      for (const { id, method, params, result } of nodes ?? []) {
        if (method === "initialize") clientCapabilities = memberOf(params, "capabilities");
        const meta = memberOf(
          memberOf(params, "_meta"),
          "io.modelcontextprotocol/clientCapabilities",
        );
        if (meta) clientCapabilities = meta;
        if (id === undefined) continue;
        if (method === undefined) {
          asked.get(String(id))?.(result);
          continue;
        }
        const found = find(method, params);
        if (found) {
          running += 1;
          stops.push(play({ id, params }, found, send, done));
          continue;
        }
        const isKnown = recorded.some((each) => each.method === method);
        const announced = answerAnnounced(id, method, isKnown);
        for (const each of announced?.texts ?? []) send(each);
        if (announced?.isOpen) running += 1;
        if (!announced) send(unknown(id, method, paramsSubject(params), isKnown));
      }
      done();
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

interface Asked {
  readonly id: JsonRpcId;
  readonly params: JsonNode | undefined;
}

const notJson = JSON.stringify({
  jsonrpc: "2.0",
  id: null,
  error: { code: parseErrorCode, message: "The message is not JSON, or has a member twice." },
});

function unknown(id: JsonRpcId, method: string, subject: string, isKnown: boolean): string {
  const of = subject === "" ? "" : ` of ${JSON.stringify(subject)}`;
  const why = isKnown ? "with these params" : "with this method";
  return refusal(id, `it holds no answer to ${method}${of} ${why}.`, isKnown ? -32_602 : -32_601);
}

function refusal(id: JsonRpcId, why: string, code = -32_603): string {
  const error = { code, message: `This is a recording: ${why}`, data: { recording: true } };
  return JSON.stringify({ jsonrpc: "2.0", id, error });
}

function progressTokenOf(params: JsonNode | undefined): JsonRpcId | undefined {
  const token = memberOf(memberOf(params, "_meta"), "progressToken");
  if (token?.kind === "string") return token.value;
  return token?.kind === "number" ? Number(token.literal) : undefined;
}

/** Sends progress with the token of the request; it is left out for a request without one. */
function withProgressToken(text: string, token: JsonRpcId | undefined): string[] {
  const { method, params } = asJsonObject(JSON.parse(text)) ?? {};
  if (method !== "notifications/progress" || !asJsonObject(params)) return [text];
  return token === undefined ? [] : [withMember(text, ["params", "progressToken"], token)];
}

/** Replaces one member in a JSON text; the rest stays as written. */
function withMember(text: string, path: readonly string[], value: JsonRpcId): string {
  const parsed = parseJson(text);
  let node = parsed.kind === "tree" ? parsed.root : undefined;
  for (const name of path) node = memberOf(node, name);
  return node ? text.slice(0, node.start) + JSON.stringify(value) + text.slice(node.end) : text;
}

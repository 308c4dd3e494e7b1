/** Speaks the protocol as a server, at every revision: answers the agent's requests and asks the person. */
import type { Clock } from "../../../shared/core/clock.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { isTooDeep } from "../../../shared/core/json/isTooDeep.ts";
import { isJsonObject, type JsonObject, membersOf } from "../../../shared/core/json/jsonObject.ts";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
import { metaKey } from "../../../shared/demo/modernRequests.ts";
import { demoError, invalidParams, RpcError } from "../../../shared/demo/protocol.ts";
import {
  internalErrorCode,
  invalidRequestCode,
  type JsonRpcId,
  methodNotFoundCode,
  parseErrorCode,
} from "../../../shared/protocol/jsonRpc.ts";
import {
  isRevision,
  latest,
  modernErrors,
  oldestRevision,
  traitsOf,
} from "../../../shared/protocol/revisions.ts";
import type { MockServer } from "../../../shared/recording/mockServer/mockServer.ts";
import { fitAnswer, usualTokens } from "./agentAnswer.ts";
import {
  type AgentTool,
  type AskPerson,
  callCancelled,
  type Question,
  ToolProblem,
} from "./agentTool.ts";
import { canElicit, choiceOf, elicitation } from "./elicitQuestion.ts";
import { AnswerNeeded, createQuestionRounds } from "./questionRounds.ts";
import { createQuestionTurns } from "./questionTurns.ts";
import { definitionOf, misfitOf } from "./toolDefinition.ts";

interface AgentServerOptions {
  readonly tools: readonly AgentTool[];
  readonly serverInfo: JsonObject;
  readonly instructions: string;
  readonly newId: () => string;
  readonly clock: Pick<Clock, "after">;
  /** Masks secrets in what the agent gets. */
  readonly mask: (text: string) => string;
}

/** One client. */
export interface AgentServer extends Pick<MockServer, "receive"> {
  /** Cancels what is under way, waits for its end, and begins nothing more. */
  close(): Promise<void>;
}

/** Characters of a frame. */
export const maxFrame = 8 * 1024 * 1024;

/** Requests at once. */
const maxRunning = 32;

interface Running {
  readonly control: AbortController;
  readonly send: (message: JsonObject) => void;
}

export function createAgentServer(options: AgentServerOptions): AgentServer {
  const { tools, newId, mask } = options;
  const running = new Map<JsonRpcId, AbortController>();
  /** Requests to the client that have no answer yet. */
  const asked = new Map<string, (answer: JsonObject) => void>();
  const turns = createQuestionTurns(options.clock);
  const rounds = createQuestionRounds(turns, newId);
  /** What requests wait for. */
  const work = new Set<Promise<unknown>>();
  let isClosed = false;
  /** Of the handshake. */
  let revision: string | undefined;
  let legacyCapabilities: JsonObject = {};

  /** Asks within the request, as the legacy era does. */
  const askByRequest = async (question: Question, { control, send }: Running) => {
    const { signal } = control;
    if (!canElicit(legacyCapabilities) || (revision ?? "") < "2025-06-18") return undefined;
    const endTurn = await turns.take(signal);
    const id = newId();
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
    const stop = () => {
      send({ method: "notifications/cancelled", params: { requestId: id } });
      reject(callCancelled());
    };
    try {
      // it may have been cancelled since the turn came
      if (signal.aborted) throw callCancelled();
      if (question.isAllowed()) return question.choices.at(-1);
      asked.set(id, resolve);
      signal.addEventListener("abort", stop, { once: true });
      send({ id, ...elicitation(question) });
      return choiceOf(question, await promise);
    } finally {
      asked.delete(id);
      signal.removeEventListener("abort", stop);
      endTurn();
    }
  };

  const callTool = async (params: JsonObject, own: Running, ask: AskPerson) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (!tool) throw invalidParams(`There is no tool named ${String(params.name).slice(0, 100)}`);
    const args = params.arguments ?? {};
    if (isTooDeep(args)) throw invalidParams("The arguments are nested too deeply");
    // many models write null for what they leave out
    const named = Object.entries(membersOf(args)).filter(([, value]) => value !== null);
    const given = Object.fromEntries(named);
    const misfit = misfitOf(tool, isJsonObject(args) ? given : args);
    const tokens = misfit === undefined ? given.max_tokens : undefined;
    const maxTokens = typeof tokens === "number" ? tokens : usualTokens;
    const result = (value: JsonObject, isError: boolean) => {
      const fitted = fitAnswer(value, maxTokens, mask);
      return { fitted, isError };
    };
    if (misfit !== undefined) return result({ error: misfit }, true);
    const token = getOwn(params._meta, "progressToken");
    let steps = 0;
    const progress = (message: string) => {
      if (typeof token !== "string" && typeof token !== "number") return;
      if (own.control.signal.aborted) return;
      own.send({
        method: "notifications/progress",
        params: {
          progressToken: token,
          progress: ++steps,
          message: escapeHidden(mask(message), 200),
        },
      });
    };
    try {
      const { signal } = own.control;
      return result(await tool.run({ args: given, signal, progress, ask }), false);
    } catch (error) {
      if (error instanceof AnswerNeeded) throw error;
      if (!(error instanceof ToolProblem)) {
        const fromServer = { problem: errorMessage(error) };
        return result({ error: "It failed in a way that was not expected.", fromServer }, true);
      }
      const { message, next, fromServer } = error;
      return result({ error: message, next, fromServer }, true);
    }
  };

  const toolResult = (
    { fitted, isError }: { fitted: JsonObject; isError: boolean },
    of: string,
  ) => ({
    content: [{ type: "text", text: JSON.stringify(fitted) }],
    ...(of >= "2025-06-18" ? { structuredContent: fitted } : {}),
    ...(isError ? { isError } : {}),
  });

  const listTools = ({ cursor }: JsonObject, of: string) => {
    if (cursor !== undefined) throw invalidParams("There is no page with this cursor");
    return { tools: tools.map((tool) => definitionOf(tool, of)) };
  };

  const answerLegacy = async (method: string, params: JsonObject, own: Running) => {
    const of = revision ?? oldestRevision;
    switch (method) {
      case "initialize": {
        const { protocolVersion: wanted } = params;
        if (typeof wanted !== "string") throw invalidParams("protocolVersion is missing");
        revision = isRevision(wanted) && traitsOf(wanted).era === "legacy" ? wanted : latest.legacy;
        legacyCapabilities = membersOf(params.capabilities);
        const { serverInfo, instructions } = options;
        return { protocolVersion: revision, capabilities: { tools: {} }, serverInfo, instructions };
      }
      case "ping":
        return {};
      case "tools/list":
        return listTools(params, of);
      case "tools/call": {
        const called = await callTool(params, own, (question) => askByRequest(question, own));
        return toolResult(called, of);
      }
      default:
        throw new RpcError(methodNotFoundCode, `There is no method ${method.slice(0, 100)}`);
    }
  };

  const answerModern = async (method: string, params: JsonObject, own: Running) => {
    const meta = membersOf(params._meta);
    const requested = meta[metaKey("protocolVersion")];
    if (requested !== latest.modern) {
      const data = { supported: [latest.modern], requested };
      const { unsupportedVersion } = modernErrors;
      throw new RpcError(unsupportedVersion, "Unsupported protocol version", { data });
    }
    const capabilities = meta[metaKey("clientCapabilities")];
    if (!isJsonObject(capabilities)) throw invalidParams("clientCapabilities is missing in _meta");
    const complete = { resultType: "complete" };
    const cached = { ...complete, ttlMs: 3_600_000, cacheScope: "public" };
    switch (method) {
      case "server/discover": {
        const { serverInfo, instructions } = options;
        return {
          ...cached,
          supportedVersions: [latest.modern],
          capabilities: { tools: {} },
          instructions,
          _meta: { [metaKey("serverInfo")]: serverInfo },
        };
      }
      case "tools/list":
        return { ...cached, ...listTools(params, latest.modern) };
      case "tools/call": {
        const round = rounds.begin(params, own.control.signal);
        const ask: AskPerson = async (question) =>
          canElicit(capabilities) ? round.ask(question) : undefined;
        try {
          return { ...complete, ...toolResult(await callTool(params, own, ask), latest.modern) };
        } catch (error) {
          if (error instanceof AnswerNeeded) return round.needs(error);
          throw error;
        }
      }
      default:
        throw new RpcError(methodNotFoundCode, `There is no method ${method.slice(0, 100)}`);
    }
  };

  const answerRequest = async (
    { id, method, params }: { id: JsonRpcId; method: string; params: unknown },
    send: (message: JsonObject) => void,
    begun: Set<AbortController>,
  ): Promise<JsonObject | undefined> => {
    if (isClosed)
      return { id, error: { code: internalErrorCode, message: "The server is closing" } };
    if (running.size >= maxRunning) {
      return { id, error: { code: internalErrorCode, message: "Too many requests at once" } };
    }
    // it could neither be told apart nor cancelled
    if (running.has(id)) return invalidRequest(id);
    const control = new AbortController();
    const own = { control, send };
    begun.add(control);
    running.set(id, control);
    const given = membersOf(params);
    const isModern = getOwn(given._meta, metaKey("protocolVersion")) !== undefined;
    try {
      if (params !== undefined && !isJsonObject(params)) throw invalidParams("params is no object");
      const answer = (isModern ? answerModern : answerLegacy)(method, given, own);
      work.add(answer);
      const result = await answer.finally(() => work.delete(answer));
      return control.signal.aborted ? undefined : { id, result };
    } catch (error) {
      return control.signal.aborted ? undefined : { id, error: demoError(error) };
    } finally {
      if (running.get(id) === control) running.delete(id);
    }
  };

  /** @returns the response, if there is one */
  const receiveOne = async (
    message: unknown,
    send: (message: JsonObject) => void,
    begun: Set<AbortController>,
  ): Promise<JsonObject | undefined> => {
    const { jsonrpc, id, method, params } = membersOf(message);
    const isId = typeof id === "string" || typeof id === "number";
    if (jsonrpc !== "2.0" || (method !== undefined && typeof method !== "string")) {
      return invalidRequest(isId ? id : null);
    }
    if (method === undefined) {
      if (isId) asked.get(String(id))?.(membersOf(message));
      const isAnswer = "result" in membersOf(message) || "error" in membersOf(message);
      return isId || isAnswer ? undefined : invalidRequest(null);
    }
    if (id === undefined) {
      if (method !== "notifications/cancelled") return undefined;
      const cancelled = getOwn(params, "requestId");
      running.get(cancelled as JsonRpcId)?.abort();
      return undefined;
    }
    return isId ? answerRequest({ id, method, params }, send, begun) : invalidRequest(null);
  };

  return {
    receive(frame, sendText, onDone = () => {}) {
      const send = (message: JsonObject) =>
        sendText(JSON.stringify({ jsonrpc: "2.0", ...message }));
      const finish = (response: JsonObject | readonly JsonObject[] | undefined) => {
        if (Array.isArray(response)) {
          const texts = response.map((each) => JSON.stringify({ jsonrpc: "2.0", ...each }));
          if (texts.length > 0) sendText(`[${texts.join(",")}]`);
        } else if (response) send(response as JsonObject);
        onDone();
      };
      const begun = new Set<AbortController>();
      const read = readFrame(frame);
      if ("problem" in read) {
        finish({ id: null, error: read.problem });
      } else if (!Array.isArray(read.value)) {
        void receiveOne(read.value, send, begun).then(finish);
      } else {
        const mayBatch = revision !== undefined && traitsOf(revision).batches;
        const all: readonly unknown[] = read.value;
        if (!mayBatch || all.length === 0 || all.length > maxRunning) finish(invalidRequest(null));
        else {
          void Promise.all(all.map((each) => receiveOne(each, send, begun))).then((responses) =>
            finish(responses.filter((each) => each !== undefined)),
          );
        }
      }
      return () => {
        for (const control of begun) control.abort();
      };
    },
    async close() {
      isClosed = true;
      for (const control of running.values()) control.abort();
      await Promise.allSettled(work);
    },
  };
}

const invalidRequest = (id: JsonRpcId | null): JsonObject => ({
  id,
  error: { code: invalidRequestCode, message: "This is no request" },
});

function readFrame(frame: string): { value: unknown } | { problem: JsonObject } {
  if (frame.length > maxFrame) {
    return { problem: { code: invalidRequestCode, message: "It is too long" } };
  }
  try {
    return { value: JSON.parse(frame) };
  } catch {
    return { problem: { code: parseErrorCode, message: "It is not JSON" } };
  }
}

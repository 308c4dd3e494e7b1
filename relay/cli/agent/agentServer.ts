/** Speaks the protocol as a server, at every revision: answers the agent's requests and asks the person. */
import { createHash } from "node:crypto";
import type { Clock } from "../../../shared/core/clock.ts";
import { getOwn } from "../../../shared/core/json/getOwn.ts";
import { isTooDeep } from "../../../shared/core/json/isTooDeep.ts";
import { isJsonObject, type JsonObject, membersOf } from "../../../shared/core/json/jsonObject.ts";
import { errorMessage } from "../../../shared/core/text/errorMessage.ts";
import { escapeHidden } from "../../../shared/core/text/visibleText.ts";
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
import { type AgentTool, type AskPerson, type Question, ToolProblem } from "./agentTool.ts";
import { canElicit, choiceOf, elicitation } from "./elicitQuestion.ts";
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
interface AgentServer extends Pick<MockServer, "receive"> {
  /** Cancels what is under way, waits for its end, and begins nothing more. */
  close(): Promise<void>;
}

/** Characters of a frame. */
export const maxFrame = 8 * 1024 * 1024;

/** Requests at once, and calls whose questions can be answered in another round. */
const [maxRunning, maxRounds] = [32, 50];

/** Milliseconds after which a question without its other round keeps no more questions waiting. */
const roundMs = 120_000;

const metaKey = (name: string) => `io.modelcontextprotocol/${name}`;

/** Ends a round: the person must be asked first. */
class AnswerNeeded extends Error {
  readonly question: Question;
  readonly endTurn: () => void;
  constructor(question: Question, endTurn: () => void) {
    super("The person is asked");
    this.question = question;
    this.endTurn = endTurn;
  }
}

/** A call that waits for its other round, in a few characters. */
interface Round {
  /** The digest of the call. */
  readonly call: string;
  readonly asked: Pick<Question, "key" | "choices">;
  /** What was answered in earlier rounds. */
  readonly answers: ReadonlyMap<string, string>;
  readonly endTurn: () => void;
}

interface Running {
  readonly control: AbortController;
  readonly send: (message: JsonObject) => void;
}

export function createAgentServer(options: AgentServerOptions): AgentServer {
  const { tools, newId, mask } = options;
  const running = new Map<JsonRpcId, AbortController>();
  /** Requests to the client that have no answer yet. */
  const asked = new Map<string, (answer: JsonObject) => void>();
  const rounds = new Map<string, Round>();
  const turns = createQuestionTurns(options.clock);
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
      reject(new ToolProblem("The call was cancelled."));
    };
    try {
      // it may have been cancelled since the turn came
      if (signal.aborted) throw new ToolProblem("The call was cancelled.");
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

  /** Asks by the result of the request, as the modern era does. */
  const createAsk = (
    answers: Round["answers"],
    capabilities: JsonObject,
    signal: AbortSignal,
  ): AskPerson => {
    return async (question) => {
      if (!canElicit(capabilities)) return undefined;
      const answer = answers.get(question.key);
      if (answer !== undefined) return answer;
      const endTurn = await turns.take(signal, roundMs);
      try {
        if (signal.aborted) throw new ToolProblem("The call was cancelled.");
        if (question.isAllowed()) {
          endTurn();
          return question.choices.at(-1);
        }
      } catch (error) {
        endTurn();
        throw error;
      }
      throw new AnswerNeeded(question, endTurn);
    };
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
        const { inputResponses, requestState } = params;
        // an answer counts for the question that it was given to
        const call = createHash("sha256")
          .update(JSON.stringify([params.name, params.arguments]))
          .digest("hex");
        const known = requestState === undefined ? undefined : rounds.get(String(requestState));
        rounds.delete(String(requestState));
        known?.endTurn();
        if (requestState !== undefined && known?.call !== call) {
          throw invalidParams("requestState is not that of this call");
        }
        const answers = new Map(known?.answers);
        const answer = known && getOwn(inputResponses, known.asked.key);
        if (known && answer !== undefined) {
          answers.set(known.asked.key, choiceOf(known.asked, membersOf(answer)));
        }
        const { signal } = own.control;
        try {
          const called = await callTool(params, own, createAsk(answers, capabilities, signal));
          return { ...complete, ...toolResult(called, latest.modern) };
        } catch (error) {
          if (!(error instanceof AnswerNeeded)) throw error;
          const { question, endTurn } = error;
          const { key, choices } = question;
          if (signal.aborted) endTurn();
          const state = newId();
          rounds.set(state, { call, asked: { key, choices }, answers, endTurn });
          for (const old of [...rounds.keys()].slice(0, -maxRounds)) rounds.delete(old);
          return {
            resultType: "input_required",
            inputRequests: { [question.key]: elicitation(question) },
            requestState: state,
          };
        }
      }
      default:
        throw new RpcError(methodNotFoundCode, `There is no method ${method.slice(0, 100)}`);
    }
  };

  const answerRequest = async (
    { id, method, params }: { id: JsonRpcId; method: string; params: unknown },
    send: (message: JsonObject) => void,
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
    return isId ? answerRequest({ id, method, params }, send) : invalidRequest(null);
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
      const read = readFrame(frame);
      if ("problem" in read) {
        finish({ id: null, error: read.problem });
      } else if (!Array.isArray(read.value)) {
        void receiveOne(read.value, send).then(finish);
      } else {
        const mayBatch = revision !== undefined && traitsOf(revision).batches;
        const all: readonly unknown[] = read.value;
        if (!mayBatch || all.length === 0 || all.length > maxRunning) finish(invalidRequest(null));
        else {
          void Promise.all(all.map((each) => receiveOne(each, send))).then((responses) =>
            finish(responses.filter((each) => each !== undefined)),
          );
        }
      }
      return () => {};
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

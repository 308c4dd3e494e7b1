/** The demo server of the modern era: stateless requests, input in rounds, tasks as an extension. */
import { getOwn } from "../core/json/getOwn.ts";
import { asJsonObject, type JsonObject, membersOf } from "../core/json/jsonObject.ts";
import { latest, modernErrors } from "../protocol/revisions.ts";
import { skillsExtension } from "../protocol/skillsExtension.ts";
import type { Demo, Posted } from "./demo.ts";
import { answerRequest, canAsk, capabilityOf, instructions, serverInfo } from "./demoMethods.ts";
import { headerProblem, metaKey } from "./modernRequests.ts";
import { answerModernTask, detailed, startModernTask, tasksExtension } from "./modernTasks.ts";
import { type InputRequest, RpcError } from "./protocol.ts";
import { openDemoStream, respondTo } from "./stream.ts";

/** Ends a round: the tool needs an answer first. */
class InputNeeded extends Error {
  readonly key: string;
  readonly request: InputRequest;
  constructor(key: string, request: InputRequest) {
    super("Input needed");
    this.key = key;
    this.request = request;
  }
}

interface Round {
  /** @throws {InputNeeded} when there is no answer yet */
  answerTo(key: string, request: InputRequest): JsonObject;
  /** The result that asks the client. */
  ask(needed: InputNeeded): JsonObject;
}

/** Maximum number of calls that wait for answers. */
const maxWaiting = 50;

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr */
function createRounds(newId: () => string) {
  const earlier = new Map<string, JsonObject>();
  return {
    /** @throws {RpcError} when `requestState` is unknown */
    resume({ inputResponses, requestState }: JsonObject): Round {
      const known = requestState === undefined ? {} : earlier.get(String(requestState));
      if (!known) throw new RpcError(-32602, "Unknown requestState");
      const answers = { ...known, ...asJsonObject(inputResponses) };
      return {
        answerTo(key, request) {
          const given = Object.hasOwn(answers, key) ? asJsonObject(answers[key]) : undefined;
          if (!given) throw new InputNeeded(key, request);
          return given;
        },
        ask({ key, request }) {
          const state = newId();
          earlier.set(state, answers);
          for (const old of [...earlier.keys()].slice(0, -maxWaiting)) earlier.delete(old);
          return {
            resultType: "input_required",
            inputRequests: { [key]: request },
            requestState: state,
          };
        },
      };
    },
  };
}

const cache = { ttlMs: 0, cacheScope: "private" };
const cached = [
  "server/discover",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
  "prompts/list",
  "skills/list",
  "skills/get",
  "resources/directory/read",
];

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http */
export function createModernEndpoint(demo: Demo): (posted: Posted) => Promise<Response> {
  const rounds = createRounds(demo.newId);

  /** @returns what an answer needs besides the members of its result */
  const answerOf = async (
    { text, message }: Posted,
    send: (message: object) => void,
    signal: AbortSignal,
  ): Promise<JsonObject> => {
    const { method: name, params: given } = membersOf(message);
    const [method, params] = [String(name), membersOf(given)];
    const meta = membersOf(params._meta);
    const capabilities = membersOf(meta[metaKey("clientCapabilities")]);
    const round = rounds.resume(params);
    const needs = (request: InputRequest) => {
      if (!canAsk(capabilities, request)) throw missing({ [capabilityOf[request.method]]: {} });
    };
    const hasTasks = getOwn(capabilities.extensions, tasksExtension) !== undefined;
    try {
      return await answerRequest(demo, {
        ...{ revision: latest.modern, text, method, params, signal, send },
        clientCapabilities: capabilities,
        level: () => meta[metaKey("logLevel")],
        notFound: -32602,
        async ask(key, request) {
          needs(request);
          return round.answerTo(key, request);
        },
        urlCompleted() {},
        asTask: hasTasks ? (run) => startModernTask(demo, run, needs) : undefined,
        answer: () =>
          method === "server/discover" ? discovered : answerModernTask(demo, method, params),
      });
    } catch (cause) {
      if (cause instanceof InputNeeded) return round.ask(cause);
      throw cause;
    }
  };

  return async (posted) => {
    const { id, method, params } = membersOf(posted.message);
    if (id === undefined) return new Response(null, { status: 202 });
    const control = new AbortController();
    const stop = () => control.abort();
    const { signal } = posted.request;
    signal.addEventListener("abort", stop);
    const problem = headerProblem(posted.request.headers, membersOf(posted.message));
    if (!problem && method === "subscriptions/listen") {
      return listen(demo, id, membersOf(params), signal);
    }
    const work = async (send: (message: object) => void) => {
      if (problem) throw problem;
      const result = await answerOf(posted, send, control.signal);
      const hints = cached.includes(String(method)) ? cache : {};
      return { resultType: "complete", ...hints, ...result };
    };
    return respondTo(id, work, stop, true);
  };
}

const discovered = {
  supportedVersions: [latest.modern],
  capabilities: {
    tools: { listChanged: true },
    resources: { subscribe: true },
    prompts: {},
    logging: {},
    completions: {},
    extensions: { [tasksExtension]: {}, [skillsExtension]: { directoryRead: true } },
  },
  instructions,
  _meta: { [metaKey("serverInfo")]: serverInfo },
};

const missing = (requiredCapabilities: JsonObject) =>
  new RpcError(modernErrors.missingCapability, "Missing required client capability", {
    status: 400,
    data: { requiredCapabilities },
  });

/** @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions */
function listen(
  { state, tasks }: Demo,
  id: unknown,
  params: JsonObject,
  gone: AbortSignal,
): Response {
  const wanted = asJsonObject(params.notifications) ?? {};
  const uris = Array.isArray(wanted.resourceSubscriptions)
    ? wanted.resourceSubscriptions
    : undefined;
  const taskIds = Array.isArray(wanted.taskIds) ? wanted.taskIds : undefined;
  const stopAll = () => {
    stopChanges();
    stopTasks();
  };
  const stream = openDemoStream(stopAll);
  const notify = (method: string, params: JsonObject = {}) => {
    const _meta = { [metaKey("subscriptionId")]: id };
    stream.send({ jsonrpc: "2.0", method, params: { ...params, _meta } });
  };
  const stopChanges = state.subscribe((change) => {
    if (change.kind === "tools") {
      if (wanted.toolsListChanged === true) notify("notifications/tools/list_changed");
    } else if (uris?.includes(change.uri)) {
      notify("notifications/resources/updated", { uri: change.uri });
    }
  });
  const stopTasks = tasks.subscribe((task) => {
    if (taskIds?.includes(task.id)) notify("notifications/tasks", detailed(task));
  });
  gone.addEventListener("abort", stopAll);
  notify("notifications/subscriptions/acknowledged", {
    notifications: {
      ...(wanted.toolsListChanged === true ? { toolsListChanged: true } : {}),
      ...(uris ? { resourceSubscriptions: uris } : {}),
      ...(taskIds ? { taskIds } : {}),
    },
  });
  return stream.response;
}

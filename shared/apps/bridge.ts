/**
 * The host's side of the conversation with an app: answers its requests, sends it the call that it shows,
 * and records every message before it is interpreted.
 */
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject, type JsonObject, membersOf } from "../core/json/jsonObject.ts";
import { appWireVersion } from "../protocol/appExtension.ts";
import {
  classify,
  internalErrorCode,
  invalidRequestCode,
  type JsonRpcError,
  type JsonRpcId,
  type MessageHead,
  methodNotFoundCode,
} from "../protocol/jsonRpc.ts";
import { type AppEvidenceOf, type AppFindingCode, appFinding } from "./appFinding.ts";
import { hostError, logText, readAppRequest } from "./appRequests.ts";
import { permissionMembers } from "./appResource.ts";
import {
  type AppAnswer,
  type AppBridge,
  type AppBridgeOptions,
  defaultAppLimits,
} from "./bridgeTypes.ts";
import { changedContext, type HostContext } from "./hostContext.ts";
import { createHostRequests } from "./hostRequests.ts";
import { createMessageRate } from "./messageRate.ts";
import { readSandboxReport, sandboxReportMethod } from "./sandboxReports.ts";

/**
 * Creates the bridge to one app.
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#communication-protocol
 */
export function createAppBridge(options: AppBridgeOptions): AppBridge {
  const { clock, hostInfo, hostCapabilities, onEvent } = options;
  const limits = { ...defaultAppLimits, ...options.limits };
  /** `greeted`: `ui/initialize` is answered; `running`: the app said that it is initialized. */
  let phase: "loading" | "greeted" | "running" | "closed" = "loading";
  let isSandboxReady = false;
  let documentText: string | undefined;
  /** The member of this name of the host's capabilities. */
  let sandbox: JsonObject = {};
  let context = options.hostContext;
  let knownContext: HostContext = context;
  let appModes: unknown;
  /** Whether the app has declared that it answers elicitations. */
  let canElicit = false;
  /** What the app gets once it is initialized, and again if it initializes anew. */
  let call: readonly (readonly [method: string, paramsText: string])[] = [];
  let reports = 0;
  let sizes: readonly number[] = [];
  let stopWaiting: (() => void) | undefined;
  const answering = new Map<JsonRpcId, AbortController>();

  const report = <Code extends AppFindingCode>(
    code: Code,
    evidence: AppEvidenceOf<Code>,
    pointer?: string,
  ) => onEvent({ kind: "finding", finding: appFinding(code, evidence, pointer) });

  const send = (text: string, head: MessageHead) => {
    options.record("out", text, [head]);
    options.post(text);
  };
  const notify = (method: string, paramsText: string) =>
    send(`{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${paramsText}}`, {
      kind: "notification",
      method,
    });
  const respond = (id: JsonRpcId, answer: AppAnswer) => {
    const text = JSON.stringify(id);
    if ("error" in answer) {
      const { code, message } = answer.error;
      const error = JSON.stringify(answer.error);
      const head = { kind: "error", id, code, excerpt: message } as const;
      send(`{"jsonrpc":"2.0","id":${text},"error":${error}}`, head);
    } else {
      send(`{"jsonrpc":"2.0","id":${text},"result":${answer.resultText}}`, { kind: "result", id });
    }
  };
  const refuse = (id: JsonRpcId, code: number, message: string) =>
    respond(id, { error: { code, message } });

  const hostRequests = createHostRequests({ clock, send, timeoutMs: limits.requestMs });
  const rate = createMessageRate(clock, limits.messagesPerSecond, (count) =>
    report("app-messages-dropped", { count, limit: limits.messagesPerSecond }),
  );

  // What the host tells

  const sendCall = ([method, paramsText]: readonly [string, string]) => {
    notify(method, paramsText);
    if (method === "ui/notifications/tool-input") onEvent({ kind: "input-sent" });
    if (method === "ui/notifications/tool-result") onEvent({ kind: "result-sent" });
  };
  const queue = (method: string, paramsText: string) => {
    const message = [method, paramsText] as const;
    call = [...call, message];
    if (phase === "running") sendCall(message);
  };
  const hasSent = (name: string) => call.some(([method]) => method === `ui/notifications/${name}`);

  const sendContext = () => {
    const changed = changedContext(knownContext, context);
    if (phase !== "running" || Object.keys(changed).length === 0) return;
    knownContext = { ...knownContext, ...changed };
    notify("ui/notifications/host-context-changed", JSON.stringify(changed));
  };

  const sendDocument = () => {
    if (!isSandboxReady || documentText === undefined) return;
    notify("ui/notifications/sandbox-resource-ready", documentText);
    documentText = undefined;
  };

  // What the app asks

  const initialize = (id: JsonRpcId, params: JsonObject) => {
    stopWaiting?.();
    if (phase !== "loading") report("app-initialized-twice", {});
    const { appInfo, appCapabilities, protocolVersion } = params;
    const version = typeof protocolVersion === "string" ? protocolVersion : "";
    if (version !== appWireVersion) {
      report("app-version-unknown", { version, known: appWireVersion }, "/params/protocolVersion");
    }
    const capabilities = membersOf(appCapabilities);
    appModes = capabilities.availableDisplayModes;
    canElicit = isJsonObject(capabilities.elicitation);
    phase = "greeted";
    knownContext = context;
    const { name, version: appVersion, title } = membersOf(appInfo);
    onEvent({
      kind: "initialize",
      app: {
        name: typeof name === "string" ? name : "",
        version: typeof appVersion === "string" ? appVersion : "",
        ...(typeof title === "string" && { title }),
      },
      capabilities,
      protocolVersion: version,
    });
    const result = {
      protocolVersion: appWireVersion,
      hostInfo,
      hostCapabilities: { ...hostCapabilities, sandbox },
      hostContext: context,
    };
    respond(id, { resultText: JSON.stringify(result) });
  };

  const answer = async (id: JsonRpcId, method: string, text: string, params: JsonObject) => {
    const request = readAppRequest(method, text, params, options.toolOf);
    if ("error" in request) {
      onEvent({ kind: "finding", finding: request.finding });
      return respond(id, { error: request.error });
    }
    if (request.method === "ui/request-display-mode" && !isOffered(request.mode)) {
      const mode = context.displayMode ?? "inline";
      return respond(id, { resultText: JSON.stringify({ mode }) });
    }
    const controller = new AbortController();
    answering.set(id, controller);
    const answered = await options.answer(request, controller.signal).catch(
      (): AppAnswer => ({
        error: { code: internalErrorCode, message: "The host could not answer" },
      }),
    );
    const isExpected = answering.get(id) === controller;
    if (isExpected) answering.delete(id);
    if (isExpected && phase !== "closed") respond(id, answered);
  };

  const isOffered = (mode: string) =>
    context.availableDisplayModes?.some((each) => each === mode) === true &&
    (!Array.isArray(appModes) || appModes.includes(mode));

  const receiveRequest = (id: JsonRpcId, method: string, text: string, params: JsonObject) => {
    if (answering.has(id)) {
      report("app-request-id-reused", { id, method });
      return refuse(
        id,
        invalidRequestCode,
        "The id is that of a request that is still being answered",
      );
    }
    if (method === "ping") return respond(id, { resultText: "{}" });
    if (method === "ui/initialize") return initialize(id, params);
    if (phase === "loading") {
      report("app-message-before-initialize", { method });
      return refuse(id, invalidRequestCode, "The first request must be ui/initialize");
    }
    if (answering.size >= limits.outstanding) {
      report("app-messages-dropped", { count: 1, limit: limits.outstanding, method });
      return refuse(id, hostError, `More than ${limits.outstanding} requests at once`);
    }
    void answer(id, method, text, params);
  };

  const receiveNotification = (method: string, params: JsonObject) => {
    if (method === "ui/notifications/initialized") {
      if (phase !== "greeted") return report("app-message-before-initialize", { method });
      phase = "running";
      onEvent({ kind: "initialized" });
      sendContext();
      return call.forEach(sendCall);
    }
    if (phase === "loading") return report("app-message-before-initialize", { method });
    switch (method) {
      case "ui/notifications/size-changed":
        return receiveSize(params);
      case "ui/notifications/request-teardown":
        return onEvent({ kind: "teardown-requested" });
      case "notifications/tools/list_changed":
        return onEvent({ kind: "tools-changed" });
      case "notifications/message": {
        const level = typeof params.level === "string" ? params.level.slice(0, 20) : "info";
        return onEvent({ kind: "log", level, text: logText(params) });
      }
      case "notifications/cancelled":
        return cancel(params.requestId);
      case "notifications/progress":
        return;
      default:
        report("app-method-unknown", { method }, "/method");
    }
  };

  const cancel = (id: unknown) => {
    if (typeof id !== "string" && typeof id !== "number") return;
    answering.get(id)?.abort();
    answering.delete(id);
  };

  const receiveSize = (params: JsonObject) => {
    const pixels = (name: string) => {
      const value = params[name];
      return typeof value === "number" && value >= 0 && value < 1e6 ? { [name]: value } : {};
    };
    const now = clock.now();
    sizes = [...sizes.filter((at) => now - at < limits.sizeLoopMs), now];
    const isLoop = sizes.length > limits.sizeChanges;
    if (isLoop) {
      sizes = sizes.slice(1);
      if (!isHeld) report("app-size-loop", { count: limits.sizeChanges, ms: limits.sizeLoopMs });
      isHeld = true;
      return;
    }
    isHeld = false;
    onEvent({ kind: "size", ...pixels("width"), ...pixels("height") });
  };
  let isHeld = false;

  /** What the sandbox page says itself; it passes none of these on from the app, except reports. */
  const receiveFromSandbox = (method: string, params: JsonObject) => {
    if (method === "ui/notifications/sandbox-proxy-ready" && !isSandboxReady) {
      isSandboxReady = true;
      onEvent({ kind: "sandbox-ready" });
      return sendDocument();
    }
    const found = method === sandboxReportMethod ? readSandboxReport(params) : undefined;
    if (!found) return report("app-message-of-sandbox", { method });
    reports++;
    if (reports > limits.reports) return;
    if (found.kind === "feature-blocked") {
      return report("app-permission-undeclared", { feature: found.feature });
    }
    if (found.kind === "too-large") {
      const facts = { length: found.length, limit: limits.messageLength };
      return report("app-message-too-large", facts);
    }
    if (found.kind === "blocked") {
      const { url, directive, disposition } = found.request;
      report("app-blocked", { url, directive, disposition });
    }
    onEvent(found);
    if (found.kind === "navigated") close();
  };

  const close = () => {
    phase = "closed";
    stopWaiting?.();
    rate.close();
    for (const controller of answering.values()) controller.abort();
    answering.clear();
    hostRequests.close();
  };

  return {
    receive(data) {
      if (phase === "closed" || !rate.admit()) return;
      if (typeof data !== "string") return report("app-message-invalid", { reason: "not-text" });
      if (data.length > limits.messageLength) {
        const facts = { length: data.length, limit: limits.messageLength };
        return report("app-message-too-large", facts);
      }
      const message = parsed(data);
      const head: MessageHead =
        message === undefined ? { kind: "invalid", reason: "not-json" } : classify(message);
      const params = membersOf(getOwn(message, "params"));
      // reports are the sandbox page's own and not part of the protocol
      if (head.kind !== "notification" || head.method !== sandboxReportMethod) {
        options.record("in", data, [head]);
      }
      switch (head.kind) {
        case "request":
          return receiveRequest(head.id, head.method, data, params);
        case "notification":
          return head.method.startsWith("ui/notifications/sandbox-")
            ? receiveFromSandbox(head.method, params)
            : receiveNotification(head.method, params);
        case "result":
        case "error":
          if (hostRequests.settle(head.id, data)) return;
          return report("app-response-unknown-id", { id: head.id });
        case "invalid":
          report("app-message-invalid", { reason: head.reason });
          if (head.id !== undefined)
            refuse(head.id, invalidRequestCode, "This is no JSON-RPC message");
      }
    },
    load({ html, permissions, policy }) {
      const granted = permissions.map((feature) => [permissionMembers[feature], {}]);
      sandbox = { csp: policy.domains ?? {}, permissions: Object.fromEntries(granted) };
      documentText = JSON.stringify({
        html,
        ...sandbox,
        // for a sandbox page without a policy in its header
        policy: policy.text,
      });
      // also if the sandbox page never loads
      stopWaiting = clock.after(limits.initializeMs, () =>
        report("app-initialized-late", { limit: limits.initializeMs }),
      );
      sendDocument();
    },
    sendPartialInput(argumentsText) {
      if (hasSent("tool-input")) return;
      queue("ui/notifications/tool-input-partial", `{"arguments":${argumentsText}}`);
    },
    sendInput(argumentsText) {
      if (hasSent("tool-input")) return;
      queue("ui/notifications/tool-input", `{"arguments":${argumentsText}}`);
    },
    sendResult: (resultText) => queue("ui/notifications/tool-result", resultText),
    sendCancelled: (reason) => queue("ui/notifications/tool-cancelled", JSON.stringify({ reason })),
    setHostContext(next) {
      context = next;
      sendContext();
    },
    notifyListChanged(list) {
      if (phase === "running") notify(`notifications/${list}/list_changed`, "{}");
    },
    listTools: () => request("tools/list", "{}"),
    callTool: (name, argumentsText) =>
      request("tools/call", `{"name":${JSON.stringify(name)},"arguments":${argumentsText}}`),
    async elicit(paramsText) {
      if (canElicit) return request("elicitation/create", paramsText, limits.elicitMs);
      return { error: { code: methodNotFoundCode, message: "The app declares no elicitation" } };
    },
    async teardown(reason) {
      if (phase !== "running") {
        close();
        return "not-initialized";
      }
      const params = JSON.stringify({ reason });
      const answered = await hostRequests.send("ui/resource-teardown", params, limits.teardownMs);
      const isAnswered = answered !== "timeout";
      if (!isAnswered) report("app-teardown-unanswered", { limit: limits.teardownMs });
      close();
      return isAnswered ? "answered" : "timeout";
    },
    close,
  };

  /** @param ms milliseconds to wait; those of the limits by default */
  async function request(method: string, paramsText: string, ms?: number): Promise<AppAnswer> {
    const failure = (code: number, message: string): { readonly error: JsonRpcError } => ({
      error: { code, message },
    });
    if (phase !== "running") return failure(methodNotFoundCode, "The app is not initialized");
    const answered = await hostRequests.send(method, paramsText, ms);
    return answered === "timeout" ? failure(hostError, "The app did not answer in time") : answered;
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return undefined;
  }
}

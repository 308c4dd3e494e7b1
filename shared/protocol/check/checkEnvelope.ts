/** Checks the envelope of a message: request, notification, response or batch. */

import { isJsonObject, type JsonObject } from "../../core/json/jsonObject.ts";
import { textOfJson } from "../../core/text/textOfJson.ts";
import { type MethodDirection, methodIn, methods } from "../methods.ts";
import type { Revision } from "../revisions.ts";
import type { Collector } from "./checkCollector.ts";
import { registryOf } from "./checkDefinitions.ts";

type Path = readonly (string | number)[];

/** What a message is checked against, and the collector of its findings. */
interface MessageContext {
  readonly revision: Revision;
  readonly direction: MethodDirection;
  readonly findings: Collector;
}

/** Definitions of specific errors, by error code. */
const errorDefinitions: ReadonlyMap<unknown, string> = new Map([
  [-32042, "URLElicitationRequiredError"],
  [-32020, "HeaderMismatchError"],
  [-32021, "MissingRequiredClientCapabilityError"],
  [-32022, "UnsupportedProtocolVersionError"],
]);

/** Checks one message, or a batch if the value is an array. */
export function checkEnvelope(context: MessageContext, value: unknown) {
  if (Array.isArray(value)) checkBatch(context, value);
  else checkOne(context, value, []);
}

function checkBatch(context: MessageContext, batch: readonly unknown[]) {
  const { revision, findings } = context;
  if (revision === "2025-03-26") checkBatchRules(batch, findings);
  else if (revision === "2024-11-05") {
    findings.add({ code: "batch-not-mentioned" }, { severity: "warning" });
  } else {
    findings.add({ code: "batch-not-allowed" }, { page: "schema#jsonrpcmessage" });
  }
  for (const [index, item] of batch.entries()) {
    if (findings.full) return;
    checkOne(context, item, [index]);
  }
}

/** Checks the batch rules of 2025-03-26, the only revision with batches. */
function checkBatchRules(batch: readonly unknown[], findings: Collector) {
  const page = "#batching";
  const isCall = (item: unknown) => isJsonObject(item) && Object.hasOwn(item, "method");
  if (batch.length === 0) findings.add({ code: "batch-empty" }, { page });
  if (batch.some(isCall) && !batch.every(isCall)) findings.add({ code: "batch-mixed" }, { page });
  const initialize = batch.findIndex((item) => isJsonObject(item) && item.method === "initialize");
  if (initialize >= 0) {
    const lifecycle = "basic/lifecycle#initialization";
    findings.add({ code: "batch-of-initialize" }, { path: [initialize], page: lifecycle });
  }
}

function checkOne(context: MessageContext, message: unknown, path: Path) {
  if (isJsonObject(message) && Object.hasOwn(message, "method")) {
    checkCall(context, message, path);
  } else if (
    isJsonObject(message) &&
    (Object.hasOwn(message, "result") || Object.hasOwn(message, "error"))
  ) {
    checkResponse(context, message, path);
  } else {
    context.findings.add({ code: "not-a-message", text: textOfJson(message) }, { path });
  }
}

/** Checks a request or a notification; its method decides which, or the presence of an id if the method is unknown. */
function checkCall(
  { revision, direction, findings }: MessageContext,
  message: JsonObject,
  path: Path,
) {
  const method = typeof message.method === "string" ? message.method : undefined;
  const entries = method === undefined ? [] : methodIn(revision, method);
  const entry = entries.find((one) => one.direction === direction) ?? entries[0];
  const hasId = Object.hasOwn(message, "id");
  const isRequest = entry ? entry.kind === "request" : hasId;
  const registry = registryOf(revision, "meant");
  for (const name of [isRequest ? "JSONRPCRequest" : "JSONRPCNotification", entry?.definition]) {
    if (name) findings.visit(registry.check(name), name, message, path);
  }
  if (hasId && !isRequest)
    findings.add({ code: "id-on-notification" }, { path: [...path, "id"], page: "#notifications" });
  if (isRequest && revision >= "2026-07-28" && direction === "server-to-client") {
    findings.add({ code: "request-from-server" }, { path, page: "basic/patterns" });
  }
  if (method === undefined) return;
  const place = { path: [...path, "method"], severity: "warning" } as const;
  if (!entry) reportUnknownMethod(method, findings, place);
  else if (entry.direction !== direction) {
    findings.add({ code: "wrong-direction", method }, { ...place, page: entry.page });
  }
}

/** Reports a method that the revision does not have. */
function reportUnknownMethod(
  method: string,
  findings: Collector,
  place: { readonly path: Path; readonly severity: "warning" },
) {
  const elsewhere = methods.filter((entry) => entry.method === method);
  if (elsewhere.length === 0) {
    findings.add({ code: "unknown-method", method }, { ...place, severity: "note" });
    return;
  }
  const spans = new Map(
    elsewhere.map(({ since, until }) => [since + until, [since, until] as const]),
  );
  const revisions = [...spans.values()];
  findings.add({ code: "method-of-other-revision", method, revisions }, place);
}

function checkResponse(
  { revision, direction, findings }: MessageContext,
  response: JsonObject,
  path: Path,
) {
  const registry = registryOf(revision, "meant");
  const hasResult = Object.hasOwn(response, "result");
  const hasError = Object.hasOwn(response, "error");
  const named = (name: string, earlier: string) => (registry.schema(name) ? name : earlier);
  if (hasResult && hasError)
    findings.add({ code: "result-and-error" }, { path, page: "#responses" });
  if (revision >= "2026-07-28" && direction === "client-to-server") {
    findings.add({ code: "response-from-client" }, { path, page: "basic/patterns" });
  }
  if (hasResult) {
    const name = named("JSONRPCResultResponse", "JSONRPCResponse");
    findings.visit(registry.check(name), name, response, path);
  }
  if (!hasError) return;
  const nullId = response.id === null && !hasResult;
  if (nullId)
    findings.add(
      { code: "null-id" },
      { path: [...path, "id"], severity: "warning", page: "#responses" },
    );
  const checked = nullId ? { ...response, id: "" } : response;
  const known = isJsonObject(response.error) && errorDefinitions.get(response.error.code);
  for (const name of [named("JSONRPCErrorResponse", "JSONRPCError"), known]) {
    if (name && registry.schema(name)) findings.visit(registry.check(name), name, checked, path);
  }
}

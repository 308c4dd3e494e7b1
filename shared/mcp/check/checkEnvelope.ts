/** Checks what travels as one message by its shape and its method: call, response or batch. */

import type { CheckedRevision } from "../messages/definitions.ts";
import { type Direction, type Method, methodIn, methods } from "../methods.ts";
import type { Collector } from "./checkCollector.ts";
import { bookOf } from "./checkDefinitions.ts";

type Path = readonly (string | number)[];
type Members = Readonly<Record<string, unknown>>;

/** What a message is checked against, and where the findings go. */
export interface Conversation {
  readonly revision: CheckedRevision;
  readonly direction: Direction;
  readonly findings: Collector;
}

/** Errors that have a definition of their own, by their code. */
const errorDefinitions: ReadonlyMap<unknown, string> = new Map([
  [-32042, "URLElicitationRequiredError"],
  [-32020, "HeaderMismatchError"],
  [-32021, "MissingRequiredClientCapabilityError"],
  [-32022, "UnsupportedProtocolVersionError"],
]);

export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Checks one message, or a batch where the value is an array. */
export function checkEnvelope(conversation: Conversation, value: unknown) {
  if (Array.isArray(value)) checkBatch(conversation, value);
  else checkOne(conversation, value, []);
}

function checkBatch(conversation: Conversation, batch: readonly unknown[]) {
  const { revision, findings } = conversation;
  if (revision === "2025-03-26") checkWhole(batch, findings);
  else if (revision === "2024-11-05") {
    findings.add({ code: "batch-not-mentioned" }, { severity: "warning" });
  } else {
    findings.add({ code: "batch-not-allowed" }, { page: "schema#jsonrpcmessage" });
  }
  for (const [index, item] of batch.entries()) {
    if (findings.full) return;
    checkOne(conversation, item, [index]);
  }
}

/** The rules of 2025-03-26, the only revision with batches, about a batch as a whole. */
function checkWhole(batch: readonly unknown[], findings: Collector) {
  const page = "#batching";
  const isCall = (item: unknown) => isObject(item) && Object.hasOwn(item, "method");
  if (batch.length === 0) findings.add({ code: "batch-empty" }, { page });
  if (batch.some(isCall) && !batch.every(isCall)) findings.add({ code: "batch-mixed" }, { page });
  const initialize = batch.findIndex((item) => isObject(item) && item.method === "initialize");
  if (initialize >= 0) {
    const lifecycle = "basic/lifecycle#initialization";
    findings.add({ code: "batch-of-initialize" }, { path: [initialize], page: lifecycle });
  }
}

function checkOne(conversation: Conversation, message: unknown, path: Path) {
  if (isObject(message) && Object.hasOwn(message, "method")) {
    checkCall(conversation, message, path);
  } else if (
    isObject(message) &&
    (Object.hasOwn(message, "result") || Object.hasOwn(message, "error"))
  ) {
    checkResponse(conversation, message, path);
  } else {
    conversation.findings.add({ code: "not-a-message" }, { path });
  }
}

/** A request or a notification: as its method demands, else by whether it has an id. */
function checkCall({ revision, direction, findings }: Conversation, message: Members, path: Path) {
  const method = typeof message.method === "string" ? message.method : undefined;
  const entries = method === undefined ? [] : methodIn(revision, method);
  const entry = entries.find((one) => one.direction === direction) ?? entries[0];
  const hasId = Object.hasOwn(message, "id");
  const isRequest = entry ? entry.kind === "request" : hasId;
  const book = bookOf(revision, "meant");
  for (const name of [isRequest ? "JSONRPCRequest" : "JSONRPCNotification", entry?.definition]) {
    if (name) findings.visit(book.check(name), name, message, path);
  }
  if (hasId && !isRequest)
    findings.add({ code: "id-on-notification" }, { path: [...path, "id"], page: "#notifications" });
  if (isRequest && revision >= "2026-07-28" && direction === "server-to-client") {
    findings.add({ code: "request-from-server" }, { path, page: "basic/patterns" });
  }
  if (method === undefined) return;
  const place = { path: [...path, "method"], severity: "warning" } as const;
  if (!entry) tellStranger(method, findings, place);
  else if (entry.direction !== direction) {
    findings.add({ code: "wrong-direction", method }, { ...place, page: entry.page });
  }
}

/** Tells of a method that the revision does not have. */
function tellStranger(
  method: string,
  findings: Collector,
  place: { readonly path: Path; readonly severity: "warning" },
) {
  const elsewhere = methods.filter((entry) => entry.method === method);
  if (elsewhere.length === 0) {
    findings.add({ code: "unknown-method", method }, { ...place, severity: "note" });
    return;
  }
  const revisions = [...new Set(elsewhere.map(spanOf))];
  findings.add({ code: "method-of-other-revision", method, revisions }, place);
}

function spanOf({ since, until }: Method): string {
  return since === until ? since : `${since} to ${until}`;
}

function checkResponse(
  { revision, direction, findings }: Conversation,
  response: Members,
  path: Path,
) {
  const book = bookOf(revision, "meant");
  const hasResult = Object.hasOwn(response, "result");
  const hasError = Object.hasOwn(response, "error");
  const named = (name: string, earlier: string) => (book.schema(name) ? name : earlier);
  if (hasResult && hasError)
    findings.add({ code: "result-and-error" }, { path, page: "#responses" });
  if (revision >= "2026-07-28" && direction === "client-to-server") {
    findings.add({ code: "response-from-client" }, { path, page: "basic/patterns" });
  }
  if (hasResult) {
    const name = named("JSONRPCResultResponse", "JSONRPCResponse");
    findings.visit(book.check(name), name, response, path);
  }
  if (!hasError) return;
  const nullId = response.id === null && !hasResult;
  if (nullId)
    findings.add(
      { code: "null-id" },
      { path: [...path, "id"], severity: "warning", page: "#responses" },
    );
  const checked = nullId ? { ...response, id: "" } : response;
  const known = isObject(response.error) && errorDefinitions.get(response.error.code);
  for (const name of [named("JSONRPCErrorResponse", "JSONRPCError"), known]) {
    if (name && book.schema(name)) findings.visit(book.check(name), name, checked, path);
  }
}

/** Checks that a server requests only what the client declared as its capabilities. */
import { getOwn } from "../../core/json/getOwn.ts";
import { messageText } from "../../log/messageText.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import { findRequest } from "../connectionState.ts";
import type { HeadRule } from "../rule.ts";

/** Requests of a server; all others need no capability. */
const methods = ["sampling/createMessage", "elicitation/create", "roots/list"];

/** Maximum number of input requests of one result that are checked. */
const maximumInputs = 100;

/**
 * In the legacy era the capabilities of `initialize` count, in the modern era those of the answered
 * request. Nothing is reported if the declaration is not in the log.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
 */
export const checkClientCapability: HeadRule = (head, { entry, bytes, connection, report }) => {
  if (entry.direction !== "in" || !bytes) return;
  const check = (declared: unknown, method: unknown, params: unknown) => {
    if (typeof method !== "string") return;
    const capability = missingCapability(connection.revision, declared, method, params);
    if (capability === undefined) return;
    report({
      code: "client-capability-not-declared",
      // a server should not, rather than must not, use the context without it
      severity: capability === "sampling.context" ? "warning" : "violation",
      page: "client-capabilities",
      evidence: { method, capability },
    });
  };
  const isModern = traitsOf(connection.revision).era === "modern";
  if (head.kind === "request") {
    const declared = connection.clientCapabilities;
    if (isModern || declared === undefined || !methods.includes(head.method)) return;
    const message = messagesIn(messageText(entry.carrier, bytes)).find(
      (one) => getOwn(one, "id") === head.id && getOwn(one, "method") === head.method,
    );
    check(declared, head.method, getOwn(message, "params"));
  } else if (head.kind === "result" && isModern) {
    const declared = findRequest(connection, head.id, entry.exchangeId)?.clientCapabilities;
    const text = messageText(entry.carrier, bytes);
    if (declared === undefined || !text.includes('"inputRequests"')) return;
    const inputs = getOwn(getOwn(JSON.parse(text), "result"), "inputRequests");
    if (typeof inputs !== "object" || inputs === null) return;
    for (const input of Object.values(inputs).slice(0, maximumInputs)) {
      check(declared, getOwn(input, "method"), getOwn(input, "params"));
    }
  }
};

function messagesIn(text: string): readonly unknown[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value : [value];
}

/** The capability that a request needs and the client did not declare; undefined if there is none. */
function missingCapability(
  revision: string,
  declared: unknown,
  method: string,
  params: unknown,
): string | undefined {
  const has = (...path: readonly string[]) => isObject(path.reduce<unknown>(getOwn, declared));
  // the parts of sampling and elicitation came with this revision
  const hasParts = revision >= "2025-11-25";
  switch (method) {
    case "roots/list":
      return has("roots") ? undefined : "roots";
    case "sampling/createMessage": {
      if (!has("sampling")) return "sampling";
      if (!hasParts) return undefined;
      const usesTools = getOwn(params, "tools") ?? getOwn(params, "toolChoice");
      if (usesTools !== undefined && !has("sampling", "tools")) return "sampling.tools";
      const context = getOwn(params, "includeContext") ?? "none";
      return context === "none" || has("sampling", "context") ? undefined : "sampling.context";
    }
    case "elicitation/create": {
      if (!has("elicitation")) return "elicitation";
      if (!hasParts) return undefined;
      if (getOwn(params, "mode") === "url") {
        return has("elicitation", "url") ? undefined : "elicitation.url";
      }
      // without parts it means forms
      const isForm = has("elicitation", "form") || !has("elicitation", "url");
      return isForm ? undefined : "elicitation.form";
    }
    default:
      return undefined;
  }
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

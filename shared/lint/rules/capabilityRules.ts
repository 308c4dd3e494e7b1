/** Checks that a server requests only what the client declared as its capabilities. */
import { getOwn } from "../../core/json/getOwn.ts";
import { traitsOf } from "../../protocol/revisions.ts";
import { findRequest } from "../connectionState.ts";
import type { HeadRule } from "../rule.ts";
import { serverAsks } from "./serverAsks.ts";

/**
 * In the legacy era the capabilities of `initialize` count, in the modern era those of the answered
 * request. Nothing is reported if the declaration is not in the log.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr#server-requirements-basic-workflow
 */
export const checkClientCapability: HeadRule = (head, context, index) => {
  const { entry, connection, report } = context;
  const isModern = traitsOf(connection.revision).era === "modern";
  const declared =
    isModern && head.kind === "result"
      ? findRequest(connection, head.id, entry.exchangeId)?.clientCapabilities
      : connection.clientCapabilities;
  if (declared === undefined) return;
  for (const { method, params } of serverAsks(head, context, index)) {
    const capability = missingCapability(connection.revision, declared, method, params);
    if (capability === undefined) continue;
    report({
      code: "client-capability-not-declared",
      // a server should not, rather than must not, use the context without it
      severity: capability === "sampling.context" ? "warning" : "violation",
      page: "client-capabilities",
      evidence: { method, capability },
    });
  }
};

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

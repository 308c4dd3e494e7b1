/** Validates messages between apps and the page against the schema of MCP Apps. */
import { getOwn } from "../../core/json/getOwn.ts";
import { appSpecUrl } from "../appExtension.ts";
import { appMessages } from "../messages/generated/appMessages.ts";
import { createCollector } from "./checkCollector.ts";
import { registryOf } from "./checkDefinitions.ts";
import type { SchemaFinding } from "./checkFinding.ts";
import { compile } from "./checkSchema.ts";
import type { Check, CheckRegistry } from "./checkVisit.ts";

/** The revision whose definitions the messages refer to. */
const revision = "2025-11-25";

/** The definitions of requests and notifications by method. */
const byMethod = new Map(
  Object.entries(appMessages).flatMap(([name, { properties }]) => {
    const method = properties?.method?.const;
    return typeof method === "string" ? [[method, name] as const] : [];
  }),
);

/** Definitions of results that an app and the page share with the protocol. */
const protocolResults: Readonly<Record<string, string>> = {
  "tools/call": "CallToolResult",
  "tools/list": "ListToolsResult",
};

let registry: CheckRegistry | undefined;

function appRegistry(): CheckRegistry {
  if (registry) return registry;
  const protocol = registryOf(revision, "meant");
  const checks = new Map<string, Check>();
  const made: CheckRegistry = {
    schema: (name) => appMessages[name] ?? protocol.schema(name),
    check(name) {
      const schema = appMessages[name];
      if (!schema) return protocol.check(name);
      const check = checks.get(name) ?? compile(schema, made, false);
      checks.set(name, check);
      return check;
    },
  };
  registry = made;
  return made;
}

/**
 * Checks a message between an app and the page.
 * @param message any JSON value
 * @param request the method that it answers, if it is a result
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#mcp-apps-specific-messages
 */
export function checkAppMessage(message: unknown, request?: string): readonly SchemaFinding[] {
  const method = getOwn(message, "method");
  const result = getOwn(message, "result");
  const isResult = result !== undefined && request !== undefined;
  const name = isResult
    ? resultName(request)
    : typeof method === "string"
      ? byMethod.get(method)
      : undefined;
  if (name === undefined) return [];
  const collector = createCollector(revision);
  collector.visit(
    appRegistry().check(name),
    name,
    isResult ? result : message,
    isResult ? ["result"] : [],
  );
  return collector.findings.map((finding) => ({
    ...finding,
    ...(finding.evidence.definition?.startsWith("McpUi") && {
      specUrl: appSpecUrl("mcp-apps-specific-messages"),
    }),
  }));
}

function resultName(method: string): string | undefined {
  const own = byMethod.get(method)?.replace(/Request$/, "Result");
  return own !== undefined && Object.hasOwn(appMessages, own) ? own : protocolResults[method];
}

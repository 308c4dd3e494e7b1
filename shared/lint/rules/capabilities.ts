/** Checks that a server sends only notifications whose capability it declared. */
import { getOwn } from "../../core/json/getOwn.ts";
import { capabilityPath, methodIn } from "../../protocol/methods.ts";
import { knownRevision } from "../../protocol/revisions.ts";
import type { HeadRule } from "../rule.ts";

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation */
export const checkCapability: HeadRule = (head, { entry, connection, report }) => {
  const { serverCapabilities, revision } = connection;
  if (head.kind !== "notification" || entry.direction !== "in") return;
  if (serverCapabilities === undefined) return;
  const method = methodIn(knownRevision(revision), head.method).find(
    ({ direction }) => direction === "server-to-client",
  );
  const capability = method?.capability;
  if (!capability?.startsWith("server.")) return;
  const path = capabilityPath(capability);
  if (path.reduce<unknown>(getOwn, serverCapabilities)) return;
  report({
    code: "capability-not-declared",
    severity: "violation",
    page: "capabilities",
    evidence: { method: head.method, capability: path.join(".") },
  });
};

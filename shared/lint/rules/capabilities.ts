/** A server notifies of what it declared to do. */
import { methodIn } from "../../mcp/methods.ts";
import { knownRevision } from "../pages.ts";
import type { HeadRule } from "../rule.ts";

export const judgeCapability: HeadRule = (head, { entry, conversation, tell }) => {
  const { serverCapabilities, revision } = conversation;
  if (head.kind !== "notification" || entry.direction !== "in") return;
  if (serverCapabilities === undefined) return;
  const method = methodIn(knownRevision(revision), head.method).find(
    ({ direction }) => direction === "server-to-client",
  );
  const capability = method?.capability;
  if (!capability?.startsWith("server.")) return;
  const path = pathOf(capability.slice("server.".length));
  if (path.reduce<unknown>(getOwn, serverCapabilities)) return;
  tell({
    code: "capability-not-declared",
    severity: "violation",
    page: "capabilities",
    evidence: { method: head.method, capability: path.join(".") },
    words: `The server sent ${head.method} without having declared the capability ${path.join(".")}. Declare it, or do not send this: clients may not listen for it.`,
  });
};

/** The name of an extension holds dots of its own. */
function pathOf(capability: string): readonly string[] {
  const extension = /^extensions\.(.+)$/.exec(capability)?.[1];
  return extension === undefined ? capability.split(".") : ["extensions", extension];
}

function getOwn(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** Checks what servers say about apps: their tools, documents and results. */
import type { AppFinding } from "../apps/appFinding.ts";
import { appFinding } from "../apps/appFinding.ts";
import { readAppResource } from "../apps/appResource.ts";
import { isAppUri, readAppTool } from "../apps/appTool.ts";
import { getOwn } from "../core/json/getOwn.ts";
import { parseAnyJson } from "../core/json/jsonObject.ts";
import { toPointer } from "../core/json/pointer.ts";
import type { Entry, MessageEntry } from "../log/entry.ts";
import { appExtension } from "../protocol/appExtension.ts";
import type { Finding } from "./finding.ts";
import type { FlowResult } from "./messageFlow.ts";

interface AppChecks {
  /**
   * Checks the results in an entry.
   * @param text its JSON text
   * @param requestOf the entry of a request, if the log still has it
   */
  check(
    entry: MessageEntry,
    text: string,
    result: FlowResult,
    requestOf: (seq: number) => Entry | undefined,
  ): readonly Finding[];
}

const methods = ["tools/list", "tools/call", "resources/list", "resources/read"];

/** Creates a checker that learns which tools have an app, and what a server lists about its resources. */
export function createAppChecks(): AppChecks {
  const tools = new Map<string, string>();
  const resources = new Map<string, unknown>();
  const declaring = new Set<string>();

  const checkTools = (connectionId: string, result: unknown): AppFinding[] =>
    itemsOf(result, "tools").flatMap((tool, index) => {
      const { resourceUri, findings } = readAppTool(tool);
      const name = getOwn(tool, "name");
      const pointer = `/tools/${index}`;
      if (resourceUri !== undefined) tools.set(keyOf(connectionId, name), resourceUri);
      const isUnexpected = resourceUri !== undefined && !declaring.has(connectionId);
      return [
        ...findings.map((finding) => ({ ...finding, pointer: pointer + (finding.pointer ?? "") })),
        ...(isUnexpected ? [appFinding("app-undeclared-extension", { name }, pointer)] : []),
      ];
    });

  const checkResource = (connectionId: string, uri: string | undefined, message: unknown) => {
    if (!isAppUri(uri)) return [];
    const error = getOwn(message, "error");
    if (error !== undefined) {
      const facts = { uri, code: getOwn(error, "code"), message: getOwn(error, "message") };
      return [appFinding("app-resource-refused", facts)];
    }
    const listed = resources.get(keyOf(connectionId, uri));
    return readAppResource({ uri, result: getOwn(message, "result"), listed }).findings;
  };

  const checkCall = (connectionId: string, name: string | undefined, result: unknown) => {
    const uri = name === undefined ? undefined : tools.get(keyOf(connectionId, name));
    const hasText = itemsOf(result, "content").some(
      (block) => getOwn(block, "type") === "text" && getOwn(block, "text") !== "",
    );
    const isFinal = Array.isArray(getOwn(result, "content"));
    if (uri === undefined) return embeddedApps(name, result);
    return hasText || !isFinal
      ? []
      : [appFinding("app-tool-without-text", { name, uri }, "/content")];
  };

  return {
    check(entry, text, { answers }, requestOf) {
      const { connectionId } = entry;
      if (entry.direction === "out") {
        if (text.includes(`"${appExtension}"`)) declaring.add(connectionId);
        return [];
      }
      if (!answers.some((request) => request && methods.includes(request.method))) return [];
      const value = parseAnyJson(text);
      const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
      return messages.flatMap((message, at): readonly Finding[] => {
        const request = answers[at];
        const result = getOwn(message, "result");
        if (!request) return [];
        const owner = toPointer(Array.isArray(value) ? [at, "result"] : ["result"]);
        const subject = subjectOf(requestOf(request.seq), request.method);
        const found = (): readonly AppFinding[] => {
          switch (request.method) {
            case "tools/list":
              return checkTools(connectionId, result);
            case "resources/list":
              for (const listed of itemsOf(result, "resources")) {
                const uri = getOwn(listed, "uri");
                if (isAppUri(uri)) resources.set(keyOf(connectionId, uri), listed);
              }
              return [];
            case "resources/read":
              return checkResource(connectionId, subject, message);
            case "tools/call":
              return checkCall(connectionId, subject, result);
            default:
              return [];
          }
        };
        return found().map(({ pointer = "", ...finding }) => ({
          ...finding,
          seq: entry.seq,
          pointer: result === undefined ? "" : owner + pointer,
        }));
      });
    },
  };
}

/** Documents of apps inside the result of a tool that names none: it is shown as any resource is. */
function embeddedApps(name: string | undefined, result: unknown): AppFinding[] {
  return itemsOf(result, "content").flatMap((block, index) => {
    const embedded = getOwn(getOwn(block, "resource"), "uri");
    if (getOwn(block, "type") !== "resource" || !isAppUri(embedded)) return [];
    return [appFinding("app-in-result", { name, uri: embedded }, `/content/${index}/resource`)];
  });
}

function keyOf(connectionId: string, name: unknown): string {
  return JSON.stringify([connectionId, name]);
}

function itemsOf(result: unknown, member: string): readonly unknown[] {
  const items = getOwn(result, member);
  return Array.isArray(items) ? items : [];
}

/** The `name` or `uri` of the request that is answered; unknown in a batch with several of its method. */
function subjectOf(entry: Entry | undefined, method: string): string | undefined {
  if (entry?.kind !== "message") return undefined;
  const asked = entry.heads.filter((head) => head.kind === "request" && head.method === method);
  const [head] = asked;
  return head?.kind === "request" && asked.length === 1 ? head.subject : undefined;
}

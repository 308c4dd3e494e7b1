/** Remembers the output schemas of the tools of each connection, and checks results against them. */
import { getOwn } from "../core/json/getOwn.ts";
import { parseAnyJson } from "../core/json/jsonObject.ts";
import { toPointer } from "../core/json/pointer.ts";
import { textAt } from "../core/json/textAt.ts";
import type { Entry, MessageEntry } from "../log/entry.ts";
import type { Finding } from "./finding.ts";
import type { FlowResult } from "./messageFlow.ts";
import { type OutputVerdict, outputOf, reportOutput } from "./outputSchema.ts";
import { specPageUrl } from "./specPages.ts";

/**
 * Validates JSON text against an untrusted schema, with a time limit.
 * @returns undefined if that is not possible
 */
export type CheckOutput = (schema: unknown, text: string) => Promise<OutputVerdict | undefined>;

interface ToolOutputs {
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
  ): Promise<readonly Finding[]>;
}

/**
 * Creates a checker that learns the output schemas of listed tools.
 * @param checkOutput validates a value against a schema
 * @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#output-schema
 */
export function createToolOutputs(checkOutput: CheckOutput): ToolOutputs {
  const schemas = new Map<string, unknown>();
  const keyOf = ({ connectionId }: MessageEntry, tool: unknown) =>
    JSON.stringify([connectionId, tool]);

  const learn = (entry: MessageEntry, tools: unknown) => {
    if (!Array.isArray(tools)) return;
    for (const tool of tools) {
      schemas.set(keyOf(entry, getOwn(tool, "name")), getOwn(tool, "outputSchema"));
    }
  };

  return {
    async check(entry, text, { answers, revision }, requestOf) {
      const isWanted = answers.some(
        (request) => request?.method === "tools/list" || request?.method === "tools/call",
      );
      if (!isWanted) return [];
      const value = parseAnyJson(text);
      const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
      const findings: Finding[] = [];
      for (const [at, message] of messages.entries()) {
        const request = answers[at];
        const result = getOwn(message, "result");
        if (!request || result === undefined) continue;
        if (request.method === "tools/list") learn(entry, getOwn(result, "tools"));
        if (request.method !== "tools/call") continue;
        const tool = toolOf(requestOf(request.seq), request.seq);
        const schema = tool === undefined ? undefined : schemas.get(keyOf(entry, tool));
        const output = outputOf(revision, schema, result);
        if (tool === undefined || output === "none") continue;
        const owner = Array.isArray(value) ? [at, "result"] : ["result"];
        const verdict =
          output === "missing"
            ? output
            : await checkOutput(schema, textAt(text, [...owner, "structuredContent"]) ?? "");
        const report = verdict && reportOutput(tool, verdict);
        if (!report) continue;
        findings.push({
          ...report,
          pointer: toPointer(owner) + report.pointer,
          seq: entry.seq,
          specUrl: specPageUrl(revision, "output-schema"),
        });
      }
      return findings;
    },
  };
}

function toolOf(entry: Entry | undefined, seq: number): string | undefined {
  if (entry?.kind !== "message" || entry.seq !== seq) return undefined;
  const calls = entry.heads.filter(
    (head) => head.kind === "request" && head.method === "tools/call",
  );
  const [call, ...others] = calls;
  // for a batch it is not known here which of its calls the answer belongs to
  return call?.kind === "request" && others.length === 0 ? call.subject : undefined;
}

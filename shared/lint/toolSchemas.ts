/** Checks that the schemas of tools are JSON Schema. */
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject, type JsonObject } from "../core/json/jsonObject.ts";
import { findMisusedKeyword } from "../core/json/schemaKeywords.ts";
import { shortened } from "../core/text/shortened.ts";
import { findRequest } from "./connectionState.ts";
import type { HeadRule } from "./rule.ts";

/** The first revision that names the dialect, and demands that schemas are valid in it. */
const firstRevision = "2025-11-25";
/** Schemas of one answer that are reported: a generator repeats its mistake. */
const maxReports = 10;

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic#json-schema-usage */
export const checkToolSchemas: HeadRule = (head, context, index) => {
  const { entry, connection, report } = context;
  if (entry.direction !== "in" || head.kind !== "result") return;
  const request = findRequest(connection, head.id, entry.exchangeId);
  if (request?.method !== "tools/list") return;
  const tools = getOwn(getOwn(context.messages()[index], "result"), "tools");
  const severity = request.revision >= firstRevision ? "violation" : "warning";
  let reports = 0;
  for (const tool of Array.isArray(tools) ? tools : []) {
    for (const member of ["inputSchema", "outputSchema"] as const) {
      const schema = getOwn(tool, member);
      // anything else is no tool for the schema of the message
      if (!isJsonObject(schema) || isDraft3(schema)) continue;
      const problem = findMisusedKeyword(schema);
      if (!problem) continue;
      const name = getOwn(tool, "name");
      const evidence = {
        tool: typeof name === "string" ? shortened(name, 100) : "",
        member,
        ...problem,
      };
      report({ code: "malformed-schema", severity, page: "json-schema", evidence });
      if (++reports >= maxReports) return;
    }
  }
};

/** Its keywords have other values, such as `required: true` at a property. */
const isDraft3 = (schema: JsonObject) => /draft-0[0-3]\b/.test(String(schema.$schema));

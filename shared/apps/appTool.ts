/** Reads what a tool says about its app and who may call it. */
import { getOwn } from "../core/json/getOwn.ts";
import { isJsonObject } from "../core/json/jsonObject.ts";
import { invalidParamsCode, type JsonRpcError } from "../protocol/jsonRpc.ts";
import { type AppFinding, appFinding } from "./appFinding.ts";

export interface AppTool {
  /** The URI of the app's document; undefined if the tool has no app. */
  readonly resourceUri?: string;
  readonly isForModel: boolean;
  readonly isForApp: boolean;
  /** Pointers are relative to the tool. */
  readonly findings: readonly AppFinding[];
}

/** The member of `_meta` that `ui.resourceUri` replaced. */
const deprecatedKey = "ui/resourceUri";

/** Members of a resource's metadata that have no effect on a tool. */
const ofResources = ["csp", "permissions", "domain", "prefersBorder"];

/**
 * Reads the metadata of a tool.
 * @param tool an item of `tools/list`
 * @see https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#resource-discovery
 */
export function readAppTool(tool: unknown): AppTool {
  const findings: AppFinding[] = [];
  const meta = getOwn(tool, "_meta");
  const ui = getOwn(meta, "ui");
  const flat = getOwn(meta, deprecatedKey);
  if (ui === undefined && flat === undefined) return everyone;
  const name = getOwn(tool, "name");
  const at = (member: string) => `/_meta/ui/${member}`;

  if (ui !== undefined && !isJsonObject(ui)) {
    findings.push(appFinding("app-metadata-type", { name, expected: "object" }, "/_meta/ui"));
  }
  for (const member of ofResources.filter((each) => getOwn(ui, each) !== undefined)) {
    findings.push(appFinding("app-tool-metadata-ignored", { name, member }, at(member)));
  }
  const nested = getOwn(ui, "resourceUri");
  // beside the other member, with the same value, it helps older hosts
  if (flat !== undefined && flat !== nested) {
    findings.push(appFinding("app-tool-metadata-deprecated", { name }, "/_meta/ui~1resourceUri"));
  }
  const uri = nested ?? flat;
  const isUi = isAppUri(uri);
  if (uri !== undefined && !isUi) {
    const pointer = nested === undefined ? "/_meta/ui~1resourceUri" : at("resourceUri");
    findings.push(
      typeof uri === "string"
        ? appFinding("app-uri-not-ui", { name, uri }, pointer)
        : appFinding("app-metadata-type", { name, expected: "string" }, pointer),
    );
  }
  const visibility = getOwn(ui, "visibility");
  const isList = Array.isArray(visibility);
  const isValid = isList && visibility.every((each) => each === "model" || each === "app");
  if (visibility !== undefined && !isValid) {
    findings.push(appFinding("app-visibility-invalid", { name }, at("visibility")));
  }
  return {
    ...(isUi && { resourceUri: uri }),
    // a list restricts even if a value of it is unknown
    isForModel: !isList || visibility.includes("model"),
    isForApp: !isList || visibility.includes("app"),
    findings,
  };
}

const everyone: AppTool = { isForModel: true, isForApp: true, findings: [] };

/** Whether a value is the URI of an app's document. */
export function isAppUri(uri: unknown): uri is string {
  return typeof uri === "string" && uri.startsWith("ui://") && uri.length > "ui://".length;
}

/**
 * The error for a call of an app that the tool's visibility forbids, or of a tool that its own server
 * does not list.
 * @param tool the tool of the app's own server; undefined if it lists none of this name
 * @returns undefined if the call is allowed
 */
export function refusedToApp(tool: unknown, name: string): JsonRpcError | undefined {
  if (tool === undefined) {
    return { code: invalidParamsCode, message: `The server of this app lists no tool ${name}` };
  }
  if (readAppTool(tool).isForApp) return undefined;
  return {
    code: invalidParamsCode,
    message: `The visibility of tool ${name} does not include "app"`,
  };
}

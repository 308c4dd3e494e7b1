/** Adapts recorded messages to the client; the rest of their text stays unchanged. */
import { type JsonNode, parseJson } from "../../core/json/jsonText.ts";
import { asJsonObject } from "../../core/jsonObject.ts";
import type { JsonRpcId } from "../../core/jsonRpc.ts";
import { memberOf } from "./sameNode.ts";

/** The token that a request gives for progress. */
export function progressTokenOf(params: JsonNode | undefined): JsonRpcId | undefined {
  const token = memberOf(memberOf(params, "_meta"), "progressToken");
  if (token?.kind === "string") return token.value;
  return token?.kind === "number" ? Number(token.literal) : undefined;
}

/** Sends progress with the token of the request; it is left out for a request without one. */
export function withProgressToken(text: string, token: JsonRpcId | undefined): string[] {
  const { method, params } = asJsonObject(JSON.parse(text)) ?? {};
  if (method !== "notifications/progress" || !asJsonObject(params)) return [text];
  return token === undefined ? [] : [withMember(text, ["params", "progressToken"], token)];
}

/** Replaces one member in a JSON text; the rest stays as written. */
export function withMember(text: string, path: readonly string[], value: JsonRpcId): string {
  const parsed = parseJson(text);
  let node = parsed.kind === "tree" ? parsed.root : undefined;
  for (const name of path) node = memberOf(node, name);
  return node ? text.slice(0, node.start) + JSON.stringify(value) + text.slice(node.end) : text;
}

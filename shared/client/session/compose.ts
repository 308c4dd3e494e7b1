/** Composes the text of JSON-RPC messages around parts whose bytes must not change. */
import { applyEdits, findNodeAtLocation, modify, type ParseError } from "jsonc-parser";
import { treeOf } from "../../core/json/treeOf.ts";
import type { JsonRpcId } from "../../core/jsonRpc.ts";

/**
 * Composes a request.
 * @param paramsText the JSON text of `params`, inserted unchanged; no params if undefined
 */
export function composeRequest(id: JsonRpcId, method: string, paramsText?: string): string {
  const params = paramsText === undefined ? "" : `,"params":${paramsText}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)}${params}}`;
}

/** Composes a notification; see {@link composeRequest}. */
export function composeNotification(method: string, paramsText?: string): string {
  const params = paramsText === undefined ? "" : `,"params":${paramsText}`;
  return `{"jsonrpc":"2.0","method":${JSON.stringify(method)}${params}}`;
}

/**
 * Composes a response.
 * @param idText the id as the request wrote it, so that `1.0` or a large number is returned unchanged
 * @param memberText the JSON text of the result or of the error
 */
export function composeAnswer(
  idText: string,
  member: "result" | "error",
  memberText: string,
): string {
  return `{"jsonrpc":"2.0","id":${idText},"${member}":${memberText}}`;
}

/** JSON texts by member name. */
export type MemberTexts = Readonly<Record<string, string>>;

/** Composes an object from the JSON texts of its members. */
export function composeObject(members: MemberTexts): string {
  const texts = Object.entries(members).map(([key, text]) => `${JSON.stringify(key)}:${text}`);
  return `{${texts.join(",")}}`;
}

/**
 * Adds members to `_meta` of params; members the user wrote and all other bytes stay unchanged.
 * @param paramsText the JSON text of an object; returned unchanged if it is something else or nested
 * too deeply to parse
 */
export function withMeta(paramsText: string | undefined, meta: MemberTexts): string | undefined {
  const entries = Object.entries(meta);
  if (entries.length === 0) return paramsText;
  if (paramsText === undefined) return composeObject({ _meta: composeObject(meta) });
  const errors: ParseError[] = [];
  const tree = treeOf(paramsText, errors);
  const own = tree && findNodeAtLocation(tree, ["_meta"]);
  if (errors.length > 0 || tree?.type !== "object" || (own && own.type !== "object"))
    return paramsText;
  return entries
    .filter(([key]) => !own || !findNodeAtLocation(own, [key]))
    .reduce(
      (text, [key, value]) => applyEdits(text, modify(text, ["_meta", key], JSON.parse(value), {})),
      paramsText,
    );
}

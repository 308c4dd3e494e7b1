/** Composes the text of JSON-RPC messages around parts whose bytes must not change. */
import { parseJsonObject } from "../../core/json/jsonObject.ts";
import { putText } from "../../core/json/putText.ts";
import { rangeAt, textAt } from "../../core/json/textAt.ts";
import type { JsonRpcId } from "../../protocol/jsonRpc.ts";

/**
 * Composes a request.
 * @param paramsText the JSON text of `params`, inserted unchanged; no params if undefined
 */
export function composeRequest(id: JsonRpcId, method: string, paramsText?: string): string {
  const params = paramsText === undefined ? "" : `,"params":${paramsText}`;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":${JSON.stringify(method)}${params}}`;
}

/** What a request says about itself and its client. */
export interface RequestFrame {
  readonly id: JsonRpcId;
  /** Members of `_meta`: those of the era, and the progress token. */
  readonly meta: MemberTexts;
}

/** `line` is one line, which stdio needs; `lines` is indented. */
export type Layout = "line" | "lines";

/**
 * Composes a request around the JSON text of its arguments, so that somebody can edit that text.
 * @param params the members of its params beside `_meta`; `arguments` is the last of them, or missing
 * @returns the texts before and after the arguments
 */
export function composeEnvelope(
  { id, meta }: RequestFrame,
  method: string,
  params: readonly { readonly key: string; readonly text: string }[],
  layout: Layout,
): { readonly before: string; readonly after: string } {
  const [newLine, space] = layout === "lines" ? ["\n", " "] : ["", ""];
  const indent = (depth: number) => newLine + (layout === "lines" ? "  ".repeat(depth) : "");
  const member = (key: string, text: string) => `${JSON.stringify(key)}:${space}${text}`;
  const head = [
    member("jsonrpc", '"2.0"'),
    member("id", JSON.stringify(id)),
    member("method", JSON.stringify(method)),
  ].join(`,${indent(1)}`);
  const before = params
    .map(({ key, text }) => member(key, key === "arguments" ? "" : text))
    .join(`,${indent(2)}`);
  const metaMembers = Object.entries(meta)
    .map(([key, text]) => member(key, text))
    .join(`,${indent(3)}`);
  const ownMeta = member("_meta", `{${indent(3)}${metaMembers}${indent(2)}}`);
  return {
    before: `{${indent(1)}${head},${indent(1)}${member("params", "{")}${indent(2)}${before}`,
    after: `,${indent(2)}${ownMeta}${indent(1)}}${newLine}}`,
  };
}

/** The same request with another id; a progress token equal to the old id changes with it. */
export function withNewId(requestText: string, id: number): string {
  const text = putText(requestText, ["id"], String(id));
  const token = ["params", "_meta", "progressToken"];
  return textAt(requestText, token) === textAt(requestText, ["id"])
    ? putText(text, token, String(id))
    : text;
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
 * @param paramsText the JSON text of an object; returned unchanged if it is something else
 */
export function withMeta(paramsText: string | undefined, meta: MemberTexts): string | undefined {
  const entries = Object.entries(meta);
  if (entries.length === 0) return paramsText;
  if (paramsText === undefined) return composeObject({ _meta: composeObject(meta) });
  if (!isObject(paramsText)) return paramsText;
  const own = rangeAt(paramsText, ["_meta"]);
  if (!own) return putText(paramsText, ["_meta"], composeObject(meta));
  if (paramsText[own.start] !== "{") return paramsText;
  return entries
    .filter(([key]) => !rangeAt(paramsText, ["_meta", key]))
    .reduce((text, [key, value]) => putText(text, ["_meta", key], value), paramsText);
}

const protocolMember = /^io\.modelcontextprotocol\//;

/**
 * Replaces in params of somebody else, such as an app, what only this client may say: the members
 * of the protocol in `_meta`, and the progress token, which could be that of another request.
 * @param id of the request, which becomes the token if there is one
 */
export function withOwnMeta(
  paramsText: string | undefined,
  id: JsonRpcId,
  meta: MemberTexts,
): string | undefined {
  const theirs = paramsText === undefined ? undefined : textAt(paramsText, ["_meta"]);
  if (paramsText === undefined || theirs === undefined) return withMeta(paramsText, meta);
  const members = parseJsonObject(theirs);
  if (!members) {
    const isNeeded = Object.keys(meta).length > 0;
    return isNeeded ? withMeta(putText(paramsText, ["_meta"], "{}"), meta) : paramsText;
  }
  const own = Object.keys(members).reduce((text, name) => {
    if (protocolMember.test(name)) return putText(text, ["_meta", name], undefined);
    return name === "progressToken" ? putText(text, ["_meta", name], JSON.stringify(id)) : text;
  }, paramsText);
  return withMeta(own, meta);
}

function isObject(text: string): boolean {
  if (!/^\s*\{/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

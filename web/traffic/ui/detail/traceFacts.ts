/** Says what the trace context in the `_meta` of a message is. */

import { isTraceparent, isTracestate } from "../../../../shared/client/traceContext.ts";
import { getOwn } from "../../../../shared/core/json/getOwn.ts";
import { parseAnyJson } from "../../../../shared/core/json/jsonObject.ts";
import { showHidden } from "../../../../shared/core/text/showHidden.ts";

/** Characters of a value that is shown. */
const maxValue = 100;

/**
 * @param text of a message, with secrets masked
 * @returns nothing without a trace context
 * @see https://modelcontextprotocol.io/seps/414-request-meta
 */
export function traceFacts(text: string): readonly string[] {
  if (!/"trace(?:parent|state)"/.test(text)) return [];
  const read = parseAnyJson(text);
  const metas = (Array.isArray(read) ? read : [read]).flatMap((message: unknown) =>
    ["params", "result"].map((member) => getOwn(getOwn(message, member), "_meta")),
  );
  const meta = metas.find((each) => partOf(each, "traceparent") || partOf(each, "tracestate"));
  const [parent, state] = [partOf(meta, "traceparent"), partOf(meta, "tracestate")];
  return [...(parent ? parentFacts(parent.value) : []), ...(state ? stateFacts(state.value) : [])];
}

function partOf(meta: unknown, name: string): { readonly value: unknown } | undefined {
  const value = getOwn(meta, name);
  return value === undefined ? undefined : { value };
}

function parentFacts(value: unknown): readonly string[] {
  if (typeof value !== "string" || !isTraceparent(value)) {
    return [`traceparent is not valid: ${shownValue(value)}`];
  }
  const [, trace, span, flags = "00"] = value.split("-");
  const isSampled = Number.parseInt(flags, 16) % 2 === 1;
  return [`trace ${trace}`, `span ${span}`, isSampled ? "sampled" : "not sampled"];
}

function stateFacts(value: unknown): readonly string[] {
  const isValid = typeof value === "string" && isTracestate(value);
  return [`${isValid ? "state" : "tracestate is not valid:"} ${shownValue(value)}`];
}

function shownValue(value: unknown): string {
  const text = typeof value === "string" ? value : `a value of the type ${typeof value}`;
  return showHidden(text, maxValue);
}

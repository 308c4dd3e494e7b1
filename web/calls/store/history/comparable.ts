/** Prepares results for a comparison: only differences in content remain. */
import { isJsonObject } from "../../../../shared/core/json/jsonObject.ts";

/** Names of members that differ from call to call. */
const volatileNames =
  /^(_meta|.*(?:time|timestamp|date|duration|elapsed|nonce|etag|uuid|requestid|sessionid|traceid|createdat|updatedat|lastmodified|expiresat))$/i;
/** Dates with a time, and UUIDs. */
const volatileText =
  /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?|\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;

const folded = "…";

/**
 * The text of a result with sorted members and uniform formatting; JSON inside strings is laid out
 * as well.
 * @param foldsVolatile whether times and ids are replaced, so that they never differ
 */
export function comparableText(text: string, foldsVolatile: boolean): string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return foldsVolatile ? text.replace(volatileText, folded) : text;
  }
  return JSON.stringify(normalised(value, foldsVolatile), null, 2);
}

function normalised(value: unknown, foldsVolatile: boolean): unknown {
  if (Array.isArray(value)) return value.map((item) => normalised(item, foldsVolatile));
  if (isJsonObject(value)) {
    const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
    return Object.fromEntries(
      members.map(([name, member]) => [
        name,
        foldsVolatile && volatileNames.test(name) ? folded : normalised(member, foldsVolatile),
      ]),
    );
  }
  if (typeof value !== "string") return value;
  const inner = jsonIn(value);
  if (inner !== undefined) return normalised(inner, foldsVolatile);
  return foldsVolatile ? value.replace(volatileText, folded) : value;
}

/** The object or array that a string holds as JSON, as tools often answer. */
function jsonIn(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

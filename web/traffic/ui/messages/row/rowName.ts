/** Names a row by what tells it from others: a tool, a URI, a logger, otherwise its method. */
import type { Row } from "../rows.ts";

/** Characters at the end of a name or URI that are always shown. */
export const nameEndLength = 16;

export interface RowName {
  readonly text: string;
  /** The method, where only assistive technology needs it; empty if the text says it. */
  readonly hidden: string;
  /** Whether the text is the end of the hidden method. */
  readonly isRepeated: boolean;
  /** What the request is about, where the method is the name. */
  readonly about: string;
}

/** What a row is to the open exchange around it. */
export type RowPlace = "alone" | "request" | "response";

/** Requests that are known by what they name. */
const named: ReadonlySet<string> = new Set(["tools/call", "prompts/get", "resources/read"]);

const prefix = /^(ui\/)?notifications\//;

export function nameOfRow(
  {
    method,
    subject,
    kinds,
    logs,
    name: own,
  }: Pick<Row, "method" | "subject" | "kinds" | "logs" | "name">,
  place: RowPlace,
): RowName {
  const isNamed = named.has(method) && subject !== "";
  const [kind] = kinds;
  const shown = (text: string) => ({ text, hidden: "", isRepeated: false, about: "" });
  const known = (text: string) => ({ ...shown(text), hidden: method });
  if (own && place === "alone") return known(own);
  if (place === "request") return shown(isNamed ? method : "request");
  if (place === "response" && (kind === "result" || kind === "error")) return shown(kind);
  if (isNamed) return known(subject);
  if (kind !== "notification" || !prefix.test(method)) {
    return { ...shown(method), about: subject };
  }
  const name = logs[0]?.logger || subject;
  return name ? known(name) : { ...known(method.replace(prefix, "")), isRepeated: true };
}

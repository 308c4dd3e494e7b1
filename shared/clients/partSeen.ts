/** Which part of a result the model of a known client gets. */
import type { ClientFacts } from "./clientFacts.ts";

export type PassedOn = NonNullable<ClientFacts["modelGets"]>["value"];

interface SeenPart {
  /** In the words of the protocol. */
  readonly part: "content" | "structuredContent" | "both" | "nothing";
  /** Undefined where it is not counted yet, or there is nothing. */
  readonly tokens: number | undefined;
}

/**
 * What a client passes on of a result.
 * @param passesOn the value of the fact `modelGets`
 * @param ofContent estimated tokens of its text; undefined if it has none
 * @param ofStructured the same of `structuredContent`
 */
export function partSeen(
  passesOn: PassedOn,
  ofContent: number | undefined,
  ofStructured: number | undefined,
): SeenPart {
  const content: SeenPart = { part: "content", tokens: ofContent };
  const structured: SeenPart = { part: "structuredContent", tokens: ofStructured };
  const isText = ofContent !== undefined;
  const isStructured = ofStructured !== undefined;
  if (passesOn === "both" && isText && isStructured) {
    return { part: "both", tokens: ofContent + ofStructured };
  }
  if (passesOn === "structured-first" && isStructured) return structured;
  if (isText) return content;
  if (passesOn !== "content" && isStructured) return structured;
  return { part: "nothing", tokens: undefined };
}

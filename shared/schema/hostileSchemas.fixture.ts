/** Schemas that a hostile server may send to freeze or crash a page. */

/** A chain of definitions, each of which refers to the next one twice: 2^levels steps to resolve. */
export function doublingChain(levels: number, keyword: "allOf" | "anyOf" | "oneOf"): object {
  const definitions = Object.fromEntries(
    Array.from({ length: levels }, (_, level) => [
      `d${level}`,
      level === levels - 1
        ? { type: "object", properties: { end: { type: "string" } } }
        : { [keyword]: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] },
    ]),
  );
  return {
    type: "object",
    properties: { plain: { type: "string" }, bomb: { $ref: "#/$defs/d0" } },
    $defs: definitions,
  };
}

/** An object of many properties. */
export function wideObject(count: number, each: object = { type: "string" }): object {
  const properties = Array.from({ length: count }, (_, index) => [`p${index}`, each]);
  return { type: "object", properties: Object.fromEntries(properties) };
}

/** Nested object schemas, as JSON text. */
export function deepText(levels: number): string {
  const open = '{"type":"object","required":["a"],"properties":{"a":';
  return `${open.repeat(levels)}true${"}}".repeat(levels)}`;
}

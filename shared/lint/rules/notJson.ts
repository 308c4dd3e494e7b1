/** Checks that messages are JSON. */
import { strayText } from "../../log/strayLine.ts";
import type { HeadRule } from "../rule.ts";

/**
 * Reports a message that cannot be parsed.
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports
 */
export const checkJson: HeadRule = (head, { entry, bytes, report }) => {
  if (head.kind !== "invalid" || head.reason !== "not-json") return;
  const { direction, carrier } = entry;
  const inboundPage = carrier === "stdio" ? "stdio" : "http-sending";
  report({
    code: "not-json",
    severity: "violation",
    page: direction === "out" ? "encoding" : inboundPage,
    evidence: {
      direction,
      carrier,
      ...(carrier === "stdio" && bytes ? { line: strayText(bytes) } : {}),
    },
  });
};

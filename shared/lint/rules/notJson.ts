/** Checks that messages are JSON. */
import { decodeText } from "../../core/bytes.ts";
import type { HeadRule } from "../rule.ts";

/** Bytes of a line that are shown. */
const maximumBytes = 200;

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
      ...(carrier === "stdio" && bytes
        ? { line: decodeText(bytes.subarray(0, maximumBytes)).trim() }
        : {}),
    },
  });
};

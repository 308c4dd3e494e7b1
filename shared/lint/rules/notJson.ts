/** Checks that messages are JSON. */
import type { HeadRule } from "../rule.ts";

export const checkJson: HeadRule = (head, { entry, report }) => {
  if (head.kind !== "invalid" || head.reason !== "not-json") return;
  const { direction, carrier } = entry;
  const inboundPage = carrier === "stdio" ? "stdio" : "http-sending";
  report({
    code: "not-json",
    severity: "violation",
    page: direction === "out" ? "encoding" : inboundPage,
    evidence: { direction, carrier },
  });
};

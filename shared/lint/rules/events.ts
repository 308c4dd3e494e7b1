/** Checks the events of a stream: unique ids, and no types that the protocol does not define. */
import { traitsOf } from "../../protocol/revisions.ts";
import type { EntryRule } from "../rule.ts";

/** @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#resumability-and-redelivery */
export const checkEvent: EntryRule = ({ entry, block, exchange, connection, report }) => {
  if (!block) return;
  const before = block.id ? connection.eventIds.get(block.id) : undefined;
  const isLegacy = traitsOf(connection.revision).era === "legacy";
  if (block.id && before !== undefined && isLegacy && !exchange?.resumes) {
    report({
      code: "event-id-reused",
      severity: "violation",
      page: "http-resuming",
      evidence: { id: block.id.slice(0, 60), before },
    });
  }
  if (entry.kind === "frame" && entry.holds === "other-event" && block.event !== "endpoint") {
    report({
      code: "unknown-event",
      severity: "note",
      page: "http-receiving",
      evidence: { event: block.event.slice(0, 60) },
    });
  }
};

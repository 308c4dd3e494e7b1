/** The events of a stream have ids of their own and are ended; others than messages mean nothing here. */
import { traitsOf } from "../../mcp/revisions.ts";
import type { EntryRule } from "../rule.ts";

export const judgeEvent: EntryRule = ({ entry, block, exchange, conversation, tell }) => {
  if (!block) return;
  const before = block.id ? conversation.eventIds.get(block.id) : undefined;
  const isLegacy = traitsOf(conversation.revision).era === "legacy";
  if (before !== undefined && isLegacy && !exchange?.resumes) {
    tell({
      code: "event-id-reused",
      severity: "violation",
      page: "http-resuming",
      evidence: { id: block.id?.slice(0, 60), before },
      words: `The event id ${JSON.stringify(block.id?.slice(0, 60))} was used before in this session. A client that resumes by it would get the wrong stream; each event needs an id of its own.`,
    });
  }
  if (entry.kind === "frame" && entry.holds === "other-event" && block.event !== "endpoint") {
    tell({
      code: "unknown-event",
      severity: "note",
      page: "http-receiving",
      evidence: { event: block.event.slice(0, 60) },
      words: `Events of the type ${JSON.stringify(block.event.slice(0, 60))} mean nothing in this protocol. Messages come as events of the type "message", or of none.`,
    });
  }
};

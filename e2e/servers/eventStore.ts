/** Stores stream events for clients that resume. */
import type { EventStore, JSONRPCMessage } from "@modelcontextprotocol/server";

/** Ids are the positions of events; nothing is removed. */
export function createEventStore(): EventStore {
  const events: { readonly streamId: string; readonly message: JSONRPCMessage | undefined }[] = [];
  return {
    async storeEvent(streamId, message) {
      return String(events.push({ streamId, message }));
    },
    async replayEventsAfter(lastEventId, { send }) {
      const seen = Number(lastEventId);
      const streamId = events[seen - 1]?.streamId ?? "";
      for (const [index, event] of events.entries()) {
        if (index < seen || event.streamId !== streamId || !hasMethodOrId(event.message)) continue;
        await send(String(index + 1), event.message);
      }
      return streamId;
    },
  };
}

/** The first event of a stream is empty. */
function hasMethodOrId(message: JSONRPCMessage | undefined): message is JSONRPCMessage {
  return message !== undefined && ("method" in message || "id" in message);
}

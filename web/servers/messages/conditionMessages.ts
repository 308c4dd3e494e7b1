/** Says in a few words whether a server is connected, the same in every place. */
import { missingStream, type ServerCondition } from "../store/connections/condition.ts";

/** What a server is, and for a lost one what the page does about it. */
export function conditionText(condition: ServerCondition): string {
  switch (condition.kind) {
    case "none":
      return "Not connected";
    case "new":
      return "New server";
    case "connecting":
      return "Connecting…";
    case "reconnecting":
      return "Reconnecting…";
    case "connected": {
      const stream = missingStream(condition);
      return stream ? `Reconnecting the stream · try ${stream.tries + 1}` : "Connected";
    }
    case "lost":
      switch (condition.awaits?.kind) {
        case "port":
          return `Lost · watching port ${condition.awaits.port}`;
        case "answer":
          return "Lost · trying again";
        case undefined:
          return "Lost";
      }
      break;
    case "failed":
      return "Failed";
    case "recording":
      return "Not connected · recording";
    case "tap":
      if (condition.isOfAgent) return condition.isLive ? "Watching an agent" : "Agent · ended";
      return condition.isLive ? "Tapping" : "Tap · ended";
  }
}

/** The requests that stay open until the client or the server ends them. */
import { streamEventsMethod } from "./eventsDraft.ts";

export const longLivedMethods: ReadonlySet<string> = new Set([
  "subscriptions/listen",
  streamEventsMethod,
]);

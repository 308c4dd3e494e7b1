/** Handles received frames: matches answers with requests, and passes on requests and notifications. */
import { getOwn } from "../../core/json/getOwn.ts";
import { idKey, type MessageEntry } from "../../log/entry.ts";
import type { JsonRpcId } from "../../protocol/jsonRpc.ts";
import type { ReceivedFrame, ReceivedMessage } from "../../transport/transport.ts";
import type { Era } from "../era.ts";
import type { ServerRequests } from "../input/serverRequests.ts";
import type { CallOptions } from "./call.ts";
import { outcomeOf } from "./outcomeOf.ts";
import type { PendingRequest, PendingRequests } from "./pendingRequests.ts";
import { progressOf } from "./progress.ts";

export interface ProgressListener {
  readonly request: PendingRequest;
  readonly onProgress: CallOptions["onProgress"];
}

interface ReceiverOptions {
  readonly era: () => Era;
  readonly pendingRequests: PendingRequests;
  readonly serverRequests: ServerRequests;
  /** Requests that asked for progress, by token key. */
  readonly progressListeners: ReadonlyMap<string, ProgressListener>;
  readonly entryOf: (request: PendingRequest) => MessageEntry | undefined;
  readonly onNotification: (method: string, params: unknown, entry: MessageEntry) => void;
  /** Called with each frame that is not JSON. */
  readonly onNotJson: ((text: string) => void) | undefined;
}

/** Creates the handler of received frames. */
export function createReceiver(options: ReceiverOptions): (frame: ReceivedFrame) => void {
  const { era, pendingRequests, serverRequests, progressListeners, onNotification, onNotJson } =
    options;

  const settle = (id: JsonRpcId | null, frame: ReceivedFrame, message: ReceivedMessage) => {
    const request =
      id === null ? soleRequestOf(frame) : pendingRequests.find(id, frame.entry.exchangeId);
    if (!request) return;
    const isOwnExchange = frame.entry.exchangeId === request.exchangeId;
    const startedAt = isOwnExchange ? frame.startedAt : undefined;
    const ms = frame.entry.at - (startedAt ?? request.startedAt);
    request.settle(
      outcomeOf(message, { entry: frame.entry, text: frame.text, path: ["result"], ms }),
    );
  };

  /** An error without an id answers the request of its exchange, if there is exactly one. */
  const soleRequestOf = (frame: ReceivedFrame) => {
    const { exchangeId } = frame.entry;
    if (exchangeId === undefined) return undefined;
    const same = pendingRequests.all().filter((request) => request.exchangeId === exchangeId);
    return same.length === 1 ? same[0] : undefined;
  };

  /** Requests from a modern server are ignored: that era has none, and no way to answer one. */
  const receiveRequest = (frame: ReceivedFrame, message: ReceivedMessage) => {
    if (era().kind === "legacy") serverRequests.handle(frame, message, causeOf(frame));
  };

  /** The log entry of the call in the same exchange, otherwise of the only call in flight. */
  const causeOf = (frame: ReceivedFrame): number | undefined => {
    const all = pendingRequests.all();
    const { exchangeId } = frame.entry;
    const same = all.find(
      (request) => exchangeId !== undefined && request.exchangeId === exchangeId,
    );
    const cause = same ?? (all.length === 1 ? all[0] : undefined);
    return cause && options.entryOf(cause)?.seq;
  };

  const handleNotification = (frame: ReceivedFrame, message: ReceivedMessage, method: string) => {
    const params = getOwn(message.value, "params");
    if (method === "notifications/progress") {
      const token = getOwn(params, "progressToken");
      const listener = isId(token) ? progressListeners.get(idKey(token)) : undefined;
      listener?.request.restartTimeout();
      listener?.onProgress?.(progressOf(params));
    }
    if (method === "notifications/cancelled") {
      const id = getOwn(params, "requestId");
      if (isId(id)) serverRequests.cancel(id);
    }
    onNotification(method, params, frame.entry);
  };

  return (frame) => {
    for (const message of frame.messages) {
      const { head } = message;
      if (head.kind === "result" || head.kind === "error") settle(head.id, frame, message);
      else if (head.kind === "request") receiveRequest(frame, message);
      else if (head.kind === "notification") handleNotification(frame, message, head.method);
      else if (head.reason === "not-json") onNotJson?.(frame.text);
      else if (head.id !== undefined && head.method === undefined) settle(head.id, frame, message);
    }
  };
}

function isId(value: unknown): value is JsonRpcId {
  return typeof value === "string" || typeof value === "number";
}

/** Connects a tap to the relays of the same user, again after one was restarted, and answers them. */
import { lstatSync, readdirSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import type { TapListing } from "../../../../shared/relay/frames/tapFrames.ts";
import { errorCode } from "../../../errorCode.ts";
import { exchangeLines, socketSuffix } from "../../../taps/tapLines.ts";
import type { History } from "./history.ts";

export interface Relays {
  /** Answers relays that wait for new documents. */
  notify(): void;
  /**
   * Disconnects, once everything was read or after {@link lastReadMs}.
   */
  close(): Promise<void>;
  /** Sends a report to the relays whose pages decide. */
  report(report: object): void;
}

/** What pages order, by relay; the newest rules hold. */
export interface Orders {
  take(relay: object, order: unknown): void;
  /** The relay has gone. */
  leave(relay: object): void;
}

interface ConnectedRelay {
  readonly send: (message: object) => void;
  /** The first document that it has not read; undefined if no page reads. */
  next: number | undefined;
  /** What it waits for, by the number of the request. */
  readonly waiting: Map<number, number>;
}

/** Milliseconds between searches for relays, and for which the last documents can be read. */
const [searchMs, lastReadMs] = [500, 3000];

/** @param file the name of the file that the tap writes */
export function connectToRelays(
  folder: string,
  listing: TapListing,
  file: string | undefined,
  history: History,
  orders: Orders,
): Relays {
  const relays = new Map<string, { readonly socket: Socket; relay: ConnectedRelay | undefined }>();

  const answer = ({ send, waiting }: ConnectedRelay) => {
    for (const [request, from] of waiting) {
      const part = history.read(from);
      if (!part) continue;
      waiting.delete(request);
      send({ kind: "part", request, ...part });
    }
  };

  const attach = (path: string) => {
    const socket = connect(path);
    const entry = { socket, relay: undefined as ConnectedRelay | undefined };
    relays.set(path, entry);
    const waiting = new Map<number, number>();
    const send = exchangeLines(socket, ({ kind, request, from, order }) => {
      if (kind === "order") orders.take(socket, order);
      if (kind !== "read" || typeof request !== "number" || typeof from !== "number") return;
      relay.next = from;
      waiting.set(request, from);
      answer(relay);
    });
    const relay: ConnectedRelay = { send, next: undefined, waiting };
    socket.once("connect", () => {
      entry.relay = relay;
      send({ kind: "tap", listing, file });
    });
    socket.on("error", (error) => {
      // of a relay that was killed
      if (errorCode(error) === "ECONNREFUSED") rmSync(path, { force: true });
    });
    socket.once("close", () => {
      relays.delete(path);
      orders.leave(socket);
    });
  };

  const search = () => {
    for (const path of socketsIn(folder)) if (!relays.has(path)) attach(path);
  };
  search();
  const timer = setInterval(search, searchMs);

  return {
    notify() {
      for (const { relay } of relays.values()) if (relay) answer(relay);
    },
    report(report) {
      for (const { relay } of relays.values()) relay?.send({ kind: "report", report });
    },
    async close() {
      clearInterval(timer);
      const deadline = performance.now() + lastReadMs;
      const isBehind = () =>
        [...relays.values()].some(
          ({ relay }) => relay?.next !== undefined && history.read(relay.next) !== undefined,
        );
      while (isBehind() && performance.now() < deadline) {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      for (const { socket } of relays.values()) socket.end();
    },
  };
}

/** The sockets of this user in a folder. */
function socketsIn(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(socketSuffix))
      .map((name) => join(folder, name))
      .filter((path) => lstatSync(path).isSocket() && lstatSync(path).uid === process.getuid?.());
  } catch {
    return [];
  }
}

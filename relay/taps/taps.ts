/** Accepts taps of the same user at a socket in the data directory, and reads from them for pages. */
import { chmodSync, lstatSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import * as v from "valibot";
import { createListeners } from "../../shared/core/listeners.ts";
import {
  type TapListing,
  type TapRecording,
  tapListing,
} from "../../shared/relay/frames/tapFrames.ts";
import { noRules, type TapOrder, type TapReport, tapReport } from "../../shared/taps/tapOrders.ts";
import { platform } from "../platform.ts";
import { makePrivateFolder } from "../store/privateFile.ts";
import { listTapFiles, readTapFile } from "./tapFiles.ts";
import { exchangeLines, socketSuffix } from "./tapLines.ts";

/** What a tap answers; undefined when it has gone. */
type Answer = { readonly next: number; readonly documents: readonly unknown[] } | undefined;

interface ConnectedTap {
  readonly listing: TapListing;
  /** The name of the file that it writes. */
  readonly file: unknown;
  readonly send: (message: object) => void;
  readonly waiting: Map<number, (answer: Answer) => void>;
  /** The page that decides. */
  controller: TapController | undefined;
}

export interface TapController {
  report(report: TapReport): void;
  /** Another page decides now, or the tap has gone. */
  end(reason: "taken" | "gone"): void;
}

export interface Taps {
  list(): readonly TapListing[];
  /** The recordings of taps that have ended, from new to old. */
  recordings(): readonly TapRecording[];
  /** Calls back after each change of the list; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Asks for the documents of a tap from a number on, or the bytes of a recording. */
  read(tap: string, from: number, answer: (answer: Answer) => void): void;
  /** Orders what a tap does with messages; the controller is the one that decides from now on. */
  order(tap: string, controller: TapController, order: TapOrder): void;
  /** The controller decides no more: the rules of its tap end. */
  release(tap: string, controller: TapController): void;
  close(): void;
}

/** Taps of one relay. */
const maxTaps = 200;

/**
 * Listens in a folder that only its owner can enter; a socket's own mode is not respected everywhere.
 * @returns undefined where that is not possible
 */
export async function openTaps(folder: string): Promise<Taps | undefined> {
  if (!platform.hasPrivateSockets) return undefined;
  const path = join(folder, `${process.pid}${socketSuffix}`);
  const taps = new Map<string, ConnectedTap>();
  const sockets = new Set<Socket>();
  const listeners = createListeners();
  let requests = 0;

  const server = createServer((socket) => {
    let own: ConnectedTap | undefined;
    sockets.add(socket);
    const send = exchangeLines(socket, (message) => {
      const { kind, listing, file, request, next, documents, report } = message;
      if (!own) {
        const read = v.safeParse(tapListing, listing);
        const isKnown = read.success && taps.has(read.output.id);
        if (kind !== "tap" || !read.success || isKnown || taps.size >= maxTaps) {
          return socket.destroy();
        }
        own = { listing: read.output, file, send, waiting: new Map(), controller: undefined };
        taps.set(own.listing.id, own);
        return listeners.notify();
      }
      if (kind === "report") {
        const reported = v.safeParse(tapReport, report);
        if (reported.success) own.controller?.report(reported.output);
        return;
      }
      if (kind !== "part" || typeof next !== "number" || !Array.isArray(documents)) return;
      const answer = own.waiting.get(Number(request));
      own.waiting.delete(Number(request));
      answer?.({ next, documents });
    });
    socket.on("close", () => {
      sockets.delete(socket);
      if (!own) return;
      taps.delete(own.listing.id);
      for (const answer of own.waiting.values()) answer(undefined);
      own.controller?.end("gone");
      listeners.notify();
    });
  });

  try {
    makePrivateFolder(folder);
    const { mode, uid } = lstatSync(folder);
    if (uid !== process.getuid?.() || (mode & 0o077) !== 0) return undefined;
    // of an earlier process with this number
    rmSync(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(path, resolve);
    });
    chmodSync(path, 0o600);
  } catch {
    server.close();
    return undefined;
  }

  return {
    list: () => [...taps.values()].map(({ listing }) => listing),
    recordings() {
      const written = new Set([...taps.values()].map(({ file }) => file));
      return listTapFiles(folder).filter(({ file }) => !written.has(file));
    },
    subscribe: listeners.subscribe,
    read(id, from, answer) {
      const tap = taps.get(id);
      if (!tap) return answer(readTapFile(folder, id, from));
      const request = requests++;
      tap.waiting.set(request, answer);
      tap.send({ kind: "read", request, from });
    },
    order(id, controller, order) {
      const tap = taps.get(id);
      if (!tap) return controller.end("gone");
      // a restart decides about no message
      if (order.order !== "restart") {
        const { controller: before } = tap;
        tap.controller = controller;
        if (before !== controller) before?.end("taken");
      }
      tap.send({ kind: "order", order });
    },
    release(id, controller) {
      const tap = taps.get(id);
      if (tap?.controller !== controller) return;
      tap.controller = undefined;
      tap.send({ kind: "order", order: { order: "rules", ...noRules } });
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

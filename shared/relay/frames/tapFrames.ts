/** The text frames about taps: programs that stand between a client and its server and show what they say. */
import * as v from "valibot";
import { count, readonlyList } from "../../core/json/members.ts";
import { streamId } from "./streamId.ts";

/** What the name of an agent's connection ends with. */
export const agentSuffix = " (agent)";

/** A running tap. */
export const tapListing = v.object({
  /** Of this process of the tap; another one of the same tap has another id. */
  id: streamId,
  /** What the user calls it, or its server: taps with the same name are sessions of one. */
  name: v.pipe(v.string(), v.maxLength(1000)),
  transport: v.picklist(["stdio", "http"]),
  /** Whether it can start the server anew behind its client. */
  restarts: v.exactOptional(v.literal(true)),
  /** The host of the relay at which everybody who has its address reaches the server. */
  publicAt: v.exactOptional(v.pipe(v.string(), v.maxLength(300))),
  /** Whether it is a connection of an agent's tool, which takes no orders, and not a tap. */
  agent: v.exactOptional(v.literal(true)),
});

export type TapListing = Readonly<v.InferOutput<typeof tapListing>>;

/** The recording of a tap that has ended. */
const tapRecording = v.object({
  id: streamId,
  /** The time of its start and its name: `2026-01-31T12-00-00.000Z-notes-1234.json`. */
  file: v.pipe(v.string(), v.maxLength(300)),
  bytes: count,
});

export type TapRecording = Readonly<v.InferOutput<typeof tapRecording>>;

/** A server in the configuration of a client, and what `tap --install` changes there. */
const clientServer = v.object({
  /** The name of the client for `tap --install`. */
  client: v.string(),
  server: v.string(),
  /** The path of the configuration. */
  file: v.string(),
  /** `not-stdio`: it has a URL. `unusual`: it must be changed by hand. */
  state: v.picklist(["ready", "tapped", "not-stdio", "unusual"]),
  /** The members that change, in the format of the file and with secrets masked; of one that is ready. */
  before: v.exactOptional(v.string()),
  after: v.exactOptional(v.string()),
});

export type ClientServer = Readonly<v.InferOutput<typeof clientServer>>;

/** From the page. */
export const tapPageMessages = [
  /** Asks for the taps, now and after each change. */
  v.object({ kind: v.literal("watch-taps") }),
  /** Asks for the servers in the configurations of clients; nothing is changed. */
  v.object({ kind: v.literal("find-clients") }),
  /**
   * Asks for the documents of a tap from a number on; answered once there are any. Of a recording,
   * numbers count bytes, each document is a part of them as base64, and none is its end.
   * @see LiveDocument
   */
  v.object({ kind: v.literal("read-tap"), id: streamId, tap: streamId, from: count }),
  /**
   * Tells a tap what to do with messages. One page decides: the one that ordered last; without it
   * nothing waits. The order is a `TapOrder`, which the relay validates: the page need not load that.
   */
  v.object({ kind: v.literal("order-tap"), id: streamId, tap: streamId, order: v.unknown() }),
] as const;

/** From the relay. */
export const tapRelayMessages = [
  v.object({
    kind: v.literal("taps"),
    taps: readonlyList(tapListing),
    /** From new to old; an older relay sends none. */
    recordings: v.optional(readonlyList(tapRecording)),
    /** Whether `find-clients` is answered. */
    canFindClients: v.optional(v.boolean()),
  }),
  v.object({
    kind: v.literal("clients"),
    servers: readonlyList(clientServer),
    /** The words that stand before the command of a server; an older relay sends none. */
    command: v.optional(readonlyList(v.string())),
  }),
  v.object({
    kind: v.literal("tap-part"),
    id: streamId,
    /** The number of the document to ask for next. */
    next: count,
    /** Not validated. */
    documents: readonlyList(v.unknown()),
  }),
  /** What happens because of the page's orders: a `TapReport`, not validated. */
  v.object({ kind: v.literal("tap-report"), id: streamId, report: v.unknown() }),
  /** Another page decides now, and the rules of this one are gone. */
  v.object({ kind: v.literal("tap-taken"), id: streamId }),
  /** The tap has ended, or has lost the relay. */
  v.object({ kind: v.literal("tap-gone"), id: streamId }),
] as const;

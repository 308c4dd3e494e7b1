/** What a page tells a tap to do with messages, and what the tap reports. */
import * as v from "valibot";
import { count, pairOf, readonlyList } from "../core/json/members.ts";

/** Characters of a message that waits or is written; larger messages pass without waiting. */
export const maxTextLength = 400_000;

const shortText = v.pipe(v.string(), v.maxLength(1000));
const id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));
const text = v.pipe(v.string(), v.maxLength(maxTextLength));
const direction = v.picklist(["out", "in"]);
/** At most ten minutes. */
const wait = v.pipe(count, v.maxValue(600_000));

/** Which messages a rule is for; an empty text stands for all. */
const where = v.object({
  /** `out` goes to the server, `in` to the client. */
  direction: v.picklist(["both", "out", "in"]),
  /** The method, also of the request that a response answers. */
  method: shortText,
  /** The tool, prompt or resource that the request names. */
  subject: shortText,
  /** In the filter syntax of Traffic. */
  filter: shortText,
});

export type RuleWhere = Readonly<v.InferOutput<typeof where>>;

const breakpoint = v.object({
  id,
  where,
  /** Milliseconds after which a message that waits goes on. */
  waitMs: wait,
});

export type Breakpoint = Readonly<v.InferOutput<typeof breakpoint>>;

const fault = v.variant("kind", [
  /** Waits between `minMs` and `maxMs`, and `msPerKilobyte` for each 1,000 characters. */
  v.object({ kind: v.literal("delay"), minMs: wait, maxMs: wait, msPerKilobyte: wait }),
  v.object({ kind: v.literal("drop") }),
  v.object({ kind: v.literal("duplicate") }),
  /** Sends the next message of the same direction first. */
  v.object({ kind: v.literal("reorder") }),
  /** Sends the first half, and ends the stream. */
  v.object({ kind: v.literal("cut") }),
  v.object({ kind: v.literal("wrong-id") }),
  /** An error instead of a response, or as the response to a request that is not passed on. */
  v.object({
    kind: v.literal("error"),
    code: v.pipe(v.number(), v.safeInteger()),
    message: shortText,
  }),
  v.object({ kind: v.literal("invalid-json") }),
  /** A response over HTTP, in place of the server's. */
  v.object({
    kind: v.literal("status"),
    status: v.pipe(count, v.minValue(200), v.maxValue(599)),
    headers: v.pipe(readonlyList(pairOf(v.string())), v.maxLength(50)),
    body: text,
  }),
  /** Closes the connection, or both pipes. */
  v.object({ kind: v.literal("close") }),
  /** Kills the process of the server. */
  v.object({ kind: v.literal("kill") }),
  /** Reads nothing more from the sender for so long. */
  v.object({ kind: v.literal("slow-reader"), ms: wait }),
]);

export type Fault = Readonly<v.InferOutput<typeof fault>>;

const faultRule = v.object({
  id,
  where,
  fault,
  /** From 0 to 1. */
  probability: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
  /** The same seed makes the same choices. */
  seed: v.pipe(count, v.maxValue(2 ** 32 - 1)),
  /** How often at most; 0 for any number. */
  limit: count,
});

export type FaultRule = Readonly<v.InferOutput<typeof faultRule>>;

const maxRules = 50;

export const tapOrder = v.variant("order", [
  /** Replaces all rules. What is not on is not sent. */
  v.object({
    order: v.literal("rules"),
    breakpoints: v.pipe(readonlyList(breakpoint), v.maxLength(maxRules)),
    faults: v.pipe(readonlyList(faultRule), v.maxLength(maxRules)),
  }),
  /** Sends a message that waits, as it is or with another text. */
  v.object({ order: v.literal("send"), message: id, text: v.exactOptional(text) }),
  v.object({ order: v.literal("drop"), message: id }),
  /** Sends a text to the sender of a message that waits, which is not passed on. */
  v.object({ order: v.literal("answer"), message: id, text }),
  /** Sends a message of the user's. */
  v.object({ order: v.literal("add"), direction, text }),
  /** Starts the server anew behind its client, where the tap can. */
  v.object({ order: v.literal("restart") }),
]);

export type TapOrder = Readonly<v.InferOutput<typeof tapOrder>>;

export type TapRules = Pick<Extract<TapOrder, { order: "rules" }>, "breakpoints" | "faults">;

export const noRules: TapRules = { breakpoints: [], faults: [] };

export const tapReport = v.variant("report", [
  v.object({
    report: v.literal("held"),
    message: id,
    direction,
    text: v.string(),
    /** The method, also of the request that a response answers; empty if unknown. */
    method: v.string(),
    /** The name or URI in the request's params. */
    subject: v.string(),
    /** The breakpoint that it matches. */
    breakpoint: id,
    /** Milliseconds after which it goes on. */
    waitMs: count,
  }),
  /** The rules that were ordered last hold. */
  v.object({ report: v.literal("rules") }),
  /** A message of the user's could not be sent: over HTTP there is no request or stream for it. */
  v.object({ report: v.literal("not-sent"), direction }),
  /** The message no longer waits. */
  v.object({ report: v.literal("released"), message: id }),
]);

export type TapReport = Readonly<v.InferOutput<typeof tapReport>>;
